"""What practices hold back: credit in exact numbers, and phosphorus, pools and reuse in floats.

`credit` is what the editions share, and imports no float. The rest is engineering: what has been published for removals
and concentrations, annual loads, trains, equivalence, permanent pools, capture and reuse. What a rule makes of them is
decided in `headwater.review` and below it.
"""
