"""What is measured of matches after they were played, and the tables and charts it is shown in."""

from agonist.metrics.section import Chart, Section, Table

__all__ = ["Chart", "Section", "Table"]
