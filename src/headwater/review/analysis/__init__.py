"""The engine run on a plan: its drainage section as networks, its storms through them, and what comes out.

Owns the way from what a plan states to what the engine takes, and the document of the answers. It is imported on demand
only, since it needs numpy.
"""
