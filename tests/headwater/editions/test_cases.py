"""Every worked case of every edition comes out as the text has it."""

from __future__ import annotations

from collections import Counter

import pytest

from headwater.editions.cases import Case, cases_of
from headwater.editions.registry import SUPPLIED, load_edition
from headwater.editions.trial import differences

CASES = {key: cases_of(key) for key in SUPPLIED}
WITH_CASES = [key for key, cases in CASES.items() if cases]


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=f"{key} {case.file} {case.name}") for key, cases in CASES.items() for case in cases],
)
def test_the_edition_decides_the_case_as_the_text_does(case: Case) -> None:
    found = differences(case, load_edition(case.edition))
    assert not found, "\n".join((case.name, *found))


@pytest.mark.parametrize("key", WITH_CASES)
def test_no_two_cases_have_one_name(key: str) -> None:
    names = Counter(case.name for case in CASES[key])
    assert [name for name, count in names.items() if count > 1] == []
