"""A heuristic player who shares cards with everyone in the room, supports known mates, and estimates where
President and Bomber will end.

In the game of questions no card can be shown. There it names its card and believes players who do the same:
it has no other evidence, so a player who lies gains.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from agonist.core import Ask, Choice, Menu, Seat
from agonist.core.random_choice import one_of
from agonist.games.two_rooms.possible_states import deal, known_cards
from agonist.games.two_rooms.rules import TwoRooms
from agonist.games.two_rooms.state import COLOUR, View, deck, room_of

MY_CARD: Final = "My card:"
_NAMED: Final = re.compile(rf"\b(?:{MY_CARD}|I am the|I'm the) (President|Bomber|Blue Team|Red Team)\b")

TRIALS: Final = 60
"""The number of sampled deals of the unknown cards for each hostage."""


def by_rule_of_thumb(game: TwoRooms, view: View, ask: Ask, rng: Random) -> Any:
    """Shares and votes during talk; then names the hostage who is best on average over possible deals."""
    match ask.about:
        case "talk":
            assert isinstance(ask, Menu)
            return _talk(view, ask, rng)
        case "hostage":
            assert isinstance(ask, Choice)
            return _hostage(game, view, ask, rng)
        case "question":
            return (ask.sample(rng)[0], f"{MY_CARD} {view.card}. What is yours?")
        case "answer":
            return f"{MY_CARD} {view.card}."
    return ""


def believed(game: TwoRooms, view: View) -> Mapping[Seat, str]:
    """The cards that others have claimed, unless more players claim a card than there are copies."""
    named: dict[Seat, str] = {}
    for event in view.log:
        match event:
            case ("asks" | "answers", seat, _, text) if seat != view.seat and (found := _NAMED.search(text)):
                named[seat] = found[1]
    held = Counter([*named.values(), *([view.card] if view.card else [])])
    return {} if held - Counter(deck(game.seats)) else named


def mates(view: View) -> list[Seat]:
    """The seats in the viewer's room that are known to be on its team, including its own."""
    assert view.seat is not None
    assert view.card
    inside = view.rooms[room_of(view.rooms, view.seat)]
    colour = COLOUR[view.card]
    return [
        seat for seat, what in sorted(known_cards(view).items()) if seat in inside and _colour(what) == colour
    ]


def _colour(what: str) -> str:
    """The colour of a card, or a colour itself."""
    return COLOUR.get(what, what)


def _talk(view: View, ask: Menu, rng: Random) -> tuple[Any, ...]:
    """Accept a share; else get itself or a mate to lead; else offer a share to someone unknown; else wait."""
    verbs = {verb: dict(form.parts) for verb, form in ask.verbs}
    friends = mates(view)
    if "accept" in verbs:
        return ("accept", _first(verbs["accept"]["offer"]))
    if "take_lead" in verbs:
        return ("take_lead",)
    if "appoint" in verbs:
        named = [seat for seat in _choices(verbs["appoint"]["leader"]) if seat in friends]
        return ("appoint", named[0] if named else one_of(_choices(verbs["appoint"]["leader"]), rng))
    leader = view.leaders[room_of(view.rooms, view.seat if view.seat is not None else 0)]
    if "vote" in verbs and leader not in friends:
        wanted = next((seat for seat in friends if seat in _choices(verbs["vote"]["new_leader"])), None)
        if wanted is not None and dict(view.votes).get(view.seat or 0) != wanted:
            return ("vote", wanted)
    if "share" in verbs:
        known = known_cards(view)
        offered = {to for giver, to, _ in view.offers if giver == view.seat}
        unknown = [s for s in _choices(verbs["share"]["player"]) if s not in known and s not in offered]
        if unknown:
            what = ("card",) if "what" in verbs["share"] else ()
            return ("share", *what, one_of(unknown, rng))
    return ("wait",)


def _choices(ask: Ask) -> Sequence[Any]:
    assert isinstance(ask, Choice)
    return ask.choices


def _first(ask: Ask) -> Any:
    return _choices(ask)[0]


def _hostage(game: TwoRooms, view: View, ask: Choice, rng: Random) -> Any:
    """The hostage who most often brings President and Bomber where the team wants them.

    Each deal is tried with a random hostage of the other room; all rounds are treated alike.
    """
    assert view.seat is not None
    assert view.card
    apart = COLOUR[view.card] == "Blue"
    here = room_of(view.rooms, view.seat)
    theirs = [seat for seat in view.rooms[1 - here] if seat != view.leaders[1 - here]]
    known = {**believed(game, view), **known_cards(view)}
    value = dict.fromkeys(ask.choices, 0)
    for _ in range(TRIALS):
        cards, back = deal(game.seats, known, rng), one_of(theirs, rng)
        president, bomber = cards.index("President"), cards.index("Bomber")
        for leaving in ask.choices:
            inside = {*view.rooms[here], back} - {leaving}
            value[leaving] += ((president in inside) != (bomber in inside)) == apart
    best = max(value.values())
    return one_of([seat for seat, count in value.items() if count == best], rng)
