"""Tallies as kept with a match's end, so that reports need not sum its calls."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any, Final

from agonist.players.model_call_record import FORMS, UNKNOWN
from agonist.store.runs.damage import Damaged
from agonist.store.runs.query_results import Tally
from agonist.store.runs.serialization import pack, unpack

NO_CALLS: Final = "[]"
"""What is kept of a match in which nobody made a call."""

NUMBERS: Final = (
    "cost", "seat", "requests", "prompt", "cached", "completion", "reasoning", "seconds", "tries",
    "estimated", "estimated_cost", "closed_tokens", "charged", "calls", "resent",
)  # fmt: skip
"""The fields of a tally in the order in which they are kept; then its invalid answers, and its forms."""

EVERY_FORM: Final = (*FORMS, UNKNOWN)

_numbers: Final = attrgetter(*NUMBERS)


def kept(tallies: Iterable[Tally]) -> str:
    """The text that is kept of the tallies of one match."""
    return pack(
        [
            (*_numbers(tally), tally.invalid, [tally.forms.get(form, 0) for form in EVERY_FORM])
            for tally in tallies
        ]
    )


def tallies_from(match: int, text: str) -> list[Tally]:
    """The tallies of a match from what was kept. Raises `Damaged`, and other errors of `UNREADABLE`.

    >>> tally = Tally(7, 1, 2, 350, 0, 40, 0, None, 1.5, 3, invalid={"empty": 1}, forms={"as asked": 2})
    >>> tallies_from(7, kept([tally])) == [tally]
    True
    """
    found = []
    for *numbers, invalid, counts in unpack(text):
        cost, *others = numbers
        if not {*map(type, (cost or 0, *others, *invalid.values(), *counts))} <= {int, float}:
            raise Damaged(f"has as its usage {text[:80]}")
        named: dict[str, Any] = dict(zip(NUMBERS, numbers, strict=True))
        forms = {form: count for form, count in zip(EVERY_FORM, counts, strict=True) if count}
        found.append(Tally(match, **named, invalid=invalid, forms=forms))
    return found
