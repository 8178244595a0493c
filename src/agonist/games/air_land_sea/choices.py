"""The questions to a seat at each step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from agonist.core import Ask, Choice, Seat, menu
from agonist.games.air_land_sea.cards import MATCHING, PRINTED, Card
from agonist.games.air_land_sea.state import Pending, PublicState

STAY: Final = ("stay",)
"""To make no use of an ability that leaves the choice."""


def ask(table: PublicState, hand: Sequence[Card], step: Pending) -> Ask:
    """The question to the seat of a step.

    Answers of a turn: `("deploy", (card, theater))`, `("improvise", card, theater)` or `("withdraw",)`.
    """
    if step.kind not in ("play", "extra_play"):
        return Choice(options(table, step), about=step.kind)
    row = table.field.row
    fitting = tuple((card, t) for card in hand for t in row if may_deploy(table, step.seat, card, t))
    deploy = {"deploy": Choice(fitting)}
    improvise = {"card": Choice(tuple(hand)), "theater": Choice(row)}
    if step.kind == "extra_play":
        return menu(step.kind, deploy=deploy, improvise=improvise)
    return menu(step.kind, deploy=deploy, improvise=improvise, withdraw={})


def options(table: PublicState, step: Pending) -> tuple[Any, ...]:
    """The possible uses of an ability; empty if it cannot be used.

    Reinforce: a theater. Transport: `(from, place in the stack, to)`. Redeploy: `(theater, place in the
    stack)`. Flips: `(theater, side)`.
    """
    field, seat = table.field, step.seat
    match step.kind:
        case "reinforce":
            return field.beside(step.theater)
        case "transport":
            ways = (
                (here, at, there)
                for here in field.row
                for at in range(len(field.stack(here, seat)))
                for there in field.row
                if there != here
            )
            return optional(ways)
        case "redeploy":
            back = (
                (here, at)
                for here in field.row
                for at, lying in enumerate(field.stack(here, seat))
                if not lying.up
            )
            return optional(back)
        case "maneuver":
            return tuple(field.uncovered(field.beside(step.theater), (0, 1)))
        case "ambush":
            return tuple(field.uncovered(field.row, (0, 1)))
        case "disrupt":
            return tuple(field.uncovered(field.row, (seat,)))
        case "air_drop" | "play" | "extra_play":
            return ()


def optional(ways: Iterable[Any]) -> tuple[Any, ...]:
    found = tuple(ways)
    return (STAY, *found) if found else ()


def may_deploy(table: PublicState, seat: Seat, card: Card, theater: str) -> bool:
    """Whether a card may be played face up here: it belongs here, or an Air Drop or Aerodrome allows it."""
    if MATCHING[card] == theater or table.dropping[seat]:
        return True
    return PRINTED[card] <= 3 and table.field.works("Aerodrome", seat)
