"""Crazy Eights in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from agonist.adapters.openspiel.games.crazy_eights.seat_knowledge import DRAW, NOMINATE, PASS, Done, Table
from agonist.adapters.openspiel.games.playing_cards import (
    SIGNS,
    SUITS,
    by_suits,
    letters,
    other_names,
    spelled,
)
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.core import Ask, Seat, counted
from agonist.kit.text_interface import you_or_player
from agonist.text.accepted_words import Part

LAST: Final = 15
"""How many of the last things done a scene repeats."""


class CrazyEightsWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        options, fill = game.options, self.prompts.fill
        return {
            "seats": game.seats,
            "decks": "one deck of 52 cards" if game.decks == 1 else "two decks of 52 cards each",
            "cards": 7 if game.seats == 2 else 5,
            "draws": options["max_draw_cards"],
            "turns": options["max_turns"],
            "empty": fill("reshuffled" if options["reshuffle"] else "not_reshuffled"),
            "special": "\n" + fill("special") if options["use_special_cards"] else "",
        }

    def scene(self, game: Any, view: Any) -> str:
        table: Table = view.facts
        fill, me = self.prompts.fill, view.seat
        lines = []
        if table.top is not None and table.suit is not None:
            if table.done:
                last = "; ".join(done_told(each, me) for each in table.done[-LAST:])
                lines.append(fill("done", last=last))
            top, suit = letters(table.top), [*SUITS.values()][table.suit]
            lines.append(fill("top" if SUITS[top[1]] == suit else "top_eight", card=spelled(*top), suit=suit))
            counts = (f"{you_or_player(who, me)}: {count}" for who, count in enumerate(table.counts))
            lines.append(fill("counts", counts=", ".join(counts), left=table.left))
            if me is not None:
                lines.append(fill("hand", cards=by_suits(table.hand)))
                if me in view.asked and table.drawn and table.done[-1].seat == me:
                    lines.append(fill("drawn_now", drawn=counted(table.drawn, "card")))
        return fill(
            "scene",
            you=self.you(me),
            lines="\n".join(lines) + "\n\n" if lines else "",
            next=self.what_next(game, view),
        )

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        legal = ask.options() or ()
        if min(legal) >= NOMINATE:
            return self.prompts.fill("nominate")
        others = [word for action, word in ((DRAW, "draw"), (PASS, "pass")) if action in legal]
        return (
            self.prompts.fill("play", others=" or ".join(others))
            if others
            else self.prompts.fill("only_play")
        )

    def label(self, view: Any, key: str, option: Any) -> str:
        if option < DRAW:
            return spelled(*letters(option))
        return {DRAW: "draw", PASS: "pass"}.get(option) or [*SUITS.values()][option - NOMINATE]

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        if option < DRAW:
            label = self.label(view, key, option)
            return [*other_names(*letters(option)), f"discard {label}"]
        if option >= NOMINATE:
            suit = [*SUITS][option - NOMINATE]
            name = SUITS[suit]
            return [suit, *SIGNS[suit], name.removesuffix("s"), f"nominate {name}", f"suit {name}"]
        return (
            ["draw a card", "take a card", "draw one card"] if option == DRAW else ["skip", "pass the turn"]
        )

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        names = (self.label(view, key, option), *self.aliases(view, key, option))
        return [(("suit",) if option >= NOMINATE else ("card",), names)]

    def known(self, game: Any, view: Any, key: str) -> Sequence[str]:
        return [self.label(view, key, option) for option in range(NOMINATE + len(SUITS))]

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint")

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        return self.prompts.fill("dealer" if action >= DRAW else "dealt")


def done_told(done: Done, me: Seat | None) -> str:
    """What a player did.

    >>> done_told(Done(1, 0), 1), done_told(Done(1, DRAW), None), done_told(Done(0, NOMINATE + 2), 1)
    ('you played the 2 of clubs', 'Player 2 drew', 'Player 1 named hearts')
    """
    seat, action = done
    if action < DRAW:
        what = f"played the {spelled(*letters(action))}"
    elif action >= NOMINATE:
        what = f"named {[*SUITS.values()][action - NOMINATE]}"
    else:
        what = "drew" if action == DRAW else "passed"
    return f"{you_or_player(seat, me)} {what}"


WORDS: Final = CrazyEightsWords.beside(__file__)
