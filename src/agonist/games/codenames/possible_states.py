"""States that fit a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from agonist.core import Ask, Choice, Log, Seat, add_event
from agonist.games.codenames.cards import TEAMS, Colour
from agonist.games.codenames.rules import STOP, Codenames, State, View, left, spymaster
from agonist.games.codenames.text import owned


def sample_state(game: Codenames, view: View, rng: Random) -> State:
    """A state with this view: unknown colours are sampled."""
    key = _key(game, view, rng) if view.phase not in ("words", "starter", "key") else ()
    over = next((event for event in view.log if event[0] == "over"), None)
    return State(
        phase=view.phase,
        words=view.words,
        key=key,
        starter=view.starter,
        team=view.team,
        covered=view.covered,
        number=view.number,
        guessed=view.guessed,
        right=view.right,
        winner=over[1] if over else None,
        ending=over[2] if over else None,
        log=_log(view, key),
    )


def _key(game: Codenames, view: View, rng: Random) -> tuple[Colour, ...]:
    known = Counter(colour for colour in view.key if colour)
    rest: list[Colour] = list((Counter(game.colours(view.starter)) - known).elements())
    return tuple(colour or rest.pop(int(rng.random() * len(rest))) for colour in view.key)


def _log(view: View, key: tuple[Colour, ...]) -> Log:
    """The log of the view, with the key that the spymasters were shown when play began."""
    log: Log = ()
    for event in view.log:
        if event[0] == "key":
            continue
        log = add_event(log, *event)
        if event[0] == "starts" and key:
            log = add_event(log, "key", key, to=map(spymaster, TEAMS))
    return log


def secrets(game: Codenames, state: State, seat: Seat) -> Sequence[str]:
    """The texts about hidden words that only spymasters get, for the operatives until the game is over."""
    del game
    if seat in map(spymaster, TEAMS) or state.phase == "over" or not state.key:
        return ()
    colours: tuple[Colour, ...] = ("red", "blue", "neutral", "assassin")
    return [owned(colour, words) for colour in colours if (words := left(state, colour))]


def passes(view: View, ask: Ask) -> Any:
    """Gives no clue; guesses the first word, since a guess is compulsory; then stops."""
    del view
    if ask.about == "clue":
        return ("", 1)
    assert isinstance(ask, Choice)
    return STOP if STOP in ask.choices else ask.choices[0]
