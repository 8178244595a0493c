"""States that fit a view: the other's values are drawn again."""

from __future__ import annotations

from random import Random

from agonist.core import Draw, Log, Seat, add_event
from agonist.games.bargain.goods import ONE_OF, Values, value_pairs
from agonist.games.bargain.rules import Bargain, State, View


def sample_state(game: Bargain, view: View, rng: Random) -> State:
    """The same match with values of the other side that are possible beside the viewer's, all equally
    likely."""
    del game
    table = view.table
    if table.pool is None or not view.values:
        return State(table, log=tuple((None, event) for event in view.log))
    fitting = tuple(
        pair
        for pair in value_pairs(table.pool)
        if all(known is None or known == values for known, values in zip(view.values, pair, strict=True))
    )
    pair = Draw(fitting).sample(rng)
    log: Log = ()
    for event in view.log:
        if event[0] != "values":
            log = add_event(log, *event)
        if event[0] == "pool":
            for seat, values in enumerate(pair):
                log = add_event(log, "values", values, to=[seat])
    return State(table, pair, log)


def secrets(game: Bargain, state: State, seat: Seat) -> tuple[str, ...]:
    """The other's values in words, unless the viewer has the same."""
    del game
    if not state.values or state.values[0] == state.values[1]:
        return ()
    return (values_in_words(state.values[1 - seat]),)


def values_in_words(values: Values) -> str:
    """The value of one item of each kind, in words.

    >>> values_in_words((8, 1, 0))
    'hat 8, ball 1, apple 0'
    """
    return ", ".join(f"{one} {value}" for one, value in zip(ONE_OF, values, strict=True))
