"""The El Farol bar in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from agonist.core import Ask, Event
from agonist.games.el_farol.rules import ElFarol, View
from agonist.kit import RoundWords
from agonist.text import Prompts
from agonist.text.exact_numbers import percent

DECISIONS_TOO: Final[Mapping[str, Sequence[str]]] = {
    "go": ("go to the bar", "going", "go out", "attend", "go to bar"),
    "stay": (
        "stay home",
        "stay at home",
        "staying",
        "staying home",
        "home",
        "not go",
        "not go to the bar",
        "not going to the bar",
        "not be going to the bar",
        "not attend",
        "do not go",
        "don't go",
    ),
}
"""Each decision, with its aliases."""


class ElFarolWords(RoundWords[ElFarol, View]):
    def rules(self, game: ElFarol) -> str:
        return self.prompts.fill(
            "rules",
            seats=game.seats,
            ratio=percent(game.fraction),
            room=game.room,
            home=game.home,
            best=game.gain_max,
            worst=game.gain_min,
            report=self.prompts.fill(game.mode),
            length=self.length(game),
        )

    def sentence(self, game: ElFarol, view: View, event: Event) -> str:
        match event:
            case ("result", number, went):
                return self.prompts.fill(
                    "crowded" if went > game.room else "uncrowded",
                    round=number,
                    went=went,
                    stayed=game.seats - went,
                    ratio=percent(game.fraction),
                )
            case ("own", number, "go", gain):
                return self.prompts.fill("went", round=number, gain=gain)
            case ("own", number, "stay", gain):
                return self.prompts.fill("stayed", round=number, gain=gain)
        raise AssertionError(event)

    def over(self, game: ElFarol, view: View) -> str:
        fun = sum(event[3] for event in view.log if event[0] == "own")
        return self.prompts.fill("over", fun=fun)

    def request(self, game: ElFarol, view: View, ask: Ask) -> str:
        return self.prompts.fill(ask.about, round=view.played + 1, room=game.room, seats=game.seats)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        return DECISIONS_TOO.get(option, ())

    def known(self, game: ElFarol, view: View, key: str) -> Sequence[str]:
        return list(DECISIONS_TOO)


WORDS = ElFarolWords(Prompts.beside(__file__))
