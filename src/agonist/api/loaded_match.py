"""Stored matches in Python: `load_match`, and what is played on from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from agonist.core import CHANCE, Game, Moves, Outcome, Seat, UsageError, counted
from agonist.games import find_kit
from agonist.kit import guarded
from agonist.match import Fixture, Policy, Record, Step
from agonist.match.record import check_record
from agonist.match.stepping import legal
from agonist.players.spec import parse_player
from agonist.players.unique_names import name_player
from agonist.reports.turn_by_turn import move_in_words, record_of
from agonist.store import Reader
from agonist.suites.registry import games_of

MOST_FORKS: Final = 10_000
"""How often a match is played on at once, at most."""


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
        players: Sequence[str] | Mapping[Seat, str],
        *,
        moves: Mapping[Seat, Any] | None = None,
        seed: int | str | None = None,
        policy: Policy | None = None,
    ) -> Fixture:
        """A match that other players play on from here, for `play` and `run_fixtures`.

        Moves that it begins with count for nobody in its own report, which leaves out indicators that are
        read from the end of a match. Wins and scores are those of the whole match. Matches played on from one
        match are one piece of evidence, as matches on one deal are.

        Args:
            step: How many steps of this match it begins with, from 0: it goes on from `states[step]`.
            players: A specification for each seat, or for those seats that change hands.
            moves: What these seats do there instead, or chance (-1). Whoever else is asked at that moment
                does what they did in this match, so the whole step is given, and the players go on after it.
            seed: Decides what chance deals from there on; `None`: what this match would have been dealt.
            policy: What happens after an invalid answer; `None` for that of this match.

        Raises:
            UsageError: For a step beyond the last, one after which nobody is asked, a wrong number of
                players, a seat that the game does not have or that is not asked there; and for a step that
                this match itself took over from another.
            IllegalAction: For a move that the rules do not allow there.
        """
        game, old = self.record.game, self.fixture
        if type(step) is not int or not 0 <= step < len(self.states):
            raise UsageError(f"match {self.number} has the steps 0 to {len(self.states) - 1}, not {step!r}")
        if not game.turn(self.states[step]):
            raise UsageError(f"match {self.number} is over after {step} steps: there is nothing to play on")
        if isinstance(players, Mapping):
            players = self._seated(players)
        if len(players) != game.seats:
            raise UsageError(f"{old.game} has {game.seats} seats, but you named {len(players)} players")
        if step < old.taken_over:
            raise UsageError(
                f"match {self.number} begins with {old.taken_over} steps of match {old.parent['match']}: "
                f"to play on after {step}, fork that one"
            )
        begun = [*self.record.moves[:step], *([self._changed(step, moves)] if moves else [])]
        deal = old.fork_deal
        specs: dict[str, str] = {}
        names = tuple(name_player(player, specs) for player in players)
        return replace(
            old,
            players=names,
            specs={name: spec for name, spec in specs.items() if name != spec},
            seed=old.seed if seed is None else str(seed),
            policy=policy or old.policy,
            script=self._script(begun),
            parent={
                "match": self.number,
                "step": len(begun),
                "key": old.key,
                "deal": deal,
                **({"changed": self._in_words(step, moves)} if moves else {}),
            },
            part=old.part if old.part.partition("?")[0] == old.game else old.game,
            block=f"played on from {deal}",
            probes=(),
        )

    def forks(
        self,
        step: int,
        *,
        players: Mapping[Seat, str] = MappingProxyType({}),
        moves: Mapping[Seat, Any] | None = None,
        times: int = 1,
        control: bool = False,
        seed: int = 0,
        policy: Policy | None = None,
    ) -> list[Fixture]:
        """The same fork several times, each with fresh luck from there on, for `run_fixtures`.

        Chance deals anew what it has not dealt by then, and players draw anew; the seeds follow from that of
        this match and `seed`. Its run's report has the difference to this match, with interval.

        Args:
            step: As in `fork`.
            players: A specification for each seat that changes hands; all others keep their players.
            moves: As in `fork`.
            times: How many matches, from 1 to 10,000.
            control: Whether as many are played on unchanged, on the same luck: then the report also has the
                effect of the change by itself, without the luck that this one match had.
            seed: Decides the luck.
            policy: As in `fork`.

        Raises:
            UsageError: As in `fork`; for a seat that the game does not have, and for a control of no change.
        """
        if not 1 <= times <= MOST_FORKS:
            raise UsageError(f"a match is played on 1 to {MOST_FORKS:,} times, not {times:,}")
        if control and not players and not moves:
            raise UsageError(
                "a control is played on unchanged, and so is all else here: change a player or a move"
            )
        seeds = [f"{self.fixture.seed}/fork {step}.{seed}.{nth}" for nth in range(times)]
        arms = [(players, moves), *([({}, None)] if control else [])]
        return [
            self.fork(step, who, moves=given, seed=luck, policy=policy)
            for who, given in arms
            for luck in seeds
        ]

    def _seated(self, players: Mapping[Seat, str]) -> list[str]:
        """A specification for each seat, of its player in this match unless another is given."""
        old, seats = self.fixture, self.record.game.seats
        if wrong := [seat for seat in players if seat not in range(seats)]:
            raise UsageError(f"match {self.number} has the seats 0 to {seats - 1}, not {wrong[0]}")
        return [
            players.get(seat) or _as_typed(player, old.spec(player))
            for seat, player in enumerate(old.players)
        ]

    def _changed(self, step: int, moves: Mapping[Seat, Any]) -> Moves:
        """The moves of this step with these in their place."""
        asks = self.record.game.turn(self.states[step])
        played = self.record.moves[step] if step < len(self.record.moves) else {}
        where = f"after {counted(step, 'step')} of match {self.number}"
        for seat in moves:
            if seat not in asks:
                raise UsageError(f"{_name(seat)} is not asked {where}: {_names(asks)} can be given a move")
        if left := asks.keys() - moves.keys() - played.keys():
            raise UsageError(f"{_names(left)} did not answer {where}: give a move for each")
        return legal(asks, {**{seat: played[seat] for seat in asks if seat in played}, **moves})

    def _in_words(self, step: int, moves: Mapping[Seat, Any]) -> dict[str, str]:
        """What these moves are, by seat, for reports."""
        game, state, kit = self.record.game, self.states[step], guarded(find_kit(self.fixture.game))
        asks = game.turn(state)
        return {
            str(seat): move_in_words(kit, game, state, seat, asks[seat], move)
            for seat, move in sorted(moves.items())
        }

    def _script(self, begun: Sequence[Moves]) -> Mapping[str, Sequence[Any]]:
        """The answers of these first steps by question, and what the match had in store for later ones.

        What it had itself taken over from another match is in store for nobody.
        """
        given, used = _by_question(self.record.game, begun), dict[str, list[Any]]()
        if self.fixture.taken_over:
            used = _by_question(self.record.game, self.record.moves[: self.fixture.taken_over])
        script = self.fixture.script
        return {
            key: [
                *given.get(key, ()),
                *script.get(key, ())[max(map(len, (given.get(key, ()), used.get(key, ())))) :],
            ]
            for key in dict.fromkeys(chain(given, script))
        }


def _by_question(game: Game[Any, Any], begun: Sequence[Moves]) -> dict[str, list[Any]]:
    """The answers of these first steps as a script has them."""
    given: dict[str, list[Any]] = {}
    state = game.new()
    for moves in begun:
        for seat, ask in game.turn(state).items():
            key = ask.about if seat == CHANCE else f"{ask.about}@{seat}"
            given.setdefault(key, []).append(moves[seat])
        state = game.act(state, moves)
    return given


def _as_typed(player: str, spec: str) -> str:
    """The specification that gives a player this name."""
    return spec if parse_player(spec).label == player else f"{player}={spec}"


def _name(seat: Seat) -> str:
    return "chance (-1)" if seat == CHANCE else f"seat {seat}"


def _names(seats: Iterable[Seat]) -> str:
    return " and ".join(map(_name, sorted(seats)))


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
    (True, ((1, 1),))
    """
    with Reader.open(db) as store:
        return match_in(store, number)


def match_in(store: Reader, number: int | str) -> LoadedMatch:
    """`load_match` from an open database."""
    stored = store.match(number)
    steps = store.steps(stored.id)
    games = games_of(store, stored.run)
    record = record_of(stored, steps, lambda name: games.kit(name, stored.fixture.wording))
    check_record(record.game, record.moves)
    return LoadedMatch(stored.id, stored.run, stored.status, stored.fixture, record, tuple(steps))
