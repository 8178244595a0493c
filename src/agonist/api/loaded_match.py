"""Stored matches in Python: `load_match`, and what is played on from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from agonist.core import CHANCE, Outcome, UsageError
from agonist.match import Fixture, Policy, Record, Step
from agonist.match.record import check_record
from agonist.players.unique_names import name_player
from agonist.reports.turn_by_turn import record_of
from agonist.store import Reader
from agonist.suites.registry import games_of


@dataclass(frozen=True)
class LoadedMatch:
    """A match of a database, finished or not.

    `number` is its number there, `run` the id of its run, `status` such as `finished`. `record` has its game
    and moves, `steps` the moves with all calls of models, `fixture` everything that decided its course.
    """

    number: int
    run: str
    status: str
    fixture: Fixture
    record: Record
    steps: tuple[Step, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The name of the player on each seat."""
        return self.fixture.players

    @property
    def parent(self) -> tuple[int, int] | None:
        """The match that this one was played on from, and after how many of its steps; `None` for most."""
        parent = self.fixture.parent
        return (parent["match"], parent["step"]) if parent else None

    @cached_property
    def states(self) -> list[Any]:
        """All states: `states[0]` is before the first step, `states[n]` after n steps."""
        return list(self.record.states())

    @cached_property
    def outcome(self) -> Outcome | None:
        """How it ended; `None` if it has not."""
        return self.record.outcome_after(self.states[-1])

    def fork(
        self,
        step: int,
        players: Sequence[str],
        *,
        seed: int | str | None = None,
        policy: Policy | None = None,
    ) -> Fixture:
        """A match that other players play on from here, for `play` and `run_fixtures`.

        Moves that it begins with count for nobody in its own report, which leaves out indicators that are
        read from the end of a match. Wins and scores are those of the whole match. Matches played on from one
        match are one piece of evidence, as matches on one deal are.

        Args:
            step: How many steps of this match it begins with, from 0: it goes on from `states[step]`.
            players: A specification for each seat.
            seed: Decides what chance deals from there on; `None`: what this match would have been dealt.
            policy: What happens after an invalid answer; `None` for that of this match.

        Raises:
            UsageError: For a step beyond the last, one after which nobody is asked, or a wrong number of
                players.
        """
        game, old = self.record.game, self.fixture
        if type(step) is not int or not 0 <= step < len(self.states):
            raise UsageError(f"match {self.number} has the steps 0 to {len(self.states) - 1}, not {step!r}")
        if not game.turn(self.states[step]):
            raise UsageError(f"match {self.number} is over after {step} steps: there is nothing to play on")
        if len(players) != game.seats:
            raise UsageError(f"{old.game} has {game.seats} seats, but you named {len(players)} players")
        deal = old.deal if old.block else f"{old.deal} {old.key}"
        specs: dict[str, str] = {}
        names = tuple(name_player(player, specs) for player in players)
        return replace(
            old,
            players=names,
            specs={name: spec for name, spec in specs.items() if name != spec},
            seed=old.seed if seed is None else str(seed),
            policy=policy or old.policy,
            script=self._script(step),
            parent={"match": self.number, "step": step, "key": old.key, "deal": deal},
            part=old.part if old.part.partition("?")[0] == old.game else old.game,
            block=f"played on from {deal}",
            probes=(),
        )

    def _script(self, step: int) -> Mapping[str, Sequence[Any]]:
        """The answers of these first steps by question, and what the match had in store for later ones."""
        given: dict[str, list[Any]] = {}
        for state, moves in zip(self.states[:step], self.record.moves, strict=False):
            for seat, ask in self.record.game.turn(state).items():
                key = ask.about if seat == CHANCE else f"{ask.about}@{seat}"
                given.setdefault(key, []).append(moves[seat])
        script = self.fixture.script
        return {
            key: [*given.get(key, ()), *script.get(key, ())[len(given.get(key, ())) :]]
            for key in dict.fromkeys(chain(given, script))
        }


def load_match(number: int | str, *, db: str | Path = "agonist.db") -> LoadedMatch:
    """A match of a database: its states, moves, requests and answers.

    Args:
        number: Its number, as reports list it.
        db: The database that holds it.

    Raises:
        UsageError: If there is no such match.
        RecordError: If the rules have changed since, or the record is damaged.
        StoreError: For a database that cannot be used.

    >>> from tempfile import TemporaryDirectory
    >>> from agonist import play
    >>> with TemporaryDirectory() as folder:
    ...     match = play("tictactoe", ["random", "reference"], seed=1, db=f"{folder}/agonist.db")
    ...     loaded = load_match(1, db=f"{folder}/agonist.db")
    >>> loaded.record == match.record, loaded.states[1].marked
    (True, ((3, 3),))
    """
    with Reader.open(db) as store:
        stored = store.match(number)
        steps = store.steps(stored.id)
        games = games_of(store, stored.run)
    record = record_of(stored, steps, lambda name: games.kit(name, stored.fixture.wording))
    check_record(record.game, record.moves)
    return LoadedMatch(stored.id, stored.run, stored.status, stored.fixture, record, tuple(steps))
