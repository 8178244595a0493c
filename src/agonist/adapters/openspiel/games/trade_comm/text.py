"""Trade and communication in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from agonist.adapters.openspiel.games.trade_comm.seat_knowledge import Deal
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.core import Ask
from agonist.kit.text_interface import you_or_player
from agonist.text.accepted_words import Part

SAID: Final = re.compile(r"Utter (\d+)")
OFFER: Final = re.compile(r"Trade (\d+):(\d+)")


class TradeWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        return {"items": game.options["num_items"], "last": game.options["num_items"] - 1}

    def scene(self, game: Any, view: Any) -> str:
        deal: Deal = view.facts
        fill, me = self.prompts.fill, view.seat
        told = [] if deal.item is None else [fill("item", item=deal.item)]
        for who, number in enumerate(deal.said):
            told.append(fill("said", who=you_or_player(who, me).capitalize(), number=number))
        for who, offer in enumerate(deal.offers):
            if offer:
                give, want = offer
                told.append(fill("offered", who=you_or_player(who, me).capitalize(), give=give, want=want))
        return fill(
            "scene",
            you=self.you(me),
            told="".join(f"{line}\n" for line in told) + "\n" if told else "",
            next=self.what_next(game, view),
        )

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        deal: Deal = view.facts
        last = game.options["num_items"] - 1
        return self.prompts.fill("say", last=last) if len(deal.said) < 2 else self.prompts.fill("offer")

    def spelt(self, text: str) -> str:
        """A number that is said, or an offer.

        >>> WORDS.spelt("Utter 3"), WORDS.spelt("Trade 3:5")
        ('say 3', 'give 3 for 5')
        """
        if found := SAID.fullmatch(text):
            return f"say {found[1]}"
        found = OFFER.fullmatch(text)
        return f"give {found[1]} for {found[2]}" if found else text

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        (written,) = super().aliases(view, key, option)
        if found := SAID.fullmatch(written):
            return [written, found[1]]
        found = OFFER.fullmatch(written)
        assert found
        give, want = found.groups()
        return [
            written,
            *(f"{give}{mark}{want}" for mark in (":", " for ", "-", "->", " → ", ", ")),
            *(f"{verb} {give} for {want}" for verb in ("trade", "offer", "swap", "give item", "trade item")),
            *(f"{verb} item {give} for item {want}" for verb in ("give", "trade", "offer")),
            f"give {give}, want {want}",
            f"[{give}, {want}]",
        ]

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        (written,) = super().aliases(view, key, option)
        found = OFFER.fullmatch(written)
        if not found:
            return [(("say", "number", "utter", "message"), (written.removeprefix("Utter "),))]
        return [
            (("give", "giving", "offer", "mine"), (found[1],)),
            (("for", "want", "get", "receive", "wanted"), (found[2],)),
        ]

    def known(self, game: Any, view: Any, key: str) -> Sequence[str]:
        items = range(game.options["num_items"])
        return [
            *(f"say {number}" for number in items),
            *(f"give {give} for {want}" for give in items for want in items),
        ]

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint_say" if len(view.facts.said) < 2 else "hint_offer")

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        return self.prompts.fill("dealt")


WORDS: Final = TradeWords.beside(__file__)
