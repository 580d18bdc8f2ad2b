"""The cell in which two members differ is named as a person would look for it."""

from __future__ import annotations

import json

import pytest

from headwater.reports.package import difference
from headwater.reports.package.difference import MOST_NAMED, differences, value_differences


def said(name: str, was: bytes, now: bytes) -> list[str]:
    return [str(one) for one in differences(name, was, now).named]


def test_a_cell_of_json_is_named_by_its_path() -> None:
    was = {"findings": [{"id": "a"}, {"margin": {"text": "0.3 cfs over"}}]}
    now = {"findings": [{"id": "a"}, {"margin": {"text": "0.4 cfs over"}}]}
    found = said("outputs/assessment.json", json.dumps(was).encode(), json.dumps(now).encode())
    assert found == ["findings[1].margin.text: was '0.3 cfs over', recomputed '0.4 cfs over'"]


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        pytest.param(b'{"a": 1}', b'{"a": 2}', "a: was 1, recomputed 2", id="a number"),
        pytest.param(b'{"a": 1.0}', b'{"a": 1.00}', "a: was 1.0, recomputed 1.00", id="a digit more"),
        pytest.param(b'{"a": "1"}', b'{"a": 1}', "a: was '1', recomputed 1", id="text and number"),
        pytest.param(b'{"a": true}', b'{"a": null}', "a: was true, recomputed null", id="yes and unknown"),
        pytest.param(b'{"a": 1}', b"{}", "a: was 1, recomputed nothing", id="a key that is gone"),
        pytest.param(b"{}", b'{"a b": 1}', "['a b']: was nothing, recomputed 1", id="a key that came"),
        pytest.param(b"[1]", b"[1, [2, 3]]", "[1]: was nothing, recomputed 2 items", id="an item that came"),
        pytest.param(b'{"a": 1}', b"[1]", "the whole: was 1 keys, recomputed 1 items", id="another shape"),
        pytest.param(
            b'{"a":  1}', b'{"a": 1}', "byte 6: was 0x20 of 9 bytes, recomputed 0x31 of 8 bytes", id="a space"
        ),
        pytest.param(b'{"a": 1', b'{"a": 1}', "byte 7: was the end, recomputed 0x7d of 8 bytes", id="no JSON any more"),
    ],
)
def test_each_way_in_which_json_may_differ_is_told(was: bytes, now: bytes, told: str) -> None:
    assert said("x.json", was, now) == [told]


def test_a_cell_of_a_table_is_named_by_row_and_column() -> None:
    was = "\ufeffOutfall,Peak (cfs)\r\n1O,2.75\r\n2O,3.10\r\n".encode()
    now = "\ufeffOutfall,Peak (cfs)\r\n1O,2.75\r\n2O,3.11\r\n".encode()
    assert said("outputs/tables/rates.csv", was, now) == ["row 3, column 'Peak (cfs)': was '3.10', recomputed '3.11'"]


def test_a_row_that_is_gone_is_named() -> None:
    assert said("x.csv", b"a,b\n1,2\n", b"a,b\n1,2\n3,4\n") == ["row 3: was nothing, recomputed '3, 4'"]


def test_a_page_is_told_by_its_line_and_the_words_there() -> None:
    assert said("x.html", b"<p>one</p>\n<p>met</p>\n", b"<p>one</p>\n<p>not met</p>\n") == [
        "line 2: was '<p>met</p>', recomputed '<p>not met</p>'"
    ]


def test_anything_else_is_told_by_its_byte() -> None:
    assert said("x.pdf", b"%PDF-a", b"%PDF-b") == ["byte 5: was 0x61 of 6 bytes, recomputed 0x62 of 6 bytes"]


@pytest.mark.parametrize("count", [MOST_NAMED - 1, MOST_NAMED, MOST_NAMED + 1])
def test_so_many_are_named_and_the_rest_counted(count: int) -> None:
    found = value_differences([0] * count, [1] * count)
    assert (len(found.named), found.more_count) == (min(count, 20), max(0, count - 20))


def test_json_nested_without_end_is_told_by_its_byte() -> None:
    assert said("x.json", b"[" * 200_000, b"[]") == ["byte 1: was 0x5b of 200,000 bytes, recomputed 0x5d of 2 bytes"]


@pytest.mark.parametrize(("most", "told"), [(6, "byte 1"), (7, "a"), (8, "a")])
def test_a_member_that_is_too_large_to_be_taken_apart_is_told_by_its_byte(
    monkeypatch: pytest.MonkeyPatch, most: int, told: str
) -> None:
    monkeypatch.setattr(difference, "MOST_COMPARED", most)
    (found,) = differences("x.json", b'{"a":1}', b"{}").named
    assert found.where == told
