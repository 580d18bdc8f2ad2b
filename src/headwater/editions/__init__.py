"""The rules themselves: one folder an edition, each complete, reached through the registry alone."""
