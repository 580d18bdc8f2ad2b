"""The files of a calculations report: the page, the PDF in two sizes, the document as JSON, the tables as CSV."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from headwater.reports.calculations import calculations_of
from headwater.reports.html import memo_html
from headwater.reports.pdf import memo_pdf
from headwater.reports.writing import Kind, assessment_json, table_files, write_folder
from headwater.review.analysis.analysis import Analysis

PAGE: Final = "calculations.html"
LETTER: Final = "calculations-letter.pdf"
TABLOID: Final = "calculations-11x17.pdf"
JSON: Final = "simulation.json"
CALCULATIONS: Final = Kind(
    what="calculations report", names=(PAGE, LETTER, TABLOID, JSON), json=JSON, document="simulation"
)


def calculation_files(analysis: Analysis, document: Mapping[str, Any]) -> dict[str, bytes]:
    """Return every file of the report of an analysis and its simulation document, by its name in the folder."""
    memo = calculations_of(analysis, document)
    return {
        PAGE: memo_html(memo).encode("utf-8", "backslashreplace"),
        LETTER: memo_pdf(memo, paper="letter"),
        TABLOID: memo_pdf(memo, paper="11x17"),
        JSON: assessment_json(document),
        **table_files(memo),
    }


def write_calculations(analysis: Analysis, document: Mapping[str, Any], *, out_dir: str | Path) -> list[Path]:
    """Write the report to a folder, all of it or nothing, and return the files in it.

    Raises
    ------
    ReportError
        If the folder holds anything that is no calculations report, or cannot be written.
    """
    return write_folder(lambda: calculation_files(analysis, document), kind=CALCULATIONS, out_dir=out_dir)
