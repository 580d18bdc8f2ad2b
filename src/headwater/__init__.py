"""Stormwater permit review: the rule as executable, cited editions.

A `plan` holds the facts of a submittal as frozen values. An edition of the rule, data with a citation on every row,
judges it, and the answer is a list of findings: what applies and over which area, what each provision found, from which
facts, by which arithmetic, with what margin, and what could not be told. The core reads no clock, network or
environment. Files come in through `intake` and go out through `reports`; `cli` puts both on the command line.

Importing `headwater` loads nothing else: import the package you need.
"""

__version__ = "0.1.0"
