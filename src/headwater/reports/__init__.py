"""Findings as documents: the review memo as HTML and PDF, the assessment as JSON, every table as CSV."""

from headwater.reports.writing import write_report

__all__ = ["write_report"]
