"""The Prisoner's Dilemma in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from agonist.core import Ask, Event, player_name
from agonist.games.prisoners_dilemma.rules import PrisonersDilemma, View, rounds_seen
from agonist.kit import RoundWords
from agonist.text import Prompts

DECISIONS_TOO: Final[Mapping[str, Sequence[str]]] = {
    "cooperate": (
        "cooperation",
        "cooperating",
        "co-operate",
        "C",
        "keep cooperating",
        "to cooperate",
        "stay silent",
    ),
    "defect": ("defection", "defecting", "D", "keep defecting", "to defect", "betray"),
}
"""Other words for the decisions."""


class PrisonersDilemmaWords(RoundWords[PrisonersDilemma, View]):
    def rules(self, game: PrisonersDilemma) -> str:
        return self.prompts.fill(
            "rules_two" if game.seats == 2 else "rules",
            length=self.length(game),
            seats=game.seats,
            cooperate=game.cooperate,
            defect=game.defect,
            one_defect=game.one_defect,
            **({} if game.seats == 2 else {"two_defect": game.two_defect}),
        )

    def sentence(self, game: PrisonersDilemma, view: View, event: Event) -> str:
        match event:
            case ("result", number, decisions):
                points = game.payoffs(decisions)
                lines = [
                    f"{player_name(seat)} {'cooperated' if decision == 'cooperate' else 'defected'}"
                    f" and scored {points[seat]}"
                    for seat, decision in enumerate(decisions)
                ]
                return self.prompts.fill(
                    "result", round=number, results="; ".join(lines), totals=self._totals(game, view, number)
                )
        raise AssertionError(event)

    def _totals(self, game: PrisonersDilemma, view: View, number: int) -> str:
        totals = game.totals(rounds_seen(view)[:number])
        return ", ".join(f"{player_name(seat)}: {points}" for seat, points in enumerate(totals))

    def over(self, game: PrisonersDilemma, view: View) -> str:
        assert view.seat is not None
        return self.prompts.fill("over", points=game.totals(rounds_seen(view))[view.seat])

    def request(self, game: PrisonersDilemma, view: View, ask: Ask) -> str:
        return self.prompts.fill(ask.about, round=view.played + 1)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        return DECISIONS_TOO.get(option, ())

    def known(self, game: PrisonersDilemma, view: View, key: str) -> Sequence[str]:
        return list(DECISIONS_TOO)


WORDS = PrisonersDilemmaWords(Prompts.beside(__file__))
