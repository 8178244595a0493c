"""Export of stored data for other programs: tables, files, data sets, and logs of Inspect."""

from agonist.export.tables import TABLES, Table, tables_of

__all__ = ["TABLES", "Table", "tables_of"]
