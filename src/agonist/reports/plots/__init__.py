"""Figures of a report drawn by matplotlib, for papers: SVG, PDF, PNG."""

from agonist.reports.plots.draw import FORMATS, save

__all__ = ["FORMATS", "save"]
