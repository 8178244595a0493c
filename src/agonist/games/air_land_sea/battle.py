"""A battle from its deal to its end: plays, what destroys them, and the abilities that they trigger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from agonist.core import Seat, add_event
from agonist.games.air_land_sea.cards import ABILITY, Card
from agonist.games.air_land_sea.choices import options
from agonist.games.air_land_sea.field import Field, Lying
from agonist.games.air_land_sea.state import (
    Destroyed,
    Kind,
    Pending,
    PublicState,
    State,
    armed,
    aside,
    drawn,
    known,
    put,
    take,
    top_of,
    with_event,
    with_hand,
    with_table,
    without,
)

HAND: Final = 6
VICTORY: Final = 6
"""Points for controlling most theaters when all cards are played."""

WITHDRAWAL: Final = ((6, 4, 3, 3, 2, 2, 2), (6, 6, 4, 3, 3, 2, 2))
"""Points for the opponent when the 1st or the 2nd player withdraws, by the cards left in that player's
hand."""

INSTANT: Final[Mapping[str, Kind]] = {
    "Air Drop": "air_drop",
    "Reinforce": "reinforce",
    "Transport": "transport",
    "Redeploy": "redeploy",
    "Maneuver": "maneuver",
    "Ambush": "ambush",
}
"""Instant abilities that ask one step of the card's owner; Disrupt asks one of each player."""


def deal(state: State, cards: Sequence[Card]) -> State:
    """Six cards to Player 1, six to Player 2; the others are the deck. The 1st player begins."""
    table = state.table
    hands = (tuple(sorted(cards[:HAND])), tuple(sorted(cards[HAND : 2 * HAND])))
    log = add_event(state.log, "battle", table.battle + 1, table.field.row, table.first)
    for seat, hand in enumerate(hands):
        log = add_event(log, "hand", hand, to=[seat])
    table = replace(
        table,
        phase="battle",
        battle=table.battle + 1,
        player=table.first,
        todo=(Pending("play", table.first),),
    )
    return State(table, hands, tuple(cards[2 * HAND :]), log)


def settle(state: State, to_win: int) -> State:
    """Resolve steps that need no answer; then the turn passes, or the battle ends when both hands are
    empty."""
    while state.table.phase == "battle" and state.table.todo:
        step = state.table.todo[0]
        if step.kind == "air_drop":
            state = with_event(
                with_table(state, dropping=armed(state.table, step.seat, on=True)), "air_drop", step.seat
            )
        elif step.kind in ("play", "extra_play") or (options(state.table, step) and not no_card(state, step)):
            return state
        else:
            state = with_event(state, "no use", step.seat, step.kind)
        state = with_table(state, todo=state.table.todo[1:])
    table = state.table
    if table.phase == "battle":
        if any(state.hands):
            player = 1 - table.player if state.hands[1 - table.player] else table.player
            return with_table(state, player=player, todo=(Pending("play", player),))
        controls = tuple(table.field.controller(theater, table.first) for theater in table.field.row)
        state = won(with_event(state, "controls", controls), int(sum(controls) >= 2), VICTORY)
    return with_table(state, phase="over") if max(state.table.points) >= to_win else state


def no_card(state: State, step: Pending) -> bool:
    """Whether a Reinforce finds no card to draw."""
    return step.kind == "reinforce" and top_of(state) is None


def won(state: State, seat: Seat, points: int) -> State:
    """The state after a battle is won: points, the rightmost theater moved to the far left, the other 1st
    player."""
    table = state.table
    mine, theirs = table.points
    row = table.field.row
    table = PublicState(
        phase="deal",
        field=Field((row[-1], *row[:-1]), weaker=table.field.weaker),
        first=1 - table.first,
        battle=table.battle,
        points=(mine + points, theirs) if seat == 0 else (mine, theirs + points),
    )
    return State(table, log=add_event(state.log, "won", seat, points))


def resolve(state: State, step: Pending, answer: Any) -> State:
    """The state after an answer."""
    me, table = step.seat, state.table
    match step.kind, answer:
        case _, ("stay",):
            return with_event(state, "stayed", me, step.kind)
        case "play", ("withdraw",):
            left = len(state.hands[me])
            return won(with_event(state, "withdrew", me, left), 1 - me, withdrawal(table, me, left))
        case _, ("deploy", (card, theater)):
            return play(without(state, me, card), me, card, theater, "deployed")
        case _, ("improvise", card, theater):
            return play(without(state, me, card), me, card, theater, "improvised")
        case "reinforce", theater:
            card = top_of(state)
            assert card is not None
            return play(drawn(state), me, card, theater, "reinforced")
        case "transport", (here, at, there):
            lying, state = take(state, here, me, at)
            state = with_event(state, "moved", me, lying.card if known(lying) else None, here, there)
            state = aside(state, me, lying)
            return put(state, there, me, lying)
        case "redeploy", (here, at):
            lying, state = take(state, here, me, at)
            assert lying.card is not None
            state = with_event(state, "took_back", me, lying.card if known(lying) else None, here)
            state = with_hand(aside(state, me, lying), me, tuple(sorted((*state.hands[me], lying.card))))
            return with_table(state, todo=(Pending("extra_play", me), *state.table.todo))
        case _, (theater, side):
            return flip(state, me, theater, side)
    raise AssertionError((step, answer))


def play(state: State, seat: Seat, card: Card, theater: str, how: str) -> State:
    """Play a card: an Air Drop is used up, the card may be destroyed, and otherwise its ability is
    triggered."""
    up = how == "deployed"
    state = with_table(state, dropping=armed(state.table, seat, on=False))
    state = with_event(state, how, seat, card if up else None, theater)
    if not up:
        state = replace(state, log=add_event(state.log, "card", card, to=[seat]))
    field = state.table.field
    blockaded, contained = field.blockaded(theater), not up and field.contained()
    if blockaded or contained:
        destroyed = (*state.table.destroyed, Destroyed(seat, card, seen=up))
        by = "Blockade" if blockaded else "Containment"
        return with_event(with_table(state, destroyed=destroyed), "destroyed", seat, by)
    state = put(state, theater, seat, Lying(card, up, seen=up))
    return trigger(state, seat, card, theater) if up else state


def flip(state: State, by: Seat, theater: str, side: Seat) -> State:
    """Turn over the uncovered card of a side; if it is now face up, its ability is triggered for its
    owner."""
    lying, state = take(state, theater, side, -1)
    assert lying.card is not None
    state = put(state, theater, side, Lying(lying.card, not lying.up, seen=True))
    state = with_event(state, "flipped", by, side, theater, lying.card, not lying.up)
    return state if lying.up else trigger(state, side, lying.card, theater)


def trigger(state: State, owner: Seat, card: Card, theater: str) -> State:
    """Add an instant ability; it waits until all earlier ones are resolved."""
    if ABILITY[card] == "Disrupt":
        steps: tuple[Pending, ...] = (
            Pending("disrupt", owner, theater),
            Pending("disrupt", 1 - owner, theater),
        )
    elif ABILITY[card] in INSTANT:
        steps = (Pending(INSTANT[ABILITY[card]], owner, theater),)
    else:
        return state
    return with_table(state, todo=(*state.table.todo, *steps))


def withdrawal(table: PublicState, seat: Seat, cards: int) -> int:
    """The points that the opponent gets if this seat withdraws with a number of cards in hand."""
    return WITHDRAWAL[seat != table.first][cards]
