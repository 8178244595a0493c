"""States that fit a view: harvests that a seat hasn't seen are drawn."""

from __future__ import annotations

from random import Random

from agonist.core import Event, Log, Seat, add_event
from agonist.games.commons.rules import Commons, State, View
from agonist.kit.random_numbers_with_sum import numbers_with_sum


def sample_state(game: Commons, view: View, rng: Random) -> State:
    """A state with this view; for each month, any harvests that add up to the total are possible."""
    harvests = tuple(_harvest(game, month, rng) for month in known_harvests(game, view))
    return State(
        phase=view.phase,
        stock=view.stock,
        played=view.played,
        quota=view.quota,
        harvests=harvests,
        costs=view.costs,
        offences=view.offences,
        to_speak=view.to_speak,
        log=_log(view, harvests),
    )


def known_harvests(game: Commons, view: View) -> list[tuple[int, int, dict[Seat, int]]]:
    """Of each month, the total, the most that one player can have taken, and what is known of whom."""
    found: list[tuple[int, int, dict[Seat, int]]] = []
    stock, limit = game.capacity, game.capacity
    for event in view.log:
        match event:
            case ("quota", _, _, quota):
                limit = game.most(stock, quota)
            case ("harvest", _, taken):
                found.append((sum(taken), stock, dict(enumerate(taken))))
            case ("total", _, total):
                found.append((total, min(limit, stock), {}))
            case ("own", _, amount):
                assert view.seat is not None
                found[-1][2][view.seat] = amount
            case ("inspected", _, _, whom, amount):
                found[-1][2][whom] = amount
            case ("regrew", _, _, now):
                stock = limit = now
    return found


def _harvest(game: Commons, month: tuple[int, int, dict[Seat, int]], rng: Random) -> tuple[int, ...]:
    total, most, known = month
    hidden = [seat for seat in range(game.seats) if seat not in known]
    rng.shuffle(hidden)
    drawn = numbers_with_sum(total - sum(known.values()), [(0, most)] * len(hidden), rng)
    taken = known | dict(zip(hidden, drawn, strict=True))
    return tuple(taken[seat] for seat in range(game.seats))


def _log(view: View, harvests: tuple[tuple[int, ...], ...]) -> Log:
    """The events of a view, with what only others know."""
    log: Log = ()
    for event in view.log:
        if event[0] == "own":
            continue
        log = add_event(log, *event)
        if event[0] == "total":
            log = _own(log, event, harvests[event[1] - 1])
    return log


def _own(log: Log, event: Event, taken: tuple[int, ...]) -> Log:
    for seat, amount in enumerate(taken):
        log = add_event(log, "own", event[1], amount, to=[seat])
    return log
