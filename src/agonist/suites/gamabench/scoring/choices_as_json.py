"""Choices as plain JSON values, and back: for records that our games cannot replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any, Final

from agonist.suites.gamabench.scoring.choices import Choices
from agonist.suites.gamabench.scoring.sequential import Battle, Pirates, Plan, Shot
from agonist.suites.gamabench.scoring.simultaneous import (
    Auctions,
    Bids,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
)

KINDS: Final[Mapping[str, Callable[..., Choices]]] = {
    kind.__name__: kind
    for kind in (Guessing, Evenings, Bids, Contributions, Dishes, Auctions, Battle, Pirates)
}


def packed(choices: Choices) -> dict[str, Any]:
    """The choices of a match as JSON values.

    >>> from agonist.suites.gamabench.scoring import Bids
    >>> packed(Bids(100, ((3, 4),)))
    {'kind': 'Bids', 'golds': 100, 'rounds': ((3, 4),)}
    """
    fields = asdict(choices)
    if "ratio" in fields:
        fields["ratio"] = str(fields["ratio"])
    return {"kind": type(choices).__name__, **fields}


def unpacked(stored: Mapping[str, Any]) -> Choices:
    """The choices from JSON values that `packed` made."""
    fields = {key: _tuples(value) for key, value in stored.items() if key != "kind"}
    if "ratio" in fields:
        fields["ratio"] = Fraction(fields["ratio"])
    if "shots" in fields:
        fields["shots"] = tuple(Shot(**_fields(shot)) for shot in stored["shots"])
    if "plans" in fields:
        fields["plans"] = tuple(Plan(**_fields(plan)) for plan in stored["plans"])
    return KINDS[stored["kind"]](**fields)


def _fields(stored: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _tuples(value) for key, value in stored.items()}


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value
