"""What a run's players have shown before it was resumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agonist.models.meter import Totals
from agonist.models.protocol import Usage
from agonist.store import StoredMatch

if TYPE_CHECKING:
    from agonist.store import Store


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one player took and answered.

    `judged` counts answers that were played or refused, `invalid` those of them that were refused though a
    model was asked for them, and `valid` those that were played.
    """

    totals: Totals = field(default_factory=Totals)
    judged: int = 0
    invalid: int = 0
    valid: int = 0

    def __add__(self, other: Evidence) -> Evidence:
        return Evidence(
            self.totals + other.totals,
            self.judged + other.judged,
            self.invalid + other.invalid,
            self.valid + other.valid,
        )


NONE = Evidence()


def evidence_of(store: Store, run: str, matches: Sequence[StoredMatch]) -> Mapping[str, Evidence]:
    """By player, what the steps that are stored show; nothing for a run that has not begun."""
    if all(match.status == "planned" for match in matches):
        return {}
    players = {match.id: match.fixture.players for match in matches}
    found: dict[str, Evidence] = {}

    def add(match: int, seat: int, more: Evidence) -> None:
        player = players[match][seat]
        found[player] = found.get(player, NONE) + more

    for tally in store.tallies(run=run):
        usage = Usage(tally.prompt, tally.cached, tally.completion, tally.reasoning)
        add(
            tally.match,
            tally.seat,
            Evidence(Totals(tally.tries, tally.requests, usage=usage, cost=tally.cost)),
        )
    for answers in store.answers(run):
        invalid, judged = answers.invalid, answers.judged
        add(answers.match, answers.seat, Evidence(Totals(), judged, invalid, answers.valid))
    return found
