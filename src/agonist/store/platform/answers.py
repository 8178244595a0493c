"""Answers that people have given on a page: stored before the match uses them, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Select, insert, select

from agonist.store.platform.tables import ANSWERS
from agonist.store.runs.packing import pack, unpack_tuples

if TYPE_CHECKING:
    from agonist.store.runs.store import Store


def keep_answer(store: Store, match: int, step: int, seat: int, nonce: str, action: Any) -> bool:
    """Store an answer unless there is one already; returns whether the stored one is this.

    The same answer sent twice has the same `nonce`.
    """

    def write(connection: Connection) -> bool:
        known = connection.execute(_nonce(match, step, seat)).scalar()
        if known is not None:
            return bool(known == nonce)
        row = {"match": match, "step": step, "seat": seat, "nonce": nonce, "action": pack(action)}
        connection.execute(insert(ANSWERS), row)
        return True

    return store.change(write)


def kept_answers(store: Store, match: int) -> dict[tuple[int, int], Any]:
    """All stored answers of a match, by step and seat."""
    of = ANSWERS.c
    query = select(of.step, of.seat, of.action).where(of.match == match)
    rows = store.read(lambda connection: connection.execute(query).all())
    return {(step, seat): unpack_tuples(action) for step, seat, action in rows}


def is_kept_answer(store: Store, match: int, step: int, seat: int, nonce: str) -> bool:
    """Whether the stored answer to this question came from this form."""
    query = _nonce(match, step, seat)
    return store.read(lambda connection: connection.execute(query).scalar()) == nonce


def _nonce(match: int, step: int, seat: int) -> Select[tuple[Any]]:
    of = ANSWERS.c
    return select(of.nonce).where(of.match == match, of.step == step, of.seat == seat)
