"""How often printed 95% intervals hold the truth: `python benchmarks/coverage.py`, or less with `--quick`.

Tournaments between players of known strength are simulated, scheduled by the schedules that we offer, and
rated by the functions that print our boards. The table that comes of it stands in docs/statistics.md.

A player's strength on the natural log scale is normal with the cell's spread. On each deal the first seat has
an advantage, and each player a good or a bad day, both normal: matches that share a deal hang together. The
truth is what the same method says of infinitely many matches, by numerical integration over luck.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from multiprocessing import Pool
from typing import Any, Final, TypeAlias, cast

import numpy as np

from agonist.match import Fixture, Policy
from agonist.metrics.leaderboard import Method, leaderboard
from agonist.metrics.pairs import pairs_of
from agonist.metrics.played import Played
from agonist.metrics.results import results_of
from agonist.ratings import Result, bradley_terry, mean, trueskill
from agonist.store import Store, StoredMatch
from agonist.suites.llmarena.tournament import more, opening
from agonist.tournament import parse_target, schedule
from agonist.tournament.growth import confidence_of, growth, parse_until
from agonist.tournament.pairing import Pairing
from agonist.tournament.schedule import Dealing, Deals
from agonist.tournament.suite import Entry

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

STAKES: Final = (2.0, 20.0, 100.0)
ODDS: Final = (0.6, 0.1, 0.3)
"""What a match is worth to its winner, and how often: as at hold'em between `random` and `reference`."""

MANY: Final = 1e6
"""Matches of each pair whose ratings pass for the truth."""


METHODS: Final[tuple[Method, ...]] = ("bradley-terry", "trueskill")


@dataclass(frozen=True)
class Cell:
    """One line of the table."""

    players: int
    matches: int = 20
    spread: float = 1.0
    luck: float = 0.0
    """The deviation of a deal's advantage for the first seat, on the log scale."""
    day: float = 0.0
    """The deviation of a player's form on a deal, shared by all matches that the player has on it."""
    draws: float = 0.0
    deals: Deals = "own"
    pairing: Pairing = "round-robin"
    until: str = ""
    best: str = "random"
    """Where the best player is named: first, last or at random."""
    method: Method = "bradley-terry"
    suite: str = ""
    sharp: bool = False
    """Built-in players without chance: the stronger always wins."""

    def in_words(self) -> tuple[str, ...]:
        what = self.suite or f"{self.pairing}{f', until {self.until}' if self.until else ''}"
        noise = ", ".join(
            filter(
                None,
                (
                    "never a surprise" if self.sharp else "",
                    f"luck {self.luck:g}" if self.luck else "",
                    f"form {self.day:g}" if self.day else "",
                    f"draws {self.draws:.0%}" if self.draws else "",
                ),
            )
        )
        deals = self.deals if self.luck or self.day else "none"
        return (
            self.method,
            what,
            str(self.players),
            "" if self.suite else str(self.matches),
            f"{self.spread:g}",
            noise,
            deals,
            self.best,
        )


CELLS: Final = (
    *(Cell(2, m, s) for m in (4, 20, 100) for s in (0.0, 1.0)),
    *(Cell(n, m, s) for n, m in ((3, 4), (8, 20)) for s in (0.0, 2.0)),
    *(Cell(8, 20, best=best) for best in ("first", "last", "random")),
    Cell(20, 2),
    Cell(50, 2),
    *(Cell(n, m, draws=0.4) for n, m in ((2, 20), (8, 4))),
    Cell(5, 20, sharp=True),
    *(
        Cell(n, 20, s, luck=1.0, day=0.7, deals=deals)
        for n in (2, 4, 8)
        for s in (0.0, 1.0)
        for deals in cast("tuple[Deals, ...]", ("own", "shared"))
    ),
    Cell(3, 4, luck=1.0, day=0.7),
    *(
        Cell(20, 6, s, pairing=pairing)
        for s in (0.0, 1.0)
        for pairing in cast("tuple[Pairing, ...]", ("balanced", "connected", "informative"))
    ),
    Cell(50, 4, pairing="balanced"),
    *(
        Cell(n, 6, s, pairing=pairing, until=until)
        for n in (2, 5)
        for s in (0.0, 1.0)
        for until in ("decided", "width=250")
        for pairing in cast("tuple[Pairing, ...]", ("round-robin", "informative"))
        if n > 2 or pairing == "round-robin"
    ),
    *(Cell(n, suite="llmarena", method=m) for n in (4, 14) for m in METHODS),
    *(Cell(n, m, s, method="trueskill") for n, m in ((2, 20), (8, 4)) for s in (0.0, 1.0)),
    *(Cell(8, 20, best=best, method="trueskill") for best in ("first", "random")),
    Cell(4, 20, luck=1.0, day=0.7, deals="shared", method="trueskill"),
)
QUICK: Final = (
    Cell(2, 20),
    Cell(8, 4),
    Cell(4, 20, luck=1.0, day=0.7, deals="shared"),
    Cell(5, 6, 0.0, until="decided"),
)


@dataclass
class Count:
    """How often intervals of one kind held the truth."""

    held: int = 0
    of: int = 0
    missing: int = 0
    """Numbers that were printed without an interval."""

    def add(self, low: float | None, high: float | None, truth: float) -> None:
        """One interval; a billionth is rounding."""
        if low is None or high is None:
            self.missing += 1
        else:
            self.of += 1
            self.held += low - 1e-9 <= truth <= high + 1e-9

    def share(self) -> float | None:
        return self.held / self.of if self.of else None


@dataclass
class Found:
    """What a cell says."""

    rating: Count = field(default_factory=Count)
    difference: Count = field(default_factory=Count)
    rate: Count = field(default_factory=Count)
    pair: Count = field(default_factory=Count)
    score: Count = field(default_factory=Count)
    false: int = 0
    """Tournaments in which a range of ranks is wrong of anyone."""
    tournaments: int = 0
    matches: int = 0


class World:
    """Players of known strength, and how their matches end."""

    def __init__(self, cell: Cell, rng: np.random.Generator) -> None:
        self.cell, self.rng = cell, rng
        strengths = np.sort(rng.normal(0, cell.spread, cell.players))[::-1]
        if cell.best == "last":
            strengths = strengths[::-1]
        if cell.best == "random":
            strengths = rng.permutation(strengths)
        self.theta: Array = np.asarray(strengths - strengths.mean(), dtype=np.float64)
        self.names = [f"p{n:02}" for n in range(cell.players)]
        self._place = {name: n for n, name in enumerate(self.names)}
        self._luck: dict[str, float] = {}
        self._chances: dict[tuple[str, str], float] = {}
        self._days: dict[tuple[str, str], float] = {}
        self._nodes, weights = np.polynomial.hermite_e.hermegauss(40)
        self._weights = weights / weights.sum()

    def chance(self, one: str, other: str) -> float:
        """How likely the first beats the second, over all luck."""
        if (one, other) not in self._chances:
            self._chances[one, other] = self._chance(one, other)
        return self._chances[one, other]

    def _chance(self, one: str, other: str) -> float:
        gap = self.theta[self._place[one]] - self.theta[self._place[other]]
        if self.cell.sharp:
            return float((np.sign(gap) + 1) / 2)
        noise = sqrt(self.cell.luck**2 + 2 * self.cell.day**2)
        return float(self._weights @ (1 / (1 + np.exp(-gap - noise * self._nodes))))

    def play(self, fixtures: Sequence[Fixture], first: int = 0) -> list[StoredMatch]:
        """The matches, finished."""
        return [
            StoredMatch(nth, "run", nth, fixture, "finished", scores=self._end(fixture))
            for nth, fixture in enumerate(fixtures, first)
        ]

    def _end(self, fixture: Fixture) -> tuple[float, float]:
        one, other = fixture.players
        gap = float(self.theta[self._place[one]] - self.theta[self._place[other]])
        if self.cell.sharp:
            won = gap > 0
        else:
            if self.cell.luck:
                gap += self._luck.setdefault(fixture.seed, self.rng.normal(0, self.cell.luck))
            if self.cell.day:
                gap += self._day(one, fixture.seed) - self._day(other, fixture.seed)
            won = self.rng.random() < 1 / (1 + np.exp(-gap))
        if self.cell.draws and self.rng.random() < self.cell.draws:
            return 0.0, 0.0
        stake = float(self.rng.choice(STAKES, p=ODDS)) if target_of(self.cell) == "texas_holdem" else 1.0
        return (stake, -stake) if won else (-stake, stake)

    def _day(self, player: str, deal: str) -> float:
        return self._days.setdefault((player, deal), self.rng.normal(0, self.cell.day))

    def rate(self, one: str, other: str) -> float:
        """The win rate of the first against the second, draws being half."""
        return self.cell.draws / 2 + (1 - self.cell.draws) * self.chance(one, other)

    def truth(self, met: dict[tuple[str, str], float]) -> dict[str, float]:
        """What the method says of very many matches, for pairs that meet so often for every match."""
        results = []
        for (one, other), share in met.items():
            duel = ((one,), (other,))
            won = (1 - self.cell.draws) * self.chance(one, other)
            for ranks, part in (
                ((1, 2), won),
                ((2, 1), 1 - self.cell.draws - won),
                ((1, 1), self.cell.draws),
            ):
                if part > 0:
                    results.append(Result(duel, ranks, weight=MANY * share * part))
        fit = trueskill.fit if self.cell.method == "trueskill" else bradley_terry.fit
        rows = fit(results, players=self.names)
        rows = rows if self.cell.method == "trueskill" else {n: bradley_terry.elo(r) for n, r in rows.items()}
        return {name: row.rating for name, row in rows.items() if row.rating is not None}


def tournament(cell: Cell, world: World, fixtures: Sequence[Fixture]) -> list[StoredMatch]:
    """All matches of one run, those included that its rule added."""
    done = world.play(fixtures)
    if cell.suite:
        entry = llmarena(cell, world)
        while added := more(entry, [Played(cast(Store, None), match) for match in done]):
            done += world.play(added, len(done))
        return done
    if not (cell.until or cell.pairing == "informative"):
        return done
    target = parse_target(target_of(cell))
    dealing = Dealing(target, 0, Policy(), {}, {}, cell.deals, cell.matches)
    while added := growth(
        done,
        dealing,
        world.names,
        (),
        2,
        matches=cell.matches,
        seed=0,
        pairing=cell.pairing,
        until=parse_until(cell.until),
    ):
        done += world.play(added, len(done))
    return done


def llmarena(cell: Cell, world: World) -> Entry:
    """What a user asks of the suite: one of its games of two."""
    del cell
    return Entry(tuple(f"{name}=random" for name in world.names), options={"games": "tictactoe"})


def target_of(cell: Cell) -> str:
    """A game of two in which chance deals, or does not."""
    return "texas_holdem" if cell.luck or cell.day else "tictactoe"


def planned(cell: Cell, world: World) -> list[Fixture]:
    """What is played at first."""
    if cell.suite:
        return opening(llmarena(cell, world))
    return schedule(
        parse_target(target_of(cell)),
        world.names,
        matches=cell.matches,
        seed=0,
        policy=Policy(),
        pairing=cell.pairing,
        deals=cell.deals,
    )


def measure(cell: Cell, matches: int, seed: int) -> Found:
    """Simulate tournaments of a cell, of about so many matches together; 400 at most, and 8 at least."""
    rng = np.random.default_rng([seed, *map(ord, repr(cell))])
    found = Found()
    fixtures = planned(cell, World(cell, rng))
    tournaments = min(max(matches // len(fixtures), 8), 400)
    for _ in range(tournaments):
        world = World(cell, rng)
        done = tournament(cell, world, fixtures)
        found.tournaments += 1
        found.matches += len(done)
        _check(cell, world, done, found)
    return found


def _check(cell: Cell, world: World, done: list[StoredMatch], found: Found) -> None:
    confidence = confidence_of(cell.until)
    met: dict[tuple[str, str], float] = {}
    for match in done:
        one, other = sorted(match.fixture.players)
        met[one, other] = met.get((one, other), 0) + 1 / len(done)
    own: dict[str, list[tuple[float, str]]] = {name: [] for name in world.names}
    for (one, other), share in met.items():
        own[one].append((share, other))
        own[other].append((share, one))
    truth = {} if cell.sharp else world.truth(met)
    stake = float(np.dot(STAKES, ODDS)) if target_of(cell) == "texas_holdem" else 1.0
    rows = leaderboard(done, method=cell.method, confidence=confidence)
    for row in rows:
        sides = own[row.player]
        total = sum(share for share, _ in sides)
        rate = sum(share * world.rate(row.player, other) for share, other in sides) / total
        found.rate.add(row.win_low, row.win_high, rate)
        found.score.add(row.score_low, row.score_high, stake * (2 * rate - 1))
        if row.player in truth:
            found.rating.add(row.low, row.high, truth[row.player])
    ranks = {row.player: (row.rank_low, row.rank_high) for row in rows}
    found.false += any(
        low is not None and high is not None and not _possible(low, high, world.theta, world.theta[nth])
        for nth, name in enumerate(world.names)
        for low, high in [ranks[name]]
    )
    for pair in pairs_of(results_of(done, "strict")):
        found.pair.add(pair.low, pair.high, world.rate(pair.player, pair.opponent))
    if truth and cell.method == "bradley-terry":
        _differences(world, done, truth, confidence, found)


def _possible(low: int, high: int, strengths: Array, own: float) -> bool:
    """Whether a range of ranks holds the true one: all ranks of its equals, where there are some."""
    above, level = int((strengths > own + 1e-12).sum()), int((np.abs(strengths - own) <= 1e-12).sum())
    return low <= above + 1 and above + level <= high


def _differences(
    world: World, done: list[StoredMatch], truth: dict[str, float], confidence: float, found: Found
) -> None:
    names, _, spread = bradley_terry.estimate(results_of(done, "strict"), world.names)
    if spread is None:
        return
    low, high = spread.differences(confidence)
    for i, one in enumerate(names):
        for j, other in enumerate(names[:i]):
            ends = [None if np.isnan(x) else float(x) * bradley_terry.ELO for x in (low[i, j], high[i, j])]
            found.difference.add(ends[0], ends[1], truth[one] - truth[other])


def five_runs(tournaments: int, seed: int) -> Count:
    """γ-Bench: the mean of five runs' scores, which lie from 0 to 100, with Student's interval."""
    rng, count = np.random.default_rng(seed), Count()
    for _ in range(tournaments):
        a, b = rng.uniform(1, 8, 2)
        found = mean(list(100 * rng.beta(a, b, 5)), bootstrap=0)
        count.add(found.low, found.high, 100 * a / (a + b))
    return count


HEADER: Final = (
    *("method", "schedule", "players", "matches", "spread", "noise", "deals", "best named"),
    *("n", "rating", "difference", "win rate", "pair", "score", "false ranks"),
)


def line(cell: Cell, found: Found) -> str:
    """A row of the table, in Markdown."""
    shares = [
        "n/a" if (share := count.share()) is None else f"{share:.3f}"
        for count in (found.rating, found.difference, found.rate, found.pair, found.score)
    ]
    cells = [*cell.in_words(), str(found.tournaments), *shares, f"{found.false / found.tournaments:.3f}"]
    return f"| {' | '.join(cells)} |"


def _line(cell: Cell, matches: int, seed: int) -> str:
    return line(cell, measure(cell, matches, seed))


def main(write: Callable[[str], None] = print) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few cells only")
    parser.add_argument("--matches", type=int, default=40_000, help="simulated for each line, about")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    write(
        f"Seed {asked.seed}; n tournaments a line, about {asked.matches:,} matches before rules add some.\n"
    )
    write(f"| {' | '.join(HEADER)} |")
    write("|" + " --- |" * len(HEADER))
    work = partial(_line, matches=asked.matches, seed=asked.seed)
    with Pool(asked.workers) as pool:
        for row in pool.imap(work, QUICK if asked.quick else CELLS):
            write(row)
            sys.stdout.flush()
    runs = five_runs(4000, asked.seed)
    write(f"\nγ-Bench, the mean of five runs: {runs.share():.3f} of {runs.of}.")


if __name__ == "__main__":
    main()
