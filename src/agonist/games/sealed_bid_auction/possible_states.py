"""States that fit a view."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from agonist.core import Seat
from agonist.core.random_choice import one_of, taken_from
from agonist.games.sealed_bid_auction.rules import Amounts, SealedBidAuction, State, View


def sample_state(game: SealedBidAuction, view: View, rng: Random) -> State:
    """Other players' valuations and bids with the same results: one made the highest bid, and with the second
    price another bid the price.
    """
    state = game.new() if game.valuations == "chance" else State()
    results = [event[1:4] for event in view.log if event[0] == "own"]
    for nth, (highest, price) in enumerate(event[2:] for event in view.log if event[0] == "result"):
        mine = results[nth] if results else None
        state = _round_like(game, state, highest, price, view.seat, mine, rng)
    if view.valuation is None:
        return state
    valuations = [one_of(game.grid, rng) for _ in range(game.seats - 1)]
    if game.interval is not None:
        valuations = list(taken_from([v for v in game.grid if v != view.valuation], game.seats - 1, rng))
    return game.begun(state, _with_own(valuations, view.seat, view.valuation))


def secrets(game: SealedBidAuction, state: State, seat: Seat) -> tuple[str, ...]:
    """The others' valuations of this round, given the player's own."""
    if not state.valuations:
        return ()
    others = set(state.valuations) - {state.valuations[seat]}
    return tuple(f"in round {len(state.rounds) + 1} is {value} {game.unit}" for value in sorted(others))


def _round_like(
    game: SealedBidAuction,
    state: State,
    highest: int,
    price: int,
    seat: Seat | None,
    result: tuple[int, int, bool] | None,
    rng: Random,
) -> State:
    """The state after one more round; `result`: this seat's valuation and bid, and whether it won."""
    valuation, bid, won = result or (None, None, False)
    must = [] if won else [highest]
    if game.price == "second" and (won or bid != price):
        must.append(price)
    pool = [value for value in game.grid if game.interval is None or value != valuation]
    others: list[tuple[int, int]] = []
    for least in must:
        # The highest bid first: after it, there is always a valuation left for a lower bid.
        value = one_of([value for value in pool if game.overbids or value >= least], rng)
        others.append((value, least))
        if game.interval is not None:
            pool.remove(value)
    most = highest if game.price == "first" else price
    free = game.seats - len(must) - (result is not None)
    values: Sequence[int] = (
        taken_from(pool, free, rng) if game.interval is not None else [one_of(pool, rng) for _ in range(free)]
    )
    others += [(v, one_of(range(min(most, game.high if game.overbids else v) + 1), rng)) for v in values]
    # The winner's bid is placed last, since the winner is known.
    winning = None if won else others.pop(0)
    others = list(taken_from(others, len(others), rng))
    seats = [s for s in range(game.seats) if result is None or s != seat]
    table = dict[Seat, tuple[int, int]]()
    winner = seat if winning is None else one_of(seats, rng)
    assert winner is not None
    if winning is not None:
        table[winner] = winning
    if result is not None and seat is not None and valuation is not None and bid is not None:
        table[seat] = (valuation, bid)
    table |= dict(zip([s for s in seats if s not in table], others, strict=True))
    state = game.begun(state, tuple(table[s][0] for s in range(game.seats)))
    return game.settled(state, tuple(table[s][1] for s in range(game.seats)), winner)


def _with_own(others: Sequence[int], seat: Seat | None, amount: int) -> Amounts:
    assert seat is not None
    return (*others[:seat], amount, *others[seat:])
