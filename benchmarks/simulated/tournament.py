"""A tournament of a simulated world: our schedules and rules for stopping, our boards, and what holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeAlias, cast

import numpy as np
from benchmarks.simulated.board import Board, Matches, as_printed, board_of, same
from benchmarks.simulated.cell import Cell
from benchmarks.simulated.counting import Count, Found
from benchmarks.simulated.world import World

from agonist.api.plan import FIRST_WORDINGS
from agonist.match import Fixture, Policy
from agonist.metrics.results import block_of
from agonist.metrics.run_matches import Played
from agonist.ratings.bradley_terry import estimate_from
from agonist.ratings.sandwich import Spread
from agonist.store import Store, StoredMatch
from agonist.suites.llmarena.tournament import more, opening
from agonist.tournament.adaptive_matches import (
    GROWTH_BETWEEN_LOOKS,
    MAX_LOOKS,
    confidence_of,
    extension,
    further,
    parse_until,
)
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import Target
from agonist.tournament.next_wordings import next_wordings
from agonist.tournament.pairing import Table, tables
from agonist.tournament.schedule import Dealing, in_wordings, schedule

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]


class Organiser:
    """Schedules and boards of a cell; what tournaments have in common is worked out once."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self.names = [f"p{n:02}" for n in range(cell.players)]
        self._place = {name: at for at, name in enumerate(self.names)}
        self._wordings = [target.wording for target in self.targets]
        self._numbers: tuple[dict[str, int], dict[str, int]] = {}, {}
        self._deals: dict[tuple[str, str, tuple[str, ...]], str] = {}
        self._made: dict[tuple[str, ...], list[Fixture]] = {}
        self._drawn: list[tuple[Table, int]] = []

    @cached_property
    def bounds(self) -> tuple[float, float] | None:
        return self.cell.target.game.score_range

    @cached_property
    def opening(self) -> Matches:
        """What is played at first; nothing scored yet."""
        if self.cell.suite:
            return self.planned(opening(self.entry))
        return self.planned(in_wordings(self.targets[: self.first], self._schedule))

    def _schedule(self, target: Target) -> list[Fixture]:
        return schedule(
            target,
            self.names,
            matches=self.cell.matches // self.first,
            seed=0,
            policy=Policy(),
            pairing=self.cell.pairing,
            deals=self.cell.deals,
        )

    @cached_property
    def targets(self) -> Sequence[Target]:
        """The game in each wording."""
        several = self.cell.wordings > 1
        return [
            replace(self.cell.target, wording=f"prompts/{nth:02}" if several else "")
            for nth in range(self.cell.wordings)
        ]

    @property
    def first(self) -> int:
        """In how many wordings it is played at first."""
        return min(self.cell.wordings, FIRST_WORDINGS) if self.cell.until else self.cell.wordings

    @cached_property
    def entry(self) -> Entry:
        """What a user asks of LLMArena: one of its games of two."""
        return Entry(tuple(f"{name}=random" for name in self.names), options={"games": "tictactoe"})

    @cached_property
    def tables(self) -> Sequence[Table]:
        return tables(self.names, (), self.cell.seats, 0, self.cell.pairing)

    @cached_property
    def most(self) -> float:
        """The most matches that a rule or the informative design plays."""
        if self.cell.until:
            return len(self.tables) * self.cell.matches * GROWTH_BETWEEN_LOOKS ** (MAX_LOOKS - 1)
        return len(tables(self.names, (), self.cell.seats, 0, "balanced")) * self.cell.matches

    @cached_property
    def dealings(self) -> Sequence[Dealing]:
        each = self.cell.matches // self.first
        return [Dealing(target, 0, Policy(), {}, {}, self.cell.deals, each) for target in self.targets]

    def planned(self, fixtures: Sequence[Fixture]) -> Matches:
        """These as arrays."""
        deals, blocks = self._numbers
        seating = np.array([[self._place[name] for name in f.players] for f in fixtures], dtype=np.intp)
        found = np.array([deals.setdefault(f.seed, len(deals)) for f in fixtures], dtype=np.intp)
        block = np.array([blocks.setdefault(self._deal(f), len(blocks)) for f in fixtures], dtype=np.intp)
        wording = np.array([self._wordings.index(f.wording) for f in fixtures], dtype=np.intp)
        return Matches(fixtures, seating, found, block, np.zeros(seating.shape), wording)

    def _deal(self, fixture: Fixture) -> str:
        """What boards take for its deal; the game and its options are the same in all of a cell."""
        key = fixture.seed, fixture.block, fixture.players
        if key not in self._deals:
            self._deals[key] = block_of(StoredMatch(0, "run", 0, fixture, "finished"))
        return self._deals[key]

    def further(
        self, done: Matches, spread: Spread | None, played: Counter[frozenset[str]]
    ) -> Sequence[Fixture]:
        """What is added to a run that stops by a rule, or goes where matches tell most."""
        cell = self.cell
        if cell.suite:
            return more(self.entry, [Played(cast(Store, None), match) for match in done.stored()])
        if not (cell.until or cell.pairing == "informative"):
            return []
        until = parse_until(cell.until)
        chosen = extension(
            self.tables, self.names, spread, played, cell.matches, self.most, cell.pairing, until
        )
        if cell.wordings > 1:
            before = 1 + int(done.wording.max())
            assert spread is not None
            times = 1 + sum(count for _, count in chosen) / len(done.fixtures)
            found = next_wordings(spread, before, cell.wordings, times, confidence_of(cell.until))
            return further(chosen, self.dealings, played, before, found.wordings) if chosen else []
        return [f for table, count in chosen for f in self._dealt(table, played[frozenset(table[0])], count)]

    def _dealt(self, table: Table, first: int, count: int) -> Sequence[Fixture]:
        made = self._made.setdefault(table[0], [])
        if len(made) < first + count:
            made += self.dealings[0].fixtures(table, len(made), first + count - len(made))
        return made[first : first + count]


def measure(cell: Cell, matches: int, seed: int, least: int = 300, most: int = 4000) -> Found:
    """Simulate tournaments of a cell, of about so many matches together."""
    # As before there were wordings, so that tables of one stay what they were.
    text = repr(cell).replace(", wordings=1, wording=0.0", "")
    rng = np.random.default_rng([seed, *map(ord, text)])
    organiser, found = Organiser(cell), Found()
    size = len(organiser.opening.fixtures)
    if cell.until or cell.pairing == "informative":
        size = round(max(organiser.most, size))
    for nth in range(min(max(matches // size, least), most)):
        world = World(cell, rng)
        done, board = played(organiser, world, verify=nth == 0)
        found.matches += len(done.fixtures)
        check(cell, world, done, board, found)
        found.close()
    return found


def played(organiser: Organiser, world: World, *, verify: bool) -> tuple[Matches, Board]:
    """One run with all matches that its rule added, and its board; `verify`: that reports have the same."""
    cell, names = organiser.cell, organiser.names
    level = confidence_of(cell.until)
    done = with_scores(organiser.opening, world)
    met = Counter(frozenset(f.players) for f in done.fixtures)
    while True:
        meetings = done.meetings()
        _, _, spread = estimate_from(meetings, names)
        added = organiser.further(done, spread, met)
        if not added:
            break
        met.update(frozenset(f.players) for f in added)
        done = done.plus(with_scores(organiser.planned(added), world))
    if cell.method == "trueskill" or spread is None:
        return done, as_printed(done, names, cell.method, level)
    board = board_of(done, meetings, spread, organiser.bounds, level)
    if verify and not same(board, as_printed(done, names, cell.method, level)):
        raise AssertionError(f"the simulation's board is not the one that reports print: {cell}")
    return done, board


def with_scores(planned: Matches, world: World) -> Matches:
    return replace(planned, scores=world.play(planned.seating, planned.deal, planned.wording))


def check(cell: Cell, world: World, done: Matches, board: Board, found: Found) -> None:
    """Hold every interval that the board prints against the truth."""
    names, counts = world.names, found.counts
    sat = Counter(map(tuple, np.sort(done.seating, axis=1).tolist()))
    parts = {tuple(names[at] for at in table): number / len(done.fixtures) for table, number in sat.items()}
    rate, score = expected(world, parts)
    hold(counts["win rate"], board.win_rate, rate)
    hold(counts["score"], board.score, score)
    truth = None if cell.sharp else world.truth(parts)
    if truth is not None:
        hold(counts["rating"], board.rating, truth)
        if board.difference is not None:
            low, high = (ends[np.triu_indices(len(names), 1)] for ends in board.difference)
            gap = (truth[:, None] - truth[None, :])[np.triu_indices(len(names), 1)]
            hold(counts["difference"], (low, high), gap)
    met = np.isfinite(board.pair[0])
    draws = cell.draws / 2
    chances = draws + (1 - cell.draws) * world.chances
    hold(counts["pair"], (board.pair[0][met], board.pair[1][met]), chances[met])
    found.false.event(not possible(*board.ranks, world.theta))
    found.decided.event(list(board.ranks[0]) == list(board.ranks[1]))


def expected(world: World, parts: Mapping[tuple[str, ...], float]) -> tuple[Array, Array]:
    """Everyone's true win rate and mean score over these tables."""
    wins, scores, seated = np.zeros((3, len(world.names)))
    for table, share in parts.items():
        for name, win in world.wins(table).items():
            at = world.place[name]
            seated[at] += share
            wins[at] += share * win
            scores[at] += share * world.score(table, name)
    return wins / seated, scores / seated


def hold(count: Count, ends: tuple[Array, Array], truth: Array) -> None:
    """Count these intervals; a billionth is rounding."""
    low, high = ends
    known = np.isfinite(low)
    inside = (low - 1e-9 <= truth) & (truth <= high + 1e-9)
    count.add(int((inside & known).sum()), int(known.sum()), int((~known).sum()))


def possible(low: Sequence[int], high: Sequence[int], strengths: Array) -> bool:
    """Whether every range of ranks holds the true one: all ranks of its equals, where there are some.

    >>> possible([1, 1, 3], [2, 2, 3], np.array([0.0, 0.0, -1.0]))
    True
    >>> possible([1, 2, 3], [1, 2, 3], np.array([0.0, 0.0, -1.0]))
    False
    """
    above = (strengths[None, :] > strengths[:, None] + 1e-12).sum(axis=1)
    level = (np.abs(strengths[None, :] - strengths[:, None]) <= 1e-12).sum(axis=1)
    return bool(((np.asarray(low) <= above + 1) & (above + level <= np.asarray(high))).all())
