"""A small game with everything a kit can have, which `test_places.py` breaks in one line at a time."""

from dataclasses import dataclass, replace
from typing import Any

from agonist.core import (
    CHANCE,
    Choice,
    Draw,
    Game,
    Outcome,
    Traits,
    add_event,
    events_for,
    form,
    option,
)
from agonist.kit import Indicator, Indicators, Kit, Words, note
from agonist.kit.arrays import Array, Arrays
from agonist.kit.picture import Cell, Picture
from agonist.text import Prompts


@dataclass(frozen=True)
class State:
    phase: str
    dice: tuple[Any, ...] = ()
    mover: int = 0
    calls: tuple[Any, ...] = ()
    log: tuple[Any, ...] = ()


@dataclass(frozen=True)
class View:
    seat: int | None
    phase: str
    die: int | None
    mover: int
    calls: tuple[Any, ...]
    log: tuple[Any, ...]


@dataclass(frozen=True)
class Pips(Game[State, View]):
    name = "pips"
    sizes = (2,)
    traits = Traits(hidden=True, constant_sum=True)

    seats: int = 2
    faces: int = option(6, low=2, high=12)
    """The faces of a die."""

    def new(self):
        return State("roll")

    def turn(self, state):
        if state.phase == "roll":
            die = Draw(tuple(range(1, self.faces + 1)))
            return {CHANCE: form("roll", first=die, second=die)}
        if state.phase == "call":
            return {state.mover: Choice(("high", "low"), about="call")}
        return {}

    def act(self, state, moves):
        if state.phase == "roll":
            log = add_event(state.log, "rolled")
            for seat, die in enumerate(moves[CHANCE]):
                log = add_event(log, "die", die, to=[seat])
            return replace(state, phase="call", dice=moves[CHANCE], log=log)
        calls = (*state.calls, moves[state.mover])
        log = add_event(state.log, "call", state.mover, moves[state.mover])
        return replace(state, phase="over" if len(calls) == 2 else "call", mover=1, calls=calls, log=log)

    def observe(self, state, seat):
        die = state.dice[seat] if seat is not None and state.dice else None
        return View(seat, state.phase, die, state.mover, state.calls, events_for(state.log, seat))

    def outcome(self, state):
        if state.phase != "over":
            return None
        first = sum(call == "high" for call in state.calls)
        return Outcome((float(first), 2.0 - first), "both have called")


class PipsWords(Words[Pips, View]):
    def rules(self, game):
        return f"Two players roll a die of {game.faces} faces each, and call high or low."

    def scene(self, game, view):
        calls = " and ".join(view.calls) or "nobody has called"
        return f"Your die shows {view.die}; {calls}." if view.seat is not None else f"Two dice; {calls}."

    def sentence(self, game, view, event):
        return " ".join(map(str, event))

    def request(self, game, view, ask):
        return "High or low?"

    def label(self, view, key, choice):
        return str(choice)

    def hint(self, view, key):
        return "high or low"


def guess(game, view, ask, rng):
    return "high" if view.die * 2 > game.faces else "low"


def at_random(game, view, ask, rng):
    return rng.choice(("high", "low"))


def call_low(view, ask):
    return "low"


def sample_state(game, view, rng):
    dice = tuple(view.die if seat == view.seat else rng.randint(1, game.faces) for seat in range(2))
    log = ()
    for event in view.log:
        log = add_event(log, *event, to=[view.seat] if event[0] == "die" else None)
    return State(view.phase, dice if view.phase != "roll" else (), view.mover, view.calls, log)


def secrets(game, state, seat):
    return [f"shows {game.faces + 1}"]


def picture(view, ask):
    shown = str(view.die)
    return Picture(1.0, 1.0, (Cell(0.0, 0.0, "a die", shown, choices=(0,) if ask else ()),), "a die")


class PipsArrays(Arrays[Any, Any]):
    def shapes(self, game):
        return {"die": Array((1,), high=game.faces)}

    def values(self, game, view, seat):
        return {"die": [view.die or 0]}


def measure(course):
    found = course.nothing()
    for _, seat, call in course.moves():
        note(found[seat], highs=call == "high")
    return found


def key_moments(game, before, after, moves):
    return "both call high" if after.calls == ("high", "high") else ""


KIT = Kit(
    game=Pips,
    words=PipsWords(Prompts(())),
    reference=guess,
    reference_is="calls high with a high die",
    baseline=at_random,
    passes=call_low,
    sample_state=sample_state,
    secrets=secrets,
    picture=picture,
    arrays=PipsArrays(),
    indicators=Indicators((Indicator("highs", "High calls", "share"),), measure),
    key_moments=key_moments,
)
