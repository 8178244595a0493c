"""Pit in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.pit.cards import (
    BEAR,
    BULL,
    MOST_CARDS_TRADED,
    OTHER,
    PENALTY,
    SUIT,
    VALUES,
    Cards,
    bundles,
    corner,
)
from agonist.games.pit.possible_states import this_hand
from agonist.games.pit.rules import Pit, View
from agonist.kit import Words
from agonist.kit.text_interface import you_or_player
from agonist.text import Prompts
from agonist.text.accepted_words import Part

RECENT = 5
"""The number of ticks whose calls a scene repeats; it also repeats the viewer's older swaps."""


class PitWords(Words[Pit, View]):
    def rules(self, game: Pit) -> str:
        fill = self.prompts.fill
        several = f" {fill('several_corners')}" if 2 * game.corner <= SUIT + game.bull_and_bear else ""
        return fill(
            "rules",
            seats=game.seats,
            suits=", ".join(f"{suit} {VALUES[suit]}" for suit in game.suits),
            suit=SUIT,
            animals=fill("animals", most=MOST_CARDS_TRADED) if game.bull_and_bear else fill("no_animals"),
            most=MOST_CARDS_TRADED,
            one_suit=fill("one_suit_and_animals" if game.bull_and_bear else "one_suit"),
            corner=fill(
                "corner_with_bull",
                corner=game.corner,
                fewer=game.corner - 1,
                wild=game.wild,
                other=OTHER[game.wild],
                several=several,
                penalty=PENALTY,
                both=2 * PENALTY,
            )
            if game.bull_and_bear
            else fill("corner_plain", corner=game.corner, several=several),
            ticks=counted(game.ticks, "tick"),
            to_win=game.to_win,
            hands=counted(game.hands, "hand"),
        )

    def scene(self, game: Pit, view: View) -> str:
        me = view.seat
        head = [] if me is None else [f"You are {player_name(me)}."]
        head.append(self._points(game, view))
        if view.phase in ("deal", "over"):
            last = [self._event(view, event) for event in view.log if event[0] in ("cornered", "stopped")][
                -1:
            ]
            return "\n".join([*head, *last, self.status(game, view)])
        events = this_hand(view.log)
        parts = ["\n".join(head), self._event(view, events[0])]
        older = [event for event in events if event[0] == "gave_got" and event[1] <= view.tick - RECENT]
        recent = [
            event
            for event in events
            if event[0] in ("called", "swapped", "gave_got") and event[1] > view.tick - RECENT
        ]
        lines = [line for event in (*older, *recent) if (line := self._event(view, event))]
        if lines:
            parts.append("\n".join(["Recent events in this hand:", *(f"- {line}" for line in lines)]))
        parts.append(self.status(game, view))
        return "\n\n".join(parts)

    def _points(self, game: Pit, view: View) -> str:
        each = ", ".join(f"{you_or_player(seat, view.seat)} {n}" for seat, n in enumerate(view.points))
        return f"Points: {each} ({game.to_win} end the game)."

    def sentence(self, game: Pit, view: View, event: Event) -> str:
        return self._event(view, event)

    def _event(self, view: View, event: Event) -> str:
        me = view.seat
        match event:
            case ("dealt", hand, tens):
                who = " and ".join(you_or_player(seat, me) for seat in tens)
                extra = f" {_upper(who)} have ten cards." if tens else ""
                return f"Hand {hand} is dealt.{extra}"
            case ("cards", cards):
                return f"Your cards: {hand_in_words(cards)}."
            case ("called", tick, ()):
                return f"Tick {tick}: nobody held out cards."
            case ("called", tick, calls):
                return f"Tick {tick}: {'; '.join(_call(call, me) for call in calls)}."
            case ("swapped", _, one, other, _) if me in (one, other):
                return ""
            case ("swapped", tick, one, other, number):
                both = f"{player_name(one)} and {player_name(other)}"
                return f"Tick {tick}: {both} swapped {counted(number, 'card')}."
            case ("gave_got", tick, given, to, got):
                return f"Tick {tick}: you gave {bundle(given)} to {player_name(to)} and got {bundle(got)}."
            case ("cornered", seat, suit, value, gains):
                each = ", ".join(f"{you_or_player(s, me)} {gain:+d}" for s, gain in enumerate(gains))
                who = f"{_upper(you_or_player(seat, me))} cornered the market in {suit} for {value} points."
                return f"{who} Points of this hand: {each}."
            case ("stopped", tick):
                return f"Nobody cornered the market in {counted(tick, 'tick')}: the hand ends without points."
        raise AssertionError(event)

    def status(self, game: Pit, view: View) -> str:
        if view.phase == "over":
            best = max(view.points)
            who = " and ".join(you_or_player(s, view.seat) for s, n in enumerate(view.points) if n == best)
            return f"The game is over. {self._points(game, view)} Most points: {who}."
        if view.phase == "deal":
            return self.prompts.fill("dealing")
        mine = [call for call in view.open if call.seat == view.seat]
        others = [call for call in view.open if call.seat != view.seat]
        heard = "; ".join(_call((c.seat, c.number, c.to), view.seat) for c in others) or "none"
        hand = ""
        if mine:
            to = "" if mine[0].to is None else f" to {you_or_player(mine[0].to, view.seat)}"
            hand = f" You still hold out {bundle(view.held_out)}{to}."
        cards = f" Your cards: {hand_in_words(view.cards)}." if view.seat is not None else ""
        return f"This is tick {view.tick + 1} of {game.ticks}. Open calls of others: {heard}.{hand}{cards}"

    def request(self, game: Pit, view: View, ask: Ask) -> str:
        value = corner(view.cards, game.corner, game.wild)
        extra = self.prompts.fill("may_corner", value=value) if value else ""
        return " ".join(filter(None, [self.prompts.fill("trade"), extra]))

    def label(self, view: View, key: str, option: Any) -> str:
        match key, option:
            case "cards", cards:
                return bundle(cards)
            case "accept", (seat, cards):
                return f"{bundle(cards)} to {player_name(seat)}"
        return str(option)

    def parts(self, view: View, key: str, option: Any) -> Sequence[Part]:
        if key == "accept":
            seat, cards = option
            return (
                (("player", "with", "to", "from"), (player_name(seat),)),
                (("cards", "card"), (bundle(cards), *spellings(cards))),
            )
        if key != "cards":
            return ()
        number = str(len(option))
        return (
            (("commodity", "card", "type", "name"), (option[0],)),
            (("count", "quantity", "number", "amount"), (number,)),
        )

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        match key, option:
            case "cards", cards:
                return spellings(cards)
            case "accept", (seat, cards):
                name = player_name(seat)
                ways = [bundle(cards), *spellings(cards)]
                return [
                    f"{a} {b}"
                    for way in ways
                    for a, b in ((name, way), (way, name), (way, f"with {name}"), (way, f"for {name}"))
                ]
            case "action", "wait":
                return ("pass", "nothing", "do nothing", "keep waiting")
            case "action", "offer":
                return ("call", "hold out")
            case "action", "corner":
                return ("declare a corner", "declare corner", "corner the market", "declare")
        return ()

    def known(self, game: Pit, view: View, key: str) -> Sequence[str] | None:
        match key:
            case "action":
                return ["wait", "offer", "accept", "corner"]
            case "cards":
                whole = tuple(card for card in game.pack for _ in range(1))
                return [way for cards in bundles(whole) for way in (bundle(cards), *spellings(cards))]
        return None

    def hint(self, view: View, key: str) -> str:
        if key == "cards" and {BULL, BEAR} & set(view.cards):
            return self.prompts.fill("hint_cards_and_animals")
        return self.prompts.fill(f"hint_{key}")

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        if ask.about == "order":
            return f"Chance hears the calls in this order: {', '.join(map(player_name, action))}"
        if ask.about == "first_to_corner":
            return f"Chance says that {player_name(action)} declared the corner first"
        return f"Chance shuffles and deals, from Player 1 on: {', '.join(action)}"


def bundle(cards: Cards) -> str:
    """A bundle of cards in words.

    >>> bundle(("corn", "corn", "Bull")), bundle(("Bull", "Bear"))
    ('2 corn + Bull', 'Bull + Bear')
    """
    count = Counter(cards)
    return " + ".join(card if card in (BULL, BEAR) else f"{n} {card}" for card, n in count.items())


def spellings(cards: Cards) -> list[str]:
    """Other ways to write a bundle.

    >>> spellings(("corn", "Bull"))
    ['1 corn and Bull', '1 corn, Bull', 'corn, Bull', '1 corn card + Bull']
    """
    label = bundle(cards)
    suits = [card for card in dict.fromkeys(cards) if card in VALUES]
    ways = [label.replace(" + ", " and "), label.replace(" + ", ", "), ", ".join(cards)]
    for suit in suits:
        n = cards.count(suit)
        ways.append(label.replace(f"{n} {suit}", f"{n} {suit} card{'s' if n > 1 else ''}"))
    return [way for way in dict.fromkeys(ways) if way != label]


def hand_in_words(cards: Cards) -> str:
    """A hand in words, the most frequent suits first.

    >>> hand_in_words(("corn", "oats", "oats", "Bear"))
    '2 oats, 1 corn, Bear'
    """
    count = Counter(cards)
    suits = sorted((card for card in count if card in VALUES), key=lambda card: -count[card])
    animals = [card for card in (BULL, BEAR) if card in count]
    return ", ".join([*(f"{count[suit]} {suit}" for suit in suits), *animals]) or "none"


def _call(call: tuple[Seat, int, Seat | None], me: Seat | None) -> str:
    seat, number, to = call
    whom = "" if to is None else f" to {you_or_player(to, me)}"
    return (
        f"{you_or_player(seat, me)} {'hold' if seat == me else 'holds'} out {counted(number, 'card')}{whom}"
    )


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


WORDS = PitWords(Prompts.beside(__file__))
