"""Euchre in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from agonist.adapters.openspiel.games.euchre.seat_knowledge import (
    ALONE,
    CARDS,
    CLUBS,
    PASS,
    SAME_COLOUR,
    SEATS,
    SPADES,
    TOGETHER,
    Bid,
    Hand,
    Trick,
)
from agonist.adapters.openspiel.games.playing_cards import (
    SIGNS,
    SUITS,
    by_suits,
    letters,
    other_names,
    spelled,
)
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.core import Ask, Seat, player_name
from agonist.kit.text_interface import you_or_player
from agonist.text.accepted_words import Part

NINE: Final = 28
"""The number of the first card in a deck of 52."""
NAMES: Final = tuple(SUITS.values())
ORDER_UP, PICK_UP = "order up", "pick up"
SAID: Final[Mapping[int, str]] = {PASS: "pass", ALONE: "alone", TOGETHER: "with partner"}


class EuchreWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        options, fill = game.options, self.prompts.fill
        lone = options["allow_lone_defender"]
        return {
            "last": fill("stuck" if options["stick_the_dealer"] else "all_passed"),
            "lone": " " + fill("lone_defender") if lone else "",
            "four": " " + fill("lone_defender_paid") if lone else "",
        }

    def scene(self, game: Any, view: Any) -> str:
        return self.prompts.fill(
            "scene",
            you=self.you(view.seat),
            lines="\n".join(self._lines(view)),
            next=self.what_next(game, view),
        )

    def _lines(self, view: Any) -> Iterator[str]:
        hand: Hand = view.facts
        fill, me = self.prompts.fill, view.seat
        if me is not None:
            yield fill("partner", partner=player_name((me + 2) % SEATS))
        if hand.dealer is not None:
            dealer = you_or_player(hand.dealer, me)
            yield fill("dealer", dealer=f"{dealer.capitalize()} {'are' if hand.dealer == me else 'is'}")
        if hand.upcard is not None and len(hand.bids) >= SEATS and hand.bids[SEATS - 1].action == PASS:
            yield fill("turned_down", card=named(hand.upcard))
        elif hand.upcard is not None and hand.trumps is None:
            yield fill("upcard", card=named(hand.upcard))
        if hand.bids:
            yield fill(
                "bids", bids=", ".join(bid_told(each, nth, hand, me) for nth, each in enumerate(hand.bids))
            )
        if hand.trumps is not None:
            suit, other = NAMES[hand.trumps], NAMES[SAME_COLOUR[hand.trumps]]
            yield fill("trumps", suit=suit, other=other)
        for who in hand.alone:
            yield fill(
                "alone",
                who=you_or_player(who, me).capitalize(),
                play="play" if who == me else "plays",
                out=you_or_player((who + 2) % SEATS, me),
                sit="sit" if (who + 2) % SEATS == me else "sits",
            )
        if hand.discard is not None and not view.scores:
            yield fill("discarded", card=named(hand.discard))
        for nth, trick in enumerate(hand.tricks, 1):
            whole = len(trick.cards) == hand.size
            taken = {"winner": you_or_player(trick.winner, me)} if whole else {}
            yield fill("trick" if whole else "open_trick", number=nth, cards=cards_told(trick, me), **taken)
        if hand.tricks:
            sides = [
                sum(len(trick.cards) == hand.size and trick.winner % 2 == side for trick in hand.tricks)
                for side in range(2)
            ]
            yield fill("tricks", first=sides[0], second=sides[1])
        if me is not None and hand.hand:
            yield fill("hand", cards=by_suits(card + NINE for card in hand.hand))

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        hand: Hand = view.facts
        if hand.discarding:
            return self.prompts.fill("ask_discard")
        if hand.going:
            return self.prompts.fill("ask_alone")
        if hand.trumps is None:
            if len(hand.bids) < SEATS:
                name = "ask_pick_up" if view.seat == hand.dealer else "ask_order_up"
                return self.prompts.fill(
                    name, card=named(hand.upcard or 0), suit=NAMES[(hand.upcard or 0) % SEATS]
                )
            return self.prompts.fill("ask_trumps" if PASS in (ask.options() or ()) else "ask_stuck")
        leads = not hand.tricks or len(hand.tricks[-1].cards) == hand.size
        return self.prompts.fill("ask_lead" if leads else "ask_play")

    def label(self, view: Any, key: str, option: Any) -> str:
        if option < CARDS:
            return named(option)
        if CLUBS <= option <= SPADES:
            if len(view.facts.bids) >= SEATS:
                suit: str = NAMES[option - CLUBS]
                return suit
            return PICK_UP if (view.facts.dealer,) == view.asked else ORDER_UP
        return SAID[option]

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        label = self.label(view, key, option)
        if option < CARDS:
            return [
                *other_names(*letters(option + NINE)),
                f"play {label}",
                f"lead {label}",
                f"discard {label}",
            ]
        if CLUBS <= option <= SPADES:
            suit, hand = NAMES[option - CLUBS], view.facts
            found = [suit, suit.removesuffix("s"), *SIGNS[[*SUITS][option - CLUBS]], f"name {suit}"]
            if label != suit:
                found += [f"{what} the {named(hand.upcard)}" for what in (ORDER_UP, PICK_UP)]
                found += ["order it up", "pick it up", ORDER_UP, PICK_UP]
            return found
        return {
            PASS: ["I pass", "no"],
            ALONE: ["go alone", "play alone", "I go alone"],
            TOGETHER: ["partner", "play with partner", "with my partner", "together"],
        }[option]

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        if option >= CARDS:
            return ()
        return [(("card",), (self.label(view, key, option), *other_names(*letters(option + NINE))))]

    def known(self, game: Any, view: Any, key: str) -> Sequence[str]:
        cards = [named(card) for card in range(CARDS)]
        return [*cards, *NAMES, ORDER_UP, PICK_UP, "pass", "alone", "with partner"]

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint")

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        hand: Hand = view.facts
        if hand.dealer is None:
            return self.prompts.fill("dealer_drawn", dealer=player_name(action))
        return self.prompts.fill("dealt")


def named(card: int) -> str:
    return spelled(*letters(card + NINE))


def bid_told(bid: Bid, nth: int, hand: Hand, me: Seat | None) -> str:
    """What a player said, in the past tense."""
    if bid.action == PASS:
        what = "passed"
    elif nth < SEATS:
        what = f"{'picked' if bid.seat == hand.dealer else 'ordered'} up the {named(hand.upcard or 0)}"
    else:
        what = f"named {NAMES[bid.action - CLUBS]}"
    return f"{you_or_player(bid.seat, me)} {what}"


def cards_told(trick: Trick, me: Seat | None) -> str:
    return ", ".join(f"{you_or_player(who, me)} {named(card)}" for who, card in trick.cards)


WORDS: Final = EuchreWords.beside(__file__)
