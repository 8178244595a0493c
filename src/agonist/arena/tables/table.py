"""Matches with people: opening, joining, answering, resigning. They are stored like any other match."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from agonist.arena.accounts.permissions import LOCAL, Visitor
from agonist.arena.agents.player_factories import for_checks, registry
from agonist.arena.ladders.ladder import check_seat
from agonist.arena.replay.shown_match import Replay
from agonist.arena.secret_seeds import dealt
from agonist.arena.tables import clocks, seats
from agonist.arena.tables.advancing import RESIGNED
from agonist.arena.tables.open_asks import OpenAsk, late, open_asks
from agonist.core import Seat, UsageError
from agonist.store import Store, StoredMatch
from agonist.store.platform.answers_of_people import keep_answer, kept_answers
from agonist.store.platform.human_tables import (
    DAY,
    Chair,
    Table,
    abandoned,
    add_table,
    note_event,
    sit_down,
    table_of,
)
from agonist.store.platform.ladder_match_closing import close_matches
from agonist.store.platform.leases import is_leased
from agonist.tournament import GameRegistry, parse_target
from agonist.tournament.checks import check
from agonist.tournament.evaluation_request import Entry

ON_TIME: Final = ("forfeit", "fallback")

FREE_SEAT: Final = "free seat"
"""The name of a seat until somebody takes it."""

LEAST_INVALID_SEED: Final = 2**31


class StaleAnswer(UsageError):
    """An answer to a question that is no longer open."""


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The terms of a table. Each person has `clock` seconds for the match (`None`: no clock), and each
    answer adds `increment`. A person who runs out of time loses (`on_time` is `forfeit`), or the policy
    answers for them from then on (`fallback`).

    The same `seed` (0 to 2³¹ - 1) gives the same deals and dice; without one, nobody can compute them. No
    leaderboard counts a match that is not `rated`, nor one of people on a site with accounts without a clock,
    since whoever leaves it does not lose; such matches end after a day. Anybody may take a free seat of an
    `open` table.
    """

    clock: float | None = None
    increment: float = 0.0
    on_time: str = "forfeit"
    seed: int | None = None
    rated: bool = True
    open: bool = False

    def __post_init__(self) -> None:
        if self.on_time not in ON_TIME:
            raise UsageError(f"when time runs out: {' or '.join(ON_TIME)}, not {self.on_time[:20]!r}")
        if self.seed is not None and not 0 <= self.seed < LEAST_INVALID_SEED:
            raise UsageError(
                f"a seed is a whole number from 0 to {LEAST_INVALID_SEED - 1:,}, not {self.seed}"
            )


def open_table(
    store: Store,
    target: str,
    players: Sequence[str],
    *,
    who: Visitor = LOCAL,
    name: str = "",
    terms: TableTerms = TableTerms(),
    secret: str = "",
) -> int:
    """Plan a match, as a run of its own, and its table; the id of the match.

    `target` is a game with options. `players` has one entry for each seat: `human` for the person who opens
    the table, under their `name`; `free` for a person who gets a link, derived from `secret`; or a player.

    Raises `UsageError` and other `AgonistError`s for what cannot be played; nothing is written then.
    """
    chosen = parse_target(target)
    if len(players) != chosen.game.seats:
        raise UsageError(f"{chosen.name} has {chosen.game.seats} seats, and {len(players)} players are named")
    if terms.open and seats.FREE not in players:
        raise UsageError("anybody may join only where a seat is free: write free on one")
    names, specs = seats.lineup(store, who, players)
    sitting = [seat for seat, text in enumerate(players) if seats.is_person(text)]
    seats_of_opener = [seat for seat in sitting if players[seat] != seats.FREE]
    if len(seats_of_opener) > 1 and who.role != "local":
        raise UsageError(
            "you can take one seat only; choose players for the others, or free for people who get a link"
        )
    fixture = dealt(chosen, names, specs=specs, seed=terms.seed)
    for seat in sitting:
        typed = players[seat].removesuffix(seats.HUMAN).removesuffix("=")
        called = seats.name_of(store, who, typed or name) if seat in seats_of_opener else FREE_SEAT
        fixture = seats.seated(fixture, seat, called)
    check([fixture], for_checks(store, fixture, registry()), GameRegistry())
    entry = Entry(tuple(dict.fromkeys(players)), seats=dict(enumerate(players)), matches=1)
    plan = {**entry.as_dict(), "targets": [target], "suites": {}, "seed": int(fixture.seed)}
    (stored,) = store.matches(store.start_run(plan, [fixture]))
    if sitting and terms.clock is None and who.role != "local":
        # Without a clock, nobody who is about to lose has to go on.
        terms = replace(terms, rated=False)
    if sitting or not terms.rated:
        table = table_with(stored.id, who, sitting, seats_of_opener, terms, secret)
        store.change(lambda connection: add_table(connection, table))
    return stored.id


def table_with(
    match: int, who: Visitor, sitting: Sequence[Seat], openers: Sequence[Seat], terms: TableTerms, secret: str
) -> Table:
    """The table of a match: people have the seats `sitting`, the person who opens it those of `openers`."""
    now = time.time()
    session = (who.session or None) if who.user is None else None
    chairs = tuple(
        Chair(match, seat, who.user, session, None, terms.clock, joined=now, seen=now)
        if seat in openers
        else Chair(match, seat, None, None, _hash(secret, match, seat), terms.clock)
        for seat in sitting
    )
    anybody = seats.hashed(seats.OPEN) if terms.open else _hash(secret, match, None)
    return Table(
        match, who.user, session, anybody, terms.clock, terms.increment, terms.on_time, -1, None, now, chairs,
        terms.rated,
    )  # fmt: skip


def _hash(secret: str, match: int, seat: Seat | None) -> str | None:
    return seats.hashed(seats.invitation(secret, match, seat)) if secret else None


def join(store: Store, match: int, token: str, who: Visitor, name: str = "") -> Seat:
    """Take a seat by its link; returns the seat. Somebody who has a seat already keeps it.

    Raises `UsageError` if the seat is taken or the link is not valid.
    """
    check_seat(store, match, who)
    called = seats.name_of(store, who, name)
    session = (who.session or None) if who.user is None else None
    if who.role != "local" and who.user is None and session is None:
        raise UsageError("this browser sends no cookies: allow them for this site, and open the link again")
    seat = sit_down(
        store,
        match,
        seats.hashed(token),
        who.user,
        session,
        lambda fixture, at: seats.seated(fixture, at, called),
        time.time(),
    )
    if seat is None:
        raise UsageError("this seat is taken, or its link is not valid any more: ask for another one")
    return seat


def close_table(store: Store, match: StoredMatch) -> None:
    """Call off a match that has not begun; `UsageError` if it has."""
    if match.status != "planned":
        raise UsageError("the match has begun: it can be resigned, but not called off")
    store.suspend(match.id, "void", "the table was closed before everybody had sat down")
    store.flush()
    if is_leased(store, match.id):
        close_matches(store)
    else:
        store.set_status(match.run, "finished", "the table was closed")


def end_abandoned(store: Store, now: float) -> list[int]:
    """Void the matches in which nobody has answered for a day though they may; returns which."""
    found = abandoned(store, now - DAY)
    for number in found:
        match = store.match(number)
        store.suspend(number, "void", "abandoned: nobody went on for a day")
        store.flush()
        store.set_status(match.run, "finished", "abandoned")
    return found


def resign(store: Store, match: int, seat: Seat) -> None:
    """Resign the match; it ends when it is next advanced."""
    note_event(store, match, RESIGNED, seat, time.time(), once=True)


def answer(store: Store, replay: Replay, question: OpenAsk, nonce: str, action: Any) -> None:
    """Store a person's answer, which the ask must have accepted, and stop their clock if nothing else is
    asked of them.

    `replay` is where the question was found. Raises `StaleAnswer` if another answer is already stored, or
    their time has run out.
    """
    match, seat = replay.stored.id, question.seat
    now, table = time.time(), table_of(store, match)
    out_of_time = table is not None and clocks.left(table, seat, is_asked=True, now=now) == 0.0
    if out_of_time or (question.step, seat) in late(store, match):
        raise StaleAnswer("your time has run out")
    if not keep_answer(store, match, question.key, nonce, action):
        raise StaleAnswer("this question has been answered already, perhaps in another window")
    if table is not None and table.step == question.step:
        rest = open_asks(store, replay, kept_answers(store, match))
        if all(each.seat != seat for each in rest):
            clocks.stop(store, table, seat, now)
