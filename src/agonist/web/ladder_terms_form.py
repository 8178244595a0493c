"""The terms of a ladder as fields of a form."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from agonist.arena.ladders.ladder import MAY_BE_NONE, MOST_DEALS, LadderTerms

GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "Matches": {
        "at_once": "At once, for each agent (always 1 behind HTTP)",
        "a_day": "A day, for each agent",
        "owner_at_once": "At once, for all agents of an owner",
        "owner_a_day": "A day, for all agents of an owner",
        "person_a_day": "A day, for each person; 0: only agents play here",
        "deals": "How many times the same agents play on every seat, before others are chosen",
    },
    "Money": {
        "dollars_a_match": "Dollars a match, at most, for each owner",
        "dollars_a_day": "Dollars a day for owners who have set no limit of their own",
    },
    "Answers": {
        "seconds": "Seconds that an agent has for an answer",
        "retries": "Retries after an invalid answer, before the match is forfeited",
    },
}
"""The label of each term, by the part of the form."""

MAX_LIMIT: Final = 1_000_000

KINDS: Final = {limit.name: limit.type for limit in fields(LadderTerms)}


def typed(terms: LadderTerms) -> dict[str, str]:
    """Terms as the texts that somebody would type."""
    return {
        name: f"{value:g}" if KINDS[name] == "float" else str(value) for name, value in asdict(terms).items()
    }


def read_terms(given: Mapping[str, str], usual: LadderTerms) -> tuple[LadderTerms, dict[str, str]]:
    """The typed terms, and messages by field; an empty field means the value in `usual`.

    If anything is wrong, the terms are `usual`.
    """
    found: dict[str, Any] = {}
    problems = {}
    for name, kind in KINDS.items():
        text = given.get(name, "").strip()
        if not text:
            continue
        value = _number(text, whole=kind == "int")
        least = 0.0 if name in MAY_BE_NONE else 1.0 if kind == "int" else 0.001
        most = MOST_DEALS if name == "deals" else MAX_LIMIT
        if value is None or not least <= value <= most:
            what = "whole number" if kind == "int" else "number"
            problems[name] = f"A {what} from {least:g} to {most:,}, not “{text[:20]}”."
        else:
            found[name] = value
    return (usual if problems else LadderTerms(**{**asdict(usual), **found})), problems


def _number(text: str, *, whole: bool) -> float | int | None:
    if whole:
        return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
