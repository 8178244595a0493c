"""OpenSpiel's Liar's Dice in the words of our own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.adapters.openspiel.games.liars_dice.seat_knowledge import Hand
from agonist.adapters.openspiel.games.playing_cards import listed
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.core import Ask, Seat, counted
from agonist.games.liars_dice.text import DOUBTS, FACES, label, plural, spellings
from agonist.kit.text_interface import you_or_player
from agonist.text.accepted_words import Part

LIAR = "liar"


class OneHandWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        options, sides = game.options, game.options["dice_sides"]
        first = options["bidding_rule"] == "reset-face"
        return {
            "dice": counted(options["numdice"], "die", "dice"),
            "sides": sides,
            "wild": plural(sides) if sides <= len(FACES) else f"face {sides}",
            "higher": self.prompts.fill("number_first" if first else "face_first"),
            "most": 2 * options["numdice"],
        }

    def scene(self, game: Any, view: Any) -> str:
        hand, me, fill = view.facts, view.seat, self.prompts.fill
        bids = [f"{_who(nth, game, me)} bid {in_words(*bid)}" for nth, bid in enumerate(hand.bids)]
        if hand.doubted:
            bids.append(f"{_who(len(bids), game, me)} said liar")
        return fill(
            "scene",
            you=self.you(me),
            dice=fill("dice", dice=listed(map(str, hand.dice))) + "\n" if hand.dice else "",
            bids=listed(bids, "none yet"),
            next=self.what_next(game, view),
        )

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        hand: Hand = view.facts
        if not hand.bids:
            return self.prompts.fill("first_bid")
        name = "move" if len(ask.options() or ()) > 1 else "highest"
        return self.prompts.fill(name, bid=in_words(*hand.bids[-1]))

    def label(self, view: Any, key: str, option: Any) -> str:
        # The view has the library's text of each option: the number, a hyphen, the face; or Liar.
        text = dict(view.options)[option]
        return LIAR if text == "Liar" else in_words(*_bid(text))

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        text = dict(view.options)[option]
        if text == "Liar":
            return [*DOUBTS, "doubt", "you are a liar"]
        said = spellings(_bid(text)) if _bid(text)[1] <= len(FACES) else ()
        return [text, f"bid {in_words(*_bid(text))}", *said]

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        text = dict(view.options)[option]
        if text == "Liar":
            return ()
        number, face = text.split("-")
        faces = [in_words(count, int(face)).split()[-1] for count in (1, 2)]
        return (
            (("count", "quantity", "number", "dice", "amount"), (number,)),
            (("face", "value", "pips"), tuple(dict.fromkeys((face, *faces)))),
        )

    def known(self, game: Any, view: Any, key: str) -> Sequence[str]:
        return [LIAR, *DOUBTS, *(in_words(*game.bid(action)) for action in range(game.last))]

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint")

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        return self.prompts.fill("rolled")


def in_words(number: int, face: int) -> str:
    """A bid as our own game writes it; faces for which that has no word are numbers.

    >>> in_words(2, 5), in_words(2, 20)
    ('2 fives', '2 of face 20')
    """
    return label((number, face)) if face <= len(FACES) else f"{number} of face {face}"


def _bid(text: str) -> tuple[int, int]:
    number, face = text.split("-")
    return int(number), int(face)


def _who(nth: int, game: Any, me: Seat | None) -> str:
    return you_or_player(nth % game.seats, me)


WORDS = OneHandWords.beside(__file__)
