"""Text of a plan is shown without hiding anything, and every letter that is let through can be set."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.reports import glyphs
from headwater.reports.glyphs import BREAK, breakable, plainest, printable, seen
from headwater.reports.model import Callout, Memo
from headwater.reports.pdf import memo_pdf

TEXTS = st.text(st.characters(min_codepoint=0, max_codepoint=0x10FFFF, exclude_categories=()), max_size=80)


@pytest.mark.pdf
def test_the_shipped_fonts_have_every_letter_that_is_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.reports.pdf.plainest", lambda text: pytest.fail("a letter could not be set"))
    letters = [chr(number) for first, last in glyphs._SHIPPED for number in range(first, last + 1)]
    # Each letter is set regular and, in a title, bold.
    lines = tuple(" ".join(letters[place : place + 200]) for place in range(0, len(letters), 200))
    memo = Memo(
        title="Letters",
        kind="A memo",
        statement="All of them.",
        software="headwater",
        footer=(),
        opening=tuple(Callout(tone="note", title=line, lines=(line,)) for line in lines),
        sections=(),
    )
    assert memo_pdf(memo, paper="letter").startswith(b"%PDF")


@given(TEXTS)
def test_text_that_is_seen_hides_nothing_and_is_one_line(text: str) -> None:
    shown = seen(text)
    assert shown.isprintable() or all(letter.isprintable() or ord(letter) >= 0xA0 for letter in shown)
    assert not set(shown) & set("\n\r\t\u202e\u202d\u2066\u2067\u2068\u2069\u200b\u200e\u200f\ufeff")
    shown.encode("utf-8")


@given(TEXTS)
def test_text_that_is_printable_has_only_letters_of_the_fonts(text: str) -> None:
    assert all(glyphs._shipped(ord(letter)) for letter in printable(seen(text)))


@given(TEXTS)
def test_the_plainest_text_is_ascii_but_for_the_marks_of_a_code(text: str) -> None:
    assert all(letter in "‹›" or " " <= letter <= "~" for letter in plainest(seen(text)))


@given(TEXTS)
def test_places_to_break_change_no_letter_and_leave_no_long_run(text: str) -> None:
    shown = printable(seen(text))
    assert breakable(shown).replace(BREAK, "") == shown
    runs = breakable(shown).replace(BREAK, " ").split(" ")
    assert all(len(run) <= glyphs.LONGEST_RUN for run in runs)


def test_a_text_that_is_too_long_says_how_long_it_was() -> None:
    assert seen("x" * 10_000) == "x" * glyphs.LONGEST + "... (10,000 characters; whole in assessment.json)"
