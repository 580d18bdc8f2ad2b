"""One outlet of a printed report, by its words, as an outlet of a plan."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from headwater.intake.handed import text_node
from headwater.intake.hydrocad.printed import N, Reading, bare, figure, level
from headwater.intake.hydrocad.words import words
from headwater.intake.yaml_text import Node

_Own = Mapping[str, "Node | None"]
# Each pattern takes the whole of an outlet's words: one that is not known, as of a fill or of rows of openings, would
# change what it passes.
_CULVERT: Final = re.compile(
    rf'^(?:{N}" Round|{N}" W x {N}" H Box) Culvert(?: X {N})? L= ?{N}\' (.{{0,80}}?),? ?Ke= ?{N} '
    rf"Inlet ?/ ?Outlet Invert= ?{N}' ?/ ?{N}'(?: S= ?{N} ?'/')?(?: Cc= ?{N})? n= ?{N}[^=]{{0,80}}?"
    rf"(?:,? ?Flow Area= ?{N} sf)?$"
)
_ORIFICE: Final = re.compile(
    rf'^(?:{N}" (?:W )?x {N}" (?:H )?|{N}" )(Vert|Horiz)\. Orifice/Grate(?: X {N})?(?: C= ?{N})?'
    r"(?: Limited to weir flow at low heads)?$"
)
_BROAD: Final = re.compile(rf"^{N}' long x {N}' breadth Broad-Crested Rectangular Weir$")
_SHARP: Final = re.compile(
    rf"^{N}' long Sharp-Crested Rectangular Weir ([012]) End Contraction\(s\)(?: {N}' Crest Height)?$"
)
_NOTCH: Final = re.compile(rf"^{N}(?:°|º| deg) V-Notch Weir C= ?{N}$")
_EXFILTRATION: Final = re.compile(
    rf"^{N} in/hr Exfiltration over (Surface|Wetted) area(?: above {N}')?(?: Phase-In= ?{N}')?$"
)
_WHOLE: Final = re.compile(r"[0-9]{1,3}(?:\.0{1,4})?")


def outlet_of(said: str, invert: str, line: int, *, pond: str, reading: Reading) -> _Own | None:
    """Return what an outlet is, without its name and its way; None where its words are not understood."""
    culvert = _CULVERT.match(said)
    if culvert is not None:
        return _culvert(culvert, line, pond, reading)
    orifice = _ORIFICE.match(said)
    if orifice is not None:
        return _orifice(orifice, invert, line)
    broad, sharp, notch = _BROAD.match(said), _SHARP.match(said), _NOTCH.match(said)
    if broad is not None:
        return {
            "kind": text_node("broad weir", line),
            "crest": level(invert, line),
            "length": figure(broad[1], "ft", line),
            "breadth": figure(broad[2], "ft", line),
        }
    if sharp is not None:
        return {
            "kind": text_node("sharp weir", line),
            "crest": level(invert, line),
            "length": figure(sharp[1], "ft", line),
            "contractions": text_node(sharp[2], line),
            "crest_height": None if sharp[3] is None else figure(sharp[3], "ft", line),
        }
    if notch is not None:
        return {
            "kind": text_node("v-notch", line),
            "crest": level(invert, line),
            "angle": figure(notch[1], "deg", line),
            "coefficient": text_node(bare(notch[2]), line),
        }
    soaking = _EXFILTRATION.match(said)
    if soaking is None:
        return None
    return {
        "kind": text_node("exfiltration", line),
        "rate": figure(soaking[1], "in/h", line),
        "over": text_node(soaking[2].lower(), line),
        "above": None if soaking[3] is None else level(soaking[3], line),
    }


def _culvert(match: re.Match[str], line: int, pond: str, reading: Reading) -> _Own | None:
    across, width, height, count, length, form, loss, high, low, _, _, roughness, _ = match.groups()
    barrels = _count(count)
    if barrels is None:
        return None
    inlet = words()["inlets_printed"].get(form.strip(" ,").lower()) if across is not None else None
    if inlet is None:
        reading.remark(
            "inlet-not-known",
            f"culvert of pond {pond}: {form.strip(' ,') or 'no form'} is no inlet of HDS-5 by that name, which is left "
            "open",
            line=line,
            element=pond,
        )
    sizes: dict[str, Node | None] = (
        {"diameter": figure(across, "in", line)}
        if across is not None
        else {"width": figure(width, "in", line), "height": figure(height, "in", line)}
    )
    return {
        "kind": text_node("culvert", line),
        "invert": level(high, line),
        "outlet_invert": level(low, line),
        "length": figure(length, "ft", line),
        **sizes,
        "roughness": text_node(bare(roughness), line),
        "inlet": None if inlet is None else text_node(inlet, line),
        "entrance_loss": text_node(bare(loss), line),
        "count": None if barrels == "1" else text_node(barrels, line),
    }


def _orifice(match: re.Match[str], invert: str, line: int) -> _Own | None:
    count = _count(match[5])
    if count is None:
        return None
    sizes: dict[str, Node | None] = (
        {"diameter": figure(match[3], "in", line)}
        if match[3] is not None
        else {"width": figure(match[1], "in", line), "height": figure(match[2], "in", line)}
    )
    return {
        "kind": text_node("orifice", line),
        "invert": level(invert, line),
        **sizes,
        "count": None if count == "1" else text_node(count, line),
        "coefficient": None if match[6] is None else text_node(bare(match[6]), line),
        "horizontal": text_node("yes", line) if match[4] == "Horiz" else None,
    }


def _count(printed: str | None) -> str | None:
    """Return how many there are; None where that is no whole number."""
    if printed is None:
        return "1"
    return str(int(float(printed))) if _WHOLE.fullmatch(printed) and float(printed) >= 1 else None
