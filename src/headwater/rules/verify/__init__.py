"""The exact proof of an edition: gaps, overlaps, contradictions, dead rows, undefined values and jumps.

Every site there is lies in one of finitely many cells, and a cell counts once it is known to hold a site; so what is
found is real, and what is not found is not there. `docs/explanation/proof-of-an-edition.md` says how.
"""

from headwater.rules.verify.checks import verify_edition
from headwater.rules.verify.defect import Defect
from headwater.rules.verify.site import Site

__all__ = ["Defect", "Site", "verify_edition"]
