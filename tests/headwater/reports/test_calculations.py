"""The calculations report says what the simulation has, on screen as on paper, and leaves nothing out in silence."""

from __future__ import annotations

import html
import io
import itertools
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from tests.headwater.reports.page import Page
from tests.headwater.simulating import SMALL_POND

from headwater.cli.main import main
from headwater.intake.plan_file import read_plan, read_plan_text
from headwater.reports.calculations import calculations_of
from headwater.reports.charts.chart import Chart, Curve, Panel
from headwater.reports.figure_words import printed
from headwater.reports.html import memo_html
from headwater.reports.model import Figure, Memo, Section, Table
from headwater.reports.pdf import memo_pdf
from headwater.reports.plots import chart_figure, ticks
from headwater.reports.routing_figure import routing_figure
from headwater.reports.writing import table_files
from headwater.review.analysis.analysis import Analysis, analyse
from headwater.review.analysis.document import simulation_document
from headwater.review.analysis.listings import areas_by_curve_number, areas_by_soil, pipes

ROOT = Path(__file__).parent.parent.parent.parent
CAMPUS = ROOT / "examples" / "engine" / "twenty-nodes.yaml"
CLINIC = ROOT / "examples" / "engine" / "one-pond.yaml"


@cache
def analysed(path: Path) -> tuple[Analysis, dict[str, Any]]:
    analysis = analyse(read_plan(path))
    return analysis, simulation_document(analysis)


@cache
def report(path: Path) -> Memo:
    return calculations_of(*analysed(path))


def section(memo: Memo, key: str) -> Section:
    return next(one for one in memo.sections if one.key == key)


def tables(one: Section) -> list[Table]:
    return [block for part in (one, *one.parts) for block in part.blocks if isinstance(block, Table)]


# ---- what stands in it -----------------------------------------------------------------------------------------------


def test_the_sections_stand_in_the_order_of_a_submittal() -> None:
    assert [one.title for one in report(CLINIC).sections] == [
        "Rates and volumes at the outfalls",
        "Method",
        "Storms",
        "Routing",
        "All nodes in each storm",
        "Nodes, existing",
        "Nodes, proposed",
        "Hydrographs and levels",
        "Listings",
        "Cautions",
        "Sources",
    ]


def test_every_node_but_outfalls_and_links_has_its_part_in_the_order_of_the_water() -> None:
    _, document = analysed(CAMPUS)
    for condition in document["conditions"]:
        named = [
            f"{node['kind'].capitalize()} {node['id']}, {condition['condition']}"
            for node in condition["routing"]
            if node["kind"] in ("subcatchment", "pond", "reach")
        ]
        assert [part.title for part in section(report(CAMPUS), f"nodes-{condition['condition']}").parts] == named


def test_rates_stand_existing_beside_proposed_for_each_storm() -> None:
    _, document = analysed(CLINIC)
    rates, volumes = tables(section(report(CLINIC), "rates"))
    assert [(column.group, column.label) for column in rates.columns[1:]] == [
        (storm, condition) for storm in ("2-yr", "10-yr", "100-yr") for condition in ("existing", "proposed")
    ]
    peaks = {(rate["storm"], name): peak for rate in document["rates"] for name, peak in rate["peak_cfs"].items()}
    expected = [f"{peaks[column.group, column.label]:.2f}" for column in rates.columns[1:]]
    assert list(rates.rows[0][1:]) == expected
    assert len(volumes.rows) == 1


def test_a_pond_has_its_peak_level_of_every_storm_as_the_document_has_it() -> None:
    _, document = analysed(CAMPUS)
    proposed = document["conditions"][1]
    part = next(one for one in section(report(CAMPUS), "nodes-proposed").parts if one.title.startswith("Pond 3P"))
    levels = next(block for block in part.blocks if isinstance(block, Table) and block.title == "Levels")
    peaks = [next(node for node in run["nodes"] if node["id"] == "3P")["peak_elevation_ft"] for run in proposed["runs"]]
    assert [row[2] for row in levels.rows] == [printed(peak, "ft") for peak in peaks]


def test_the_cover_holds_the_block_that_an_engineer_signs() -> None:
    source = memo_html(report(CLINIC))
    text = Page(source).text
    assert "prepared by me or under my direct supervision" in text
    assert "licensed Professional Engineer under the laws of the State of Minnesota" in text
    assert all(f"<dt>{line}</dt>" in source for line in ("Name", "Signature", "Date", "Licence number"))


def test_a_remark_of_the_engine_stands_once_with_every_place() -> None:
    (table,) = tables(section(report(CLINIC), "cautions"))
    _, document = analysed(CLINIC)
    row = next(row for row in table.rows if row[3] == "rain-between-points")
    assert row[2] == "2-yr; 10-yr; 100-yr"
    assert row[0] == "note"
    assert len(document["warnings"]) == 3


def test_a_pond_that_is_too_small_says_so_on_its_page_and_has_no_figures_made_up() -> None:
    memo = report(SMALL_POND)
    page = Page(memo_html(memo))
    assert "storage exceeded at" in page.text
    assert "No answer, so no line" in page.text
    assert "The engine has" in page.text


def test_sources_name_the_works_of_the_methods_in_use_alone() -> None:
    keys = {row[0] for row in tables(section(report(CLINIC), "sources"))[0].rows}
    assert {"TR55", "NEH630-10", "NEH630-15", "NEH630-16", "HEC22", "WINTR20", "ATLAS14"} == keys
    assert "HDS5" in {row[0] for row in tables(section(report(CAMPUS), "sources"))[0].rows}


# ---- listings --------------------------------------------------------------------------------------------------------


def test_land_of_one_cover_is_summed_over_subcatchments() -> None:
    # By hand: 1.06 + 0.04 = 1.10 ac impervious; 1.74 ac open space; 0.20 ac meadow: 3.04 ac, as before.
    proposed = analysed(CLINIC)[1]["conditions"][1]
    found = {one.name: (one.curve_number, one.area_ac, one.subcatchments) for one in areas_by_curve_number(proposed)}
    assert found == {
        "meadow, HSG B": (58.0, 0.2, ("12S",)),
        "open space, good, HSG B": (61.0, 1.74, ("11S",)),
        "impervious": (98.0, 1.1, ("11S", "12S")),
    }


def test_land_is_summed_by_soil_group_and_ground_without_one_is_said_so() -> None:
    proposed = analysed(CLINIC)[1]["conditions"][1]
    assert [(one.name, one.area_ac) for one in areas_by_soil(proposed)] == [("B", 1.94), ("not named", 1.1)]


def test_pipes_of_flow_paths_reaches_and_outlets_are_listed() -> None:
    proposed = analysed(CAMPUS)[1]["conditions"][1]
    found = [(pipe.where, pipe.kind) for pipe in pipes(proposed)]
    assert ("2R", "pipe") in found
    assert ("2P outlet D", "culvert") in found
    assert all(where in ("12S", "13S", "14S", "11S", "15S", "16S", "17S", "18S") for where, _ in found[:1])


# ---- screen and paper ------------------------------------------------------------------------------------------------


def words(text: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9.%/-]+", html.unescape(text))


SAYS = frozenset({"td", "th", "caption", "p", "dt", "dd", "h1", "h2", "h3", "figcaption"})


def said(source: str) -> list[str]:
    """Return every text of a page but the names of its files, and the heads of columns, which paper sets in lines."""
    return [
        element.text
        for element in Page(source).elements
        if element.name in SAYS
        and element.attributes.get("class") != "csv"
        and element.attributes.get("scope", "row") == "row"
        and element.text != "left to be filled in by hand"
    ]


@pytest.mark.pdf
@pytest.mark.parametrize("paper", ["letter", "11x17"])
def test_what_the_screen_says_paper_says(paper: Any, text_of_pdf: Callable[..., str]) -> None:
    memo = report(CAMPUS)
    texts = said(memo_html(memo))
    on_paper = text_of_pdf(memo_pdf(memo, paper=paper))
    whole, single = "".join(on_paper.split()), set(words(on_paper))
    apart = [text for text in texts if "".join(text.split()) not in whole]
    assert len(texts) > 2_500
    # Long cells side by side are read across by a reader of PDF: their words are there, line by line.
    assert len(apart) < 0.01 * len(texts)
    assert {word for text in apart for word in words(text)} - single == set()


@pytest.mark.pdf
def test_heads_of_columns_are_on_paper(text_of_pdf: Callable[..., str]) -> None:
    memo = report(CLINIC)
    single = set(words(text_of_pdf(memo_pdf(memo, paper="letter"))))
    heads = {
        word
        for table in Page(memo_html(memo)).tables
        for row in table.heads
        for cell in row
        for word in words(cell.text)
    }
    assert {"cfs", "existing", "proposed", "Attenuation"} <= heads
    assert heads - single == set()


@pytest.mark.pdf
@pytest.mark.parametrize(("paper", "size"), [("letter", (612, 792)), ("11x17", (1224, 792))])
def test_it_is_a_tagged_pdf_of_its_size_with_bookmarks_and_words_for_every_drawing(
    paper: Any, size: tuple[int, int]
) -> None:
    memo = report(CLINIC)
    with pikepdf.open(io.BytesIO(memo_pdf(memo, paper=paper))) as pdf:
        assert pdf.Root.MarkInfo.Marked
        with pdf.open_metadata() as metadata:
            assert metadata["pdfuaid:part"] == "1"
        assert {(int(page.mediabox[2]), int(page.mediabox[3])) for page in pdf.pages} == {size}
        said = [str(one.Alt) for one in structure(pdf.Root.StructTreeRoot) if str(one.S) == "/Figure" and "/Alt" in one]
        titles = [" ".join(str(one.title).split()) for one in bookmarks(pdf)]
        levels = [
            int(str(one.S)[2]) for one in structure(pdf.Root.StructTreeRoot) if re.fullmatch("/H[1-6]", str(one.S))
        ]
    figures = [
        block for one in memo.sections for part in one.parts for block in part.blocks if isinstance(block, Figure)
    ]
    assert len(said) == len(figures)
    assert levels[0] == 1
    assert all(after - before <= 1 and after > 1 for before, after in itertools.pairwise(levels))
    assert titles == [f"{number} {one.title}" for number, one in enumerate(memo.sections, start=1)]


def bookmarks(pdf: pikepdf.Pdf) -> list[Any]:
    with pdf.open_outline() as outline:
        return list(outline.root[0].children)


def structure(node: Any) -> Iterator[Any]:
    children = node.get("/K")
    for child in children if isinstance(children, pikepdf.Array) else [children]:
        if isinstance(child, pikepdf.Dictionary) and "/S" in child:
            yield child
            yield from structure(child)


@pytest.mark.pdf
def test_the_same_plan_gives_the_same_bytes() -> None:
    again = calculations_of(*analysed(CLINIC))
    assert memo_html(again) == memo_html(report(CLINIC))
    assert memo_pdf(again, paper="letter") == memo_pdf(report(CLINIC), paper="letter")


def test_no_two_elements_of_the_page_have_one_id_and_every_link_leads_somewhere() -> None:
    page = Page(memo_html(report(CAMPUS)))
    ids = [value for element in page.elements if (value := element.attributes.get("id")) is not None]
    assert len(ids) == len(set(ids))
    links = [str(element.attributes["href"]) for element in page.elements if element.name == "a"]
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)


def test_a_table_of_a_node_promises_no_file() -> None:
    memo = report(CLINIC)
    written = {table.key for table in memo.tables()}
    linked = set(re.findall(r'href="tables/([^"]+)\.csv"', memo_html(memo)))
    assert linked <= written
    assert {"rates", "volumes", "storms", "proposed-areas", "proposed-soils", "cautions"} <= linked
    assert written - linked == {"simulation", "stages", "outlets"}


# ---- drawings --------------------------------------------------------------------------------------------------------


def chart(*curves: Curve, end_h: float = 24.0) -> Chart:
    return Chart(
        key="k",
        storm="s",
        title="t",
        alternative="a",
        panels=(Panel(y_label="flow (cfs)", curves=curves),),
        end_h=end_h,
    )


def points(svg: str) -> list[tuple[float, float]]:
    found = re.search(r'<polyline points="([^"]*)"', svg)
    assert found is not None
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in found[1].split())]


def test_a_peak_between_two_columns_of_pixels_is_drawn_at_its_height() -> None:
    # 24 h over 564 px: a column of pixels is 153 s wide, and the peak of one step of 10 s lies within one.
    time_h = np.arange(0, 24, 10 / 3600)
    flow = np.zeros_like(time_h)
    flow[4_001] = 10.0
    svg = chart_figure(chart(Curve(label="l", condition="proposed", role="outflow", x=time_h, y=flow))).svg
    drawn = points(svg)
    # Ten cfs is the top of the axis, 116 px above its foot, which lies at 26 + 116.
    assert min(y for _, y in drawn) == 26
    assert len(drawn) < 1_200


def test_a_line_of_few_points_is_drawn_through_each() -> None:
    curve = Curve(label="l", condition="existing", role="outflow", x=np.array([0.0, 12, 24]), y=np.array([0.0, 5, 0]))
    assert points(chart_figure(chart(curve)).svg) == [(62, 142), (344, 26), (626, 142)]


def test_what_a_float_leaves_below_zero_makes_no_room_there() -> None:
    curve = Curve(label="l", condition="existing", role="outflow", x=np.array([0.0, 24]), y=np.array([-1e-9, 5.0]))
    assert ">-" not in chart_figure(chart(curve)).svg


@pytest.mark.parametrize(
    ("low", "high", "values"),
    [
        pytest.param(0.0, 0.0, [0.0, 0.002], id="nothing flows"),
        pytest.param(931.2, 931.2, [930.0, 932.0], id="a level that never moves"),
        pytest.param(0.0, 0.13, [0.0, 0.05, 0.1, 0.15], id="little"),
        pytest.param(0.0, 5.0, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0], id="at the top"),
        pytest.param(-1.0, 3.0, [-1.0, 0.0, 1.0, 2.0, 3.0], id="below zero"),
    ],
)
def test_an_axis_has_round_values_that_hold_all(low: float, high: float, values: list[float]) -> None:
    assert ticks(low, high) == values


def test_two_drawings_of_routing_share_no_mark() -> None:
    _, document = analysed(CAMPUS)
    drawn = [routing_figure(one["routing"], condition=one["condition"]).svg for one in document["conditions"]]
    ids = [set(re.findall(r' id="([^"]*)"', svg)) for svg in drawn]
    assert ids == [{"tip-existing"}, {"tip-proposed"}]
    assert all("<style" not in svg and "class=" not in svg for svg in drawn)


HOSTILE = 'x"><script>alert(1)</script> 中\u202e'


@pytest.mark.pdf
def test_a_name_that_is_markup_or_cannot_be_set_is_shown_and_does_nothing() -> None:
    text = SMALL_POND.read_text(encoding="utf-8")
    name = "1P"
    assert f"id: {name}" in text
    quoted = '"' + HOSTILE.replace('"', '\\"') + '"'
    changed = re.sub(rf"\b(id|to): {name}\b", lambda match: f"{match[1]}: {quoted}", text)
    analysis = analyse(read_plan_text(changed))
    memo = calculations_of(analysis, simulation_document(analysis))
    page = memo_html(memo)
    assert "<script" not in page
    assert "\u202e" not in page
    assert memo_pdf(memo, paper="letter").startswith(b"%PDF")


@pytest.mark.parametrize("name", ["../../out", "a b", "2.YR", "\u202e", "n" * 300, "con/../x"])
def test_whatever_a_storm_is_called_its_tables_are_plain_files_each_its_own(name: str) -> None:
    text = CLINIC.read_text(encoding="utf-8")
    changed = text.replace("id: 10-yr,", f"id: {json.dumps(name)},")
    assert changed != text
    analysis = analyse(read_plan_text(changed))
    memo = calculations_of(analysis, simulation_document(analysis))
    names = list(table_files(memo))
    assert all(re.fullmatch(r"tables/[A-Za-z0-9-]{1,80}\.csv", one) for one in names)
    assert len({one.lower() for one in names}) == len(names) == len(list(memo.tables()))
    ids = [str(one.attributes["id"]) for one in Page(memo_html(memo)).elements if one.attributes.get("id")]
    assert all(" " not in one for one in ids)
    assert len(ids) == len(set(ids))


def test_storms_whose_names_differ_in_their_signs_alone_are_numbered() -> None:
    text = CLINIC.read_text(encoding="utf-8").replace("id: 10-yr,", "id: 2.yr,").replace("id: 100-yr,", "id: 2-yr-2,")
    analysis = analyse(read_plan_text(text))
    names = list(table_files(calculations_of(analysis, simulation_document(analysis))))
    found = [name for name in names if name.startswith("tables/proposed-") and name.endswith("-ponds.csv")]
    assert found == [f"tables/proposed-{storm}-ponds.csv" for storm in ("2-yr", "2-yr-2", "2-yr-2-2")]


def test_every_figure_has_words_that_stand_for_it() -> None:
    figures = [
        block
        for one in report(CAMPUS).sections
        for part in (one, *one.parts)
        for block in part.blocks
        if isinstance(block, Figure)
    ]
    assert len(figures) == 2 + 3 * (1 + 2 + 5)
    assert all(len(figure.alternative) > 20 for figure in figures)


# ---- the command -----------------------------------------------------------------------------------------------------


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as left:
        main(["calculations", *(str(argument) for argument in arguments)])
    return int(str(left.value.code))


@pytest.mark.pdf
def test_the_command_writes_every_file_and_ends_as_the_simulation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "calculations"
    code = run(CLINIC, "--out", out)
    named = capsys.readouterr().out.splitlines()
    assert code == analysed(CLINIC)[1]["exit_code"] == 0
    assert sorted(named) == sorted(str(path) for path in out.rglob("*") if path.is_file())
    assert {"calculations.html", "calculations-letter.pdf", "calculations-11x17.pdf"} <= {
        path.name for path in out.iterdir()
    }


@pytest.mark.pdf
def test_a_folder_of_something_else_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert run(CLINIC, "--out", tmp_path) == 3
    assert "is no calculations report of Headwater's (mine.txt)" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.pdf
def test_an_older_report_is_replaced(tmp_path: Path) -> None:
    assert run(CLINIC, "--out", tmp_path / "out") == 0
    assert run(CLINIC, "--storms", "2-yr", "--out", tmp_path / "out") == 0
    assert len(read_json(tmp_path / "out" / "simulation.json")["storms"]) == 1


def test_a_plan_without_drainage_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(ROOT / "examples" / "corner-store-2011.yaml", "--out", tmp_path / "out") == 3
    assert "has no drainage model" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def read_json(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
