"""`headwater package` and `headwater reproduce`: one file that anybody can make again, and what gives a change away."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headwater.cli import reproduce as reproducing
from headwater.cli.main import main
from headwater.reports.package.manifest import MANIFEST, PACKAGES, made_with, manifest_json, sha256_of
from headwater.reports.package.packing import packed

ROOT = Path(__file__).parent.parent.parent.parent
POND = ROOT / "examples" / "engine" / "one-pond.yaml"
LOADS = ROOT / "examples" / "engine" / "loads.yaml"
STORE = ROOT / "examples" / "corner-store-2011.yaml"
MODEL = ROOT / "examples" / "handed" / "reconstructed-one-pond.hcp"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def runs(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return int(str(left.value.code)), captured.out, captured.err

    return runs


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the package of the plan with one pond, and the model handed in with it."""
    path = tmp_path_factory.mktemp("package") / "pond.zip"
    with pytest.raises(SystemExit):
        main(["package", str(POND), str(MODEL), "--out", str(path)])
    return path.read_bytes()


def members_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def changed(content: bytes, name: str, change: Callable[[bytes], bytes], *, cover: bool) -> bytes:
    """Return a package with one member changed; with `cover` the manifest is made to agree."""
    members = members_of(content)
    before = members[name]
    members[name] = change(before)
    assert members[name] != before
    if cover and name != MANIFEST:
        manifest = json.loads(members[MANIFEST])
        (row,) = [row for row in manifest["members"] if row["name"] == name]
        row |= {"size_bytes": len(members[name]), "sha256": sha256_of(members[name])}
        members[MANIFEST] = manifest_json(manifest)
    return packed(members)


@pytest.fixture
def reproduced(run: Run, tmp_path: Path) -> Callable[[bytes], tuple[int, dict[str, Any]]]:
    def again(content: bytes) -> tuple[int, dict[str, Any]]:
        path = tmp_path / "some.zip"
        path.write_bytes(content)
        code, out, _ = run("reproduce", path, "--json")
        return code, json.loads(out)

    return again


Reproduced = Callable[[bytes], tuple[int, dict[str, Any]]]


def named(told: dict[str, Any]) -> dict[str, str]:
    return {row["name"]: row["outcome"] for row in told["members"] if row["outcome"] != "same"}


# ---- what is in it ---------------------------------------------------------------------------------------------------


def test_a_package_holds_what_was_handed_in_to_the_byte(pond: bytes) -> None:
    members = members_of(pond)
    assert members["inputs/plan/one-pond.yaml"] == POND.read_bytes()
    assert members["inputs/handed/reconstructed-one-pond.hcp"] == MODEL.read_bytes()


def test_a_package_holds_what_came_of_it(pond: bytes) -> None:
    names = set(members_of(pond))
    assert {"assessment.json", "simulation.json", "simulation.csv", "crosscheck.json", "memo.html"} <= {
        name.removeprefix("outputs/") for name in names
    }
    assert {"outputs/memo-letter.pdf", "outputs/memo-11x17.pdf", "outputs/tables/exhibits.csv"} <= names


def test_the_manifest_has_the_checksum_of_every_other_member(pond: bytes) -> None:
    members = members_of(pond)
    listed = {row["name"]: row["sha256"] for row in json.loads(members[MANIFEST])["members"]}
    assert listed == {name: sha256_of(content) for name, content in members.items() if name != MANIFEST}


def test_the_manifest_says_edition_and_versions_as_the_assessment_and_the_lock_do(pond: bytes) -> None:
    members = members_of(pond)
    manifest, assessment = json.loads(members[MANIFEST]), json.loads(members["outputs/assessment.json"])
    assert manifest["edition"]["key"] == assessment["edition"] == "mcwd-2011"
    assert manifest["edition"]["sha256"] == assessment["edition_sha256"]
    lock = (ROOT / "lock.txt").read_text(encoding="utf-8")
    assert set(manifest["made_with"]["packages"]) == set(PACKAGES)
    for name, version in manifest["made_with"]["packages"].items():
        assert f"{name}=={version}" in lock


def test_the_checklist_has_status_page_and_date_of_every_exhibit(run: Run, tmp_path: Path) -> None:
    run("package", STORE, "--out", tmp_path / "store.zip")
    members = members_of((tmp_path / "store.zip").read_bytes())
    checklist = json.loads(members[MANIFEST])["checklist"]
    rows = list(csv.DictReader(io.StringIO(members["outputs/tables/exhibits.csv"].decode("utf-8-sig"))))
    assert len(checklist) == len(rows)
    assert [item["page"] or "" for item in checklist] == [row["Page or sheet"] for row in rows]
    assert [item["date"] or "" for item in checklist] == [row["Dated"] for row in rows]
    assert any(item["page"] for item in checklist)


def test_the_record_of_rain_that_a_plan_names_goes_with_it(run: Run, tmp_path: Path, reproduced: Reproduced) -> None:
    run("package", LOADS, "--out", tmp_path / "loads.zip")
    content = (tmp_path / "loads.zip").read_bytes()
    members = members_of(content)
    assert members["inputs/rain/made-up-rain.csv"] == (LOADS.parent / "made-up-rain.csv").read_bytes()
    assert {"outputs/loads.json", "outputs/loads.csv"} <= set(members)
    assert reproduced(content)[0] == 0


def test_a_file_that_no_reader_knows_is_carried_and_said(run: Run, tmp_path: Path, reproduced: Reproduced) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear reviewer\n", encoding="utf-8")
    _, out, _ = run("package", STORE, letter, "--out", tmp_path / "store.zip")
    assert "left out: crosscheck of letter.txt: letter.txt: this kind of file is not known" in out
    content = (tmp_path / "store.zip").read_bytes()
    assert members_of(content)["inputs/handed/letter.txt"] == letter.read_bytes()
    assert reproduced(content)[0] == 0


def test_the_exit_code_is_that_of_the_assessment(run: Run, tmp_path: Path) -> None:
    code, _, _ = run("package", STORE, "--out", tmp_path / "store.zip")
    assert code == run("check", STORE)[0]


# ---- the same again --------------------------------------------------------------------------------------------------


def test_a_package_has_the_same_bytes_wherever_its_files_lie(run: Run, tmp_path: Path, pond: bytes) -> None:
    for path in (POND, MODEL):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    run("package", tmp_path / POND.name, tmp_path / MODEL.name, "--out", tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == pond


def test_a_package_is_made_again_to_the_byte(reproduced: Reproduced, pond: bytes) -> None:
    code, told = reproduced(pond)
    assert code == 0
    assert named(told) == {}


RULING = """\
overlay: 1
edition: mcwd-2011
title: Rulings of the District
source: minutes of the Board of Managers
provisional: no
effective: 2011-06-01
rulings:
  - {reading: R10, choice: site_area, from: 2012-01-01, by: Board of Managers, because: resolution 12-004}
"""


def test_an_overlay_goes_with_the_plan_and_is_made_again(run: Run, tmp_path: Path, reproduced: Reproduced) -> None:
    overlay = tmp_path / "rulings.yaml"
    overlay.write_text(RULING, encoding="utf-8")
    run("package", STORE, "--overlay", overlay, "--out", tmp_path / "ruled.zip")
    run("package", STORE, "--out", tmp_path / "store.zip")
    ruled, store = ((tmp_path / name).read_bytes() for name in ("ruled.zip", "store.zip"))
    assert members_of(ruled)["inputs/overlay/rulings.yaml"] == overlay.read_bytes()
    hashes = [json.loads(members_of(one)[MANIFEST])["edition"]["sha256"] for one in (ruled, store)]
    assert hashes[0] != hashes[1]
    assert reproduced(ruled)[0] == 0


def test_a_choice_of_edition_is_made_again(run: Run, tmp_path: Path, reproduced: Reproduced) -> None:
    why = ("--edition", "mcwd-2024", "--because", "asked for by the owner")
    run("package", STORE, *why, "--out", tmp_path / "store.zip")
    code, told = reproduced((tmp_path / "store.zip").read_bytes())
    assert (code, told["edition"]["key"]) == (0, "mcwd-2024")


# ---- what gives a change away ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("cover", [False, True], ids=["alone", "with its checksum"])
def test_a_cell_of_json_that_was_changed_is_named(reproduced: Reproduced, pond: bytes, cover: bool) -> None:
    def change(content: bytes) -> bytes:
        document = json.loads(content)
        document["findings"][3]["words"] = "met, as anybody can see"
        return (json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()

    code, told = reproduced(changed(pond, "outputs/assessment.json", change, cover=cover))
    was = json.loads(members_of(pond)["outputs/assessment.json"])["findings"][3]["words"]
    assert code == 1
    assert named(told) == {"outputs/assessment.json": "differs"}
    (row,) = [row for row in told["members"] if row["outcome"] == "differs"]
    assert row["differences"] == [
        {"where": "findings[3].words", "was": "'met, as anybody can see'", "recomputed": f"{was!r}"}
    ]


def test_a_cell_of_a_table_that_was_changed_is_named(run: Run, tmp_path: Path, pond: bytes) -> None:
    rows = list(csv.reader(io.StringIO(members_of(pond)["outputs/tables/rates.csv"].decode("utf-8-sig"))))
    head, cell = rows[0][2], rows[1][2]
    path = tmp_path / "some.zip"
    line = ",".join(rows[1]).encode()
    other = ",".join([*rows[1][:2], "0.01", *rows[1][3:]]).encode()
    path.write_bytes(
        changed(pond, "outputs/tables/rates.csv", lambda content: content.replace(line, other), cover=True)
    )
    code, out, _ = run("reproduce", path)
    assert code == 1
    assert f"outputs/tables/rates.csv: differs\n  row 2, column {head!r}: was '0.01', recomputed {cell!r}\n" in out


def test_a_byte_of_a_pdf_that_was_changed_is_named(reproduced: Reproduced, pond: bytes) -> None:
    change = changed(pond, "outputs/memo-letter.pdf", lambda content: content[:-9] + b"X" + content[-8:], cover=True)
    code, told = reproduced(change)
    assert (code, named(told)) == (1, {"outputs/memo-letter.pdf": "differs"})


def test_an_input_that_was_changed_is_named_and_so_is_what_follows_from_it(reproduced: Reproduced, pond: bytes) -> None:
    other = changed(
        pond, "inputs/plan/one-pond.yaml", lambda content: content.replace(b"3.04 ac", b"3.05 ac"), cover=False
    )
    code, told = reproduced(other)
    assert code == 1
    assert named(told)["inputs/plan/one-pond.yaml"] == "differs"
    assert named(told)["outputs/assessment.json"] == "differs"


def test_an_input_that_can_no_longer_be_read_is_named(reproduced: Reproduced, pond: bytes) -> None:
    code, told = reproduced(changed(pond, "inputs/plan/one-pond.yaml", lambda content: content[:-400], cover=False))
    assert code == 1
    assert told["not_made_again"].startswith("one-pond.yaml:")
    assert named(told)["inputs/plan/one-pond.yaml"] == "differs"
    assert named(told)["outputs/assessment.json"] == "not compared"


def test_a_member_that_is_missing_is_named(reproduced: Reproduced, pond: bytes) -> None:
    members = members_of(pond)
    del members["outputs/simulation.csv"]
    assert reproduced(packed(members))[0] == 1
    assert named(reproduced(packed(members))[1]) == {"outputs/simulation.csv": "missing"}


def test_an_input_that_is_missing_is_named(reproduced: Reproduced, pond: bytes) -> None:
    members = members_of(pond)
    del members["inputs/plan/one-pond.yaml"]
    code, told = reproduced(packed(members))
    assert code == 1
    assert "member 'inputs/plan/one-pond.yaml' is missing" in told["not_made_again"]
    assert named(told)["inputs/plan/one-pond.yaml"] == "missing"


@pytest.mark.parametrize("name", ["outputs/another.pdf", "inputs/handed/later.hcp", "note.txt"])
def test_a_member_that_does_not_belong_there_is_named(reproduced: Reproduced, pond: bytes, name: str) -> None:
    code, told = reproduced(packed({**members_of(pond), name: b"x"}))
    assert (code, named(told)) == (1, {name: "extra"})


def test_an_extra_member_that_the_manifest_was_made_to_list_is_named(reproduced: Reproduced, pond: bytes) -> None:
    members = members_of(pond)
    manifest = json.loads(members[MANIFEST])
    manifest["members"].append({"name": "outputs/another.pdf", "size_bytes": 1, "sha256": sha256_of(b"x")})
    code, told = reproduced(packed({**members, "outputs/another.pdf": b"x", MANIFEST: manifest_json(manifest)}))
    assert (code, named(told)) == (1, {"outputs/another.pdf": "extra"})


def test_a_manifest_that_names_another_edition_is_named_by_its_key(reproduced: Reproduced, pond: bytes) -> None:
    known = json.loads(members_of(pond)[MANIFEST])["edition"]["sha256"].encode()
    code, told = reproduced(changed(pond, MANIFEST, lambda content: content.replace(known, b"0" * 64), cover=False))
    assert code == 1
    (row,) = [row for row in told["members"] if row["outcome"] == "differs"]
    assert [one["where"] for one in row["differences"]] == ["edition.sha256"]


def test_a_checksum_that_was_changed_is_named(reproduced: Reproduced, pond: bytes) -> None:
    known = sha256_of(members_of(pond)["outputs/memo.html"]).encode()
    code, told = reproduced(changed(pond, MANIFEST, lambda content: content.replace(known, b"0" * 64), cover=False))
    assert (code, named(told)) == (1, {"outputs/memo.html": "differs"})


def test_a_size_that_is_not_that_of_its_member_is_named(reproduced: Reproduced, pond: bytes) -> None:
    manifest = json.loads(members_of(pond)[MANIFEST])
    manifest["members"][0]["size_bytes"] += 1
    code, told = reproduced(changed(pond, MANIFEST, lambda _: manifest_json(manifest), cover=False))
    assert (code, named(told)) == (1, {MANIFEST: "differs"})
    assert [one["where"] for one in told["members"][0]["differences"]] == ["members[0].size_bytes"]


def test_a_word_that_was_added_to_the_list_of_members_is_named(reproduced: Reproduced, pond: bytes) -> None:
    manifest = json.loads(members_of(pond)[MANIFEST])
    manifest["members"][0]["note"] = "approved"
    code, told = reproduced(changed(pond, MANIFEST, lambda _: manifest_json(manifest), cover=False))
    assert (code, named(told)) == (1, {MANIFEST: "differs"})
    (difference,) = told["members"][0]["differences"]
    assert difference == {"where": "members[0].note", "was": "'approved'", "recomputed": "nothing"}


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content + b"\n",
        lambda content: content.replace(b"{", b'{"exit_code": 0,', 1),
        lambda content: content.replace(b'"document": "package"', b'"document": "pack\\u0061ge"'),
    ],
    ids=["a line more", "a key that comes twice", "a letter written as its number"],
)
def test_a_manifest_of_the_same_values_and_other_bytes_is_not_the_same(
    reproduced: Reproduced, pond: bytes, change: Callable[[bytes], bytes]
) -> None:
    code, told = reproduced(changed(pond, MANIFEST, change, cover=False))
    assert (code, named(told)) == (1, {MANIFEST: "differs"})


def test_a_manifest_that_nothing_can_be_held_against_is_not_said_to_be_the_same(
    reproduced: Reproduced, pond: bytes
) -> None:
    members = members_of(pond)
    del members["inputs/plan/one-pond.yaml"]
    _, told = reproduced(packed(members))
    assert named(told)[MANIFEST] == "not compared"


# ---- another lock ----------------------------------------------------------------------------------------------------


def test_a_pdf_set_by_another_typst_is_not_compared_and_the_reason_is_told(
    reproduced: Reproduced, pond: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = made_with()
    other = {**here, "packages": {**here["packages"], "typst": "0.14.9"}}
    monkeypatch.setattr(reproducing, "made_with", lambda: other)
    made = changed(pond, "outputs/memo-letter.pdf", lambda content: content + b"%\n", cover=True)
    code, told = reproduced(made)
    (row,) = [row for row in told["members"] if row["outcome"] != "same"]
    assert (code, row["outcome"]) == (0, "not compared")
    assert row["because"] == (f"it was set with another version: typst {here['packages']['typst']} there, 0.14.9 here")


def test_a_pdf_whose_checksum_is_not_its_own_differs_whatever_the_lock(
    reproduced: Reproduced, pond: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = made_with()
    other = {**here, "packages": {**here["packages"], "typst": "0.14.9"}}
    monkeypatch.setattr(reproducing, "made_with", lambda: other)
    made = changed(pond, "outputs/memo-letter.pdf", lambda content: content + b"%\n", cover=False)
    assert reproduced(made)[0] == 1


# ---- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "manifest",
    [
        pytest.param(b"[" * 100_000, id="nested without end"),
        pytest.param(b" " * 2_000_001, id="too large"),
        pytest.param(b"\xff", id="no text"),
        pytest.param(b"{}", id="nothing"),
        pytest.param(b'{"document": "package", "version": 2}', id="a later version"),
        pytest.param(
            b'{"document": "package", "version": 1, "asked": 1, "members": [], "made_with": {}}', id="a number"
        ),
        pytest.param(
            b'{"document": "package", "version": 1, "asked": {"plan": "/etc/passwd", "handed": []}, "members": [], '
            b'"made_with": {"packages": {}}}',
            id="a plan outside",
        ),
    ],
)
def test_a_manifest_that_is_none_is_bad_input(run: Run, tmp_path: Path, pond: bytes, manifest: bytes) -> None:
    path = tmp_path / "some.zip"
    path.write_bytes(packed({**members_of(pond), MANIFEST: manifest}))
    code, _, err = run("reproduce", path)
    assert code == 3
    assert err.startswith(f"{path}: manifest.json")
    assert err.count("\n") == 1


def test_what_is_no_package_is_bad_input(run: Run) -> None:
    assert run("reproduce", STORE)[0] == 3


@pytest.mark.parametrize("name", ["inputs/plan/one-pond.yaml", "../out.txt", "/tmp/headwater-out.txt"])
def test_nothing_of_a_package_is_written_anywhere(
    run: Run, tmp_path: Path, pond: bytes, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "some.zip").write_bytes(packed({**members_of(pond), name: b"headwater: 1\n"}))
    monkeypatch.chdir(inside)
    monkeypatch.setattr(Path, "write_bytes", lambda *_: pytest.fail("a file was written"))
    monkeypatch.setattr(Path, "mkdir", lambda *_, **__: pytest.fail("a folder was made"))
    assert run("reproduce", "some.zip")[0] == (1 if name.startswith("inputs/") else 3)
    assert [path.name for path in tmp_path.rglob("*")] == ["inside", "some.zip"]


def test_two_files_of_one_name_are_bad_input(run: Run, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "model.hcp").write_bytes(MODEL.read_bytes())
    code, _, err = run(
        "package", STORE, tmp_path / "a/model.hcp", tmp_path / "b/model.hcp", "--out", tmp_path / "x.zip"
    )
    assert code == 3
    assert "two files are called 'model.hcp'" in err
    assert not (tmp_path / "x.zip").exists()


def test_nothing_but_a_package_is_written_over(run: Run, tmp_path: Path, pond: bytes) -> None:
    mine, older = tmp_path / "mine.zip", tmp_path / "older.zip"
    with zipfile.ZipFile(mine, "w") as archive:
        archive.writestr("holiday.txt", "sun")
    older.write_bytes(pond)
    before = mine.read_bytes()
    assert run("package", STORE, "--out", mine)[0] == 3
    assert mine.read_bytes() == before
    assert run("package", STORE, "--out", older)[0] == run("check", STORE)[0]
    assert "inputs/plan/corner-store-2011.yaml" in members_of(older.read_bytes())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.zip", "older.zip"]


# ---- the reference ---------------------------------------------------------------------------------------------------


def keys_of(document: object) -> set[str]:
    if isinstance(document, dict):
        return set(document) | {key for value in document.values() for key in keys_of(value)}
    return {key for item in document for key in keys_of(item)} if isinstance(document, list) else set()


def test_every_key_of_a_package_is_in_the_reference(
    run: Run, tmp_path: Path, reproduced: Reproduced, pond: bytes
) -> None:
    page = (ROOT / "docs" / "reference" / "package-json.md").read_text(encoding="utf-8")
    packed_document = json.loads(run("package", STORE, "--out", tmp_path / "store.zip", "--json")[1])
    changed_cell = changed(pond, "outputs/simulation.csv", lambda content: content + b"x\r\n", cover=True)
    found = keys_of([json.loads(members_of(pond)[MANIFEST]), packed_document, reproduced(changed_cell)[1]])
    assert [key for key in sorted(found) if f"`{key}`" not in page] == []
