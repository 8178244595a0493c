"""The iterated Prisoner's Dilemma for two or more: cooperate, or defect.

The scenario of MAgIC (Xu et al., 2024, section 3.1 and Figure 10): three players, five rounds, and all
choices are public after each round. The paper gives payoffs for three players; for other numbers,
`two_defect` is paid if several but not all defect. The published code reads any answer without "cooperate" as
a defection; here an answer that is neither word is invalid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, TypeAlias

from agonist.core import (
    Ask,
    Choice,
    Log,
    RepeatedGame,
    RoundState,
    RoundView,
    Traits,
    add_event,
    option,
)

Decision: TypeAlias = Literal["cooperate", "defect"]
DECISIONS: Final[tuple[Decision, ...]] = ("cooperate", "defect")
Decisions: TypeAlias = tuple[Decision, ...]
"""What each seat chose in one round."""


State: TypeAlias = RoundState[Decision]

View: TypeAlias = RoundView
"""Events, for all: `("result", round, decision of each seat)`."""


def rounds_seen(view: View) -> tuple[Decisions, ...]:
    """The rounds that are over, of which everybody knows everything."""
    return tuple(event[2] for event in view.log)


@dataclass(frozen=True)
class PrisonersDilemma(RepeatedGame[Decision]):
    """The score is the points of all rounds."""

    name: ClassVar[str] = "prisoners_dilemma"
    title: ClassVar[str] = "Prisoner's Dilemma"
    sizes: ClassVar[Sequence[int]] = range(2, 13)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        abilities=("rationality", "opponent modelling", "strategic planning"),
        sources=("MAgIC (Xu et al., 2024)",),
    )

    seats: int = 3
    rounds: int = option(5, low=1)
    cooperate: int = option(3, low=0)
    """Points for everyone when all cooperate."""
    defect: int = option(1, low=0)
    """Points for everyone when all defect."""
    one_defect: int = option(5, low=0)
    """Points for the only defector."""
    two_defect: int = option(2, low=0)
    """Points for each defector when several, but not all, defect."""
    told_rounds: bool = True

    @property
    def ask(self) -> Ask:
        return Choice(DECISIONS, about="decision")

    def announced(self, log: Log, number: int, actions: Decisions) -> Log:
        return add_event(log, "result", number, actions)

    def scores(self, rounds: Sequence[Decisions]) -> tuple[float, ...]:
        return tuple(map(float, self.totals(rounds)))

    def payoffs(self, decisions: Sequence[Decision]) -> tuple[int, ...]:
        """The points of each seat in one round.

        >>> PrisonersDilemma().payoffs(("defect", "cooperate", "cooperate"))
        (5, 0, 0)
        >>> PrisonersDilemma().payoffs(("defect", "defect", "cooperate"))
        (2, 2, 0)
        """
        defectors = decisions.count("defect")
        if not defectors:
            return (self.cooperate,) * len(decisions)
        if defectors == len(decisions):
            return (self.defect,) * len(decisions)
        paid = self.one_defect if defectors == 1 else self.two_defect
        return tuple(paid if decision == "defect" else 0 for decision in decisions)

    def totals(self, rounds: Sequence[Decisions]) -> tuple[int, ...]:
        """The points of each seat over these rounds."""
        if not rounds:
            return (0,) * self.seats
        played = Counter(rounds)
        paid = [[points * times for points in self.payoffs(kind)] for kind, times in played.items()]
        return tuple(map(sum, zip(*paid, strict=True)))
