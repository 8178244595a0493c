"""States that fit a view: the dice under the other cups are rolled again."""

from __future__ import annotations

from random import Random

from agonist.core import Draw, Log, add_event
from agonist.games.liars_dice.rules import Dice, LiarsDice, State, View


def sample_state(game: LiarsDice, view: View, rng: Random) -> State:
    """A state with this view; all rolls of the unseen dice are equally likely."""
    die = Draw(tuple(range(1, game.faces + 1)))
    cups: tuple[Dice, ...] = ()
    if view.phase == "bid":
        cups = tuple(
            view.cup if seat == view.seat else tuple(sorted(die.sample(rng) for _ in range(count)))
            for seat, count in enumerate(view.dice_left)
        )
    log: Log = ()
    for event in view.log:
        alone = [view.seat] if event[0] == "cup" and view.seat is not None else None
        log = add_event(log, *event, to=alone)
        if event[:2] == ("rolled", view.hand):
            for seat, cup in enumerate(cups):
                if cup and seat != view.seat:
                    log = add_event(log, "cup", cup, to=[seat])
    return State(
        view.phase, view.dice_left, cups, view.mover, view.bid, view.bidder, view.hand, view.out, log
    )
