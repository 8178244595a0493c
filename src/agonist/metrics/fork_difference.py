"""What matches that were played on from another brought, beside how that one went.

Given the position, forks with fresh luck are independent, so each is one piece of evidence about what
happens from there on. The match itself is a single course: the difference to it has its luck, too. The effect
of a change by itself is the difference to a control: forks played on unchanged on the same luck, in pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from agonist.core import CHANCE, Seat, counted, player_name
from agonist.metrics.report_section import Cell, ResultTable, Section
from agonist.ratings.clustered_mean import clustered_mean
from agonist.ratings.mean_difference import difference, holm
from agonist.store import Reader, StoredMatch

TITLE: Final = "Played on from the middle of a match"


@dataclass(frozen=True, slots=True)
class ForkMean:
    """What one seat scored in forks that have the same beginning and the same players.

    `parent`: its score in the match that they were played on from; `None` if that one has no end. `low` and
    `high`: the 95% interval of the mean, `None` without evidence of the spread. Scores are in the game's
    unit.
    """

    match: int
    step: int
    change: str
    seat: Seat
    player: str
    parent: float | None
    forks: int
    mean: float
    low: float | None
    high: float | None

    @property
    def difference(self) -> tuple[float | None, float | None, float | None]:
        """The mean less the score of the match, and its interval."""
        ends = (self.mean, self.low, self.high)
        if self.parent is None:
            return None, None, None
        gap, low, high = [None if end is None else end - self.parent for end in ends]
        return gap, low, high


@dataclass(frozen=True, slots=True)
class ForkEffect:
    """How much more a seat scored with a change than without, on the same luck.

    `p`: corrected for all seats and changes of the run (Holm). `pairs`: seeds on which both ended.
    """

    match: int
    step: int
    change: str
    seat: Seat
    pairs: int
    changed: float
    unchanged: float
    effect: float
    low: float | None
    high: float | None
    p: float | None


@dataclass(frozen=True, slots=True)
class ForkDifferences:
    """The forks of a run, by seat."""

    means: tuple[ForkMean, ...]
    effects: tuple[ForkEffect, ...]


def fork_differences(store: Reader, run: str) -> ForkDifferences | None:
    """The finished forks of a run beside the matches that they were played on from; `None` without any."""
    groups: defaultdict[tuple[Any, ...], list[StoredMatch]] = defaultdict(list)
    for match in store.matches(run):
        fixture = match.fixture
        if fixture.parent and match.status == "finished":
            begun = fixture.parent["match"], fixture.parent["step"], fixture.players, repr(fixture.script)
            groups[begun].append(match)
    if not groups:
        return None
    parents = {number: store.match(number) for number, *_ in groups}
    means, effects = list[ForkMean](), list[ForkEffect]()
    for (number, step, players, _), forks in groups.items():
        parent, change = parents[number], _change(parents[number], forks[0])
        means += [_mean(parent, step, change, seat, forks) for seat in range(len(players))]
        if change and (control := _control(parent, step - bool(_given(forks[0])), groups)):
            effects += _effects(number, step, change, forks, control)
    return ForkDifferences(tuple(means), tuple(_corrected(effects)))


def section(store: Reader, run: str) -> Section | None:
    """The section of a report about the forks of a run; `None` without any."""
    found = fork_differences(store, run)
    return None if found is None else _section(found)


def _given(fork: StoredMatch) -> Mapping[str, str]:
    """By seat, the moves in words that were given in place of those of the match."""
    given: Mapping[str, str] = fork.fixture.parent.get("changed", {})
    return given


def _change(parent: StoredMatch, fork: StoredMatch) -> str:
    """What is different in a fork, in words; empty if nothing but its luck."""
    before, now = parent.fixture, fork.fixture
    parts = [
        move if int(seat) == CHANCE else f"{player_name(int(seat))}: {move}"
        for seat, move in _given(fork).items()
    ]
    parts += [
        f"{now.players[seat]} as {player_name(seat)}"
        for seat in range(len(now.players))
        if now.spec(now.players[seat]) != before.spec(before.players[seat])
    ]
    return ", ".join(parts)


def _mean(parent: StoredMatch, step: int, change: str, seat: Seat, forks: Sequence[StoredMatch]) -> ForkMean:
    mean, low, high = clustered_mean((str(fork.id), fork.scores[seat]) for fork in forks)
    assert mean is not None
    score = parent.scores[seat] if parent.status == "finished" else None
    player = forks[0].fixture.players[seat]
    return ForkMean(parent.id, step, change, seat, player, score, len(forks), mean, low, high)


def _control(
    parent: StoredMatch, step: int, groups: Mapping[tuple[Any, ...], list[StoredMatch]]
) -> list[StoredMatch]:
    """The forks from this step of a match in which nothing is different but the luck."""
    return [
        fork
        for (number, begun, *_), forks in groups.items()
        if (number, begun) == (parent.id, step) and not _change(parent, forks[0])
        for fork in forks
    ]


def _effects(
    number: int, step: int, change: str, forks: Sequence[StoredMatch], control: Sequence[StoredMatch]
) -> list[ForkEffect]:
    unchanged = {fork.fixture.seed: fork for fork in control}
    pairs = [(fork, unchanged[fork.fixture.seed]) for fork in forks if fork.fixture.seed in unchanged]
    found = []
    for seat in range(len(forks[0].scores)) if pairs else ():
        with_it = [one.scores[seat] for one, _ in pairs]
        without = [other.scores[seat] for _, other in pairs]
        gap = difference(with_it, without, paired=True)
        assert gap.estimate is not None
        changed, same = (sum(some) / len(pairs) for some in (with_it, without))
        found.append(
            ForkEffect(
                number,
                step,
                change,
                seat,
                len(pairs),
                changed,
                same,
                gap.estimate,
                gap.low,
                gap.high,
                gap.p,
            )
        )
    return found


def _corrected(effects: Sequence[ForkEffect]) -> list[ForkEffect]:
    known = [each for each in effects if each.p is not None]
    corrected = dict(zip(map(id, known), holm([each.p for each in known if each.p is not None]), strict=True))
    return [replace(each, p=corrected.get(id(each))) for each in effects]


def _section(found: ForkDifferences) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (
            f"match {one.match}, after {counted(one.step, 'step')}"
            + (f": {one.change}" if one.change else ""),
            f"{player_name(one.seat)} ({one.player})",
            one.parent,
            one.forks,
            *(one.mean, one.low, one.high),
            *one.difference,
        )
        for one in found.means
    ]
    note = (
        "Scores of the game. Match: how the match went from which they were played on. Low and high: 95% "
        "intervals of what happens from that position on; n/a where too few, or all alike. The match is one "
        "course with luck of its own, which is part of the difference."
    )
    header = ("played on from", "seat", "match", "forks", "mean", "low", "high", *DIFFERENCE)
    tables = [ResultTable("Forks beside their match", header, tuple(rows), digits=3, note=note)]
    if found.effects:
        pairs = tuple(
            (
                f"match {one.match}: {one.change}",
                player_name(one.seat),
                one.pairs,
                *(one.changed, one.unchanged, one.effect, one.low, one.high, one.p),
            )
            for one in found.effects
        )
        tables.append(
            ResultTable(
                "Effect of the change",
                ("change", "seat", "pairs", "with", "without", "effect", "low", "high", "p"),
                pairs,
                digits=3,
                note="Forks with the change less those without, in pairs with the same luck; 95% intervals, "
                "p by flipped signs, corrected for all rows (Holm).",
            )
        )
    return Section(TITLE, tables=tuple(tables))


DIFFERENCE: Final = ("difference", "its low", "its high")
"""The columns of a difference and its interval."""
