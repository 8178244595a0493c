"""Detecting damaged content: values that cannot have been written by us."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from agonist.core import AgonistError
from agonist.store.engines.failure import DamagedMatch, StoreError
from agonist.store.runs.query_results import Run, StoredMatch

STATUSES: Final = ("planned", "playing", "finished", "suspended", "broken", "void")

ADVICE: Final = "take a copy of it before anything else; a run that is whole can be read from a backup"


UNREADABLE: Final = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)
"""The errors that reading damaged content raises."""


class Damaged(ValueError):
    """A value that cannot have been written by us; the message names it."""


@contextmanager
def readable(where: str) -> Iterator[None]:
    """A context for reading stored content: decoding errors become a `StoreError` about damage."""
    try:
        yield
    except AgonistError:
        raise
    except (
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        IndexError,
        ArithmeticError,
        RecursionError,
    ) as error:
        raise StoreError(f"{where} is damaged ({in_short(error)}): {ADVICE}") from error


@contextmanager
def of_match(number: int, where: str) -> Iterator[None]:
    """A context for reading one match: decoding errors become a `DamagedMatch`."""
    try:
        yield
    except UNREADABLE as error:
        raise damaged_match(number, where, error) from error


def damaged_match(number: int, where: str, error: BaseException) -> DamagedMatch:
    """The error for a match that cannot be read."""
    return DamagedMatch(f"match {number} in {where} is damaged ({in_short(error)}): {ADVICE}", number)


def whole_match(match: StoredMatch) -> StoredMatch:
    """The match, if all its values are possible. Raises `Damaged`."""
    name, fixture = f"match {match.id!r}", match.fixture
    seats = range(len(fixture.players))
    _expect(_texts(fixture.players) and fixture.players, name, "players", fixture.players)
    for what in ("game", "seed", "prompts", "block", "part", "wording"):
        _expect(type(getattr(fixture, what)) is str, name, what, getattr(fixture, what))
    for what in ("options", "script", "style", "parent"):
        _expect(isinstance(getattr(fixture, what), Mapping), name, what, getattr(fixture, what))
    _expect(type(fixture.version) is int, name, "version", fixture.version)
    _expect(_texts(fixture.probes), name, "probes", fixture.probes)
    _expect(match.status in STATUSES, name, "status", match.status)
    _expect(type(match.error) is str and type(match.reason) is str, name, "error or reason", match.reason)
    _expect(type(match.seconds) in (int, float), name, "seconds", match.seconds)
    for what in ("forfeits", "fallback"):
        _expect(_within(getattr(match, what), seats), name, what, getattr(match, what))
    _expect(
        type(match.teams) is tuple and all(_within(t, seats) for t in match.teams), name, "teams", match.teams
    )
    _expect(_numbers(match.scores), name, "scores", match.scores)
    _expect(_within(match.ranks, range(1, len(seats) + 1)), name, "ranks", match.ranks)
    if match.status == "finished":
        _expect(len(match.scores) == len(seats), name, "scores", match.scores)
        _expect(len(match.ranks) == len(seats) and 1 in match.ranks, name, "ranks", match.ranks)
    return match


def whole_run(run: Run) -> Run:
    """The run, if all its values are possible. Raises `Damaged`."""
    plan, name = run.plan, f"run {run.id!r}"
    texts = (run.id, run.created, run.status, run.note)
    _expect(all(type(text) is str for text in texts), name, "description", texts)
    _expect(isinstance(plan, Mapping), name, "plan", plan)
    for what in ("targets", "players", "opponents"):
        _expect(_texts(plan.get(what, [])), name, f"plan of {what}", plan.get(what))
    for what in ("suites", "budget", "seats"):
        _expect(isinstance(plan.get(what, {}), Mapping), name, f"plan of {what}", plan.get(what))
    for suite in plan.get("suites", {}).values():
        _expect(isinstance(suite, Mapping), name, "plan of suites", suite)
    _expect(plan.get("prompts") is None or type(plan["prompts"]) is str, name, "prompts", plan.get("prompts"))
    return run


def _texts(values: Any) -> bool:
    return isinstance(values, list | tuple) and all(type(value) is str for value in values)


def _numbers(values: Any) -> bool:
    return type(values) is tuple and all(type(value) in (int, float) for value in values)


def _within(values: Any, allowed: range) -> bool:
    if type(values) is not tuple:
        return False
    return not values or all(type(value) is int and value in allowed for value in values)


def _expect(holds: object, name: str, what: str, value: Any) -> None:
    if not holds:
        raise Damaged(f"{name} has as its {what} {_cut(repr(value))}")


def in_short(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return _cut(text if isinstance(error, Damaged) else f"{type(error).__name__}: {text}")


def _cut(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:119]}…"
