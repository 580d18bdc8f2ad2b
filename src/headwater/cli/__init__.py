"""The command line: verbs on top, wiring in one place, and text for a terminal."""
