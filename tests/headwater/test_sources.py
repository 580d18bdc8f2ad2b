"""The works cited."""

from __future__ import annotations

from headwater.sources import SOURCES


def test_every_work_is_found_by_its_own_key_and_says_what_and_where_it_is() -> None:
    for key, source in SOURCES.items():
        assert source.key == key
        assert source.title
        assert source.publisher
        assert source.date
        assert source.where


def test_the_three_editions_at_hand_and_the_works_they_lean_on_are_there() -> None:
    assert {"MCWD-2005", "MCWD-2011", "MCWD-2024", "MSM", "MNR040000", "MNR100001", "TREES"} <= SOURCES.keys()
