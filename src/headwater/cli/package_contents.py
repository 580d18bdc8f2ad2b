"""What a package holds, made from its inputs alone: the one way, whether it is written or reproduced.

Every file is called by the last part of its member's name, so that nothing of the machine on which a package was made
stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from headwater.cli.choosing import Chosen, choose
from headwater.cli.crosscheck import submitted
from headwater.editions.overlay_text import OverlayText
from headwater.errors import HandedFileError, HeadwaterError, OverlayError, PackageError, shown
from headwater.hydrology.daily_rain import DailyRain
from headwater.intake.daily_rain import read_daily_rain_text
from headwater.intake.named_rain import named_record
from headwater.intake.plan_file import plan_hash, read_plan_text
from headwater.intake.reading import read_handed_bytes
from headwater.intake.yaml_text import decode
from headwater.plan import Plan
from headwater.plan.submitted import Submitted
from headwater.reports.package.manifest import OUTPUTS, README, Asked, manifest_of
from headwater.reports.writing import assessment_json, report_files
from headwater.review import document
from headwater.review.completing import completed

WORDS: Final = """A package of `headwater package`: a stormwater plan, what was handed in with it, and what came of it.

inputs/        the plan, the files that it names, a District's overlay, the files handed in
outputs/       the assessment, the runs, the loads, their tables and documents
manifest.json  what was asked, the edition, what it was made with, the checklist, a SHA-256 of every member

`headwater reproduce THIS.zip` makes everything again from inputs/ and names what differs.
"""


@dataclass(frozen=True, kw_only=True)
class Contents:
    """All members but the manifest, and what the manifest says of them."""

    members: Mapping[str, bytes]
    manifest: Mapping[str, Any]
    exit_code: int


@dataclass
class _Making:
    """What has been made so far, and what could not be."""

    outputs: dict[str, bytes] = field(default_factory=dict)
    left_out: list[Mapping[str, str]] = field(default_factory=list)

    def leave_out(self, what: str, because: HeadwaterError) -> None:
        self.left_out.append({"what": what, "because": str(because)})


def contents_of(asked: Asked, inputs: Mapping[str, bytes]) -> Contents:
    """Return what a package of these inputs holds.

    Raises
    ------
    HeadwaterError
        If the plan, its overlay or its rain cannot be used. What else cannot be made is left out, and the manifest says
        why.
    """
    stated, rain = _plan(asked, inputs)
    chosen = choose(
        completed(stated, rain), key=asked.edition, because=asked.because, overlay=_overlay(asked.overlay, inputs)
    )
    making = _Making()
    assessment = document.check(chosen.plan, chosen.edition)
    making.outputs |= {f"{OUTPUTS}{name}": content for name, content in report_files(assessment).items()}
    if chosen.plan.drainage is not None:
        _add_simulation(chosen.plan, making)
    if chosen.plan.loads is not None:
        _add_loads(chosen.plan, rain, making)
    if asked.handed:
        _add_crosscheck(chosen, asked, inputs, making)
    members = {README: WORDS.encode(), **inputs, **dict(sorted(making.outputs.items()))}
    manifest = manifest_of(
        asked,
        plan={"name": assessment["plan"]["name"], "sha256": assessment["plan"]["sha256"]},
        edition={
            "key": assessment["edition"],
            "title": assessment["edition_title"],
            "sha256": assessment["edition_sha256"],
            "overlay": assessment["overlay"],
        },
        left_out=making.left_out,
        checklist=[
            {key: exhibit[key] for key in ("exhibit", "provision", "outcome", "words", "document", "page", "date")}
            for exhibit in assessment["exhibits"]
        ],
        exit_code=assessment["exit_code"],
        members=members,
    )
    return Contents(members=members, manifest=manifest, exit_code=int(assessment["exit_code"]))


def last_part(member: str) -> str:
    """Return what a file is called in the documents of a package."""
    return member.rpartition("/")[2]


def _plan(asked: Asked, inputs: Mapping[str, bytes]) -> tuple[Plan, DailyRain | None]:
    content, name = _input(asked.plan, inputs), last_part(asked.plan)
    plan = replace(read_plan_text(decode(content, name), name=name), sha256=plan_hash(content))
    record = plan.loads.rain_record if plan.loads is not None else None
    if record is None or record.csv is None:
        return plan, None
    if asked.rain is None:
        raise PackageError(
            f"{name}: loads.rain_record.csv: the package does not hold {shown(record.csv.text)}; expected every file "
            "that the plan names; ask for the package anew"
        )
    rain_name = last_part(asked.rain)
    text = decode(_input(asked.rain, inputs), rain_name)
    return plan, read_daily_rain_text(text, record=named_record(record), name=rain_name)


def _overlay(member: str | None, inputs: Mapping[str, bytes]) -> OverlayText | None:
    if member is None:
        return None
    try:
        return OverlayText(name=last_part(member), text=_input(member, inputs).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise OverlayError(f"{last_part(member)} is not UTF-8 text (byte {error.start})") from error


def _input(member: str, inputs: Mapping[str, bytes]) -> bytes:
    if member not in inputs:
        raise PackageError(
            f"member {shown(member)} is missing; expected every file that the package is made from; ask for it anew"
        )
    return inputs[member]


def _add_simulation(plan: Plan, making: _Making) -> None:
    from headwater.reports.calculation_files import JSON, calculation_files
    from headwater.reports.simulation_csv import simulation_csv
    from headwater.review.analysis.analysis import analyse
    from headwater.review.analysis.document import simulation_document

    try:
        analysis = analyse(plan)
    except HeadwaterError as error:
        making.leave_out("simulation", error)
        return
    simulation = simulation_document(analysis)
    making.outputs[f"{OUTPUTS}simulation.json"] = assessment_json(simulation)
    making.outputs[f"{OUTPUTS}simulation.csv"] = _csv(simulation_csv(simulation))
    making.outputs |= {
        f"{OUTPUTS}calculations/{name}": content
        for name, content in calculation_files(analysis, simulation).items()
        if name != JSON
    }


def _add_loads(plan: Plan, rain: DailyRain | None, making: _Making) -> None:
    from headwater.reports.loads_csv import loads_csv
    from headwater.review.analysis.loads import loads_of
    from headwater.review.analysis.loads_document import loads_document

    try:
        loads = loads_document(loads_of(plan, rain))
    except HeadwaterError as error:
        making.leave_out("loads", error)
        return
    making.outputs[f"{OUTPUTS}loads.json"] = assessment_json(loads)
    making.outputs[f"{OUTPUTS}loads.csv"] = _csv(loads_csv(loads))


def _add_crosscheck(chosen: Chosen, asked: Asked, inputs: Mapping[str, bytes], making: _Making) -> None:
    from headwater.reports.request import JSON, request_files
    from headwater.review.crosscheck import crosscheck
    from headwater.review.crosscheck.document import crosscheck_document

    found = crosscheck_document(
        crosscheck(chosen.plan, chosen.edition, list(_submitted(chosen.plan, asked, inputs, making)))
    )
    making.outputs[f"{OUTPUTS}crosscheck.json"] = assessment_json(found)
    making.outputs |= {
        f"{OUTPUTS}request/{name}": content for name, content in request_files(found).items() if name != JSON
    }


def _submitted(plan: Plan, asked: Asked, inputs: Mapping[str, bytes], making: _Making) -> Iterator[Submitted]:
    """Yield each file that can be held against the plan; the others are carried, and it is said why."""
    for handed in asked.handed:
        name = last_part(handed.member)
        try:
            yield submitted(
                read_handed_bytes(_input(handed.member, inputs), file=name), plan, condition=handed.condition
            )
        except HandedFileError as error:
            making.leave_out(f"crosscheck of {name}", error)


def _csv(text: str) -> bytes:
    # Spreadsheets take a file for UTF-8 only when it begins with the mark of it.
    return text.encode("utf-8-sig", "backslashreplace")
