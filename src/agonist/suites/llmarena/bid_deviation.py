"""The deviation of bids from the equilibrium, half of the valuation: the paper on numerical reasoning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import quantiles
from typing import Any, Final

from agonist.games.sealed_bid_auction.indicators import deviation
from agonist.metrics import Chart, ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.metrics.run_matches import Played, players_of
from agonist.ratings import clustered_mean
from agonist.suites.llmarena.percent_by_deal import share

RANGE: Final = (-1.0, 1.0)
"""From a bid of nothing to one of the whole valuation."""

Deviations = Mapping[str, Sequence[tuple[str, float]]]
"""For each player the deal and the deviation of each of their bids."""


def deviations(matches: Sequence[Played]) -> Deviations:
    """The deviations of all bids by players; fallback bids are left out."""
    found: dict[str, list[tuple[str, float]]] = {player: [] for player in players_of(matches)}
    for match in matches:
        for state, turn in match.turns():
            for seat, bid in turn.moves.items():
                off = deviation(bid, state.valuations[seat])
                if off is not None and seat not in turn.fallback:
                    found[match.players[seat]].append((match.deal, off))
    return {player: bids for player, bids in found.items() if bids}


def section(matches: Sequence[Played]) -> list[Section]:
    """The distribution of deviations by player."""
    found = deviations([m for m in matches if m.match.fixture.game == "sealed_bid_auction"])
    if not found:
        return []
    rows: list[tuple[Cell, ...]] = []
    boxes = []
    for player, bids in found.items():
        five = five_numbers([off for _, off in bids])
        above = share((deal, off > 0) for deal, off in bids)
        rows.append((player, len(bids), *five, *clustered_mean(bids, seen=RANGE), *above))
        boxes.append(five)
    text = (
        "(b - v/2) / (v/2) for each bid b to a valuation v: 0 in equilibrium, -1 for a bid of nothing, 1 for "
        "a bid of the whole valuation. Bids that the policy made are left out."
    )
    header = (
        *("player", "bids", "lowest", "lower quartile", "median", "upper quartile", "highest"),
        *("mean", "low", "high", "above equilibrium, %", "low", "high"),
    )
    note = (
        "The paper shows medians: 0.98 for DeepSeek-67B-Chat and -0.16 for DeepSeek-7B-Chat are the highest "
        "and the lowest; its other five models lie from 0.28 to 0.67."
    )
    table = ResultTable("Bids against the equilibrium", header, tuple(rows), digits=2, note=note)
    return [Section("LLMArena: bids", text, tables=(table,), charts=(_chart(list(found), boxes),))]


def five_numbers(values: Sequence[float]) -> tuple[float, float, float, float, float]:
    """Lowest, lower quartile, median, upper quartile, highest.

    >>> five_numbers([0.0, 1.0, 2.0, 3.0, 4.0])
    (0.0, 1.0, 2.0, 3.0, 4.0)
    """
    if len(values) == 1:
        values = [*values, *values]
    lower, middle, upper = quantiles(values, n=4, method="inclusive")
    return min(values), lower, middle, upper, max(values)


def _chart(players: Sequence[str], boxes: Sequence[Sequence[float]]) -> Chart:
    option: dict[str, Any] = {
        "tooltip": {"trigger": "item"},
        "grid": {"containLabel": True, "top": 10, "bottom": 40},
        "xAxis": {"type": "value", "name": "(b - v/2) / (v/2)", "nameLocation": "middle", "nameGap": 28},
        "yAxis": {"type": "category", "inverse": True, "data": list(players)},
        "series": [
            {
                "type": "boxplot",
                "data": [list(box) for box in boxes],
                "markLine": {
                    "silent": True,
                    "symbol": "none",
                    "label": {"show": False},
                    "data": [{"xAxis": 0, "name": "equilibrium"}],
                },
            }
        ],
    }
    return Chart(
        "Bids against the equilibrium",
        option,
        "For each player a box from the lower to the upper quartile of deviations, the median in it, "
        "whiskers to the lowest and the highest, and a line at 0, the equilibrium.",
    )
