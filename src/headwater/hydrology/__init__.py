"""Rain to runoff: storms, curve numbers, time of concentration, unit hydrographs, hydrographs.

Owns everything up to the hydrograph of one subcatchment; what happens to it further down is `headwater.hydraulics`.
"""
