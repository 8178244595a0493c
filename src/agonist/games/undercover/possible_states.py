"""States that fit a view."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

from agonist.core import Ask, Log, Seat, Speech, add_event
from agonist.core.random_choice import one_of
from agonist.core.word_pairs import words_of
from agonist.games.undercover.rules import (
    State,
    Undercover,
    View,
    most_voted,
    role_of,
    word_of,
)


def sample_state(game: Undercover, view: View, rng: Random) -> State:
    """A state with this view: the undercovers and the other word are sampled.

    All deals that fit the view are equally likely. The others' secret votes are left out.
    """
    drawn = view.phase != "undercover"
    undercovers = one_of(possible_undercovers(game, view), rng) if drawn else ()
    table = State(
        phase=view.phase,
        undercovers=undercovers,
        starter=view.starter,
        alive=view.alive,
        vote=view.vote,
        clue_round=view.clue_round,
        to_speak=view.to_speak,
        tied=_tied(view, rng) if view.phase == "tie" else (),
        results=view.results,
    )
    if view.phase in ("undercover", "words"):
        return table
    if view.phase == "side":
        return replace(table, pair=one_of(game.word_list, rng))
    table = _with_words(game, table, view, rng)
    return replace(table, log=_log(game, table, view))


def secrets(game: Undercover, state: State, seat: Seat) -> tuple[str, ...]:
    """The word that this seat does not have, in quotation marks, as prompts write words; until the end."""
    del game
    if state.phase == "over" or not state.common:
        return ()
    other = state.common if seat in state.undercovers else state.odd
    return f'"{other}"', f"'{other}'"


def passes(view: View, ask: Ask) -> Any:
    """A clue that says nothing; nobody may abstain, so the vote goes to the next player in seat order."""
    if isinstance(ask, Speech):
        return "…"
    assert view.seat is not None
    later = [seat for seat in view.alive if seat > view.seat]
    return later[0] if later else view.alive[0]


def possible_undercovers(game: Undercover, view: View) -> list[tuple[Seat, ...]]:
    """The sets of seats that may be undercover, given everything that this seat knows."""
    words = {}
    for event in view.log:
        match event:
            case ("role", role) if view.seat is not None:
                words[view.seat] = role
            case ("left", _, int(seat), str(role)):
                words[seat] = role
            case ("over", _, undercovers, _, _):
                return [tuple(undercovers)]
    return [
        seats
        for seats in combinations(range(game.seats), game.undercovers)
        if all((role == "undercover") == (seat in seats) for seat, role in words.items())
        and (not view.results or _goes_on(game, view, seats))
    ]


def _goes_on(game: Undercover, view: View, undercovers: tuple[Seat, ...]) -> bool:
    """Whether the game would continue after the votes so far if these seats were undercover."""
    living = sum(seat in undercovers for seat in view.alive)
    return living > 0 and len(view.alive) - living > game.too_few


def _with_words(game: Undercover, table: State, view: View, rng: Random) -> State:
    for event in view.log:
        if event[0] == "over":
            *_, common, odd = event
            pair = next(p for p in game.word_list if set(words_of(p)) == {common, odd})
            return replace(table, pair=pair, common=common, odd=odd)
    pair = one_of([p for p in game.word_list if view.word is None or view.word in words_of(p)], rng)
    odd, common = words_of(pair) if rng.random() < 0.5 else words_of(pair)[::-1]
    if view.word is not None and view.word != (odd if view.seat in table.undercovers else common):
        odd, common = common, odd
    return replace(table, pair=pair, common=common, odd=odd)


def _tied(view: View, rng: Random) -> tuple[Seat, ...]:
    match view.log[-1]:
        case ("ballot", _, ballot):
            return most_voted(ballot)
    for event in reversed(view.log[-2:]):
        match event:
            case ("count", _, got):
                return tuple(seat for seat, votes in got if votes == max(n for _, n in got))
    start = int(rng.random() * (len(view.alive) - 1))
    return view.alive[start : start + 2]


def _log(game: Undercover, table: State, view: View) -> Log:
    log: Log = ()
    for seat in range(game.seats):
        log = add_event(log, "word", word_of(table, seat), to=[seat])
        if game.told_roles:
            log = add_event(log, "role", role_of(table, seat), to=[seat])
    for event in view.log:
        match event:
            case ("word" | "role", _):
                pass
            case ("voted", *_):
                assert view.seat is not None
                log = add_event(log, *event, to=[view.seat])
            case _:
                log = add_event(log, *event)
    return log
