"""The paper's figures: scores in all games, and rounds by player, by group of seats and by run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from agonist.core import Seat
from agonist.games.titles import title_of
from agonist.metrics import Chart
from agonist.suites.gamabench.report.people import PEOPLE, SESSION, as_people_played
from agonist.suites.gamabench.report.round_measures import MEASURES, Measure, averaged, distance_by, series
from agonist.suites.gamabench.results import ScoredMatch, seats_by_player, values
from agonist.suites.gamabench.scoring import GAMES, Battle, Choices, Pirates, Profile, Rounds

FIGURE_PLAYERS: Final = 13
"""The most players in one figure: as many as the paper and the later leaderboard have."""

CLOSE_UP: Final = 3
"""The most players whose single matches and runs are shown."""

SPOKES: Final = 3
"""The fewest games of a radar chart."""


def left_out(players: Sequence[str]) -> str:
    """A sentence about the players that the figures leave out; empty if there are none."""
    if len(players) <= CLOSE_UP:
        return ""
    compared = (
        f"the first {FIGURE_PLAYERS} of {len(players)} players"
        if len(players) > FIGURE_PLAYERS
        else "all players"
    )
    return f" Figures compare {compared}, and show single runs of the first {CLOSE_UP}."


def charts_of(matches: Sequence[ScoredMatch], players: Sequence[str], profile: Profile) -> tuple[Chart, ...]:
    """The figures of a run: scores, rounds on average and run by run, every choice of each first match."""
    charts = scores(matches, players)
    close = players[:CLOSE_UP]
    for game in GAMES:
        mine = [result for result in matches if result.game == game]
        if mine:
            charts += rounds(mine, game, profile)
            charts += [chart for player in close for chart in single_runs(mine, player, game)]
            for player in close:
                results = [result for result in mine if result.player == player]
                charts += [every_choice(min(results, key=lambda result: result.run))] if results else []
    return tuple(charts)


def rounds(mine: Sequence[ScoredMatch], game: str, profile: Profile) -> list[Chart]:
    """The measures of each round, averaged over the runs of each player, or of each group at mixed tables."""
    charts = []
    for measure in measures_of(game, [result.choices for result in mine], profile):
        lines = {name: series(runs, measure) for name, runs in _by_player(mine).items()}
        if measure is MEASURES["guess_average"][0] and all(as_people_played(one.choices) for one in mine):
            lines[f"{PEOPLE}, session 4"] = list(SESSION)
        title, turn = f"{title_of(game)}: {measure.name}", TURN.get(game, "round")
        charts.append(line_chart(title, lines, measure.name, _best(mine, measure), turn))
        if measure.of_seats and any(result.groups for result in mine):
            groups = {
                name: averaged([measure.of_group(*one) for one in runs], measure)
                for name, runs in _by_group(mine).items()
            }
            title = f"{title_of(game)}: {measure.name}, by group of seats"
            charts.append(line_chart(title, groups, measure.name, _best(mine, measure, groups=True)))
    return charts


def measures_of(game: str, played: Sequence[Choices], profile: Profile) -> Sequence[Measure]:
    """The measures of every round of a game; for simultaneous games also the distance from the best."""
    sequential = any(isinstance(choices, Battle | Pirates) for choices in played)
    return (*MEASURES[game], *(() if sequential else (distance_by(profile),)))


def single_runs(mine: Sequence[ScoredMatch], player: str, game: str) -> list[Chart]:
    """The first measure of a game in each run of one player."""
    measure = MEASURES[game][0]
    runs = sorted((result for result in mine if result.player == player), key=lambda result: result.run)
    if len(runs) < 2:
        return []
    lines = {f"run {result.run + 1}": [round(x, 3) for x in measure.of(result.choices)] for result in runs}
    title = f"{title_of(game)}: {measure.name} in each run of {_table(runs[0])}"
    return [line_chart(title, lines, measure.name, _best(runs, measure), TURN.get(game, "round"))]


def scores(matches: Sequence[ScoredMatch], players: Sequence[str]) -> list[Chart]:
    """The mean scores of the players, in the games that all of them have played.

    With fewer than `SPOKES` of these, bars: a radar chart would draw a game not played as 0.
    """
    means: dict[str, dict[str, float]] = {}
    for player in players[:FIGURE_PLAYERS]:
        mine = [result for result in matches if result.player == player]
        by_game = {game: sample for game in GAMES if (sample := values(mine, game))}
        if by_game:
            means[player] = {game: round(sum(s) / len(s), 2) for game, s in by_game.items()}
    if not means:
        return []
    played = [game for game in GAMES if any(game in by_game for by_game in means.values())]
    shows = "; ".join(
        f"{player}: " + ", ".join(f"{game} {value}" for game, value in by_game.items())
        for player, by_game in means.items()
    )
    whole = all(game in by_game for by_game in means.values() for game in played)
    option = _radar(means, played) if whole and len(played) >= SPOKES else _bars(means, played)
    return [Chart("Scores in the games", option, shows)]


def _radar(means: Mapping[str, Mapping[str, float]], games: Sequence[str]) -> dict[str, Any]:
    # Beyond the centre, a score below 0 would look like a good one.
    data = [
        {"name": player, "value": [max(by_game[game], 0.0) for game in games]}
        for player, by_game in means.items()
    ]
    return {
        "tooltip": {},
        "legend": _legend(list(means)),
        "radar": {
            "center": ["50%", "56%"],
            "radius": "62%",
            "indicator": [{"name": title_of(game), "min": 0, "max": 100} for game in games],
        },
        "series": [{"type": "radar", "data": data}],
    }


def _bars(means: Mapping[str, Mapping[str, float]], games: Sequence[str]) -> dict[str, Any]:
    return {
        "tooltip": {"trigger": "axis"},
        "legend": _legend(list(means)),
        "grid": GRID,
        "xAxis": {
            "type": "category",
            "data": [title_of(game) for game in games],
            "axisLabel": {"interval": 0},
        },
        "yAxis": {"name": "score", "max": 100},
        "series": [
            {"type": "bar", "name": player, "data": [by_game.get(game) for game in games]}
            for player, by_game in means.items()
        ],
    }


def every_choice(result: ScoredMatch) -> Chart:
    """Every choice of one match: numbers by size, words and shots by seat."""
    what, points, seats = _points(result.choices)
    turns = len(MEASURES[result.game][0].of(result.choices))
    axis: dict[str, Any] = {"name": what if seats is None else "player"}
    if seats is not None:
        axis |= {"min": 0, "max": seats, "minInterval": 1}
    values = [point[1] for point in points]
    ends = f" from {min(values):g} to {max(values):g}" if values and seats is None else ""
    shows = f"{len(points)} choices{ends}"
    option = {
        "tooltip": {},
        "grid": GRID,
        "xAxis": {"name": TURN.get(result.game, "round"), "min": 0, "max": turns, "minInterval": 1, **BELOW},
        "yAxis": axis,
        "series": [{"type": "scatter", "symbolSize": 7, "data": points}],
    }
    return Chart(
        f"{title_of(result.game)}: {what} in run {result.run + 1} of {result.line_up}", option, shows
    )


def _points(choices: Choices) -> tuple[str, list[list[Any]], int | None]:
    """The title, `[round, height, player]` for each choice, and the seats if the height is a seat."""
    match choices:
        case Battle(rates=rates, shots=shots):
            aimed = enumerate(shots, 1)
            points = [[n, s.target + 1, s.shooter + 1] for n, s in aimed if s.target is not None]
            return "who was shot at", points, len(rates)
        case Pirates(plans=plans):
            return (
                "coins offered in each plan",
                [
                    [nth, share, seat + 1]
                    for nth, plan in enumerate(plans, 1)
                    for seat, share in zip(plan.pirates, plan.shares, strict=True)
                ],
                None,
            )
    assert isinstance(choices, Rounds)
    what, word = CHOICES[type(choices).__name__]
    each: list[tuple[int, int, Any]] = [
        (nth, seat, choice) for nth, row in enumerate(choices.rounds, 1) for seat, choice in enumerate(row, 1)
    ]
    if word:
        return (
            what,
            [[nth, seat, seat] for nth, seat, choice in each if choice == word],
            len(choices.rounds[0]),
        )
    return what, [[nth, int(choice), seat] for nth, seat, choice in each], None


CHOICES: Final[Mapping[str, tuple[str, str]]] = {
    "Guessing": ("numbers", ""),
    "Evenings": ("who went", "go"),
    "Bids": ("bids", ""),
    "Contributions": ("contributions", ""),
    "Dishes": ("who chose cheap", "cheap"),
    "Auctions": ("bids", ""),
}
"""By simultaneous game, the name of its choices, and, if they are words, the one that is shown."""

TURN: Final = {"battle_royale": "shot", "pirate_game": "plan"}
"""The name of a turn in games without rounds."""

GRID: Final = {"left": 60, "right": 30, "top": 62, "bottom": 46}
BELOW: Final = {"nameLocation": "middle", "nameGap": 26}


def _legend(names: Sequence[str]) -> dict[str, Any]:
    return {"data": list(names), "type": "scroll", "top": 0}


def _best(mine: Sequence[ScoredMatch], measure: Measure, *, groups: bool = False) -> float | None:
    """The best value in all these matches; for groups, the value that is best whatever the others choose."""
    if groups and measure.name == "sum of the bids":
        return None
    found = {measure.best(result.choices) for result in mine}
    return found.pop() if len(found) == 1 else None


def _by_player(mine: Sequence[ScoredMatch]) -> dict[str, list[Choices]]:
    runs: dict[str, list[Choices]] = {}
    for result in mine:
        runs.setdefault(_table(result), []).append(result.choices)
    return dict(list(runs.items())[:FIGURE_PLAYERS])


def _table(result: ScoredMatch) -> str:
    """The player of a table; at a mixed table `PLAYER and others`."""
    return f"{result.player} and others" if result.groups else result.player


def _by_group(mine: Sequence[ScoredMatch]) -> dict[str, list[tuple[Choices, list[Seat]]]]:
    """At the tables of each player, the matches and the seats of everybody; the player's own first."""
    runs: dict[str, list[tuple[Choices, list[Seat]]]] = {}
    players = dict.fromkeys(result.player for result in mine)
    for result in mine:
        for name, seats in seats_by_player(result.players).items():
            label = name if len(players) == 1 else f"{name} (table of {result.player})"
            runs.setdefault(label, []).append((result.choices, seats))
    return dict(list(runs.items())[:FIGURE_PLAYERS])


def line_chart(
    title: str,
    lines: Mapping[str, list[float]],
    what: str,
    best: float | None = None,
    turn: str = "round",
) -> Chart:
    """A line for each name, round by round; `best` is a horizontal line."""
    data: list[dict[str, Any]] = [
        {"type": "line", "name": name, "data": values} for name, values in lines.items()
    ]
    if best is not None and data:
        data[0]["markLine"] = {
            "silent": True,
            "symbol": "none",
            "label": {"formatter": "best", "position": "insideEndTop"},
            "data": [{"yAxis": best, "name": "best"}],
        }
    longest = max(map(len, lines.values()), default=0)
    option = {
        "tooltip": {"trigger": "axis"},
        "legend": _legend(list(lines)),
        "grid": GRID,
        "xAxis": {"name": turn, "type": "category", "data": list(range(1, longest + 1)), **BELOW},
        "yAxis": {"name": what, "nameTextStyle": {"align": "left"}},
        "series": data,
    }
    ends = [f"{name} from {v[0]:g} to {v[-1]:g}" for name, v in lines.items() if v]
    at_best = "" if best is None else f"; best: {best:g}"
    return Chart(title, option, f"{what}, round by round: " + ", ".join(ends) + at_best)
