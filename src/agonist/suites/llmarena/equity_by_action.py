"""The equity with which players fold, call and raise: the paper's analysis of risk at hold'em."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final, Literal, TypeAlias

from agonist.games.texas_holdem import Equity, equity
from agonist.metrics import Chart, ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.metrics.run_matches import Played
from agonist.ratings import clustered_mean
from agonist.suites.llmarena.fixed_holdem_flops import PART, TESTED

ACTIONS: Final = ("fold", "check_call", "raise_half_pot", "raise_pot", "all_in")
STREETS: Final = {0: "before the flop", 3: "flop", 4: "turn", 5: "river"}
SAMPLES: Final = 10_000

Method: TypeAlias = Literal["sampled", "exact"]
"""How equities on the flop are found, a million cases each; later ones are always counted, those before the
flop always sampled."""


@dataclass(frozen=True, slots=True)
class ActionAtEquity:
    """One action, and the equity with which it was taken, in percent."""

    player: str
    deal: str
    street: str
    action: str
    equity: float
    standard_error: float


def decisions(matches: Sequence[Played], method: Method = "sampled") -> list[ActionAtEquity]:
    """Every action that players chose themselves; scripted ones are left out."""
    found = []
    for match in matches:
        fixed = match.part == PART
        for state, turn in match.turns():
            for seat, action in turn.moves.items():
                if seat in turn.fallback or (fixed and (seat != TESTED or not state.table.board)):
                    continue
                worth = _equity(tuple(state.hole[seat]), tuple(state.table.board), method)
                found.append(
                    ActionAtEquity(
                        match.players[seat],
                        match.deal,
                        STREETS[len(state.table.board)],
                        action,
                        100 * worth.share,
                        100 * worth.standard_error,
                    )
                )
    return found


@lru_cache(maxsize=10_000)  # a deal is played by many
def _equity(hole: tuple[str, ...], board: tuple[str, ...], method: Method) -> Equity:
    """The share of the pot against a random hand on a random run-out, ties counting half."""
    if len(board) > 3 or (board and method == "exact"):
        return equity(hole, board)
    return equity(hole, board, rng=Random(f"equity:{hole}:{board}"), samples=SAMPLES)


def section(matches: Sequence[Played], method: Method) -> list[Section]:
    """Mean equity by player and action: on the fixed flops, and by street in whole hands."""
    holdem = [match for match in matches if match.match.fixture.game == "texas_holdem"]
    fixed = decisions([match for match in holdem if match.part == PART], method)
    whole = decisions([match for match in holdem if match.part != PART], method)
    if not fixed and not whole:
        return []
    error = max(decision.standard_error for decision in [*fixed, *whole])
    text = (
        "Equity is the share of the pot that a player's own cards win on average against a random hand on a "
        "random run-out, ties counting half; it knows nothing of the betting. "
        + (
            f"Equities before the flop{' and on it' if method == 'sampled' else ''} are sampled, {SAMPLES:,} "
            f"deals each, with a standard error of at most {error:.2f} points; the others are exact."
        )
    )
    tables, charts = [], []
    if fixed:
        note = (
            "Up to 100 fixed flops, the same for every player in every run, with one decision on each. The "
            "paper does not publish its own 100."
        )
        title = "Equity at each action on fixed flops, as Figure 4"
        tables.append(_table(title, fixed, ("flop",), note))
        charts.append(_chart(title, fixed))
    if whole:
        note = (
            "Which flops players see in whole hands is their choice; only fixed ones compare with Figure 4."
        )
        tables.append(_table("Equity at each action in whole hands", whole, ("all", *STREETS.values()), note))
        charts.append(_chart("Equity at each action in whole hands", whole))
    return [Section("LLMArena: risk", text, tables=tuple(tables), charts=tuple(charts))]


def _table(title: str, actions: Sequence[ActionAtEquity], streets: Sequence[str], note: str) -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    for player in dict.fromkeys(decision.player for decision in actions):
        for street in streets:
            for action in ACTIONS:
                taken = [
                    (d.deal, d.equity)
                    for d in actions
                    if d.player == player and d.action == action and street in ("all", d.street)
                ]
                if taken:
                    mean = clustered_mean(taken, seen=(0, 100))
                    rows.append((player, street, action, len(taken), *mean))
    header = ("player", "street", "action", "times", "equity, %", "low", "high")
    return ResultTable(title, header, tuple(rows), note=note)


def _chart(title: str, actions: Sequence[ActionAtEquity]) -> Chart:
    players = list(dict.fromkeys(decision.player for decision in actions))

    def average(player: str, action: str) -> float | None:
        equities = [d.equity for d in actions if d.player == player and d.action == action]
        return sum(equities) / len(equities) if equities else None

    option: dict[str, Any] = {
        "tooltip": {"trigger": "axis"},
        "legend": {"data": list(players), "type": "scroll", "top": 0},
        "grid": {"top": 60},
        "xAxis": {
            "type": "category",
            "data": [action.replace("_", " ") for action in ACTIONS],
            "axisLabel": {"interval": 0, "hideOverlap": False},
        },
        "yAxis": {"type": "value", "name": "equity, %"},
        "series": [
            {"type": "bar", "name": player, "data": [average(player, action) for action in ACTIONS]}
            for player in players
        ],
    }
    return Chart(title, option, "For each action a bar of the mean equity for each player.")
