"""Matches with text that is not UTF-8: SQLite stores such bytes, but cannot return rows that hold them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Engine, Text, event

from agonist.store.damage import ADVICE
from agonist.store.tables import ANSWERS, MATCHES, MODEL_CALLS, STEPS

OF_MATCH: Final = ((MATCHES, "id"), (STEPS, "match"), (MODEL_CALLS, "match"), (ANSWERS, "match"))
"""Tables whose rows belong to a match, and the column with the match's id."""


def undecodable(engine: Engine, where: str) -> dict[int, str]:
    """A message for each match that holds such bytes, by its id. Reads all rows of matches."""
    if engine.dialect.name != "sqlite":
        return {}
    found: dict[int, str] = {}
    with engine.connect() as connection:
        raw: Any = connection.connection.dbapi_connection
        before, raw.text_factory = raw.text_factory, bytes
        try:
            for table, key in OF_MATCH:
                names = ", ".join(f'"{c.name}"' for c in table.columns if isinstance(c.type, Text))
                for match, *texts in raw.execute(f'SELECT "{key}", {names} FROM "{table.name}"'):
                    if match not in found and not all(map(_is_text, texts)):
                        found[match] = (
                            f"match {match} in {where} is damaged (text that is not UTF-8): {ADVICE}"
                        )
        finally:
            raw.text_factory = before
    return found


def decode_anything(engine: Engine) -> None:
    """Make the connection return such rows, with replacement characters."""
    if engine.dialect.name != "sqlite":
        return

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")

    engine.dispose()


def _is_text(value: object) -> bool:
    try:
        return not isinstance(value, bytes) or value.decode("utf-8") is not None
    except UnicodeDecodeError:
        return False
