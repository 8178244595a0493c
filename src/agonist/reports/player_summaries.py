"""Each of the reader's players at a glance: strengths, weaknesses, why it lost, what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from agonist.reports.headline import own_players
from agonist.reports.number_format import NOT_AVAILABLE, number
from agonist.reports.page_tables import MARKS
from agonist.reports.safe_text import on_one_line, shown_game

if TYPE_CHECKING:
    from agonist.reports.report import Report

SHOWN: Final = 6
"""The most players that are shown, the best ones."""


@dataclass(frozen=True, slots=True)
class Glance:
    """One player in a few words."""

    player: str
    strongest: str
    weakest: str
    lost: str
    cost: str


def glances(report: Report) -> list[Glance]:
    """The reader's own players, best first; all players if none is the reader's."""
    names = own_players(report) or [row.player for row in report.overall.strict]
    return [_glance(report, name) for name in names[:SHOWN]]


def _glance(report: Report, name: str) -> Glance:
    marks = sorted(
        (mark for mark in report.marks if mark.player == name and mark.value is not None),
        key=lambda mark: -(mark.value or 0.0),
    )
    labels = [f"{shown_game(mark.part)} {number(mark.value, 0)}{MARKS[mark.measure]}" for mark in marks]
    return Glance(
        on_one_line(name),
        labels[0] if labels else NOT_AVAILABLE,
        labels[-1] if marks and marks[0].value != marks[-1].value else NOT_AVAILABLE,
        _lost(report, name),
        _cost(report, name),
    )


def _lost(report: Report, name: str) -> str:
    """How many seats were lost by play and by invalid answers, and the commonest class of these."""
    losses = next((one for one in report.losses if one.player == name), None)
    if losses is None or not losses.beaten + losses.invalid:
        return "never" if losses is not None else NOT_AVAILABLE
    parts = [f"{losses.beaten} beaten"] if losses.beaten else []
    if losses.invalid:
        usage = next((one for one in report.usage if one.player == name), None)
        classes = (
            {}
            if usage is None
            else {kind: n for kind, n in usage.invalid.items() if kind != "provider error"}
        )
        most = max(classes, key=lambda kind: classes[kind], default="")
        parts.append(
            f"{losses.invalid} by invalid answers" + (f" (mostly {most})" if classes.get(most) else "")
        )
    return ", ".join(parts)


def _cost(report: Report, name: str) -> str:
    usage = next((one for one in report.usage if one.player == name), None)
    if usage is None or not usage.requests:
        return "nothing"
    tokens = f"{usage.prompt + usage.completion:,} tokens"
    return tokens if usage.cost is None else f"${usage.cost:,.2f}, {tokens}"
