"""Files to facts: reading what people hand in, and deciding nothing."""
