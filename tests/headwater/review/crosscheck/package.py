"""A package of a plan and the files handed in beside it, laid out by us, into which conflicts are planted.

As it stands, every side says the same. What is planted changes one text on one side.
"""

from __future__ import annotations

from pathlib import Path

from headwater.editions.registry import load_edition
from headwater.intake.handed import Handed, list_node, map_node, text_node
from headwater.intake.handed_plan import section_text, submitted_of
from headwater.intake.ledger import Ledger
from headwater.intake.plan_file import read_plan_text
from headwater.intake.reading import read_handed_bytes
from headwater.plan.submitted import Submitted
from headwater.review.crosscheck import Crosscheck, crosscheck

PROPOSED = (Path(__file__).parents[4] / "examples/handed/reconstructed-one-pond.hcp").read_bytes().decode()
STORMS = PROPOSED[PROPOSED.index("[HydroCAD]") : PROPOSED.index("[NODE]")]
EXISTING = (
    STORMS
    + """[NODE]
Number=1S
Type=Subcat
Outflow=1L

[AREA]
Area=132422.4
CN=58
Desc=Meadow

[TC]
Method=Direct
Tc=1200

[NODE]
Number=1P
Type=Pond
Outflow=1L

[STAGE]
Elev=930
Area=4000

[STAGE]
Elev=932
Area=5000

[DEVICE]
Type=BCRWeir
Routing=Primary
Invert=931
Length=10
Breadth=8

[NODE]
Number=1L
Type=Link
"""
)
# 1.10 ac of pavement: 46,173.6 sf + 1,742.4 sf = 47,916 sf. Land: 132,422.4 sf = 3.04 ac, before and after.
HEAD = """headwater: 1
plan: Clinic with one pond, as a package
applicant: {public_body: no}
received: 2012-05-14
site: {area: 3.04 ac, disturbed: 2.90 ac, former_use: other}
surfaces: {kept: none, reconstructed: none, removed: none, new: "47,916 sf"}
actions: [{id: clinic, kind: new development, use: institutional}]
practices:
  - {id: pond, kind: filtration, footprint: 5000 sf}
discharge: {storms: 24 h, points: [{id: ditch}]}
"""
DEPTHS = {"2 yr": "2.87 in", "10 yr": "4.28 in", "100 yr": "7.40 in"}


def hcp(text: str, *, name: str, condition: str) -> Submitted:
    """Return a project of these lines as it is held against a plan."""
    handed = read_handed_bytes(text.encode("cp1252"), file=name)
    return submitted_of(handed, condition=condition, datum="NAVD88")


def rainfall_page(depths: dict[str, str] | None = None) -> Submitted:
    """Return a page of rainfall depths as its reader hands it over."""
    rows = [
        map_node(
            number,
            return_period=text_node(years, number),
            duration=text_node("24 h", number),
            depth=text_node(depth, number),
        )
        for number, (years, depth) in enumerate((depths or DEPTHS).items(), start=14)
    ]
    handed = Handed(
        file="rainfall.csv",
        sha256="0" * 64,
        kind="rainfall page",
        ledger=Ledger(lines=()),
        section=map_node(1, rainfall=map_node(1, source=text_node("NOAA Atlas 14", 1), depths=list_node([*rows], 14))),
    )
    return submitted_of(handed, condition=None, datum="NAVD88")


def plan_text(*, proposed: str = PROPOSED, existing: str = EXISTING) -> str:
    """Return the plan whose drainage is that of the two projects."""
    sections = {}
    for condition, text in (("proposed", proposed), ("existing", existing)):
        handed = read_handed_bytes(text.encode("cp1252"), file=f"{condition}.hcp")
        sections[condition] = section_text(handed, condition=condition, datum="NAVD88")
    before = sections["existing"].split("\n  existing:\n")[1]
    text = HEAD + sections["proposed"] + "  existing:\n" + before
    return text.replace(
        "        id: 1P\n        to: 1R", "        id: 1P\n        practice: pond\n        to: 1R"
    ).replace("- {id: 1L}", "- {id: 1L, point: ditch}")


def found(
    *,
    plan: str | None = None,
    proposed: str = PROPOSED,
    existing: str = EXISTING,
    page: Submitted | None = None,
    others: tuple[Submitted, ...] = (),
) -> Crosscheck:
    """Return the crosscheck of a package."""
    files = [
        hcp(existing, name="existing.hcp", condition="existing"),
        hcp(proposed, name="proposed.hcp", condition="proposed"),
        page or rainfall_page(),
        *others,
    ]
    return crosscheck(read_plan_text(plan or plan_text()), load_edition("mcwd-2011"), files)


def codes(result: Crosscheck) -> list[str]:
    """Return what was found, in the order of the alphabet."""
    return sorted(conflict.item.code for conflict in result.conflicts)
