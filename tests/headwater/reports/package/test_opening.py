"""A package may come from anybody: what no package of ours holds ends in one error, in bounded time and memory."""

from __future__ import annotations

import io
import stat
import struct
import time
import tracemalloc
import warnings
import zipfile
import zlib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.errors import PackageError
from headwater.reports.package import opening
from headwater.reports.package.manifest import MANIFEST
from headwater.reports.package.opening import opened, package_bytes, why_unsafe_name
from headwater.reports.package.packing import packed

MEMBERS = {MANIFEST: b"{}\n", "inputs/plan/plan.yaml": b"headwater: 1\n", "outputs/memo.html": b"<p>memo</p>\n" * 100}


def zipped(*entries: tuple[zipfile.ZipInfo | str, bytes], comment: bytes = b"") -> bytes:
    """Return a zip file as anybody may make one; a manifest stands first."""
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")
        for entry, content in ((MANIFEST, b"{}"), *entries):
            archive.writestr(entry, content)
        archive.comment = comment
    return stream.getvalue()


def refusal(content: bytes) -> str:
    with pytest.raises(PackageError) as refused:
        opened(content, package="some.zip")
    return str(refused.value)


def test_what_is_packed_is_what_comes_out() -> None:
    assert opened(packed(MEMBERS), package="some.zip") == MEMBERS


def test_the_same_members_in_any_order_are_the_same_bytes() -> None:
    assert packed(MEMBERS) == packed(dict(reversed(MEMBERS.items())))


def test_the_manifest_stands_first() -> None:
    assert zipfile.ZipFile(io.BytesIO(packed(MEMBERS))).namelist()[0] == MANIFEST


@pytest.mark.parametrize(
    "name",
    [
        "../out.txt",
        "inputs/../../out.txt",
        "/etc/out",
        "inputs//out",
        "inputs/./out",
        "C:/out",
        "inputs\\..\\out",
        "a:b",
    ],
)
def test_a_name_that_leads_somewhere_is_refused(name: str) -> None:
    assert "the name leads somewhere" in refusal(zipped((name, b"x")))


def test_a_name_with_a_hidden_character_is_refused() -> None:
    assert "hidden character" in refusal(zipped(("inputs/a\u202eb", b"x")))


def test_a_name_that_ends_early_is_refused() -> None:
    # A name with a zero byte is one thing to Python and another to what unpacks it.
    content = zipped(("inputs/plan.yamlX.exe", b"x")).replace(b"inputs/plan.yamlX.exe", b"inputs/plan.yaml\0.exe")
    assert "hidden character" in refusal(content)


@pytest.mark.parametrize("length", [opening.LONGEST_NAME - 1, opening.LONGEST_NAME, opening.LONGEST_NAME + 1])
def test_a_name_is_no_longer_than_a_name_may_be(length: int) -> None:
    assert (why_unsafe_name("a" * length) is None) == (length <= 240)


def test_a_link_is_refused() -> None:
    entry = zipfile.ZipInfo("inputs/link")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert "link or a device" in refusal(zipped((entry, b"/etc/passwd")))


def test_a_folder_is_refused() -> None:
    assert "it is a folder" in refusal(zipped(("inputs/", b"")))


@pytest.mark.parametrize("second", ["inputs/plan.yaml", "Inputs/PLAN.yaml"])
def test_a_name_that_comes_twice_is_refused(second: str) -> None:
    assert "comes twice" in refusal(zipped(("inputs/plan.yaml", b"1"), (second, b"2")))


def test_an_encrypted_member_is_refused() -> None:
    content = bytearray(zipped(("inputs/plan.yaml", b"x")))
    at = content.rindex(b"PK\x01\x02")
    content[at + 8] |= 1
    assert "encrypted" in refusal(bytes(content))


def test_another_way_of_compressing_is_refused() -> None:
    entry = zipfile.ZipInfo("inputs/plan.yaml")
    entry.compress_type = zipfile.ZIP_LZMA
    assert "compressed in another way" in refusal(zipped((entry, b"x" * 99)))


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    # Ten members of 50 MB of zeros are 500 MB, of which the zip file has half a megabyte.
    zeros = bytes(50_000_000)
    content = zipped(*((f"inputs/{number}", zeros) for number in range(10)))
    assert len(content) < 1_000_000
    tracemalloc.start()
    began = time.process_time()
    assert "unpacked it is larger" in refusal(content)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 10_000_000
    assert time.process_time() - began < 5


def test_a_member_that_is_larger_than_it_says_ends_in_an_error() -> None:
    content = bytearray(zipped(("inputs/plan.yaml", b"x" * 5_000)))
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = content.rindex(mark)
        content[at + place : at + place + 4] = struct.pack("<L", 10)
    assert "damaged" in refusal(bytes(content))


def test_a_member_whose_check_fails_ends_in_an_error() -> None:
    entry = zipfile.ZipInfo("inputs/plan.yaml")
    content = zipped((entry, b"site area 2.55 ac"))
    assert "damaged" in refusal(content.replace(b"2.55", b"2.54"))


def test_a_list_of_more_members_than_a_package_has_is_refused_by_its_count() -> None:
    content = bytearray(zipped())
    content[-14:-10] = struct.pack("<2H", 2_001, 2_001)
    assert "lists 2,001 members" in refusal(bytes(content))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        pytest.param(b"", "does not end as a zip file", id="nothing"),
        pytest.param(b"hello " * 20, "does not end as a zip file", id="text"),
        pytest.param(zipped(comment=b"hello"), "does not end as a zip file", id="a comment"),
        pytest.param(b"MZ" + zipped(), "list of members is not where", id="something before it"),
        pytest.param(zipped()[:-30], "does not end as a zip file", id="cut short"),
        pytest.param(zipped()[:40] + zipped()[60:], "list of members is not where", id="cut out of the middle"),
    ],
)
def test_what_is_no_whole_zip_file_is_refused(content: bytes, why: str) -> None:
    assert why in refusal(content)


def test_the_record_of_a_large_zip_file_is_refused() -> None:
    content = zipped()
    large = b"PK\x06\x07" + struct.pack("<LQL", 0, 0, 1)
    assert "of another kind" in refusal(content[:-22] + large + content[-22:])


def test_a_zip_file_without_a_manifest_is_none() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("inputs/plan.yaml", b"x")
    assert "it has no manifest.json" in refusal(stream.getvalue())


def test_a_file_is_read_no_further_than_a_package_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.zip"
    path.write_bytes(b"x" * 101)
    monkeypatch.setattr(opening, "MOST_BYTES", 101)
    assert package_bytes(path) == b"x" * 101
    monkeypatch.setattr(opening, "MOST_BYTES", 100)
    with pytest.raises(PackageError, match="larger than a package may be"):
        package_bytes(path)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackageError, match="is not a file"):
        package_bytes(tmp_path)
    with pytest.raises(PackageError, match="cannot be read"):
        package_bytes(tmp_path / "none.zip")


WHOLE = packed(MEMBERS)


@pytest.mark.parametrize(
    "count", [pytest.param(500, id="500"), pytest.param(100_000, marks=pytest.mark.proof, id="100,000")]
)
def test_any_bytes_changed_end_in_an_error_or_in_members_with_plain_names(count: int) -> None:
    random = Random(count)
    opened_all_the_same = 0
    for _ in range(count):
        content = bytearray(WHOLE)
        for _ in range(random.randint(1, 8)):
            content[random.randrange(len(content))] = random.randrange(256)
        try:
            found = opened(bytes(content), package="some.zip")
        except PackageError:
            continue
        opened_all_the_same += 1
        assert all(why_unsafe_name(name) is None for name in found)
    # A date or an attribute may change and the members stay what they were.
    assert 0 < opened_all_the_same < count


@settings(max_examples=50, deadline=None)
@given(st.integers(0, len(WHOLE) - 1))
def test_a_package_cut_short_anywhere_is_refused(length: int) -> None:
    with pytest.raises(PackageError):
        opened(WHOLE[:length], package="some.zip")


def test_deflated_by_level_six() -> None:
    # The level is part of the bytes: an independent deflate of the same level gives what stands in the file.
    entry = zipfile.ZipFile(io.BytesIO(WHOLE)).getinfo("outputs/memo.html")
    deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
    assert deflate.compress(MEMBERS["outputs/memo.html"]) + deflate.flush() in WHOLE
    assert entry.date_time == (1980, 1, 1, 0, 0, 0)
