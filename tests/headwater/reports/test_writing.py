"""A report is written whole or not at all, and never over what is no report."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.headwater.reports.conftest import document_of

from headwater.errors import ReportError
from headwater.reports import write_report, writing


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the typesetting out: what is written matters here, not how it looks."""
    monkeypatch.setattr(
        writing,
        "report_files",
        lambda document: {
            "memo.html": b"<p>memo</p>",
            "memo-letter.pdf": b"%PDF",
            "memo-11x17.pdf": b"%PDF",
            "assessment.json": writing.assessment_json(document),
            "tables/facts.csv": b"Fact\r\n",
        },
    )


def inside(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.pdf
def test_a_report_holds_the_memo_in_three_forms_the_assessment_and_its_tables(
    tmp_path: Path, corner: dict[str, Any]
) -> None:
    paths = write_report(corner, out_dir=tmp_path / "deep" / "report")
    assert all(path.is_file() for path in paths)
    names = inside(tmp_path / "deep" / "report")
    assert {"memo.html", "memo-letter.pdf", "memo-11x17.pdf", "assessment.json"} <= set(names)
    assert {f"tables/{name}.csv" for name in ("volume", "rates", "facts", "exhibits", "findings", "margins")} <= set(
        names
    )
    assert sorted(path.relative_to(tmp_path / "deep" / "report").as_posix() for path in paths) == names
    assert inside(tmp_path) == [f"deep/report/{name}" for name in names]


@pytest.mark.pdf
def test_the_same_document_gives_the_same_bytes_in_every_file(tmp_path: Path, document: dict[str, Any]) -> None:
    one, two = (write_report(document, out_dir=tmp_path / name) for name in ("one", "two"))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]


def test_the_json_is_the_document_with_its_keys_in_order_and_a_newline_at_the_end(corner: dict[str, Any]) -> None:
    text = writing.assessment_json(corner).decode()
    assert json.loads(text) == corner
    assert text.endswith("}\n")
    keys = list(json.loads(text))
    assert keys == sorted(keys)


@pytest.mark.usefixtures("quick")
class TestWhereAReportMayGo:
    def test_an_older_report_is_replaced_whole(self, tmp_path: Path, corner: dict[str, Any]) -> None:
        target = tmp_path / "report"
        write_report(corner, out_dir=target)
        (target / "tables" / "older.csv").write_text("of an older report", encoding="utf-8")
        write_report(document_of("home-2011"), out_dir=target)
        assert "tables/older.csv" not in inside(target)
        assert json.loads((target / "assessment.json").read_text(encoding="utf-8"))["plan"]["name"] == "A home"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["report"]

    def test_an_empty_folder_is_filled(self, tmp_path: Path, corner: dict[str, Any]) -> None:
        write_report(corner, out_dir=tmp_path)
        assert "memo.html" in inside(tmp_path)

    def test_a_folder_that_holds_something_else_is_left_as_it_is(self, tmp_path: Path, corner: dict[str, Any]) -> None:
        (tmp_path / "thesis.docx").write_text("years of work", encoding="utf-8")
        with pytest.raises(ReportError, match=r"thesis\.docx"):
            write_report(corner, out_dir=tmp_path)
        assert inside(tmp_path) == ["thesis.docx"]

    def test_a_report_with_a_file_of_somebody_else_in_it_is_left_as_it_is(
        self, tmp_path: Path, corner: dict[str, Any]
    ) -> None:
        target = tmp_path / "report"
        write_report(corner, out_dir=target)
        (target / "tables" / "notes.txt").write_text("mine", encoding="utf-8")
        before = {name: (target / name).read_bytes() for name in inside(target)}
        with pytest.raises(ReportError, match=r"notes\.txt"):
            write_report(document_of("home-2011"), out_dir=target)
        assert {name: (target / name).read_bytes() for name in inside(target)} == before

    def test_a_page_that_happens_to_be_called_memo_is_no_report(self, tmp_path: Path, corner: dict[str, Any]) -> None:
        (tmp_path / "memo.html").write_text("somebody else's memo", encoding="utf-8")
        with pytest.raises(ReportError, match="no report"):
            write_report(corner, out_dir=tmp_path)
        assert (tmp_path / "memo.html").read_text(encoding="utf-8") == "somebody else's memo"

    @pytest.mark.parametrize("content", ["", "[]", "{}", '{"document": "error"}', "\udcff"])
    def test_another_assessment_json_is_no_report(self, tmp_path: Path, corner: dict[str, Any], content: str) -> None:
        (tmp_path / "assessment.json").write_bytes(content.encode("utf-8", "surrogateescape"))
        with pytest.raises(ReportError, match="no report"):
            write_report(corner, out_dir=tmp_path)

    def test_a_file_is_no_folder(self, tmp_path: Path, corner: dict[str, Any]) -> None:
        path = tmp_path / "report"
        path.write_text("a file", encoding="utf-8")
        with pytest.raises(ReportError, match="is a file"):
            write_report(corner, out_dir=path)
        assert path.read_text(encoding="utf-8") == "a file"

    def test_nothing_can_be_written_below_a_file(self, tmp_path: Path, corner: dict[str, Any]) -> None:
        (tmp_path / "file").write_text("a file", encoding="utf-8")
        with pytest.raises(ReportError, match="cannot be written"):
            write_report(corner, out_dir=tmp_path / "file" / "report")

    def test_a_link_to_a_folder_is_followed_and_stays_a_link(self, tmp_path: Path, corner: dict[str, Any]) -> None:
        (tmp_path / "real").mkdir()
        (tmp_path / "link").symlink_to(tmp_path / "real")
        write_report(corner, out_dir=tmp_path / "link")
        assert (tmp_path / "link").is_symlink()
        assert "memo.html" in inside(tmp_path / "real")

    def test_a_link_inside_is_not_followed(self, tmp_path: Path, corner: dict[str, Any]) -> None:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "report").mkdir()
        (tmp_path / "report" / "tables").symlink_to(tmp_path / "elsewhere")
        with pytest.raises(ReportError, match="tables"):
            write_report(corner, out_dir=tmp_path / "report")

    def test_when_the_disk_is_full_the_older_report_stays_and_nothing_else_does(
        self, tmp_path: Path, corner: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        target = tmp_path / "report"
        write_report(corner, out_dir=target)
        before = {name: (target / name).read_bytes() for name in inside(target)}

        def full(self: Path, content: bytes) -> int:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "write_bytes", full)
        with pytest.raises(ReportError, match="No space left on device"):
            write_report(document_of("home-2011"), out_dir=target)
        monkeypatch.undo()
        assert {name: (target / name).read_bytes() for name in inside(target)} == before
        assert sorted(path.name for path in tmp_path.iterdir()) == ["report"]

    def test_when_the_new_report_cannot_be_put_in_place_the_older_one_comes_back(
        self, tmp_path: Path, corner: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        target = tmp_path / "report"
        write_report(corner, out_dir=target)
        rename = Path.rename

        def stubborn(self: Path, to: Path) -> Path:
            if self.name.endswith(".part"):
                raise OSError(1, "Operation not permitted")
            return rename(self, to)

        monkeypatch.setattr(Path, "rename", stubborn)
        with pytest.raises(ReportError, match="Operation not permitted"):
            write_report(document_of("home-2011"), out_dir=target)
        monkeypatch.undo()
        assert json.loads((target / "assessment.json").read_text(encoding="utf-8"))["plan"]["name"] == "Corner store"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["report"]

    def test_a_folder_that_holds_the_whole_disk_is_not_looked_through(
        self, tmp_path: Path, corner: dict[str, Any]
    ) -> None:
        for number in range(3):
            (tmp_path / f"folder-{number}" / "deeper").mkdir(parents=True)
        (tmp_path / "folder-0" / "deeper").chmod(0)  # who looks into it is refused
        with pytest.raises(ReportError, match=r"folder-0\)"):
            write_report(corner, out_dir=tmp_path)
        (tmp_path / "folder-0" / "deeper").chmod(0o700)

    @pytest.mark.parametrize("out", ["loop", "~nobody-of-this-name/report"])
    def test_a_folder_that_cannot_be_found_is_told(
        self, tmp_path: Path, corner: dict[str, Any], monkeypatch: pytest.MonkeyPatch, out: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "loop").symlink_to(tmp_path / "other")
        (tmp_path / "other").symlink_to(tmp_path / "loop")
        with pytest.raises(ReportError, match="name a folder for the report"):
            write_report(corner, out_dir=out)

    def test_what_a_killed_run_has_left_is_not_taken_up(self, tmp_path: Path, corner: dict[str, Any]) -> None:
        left = tmp_path / f".report.{os.getpid()}.part"
        (left / "tables").mkdir(parents=True)
        (left / "tables" / "older.csv").write_text("of a run that was killed", encoding="utf-8")
        write_report(corner, out_dir=tmp_path / "report")
        assert "tables/older.csv" not in inside(tmp_path / "report")

    def test_a_file_that_comes_while_the_pages_are_set_is_left_as_it_is(
        self, tmp_path: Path, corner: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        target = tmp_path / "report"
        write_report(corner, out_dir=target)
        made = writing.report_files

        def slowly(document: dict[str, Any]) -> dict[str, bytes]:
            (target / "notes.txt").write_text("mine", encoding="utf-8")
            return made(document)

        monkeypatch.setattr(writing, "report_files", slowly)
        with pytest.raises(ReportError, match=r"notes\.txt"):
            write_report(corner, out_dir=target)
        assert (target / "notes.txt").read_text(encoding="utf-8") == "mine"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["report"]

    def test_runs_at_one_time_leave_one_whole_report_and_nothing_else(
        self, tmp_path: Path, corner: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        files = writing.report_files(corner)
        monkeypatch.setattr(writing, "report_files", lambda document: files)
        with ThreadPoolExecutor(8) as pool:
            done = [pool.submit(write_report, corner, out_dir=tmp_path / "report") for _ in range(200)]
        assert [run.exception() for run in done] == [None] * 200
        assert sorted(path.name for path in tmp_path.iterdir()) == ["report"]
        assert {name: (tmp_path / "report" / name).read_bytes() for name in inside(tmp_path / "report")} == files
