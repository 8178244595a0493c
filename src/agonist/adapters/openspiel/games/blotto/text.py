"""Colonel Blotto in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from agonist.adapters.openspiel.games.blotto.title_and_endings import fields_won, soldiers
from agonist.adapters.openspiel.games.playing_cards import listed
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.adapters.openspiel.states import spiel_of
from agonist.core import Ask
from agonist.kit.text_interface import you_or_player
from agonist.text.accepted_words import Part

NAMES: Final = "ABCDEFGHIJ"
"""Of the fields; the library has at most ten."""


class BlottoWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        fields = game.options["fields"]
        names = NAMES[:fields]
        return {
            "seats": game.seats,
            "coins": game.options["coins"],
            "fields": f"{fields} fields, {names[0]} to {names[-1]}" if fields > 1 else "one field, A",
            "example": self._example(game),
            "paid": self.prompts.fill("paid_two" if game.seats == 2 else "paid_many"),
        }

    def _example(self, game: Any) -> str:
        """An allocation with all soldiers on the first field but one on each other, as far as they go."""
        coins, fields = game.options["coins"], game.options["fields"]
        others = [int(nth < coins) for nth in range(1, fields)]
        return spelt([coins - sum(others), *others])

    def scene(self, game: Any, view: Any) -> str:
        spiel, me, fill = spiel_of(view.history), view.seat, self.prompts.fill
        lines = []
        if spiel.is_terminal():
            every = [
                soldiers(spiel.action_to_string(seat, action)) for seat, action in enumerate(spiel.history())
            ]
            lines = [
                fill(
                    "allocation",
                    who=you_or_player(seat, me).capitalize(),
                    soldiers=spelt(each),
                    won=listed((NAMES[field] for field in won), "no field"),
                )
                for seat, (each, won) in enumerate(zip(every, fields_won(every), strict=True))
            ]
        return fill(
            "scene",
            you=self.you(me),
            told="\n".join(lines) or fill("before"),
            next=self.what_next(game, view),
        )

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        return self.prompts.fill("move", coins=game.options["coins"])

    def spelt(self, text: str) -> str:
        return spelt(soldiers(text))

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        (written,) = super().aliases(view, key, option)
        plain = [str(count) for count in soldiers(written)]
        return [written, *(mark.join(plain) for mark in (" ", "-", "/", ", ", ","))]

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        (written,) = super().aliases(view, key, option)
        return [
            ((name, f"field {name}"), (str(count),))
            for name, count in zip(NAMES, soldiers(written), strict=False)
        ]

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint")


def spelt(allocation: Sequence[int]) -> str:
    """An allocation with the name of each field.

    >>> spelt((3, 3, 4))
    'A 3, B 3, C 4'
    """
    return ", ".join(f"{name} {count}" for name, count in zip(NAMES, allocation, strict=False))


WORDS = BlottoWords.beside(__file__)
