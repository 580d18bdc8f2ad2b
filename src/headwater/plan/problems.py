"""What is wrong with one plan, collected so that everything is told at once."""

from __future__ import annotations

from typing import Final

from headwater.errors import PlanFileError, Problem

MOST_SUGGESTIONS: Final = 50


class Problems:
    """The problems found so far in one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Problem] = []

    def add(
        self, wrong: str, *, line: int | None, expected: str, remedy: str, path: str = "", value: str | None = None
    ) -> None:
        """Note one problem."""
        self.found.append(
            Problem(file=self.file, line=line, field=path, wrong=wrong, value=value, expected=expected, remedy=remedy)
        )

    @property
    def worth_a_suggestion(self) -> bool:
        """Whether there are so few that looking for what was meant, which is slow, helps anyone."""
        return len(self.found) < MOST_SUGGESTIONS

    def error(self) -> PlanFileError:
        """Return the error that carries them all, in the order of the lines."""
        return PlanFileError(sorted(self.found, key=lambda problem: problem.line or 0))
