"""Hanabi in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.hanabi.cards import (
    COLOR_NAMES,
    COLORS,
    copies,
    in_words,
    sorted_cards,
)
from agonist.games.hanabi.public_state import Known, PublicState
from agonist.games.hanabi.rules import Hanabi, View, score
from agonist.kit import Words
from agonist.kit.text_interface import listed, subject
from agonist.text import Prompts
from agonist.text.accepted_words import Part

ACTIONS = ("played", "discarded", "hinted")


VERBS: Final[Mapping[str, Sequence[str]]] = {
    "play": ("play card", "play a card"),
    "discard": ("discard card", "discard a card"),
    "hint": ("give hint", "give a hint", "clue", "give clue", "give a clue", "tell"),
}


class HanabiWords(Words[Hanabi, View]):
    def rules(self, game: Hanabi) -> str:
        fill = self.prompts.fill
        ranks, down = range(1, game.ranks + 1), game.order == "down"
        number = [copies(n, game.ranks, down=down) for n in ranks]
        each = [f"{times(of)} rank {n}" for n, of in zip(ranks, number, strict=True)]
        return fill(
            "rules",
            seats=game.seats,
            colors=listed([COLOR_NAMES[color] for color in COLORS[: game.colors]]),
            ranks=f"from rank {game.ranks} down to rank 1"
            if down
            else f"from rank 1 up to rank {game.ranks}",
            last="lowest" if down else "highest",
            copies=listed(each),
            cards=len(game.cards),
            hand=counted(game.cards_each, "card"),
            tokens=counted(game.tokens, "information token"),
            lives=counted(game.lives, "life", "lives"),
            best=game.best,
            bomb=fill(f"bomb_{game.bomb}"),
        )

    def scene(self, game: Hanabi, view: View) -> str:
        me = [] if view.seat is None else [f"You are {player_name(view.seat)}."]
        if not view.hands:
            return "\n".join([*me, self.prompts.fill("undealt")])
        table = view.table
        parts = [
            self.prompts.fill(
                "table",
                order="lowest" if table.down else "highest",
                fireworks=fireworks(table),
                height=table.height,
                best=game.best,
                tokens=f"{table.tokens} of {game.tokens}",
                lives=f"{table.lives} of {game.lives}",
                deck=self._deck(table),
                discards=discards(table),
            ),
            *(self._hand(view, seat) for seat in _from(view.seat, game.seats)),
            self._lately(game, view),
        ]
        if table.end:
            parts.append(self.status(game, view))
        return "\n\n".join(["\n".join([*me, parts[0]]), *filter(None, parts[1:])])

    def _deck(self, table: PublicState) -> str:
        if table.turns is None:
            return f"{counted(table.deck, 'card')} left to draw"
        return f"empty; {counted(table.turns, 'turn')} left before the game ends"

    def _hand(self, view: View, seat: Seat) -> str:
        name, mine = player_name(seat), seat == view.seat
        head = "Your hand, as far as hints tell (card 1 was drawn first):" if mine else f"{name}'s hand:"
        lines = [head]
        for nth, (card, known) in enumerate(zip(view.hands[seat], view.table.known[seat], strict=True), 1):
            text = knowledge(known, view.table)
            if mine:
                lines.append(f"- card {nth}: {text}" + (f" (it was {in_words(card)})" if card else ""))
            else:
                shown = in_words(card) if card else "hidden from you"
                lines.append(f"- card {nth}: {shown}. Known to {name}: {text}")
        return "\n".join(lines)

    def _lately(self, game: Hanabi, view: View) -> str:
        """What happened since this seat's last turn, that turn included."""
        actions = [nth for nth, event in enumerate(view.log) if event[0] in ACTIONS]
        if not actions:
            return self.prompts.fill("nothing_yet")
        first = actions[-game.seats :][0]
        lines = [f"- {line}" for event in view.log[first:] if (line := self.sentence(game, view, event))]
        return "\n".join(["The last turns:", *lines])

    def sentence(self, game: Hanabi, view: View, event: Event) -> str:
        me = view.seat
        match event:
            case ("dealt", size):
                return f"Every player is dealt {counted(size, 'card')}."
            case ("hand", seat, cards):
                return f"{player_name(seat)}'s cards, from 1 up: {listed(map(in_words, cards))}."
            case ("hinted", seat, to, value, places):
                about = COLOR_NAMES[value] if value in COLORS else f"rank {value}"
                cards = listed([str(n + 1) for n in places])
                owner = "your" if to == me else f"{player_name(to)}'s"
                which = f"card {cards} is" if len(places) == 1 else f"cards {cards} are"
                return f"{subject(seat, me)} hinted: of {owner} cards, {which} {about} and no other is."
            case ("discarded", seat, place, card):
                return f"{subject(seat, me)} discarded {_whose(seat, me)} card {place + 1}: {in_words(card)}."
            case ("played", seat, place, card, fits):
                what = f"{subject(seat, me)} played {_whose(seat, me)} card {place + 1}: {in_words(card)}."
                return f"{what} {self.prompts.fill('fits' if fits else 'misfits')}"
            case ("drew", seat, left):
                last = f" {self.prompts.fill('last_card')}" if not left else ""
                return f"{subject(seat, me)} drew a card as {_whose(seat, me)} card {game.cards_each}.{last}"
            case ("drawn", seat, card):
                return f"The new card of {player_name(seat)} is {in_words(card)}."
            case ("over",):
                return ""
        raise AssertionError(event)

    def status(self, game: Hanabi, view: View) -> str:
        table = view.table
        if not view.hands:
            return ""
        if table.end:
            points = score(game, table)
            return self.prompts.fill(f"over_{table.end}", height=table.height, score=points, best=game.best)
        return self.prompts.fill(
            "status",
            fireworks=fireworks(table),
            tokens=f"{table.tokens} of {game.tokens}",
            lives=f"{table.lives} of {game.lives}",
            deck=self._deck(table),
            own=""
            if view.seat is None
            else "\n".join(
                f"Your card {nth}: {knowledge(known, table)}."
                for nth, known in enumerate(table.known[view.seat], 1)
            ),
        )

    def request(self, game: Hanabi, view: View, ask: Ask) -> str:
        table = view.table
        no_hint = "" if table.tokens else self.prompts.fill("no_hint")
        no_discard = self.prompts.fill("no_discard") if table.tokens == table.max_tokens else ""
        return " ".join(filter(None, [self.prompts.fill(ask.about), no_hint, no_discard]))

    def label(self, view: View, key: str, option: Any) -> str:
        if key == "hint":
            to, value = option
            about = COLOR_NAMES[value] if value in COLORS else f"rank {value}"
            return f"{about} to {player_name(to)}"
        return f"card {option + 1}" if key == "card" else str(option)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        if key == "action":
            return VERBS.get(option, ())
        if key != "hint":
            return ()
        to, value = option
        whom = [
            f"{word} {to + 1}" for word in ("player", "to player", "for player", "to", "target", "recipient")
        ]
        ranks = (*(f"{w} {value}" for w in ("rank", "value", "number")), str(value), f"{value}s")
        what = [COLOR_NAMES[value]] if value in COLORS else ranks
        ways = [
            way
            for who in whom
            for about in what
            for way in (f"{about} {who}", f"{who} {about}", f"{who} about {about}")
        ]
        ways += [f"tell player {to + 1} about {about}" for about in what]
        # With only one partner, the target of a hint is clear.
        return [*ways, *what, str(value)] if view.table.seats == 2 else ways

    def parts(self, view: View, key: str, option: Any) -> Sequence[Part]:
        if key != "hint":
            return ()
        to, value = option
        whom = (player_name(to), str(to + 1))
        what: tuple[Sequence[str], Sequence[str]] = (
            ("rank", "number", "value", "hint"),
            (value, f"rank {value}"),
        )
        if value in COLORS:
            what = (("color", "colour", "value", "hint"), (COLOR_NAMES[value],))
        return (what, (("player", "to", "target", "recipient"), whom))

    def known(self, game: Hanabi, view: View, key: str) -> Sequence[str] | None:
        match key:
            case "action":
                return list(VERBS)
            case "card":
                return [f"card {place + 1}" for place in range(game.cards_each)]
            case "hint":
                values = (*COLORS[: game.colors], *map(str, range(1, game.ranks + 1)))
                hints = [(to, value) for to in range(game.seats) if to != view.seat for value in values]
                return [
                    way
                    for hint in hints
                    for way in (self.label(view, key, hint), *self.aliases(view, key, hint))
                ]
        return None

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        return f"Chance shuffles the deck: {', '.join(map(in_words, action))}"

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill(f"hint_{key}" if self.prompts.has(f"hint_{key}") else "hint_action")


def fireworks(table: PublicState) -> str:
    """Each firework and the rank on top."""
    return ", ".join(f"{COLOR_NAMES[COLORS[n]]}: {table.top(n)}" for n in range(len(table.fireworks)))


def discards(table: PublicState) -> str:
    """The cards that are out of the game, by colour and rank, with the number of each."""
    many = Counter(sorted_cards(table.discards))
    return ", ".join(in_words(c) + (f" (×{n})" if n > 1 else "") for c, n in many.items()) or "none"


def knowledge(known: Known, table: PublicState) -> str:
    """What hints say about a card.

    >>> table = PublicState(2, 5, 3, (0, 0, 0), 3, 1, 20)
    >>> knowledge(Known("RG", "12345"), table), knowledge(Known("G", "5", False, True), table)
    ('red or green; any rank', 'green (by elimination); rank 5 (told)')
    """
    colors = [COLOR_NAMES[color] for color in known.colors]
    color = _possible(colors, len(table.fireworks), "any colour", is_hinted=known.color_told)
    rank = _possible(known.ranks, table.ranks, "any rank", is_hinted=known.rank_told)
    return f"{color}; {rank if rank.startswith('any') else f'rank {rank}'}"


def _possible(values: Sequence[str], of: int, whatever: str, *, is_hinted: bool) -> str:
    if is_hinted:
        return f"{values[0]} (told)"
    if len(values) == of:
        return whatever
    return f"{values[0]} (by elimination)" if len(values) == 1 else listed(values, "or")


def times(number: int) -> str:
    return ("one", "two", "three")[number - 1] + " of"


def _whose(seat: Seat, me: Seat | None) -> str:
    return "your" if seat == me else "their"


def _from(me: Seat | None, seats: int) -> list[Seat]:
    """All seats: the others in the order of play, then the viewer's."""
    return [((me if me is not None else -1) + step) % seats for step in range(1, seats + 1)]


WORDS = HanabiWords(Prompts.beside(__file__))
