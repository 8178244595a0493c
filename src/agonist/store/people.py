"""What people have answered on a page: written before anything is made of it, and kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from sqlalchemy import Connection, insert, select

from agonist.store.packing import pack, unpack_tuples
from agonist.store.tables import ANSWERS

Given: TypeAlias = Mapping[tuple[int, int], Any]
"""Actions by step and seat."""


def add(connection: Connection, match: int, step: int, seat: int, nonce: str, action: Any) -> bool:
    """Write an answer, unless there is one already; whether it is this one that is kept.

    The same answer sent twice has the same `nonce`.
    """
    known = nonce_kept(connection, match, step, seat)
    if known is not None:
        return bool(known == nonce)
    row = {"match": match, "step": step, "seat": seat, "nonce": nonce, "action": pack(action)}
    connection.execute(insert(ANSWERS), row)
    return True


def of_match(connection: Connection, match: int | None) -> dict[tuple[int, int], Any]:
    """All answers of a match, equal to those that were given."""
    of = ANSWERS.c
    rows = connection.execute(select(of.step, of.seat, of.action).where(of.match == match))
    return {(step, seat): unpack_tuples(action) for step, seat, action in rows}


def nonce_kept(connection: Connection, match: int | None, step: int, seat: int) -> str | None:
    """The nonce of the answer to this question; `None` if it has none."""
    of = ANSWERS.c
    query = select(of.nonce).where(of.match == match, of.step == step, of.seat == seat)
    found: str | None = connection.execute(query).scalar()
    return found
