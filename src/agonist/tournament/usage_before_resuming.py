"""The usage and answers of a run's players before it was resumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agonist.models.protocol import Usage
from agonist.models.usage_meter import Totals

if TYPE_CHECKING:
    from agonist.store import Reader


@dataclass(frozen=True, slots=True)
class PriorUsage:
    """One player's usage and answers.

    `judged` counts all answers, `valid` those that were played, and `invalid` the refused ones for which a
    model was asked.
    """

    totals: Totals = field(default_factory=Totals)
    judged: int = 0
    invalid: int = 0
    valid: int = 0

    def __add__(self, other: PriorUsage) -> PriorUsage:
        return PriorUsage(
            self.totals + other.totals,
            self.judged + other.judged,
            self.invalid + other.invalid,
            self.valid + other.valid,
        )


NO_USAGE = PriorUsage()


def prior_usage_of(store: Reader, run: str) -> Mapping[str, PriorUsage]:
    """Each player's usage and answers in the stored steps; empty for a run that has not begun."""
    if store.statuses(run).keys() <= {"planned"}:
        return {}
    players = {match.id: match.fixture.players for match in store.matches(run)}
    found: dict[str, PriorUsage] = {}

    def add(match: int, seat: int, more: PriorUsage) -> None:
        player = players[match][seat]
        found[player] = found.get(player, NO_USAGE) + more

    for tally in store.tallies(run=run):
        usage = Usage(tally.prompt, tally.cached, tally.completion, tally.reasoning)
        add(
            tally.match,
            tally.seat,
            PriorUsage(Totals(tally.tries, tally.requests, usage=usage, cost=tally.cost)),
        )
    for answers in store.answers(run):
        invalid, judged = answers.invalid, answers.judged
        add(answers.match, answers.seat, PriorUsage(Totals(), judged, invalid, answers.valid))
    return found
