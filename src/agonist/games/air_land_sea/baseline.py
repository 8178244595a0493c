"""A player at random among the answers that leave them in control of most theaters, who never withdraws."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from agonist.core import Ask, Seat
from agonist.core.random_choice import one_of
from agonist.games.air_land_sea.field import Field, Lying
from agonist.games.air_land_sea.rules import AirLandSea, View


def most_theaters(game: AirLandSea, view: View, ask: Ask, rng: Random) -> Any:
    """Any answer after which they control as many theaters as they can, before abilities take effect.

    While a card can be deployed, none is improvised.
    """
    del game
    assert view.seat is not None
    answers = list(ask.options() or ())
    answers = [answer for answer in answers if answer[0] == "deploy"] or [
        answer for answer in answers if answer != ("withdraw",)
    ]
    held = [
        _held(_after(view.table.field, view.seat, ask.about, a), view.seat, view.table.first) for a in answers
    ]
    return one_of([answer for answer, count in zip(answers, held, strict=True) if count == max(held)], rng)


def _held(field: Field, seat: Seat, first: Seat) -> int:
    return sum(field.controller(theater, first) == seat for theater in field.row)


def _after(field: Field, seat: Seat, about: str, answer: Any) -> Field:
    """The theaters after a card is played, flipped or moved; a card taken back changes nothing yet."""
    match about, answer:
        case _, ("deploy", (card, theater)):
            return _put(field, seat, theater, Lying(card, up=True))
        case _, ("improvise", card, theater):
            return _put(field, seat, theater, Lying(card, up=False))
        case "transport", (here, at, there):
            stack = field.stack(here, seat)
            left = field.with_stack(here, seat, (*stack[:at], *stack[at + 1 :]))
            return _put(left, seat, there, stack[at])
        case "maneuver" | "ambush" | "disrupt", (theater, side):
            *below, top = field.stack(theater, side)
            return field.with_stack(theater, side, (*below, replace(top, up=not top.up)))
    return field


def _put(field: Field, seat: Seat, theater: str, lying: Lying) -> Field:
    return field.with_stack(theater, seat, (*field.stack(theater, seat), lying))
