"""Drawings of a simulation: hydrographs, levels and rain for each storm, the routing of each model, and their page."""

from headwater.reports.charts.folder import write_charts

__all__ = ["write_charts"]
