"""Arctic Scavengers in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any, Final

from agonist.core import CHANCE, Ask, Event, Seat, counted, player_name
from agonist.games.arctic_scavengers.card_teams import worth
from agonist.games.arctic_scavengers.cards import (
    CATALOG,
    CONTESTED,
    JUNKYARD,
    START,
    SUPPLY,
    Card,
    Cards,
    Name,
    in_order,
    people,
)
from agonist.games.arctic_scavengers.rounds import HAND, is_person, is_tool
from agonist.games.arctic_scavengers.rules import ArcticScavengers, Seen, View
from agonist.kit import Words
from agonist.kit.text_interface import you_or_player
from agonist.text import Prompts

DOES: Final = ("draw", "dig", "hunt", "fight")


class ArcticScavengersWords(Words[ArcticScavengers, View]):
    def rules(self, game: ArcticScavengers) -> str:
        fill = self.prompts.fill
        return fill(
            "rules",
            start=in_words(START),
            hand=HAND,
            wins="lower" if game.skirmish == "weaker" else "higher",
            rounds=counted(game.contested + game.quiet, "round"),
            quiet=fill("quiet", quiet=counted(game.quiet, "round")) + " " if game.quiet else "",
            contested=game.contested,
            all_contested=fill(
                "all_contested"
                if game.contested == len(CONTESTED)
                else "some_contested"
                if game.sure
                else "few_contested"
            ),
            stays=fill("stays", stays=game.stays) if game.stays > 1 else fill("alternates"),
            mercenaries="\n".join(f"{self._card(name)} ({count} for hire)" for name, count in SUPPLY),
            others=self._card("Refugee"),
            junkyard="\n".join(f"{self._card(name)} ({count})" for name, count in Counter(JUNKYARD).items()),
            prizes="\n".join(f"{self._card(name)} ({count})" for name, count in Counter(CONTESTED).items()),
        )

    def _card(self, name: Name) -> str:
        return f"- {name}: {described(CATALOG[name])}"

    def scene(self, game: ArcticScavengers, view: View) -> str:
        me, table = view.seat, view.table
        head = [] if me is None else [f"You are {player_name(me)}."]
        if table.phase == "over":
            return "\n".join([*head, *self._this_round(view), self.status(game, view)])
        if table.phase != "play":
            return "\n".join([*head, self.prompts.fill("not_ready")])
        skirmish = "with a skirmish" if table.round > game.quiet else "without a skirmish"
        head.append(
            f"Round {table.round} of {game.contested + game.quiet}, {skirmish}. "
            f"Initiator: {you_or_player(table.initiator, me)}. Contested cards left: {view.contested}."
        )
        if view.next_contested:
            head.append(
                self.prompts.fill(
                    "peek", card=view.next_contested, does=described(CATALOG[view.next_contested])
                )
            )
        areas = [self._area(view, seat) for seat in ((0, 1) if me != 1 else (1, 0))]
        hire = ", ".join(f"{name} {count}" for name, count in table.supply if count)
        pile = [f"For hire: {hire}.", f"The junkyard has {counted(len(table.junkyard), 'card')}."]
        known = [(place, b.card) for place, b in enumerate(table.junkyard, 1) if b.card]
        if known:
            places = ", ".join(f"{place}. {card}" for place, card in known)
            pile.append(f"Of these you know, counted from the top: {places}.")
        return "\n\n".join(
            [
                "\n".join(head),
                *areas,
                " ".join(pile),
                "\n".join(self._this_round(view)),
                self.status(game, view),
            ]
        )

    def _area(self, view: View, seat: Seat) -> str:
        area, me = view.areas[seat], view.seat
        deck, hand, discard = area.sizes
        if seat != me:
            lines = [
                f"{player_name(seat)} has {counted(hand, 'card')} in hand, {deck} in the deck, "
                f"{discard} in the discard pile."
            ]
            if area.hand is not None:
                lines.append(f"- hand, revealed: {in_words(area.hand)}")
            lines.append(f"- played in this round: {in_words(area.played)}")
            extra = (
                f", and {counted(area.secrets, 'card')} from the junkyard that you have not seen"
                if area.secrets
                else ""
            )
            lines.append(f"- all cards of {player_name(seat)} that are known: {in_words(area.public)}{extra}")
            lines.append(f"- people among the known cards: {people(area.public)}")
            return "\n".join(lines)
        return "\n".join(
            [
                "Your cards:",
                f"- hand: {in_words(area.hand or ())}",
                f"- played in this round: {in_words(area.played)}",
                f"- deck ({deck}{', in an unknown order' if deck > 1 else ''}): {in_words(area.deck or ())}",
                f"- discard pile ({discard}): {in_words(area.discard or ())}",
                f"- people in all: {people(_all(area))}",
            ]
        )

    def _this_round(self, view: View) -> list[str]:
        start = max((n for n, event in enumerate(view.log) if event[0] == "round"), default=0)
        lines = [f"- {line}" for event in view.log[start + 1 :] if (line := self._event(view, event))]
        return ["This round so far:", *lines] if lines else ["Nothing has happened in this round yet."]

    def sentence(self, game: ArcticScavengers, view: View, event: Event) -> str:
        return self._event(view, event)

    def _event(self, view: View, event: Event) -> str:
        me = view.seat
        match event:
            case ("initiator", seat):
                return f"The first initiator: {you_or_player(seat, me)}."
            case ("round", number, initiator, skirmish):
                what = "with a skirmish" if skirmish else "without a skirmish"
                return f"Round {number} begins, {what}. Initiator: {you_or_player(initiator, me)}."
            case ("peek", card):
                return f"Only you see what the skirmish is for: {card}."
            case ("reshuffled", seat):
                return f"{_did(seat, me, 'shuffled')} the discard pile to make a new deck."
            case ("drew", seat, number):
                return "" if seat == me else f"{player_name(seat)} drew {counted(number, 'card')}."
            case ("no cards", seat, number):
                missing = "another card" if number == 1 else f"{number} more cards"
                return f"{_upper(you_or_player(seat, me))} could not draw {missing}: there are none left."
            case ("cards", cards):
                return f"You drew {in_words(cards)}."
            case ("declared", seat, action, cards):
                total = worth(in_order(cards), action)
                return f"{_did(seat, me, f'sent {in_words(cards)} to {action}')} for {total}."
            case ("interrupted", seat, by, target):
                what = f"{target} is out, and the action does not take place"
                return f"{_did(seat, me, 'interrupted')} this with {by}: {what}."
            case ("food", seat, number):
                return f"{_did(seat, me, f'hunted {number} food')}."
            case ("looked", seat, 0):
                return f"{_did(seat, me, 'found')} the junkyard empty."
            case ("looked", seat, number):
                return (
                    ""
                    if seat == me
                    else f"{player_name(seat)} looked at {counted(number, 'card')} of the junkyard."
                )
            case ("found", cards):
                return f"You found, from the top: {', '.join(cards)}."
            case ("kept", seat, kept):
                return (
                    ""
                    if seat == me and kept
                    else f"{_did(seat, me, 'kept one of them' if kept else 'kept none of them')}."
                )
            case ("kept_card", card):
                return f"You kept {card}: it is in your discard pile."
            case ("hired", seat, name, cards):
                pay = f", paying with {in_words(cards)}" if cards else ""
                return f"{_did(seat, me, f'hired {name}')}{pay}."
            case ("trashed", seat, cards):
                return f"{_did(seat, me, f'put {in_words(cards)} into the junkyard')}, which is shuffled."
            case ("stopped", seat, left):
                return f"{_did(seat, me, 'stopped')} gathering with {counted(left, 'card')} left in hand."
            case ("revealed", *hands):
                each = "; ".join(
                    f"{you_or_player(seat, me)}: {in_words(hand)}" for seat, hand in enumerate(hands)
                )
                return f"Both hands are revealed. {_upper(each)}."
            case ("removed", seat, how, card):
                by = "a Sniper Team" if how == "snipe" else "a Saboteur"
                return f"{_did(seat, me, f'removed {card}')} with {by}."
            case ("fought", totals, crowds, winner, card):
                each = ", ".join(
                    f"{you_or_player(seat, me)} {'have' if seat == me else 'has'} fight {total} and "
                    f"{crowd} {'person' if crowd == 1 else 'people'}"
                    for seat, (total, crowd) in enumerate(zip(totals, crowds, strict=True))
                )
                end = (
                    f"nobody wins {card}, which goes to the junkyard"
                    if winner is None
                    else f"{you_or_player(winner, me)} {'win' if winner == me else 'wins'} {card}"
                )
                return f"Skirmish: {each}; {end}."
            case ("over", *crowds):
                each = ", ".join(f"{you_or_player(seat, me)} {n}" for seat, n in enumerate(crowds))
                return f"The last round is over. People: {each}."
        raise AssertionError(event)

    def status(self, game: ArcticScavengers, view: View) -> str:
        table, me = view.table, view.seat
        if table.phase == "over":
            last = view.log[-1]
            ours, theirs = last[1], last[2]
            if ours == theirs:
                return f"The game is over: both tribes have {ours} people."
            return f"The game is over: {you_or_player(0 if ours > theirs else 1, me)} won."
        if table.phase != "play":
            return ""
        step = table.todo[0]
        area = view.areas[me] if me is not None else None
        hand = f" Your hand: {in_words(area.hand or ())}." if area else ""
        if step.kind == "gather":
            used = ", ".join(table.used) or "none"
            who = _upper(you_or_player(step.seat, me))
            verb = "gather" if step.seat == me else "gathers"
            return f"{who} {verb}. Food: {table.food}. Actions taken: {used}.{hand}"
        return hand.strip()

    def request(self, game: ArcticScavengers, view: View, ask: Ask) -> str:
        declared = view.table.declared
        match ask.about:
            case "interrupt":
                assert declared is not None
                what = f"{player_name(declared.seat)} sends {in_words(declared.cards)} to {declared.action}"
                only = len(ask.options() or ()) == 1
                return self.prompts.fill("interrupt_cannot" if only else "interrupt", what=what)
            case "keep":
                number = view.table.todo[0].number
                found = ", ".join(b.card or "" for b in view.table.junkyard[:number])
                return self.prompts.fill("keep", cards=found)
        return self.prompts.fill(ask.about)

    def label(self, view: View, key: str, option: Any) -> str:
        match key, option:
            case (("draw" | "dig" | "hunt"), cards):
                return f"{in_words(cards, ' + ')} for {worth(in_order(cards), key)}"
            case "hire", (name, ()):
                return str(name)
            case "hire", (name, cards):
                return f"{name} with {in_words(cards, ' + ')}"
            case "interrupt", ("nobody",):
                return "do not interrupt"
            case "interrupt", (by, target):
                return f"{by} on {target}"
            case "keep", ("nothing",):
                return "keep nothing"
        return str(option)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        match key, option:
            case (("draw" | "dig" | "hunt"), cards):
                return spellings(cards)
            case "hire", (name, cards):
                return [
                    f"{name} {w} {way}"
                    for way in spellings(cards)
                    for w in ("with", "for", "paying", "using")
                ]
            case "cards", name:
                return (f"{name}s",)
            case "interrupt", ("nobody",):
                return ("no", "none", "nobody", "pass", "let it happen")
            case "interrupt", (by, target):
                return (f"{by}: {target}", f"use {by} on {target}")
            case "keep", ("nothing",):
                return ("none", "nothing", "no card")
            case "action", "stop":
                return ("end", "done", "end gathering", "stop gathering", "pass")
        return ()

    def known(self, game: ArcticScavengers, view: View, key: str) -> Sequence[str] | None:
        match key:
            case "action":
                return ["draw", "dig", "hunt", "hire", "trash", "stop"]
            case "cards" | "keep":
                return list(CATALOG)
            case "snipe":
                return list(filter(is_person, CATALOG))
            case "disarm":
                return list(filter(is_tool, CATALOG))
            case "hire":
                return [name for name, _ in SUPPLY]
        return None

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill(f"hint_{key}")

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        match ask.about:
            case "initiator":
                return f"Chance makes {player_name(action)} the first initiator"
            case "extra":
                return f"Chance adds contested cards: {', '.join(action)}"
            case "contested":
                return f"Chance shuffles the contested cards: {', '.join(action)}"
            case "junkyard":
                return f"Chance shuffles the junkyard, from the top: {', '.join(action)}"
        seat = view.table.todo[0].seat
        assert seat != CHANCE
        return f"Chance gives {player_name(seat)} {in_words(action)}"


def described(card: Card) -> str:
    """What is printed on a card."""
    parts = [counted(card.people, "person", "people")] if card.people else []
    plus = "+" if card.kind in ("tool", "leader") else ""
    does = [f"{action} {plus}{value}" for action in DOES if (value := card.value(action)) is not None]
    if does:
        parts.append(", ".join(does))
    if card.kind == "medicine":
        parts.append(f"gives {card.meds} medicine")
    elif card.mixed:
        parts.append(f"costs {card.mixed} in any mixture of food and medicine")
    elif card.food or card.meds:
        costs = [f"{card.food} food"] * bool(card.food) + [f"{card.meds} medicine"] * bool(card.meds)
        parts.append(f"costs {' and '.join(costs)}")
    kinds = {"tool": "tool", "junk": "of no use", "sniper": "shoots people", "leader": "adds to others"}
    if card == CATALOG["Saboteur"]:
        parts.append("disarms tools")
    if card.kind in kinds:
        parts.append(kinds[card.kind])
    return "; ".join(parts)


def in_words(cards: Iterable[Name], between: str = ", ") -> str:
    """Some cards.

    >>> in_words(("Refugee", "Refugee", "Spear")), in_words(())
    ('2 Refugee, Spear', 'none')
    """
    return between.join(f"{n} {card}" if n > 1 else card for card, n in Counter(cards).items()) or "none"


def spellings(cards: Cards) -> list[str]:
    """Other ways to write a team: in any order, in the plural, with other words between, or card by card.

    >>> spellings(("Refugee", "Refugee"))
    ['2 Refugee', '2 Refugees', 'Refugee, Refugee']
    >>> spellings(("Brawler",))
    ['Brawler', '1 Brawler']
    """
    kinds = list(Counter(cards).items())
    orders = list(permutations(kinds)) if len(kinds) <= 3 else [tuple(kinds)]
    ways = []
    for order in orders:
        for plural in ("", "s"):
            words = [f"{n} {card}{plural}" if n > 1 else card for card, n in order]
            ways += [between.join(words) for between in (" + ", ", ", " and ")]
    ones = [" + ".join(f"{n} {card}" for card, n in order) for order in orders]
    return list(dict.fromkeys([*ways, ", ".join(cards), *ones]))


def _all(area: Seen) -> Cards:
    return (area.deck or ()) + (area.hand or ()) + area.played + (area.discard or ())


def _did(seat: Seat, me: Seat | None, verb: str) -> str:
    return f"{_upper(you_or_player(seat, me))} {verb}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


WORDS = ArcticScavengersWords(Prompts.beside(__file__))
