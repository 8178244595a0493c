"""Export of stored data for other programs: tables, files and data sets."""

from agonist.export.flat_tables import TABLES, ExportTable, tables_of

__all__ = ["TABLES", "ExportTable", "tables_of"]
