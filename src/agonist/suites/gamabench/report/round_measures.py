"""The measures of a round or turn that figures show."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from agonist.core import Seat
from agonist.games.guess_average.rules import target, winning_numbers
from agonist.suites.gamabench.scoring import (
    Auctions,
    Battle,
    Bids,
    Choices,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
    Pirates,
    Profile,
    score,
)
from agonist.suites.gamabench.scoring.sequential import verdict


@dataclass(frozen=True, slots=True)
class Measure:
    """A number for each round or turn of a match.

    `best`: its value if all choices had the best score, if there is one such number. `lasts`: an ended match
    keeps its last value while others go on. `of_seats`: it can be measured for some of the seats. `among`:
    how, if that differs from the measure of a match with only these seats.
    """

    name: str
    of: Callable[[Any], list[float]]
    best: Callable[[Any], float | None] = lambda _choices: None
    lasts: bool = False
    of_seats: bool = True
    among: Callable[[Any, Collection[Seat]], list[float]] | None = None

    def of_group(self, choices: Choices, seats: Collection[Seat]) -> list[float]:
        """The measure of some of the seats."""
        return self.of(part(choices, seats)) if self.among is None else self.among(choices, seats)


def series(runs: Sequence[Choices], measure: Measure) -> list[float]:
    """The measure of each round, averaged over the matches that have this round."""
    return averaged([measure.of(choices) for choices in runs], measure)


def averaged(each: list[list[float]], measure: Measure) -> list[float]:
    """The values of each round, averaged over the matches that have this round."""
    longest = max(map(len, each), default=0)
    if measure.lasts:
        each = [values + values[-1:] * (longest - len(values)) for values in each]
    columns = [[values[nth] for values in each if nth < len(values)] for nth in range(longest)]
    return [round(sum(column) / len(column), 3) for column in columns]


def part(choices: Any, seats: Collection[Seat]) -> Choices:
    """The choices of some seats in a match of a simultaneous game."""

    def of(rounds: Sequence[Sequence[Any]]) -> tuple[tuple[Any, ...], ...]:
        return tuple(tuple(row[seat] for seat in sorted(seats)) for row in rounds)

    if isinstance(choices, Auctions):
        return replace(choices, rounds=of(choices.rounds), valuations=of(choices.valuations))
    return replace(choices, rounds=of(choices.rounds))  # type: ignore[no-any-return]  # of the same kind


def distance_by(profile: Profile) -> Measure:
    """How many points the score of each round is below 100, for the simultaneous games.

    In divide_dollar the distance follows the formula of the paper, so it grows even where the score is cut
    off at 0.
    """

    def of(choices: Any, seats: Collection[Seat] | None = None) -> list[float]:
        by: Profile = "paper" if isinstance(choices, Bids) else profile
        found = []
        for nth in range(len(choices.rounds)):
            changes: dict[str, Any] = {"rounds": choices.rounds[nth : nth + 1]}
            if isinstance(choices, Auctions):
                changes["valuations"] = choices.valuations[nth : nth + 1]
            found.append(score(replace(choices, **changes), by, seats, letter=False).value)
        return [100.0 - value for value in found if value is not None]

    return Measure("distance from the best, in points of the score", of, among=of)


def _averages(choices: Any) -> list[float]:
    return [sum(row) / len(row) for row in choices.rounds]


def _shares(word: str) -> Callable[[Any], list[float]]:
    return lambda choices: [row.count(word) / len(row) for row in choices.rounds]


def _lowest_or_highest(choices: Guessing) -> float | None:
    if choices.ratio == 1:
        return None
    return float(choices.low if choices.ratio < 1 else choices.high)


def _targets(choices: Guessing) -> list[float]:
    return [float(target(row, choices.ratio)) for row in choices.rounds]


def _winning(choices: Guessing) -> list[float]:
    """The winning number of each round; the middle of two that are equally near."""
    numbers = [winning_numbers(row, choices.ratio) for row in choices.rounds]
    return [sum(winners) / len(winners) for winners in numbers]


def _evening_gains(choices: Evenings) -> list[float]:
    crowded, uncrowded, home = choices.gains
    found = []
    for row in choices.rounds:
        went = row.count("go")
        gain = crowded if Fraction(went, len(row)) > choices.ratio else uncrowded
        found.append((went * gain + (len(row) - went) * home) / len(row))
    return found


def _dollar_gains(choices: Bids) -> list[float]:
    return [sum(row) / len(row) if sum(row) <= choices.golds else 0.0 for row in choices.rounds]


def _goods_gains(choices: Contributions) -> list[float]:
    return [float((choices.ratio - 1) * sum(row) / len(row)) for row in choices.rounds]


def _bills(choices: Dishes) -> list[float]:
    prices = (choices.cheap[0], choices.costly[0])
    return [float(sum(prices[dish != "cheap"] for dish in row)) for row in choices.rounds]


def _diner_gains(choices: Dishes) -> list[float]:
    utilities = (choices.cheap[1], choices.costly[1])
    rows = zip(choices.rounds, _bills(choices), strict=True)
    return [(sum(utilities[dish != "cheap"] for dish in row) - bill) / len(row) for row, bill in rows]


def _shading(choices: Auctions) -> list[float]:
    rounds = zip(choices.valuations, choices.rounds, strict=True)
    return [sum(worth) / len(worth) - sum(bids) / len(bids) for worth, bids in rounds]


def _prices(choices: Auctions) -> list[float]:
    return [float(sorted(row)[-2 if choices.second_price else -1]) for row in choices.rounds]


def _winners_gains(choices: Auctions) -> list[float]:
    """The winner's valuation less the price; on a tie, the average over the highest bidders."""
    found = []
    for worth, row, price in zip(choices.valuations, choices.rounds, _prices(choices), strict=True):
        tied = [value for value, bid in zip(worth, row, strict=True) if bid == max(row)]
        found.append(sum(tied) / len(tied) - price)
    return found


def _left(choices: Battle) -> list[float]:
    return [float(len(shot.alive) - shot.hit) for shot in choices.shots]


def _wrong_shots(choices: Battle) -> list[float]:
    each = (score(Battle(choices.rates, (shot,)), "paper").value for shot in choices.shots)
    return [100.0 - value for value in each if value is not None]


def _plan_distances(choices: Pirates) -> list[float]:
    return [float(distance) for one in _verdicts(choices) for distance in one.distances]


def _wrong_votes(choices: Pirates) -> list[float]:
    return [100.0 * (one.votes - one.right) / one.votes for one in _verdicts(choices) if one.votes]


def _verdicts(choices: Pirates) -> list[Any]:
    """The share of wrong votes on each plan; empty if the gold is too scarce for the paper's best plan."""
    if any((len(plan.pirates) - 1) // 2 > choices.gold for plan in choices.plans):
        return []
    return [
        verdict(Pirates(choices.gold, (plan,)), plan.pirates, Fraction(1), choices.gold, strict=False)
        for plan in choices.plans
    ]


def _kept_gold(choices: Pirates) -> list[float]:
    return [100.0 * plan.shares[0] / choices.gold for plan in choices.plans]


MEASURES: Final[Mapping[str, tuple[Measure, ...]]] = {
    "guess_average": (
        Measure("average number", _averages, _lowest_or_highest),
        Measure("target", _targets, of_seats=False),
        Measure("winning number", _winning, of_seats=False),
    ),
    "el_farol": (
        Measure("share of those who go", _shares("go"), lambda choices: float(choices.ratio)),
        Measure("average gain", _evening_gains, of_seats=False),
    ),
    "divide_dollar": (
        Measure("sum of the bids", lambda c: [float(sum(row)) for row in c.rounds], lambda c: float(c.golds)),
        Measure("average gain", _dollar_gains, of_seats=False),
    ),
    "public_goods": (
        Measure("average contribution", _averages, lambda _choices: 0.0),
        Measure("average gain (share of the pot less contribution)", _goods_gains, of_seats=False),
    ),
    "diners_dilemma": (
        Measure("share of cheap dishes", _shares("cheap"), lambda _choices: 0.0),
        Measure("bill of the table", _bills, of_seats=False),
        Measure("average gain (utility less part of the bill)", _diner_gains, of_seats=False),
    ),
    "sealed_bid_auction": (
        Measure("average of valuation less bid", _shading),
        Measure("price paid", _prices, of_seats=False),
        Measure("gain of the winner", _winners_gains, of_seats=False),
    ),
    "battle_royale": (
        Measure("players left after each shot", _left, lasts=True, of_seats=False),
        Measure("shots not at the strongest, in percent", _wrong_shots, of_seats=False),
    ),
    "pirate_game": (
        Measure("coins between each plan and the best", _plan_distances, of_seats=False),
        Measure("wrong votes on each plan, in percent", _wrong_votes, of_seats=False),
        Measure("gold that the proposer keeps, in percent", _kept_gold, of_seats=False),
    ),
}
"""By game, the measures of every round; the first is the one that its score is based on."""
