"""Measures computed from finished matches, and the tables and charts that show them."""

from agonist.metrics.section import Chart, Section, Table

__all__ = ["Chart", "Section", "Table"]
