"""What the change does: each player's scores and indicators with it and without it, in pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Final, TypeAlias

from agonist.games import find_kit
from agonist.games.titles import title_of
from agonist.kit import guarded
from agonist.kit.indicators import Indicator
from agonist.metrics import ResultTable, Section
from agonist.metrics.pooled_indicators import values_of
from agonist.metrics.report_section import Cell
from agonist.metrics.run_matches import Played, TurnReader
from agonist.ratings.mean_difference import Difference, difference, holm
from agonist.suites.ablation.arms import ARMS, Arm

if TYPE_CHECKING:
    from agonist.store import Reader, StoredMatch

SCORE: Final = Indicator("score-of-the-game", "Score", "number")
"""What the game pays, beside its indicators."""

TEXT: Final = (
    "The same deals and seats as usual and with the change. Effect: the mean with the change less the mean "
    "as usual, over pairs of matches on one deal. Without opponents, a player has all seats, and a match "
    "counts with the mean over them."
)

NOTE: Final = (
    "95% intervals of Student over pairs; p by flipping the signs of pairs, corrected for all rows (Holm "
    "1979). n/a: all pairs have the same difference, as where neither the players nor the game draw "
    "anything; then they repeat each other, and aren't evidence. Pairs in which somebody forfeited are left "
    "out."
)

HEADER: Final = (
    *("player", "game", "change", "measure", "pairs"),
    *("usual", "changed", "effect", "low", "high", "p"),
)

Measure: TypeAlias = tuple[str, str, str, Indicator]
"""The player, the game, the change and what is measured."""

Values: TypeAlias = Mapping[Measure, Mapping[Arm, dict[str, float]]]
"""By arm, one number for each deal."""


def effects_section(store: Reader, run: str, players: Sequence[str], *, alone: bool) -> Section | None:
    """The section of a report; `None` before any pair is finished."""
    matches = [
        match
        for match in store.matches(run)
        if match.fixture.block.startswith("ablation/") and match.status == "finished"
    ]
    values: Values = defaultdict(lambda: {arm: {} for arm in ARMS})
    reader = TurnReader(store, matches)
    for match in matches:
        game, change, arm = _place(match)
        for player, seats in _seats(match, players, alone):
            for measure, value in _measured(Played(store, match, reader), seats):
                values[player, game, change, measure][arm][match.fixture.seed] = value
    rows = list(_rows(values))
    if not rows:
        return None
    return Section("Effect of the change", TEXT, (ResultTable("Effects", HEADER, tuple(rows), 3, NOTE),))


def _place(match: StoredMatch) -> tuple[str, str, Arm]:
    game, change, arm = match.fixture.part.split("|")
    return game, change, next(each for each in ARMS if each == arm)


def _seats(match: StoredMatch, players: Sequence[str], alone: bool) -> Iterator[tuple[str, list[int]]]:
    """Who is measured in a match, and in which seats."""
    seated = match.fixture.players
    if alone:
        seat = int(match.fixture.seed.rpartition("/")[2]) % len(seated)
        yield seated[seat], [seat]
    elif seated[0] in players:
        yield seated[0], list(range(len(seated)))


def _measured(played: Played, seats: Sequence[int]) -> Iterator[tuple[Indicator, float]]:
    """The mean of each measure over these seats; a score is left out where its sum is the same anyway."""
    match = played.match
    if match.forfeits:
        return
    kit = guarded(find_kit(match.fixture.game))
    if len(seats) == 1 or kit.sides is None:
        yield SCORE, fmean(match.scores[seat] for seat in seats)
    if kit.indicators is None:
        return
    found = values_of(played, kit.indicators)
    for indicator in kit.indicators.columns:
        counted = seats[:1] if indicator.once else seats
        every = [value for seat in counted for value in found[seat].by_key.get(indicator.key, ())]
        if every:
            yield indicator, fmean(every)


def _rows(values: Values) -> Iterator[tuple[Cell, ...]]:
    found: list[tuple[tuple[Cell, ...], Difference]] = []
    for (player, game, change, measure), arms in values.items():
        deals = [deal for deal in arms["usual"] if deal in arms["changed"]]
        if not deals:
            continue
        usual, changed = ([arms[arm][deal] for deal in deals] for arm in ARMS)
        label = (player, title_of(game), change, measure.title, len(deals), fmean(usual), fmean(changed))
        found.append((label, difference(changed, usual, paired=True)))
    ps = iter(holm([gap.p for _, gap in found if gap.p is not None and gap.low is not None]))
    for row, gap in found:
        yield (*row, gap.estimate, gap.low, gap.high, None if gap.low is None else next(ps))
