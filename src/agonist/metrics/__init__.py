"""Measures computed from finished matches, and the tables and charts that show them."""

from agonist.metrics.report_section import Chart, Moment, ResultTable, Section

__all__ = ["Chart", "Moment", "ResultTable", "Section"]
