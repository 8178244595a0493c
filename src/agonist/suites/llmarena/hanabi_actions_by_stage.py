"""Actions at Hanabi by stage of the game: the paper's analysis of collaboration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from agonist.metrics import Chart, ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.metrics.run_matches import Played, players_of
from agonist.ratings import clustered_mean
from agonist.suites.llmarena.percent_by_deal import share

VERBS: Final = ("play", "hint", "discard")
STAGES: Final = ("first third", "middle third", "last third")
DARING: Final = {"play": 10, "discard": 5, "hint": 0}
"""The published code's points for the risk of an action."""


def actions(match: Played) -> list[tuple[int, str, str]]:
    """The moves of a game: the seat, the stage and the action, without fallback moves.

    A stage is a third of all moves of the game, including fallback moves.

    >>> [stage(nth, 7) for nth in range(7)] == [STAGES[n] for n in (0, 0, 0, 1, 1, 2, 2)]
    True
    """
    turns = [turn for _, turn in match.turns()]
    return [
        (seat, stage(nth, len(turns)), action[0])
        for nth, turn in enumerate(turns)
        for seat, action in turn.moves.items()
        if seat not in turn.fallback
    ]


def stage(nth: int, moves: int) -> str:
    """The third of a game that contains its `nth` move, counted from 0."""
    return STAGES[3 * nth // moves]


def section(matches: Sequence[Played]) -> list[Section]:
    """Shares of actions by player and stage, and both ways to score."""
    hanabi = [match for match in matches if match.match.fixture.game == "hanabi"]
    if not hanabi:
        return []
    rows: list[tuple[Cell, ...]] = []
    ends: list[tuple[Cell, ...]] = []
    for player in players_of(hanabi):
        mine = [match for match in hanabi if player in match.players]
        rows += [(player, when, *_shares(mine, player, when)) for when in ("all", *STAGES)]
        heights = [(match.deal, float(match.end.table.height)) for match in mine]
        lost = share((match.deal, match.end.table.end == "lives") for match in mine)
        bounds = mine[0].record.game.score_range
        official = clustered_mean(((match.deal, match.match.scores[0]) for match in mine), seen=bounds)
        ends.append((player, len(mine), *official, *clustered_mean(heights, seen=bounds), *lost))
    text = (
        "Shares of all actions in percent, over the whole game and by thirds of its moves; intervals take "
        "each deal as one piece of evidence. Daring is the published code's measure: 10 for a card played, 5 "
        "for one discarded, 0 for a hint, on average."
    )
    header = (
        "player",
        "stage",
        "actions",
        *(name for v in VERBS for name in (f"{v}, %", "low", "high")),
        "daring",
    )
    scored = (
        *("player", "games", "score", "low", "high", "height", "low", "high"),
        *("games lost by the last life, %", "low", "high"),
    )
    note = (
        "Losing the last life leaves a score of 0, by the rules; the height of the fireworks stays as it was."
        " No interval: fewer than two deals, or the same score on every one."
    )
    tables = (
        ResultTable("Actions at Hanabi", header, tuple(rows)),
        ResultTable("Scores at Hanabi", scored, tuple(ends), digits=2, note=note),
    )
    return [Section("LLMArena: collaboration", text, tables=tables, charts=(_chart(rows),))]


def _chart(rows: Sequence[tuple[Cell, ...]]) -> Chart:
    whole = {str(row[0]): row for row in rows if row[1] == "all"}
    option: dict[str, Any] = {
        "tooltip": {"trigger": "axis"},
        "legend": {"data": list(VERBS), "top": 0},
        "grid": {"containLabel": True, "top": 40, "bottom": 40},
        "xAxis": {
            "type": "value",
            "name": "% of actions",
            "nameLocation": "middle",
            "nameGap": 28,
            "max": 100,
        },
        "yAxis": {"type": "category", "inverse": True, "data": list(whole)},
        "series": [
            {
                "type": "bar",
                "stack": "actions",
                "name": verb,
                "data": [row[3 + 3 * nth] for row in whole.values()],
            }
            for nth, verb in enumerate(VERBS)
        ],
    }
    shows = "A bar for each player, parted into the shares of cards played, hints given and cards discarded."
    return Chart("Actions at Hanabi, as Figure 5", option, shows)


def _shares(matches: Sequence[Played], player: str, when: str) -> list[Cell]:
    done = [
        (match.deal, verb)
        for match in matches
        for seat, stage, verb in actions(match)
        if match.players[seat] == player and when in ("all", stage)
    ]
    counts = Counter(verb for _, verb in done)
    cells: list[Cell] = [len(done)]
    for verb in VERBS:
        cells += share((deal, other == verb) for deal, other in done)
    points = sum(DARING[verb] * count for verb, count in counts.items())
    return [*cells, points / len(done) if done else None]
