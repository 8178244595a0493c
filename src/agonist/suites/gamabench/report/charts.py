"""The paper's figures: choices round by round, how far they were from the best, and all scores at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from agonist.metrics import Chart
from agonist.suites.gamabench.report.turns import TURNS
from agonist.suites.gamabench.results import Result, values
from agonist.suites.gamabench.scoring.choices import (
    Auctions,
    Bids,
    Choices,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
)
from agonist.suites.gamabench.scoring.games import GAMES, score
from agonist.tournament.suite import Entry

SHOWN: Final = 10
"""Players that are compared in one figure at most."""


def charts_of(found: Sequence[Result], entry: Entry) -> tuple[Chart, ...]:
    """Figures of a run: scores, averages and distances compared, and the choices in each first match."""
    made = [radar(found, entry)]
    for game in GAMES:
        mine = [result for result in found if result.game == game]
        if mine and game in MEASURES:
            made += [averages(mine, game), distances(mine, game)]
            made += [every_choice(result) for result in mine if result.run == 0]
        for what, measure in TURNS.get(game, ()) if mine else ():
            lines = {name: _rounds(runs, measure) for name, runs in _by_player(mine).items()}
            made.append(_lines(f"{GAMES[game]}: {what}", lines, what))
    return tuple(made)


def radar(found: Sequence[Result], entry: Entry) -> Chart:
    """The mean scores of each player in all games."""
    series: list[dict[str, Any]] = []
    for player in entry.players[:SHOWN]:
        mine = [result for result in found if result.player == player]
        means = [_mean(values(mine, game)) for game in GAMES]
        series.append({"name": player, "value": [None if m is None else round(m, 2) for m in means]})
    option = {
        "tooltip": {},
        "legend": {"data": [one["name"] for one in series]},
        "radar": {"indicator": [{"name": title, "min": 0, "max": 100} for title in GAMES.values()]},
        "series": [{"type": "radar", "data": [{**one, "value": _shown(one["value"])} for one in series]}],
    }
    shows = "; ".join(
        f"{one['name']}: "
        + ", ".join(f"{game} {value}" for game, value in zip(GAMES, one["value"], strict=True))
        for one in series
    )
    return Chart("Scores in the eight games", option, shows)


def _shown(scores: Sequence[float | None]) -> list[float | None]:
    """Scores as they are drawn: on the far side of the centre a score below 0 would look like a good one."""
    return [None if score is None else max(score, 0.0) for score in scores]


def averages(mine: Sequence[Result], game: str) -> Chart:
    """For each player the average choice in each round, over all runs, and where the best one lies."""
    measure, what = MEASURES[game]
    lines = {name: _rounds(runs, measure) for name, runs in _by_player(mine).items()}
    best = _best(mine[0].choices)
    return _lines(f"{GAMES[game]}: {what}", lines, what, best)


def distances(mine: Sequence[Result], game: str) -> Chart:
    """For each player how far each round was from the best, in points of the score, over all runs."""

    def off(choices: Choices) -> list[float]:
        found = [score(_only(choices, nth), "paper").value for nth in range(len(choices.rounds))]  # type: ignore[union-attr]
        return [100.0 - value for value in found if value is not None]

    lines = {name: _rounds(runs, off) for name, runs in _by_player(mine).items()}
    return _lines(f"{GAMES[game]}: distance from the best", lines, "points below 100")


def every_choice(result: Result) -> Chart:
    """Every choice of one match: numbers by their size, words by the seats that chose them."""
    what, word = CHOICES[result.game]
    rounds = result.choices.rounds  # type: ignore[union-attr]
    seats = len(rounds[0])
    if word:
        points = [
            [nth + 1, seat + 1, seat + 1]
            for nth, row in enumerate(rounds)
            for seat, choice in enumerate(row)
            if choice == word
        ]
        axis = {"name": "player", "min": 1, "max": seats, "minInterval": 1}
        shows = f"{len(points)} of {len(rounds) * seats} choices"
    else:
        points = [
            [nth + 1, choice, seat + 1] for nth, row in enumerate(rounds) for seat, choice in enumerate(row)
        ]
        axis = {"name": what}
        values = [choice for _, choice, _ in points]
        shows = f"{len(rounds)} rounds of {seats} choices from {min(values):g} to {max(values):g}"
    option = {
        "tooltip": {},
        "xAxis": {"name": "round", "min": 1, "max": len(rounds), "minInterval": 1},
        "yAxis": axis,
        "series": [{"type": "scatter", "symbolSize": 7, "data": points}],
    }
    title = f"{GAMES[result.game]}: {what} in run {result.run + 1} of {result.line_up}"
    return Chart(title, option, shows)


CHOICES: Final[Mapping[str, tuple[str, str]]] = {
    "guess_average": ("numbers", ""),
    "el_farol": ("who went", "go"),
    "divide_dollar": ("bids", ""),
    "public_goods": ("contributions", ""),
    "diners_dilemma": ("who chose cheap", "cheap"),
    "sealed_bid_auction": ("bids", ""),
}
"""For each simultaneous game what its choices are called and, where they are words, the one that is shown."""


def _numbers(choices: Any) -> list[float]:
    return [sum(row) / len(row) for row in choices.rounds]


def _shares(word: str) -> Callable[[Any], list[float]]:
    return lambda choices: [row.count(word) / len(row) for row in choices.rounds]


def _shading(choices: Any) -> list[float]:
    rounds = zip(choices.valuations, choices.rounds, strict=True)
    return [sum(worth) / len(worth) - sum(bids) / len(bids) for worth, bids in rounds]


MEASURES: Final[Mapping[str, tuple[Callable[[Any], list[float]], str]]] = {
    "guess_average": (_numbers, "average number"),
    "el_farol": (_shares("go"), "share of those who go"),
    "divide_dollar": (lambda choices: [float(sum(row)) for row in choices.rounds], "sum of the bids"),
    "public_goods": (_numbers, "average contribution"),
    "diners_dilemma": (_shares("cheap"), "share of cheap dishes"),
    "sealed_bid_auction": (_shading, "average of valuation less bid"),
}
"""For each simultaneous game what is averaged in a round, and its name."""


def _best(choices: Choices) -> float | None:
    """What the measure would be if all did what scores most by the paper."""
    match choices:
        case Guessing():
            return float(choices.low if choices.ratio < 1 else choices.high) if choices.ratio != 1 else None
        case Evenings():
            return float(choices.ratio)
        case Bids():
            return float(choices.golds)
        case Contributions() | Dishes():
            return 0.0
    return None


def _only(choices: Any, nth: int) -> Choices:
    """The same match with one of its rounds."""
    match choices:
        case Guessing():
            return Guessing(choices.low, choices.high, choices.ratio, choices.rounds[nth : nth + 1])
        case Evenings():
            return Evenings(choices.ratio, choices.rounds[nth : nth + 1])
        case Bids():
            return Bids(choices.golds, choices.rounds[nth : nth + 1])
        case Contributions():
            return Contributions(choices.tokens, choices.rounds[nth : nth + 1])
        case Dishes():
            return Dishes(choices.rounds[nth : nth + 1])
        case Auctions():
            return Auctions(
                choices.valuations[nth : nth + 1], choices.rounds[nth : nth + 1], choices.second_price
            )
    raise AssertionError(choices)


def _by_player(mine: Sequence[Result]) -> dict[str, list[Choices]]:
    runs: dict[str, list[Choices]] = {}
    for result in mine:
        runs.setdefault(result.player, []).append(result.choices)
    return dict(list(runs.items())[:SHOWN])


def _rounds(runs: Sequence[Choices], measure: Callable[[Any], list[float]]) -> list[float]:
    """The measure of each round, averaged over the runs that came so far."""
    each = [measure(choices) for choices in runs]
    columns = [[one[nth] for one in each if nth < len(one)] for nth in range(max(map(len, each), default=0))]
    return [round(sum(column) / len(column), 3) for column in columns]


def _lines(title: str, lines: Mapping[str, list[float]], what: str, best: float | None = None) -> Chart:
    series: list[dict[str, Any]] = [
        {"type": "line", "name": name, "data": values} for name, values in lines.items()
    ]
    if best is not None and series:
        series[0]["markLine"] = {"silent": True, "symbol": "none", "data": [{"yAxis": best, "name": "best"}]}
    option = {
        "tooltip": {"trigger": "axis"},
        "legend": {"data": list(lines)},
        "xAxis": {"name": "round", "type": "category", "data": list(range(1, _longest(lines) + 1))},
        "yAxis": {"name": what},
        "series": series,
    }
    ends = [f"{name} from {v[0]:g} to {v[-1]:g}" for name, v in lines.items() if v]
    at_best = "" if best is None else f"; best: {best:g}"
    return Chart(title, option, f"{what}, round by round: " + ", ".join(ends) + at_best)


def _longest(lines: Mapping[str, list[float]]) -> int:
    return max(map(len, lines.values()), default=0)


def _mean(sample: Sequence[float]) -> float | None:
    return sum(sample) / len(sample) if sample else None
