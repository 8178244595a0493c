"""The actions in a room: messages, shares and leadership. Everyone acts at the same time, and no seat comes
first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agonist.core import Ask, Choice, Menu, Moves, Seat, Speech, add_event, menu
from agonist.games.two_rooms.state import COLOUR, Card, Colour, State, What, room_of


def talk_menu(
    state: State,
    seat: Seat,
    *,
    messages: int,
    max_words: int,
    electing: bool,
    sharing: bool,
    colours: bool,
) -> Menu:
    """The question to a seat during talk; `messages` is how many it may say in this round."""
    room = room_of(state.rooms, seat)
    others = tuple(other for other in state.rooms[room] if other != seat)
    leader = state.leaders[room]
    eligible = tuple(s for s in state.rooms[room] if s != leader and s not in state.barred)
    what: dict[str, Ask] = {"what": Choice(("card", "colour"))} if colours else {}
    received = tuple((giver, w) for giver, to, w in state.offers if to == seat)
    verbs: dict[str, Mapping[str, Ask]] = {"wait": {}}
    if state.spent[seat] < messages:
        verbs["say"] = {"to": Choice(("room", *others)), "text": Speech(max_words)}
    if sharing:
        verbs["share"] = {**what, "player": Choice(others)}
        verbs["accept"] = {"offer": Choice(received)}
        verbs["show"] = {**what, "player": Choice(others)}
        verbs["reveal"] = what
    if not electing:
        return menu("talk", **verbs)
    if leader is None:
        verbs["appoint"] = {"leader": Choice(others)}
    else:
        verbs["vote"] = {"new_leader": Choice(eligible)}
    if leader == seat:
        verbs["abdicate"] = {"successor": Choice(tuple(s for s in eligible if s != seat))}
    if state.heirs[room] == seat:
        verbs["take_lead"] = {}
    return menu("talk", **verbs)


def talk(state: State, moves: Moves) -> State:
    """The state after one tick, with the moves of both rooms."""
    before = state
    for seat, move in sorted(moves.items()):
        state = _speak(state, seat, move)
    for seat, move in sorted(moves.items()):
        state = _share(before, state, seat, move)
    state = _appoint(state, moves)
    return _hand_over(_usurp(_vote(state, moves)), moves)


def _speak(state: State, seat: Seat, move: Any) -> State:
    match move:
        case ("say", to, text):
            room = state.rooms[room_of(state.rooms, seat)]
            spent = tuple(count + (other == seat) for other, count in enumerate(state.spent))
            log = add_event(state.log, "said", seat, to, text, to=room if to == "room" else (seat, to))
            return replace(state, spent=spent, log=log)
    return state


def _share(before: State, state: State, seat: Seat, move: Any) -> State:
    """Offers, shares and reveals; only offers made before this tick can be accepted."""
    room = state.rooms[room_of(state.rooms, seat)]
    match move:
        case ("share", *what, to):
            offer = (seat, to, _what(what))
            if offer in state.offers:
                return state
            log = add_event(state.log, "offers", *offer, to=(seat, to))
            return replace(state, offers=(*state.offers, offer), log=log)
        case ("accept", (giver, what)) if (giver, seat, what) in before.offers:
            open_ = tuple(o for o in state.offers if {o[0], o[1]} != {giver, seat} or o[2] != what)
            if open_ == state.offers:
                return state  # Both accepted each other's offer at once: they have shared.
            log = add_event(state.log, "shares", giver, seat, what, to=room)
            log = add_event(log, "sees", seat, shown(state, seat, what), to=(giver,))
            log = add_event(log, "sees", giver, shown(state, giver, what), to=(seat,))
            return replace(state, offers=open_, log=log)
        case ("show", *what, to):
            log = add_event(state.log, "shows", seat, to, _what(what), to=room)
            return replace(state, log=add_event(log, "sees", seat, shown(state, seat, _what(what)), to=(to,)))
        case ("reveal", *what):
            return replace(
                state, log=add_event(state.log, "reveals", seat, shown(state, seat, _what(what)), to=room)
            )
    return state


def _what(parts: list[Any]) -> What:
    """Card or colour; the card if the rules allow only that."""
    return parts[0] if parts else "card"


def shown(state: State, seat: Seat, what: What) -> Card | Colour:
    """What is seen of a card: the card, or only its colour."""
    card = state.cards[seat]
    return card if what == "card" else COLOUR[card]


def _appoint(state: State, moves: Moves) -> State:
    """Give a room without a leader the one appointed; if there are several, chance draws one.

    The room hears who appointed whom.
    """
    for number, room in enumerate(state.rooms):
        if state.leaders[number] is not None:
            continue
        by = {seat: move[1] for seat, move in moves.items() if seat in room and move[0] == "appoint"}
        for seat, whom in sorted(by.items()):
            state = replace(state, log=add_event(state.log, "appoints", seat, whom, to=room))
        named = set(by.values())
        if len(named) == 1:
            state = lead(state, number, named.pop(), "appointed")
        elif named:
            state = replace(state, drawing=(*state.drawing, tuple(sorted(named))))
    return state


def _vote(state: State, moves: Moves) -> State:
    log, votes = state.log, list(state.votes)
    for seat, move in sorted(moves.items()):
        if move[0] == "vote":
            votes[seat] = move[1]
            log = add_event(log, "votes", seat, move[1], to=state.rooms[room_of(state.rooms, seat)])
    return replace(state, votes=tuple(votes), log=log)


def _usurp(state: State) -> State:
    """Make a player with the votes of more than half of the room its leader; ties change nothing."""
    for number, room in enumerate(state.rooms):
        count = Counter(vote for seat in room if (vote := state.votes[seat]) is not None)
        chosen = [seat for seat, votes in count.items() if 2 * votes > len(room)]
        if chosen:
            state = lead(state, number, chosen[0], "voted")
    return state


def _hand_over(state: State, moves: Moves) -> State:
    """Offers of leadership, and their acceptance if the offer is still open."""
    for seat, move in sorted(moves.items()):
        number = room_of(state.rooms, seat)
        if move == ("take_lead",) and state.heirs[number] == seat:
            state = lead(state, number, seat, "abdicated")
    for seat, move in sorted(moves.items()):
        number = room_of(state.rooms, seat)
        if move[0] == "abdicate" and state.leaders[number] == seat and move[1] not in state.barred:
            log = add_event(state.log, "offers to abdicate", seat, move[1], to=state.rooms[number])
            state = replace(state, heirs=_put(state.heirs, number, move[1]), log=log)
    return state


def lead(state: State, number: int, seat: Seat, how: str) -> State:
    """Make this seat the leader of the room; the former leader may not lead again in this round, and votes
    are reset."""
    old, room = state.leaders[number], state.rooms[number]
    return replace(
        state,
        leaders=_put(state.leaders, number, seat),
        heirs=_put(state.heirs, number, None),
        barred=state.barred if old is None else (*state.barred, old),
        votes=tuple(None if voter in room else vote for voter, vote in enumerate(state.votes)),
        log=add_event(state.log, "leads", seat, how),
    )


def _put(pair: tuple[Seat | None, ...], number: int, seat: Seat | None) -> tuple[Seat | None, ...]:
    return tuple(seat if n == number else old for n, old in enumerate(pair))
