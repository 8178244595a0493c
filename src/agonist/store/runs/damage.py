"""Detecting damaged content: values that cannot have been written by us."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from agonist.core import AgonistError
from agonist.match import Fixture
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


class of_match:  # noqa: N801  used like a function; a class only for speed
    """A context for reading one match: decoding errors become a `DamagedMatch`."""

    __slots__ = ("number", "where")

    def __init__(self, number: int, where: str) -> None:
        self.number, self.where = number, where

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, UNREADABLE):
            raise damaged_match(self.number, self.where, error) from error


def damaged_match(number: int, where: str, error: BaseException) -> DamagedMatch:
    """The error for a match that cannot be read."""
    return DamagedMatch(f"match {number} in {where} is damaged ({in_short(error)}): {ADVICE}", number)


def whole_match(match: StoredMatch) -> StoredMatch:
    """The match, if its status, error, reason and time are possible. Raises `Damaged`."""
    _expect(match.status in STATUSES, "status", match.status)
    _expect(type(match.error) is str and type(match.reason) is str, "error or reason", match.reason)
    _expect(type(match.seconds) in (int, float), "seconds", match.seconds)
    return match


def whole_fixture(fixture: Fixture) -> Fixture:
    """The fixture, if all its values are possible. Raises `Damaged`."""
    _expect(_texts(fixture.players) and fixture.players, "players", fixture.players)
    for what in ("game", "seed", "prompts", "block", "part", "wording"):
        _expect(type(getattr(fixture, what)) is str, what, getattr(fixture, what))
    for what in ("options", "script", "style", "specs", "parent"):
        _expect(isinstance(getattr(fixture, what), Mapping), what, getattr(fixture, what))
    _expect(_texts([*fixture.specs.values()]), "specs", fixture.specs)
    _expect(type(fixture.version) is int, "version", fixture.version)
    _expect(_texts(fixture.probes), "probes", fixture.probes)
    return fixture


def expect_end(
    seats: int, forfeits: Any, scores: Any, ranks: Any, teams: Any, fallback: Any, *, finished: bool
) -> None:
    """Raise `Damaged` unless a match with so many seats can have ended like this."""
    every = range(seats)
    _expect(_within(forfeits, every), "forfeits", forfeits)
    _expect(_within(fallback, every), "fallback", fallback)
    _expect(type(teams) is tuple and all(_within(team, every) for team in teams), "teams", teams)
    _expect(_numbers(scores), "scores", scores)
    _expect(_within(ranks, range(1, seats + 1)), "ranks", ranks)
    if finished:
        _expect(len(scores) == seats, "scores", scores)
        _expect(len(ranks) == seats and 1 in ranks, "ranks", ranks)


def whole_run(run: Run) -> Run:
    """The run, if all its values are possible. Raises `Damaged`."""
    try:
        _expect_run(run)
    except Damaged as error:
        raise Damaged(f"run {run.id!r} {error}") from None
    return run


def _expect_run(run: Run) -> None:
    plan = run.plan
    texts = (run.id, run.created, run.status, run.note)
    _expect(all(type(text) is str for text in texts), "description", texts)
    _expect(isinstance(plan, Mapping), "plan", plan)
    for what in ("targets", "players", "opponents"):
        _expect(_texts(plan.get(what, [])), f"plan of {what}", plan.get(what))
    for what in ("suites", "budget", "seats"):
        _expect(isinstance(plan.get(what, {}), Mapping), f"plan of {what}", plan.get(what))
    for suite in plan.get("suites", {}).values():
        _expect(isinstance(suite, Mapping), "plan of suites", suite)
    prompts = plan.get("prompts")
    _expect(prompts is None or type(prompts) is str or _texts(prompts), "prompts", prompts)


def _texts(values: Any) -> bool:
    return isinstance(values, list | tuple) and all(type(value) is str for value in values)


def _numbers(values: Any) -> bool:
    return type(values) is tuple and all(type(value) in (int, float) for value in values)


def _within(values: Any, allowed: range) -> bool:
    if type(values) is not tuple:
        return False
    return not values or all(type(value) is int and value in allowed for value in values)


def _expect(holds: object, what: str, value: Any) -> None:
    if not holds:
        raise Damaged(f"has as its {what} {_cut(repr(value))}")


def in_short(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return _cut(text if isinstance(error, Damaged) else f"{type(error).__name__}: {text}")


def _cut(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:119]}…"
