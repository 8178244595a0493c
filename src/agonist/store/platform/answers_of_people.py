"""Answers that people have given on a page: stored before the match uses them, and kept."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, insert, select

from agonist.store.platform.schema import ANSWERS
from agonist.store.runs.serialization import pack, unpack_tuples
from agonist.store.runs.store import Store


class AskKey(NamedTuple):
    """Which question of a match a person answers: their move at a step, or the hidden question `probe`."""

    step: int
    seat: int
    probe: str = ""


def keep_answer(store: Store, match: int, key: AskKey, nonce: str, action: Any) -> bool:
    """Store an answer unless there is one already; returns whether the stored one is this.

    The same answer sent twice has the same `nonce`.
    """

    def write(connection: Connection) -> bool:
        known = connection.execute(_nonce(match, key)).scalar()
        if known is not None:
            return bool(known == nonce)
        row = {"match": match, **key._asdict(), "nonce": nonce, "action": pack(action)}
        connection.execute(insert(ANSWERS), row)
        return True

    return store.change(write)


def kept_answers(store: Store, match: int) -> dict[AskKey, Any]:
    """All stored answers of a match."""
    of = ANSWERS.c
    query = select(of.step, of.seat, of.probe, of.action).where(of.match == match)
    return {AskKey(*key): unpack_tuples(action) for *key, action in store.rows(query)}


def is_kept_answer(store: Store, match: int, key: AskKey, nonce: str) -> bool:
    """Whether the stored answer to this question came from this form."""
    return bool(store.value(_nonce(match, key)) == nonce)


def _nonce(match: int, key: AskKey) -> Select[tuple[Any]]:
    of = ANSWERS.c
    return select(of.nonce).where(
        of.match == match, of.step == key.step, of.seat == key.seat, of.probe == key.probe
    )
