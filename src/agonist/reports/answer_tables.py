"""The tables of how players answered, what it cost, and how their matches ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from agonist.core import counted
from agonist.players.model_call_record import FORMS
from agonist.reports.ending_of_match import ENDINGS
from agonist.reports.matches_made_when_read import kinds_of
from agonist.reports.number_format import NOT_AVAILABLE, percent, percents
from agonist.reports.questions.losses import Failure
from agonist.reports.safe_text import on_one_line, shown_game
from agonist.reports.table import TextTable
from agonist.reports.usage import CLASSES, PlayerUsage

if TYPE_CHECKING:
    from agonist.reports.report import Report


def form_tables(usage: Sequence[PlayerUsage], level: str) -> Iterator[TextTable]:
    """The shares of answers that kept to the form asked for, were read all the same, or were refused: a table
    unless nobody writes text. `level`: of intervals, in percent."""
    unknown = sum(t.form_unknown for t in usage)
    if not unknown and not any(t.form for t in usage):
        return
    stored_before = f" Left out: {counted(unknown, 'answer')} stored before forms were." if unknown else ""
    yield TextTable(
        name="form",
        title="Form of answers",
        note="n: questions answered in text. As asked: the reply was written as the prompt says. Leniently: "
        "it was not, and was read all the same. Asked again: it was refused, and a later one was played. "
        f"Refused: none was played.{stored_before}",
        columns=("Player", "n", *(head for form in FORMS for head in (form.capitalize(), level))),
        rows=tuple(
            (
                on_one_line(t.player),
                str(sum(one.count for one in t.form.values())) if t.form else NOT_AVAILABLE,
                *(
                    cell
                    for one in (t.form.get(form) for form in FORMS)
                    for cell in (
                        (percent(one.share), percents(one.low, one.high)) if one else (NOT_AVAILABLE,) * 2
                    )
                ),
            )
            for t in usage
        ),
    )


def answers_table(usage: Sequence[PlayerUsage]) -> TextTable:
    return TextTable(
        name="answers",
        title="Invalid answers by class",
        note="Asked: moves that the player was asked for. Fallback: fallback moves, made for the "
        "player. Over: questions after a seat had spent what it may in a match. Provider: failed requests "
        "that were sent again; they are not invalid answers.",
        columns=("Player", "Asked", "Fallback", *(kind.split()[0].capitalize() for kind in CLASSES)),
        rows=tuple(
            (
                on_one_line(t.player),
                str(t.asked),
                str(t.fallback),
                *(str(t.invalid.get(kind, 0)) for kind in CLASSES),
            )
            for t in usage
        ),
    )


def costs_table(report: Report) -> TextTable:
    """Tokens, dollars and seconds of each player, in total and per match."""
    sat = Counter[str]()
    for line, times in kinds_of(report.lines):
        if line.status != "planned":
            sat.update(dict.fromkeys(line.players, times))
    return TextTable(
        name="costs",
        title="Tokens, cost and time",
        note="Hidden questions and unfinished matches are included. Cached tokens are part of the prompt "
        "tokens, reasoning tokens of the completion tokens. Repeated is the share of the prompt tokens that "
        "the request before had too, so that a cache could hold them. Seconds are the sum over all requests.",
        columns=(
            *("Player", "Requests", "Prompt", "Repeated", "Cached", "Completion", "Reasoning", "Dollars"),
            *("Seconds", "Dollars per match", "Tokens per match", "Seconds per move"),
        ),
        rows=tuple(
            (
                on_one_line(t.player),
                *(f"{count:,}" for count in (t.requests, t.prompt)),
                percent(t.repeating),
                *(f"{count:,}" for count in (t.cached, t.completion, t.reasoning)),
                NOT_AVAILABLE if t.cost is None else f"{t.cost:.4f}",
                f"{t.seconds:,.1f}",
                NOT_AVAILABLE if t.cost is None or not sat[t.player] else f"{t.cost / sat[t.player]:.4f}",
                f"{(t.prompt + t.completion) / sat[t.player]:,.0f}" if sat[t.player] else NOT_AVAILABLE,
                f"{t.seconds / t.asked:,.2f}" if t.asked else NOT_AVAILABLE,
            )
            for t in report.usage
        ),
    )


def endings_table(endings: Mapping[str, Mapping[str, int]]) -> TextTable:
    """For each game, the number of matches with each ending, regardless of who won."""
    kinds = [kind for kind in ENDINGS if any(kind in counts for counts in endings.values())]
    return TextTable(
        name="endings",
        title="How matches ended",
        note="Regardless of who won.",
        columns=("Game", *(kind.capitalize() for kind in kinds)),
        rows=tuple(
            (shown_game(part), *(str(counts.get(kind, 0)) for kind in kinds))
            for part, counts in endings.items()
        ),
    )


def failures_table(failures: Sequence[Failure]) -> TextTable:
    """What stopped matches that were not finished."""
    return TextTable(
        name="failures",
        title="Matches that failed",
        note="They do not count; agonist resume continues suspended ones.",
        columns=("Game", "Ended", "Error", "Matches"),
        rows=tuple(
            (", ".join(map(shown_game, parts)), how, error, str(count))
            for parts, how, error, count in failures
        ),
        left=frozenset({0, 1, 2}),
    )


def reasons_table(reasons: Sequence[tuple[str, str, int]]) -> TextTable:
    """What ended finished matches by the rules."""
    return TextTable(
        name="reasons",
        title="Reasons for the end",
        note="As the rules give them, without numbers.",
        columns=("Game", "Reason", "Matches"),
        rows=tuple((shown_game(part), reason, str(count)) for part, reason, count in reasons),
        left=frozenset({0, 1}),
    )
