"""The commands of `headwater` and their wiring; what each prints is made in a module of its own.

Exit codes: 3 bad input; else 1 a finding is not met; else 2 one cannot be told, is for judgment, or rests on
provisional content; else 0. For `verify`: 0 nothing unexplained, 1 something, 3 bad overlay. For `simulate`: 0 no
warnings, 2 warnings, 1 an element has no answer, 3 bad input. For `loads`: as for a plan, a verdict that decides in the
place of a finding, and 2 for warnings too. For `read`: 2 where a line is not understood. For `crosscheck`: 1 a conflict
that is an error, 2 others. For `reproduce`: 0 all the same, 1 something differs, 3 no package.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from headwater import __version__
from headwater.cli.screen import complain, forget, json_text, open_streams, say, visible
from headwater.errors import HeadwaterError, PlanFileError

BAD_INPUT = 3
CONDITIONS = ("existing", "proposed", "meadow", "predevelopment")
DATUMS = ("NAVD88", "NGVD29")
UNWRITTEN = "the output cannot be written"
PLAN = click.argument("plan", type=click.Path(path_type=Path))
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def _choices(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose an edition."""
    for option in (
        click.option("--overlay", type=click.Path(path_type=Path), help="A District's tables and rulings, as a file."),
        click.option("--because", metavar="TEXT", help="Why that edition is used."),
        click.option("--edition", "edition_key", metavar="KEY", help="The edition to use in place of the date's."),
    ):
        command = option(command)
    return command


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="headwater")
def headwater() -> None:
    """Assess a stormwater plan under the rule of a watershed district: cited, explained, exact."""


@headwater.command()
@click.argument("kind", required=False)
def new(kind: str | None) -> int:
    """Print a commented plan to fill in, for one KIND of action."""
    from headwater.intake.starters import STARTERS, starter

    if kind is None:
        _print("\n".join(STARTERS) + "\n")
        return 0
    _print(starter(kind))
    return 0


@headwater.command()
@PLAN
@_choices
@JSON
def check(plan: Path, edition_key: str | None, because: str | None, overlay: Path | None, as_json: bool) -> int:
    """Assess PLAN and print every finding."""
    from headwater.cli.check_text import render_check
    from headwater.cli.choosing import choose
    from headwater.cli.reading_plan import plan_at
    from headwater.review import document

    chosen = choose(plan_at(plan), key=edition_key, because=because, overlay=overlay)
    assessment = document.check(chosen.plan, chosen.edition)
    _print(json_text(assessment) if as_json else render_check(assessment))
    return int(assessment["exit_code"])


@headwater.command(short_help="Explain what a provision or row makes of PLAN, and what would turn it.")
@PLAN
@click.argument("provision")
@click.option("--item", metavar="ID", help="The action, practice, opening or other item to explain it for.")
@_choices
@JSON
def explain(
    plan: Path,
    provision: str,
    item: str | None,
    edition_key: str | None,
    because: str | None,
    overlay: Path | None,
    as_json: bool,
) -> int:
    """Explain what PROVISION, or a row of a table, makes of PLAN, and the smallest change that turns it.

    PROVISION is named as `check` prints it (2011.3.c.1), without the year (3.c.1, T4), or is the word `permit`: whether
    one is needed, and what is required.
    """
    from headwater.cli.choosing import choose
    from headwater.cli.explain_text import render_explanation
    from headwater.cli.reading_plan import plan_at
    from headwater.review.explanation import explain as explain_provision
    from headwater.review.explanation_document import explanation_document

    chosen = choose(plan_at(plan), key=edition_key, because=because, overlay=overlay)
    explanation = explain_provision(chosen.plan, chosen.edition, provision, item=item)
    document = explanation_document(explanation)
    _print(json_text(document) if as_json else render_explanation(document))
    return explanation.assessment.exit_code


@headwater.command(short_help="Assess PLAN and write the memo: HTML, PDF, JSON, CSV.")
@PLAN
@_choices
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("report"), show_default=True, help="Where to write."
)
@JSON
def report(
    plan: Path, edition_key: str | None, because: str | None, overlay: Path | None, out: Path, as_json: bool
) -> int:
    """Assess PLAN and write the review memo: HTML, PDF in two sizes, JSON, and its tables as CSV."""
    from headwater.cli.choosing import choose
    from headwater.cli.reading_plan import plan_at
    from headwater.reports import write_report
    from headwater.review import document

    chosen = choose(plan_at(plan), key=edition_key, because=because, overlay=overlay)
    assessment = document.check(chosen.plan, chosen.edition)
    paths = write_report(assessment, out_dir=out)
    names = [str(path) for path in paths]
    _print(
        json_text({"document": "report", "version": 1, "files": names})
        if as_json
        else "".join(f"{name}\n" for name in names)
    )
    return int(assessment["exit_code"])


@headwater.command(short_help="Run PLAN's drainage in its storms: rates, levels, volumes.")
@PLAN
@click.option("--storms", metavar="ID,ID", help="The storms to run; left out, all.")
@click.option("--conditions", metavar="NAME,NAME", help="The conditions to run, as existing,proposed; left out, all.")
@click.option("--nodes", metavar="ID,ID", help="Print the full page of each of these nodes.")
@click.option("--critical", metavar="STORM", help="Search the critical duration of this storm.")
@click.option("--figures", type=click.Path(path_type=Path), metavar="DIR", help="Draw hydrographs and levels there.")
@click.option("--csv", "as_csv", is_flag=True, help="Print one flat table as CSV.")
@JSON
def simulate(
    plan: Path,
    storms: str | None,
    conditions: str | None,
    nodes: str | None,
    critical: str | None,
    figures: Path | None,
    as_csv: bool,
    as_json: bool,
) -> int:
    """Run the drainage section of PLAN in its storms, and print what a reviewer compares.

    First what went wrong, then the peak rates at the outfalls with existing beside proposed, then every node.
    """
    from headwater.cli.simulate import Asked
    from headwater.cli.simulate import simulate as run_simulation

    if as_csv and as_json:
        raise click.UsageError("--json and --csv cannot be printed together; ask for one of them.")
    text, code = run_simulation(
        Asked(
            plan=plan,
            storms=storms,
            conditions=conditions,
            nodes=nodes,
            critical=critical,
            figures=figures,
            as_json=as_json,
            as_csv=as_csv,
        )
    )
    _print(text)
    return code


@headwater.command(short_help="Write PLAN's calculations: HTML, PDF, JSON, CSV.")
@PLAN
@click.option("--storms", metavar="ID,ID", help="The storms to run; left out, all.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("calculations"), show_default=True, help="Where to write."
)
@JSON
def calculations(plan: Path, storms: str | None, out: Path, as_json: bool) -> int:
    """Run the drainage section of PLAN and write its calculations report: HTML, PDF in two sizes, JSON, CSV.

    Rates existing beside proposed, method, storms, routing, a page for each node, hydrographs, listings, cautions.
    """
    from headwater.cli.calculations import calculations as write_report

    text, code = write_report(plan, storms=storms, out=out, as_json=as_json)
    _print(text)
    return code


@headwater.command(short_help="Work out annual loads, permanent pools and reuse of PLAN.")
@PLAN
@click.option("--csv", "as_csv", is_flag=True, help="Print one flat table as CSV.")
@JSON
def loads(plan: Path, as_csv: bool, as_json: bool) -> int:
    """Work out the section of loads of PLAN: annual phosphorus and solids, equivalence, pools, reuse.

    At low, median and high removal, each value with its table, source and date. Daily rain is read from the file beside
    PLAN that it names.
    """
    from headwater.cli.loads import loads as run_loads

    if as_csv and as_json:
        raise click.UsageError("--json and --csv cannot be printed together; ask for one of them.")
    text, code = run_loads(plan, form="json" if as_json else "csv" if as_csv else "text")
    _print(text)
    return code


@headwater.command(short_help="Read a FILE handed in: what it says, and what became of every line.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--kind", metavar="KIND", help="Its kind, where the content does not tell.")
@click.option(
    "--section", metavar="CONDITION", help="Print its model as the drainage section of a plan, of this condition."
)
@click.option(
    "--datum", default="NAVD88", show_default=True, help="The datum of its elevations, which it does not name."
)
@click.option("--ledger", is_flag=True, help="Print every line with what became of it.")
@JSON
def read(file: Path, kind: str | None, section: str | None, datum: str, ledger: bool, as_json: bool) -> int:
    """Read FILE, a model, its printout or a rainfall page, and say what became of every line of it."""
    from headwater.cli.read import Asked
    from headwater.cli.read import read as read_file

    if section is not None and section not in CONDITIONS:
        raise click.UsageError(f"--section is one of {', '.join(CONDITIONS)}.")
    if datum not in DATUMS:
        raise click.UsageError(f"--datum is one of {', '.join(DATUMS)}.")
    text, code = read_file(Asked(file=file, kind=kind, section=section, datum=datum, ledger=ledger, as_json=as_json))
    _print(text)
    return code


@headwater.command(short_help="Hold PLAN against the models and printouts handed in beside it.")
@PLAN
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--existing", multiple=True, type=click.Path(path_type=Path), help="A file that models the land as it is."
)
@click.option("--proposed", multiple=True, type=click.Path(path_type=Path), help="A model of it as proposed.")
@_choices
@click.option(
    "--request", type=click.Path(path_type=Path), metavar="DIR", help="Write the request for information there."
)
@JSON
def crosscheck(
    plan: Path,
    files: tuple[Path, ...],
    existing: tuple[Path, ...],
    proposed: tuple[Path, ...],
    edition_key: str | None,
    because: str | None,
    overlay: Path | None,
    request: Path | None,
    as_json: bool,
) -> int:
    """Hold PLAN against FILES: models, printouts, rainfall pages. What moves a finding comes first.

    Each conflict says where both sides stand, and drafts what to ask of whoever handed it in. Nothing is sent.
    """
    from headwater.cli.crosscheck import Asked
    from headwater.cli.crosscheck import crosscheck as run_crosscheck

    if not (files or existing or proposed):
        raise click.UsageError("name one file or more beside the plan.")
    document, text = run_crosscheck(
        Asked(
            plan=plan,
            files=files,
            conditions={"existing": existing, "proposed": proposed},
            edition_key=edition_key,
            because=because,
            overlay=overlay,
            as_json=as_json,
        )
    )
    if request is not None:
        from headwater.reports.request import write_request

        drafted = write_request(document, out_dir=request)
        text += "" if as_json else f"\nRequest for information, drafted and not sent: {drafted[0]}, {drafted[1]}\n"
    _print(text)
    return int(document["exit_code"])


@headwater.command(short_help="Put PLAN, its files and all that comes of it into one file.")
@PLAN
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--existing", multiple=True, type=click.Path(path_type=Path), help="A file that models the land as it is."
)
@click.option("--proposed", multiple=True, type=click.Path(path_type=Path), help="A model of it as proposed.")
@_choices
@click.option("--out", type=click.Path(path_type=Path), help="The file to write; left out, PLAN.headwater.zip.")
@JSON
def package(
    plan: Path,
    files: tuple[Path, ...],
    existing: tuple[Path, ...],
    proposed: tuple[Path, ...],
    edition_key: str | None,
    because: str | None,
    overlay: Path | None,
    out: Path | None,
    as_json: bool,
) -> int:
    """Put PLAN, the FILES handed in with it and all that comes of them into one file that anybody can reproduce."""
    from headwater.cli.package import Ordered
    from headwater.cli.package import package as write_package

    text, code = write_package(
        Ordered(
            plan=plan,
            files=files,
            conditions={"existing": existing, "proposed": proposed},
            edition_key=edition_key,
            because=because,
            overlay=overlay,
            out=out,
            as_json=as_json,
        )
    )
    _print(text)
    return code


@headwater.command(short_help="Make a PACKAGE again and name every cell that differs.")
@click.argument("package_file", metavar="PACKAGE", type=click.Path(path_type=Path))
@JSON
def reproduce(package_file: Path, as_json: bool) -> int:
    """Make PACKAGE again from the inputs inside it, compare to the byte, and name every cell that differs."""
    from headwater.cli.reproduce import reproduce as make_again

    text, code = make_again(package_file, as_json=as_json)
    _print(text)
    return code


@headwater.command(short_help="Vary PLAN within honest ranges: what stays met, and what does not.")
@PLAN
@click.option("--ranges", type=click.Path(path_type=Path), metavar="FILE", help="Ranges of your own, in place of ours.")
@click.option("--figures", type=click.Path(path_type=Path), metavar="DIR", help="Draw a tornado of each finding there.")
@_choices
@JSON
def robustness(
    plan: Path,
    ranges: Path | None,
    figures: Path | None,
    edition_key: str | None,
    because: str | None,
    overlay: Path | None,
    as_json: bool,
) -> int:
    """Vary soil rate, curve number, time of concentration, depth and stage table of PLAN; ask every finding again."""
    from headwater.cli.robustness import Asked
    from headwater.cli.robustness import robustness as run_robustness

    document, text = run_robustness(
        Asked(
            plan=plan,
            ranges=ranges,
            figures=figures,
            edition_key=edition_key,
            because=because,
            overlay=overlay,
            as_json=as_json,
        )
    )
    _print(text)
    return int(document["exit_code"])


@headwater.command(short_help="Find the smallest size of a PRACTICE of PLAN that meets what is asked.")
@PLAN
@click.argument("practice")
@click.option("--vary", default="area", show_default=True, metavar="WHAT", help="area, depth, or an outlet's id.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Write both plans of the proof there.")
@_choices
@JSON
def size(
    plan: Path,
    practice: str,
    vary: str,
    out: Path | None,
    edition_key: str | None,
    because: str | None,
    overlay: Path | None,
    as_json: bool,
) -> int:
    """Find the smallest size of PRACTICE with which PLAN meets volume, rate, drawdown and separation.

    The increments are 1 sq ft, 0.1 ft and a quarter of an inch of pipe. The proof is two plans: the sized one, and the
    one an increment smaller, which does not meet all of it.
    """
    from headwater.cli.size import Asked
    from headwater.cli.size import size as run_size

    document, text = run_size(
        Asked(
            plan=plan,
            practice=practice,
            vary=vary,
            out=out,
            edition_key=edition_key,
            because=because,
            overlay=overlay,
            as_json=as_json,
        )
    )
    _print(text)
    return int(document["exit_code"])


@headwater.command()
@PLAN
@click.option("--overlay", type=click.Path(path_type=Path), help="A District's tables and rulings, as a file.")
@JSON
def compare(plan: Path, overlay: Path | None, as_json: bool) -> int:
    """Try PLAN under every edition at hand, side by side."""
    from headwater.cli.choosing import every_edition
    from headwater.cli.compare_text import render_comparison
    from headwater.cli.reading_plan import plan_at
    from headwater.review.comparison import compare as compare_editions
    from headwater.review.comparison_document import comparison_document

    read = plan_at(plan)
    comparison = compare_editions(read, every_edition(read, overlay=overlay))
    document = comparison_document(comparison)
    _print(json_text(document) if as_json else render_comparison(document))
    codes = {column.assessment.exit_code for column in comparison.columns if column.assessment is not None}
    return 1 if 1 in codes else max(codes, default=0)


@headwater.command(short_help="Say which facts changed, and then which findings.")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@_choices
@JSON
def diff(
    old: Path, new: Path, edition_key: str | None, because: str | None, overlay: Path | None, as_json: bool
) -> int:
    """Say which facts changed from OLD to NEW, and then which findings; both under the edition of OLD."""
    from headwater.cli.choosing import choose
    from headwater.cli.compare_text import render_difference
    from headwater.cli.reading_plan import plan_at
    from headwater.review.comparison import diff as diff_plans
    from headwater.review.comparison_document import difference_document

    first, second = plan_at(old), plan_at(new)
    chosen = choose(first, key=edition_key, because=because, overlay=overlay)
    difference = diff_plans(first, second, chosen.edition)
    document = difference_document(difference)
    _print(json_text(document) if as_json else render_difference(document))
    return difference.new.exit_code


@headwater.command(short_help="Prove an edition: gaps, overlaps, contradictions, jumps.")
@click.argument("key", metavar="[EDITION]", required=False)
@click.option("--without-readings", is_flag=True, help="Prove the bare text, no reading taken.")
@click.option("--overlay", type=click.Path(path_type=Path), help="A District's tables and rulings, as a file.")
@JSON
def verify(key: str | None, without_readings: bool, overlay: Path | None, as_json: bool) -> int:
    """Prove EDITION, or every edition: gaps, overlaps, contradictions, dead rows, undefined values, jumps."""
    from headwater.cli.choosing import editions_to_prove
    from headwater.cli.verify import render_verify, verify_document
    from headwater.rules.verify import verify_edition

    some = editions_to_prove(key, overlay=overlay)
    if without_readings:
        some = [edition.without_readings() for edition in some]
    document = verify_document([(edition, verify_edition(edition)) for edition in some])
    _print(json_text(document) if as_json else render_verify(document))
    return int(document["exit_code"])


@headwater.command(short_help="List the editions and how much of each is coded.")
@JSON
def editions(as_json: bool) -> int:
    """List the editions, and how many provisions of each are coded; with --json every provision."""
    from headwater.cli.editions_text import editions_document, render_editions

    document = editions_document()
    _print(json_text(document) if as_json else render_editions(document))
    return 0


@headwater.command()
def schema() -> int:
    """Print the JSON Schema of the plan file."""
    from headwater.plan.schema import plan_schema

    _print(json_text(plan_schema()))
    return 0


def _print(text: str) -> None:
    say(visible(text))


def _fail(error: HeadwaterError, *, as_json: bool) -> int:
    """Say what is wrong: on standard error for people, on standard output as JSON where that was asked for."""
    if as_json:
        problems = error.problems if isinstance(error, PlanFileError) else ()
        document = {
            "document": "error",
            "version": 1,
            "kind": type(error).__name__,
            "message": str(error),
            "problems": [
                {
                    "file": problem.file,
                    "line": problem.line,
                    "field": problem.field,
                    "value": problem.value,
                    "wrong": problem.wrong,
                    "expected": problem.expected,
                    "remedy": problem.remedy,
                }
                for problem in problems
            ],
        }
        try:
            _print(json_text(document))
        except OSError as unwritten:
            complain(f"{error}\n{UNWRITTEN}: {unwritten.strerror}\n")
    else:
        complain(f"{error}\n")
    return BAD_INPUT


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    open_streams()
    try:
        code = headwater.main(args=given, prog_name="headwater", standalone_mode=False)
    except HeadwaterError as error:
        code = _fail(error, as_json="--json" in given)
    except click.ClickException as error:
        error.show()
        code = BAD_INPUT
    except click.Abort:
        code = 130
    except OSError as error:
        # A disk that is full has nothing to say of the plan.
        forget(sys.stdout)
        complain(f"{UNWRITTEN}: {error.strerror or error}\n")
        code = BAD_INPUT
    sys.exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
