"""Matches of samples as runs of a database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from agonist.adapters.inspect.sample_contents import PlayedMatch
from agonist.core import Outcome
from agonist.games import find_kit
from agonist.match import Match, Record
from agonist.match.match_and_steps import ending_of_forfeit
from agonist.match.record import game_of
from agonist.reports.match_verification import verify
from agonist.store import Store
from agonist.suites.registry import game_registry
from agonist.tournament.evaluation_request import Entry

SOURCE: Final = "a log of Inspect"
"""Stands in the plan of every run of imported matches."""


def new_matches(store: Store, played: Iterable[PlayedMatch]) -> list[PlayedMatch]:
    """Those of these matches that the database does not hold: neither an import of the same sample nor, of an
    exported run, the match itself. Each is there once."""
    runs = store.runs()
    known = {name for run in runs if run.plan.get("source") == SOURCE for name in run.plan["samples"]}
    here = {run.id for run in runs}
    return list(
        {
            each.id: each for each in played if each.id not in known and not (each.run and each.run in here)
        }.values()
    )


def impossible(played: PlayedMatch, score: float | None = None) -> list[str]:
    """What of a match cannot have been, by its rules, its seed and the `score` of its sample; empty if it is
    as its record says. Raises `AgonistError` for a game or words that do not exist here."""
    match = played.match
    kit = game_registry(None, [played.suite] if played.suite else []).kit(
        match.fixture.game, match.fixture.wording
    )
    if match.status != "finished":
        return []
    found = verify(kit, match, played.steps)
    if score is not None and played.seats and not found:
        own = sum(match.scores[seat] for seat in played.seats) / len(played.seats)
        if abs(score - own) > TOLERANCE:
            found.append(f"its score is {score:g} in the log, and {own:g} by its moves")
    return found


TOLERANCE: Final = 1e-9
"""The most by which equal scores may differ, computed in another order."""


def entry_of(played: Sequence[PlayedMatch]) -> Entry:
    """What was asked for, to play these matches."""
    first = played[0]
    if first.entry is not None:
        return Entry.from_dict(first.entry)
    specs = {name: each.match.fixture.spec(name) for each in played for name in each.match.fixture.players}
    players = dict.fromkeys(each.player for each in played)
    return Entry(tuple(players), tuple(name for name in specs if name not in players), specs=specs)


def store_matches(store: Store, played: Sequence[PlayedMatch], log: Mapping[str, str]) -> str:
    """A run of these matches; its id. Those that did not end are void, with the reason.

    `log`: what is known of the log that they are from.
    """
    entry, suite = entry_of(played), played[0].suite
    fixtures = [each.match.fixture for each in played]
    (seed, *others) = {fixture.seed for fixture in fixtures}
    whole = {
        **entry.as_dict(),
        "targets": [suite] if suite else list(dict.fromkeys(each.part or each.game for each in fixtures)),
        "suites": {suite: entry.as_dict()} if suite else {},
        "seed": entry.seed if suite else "" if others else seed,
        "source": SOURCE,
        "log": dict(log),
        "samples": [each.id for each in played],
    }
    run = store.start_run(whole, fixtures, imported=True)
    for stored, each in zip(store.matches(run), played, strict=True):
        store.begin(stored.id)
        for nth, step in enumerate(each.steps):
            store.add_step(stored.id, nth, step)
        if each.match.status == "finished":
            store.finish(stored.id, _finished(each), each.match.seconds)
        else:
            store.suspend(stored.id, "void", f"it did not end: {each.match.error}")
    store.flush()
    void = sum(each.match.status != "finished" for each in played)
    store.set_status(run, "finished", f"{void} of {len(played)} matches did not end" if void else "")
    return run


def _finished(played: PlayedMatch) -> Match:
    """The match as it ended."""
    match, fixture = played.match, played.match.fixture
    game = game_of(fixture.game, fixture.version, fixture.options, find_kit)
    moves = tuple(step.moves for step in played.steps if step.moves)
    record = Record(fixture.game, game, moves, match.forfeits, ending_of_forfeit(played.steps))
    outcome = Outcome(match.scores, match.reason, match.teams, match.ranks)
    return Match(record, tuple(played.steps), outcome)
