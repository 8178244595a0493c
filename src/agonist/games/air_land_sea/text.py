"""Air, Land & Sea in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.air_land_sea.battle import VICTORY, WITHDRAWAL, withdrawal
from agonist.games.air_land_sea.cards import ABILITY, CARDS, MATCHING, THEATERS, TITLE, Card
from agonist.games.air_land_sea.choices import may_deploy
from agonist.games.air_land_sea.field import Lying
from agonist.games.air_land_sea.possible_states import this_battle
from agonist.games.air_land_sea.rules import AirLandSea, View
from agonist.kit import Words
from agonist.kit.text_interface import capital, subject, you_or_player
from agonist.text import Prompts
from agonist.text.accepted_words import Part

ONGOING: Final = ("Support", "Aerodrome", "Containment", "Cover Fire", "Escalation", "Blockade")
"""Abilities that work as long as their card lies face up."""

PLAY_VERBS: Final = {
    "deploy": ("play face up", "play faceup"),
    "improvise": ("play facedown", "play face down"),
    "withdraw": ("retreat",),
}
ABILITY_OF_STEP: Final = {
    "reinforce": "Reinforce",
    "transport": "Transport",
    "redeploy": "Redeploy",
    "maneuver": "Maneuver",
    "ambush": "Ambush",
    "disrupt": "Disrupt",
}


class AirLandSeaWords(Words[AirLandSea, View]):
    def rules(self, game: AirLandSea) -> str:
        return self.prompts.fill(
            "rules",
            to_win=game.to_win,
            victory=VICTORY,
            control="less" if game.control == "weaker" else "more",
            withdrawal="\n".join(
                f"  - if the {order} player withdraws: {', '.join(_costs(costs))}"
                for order, costs in zip(("1st", "2nd"), WITHDRAWAL, strict=True)
            ),
            cards="\n".join(
                f"{theater} cards:\n"
                + "\n".join(self._in_list(card) for card in CARDS if MATCHING[card] == theater)
                for theater in THEATERS
            ),
        )

    def _in_list(self, card: Card) -> str:
        return f"- strength {card[-1]}, {TITLE[card]}. {self.ability(card)}"

    def ability(self, card: Card) -> str:
        """What the ability of a card does."""
        return self.prompts.fill(f"ability_{ABILITY[card].lower().replace(' ', '_') or 'none'}")

    def scene(self, game: AirLandSea, view: View) -> str:
        table, me = view.table, view.seat
        parts = [] if me is None else [f"You are {player_name(me)}."]
        parts.append(self._points(game, view))
        if table.phase != "battle":
            last = [self._event(view, event) for event in this_battle(view.log)]
            return "\n".join([*parts, *filter(None, last), self.status(game, view)])
        parts.append(
            self.prompts.fill(
                "battle",
                number=table.battle,
                first=subject(table.first, me),
                verb="are" if table.first == me else "is",
            )
        )
        parts.append(f"The theaters from left to right: {', '.join(table.field.row)}.")
        parts += [self._theater(view, theater) for theater in table.field.row]
        parts += self._aside(view)
        if me is not None:
            hand = [f"- {card} ({TITLE[card]}): {self.ability(card)}" for card in view.hand]
            parts.append("\n".join(["Your hand:", *hand]) if hand else "Your hand is empty.")
        parts.append(self._happened(view))
        return "\n\n".join(["\n".join(parts[:2]), *parts[2:]] if me is not None else parts)

    def _points(self, game: AirLandSea, view: View) -> str:
        each = ", ".join(f"{you_or_player(s, view.seat)} {view.table.points[s]}" for s in _seats(view.seat))
        return f"Victory points: {each} ({game.to_win} win the war)."

    def _theater(self, view: View, theater: str) -> str:
        field, me = view.table.field, view.seat
        who = field.controller(theater, view.table.first)
        lines = [f"{theater} theater, controlled by {you_or_player(who, me)}:"]
        for side in _seats(me):
            owner = "Your" if side == me else f"{player_name(side)}'s"
            support = field.support(theater, side)
            extra = f", {support} of it from Support" if support else ""
            strength = f"strength {field.total(theater, side)}{extra}"
            lines.append(f"- {owner} side, {strength}: {self._stack(view, theater, side)}")
        return "\n".join(lines)

    def _stack(self, view: View, theater: str, side: Seat) -> str:
        stack = view.table.field.stack(theater, side)
        if not stack:
            return "no cards"
        strengths = view.table.field.strengths(theater, side)
        last = len(stack) - 1
        cards = [
            f"{_lying(lying)}, counts {strength}{', uncovered' if nth == last else ', covered'}"
            for nth, (lying, strength) in enumerate(zip(stack, strengths, strict=True))
        ]
        return "; ".join(cards) + ("" if len(stack) == 1 else " (bottom to top)")

    def _aside(self, view: View) -> list[str]:
        """Lines about abilities in force, hand sizes, the deck, Air Drops and the cost of withdrawing."""
        table, me = view.table, view.seat
        lines = [
            f"In force: {_whose(side, me)} {TITLE[lying.card]} in the {theater} theater. "
            + self.ability(lying.card)
            for theater in table.field.row
            for side in _seats(me)
            for lying in table.field.stack(theater, side)
            if lying.up and lying.card and ABILITY[lying.card] in ONGOING
        ]
        lines += [
            self.prompts.fill("air_drop_waits", whose=_whose(side, me))
            for side in _seats(me)
            if table.dropping[side]
        ]
        for side in _seats(me):
            cards = view.hand_sizes[side]
            who, verb = subject(side, me), "hold" if side == me else "holds"
            gives = withdrawal(table, side, cards)
            lines.append(
                f"{who} {verb} {counted(cards, 'card')}: withdrawing now would give away {gives} points."
            )
        lines.append(f"The deck has {counted(view.deck_size, 'card')}.")
        gone = [f"{_whose(gone.owner, me)} {gone.card or 'facedown card'}" for gone in table.destroyed]
        if gone:
            lines.append(f"Destroyed and put under the deck: {', '.join(gone)}.")
        return ["\n".join(lines)]

    def _happened(self, view: View) -> str:
        events = [
            line
            for event in this_battle(view.log)[1:]
            if event[0] != "hand" and (line := self._event(view, event))
        ]
        return (
            "\n".join(["This battle so far:", *(f"- {line}" for line in events)])
            if events
            else "Nothing has been played in this battle yet."
        )

    def sentence(self, game: AirLandSea, view: View, event: Event) -> str:
        return self._event(view, event)

    def _event(self, view: View, event: Event) -> str:
        me = view.seat
        match event:
            case ("row", row):
                return f"The theaters from left to right: {', '.join(row)}."
            case ("first", _):
                return ""
            case ("battle", number, row, first):
                who, verb = subject(first, me), "are" if first == me else "is"
                return f"Battle {number} begins. Theaters: {', '.join(row)}. {who} {verb} the 1st player."
            case ("hand", cards):
                return f"Your cards: {', '.join(cards)}."
            case ("card", card):
                return f"Your facedown card is {card}."
            case ("deployed", seat, card, theater):
                return f"{_did(seat, me, 'deployed')} {card} ({TITLE[card]}) in the {theater} theater."
            case ("improvised", seat, _, theater):
                return f"{_did(seat, me, 'improvised')}: a facedown card in the {theater} theater."
            case ("reinforced", seat, _, theater):
                return (
                    f"{_did(seat, me, 'played')} the top card of the deck facedown in the {theater} theater."
                )
            case ("destroyed", seat, by):
                return f"{by} destroyed {_whose(seat, me)} card: it goes under the deck."
            case ("flipped", by, owner, theater, card, up):
                whose = "their own" if by == owner != me else _whose(owner, me)
                way = "face up" if up else "facedown"
                what = f"{whose} card in the {theater} theater {way}: {card} ({TITLE[card]})"
                return f"{_did(by, me, 'flipped')} {what}."
            case ("moved", seat, card, here, there):
                what = f"{card} ({TITLE[card]})" if card else "a facedown card"
                return f"{_did(seat, me, 'moved')} {what} from the {here} theater to the {there} theater."
            case ("took_back", seat, card, theater):
                what = f"the facedown {card}" if card else "a facedown card"
                return f"{_did(seat, me, 'took')} {what} back from the {theater} theater."
            case ("stayed", seat, kind):
                return f"{_did(seat, me, 'made')} no use of {ABILITY_OF_STEP[kind]}."
            case ("no use", seat, kind):
                whose = capital(_whose(seat, me))
                return f"{whose} {ABILITY_OF_STEP[kind]} has no effect: there is no card that it could use."
            case ("air_drop", seat):
                return self.prompts.fill("air_drop_waits", whose=_whose(seat, me))
            case ("withdrew", seat, left):
                return f"{_did(seat, me, 'withdrew')} with {counted(left, 'card')} left in hand."
            case ("controls", seats):
                names = ", ".join(you_or_player(seat, me) for seat in seats)
                return f"All cards are played. The theaters, from left to right, are controlled by: {names}."
            case ("won", seat, points):
                return f"{_did(seat, me, 'won')} the battle and {counted(points, 'victory point')}."
        raise AssertionError(event)

    def status(self, game: AirLandSea, view: View) -> str:
        table, me = view.table, view.seat
        if table.phase == "over":
            winner = max((0, 1), key=lambda seat: table.points[seat])
            return f"The war is over: {you_or_player(winner, me)} won. {self._points(game, view)}"
        if table.phase != "battle":
            return self.prompts.fill("dealing")
        sides = "; ".join(
            f"{theater}: "
            + ", ".join(f"{you_or_player(s, me)} {table.field.total(theater, s)}" for s in _seats(me))
            for theater in table.field.row
        )
        drops = [
            self.prompts.fill("air_drop_waits", whose=_whose(side, me))
            for side in _seats(me)
            if table.dropping[side]
        ]
        cards = ", ".join(f"{you_or_player(s, me)} {view.hand_sizes[s]}" for s in _seats(me))
        hand = f" Your hand: {', '.join(view.hand) or 'empty'}." if me is not None else ""
        return " ".join([f"Strengths now: {sides}. Cards in hand: {cards}.{hand}", *drops])

    def request(self, game: AirLandSea, view: View, ask: Ask) -> str:
        step = view.table.todo[0]
        if ask.about == "play":
            assert view.seat is not None
            gives = withdrawal(view.table, view.seat, len(view.hand))
            return self.prompts.fill("play", points=gives)
        if ask.about == "reinforce":
            return self.prompts.fill(
                "reinforce", card=view.drawn, title=TITLE[view.drawn or ""], theater=step.theater
            )
        if ask.about == "extra_play":
            return self.prompts.fill("extra_play")
        return self.prompts.fill(ask.about, theater=step.theater)

    def label(self, view: View, key: str, option: Any) -> str:
        field, me = view.table.field, view.seat
        match key, option:
            case _, ("stay",):
                return "do not use it"
            case "deploy", (card, theater):
                return f"{card} to {theater}"
            case "transport", (here, at, there):
                return f"move {self._own(view, here, at)} from {here} to {there}"
            case "redeploy", (here, at):
                return f"take back {self._own(view, here, at)} from {here}"
            case _, (theater, side):
                return f"flip {_whose(side, me)} {_lying(field.stack(theater, side)[-1])} in {theater}"
            case _, theater:
                return str(theater)

    def _own(self, view: View, theater: str, at: int) -> str:
        assert view.seat is not None
        return _lying(view.table.field.stack(theater, view.seat)[at])

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        match key, option:
            case "deploy", (card, theater):
                between = ("", "to", "in", "at", "into", "to the", "in the")
                ways = [f"{card} {word} {theater}{end}" for word in between for end in ("", " theater")]
                placed = view.seat is not None and sum(held == card for held, _ in self._deploys(view)) == 1
                ways += [f"{TITLE[card]} {way}" for way in ways]
                return [*ways, card] if placed else ways
            case _, ("stay",):
                return ("no", "none", "stay", "skip", "pass", "decline", "do nothing", "don't use it")
            case "card", str():
                return (f"{option} facedown", f"{option} face down")
            case "action", str():
                return PLAY_VERBS.get(option, ())
            case (("theater" | "reinforce"), str()):
                return (f"{option} theater", f"to {option}", f"to the {option} theater")
        return ()

    def parts(self, view: View, key: str, option: Any) -> Sequence[Part]:
        match key, option:
            case "deploy", (card, theater):
                return ((("card",), (card,)), (("theater", "to", "in"), (theater, f"{theater} theater")))
        return ()

    def _deploys(self, view: View) -> list[tuple[Card, str]]:
        """The theaters to which each card of the viewer's hand may be deployed."""
        table, me = view.table, view.seat
        assert me is not None
        return [(c, t) for c in view.hand for t in table.field.row if may_deploy(table, me, c, t)]

    def known(self, game: AirLandSea, view: View, key: str) -> Sequence[str] | None:
        match key:
            case "action":
                return [way for verb, ways in PLAY_VERBS.items() for way in (verb, *ways)]
            case "deploy":
                every = [(card, theater) for card in CARDS for theater in THEATERS]
                return [*CARDS, *(f"{card} {to}{t}" for card, t in every for to in ("to ", "in ", ""))]
            case "card":
                return CARDS
            case "theater" | "reinforce":
                return [*THEATERS, *(f"{theater} theater" for theater in THEATERS)]
        return None

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill(f"hint_{key}")

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        match ask.about:
            case "theaters":
                return f"Chance lays out the theaters: {', '.join(action)}"
            case "first":
                return f"Chance makes {player_name(action)} the 1st player"
            case "deal":
                first, second, deck = (", ".join(action[at : at + 6]) for at in (0, 6, 12))
                hands = f"{first} to {player_name(0)}; {second} to {player_name(1)}"
                return f"Chance deals {hands}; the deck: {deck}"
        return super().chance(view, ask, action)


def _lying(lying: Lying) -> str:
    """A card on the table, as far as the viewer knows it."""
    if lying.up:
        return f"{lying.card} ({TITLE[lying.card or '']})"
    return f"facedown {lying.card}" if lying.card else "facedown card"


def _costs(points: Sequence[int]) -> list[str]:
    """The points given away, by cards left, as ranges.

    >>> _costs((6, 3, 3, 2))
    ['no cards left: 6 points', '1 or 2 cards left: 3 points', '3 or more cards left: 2 points']
    """
    found = []
    for worth in sorted(set(points), reverse=True):
        low, *more = [cards for cards, price in enumerate(points) if price == worth]
        high = more[-1] if more else low
        if high == len(points) - 1:
            left = f"{low} or more cards left"
        elif low == high:
            left = "no cards left" if low == 0 else counted(low, "card") + " left"
        else:
            left = f"{low} or {high} cards left"
        found.append(f"{left}: {worth} points")
    return found


def _whose(seat: Seat, me: Seat | None) -> str:
    return "your" if seat == me else f"{player_name(seat)}'s"


def _did(seat: Seat, me: Seat | None, verb: str) -> str:
    return f"{subject(seat, me)} {verb}"


def _seats(me: Seat | None) -> tuple[Seat, Seat]:
    """Both seats, the viewer's first."""
    return (1, 0) if me == 1 else (0, 1)


WORDS = AirLandSeaWords(Prompts.beside(__file__))
