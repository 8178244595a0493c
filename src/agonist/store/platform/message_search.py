"""The steps of a match at which a model was sent, or wrote, a text."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import orjson
from sqlalchemy import ColumnElement, or_, select

from agonist.core import Seat
from agonist.store.runs.schema import MATCHES, MODEL_CALLS, PROMPTS, SENT
from agonist.store.runs.store import Store


def in_json(text: str) -> str:
    """A text as written inside a JSON string."""
    return orjson.dumps(text.encode("utf-8", "replace").decode()).decode()[1:-1]


def steps_with_text(store: Store, match: int, text: str, hidden: Collection[Seat] = ()) -> frozenset[int]:
    """Steps (from 0) with calls that hold the text, in any case, and perhaps some that do not. One query.

    The text is sought in what is stored: also in the names of models and settings, which nobody is shown.
    Calls of `hidden` seats are left out.
    """
    call, sent = MODEL_CALLS.c, SENT.c
    run = select(MATCHES.c.run).where(MATCHES.c.id == match).scalar_subquery()
    repeated = select(1).where(
        PROMPTS.c.run == run, _holds(PROMPTS.c.text, text), sent.messages.contains(PROMPTS.c.digest)
    )
    prompt = select(1).where(
        *(sent.match == call.match, sent.step == call.step, sent.nth == call.nth),
        or_(_holds(sent.messages, text), repeated.exists()),
    )
    query = (
        select(call.step)
        .distinct()
        .where(call.match == match, call.seat.not_in(hidden), or_(_holds(call.words, text), prompt.exists()))
    )
    return frozenset(store.values(query))


def _holds(column: ColumnElement[Any], text: str) -> ColumnElement[bool]:
    """SQLite compares only the case of ASCII letters, so other cases are asked for."""
    cases = {text, text.lower(), text.upper(), text.capitalize()}
    return or_(*(column.icontains(in_json(each), autoescape=True) for each in sorted(cases)))
