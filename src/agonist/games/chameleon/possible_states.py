"""States that fit a view."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from agonist.core import Ask, Choice, Log, Seat, add_event
from agonist.core.random_choice import one_of
from agonist.games.chameleon.rules import Chameleon, State, View


def sample_state(game: Chameleon, view: View, rng: Random) -> State:
    """A state with this view: the word, or the chameleon's seat, is sampled."""
    state = State(view.phase, view.topic, round=view.round, spoken=view.spoken)
    if view.phase == "topic":
        return state
    over = next((event for event in view.log if event[0] == "over"), None)
    if view.phase == "code":
        return replace(state, log=_log(game, state, view))
    state = replace(state, code=view.code or one_of(game.codes[view.topic], rng))
    if view.phase == "chameleon":
        return replace(state, log=_log(game, state, view))
    if over is not None:
        _, ending, chameleon, code = over
        state = replace(state, code=code, chameleon=chameleon, ending=ending)
    else:
        state = replace(state, chameleon=_chameleon(game, view, rng))
    return replace(state, log=_log(game, state, view))


def _chameleon(game: Chameleon, view: View, rng: Random) -> Seat:
    if view.is_chameleon:
        assert view.seat is not None
        return view.seat
    if view.phase == "guess":
        return int(next(event[1] for event in view.log if event[0] == "accused"))
    return int(one_of([seat for seat in range(game.seats) if seat != view.seat], rng))


def _log(game: Chameleon, state: State, view: View) -> Log:
    """The log of the view, with the private events of the others when the roles were dealt."""
    log: Log = ()
    for event in view.log:
        if event[0] in ("code", "chameleon"):
            continue
        log = (
            add_event(log, *event, to=[view.seat])
            if event[0] == "voted" and view.seat is not None
            else add_event(log, *event)
        )
        if event[0] == "topic" and state.chameleon is not None:
            log = add_event(log, "chameleon", to=[state.chameleon])
            others = [seat for seat in range(game.seats) if seat != state.chameleon]
            log = add_event(log, "code", state.code, to=others)
    return log


def secrets(game: Chameleon, state: State, seat: Seat) -> tuple[str, ...]:
    """The word in quotation marks, as prompts write it, for the chameleon until the game is over."""
    if seat != state.chameleon or state.phase == "over" or game.codes_told:
        return ()
    return (f'"{state.code}"',)


def passes(view: View, ask: Ask) -> Any:
    """A clue or a guess that says nothing; nobody may abstain, so the vote goes to the next player."""
    if isinstance(ask, Choice):
        later = [option for option in ask.choices if isinstance(option, int) and option > (view.seat or 0)]
        return later[0] if later else ask.choices[0]
    return "…"
