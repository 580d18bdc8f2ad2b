"""Drawings of a simulation: the same bytes each time, words for each, and a folder that is never somebody else's."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.headwater.reports.page import Page
from tests.headwater.simulating import PLAIN, analysed, document_of, nodes_of

from headwater.errors import ReportError
from headwater.reports.charts import folder, write_charts
from headwater.reports.charts.chart import Chart, charts_of, without_answer
from headwater.reports.charts.drawing import chart_svg
from headwater.reports.charts.folder import chart_files

ROOT = Path(__file__).parents[3]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def charts() -> dict[str, Chart]:
    """Return the drawings of the plan with the pond that is too small, by their keys."""
    return {chart.key: chart for chart in charts_of(analysed(), document_of())}


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """Return the page and all drawings."""
    return chart_files(analysed(), document_of())


def test_each_storm_has_its_rain_every_outfall_and_every_pond_with_an_answer(charts: dict[str, Chart]) -> None:
    assert [key for key in charts if key.startswith("2-yr")] == [
        "2-yr-rain",
        "2-yr-outfall-1O",
        "2-yr-outfall-2O",
        "2-yr-pond-1P",
        "2-yr-pond-2P",
    ]
    # 1P overflows in 100 years, and stands in the proposed model alone.
    assert "100-yr-pond-1P" not in charts
    assert "100-yr-pond-2P" in charts
    assert without_answer(document_of(), "100-yr") == ["1P, proposed: storage exceeded", "1O, proposed: not computed"]


def test_an_outfall_shows_existing_and_proposed_together(charts: dict[str, Chart]) -> None:
    (panel,) = charts["2-yr-outfall-1O"].panels
    assert [curve.label for curve in panel.curves] == ["existing", "proposed"]
    assert [curve.label for curve in charts["100-yr-outfall-1O"].panels[0].curves] == ["existing"]


def test_the_highest_point_of_a_line_is_the_peak_of_the_document(charts: dict[str, Chart]) -> None:
    node = nodes_of(document_of(), "proposed", "2-yr")["2P"]
    flows, levels = charts["2-yr-pond-2P"].panels
    inflow, outflow = flows.curves
    # A peak is the top of the parabola through three ordinates, so that the line may stay a little below it.
    assert float(inflow.y.max()) == pytest.approx(node["inflow_peak_cfs"], rel=0.005)
    assert float(outflow.y.max()) == pytest.approx(node["peak_cfs"], rel=0.005)
    assert float(levels.curves[0].y.max()) == pytest.approx(node["peak_elevation_ft"], abs=0.001)


def test_the_rain_of_a_drawing_adds_up_to_the_depth(charts: dict[str, Chart]) -> None:
    (curve,) = charts["2-yr-rain"].panels[0].curves
    steps_h = curve.x[1:] - curve.x[:-1]
    assert float((curve.y[:-1] * steps_h).sum()) == pytest.approx(2.87, abs=1e-6)


def test_the_words_for_a_drawing_have_the_figures_of_the_document(charts: dict[str, Chart]) -> None:
    node = nodes_of(document_of(), "proposed", "2-yr")["1O"]
    words = charts["2-yr-outfall-1O"].alternative
    assert f"proposed peak {node['peak_cfs']:.2f} cfs at {node['time_of_peak_h']:.2f} h" in words
    assert "highest level 931." in charts["2-yr-pond-1P"].alternative
    assert "ft NAVD88" in charts["2-yr-pond-1P"].alternative


def test_a_drawing_says_its_title_units_and_words(charts: dict[str, Chart]) -> None:
    chart = charts["2-yr-pond-1P"]
    svg = chart_svg(chart)
    root = ElementTree.fromstring(svg)
    title, what = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert what is not None
    assert (root.attrib["role"], title.text, what.text) == ("img", chart.title, chart.alternative)
    said = {"".join(text.itertext()).strip() for text in root.iter(f"{SVG}text")}
    assert {"flow (cfs)", "level (ft NAVD88)", "time since the start of the rain (h)", chart.title} <= said


def test_the_same_run_draws_the_same_bytes_in_another_process(files: dict[str, bytes]) -> None:
    code = (
        "from tests.headwater.simulating import analysed, document_of\n"
        "from headwater.reports.charts.folder import chart_files\n"
        "import hashlib\n"
        "files = chart_files(analysed(), document_of())\n"
        "print(hashlib.sha256(b''.join(files[name] for name in sorted(files))).hexdigest())\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=300
    )
    assert run.stdout.strip() == hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()


def test_nothing_in_a_drawing_tells_when_or_where_it_was_made(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        assert b"<dc:date>" not in content, name
        assert str(Path.home()).encode() not in content, name


def test_the_page_shows_every_drawing_with_words_and_says_what_has_no_answer(files: dict[str, bytes]) -> None:
    page = Page(files["index.html"].decode())
    images = [element for element in page.elements if element.name == "img"]
    assert {image.attributes["src"] for image in images} == set(files) - {"index.html"}
    assert all(image.attributes["alt"] for image in images)
    assert "1P, proposed: storage exceeded" in page.text
    assert "2S (subcatchment) to 1L" in page.text
    assert page.unclosed == []


def test_a_hostile_name_is_text_on_the_page_and_in_a_drawing(tmp_path: Path) -> None:
    name = "$x_1$ <script>alert(1)</script>"
    path = tmp_path / "plan.yaml"
    path.write_text(PLAIN.replace("A field", f"'{name}'").replace("id: 2-yr", f"id: '{name}'"), encoding="utf-8")
    files = chart_files(analysed(path), document_of(path))
    page = Page(files["index.html"].decode())
    assert "script" not in {element.name for element in page.elements}
    assert f"Storm {name}" in page.text
    drawing = next(content for file, content in files.items() if "rain" in file)
    root = ElementTree.fromstring(drawing)
    assert not list(root.iter(f"{SVG}script"))
    assert f"Rain of storm {name}" in {"".join(text.itertext()).strip() for text in root.iter(f"{SVG}text")}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing, where only the folder matters."""
    monkeypatch.setattr(folder, "chart_svg", lambda chart: b"<svg/>")


@pytest.mark.usefixtures("quick")
class TestWhereDrawingsMayGo:
    def test_a_new_folder_is_made_and_the_page_named_first(self, tmp_path: Path) -> None:
        paths = write_charts(analysed(), document_of(), out_dir=tmp_path / "deep" / "figures")
        assert paths[0].name == "index.html"
        assert all(path.is_file() for path in paths)

    def test_older_drawings_are_replaced(self, tmp_path: Path) -> None:
        write_charts(analysed(), document_of(), out_dir=tmp_path)
        (tmp_path / "older.svg").write_text("of an older run", encoding="utf-8")
        write_charts(analysed(), document_of(), out_dir=tmp_path)
        assert not (tmp_path / "older.svg").exists()

    @pytest.mark.parametrize("name", ["thesis.docx", "index.html", "drawing.svg"])
    def test_a_folder_that_holds_something_else_is_left_as_it_is(self, tmp_path: Path, name: str) -> None:
        (tmp_path / name).write_text("years of work", encoding="utf-8")
        with pytest.raises(ReportError, match=name.replace(".", r"\.")):
            write_charts(analysed(), document_of(), out_dir=tmp_path)
        assert [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()] == ["years of work"]

    def test_a_file_is_no_folder(self, tmp_path: Path) -> None:
        (tmp_path / "figures").write_text("", encoding="utf-8")
        with pytest.raises(ReportError, match="is a file"):
            write_charts(analysed(), document_of(), out_dir=tmp_path / "figures")


@pytest.mark.browser
def test_a_browser_shows_the_page_without_a_complaint(files: dict[str, bytes], chromium: Path, tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(chromium), args=["--no-sandbox"])
        page = browser.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto((tmp_path / "index.html").as_uri())
        shown = page.evaluate("[...document.images].every(i => i.complete && i.naturalWidth > 0)")
        browser.close()
    assert said == []
    assert shown
