"""γ-Bench (Huang et al., 2024): eight games for groups, their scores, tables and published records."""

from agonist.suites.gamabench.published.importer import import_records
from agonist.suites.gamabench.report.import_summary import findings
from agonist.suites.gamabench.report.recomputed_tables import reproduction
from agonist.suites.gamabench.suite import GamaBench

__all__ = ["GamaBench", "findings", "import_records", "reproduction"]
