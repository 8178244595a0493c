"""The tables of an analysis: luck and skill of a result, the dearest moves, and scores without luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from agonist.core import CHANCE, Seat, counted, player_name
from agonist.games import find_kit
from agonist.kit import guarded
from agonist.metrics.luck_adjusted import LuckAdjusted
from agonist.metrics.match_analysis import Analysis
from agonist.metrics.move_quality import MoveCost, mistakes, unjudged
from agonist.metrics.position_values import Amount
from agonist.reports.number_format import interval_text, number, percent
from agonist.reports.safe_text import on_one_line
from agonist.reports.table import TextTable
from agonist.reports.turn_by_turn import move_in_words

MOST_ROWS: Final = 12
"""Steps, and moves, that are listed."""

DIGITS: Final = 3


def of_match(found: Analysis) -> list[TextTable]:
    """The tables of one match."""
    tables = [_result(found)]
    if turns := _turning_points(found):
        tables.append(turns)
    return [*tables, *([_moves(found)] if found.moves else [])]


def of_players(adjusted: Sequence[LuckAdjusted], found: Sequence[Analysis]) -> TextTable:
    """The scores of players over several matches, with and without luck."""
    rows = tuple(
        (
            on_one_line(one.player),
            str(one.matches),
            *(number(one.score[0], DIGITS), interval_text(*one.score[1:], DIGITS)),
            *(number(one.luck[0], DIGITS), interval_text(*one.luck[1:], DIGITS)),
            *(number(one.adjusted[0], DIGITS), interval_text(*one.adjusted[1:], DIGITS)),
            percent(one.explained),
        )
        for one in adjusted
    )
    note = (
        "Luck has a mean of 0, whoever plays: without it, scores have the same mean and mostly less spread. "
        f"{_how(found[0])} Explained: the part of the variance of scores that luck accounts for; n/a with "
        "fewer than 10."
    )
    return TextTable(
        "luck",
        f"Scores without luck, {counted(len(found), 'match', 'matches')}",
        note,
        ("player", "seats", "score", "95%", "luck", "95%", "without luck", "95%", "explained"),
        rows,
    )


def _how(found: Analysis) -> str:
    if found.exact:
        return f"Values are exact, for {found.by} players from each position on."
    return f"Values are from {found.rollouts} rollouts of {found.by} players from each position on."


def _amount(value: Amount, exact: bool) -> str:
    # Rounded to 0, it has no sign.
    shown = f"{round(value.value, DIGITS) + 0.0:+.{DIGITS}f}"
    return shown if exact else f"{shown} ({interval_text(value.low, value.high, DIGITS)})"


def _result(found: Analysis) -> TextTable:
    result, seats = found.result, range(len(found.result.scores))
    columns = [("score", [number(score, DIGITS) for score in result.scores])]
    columns += [("at the beginning", [_amount(one, found.exact) for one in result.expected])]
    columns += [("luck", [_amount(one, found.exact) for one in result.luck])]
    columns += [
        (f"moves of {player_name(mover)}", [_amount(one, found.exact) for one in amounts])
        for mover, amounts in enumerate(result.skill)
    ]
    for name, amounts in (("at once", result.together), ("forfeit", result.forfeit)):
        if any(abs(one.value) > 1e-9 for one in amounts):
            columns.append((name, [_amount(one, found.exact) for one in amounts]))
    rows = tuple(
        (
            f"{player_name(seat)} ({on_one_line(found.players[seat])})",
            *(cells[seat] for _, cells in columns),
        )
        for seat in seats
    )
    note = (
        f"A score is the sum of the columns after it, with 95% intervals in brackets. {_how(found)} Moves "
        "count by how much they beat what these players would have made of the position."
    )
    return TextTable(
        "result",
        f"Match {found.match}: luck and skill",
        note,
        ("seat", *(name for name, _ in columns)),
        rows,
    )


def _turning_points(found: Analysis) -> TextTable | None:
    """The steps that changed most of what seats could expect."""
    steps = [
        (max(abs(one.value) for one in part.amounts), part)
        for part in found.result.steps
        if any(abs(one.value) > 1e-9 for one in part.amounts)
    ]
    dearest = sorted(steps, key=lambda each: -each[0])[:MOST_ROWS]
    rows = tuple(
        (
            str(part.step),
            _words(found, part.step, part.source),
            *(_amount(one, found.exact) for one in part.amounts),
        )
        for _, part in sorted(dearest, key=lambda each: each[1].step)
    )
    names = [player_name(seat) for seat in range(len(found.result.scores))]
    note = "What each step added to the score that a seat could expect."
    if len(steps) > len(rows):
        note += f" The {len(rows)} largest of {len(steps)}."
    return (
        TextTable("steps", "Where it turned", note, ("step", "what happened", *names), rows, frozenset({1}))
        if rows
        else None
    )


def _words(found: Analysis, step: int, source: Any) -> str:
    if source == "forfeit":
        return "a forfeit"
    if source == "together":
        return "both or all at once"
    seat = CHANCE if source == "luck" else source
    moves = found.record.moves[step - 1]
    return _move(found, step, seat, moves[seat]) if seat in moves else str(source)


def _move(found: Analysis, step: int, seat: Seat, action: Any) -> str:
    game, state = found.record.game, found.states[step - 1]
    kit = guarded(find_kit(found.record.name))
    words = move_in_words(kit, game, state, seat, game.turn(state)[seat], action)
    return on_one_line(words if seat == CHANCE else f"{player_name(seat)}: {words}")


def _moves(found: Analysis) -> TextTable:
    judged = [move for move in found.moves if move.cost is not None]
    shown = mistakes(found.moves)
    rows = tuple(_row(found, move) for move in shown[:MOST_ROWS])
    note = (
        f"{counted(len(judged), 'decision')} judged; a move is listed if a better one is shown to have been "
        "there. Cost: in the game's score, to who knew only what the seat saw. "
    )
    note += (
        ""
        if found.exact
        else "Intervals hold together at 95% (Bonferroni); one half of the rollouts chose the better move, "
        "the other half measured it. "
    )
    if len(shown) > len(rows):
        note += f"The {len(rows)} dearest of {len(shown)}. "
    if left := unjudged(found.moves):
        note += f"Not judged: {left}."
    return TextTable(
        "moves",
        "Moves that cost most" if rows else "Moves that cost most: none is shown",
        note.strip(),
        ("step", "move", "better", "cost", "95% together", "tried") if rows else (),
        rows,
        frozenset({1, 2}),
    )


def _row(found: Analysis, move: MoveCost) -> tuple[str, ...]:
    return (
        str(move.step),
        _move(found, move.step, move.seat, move.played),
        _move(found, move.step, move.seat, move.best).partition(": ")[2],
        number(move.cost, DIGITS),
        "exact" if found.exact else interval_text(move.low, move.high, DIGITS),
        f"{move.tried} of {move.options}",
    )
