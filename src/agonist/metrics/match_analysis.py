"""A match taken apart: its luck, its skill, and what its moves cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from agonist.match import Record
from agonist.metrics.luck_adjusted import LuckAdjusted, LuckOfSeat, luck_adjusted
from agonist.metrics.luck_and_skill import Decomposition
from agonist.metrics.move_quality import MoveCost


@dataclass(frozen=True)
class Analysis:
    """What a match owed to luck and to skill, and what its moves cost.

    `match`: its number in the database. `deal`: equal for matches that were dealt the same.
    `by`: who was supposed to play on from its positions. `exact`: whether all values are, so that intervals
    have no width; else each is from `rollouts` rollouts. `moves` is empty if they were not judged.
    """

    match: int
    deal: str
    players: tuple[str, ...]
    record: Record
    states: tuple[Any, ...]
    by: str
    exact: bool
    rollouts: int
    result: Decomposition
    moves: tuple[MoveCost, ...]

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        found = self.result
        return {
            "match": self.match,
            "game": self.record.name,
            "by": self.by,
            "exact": self.exact,
            "rollouts": self.rollouts,
            "seats": [
                {
                    "player": player,
                    "score": found.scores[seat],
                    "expected": found.expected[seat].as_list(),
                    "luck": found.luck[seat].as_list(),
                    "skill": [of[seat].as_list() for of in found.skill],
                    "together": found.together[seat].as_list(),
                    "forfeit": found.forfeit[seat].as_list(),
                }
                for seat, player in enumerate(self.players)
            ],
            "steps": [
                {
                    "step": part.step,
                    "source": part.source,
                    "amounts": [each.as_list() for each in part.amounts],
                }
                for part in found.steps
            ],
            "moves": [
                {
                    "step": move.step,
                    "seat": move.seat,
                    "played": move.played,
                    "best": move.best,
                    "cost": move.cost,
                    "low": move.low,
                    "high": move.high,
                    "options": move.options,
                    "tried": move.tried,
                    "why": move.why,
                }
                for move in self.moves
            ],
        }


def without_luck(found: Sequence[Analysis]) -> list[LuckAdjusted]:
    """The scores of the players of these matches with and without luck; see `LuckAdjusted`."""
    return luck_adjusted(
        LuckOfSeat(player, one.deal, one.result.scores[seat], one.result.luck[seat].value)
        for one in found
        for seat, player in enumerate(one.players)
    )
