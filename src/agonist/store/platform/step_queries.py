"""Queries for showing a match: its moves from a step on, and the steps at which a model was asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, or_, select

from agonist.core import Seat
from agonist.match.record import moves_from
from agonist.store.engines.failure import DamagedMatch
from agonist.store.runs.damage import of_match
from agonist.store.runs.query_results import Turn
from agonist.store.runs.row_conversion import turn_from
from agonist.store.runs.schema import MODEL_CALLS, STEPS
from agonist.store.runs.serialization import unpack
from agonist.store.runs.store import Store


def turns_from(store: Store, match: int, first: int) -> list[Turn]:
    """The complete steps of a match from one on (counted from 0), without their calls. Two queries.

    Raises `DamagedMatch` if steps are missing.
    """
    of, of_step = MODEL_CALLS.c, STEPS.c
    errors: defaultdict[int, list[str]] = defaultdict(list)
    bad = select(of.step, of.error).where(of.match == match, of.error != "", of.probe == "", of.step >= first)
    rows: Select[Any] = select(of_step.nth, of_step.moves, of_step.fallback, of_step.probes)
    rows = rows.where(of_step.match == match, of_step.nth >= first).order_by(of_step.nth)
    wrong, played = store.read(
        lambda connection: (
            connection.execute(bad.order_by(of.step, of.nth)).all(),
            connection.execute(rows).all(),
        )
    )
    for step, error in wrong:
        errors[step].append(error)
    if any(row.nth != nth for nth, row in enumerate(played, start=first)):
        raise DamagedMatch(f"steps are missing from match {match} in {store.name}", match)
    known: dict[tuple[str, str, str], Turn] = {}
    found: list[Turn] = []
    with of_match(match, store.name):
        for nth, *texts in played:
            # In a match of thousands of steps, most are like others.
            text = (texts[0], texts[1], texts[2])
            turn = None if nth in errors else known.get(text)
            if turn is None:
                turn = turn_from(moves_from(unpack(text[0])), text[1], text[2], errors.get(nth, ()))
                if nth not in errors:
                    known[text] = turn
            found.append(turn)
    return found


def asked_between(
    store: Store, match: int, first: int, last: int, hidden: Collection[Seat] = ()
) -> frozenset[int]:
    """The steps in a range (from 0, both ends included) at which a model was asked. One query.

    Of `hidden` seats, only invalid answers count.
    """
    of = MODEL_CALLS.c
    query = select(of.step).distinct().where(of.match == match, of.step >= first, of.step <= last)
    query = query.where(or_((of.request == 1) & of.seat.not_in(hidden), of.error != ""))
    return frozenset(store.values(query))
