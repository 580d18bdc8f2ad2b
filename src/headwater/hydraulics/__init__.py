"""Through structures: storage, outlets, reaches, and the network that joins them to subcatchments.

Owns levels and flows in float64; what a rule makes of them is decided in `headwater.review` and below it.
"""
