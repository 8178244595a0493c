"""Databases as earlier versions left them, from files of statements."""

import re
import sqlite3

from sqlalchemy import create_engine

from agonist.store.engines.sqlite_files import APPLICATION

COUNTED = re.compile(r"CREATE TABLE (\w+) \(\n\t(id|number) INTEGER NOT NULL")
"""A table whose rows the server numbers."""


def load(where, file):
    """Write what a file says to an empty database."""
    script = file.read_text(encoding="utf-8")
    if "://" not in where:
        connection = sqlite3.connect(where)
        connection.executescript(f"PRAGMA application_id = {APPLICATION};\n{script}")
        connection.close()
        return
    counted = COUNTED.findall(script)
    script = COUNTED.sub(r"CREATE TABLE \1 (\n\t\2 SERIAL NOT NULL", script).replace(" BLOB", " BYTEA")
    engine = create_engine(where.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        for statement in filter(str.strip, script.split(";\n")):
            connection.exec_driver_sql(statement.replace("%", "%%"))
        for table, column in counted:
            last = f"(SELECT max({column}) + 1 FROM {table})"
            connection.exec_driver_sql(
                f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), coalesce({last}, 1), false)"
            )
    engine.dispose()
