"""The effect of not listing free cells and columns: the paper's Table 2."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Final, Literal, TypeAlias

from agonist.core import Choice, InvalidAnswer
from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.metrics.run_matches import Played, distinct, players_of
from agonist.players.model_call_record import ModelCall
from agonist.ratings.share_intervals import combined
from agonist.suites.llmarena.analysis_matches import CONDITIONS
from agonist.suites.llmarena.environments import environment
from agonist.suites.llmarena.percent_by_deal import share
from agonist.suites.llmarena.printed_tables import published
from agonist.text import read
from agonist.text.answer_formats import Format

End: TypeAlias = Literal["win", "draw", "loss", "error"]


def end_of(match: Played) -> End:
    """How a game of a model with itself ended, from the seat that moves first.

    `error`: an answer named a cell or column of the board that the rules forbid, as it is taken or full. In
    the paper's code such an answer ends the game. Here the policy decides how the game continues, and the
    rest is not counted.
    """
    if broken_rules(match):
        return "error"
    first, second = match.match.scores
    return "win" if first > second else "draw" if first == second else "loss"


def is_unreadable(match: Played) -> bool:
    """Whether some answer could not be played for another reason, such as its spelling."""
    return len(_invalid(match)) > broken_rules(match)


def broken_rules(match: Played) -> int:
    """How many answers of a match name a place on the board that the rules forbid."""
    places = _places(match.record.game)
    return sum(call.error == "illegal" and _names(call, places) for call in _invalid(match))


def _invalid(match: Played) -> list[ModelCall]:
    if not match.errors:
        return []
    steps = match.store.steps(match.match)
    return [call for step in steps for call in step.calls if call.error and not call.probe]


def _names(call: ModelCall, places: Choice) -> bool:
    """Whether an answer names a place, free or not; players that write no text give the place itself."""
    if not call.text:
        return any(call.complaint.startswith(f"{place!r} is not ") for place in places.choices)
    forms: tuple[Format, ...] = ("json", "line")
    for form in forms:
        try:
            read(places, call.text, form, lambda _key, place: str(place))
        except InvalidAnswer:
            continue
        return True
    return False


def _places(game: Any) -> Choice:
    """All cells or all columns, free or not."""
    if game.name == "tictactoe":
        return Choice(tuple(product(range(1, 4), repeat=2)), about="cell")
    return Choice(tuple(range(1, game.columns + 1)), about="column")


def section(matches: Sequence[Played]) -> list[Section]:
    """Win and error rates in both conditions, and the effect of hiding the list."""
    rows: list[tuple[Cell, ...]] = []
    for game in ("tictactoe", "connect_four"):
        by_condition = {
            c: [m for m in matches if m.part == f"llmarena hints: {game}, {c}"] for c in CONDITIONS
        }
        name = environment(game).column
        for player in players_of([match for played in by_condition.values() for match in played]):
            games = {c: [m for m in by_condition[c] if player in m.players] for c in CONDITIONS}
            for measure, happened in MEASURES.items():
                listed, hidden = (share((m.deal, happened(m)) for m in games[c]) for c in CONDITIONS)
                number = distinct([match for played in games.values() for match in played])
                sizes = [len(games[c]) for c in CONDITIONS]
                change = combined([(1, hidden), (-1, listed)])
                rows.append((name, player, measure, *sizes, *listed, *hidden, *change, number))
    if not rows:
        return []
    text = (
        "Each player plays itself. A game is an error once an answer names a cell that is taken or a column "
        "that is full, whatever the policy did then; a win if the first mover wins a game without error. "
        "Unreadable: games with an answer that could not be understood or names no place on the board."
    )
    header = (
        *("environment", "player", "measure", "games listed", "games hidden"),
        *("listed, %", "low", "high", "hidden, %", "low", "high", "change", "low", "high"),
        "distinct games",
    )
    note = (
        "Intervals take deals as independent. Where few of them are distinct, because a model repeats "
        "itself, they are too narrow. Distinct games: of both conditions together."
    )
    tables = (ResultTable("Hints listed and hidden", header, tuple(rows), note=note), _published())
    return [Section("LLMArena: position hints", text, tables=tables)]


MEASURES: Final[Mapping[str, Callable[[Played], bool]]] = {
    "win": lambda match: end_of(match) == "win",
    "error": lambda match: end_of(match) == "error",
    "unreadable": is_unreadable,
}


def _published() -> ResultTable:
    rows: list[tuple[Cell, ...]] = []
    for model, cells in published("2").items():
        for name in ("TicTacToe", "ConnectFour"):
            for measure in ("win", "error"):
                pair = cells[f"{name}:{measure}"], cells[f"{name}:{measure}_without_hint"]
                rows.append((name, f"{model} (published)", measure, *pair, float(pair[1]) - float(pair[0])))
    header = ("environment", "player", "measure", "listed, %", "hidden, %", "change")
    note = (
        "100 games each. The arrow at the wins of DeepSeek-7B-Chat at ConnectFour points down: it is a rise."
    )
    return ResultTable("Table 2 as published", header, tuple(rows), note=note)
