"""The one-file package of a plan: what was handed in, what came of it, and a checksum of every member.

`packing` writes one, `opening` takes one apart that may be hostile, `manifest` says what is in it and what it was made
with, and `difference` names the cells in which two members differ. What the members are is made by `headwater.cli`,
which alone knows both how a plan is read and how it is reported on.
"""
