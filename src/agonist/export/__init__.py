"""Export of stored data for other programs: tables, files, data sets, and logs of Inspect."""

from agonist.export.flat_tables import TABLES, ExportTable, tables_of

__all__ = ["TABLES", "ExportTable", "tables_of"]
