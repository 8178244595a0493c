"""How much moves at Connect Four improve the board: the paper's Figure 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from agonist.metrics import Chart, ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.metrics.run_matches import Played, players_of
from agonist.ratings import clustered_mean
from agonist.suites.llmarena.connect_four_line_values import Counting, Since, rewards
from agonist.suites.llmarena.printed_tables import published


def section(matches: Sequence[Played], counting: Counting, since: Since) -> list[Section]:
    """Reward per game and per move; matches of all parts but the ablation of hints."""
    connect_four = [m for m in matches if m.match.fixture.game == "connect_four" and "hints" not in m.part]
    if not connect_four:
        return []
    rows: list[tuple[Cell, ...]] = []
    readings: list[tuple[Cell, ...]] = []
    for player in players_of(connect_four):
        games = earned(connect_four, player, counting, since)
        moves = [(deal, float(reward)) for deal, rewards in games for reward in rewards]
        per_game = clustered_mean((deal, float(sum(rewards))) for deal, rewards in games)
        rows.append((player, len(games), len(moves), *per_game, *clustered_mean(moves)))
        readings.append((player, *(_per_game(connect_four, player, c, s) for c, s in READINGS)))
    rows += [
        (f"{model} (published)", None, None, cells["ConnectFour:reward"], *[None] * 5)
        for model, cells in published("figure 2").items()
    ]
    text = (
        "V = 10 (M4 - O4) + 5 (M3 - O3) + 2 (M2 - O2), and a move earns V after it less V "
        f"{'after their own previous move' if since == 'previous' else 'before it'}; lines are counted as "
        f"{'all k cells in a row' if counting == 'windows' else 'runs that cannot be made longer'}. Moves "
        "that the policy made for a player count as theirs: the board has them."
    )
    header = ("player", "games", "moves", "per game", "low", "high", "per move", "low", "high")
    note = (
        "The scale of the published figure is reached under no reading of the paper, and which bar is whose "
        "in it is not certain; only its order can be compared."
    )
    names = tuple(f"{counting}, {since}" for counting, since in READINGS)
    tables = (
        ResultTable("Reward at Connect Four, as Figure 2", header, tuple(rows), digits=2, note=note),
        ResultTable("Reward per game under every reading", ("player", *names), tuple(readings), digits=2),
    )
    return [Section("LLMArena: strategic planning", text, tables=tables, charts=(_chart(rows),))]


def _chart(rows: Sequence[tuple[Cell, ...]]) -> Chart:
    bars = sorted(((float(row[3]), str(row[0])) for row in rows if row[3] is not None), reverse=True)
    option: dict[str, Any] = {
        "tooltip": {"trigger": "axis"},
        "grid": {"containLabel": True, "top": 10, "bottom": 40},
        "xAxis": {"type": "value", "name": "reward per game", "nameLocation": "middle", "nameGap": 28},
        "yAxis": {"type": "category", "inverse": True, "data": [name for _, name in bars]},
        "series": [{"type": "bar", "data": [round(reward, 2) for reward, _ in bars]}],
    }
    shows = "A bar for each player, ours and the published: the mean reward per game at Connect Four."
    return Chart("Reward at Connect Four, as Figure 2", option, shows)


READINGS: tuple[tuple[Counting, Since], ...] = tuple(
    (counting, since) for counting in get_args(Counting) for since in get_args(Since)
)


def earned(
    matches: Sequence[Played], player: str, counting: Counting, since: Since
) -> list[tuple[str, list[int]]]:
    """For every seat a player had: the deal of the match, and what each of their moves earned."""
    return [
        (match.deal, rewards(match.record.states(), seat, counting, since))
        for match in matches
        for seat in match.seats_of(player)
    ]


def _per_game(matches: Sequence[Played], player: str, counting: Counting, since: Since) -> float:
    sums = [sum(rewards) for _, rewards in earned(matches, player, counting, since)]
    return sum(sums) / len(sums)
