"""States that fit a view."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from agonist.core import Ask, Log, Seat, Speech, add_event
from agonist.core.random_choice import one_of
from agonist.core.word_pairs import words_of
from agonist.games.who_is_spy.rules import ABSTAIN, Exit, State, View, WhoIsSpy, word_of


def sample_state(game: WhoIsSpy, view: View, rng: Random) -> State:
    """A state with this view: the spy and the other word are sampled."""
    speeches = [event for event in view.log if event[0] == "speech"]
    state = State(
        phase=view.phase,
        starter=view.starter,
        round=view.round,
        alive=view.alive,
        to_speak=view.to_speak,
        speeches=tuple((seat, text) for _, _, seat, text in speeches),
        spoken=sum(number < view.round for _, number, _, _ in speeches),
        votes=tuple(event[2] for event in view.log if event[0] == "ballot"),
        exits=_exits(view),
    )
    if view.phase == "words":
        return state
    over = next((event for event in view.log if event[0] == "over"), None)
    if over is not None:
        _, winner, spy, civilian_word, spy_word = over
        pair = next(p for p in game.word_list if set(words_of(p)) == {civilian_word, spy_word})
        state = replace(
            state, winner=winner, pair=pair, spy=spy, civilian_word=civilian_word, spy_word=spy_word
        )
        return replace(state, log=_log(game, state, view))
    pair = one_of([p for p in game.word_list if view.word is None or view.word in words_of(p)], rng)
    state = replace(state, pair=pair)
    if view.phase == "side":
        return state
    spy_word, civilian_word = words_of(pair) if rng.random() < 0.5 else words_of(pair)[::-1]
    state = replace(state, spy_word=spy_word, civilian_word=civilian_word)
    if view.phase == "spy":
        return state
    spy = one_of(view.alive, rng)
    if view.word is not None and view.word != (spy_word if spy == view.seat else civilian_word):
        spy_word, civilian_word = civilian_word, spy_word
    state = replace(state, spy=spy, spy_word=spy_word, civilian_word=civilian_word)
    return replace(state, log=_log(game, state, view))


def secrets(game: WhoIsSpy, state: State, seat: Seat) -> tuple[str, ...]:
    """The word that this seat does not have, in quotation marks, as prompts write words; until the end."""
    del game
    if state.phase == "over" or not state.civilian_word:
        return ()
    other = state.civilian_word if seat == state.spy else state.spy_word
    return (f'"{other}"',)


def passes(view: View, ask: Ask) -> Any:
    """Silence, which is a foul, and abstention: the rules treat an unplayable answer like this."""
    del view
    return "" if isinstance(ask, Speech) else ABSTAIN


def _exits(view: View) -> tuple[Exit, ...]:
    found = []
    for event in view.log:
        match event:
            case ("foul", number, seat, foul):
                found.append(Exit(seat, number, foul))
            case ("left", number, int(seat)):
                found.append(Exit(seat, number, None))
    return tuple(found)


def _log(game: WhoIsSpy, state: State, view: View) -> Log:
    log: Log = ()
    for seat in range(game.seats):
        log = add_event(log, "word", word_of(state, seat), to=[seat])
    for event in view.log:
        if event[0] != "word":
            log = add_event(log, *event)
    return log
