"""States that fit a view: the tables that a seat hasn't seen are drawn again."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from agonist.core import Log, Seat, add_event
from agonist.games.negotiation.deal_values import Table, tables_of
from agonist.games.negotiation.rules import Negotiation, State, View


def sample_state(game: Negotiation, view: View, rng: Random) -> State:
    """A state with this view; nothing that is said or done rules out a table."""
    tables: tuple[Table, ...] = ()
    if view.phase != "tables":
        drawn = tables_of(game.draw.sample(rng), game.choices)
        tables = tuple(known or other for known, other in zip(view.tables, drawn, strict=True))
    return State(
        phase=view.phase,
        tables=tables,
        round=view.round,
        deal=view.deal,
        agreed=view.agreed,
        broken=any(event[0] == "broke off" for event in view.log),
        log=_log(view, tables),
    )


def _log(view: View, tables: Sequence[Table]) -> Log:
    log: Log = ()
    for seat, table in enumerate(tables):
        log = add_event(log, "table", table.weights, table.favourites, table.batna, to=[seat])
    for event in view.log:
        if event[0] != "table":
            log = add_event(log, *event)
    return log


def secrets(game: Negotiation, state: State, seat: Seat) -> tuple[str, ...]:
    """The others' points in the words of the end, until that end; without rows like one of the seat's own."""
    if state.phase == "over" or not state.tables:
        return ()
    mine = set(lines(game, state.tables[seat]))
    others = [line for each, table in enumerate(state.tables) if each != seat for line in lines(game, table)]
    return tuple(line for line in others if line not in mine)


def lines(game: Negotiation, table: Table) -> list[str]:
    """A line for each issue with the points of its options.

    >>> lines(Negotiation(issues=2), Table((60, 40), (1, 3), 30, 4))
    ['budget: 1 = 60, 2 = 40, 3 = 20, 4 = 0', 'schedule: 1 = 0, 2 = 20, 3 = 40, 4 = 20']
    """
    found = []
    for name, row in zip(game.names, table.rows, strict=True):
        found.append(f"{name}: " + ", ".join(f"{option} = {worth}" for option, worth in enumerate(row, 1)))
    return found
