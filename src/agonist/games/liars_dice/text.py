"""Liar's Dice in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.liars_dice.rules import Bid, Dice, LiarsDice, View
from agonist.kit import Words
from agonist.kit.text_interface import subject, you_or_player
from agonist.text import Prompts
from agonist.text.accepted_words import Part

FACES: Final = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip

DOUBTS: Final = ("challenge", "liar", "call", "call liar", "call the bluff", "dudo", "doubt the bid")
RAISES: Final = ("raise", "raise the bid")


class LiarsDiceWords(Words[LiarsDice, View]):
    def rules(self, game: LiarsDice) -> str:
        fill = self.prompts.fill
        wild = game.wild_face
        return fill(
            "rules",
            seats=game.seats,
            dice=counted(game.dice, "die", "dice"),
            faces=game.faces,
            wild=fill("wild", face=wild, faces=plural(wild)) if wild else fill("no_wild"),
            ending=fill("hands", hands=counted(game.hands, "hand")) if game.hands else fill("one_left"),
        )

    def scene(self, game: LiarsDice, view: View) -> str:
        """How the last hand ended, and all of this one."""
        doubts = [n for n, event in enumerate(view.log) if event[0] == "doubt"]
        if view.phase == "bid":
            events = view.log[doubts[-1] if doubts else 0 :]
        else:
            rolls = [n for n, event in enumerate(view.log) if event[0] == "rolled"]
            events = view.log[rolls[-1] if rolls else 0 :]
        who = [] if view.seat is None else [f"You are {player_name(view.seat)}."]
        lines = [self.sentence(game, view, event) for event in events]
        return "\n".join(filter(None, [*who, *lines, self.status(game, view)]))

    def sentence(self, game: LiarsDice, view: View, event: Event) -> str:
        me = view.seat
        match event:
            case ("rolled", hand, dice_left):
                each = [
                    f"{subject(seat, me)} {_have(seat, me)} {count}"
                    for seat, count in enumerate(dice_left)
                    if count
                ]
                total = counted(sum(dice_left), "die", "dice")
                return f"Hand {hand}: {total} are rolled. {'. '.join(each)}."
            case ("cup", cup):
                return f"Your dice: {in_words(cup)}."
            case ("bid", seat, number, face):
                return f"{subject(seat, me)} bid {label((number, face))}."
            case ("doubt", seat, bidder, number, face, count, cups):
                shown = " ".join(
                    f"{subject(owner, me)}: {in_words(cup)}." for owner, cup in enumerate(cups) if cup
                )
                whose = "your" if bidder == me else f"{player_name(bidder)}'s"
                doubt = f"{subject(seat, me)} doubted {whose} bid of {label((number, face))}."
                return f"{doubt} All dice are shown. {shown} {label((count, face))} in all."
            case ("lost", seat, left):
                out = "" if left else " and are out" if seat == me else " and is out"
                return f"{subject(seat, me)} {'lose' if seat == me else 'loses'} a die{out}."
        raise AssertionError(event)

    def status(self, game: LiarsDice, view: View) -> str:
        if view.phase == "roll":
            return self.prompts.fill("rolling")
        if view.phase == "over":
            left = [you_or_player(seat, view.seat) for seat, count in enumerate(view.dice_left) if count]
            return self.prompts.fill("over", who=", ".join(left))
        return ""

    def request(self, game: LiarsDice, view: View, ask: Ask) -> str:
        if view.bid is None or view.bidder is None:
            return self.prompts.fill("first")
        name = "turn" if game.bids_above(view.bid, sum(view.dice_left)) else "highest"
        return self.prompts.fill(name, bid=label(view.bid), player=player_name(view.bidder))

    def label(self, view: View, key: str, option: Any) -> str:
        return label(option) if key == "bid" else str(option)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        match key, option:
            case "bid", (number, face):
                return spellings((number, face))
            case "action", "doubt":
                return DOUBTS
            case "action", "bid":
                return RAISES
        return ()

    def parts(self, view: View, key: str, option: Any) -> Sequence[Part]:
        if key != "bid":
            return ()
        number, face = option
        faces = label((2, face)).split()[1]
        return (
            (("count", "quantity", "number", "dice", "amount"), (str(number),)),
            (("face", "value", "pips", "face_value"), (str(face), faces, label((1, face)).split()[1])),
        )

    def known(self, game: LiarsDice, view: View, key: str) -> Sequence[str] | None:
        match key:
            case "action":
                return ["bid", *RAISES, "doubt", *DOUBTS]
            case "bid":
                bids = game.bids_above(None, game.dice * game.seats)
                return [text for bid in bids for text in (label(bid), *spellings(bid))]
        return None

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill(f"hint_{key}")

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        return f"Chance rolls, from Player 1 on: {', '.join(map(str, action))}"


def plural(face: int) -> str:
    """The dice of a face.

    >>> plural(6), plural(1)
    ('sixes', 'ones')
    """
    word = FACES[face - 1]
    return f"{word}es" if word.endswith("x") else f"{word}s"


def label(bid: Bid) -> str:
    """A bid in words.

    >>> label((1, 6)), label((3, 2))
    ('1 six', '3 twos')
    """
    number, face = bid
    return f"{number} {FACES[face - 1] if number == 1 else plural(face)}"


def spellings(bid: Bid) -> list[str]:
    """Other ways to write a bid.

    >>> spellings((3, 2))[:4]
    ['3 two', '3 × 2', '3 x 2', '3x2']
    """
    number, face = bid
    found = [
        f"{number} {FACES[face - 1]}",
        f"{number} × {face}",
        f"{number} x {face}",
        f"{number}x{face}",
        f"{number} {face}s",
        f"{number} {plural(face)}",
        f"{number} dice of {face}",
        f"{number} dice showing {face}",
    ]
    return [text for text in found if text != label(bid)]


def in_words(cup: Dice) -> str:
    return ", ".join(map(str, cup)) or "none"


def _have(seat: Seat, me: Seat | None) -> str:
    return "have" if seat == me else "has"


WORDS = LiarsDiceWords(Prompts.beside(__file__))
