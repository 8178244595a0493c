"""The border to a game's own code: everything that code returns is checked and made plain here.

NumPy's numbers, `Fraction` and `Decimal` become `int` or `float`. A value that cannot be stored, rated or
asked raises a `GameError` that names it. Each function here is called in place of the `Game` method of its
name. What the built-in games ask and pay is plain by their contract (`agonist.contract`), and not checked
again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import lru_cache
from operator import is_
from typing import Any, Final

from agonist.core import (
    CHANCE,
    Amount,
    Ask,
    Choice,
    Draw,
    Form,
    Game,
    GameError,
    Menu,
    Moves,
    Outcome,
    Pick,
    Seat,
    Shuffle,
    Speech,
    Split,
)
from agonist.core.plain_values import LARGEST_NUMBER, NotPlain, number, numbers, plain_value, shown
from agonist.kit.limits_of_user_code import code_of, is_ours

GAVE_NONE: Final = "gave None"


def rules_of(game: Game[Any, Any]) -> AbstractContextManager[None]:
    """A context for the game's own code; if it raises or never ends, the message names the game."""
    return _rules(type(game))


@lru_cache(maxsize=256)
def _rules(game: type[Game[Any, Any]]) -> code_of:
    return code_of(f"the rules of {game.name}", limited=not is_ours(game))


@lru_cache(maxsize=256)
def _is_trusted(game: type[Game[Any, Any]]) -> bool:
    return f"{game.__module__}".startswith("agonist.games.")


def new(game: Game[Any, Any]) -> Any:
    with rules_of(game):
        return _something(game, "new", game.new())


def act(game: Game[Any, Any], state: Any, moves: Moves) -> Any:
    with rules_of(game):
        return _something(game, "act", game.act(state, moves))


def asked(game: Game[Any, Any], state: Any) -> tuple[Mapping[Seat, Ask], Mapping[Seat, Any]]:
    """`turn`, and `observe` for each player who is asked."""
    with rules_of(game):
        asks = _asks(game, state)
        return asks, _views(game, state, asks)


def follow(
    game: Game[Any, Any], state: Any, moves: Moves
) -> tuple[Any, Mapping[Seat, Ask], Mapping[Seat, Any]]:
    """`act`, and in the state after it what `asked` gives: all of a step at once."""
    with rules_of(game):
        after = game.act(state, moves)
        if after is None:
            raise _wrong(game, "act", GAVE_NONE)
        asks = _asks(game, after)
        return after, asks, _views(game, after, asks)


def views(game: Game[Any, Any], state: Any, asks: Mapping[Seat, Ask]) -> Mapping[Seat, Any]:
    """`observe` for each player who is asked."""
    with rules_of(game):
        return _views(game, state, asks)


def _views(game: Game[Any, Any], state: Any, asks: Mapping[Seat, Ask]) -> Mapping[Seat, Any]:
    found = {}
    for seat in asks:
        if seat != CHANCE:
            found[seat] = view = game.observe(state, seat)
            if view is None:
                raise _wrong(game, "observe", GAVE_NONE)
    return found


def observe(game: Game[Any, Any], state: Any, seat: Seat | None) -> Any:
    with rules_of(game):
        return _something(game, "observe", game.observe(state, seat))


def turn(game: Game[Any, Any], state: Any) -> Mapping[Seat, Ask]:
    with rules_of(game):
        return _asks(game, state)


def _asks(game: Game[Any, Any], state: Any) -> Mapping[Seat, Ask]:
    asks = game.turn(state)
    if _is_trusted(type(game)):
        return asks
    if type(asks) is not dict and not isinstance(asks, Mapping):
        raise _wrong(game, "turn", f"gave {shown(asks)}, not asks by seat")
    for seat, ask in asks.items():
        # Most asks have been checked before, and are plain.
        if type(seat) is not int or _checked(game, seat, ask) is not ask:
            break
    else:
        return asks
    return {_seat(game, "turn", seat): _checked(game, seat, ask) for seat, ask in asks.items()}


def outcome(game: Game[Any, Any], state: Any) -> Outcome | None:
    with rules_of(game):
        found = game.outcome(state)
        return found if found is None or _is_trusted(type(game)) else checked_outcome(game, found)


def checked_outcome(game: Game[Any, Any], outcome: Any) -> Outcome:
    """The outcome with plain numbers; raises `GameError` if it cannot be rated or stored."""
    if not isinstance(outcome, Outcome):
        raise _wrong(game, "outcome", f"gave {shown(outcome)}, not an Outcome")
    try:
        scores = numbers(outcome.scores)
    except NotPlain as why:
        raise _wrong(game, "outcome", f"has a score of {why}") from None
    if len(scores) != game.seats:
        raise _wrong(game, "outcome", f"has {len(scores)} scores for {game.seats} seats")
    if not isinstance(outcome.reason, str):
        raise _wrong(game, "outcome", f"gives as its reason {shown(outcome.reason)}, not text")
    teams = _teams(game, outcome.teams)
    return Outcome(scores, str(outcome.reason), teams, _places(game, outcome.places, teams))


def _teams(game: Game[Any, Any], teams: Any) -> tuple[tuple[Seat, ...], ...]:
    if not isinstance(teams, tuple | list) or not all(isinstance(team, tuple | list) for team in teams):
        raise _wrong(game, "outcome", f"has teams {shown(teams)}, not tuples of seats")
    seats = tuple(tuple(_seat(game, "outcome", seat) for seat in team) for team in teams)
    members = [seat for team in seats for seat in team]
    if CHANCE in members or len(set(members)) < len(members) or not all(seats):
        raise _wrong(
            game, "outcome", f"has teams {shown(teams)}: each seat is in one team at most, and none is empty"
        )
    return seats


def _places(game: Game[Any, Any], places: Any, teams: Sequence[Sequence[Seat]]) -> tuple[int, ...]:
    if isinstance(places, tuple) and not places:
        return ()
    try:
        by_seat = tuple([whole("a place", place) for place in places])
    except (NotPlain, TypeError):
        by_seat = ()
    if len(by_seat) != game.seats or min(by_seat) != 1:
        raise _wrong(game, "outcome", f"has places {shown(places)}: each seat has one, and the first is 1")
    if any(len({by_seat[seat] for seat in team}) > 1 for team in teams):
        raise _wrong(game, "outcome", f"has places {shown(places)}: a team shares one")
    return by_seat


def _something(game: Game[Any, Any], method: str, value: Any) -> Any:
    if value is None:
        raise _wrong(game, method, GAVE_NONE)
    return value


def _seat(game: Game[Any, Any], method: str, seat: Any) -> Seat:
    try:
        at = seat if type(seat) is int else number(seat)
    except NotPlain:
        at = None
    if type(at) is not int or isinstance(seat, bool) or not (at == CHANCE or 0 <= at < game.seats):
        raise _wrong(game, method, f"names the seat {shown(seat)}; seats are 0 to {game.seats - 1}")
    return at


def _checked(game: Game[Any, Any], seat: Any, ask: Any) -> Ask:
    """The ask with plain values; the same object if it had no others."""
    if seat != CHANCE and (type(seat) is not int or not 0 <= seat < game.seats):
        _seat(game, "turn", seat)
    if seat != CHANCE and type(ask) in CHANCE_ONLY:
        raise _wrong(
            game, "turn", f"asks seat {seat} to {type(ask).__name__.lower()}, which only chance does"
        )
    try:
        return plain_ask(ask)
    except NotPlain as why:
        about = getattr(ask, "about", "") or type(ask).__name__
        who = "chance" if seat == CHANCE else f"seat {seat}"
        raise _wrong(game, "turn", f"asks {who} for {about!r}: {why}") from None


def plain_ask(ask: Any) -> Ask:
    """The ask with plain values; the same object if it has no others. Raises `NotPlain` if it cannot be
    answered."""
    check = CHECKS.get(type(ask))
    if check is not None:
        if type(ask.about) is not str:
            raise NotPlain(f"its name is {shown(ask.about)}")
        return check(ask)
    if not all(callable(getattr(ask, method, None)) for method in ("sample", "check", "options")):
        raise NotPlain(f"{shown(ask)} is no ask")
    if type(getattr(ask, "about", None)) is not str:
        raise NotPlain(f"{shown(ask)} has no name (`about`)")
    return ask  # type: ignore[no-any-return]  # a user-defined kind of ask


def _choice(ask: Choice) -> Ask:
    choices = plain_value(ask.choices)
    if type(choices) is not tuple or not choices:
        raise NotPlain("there are no options" if not choices else f"its options are {shown(choices)}")
    return ask if choices is ask.choices else replace(ask, choices=choices)


def _amount(ask: Amount) -> Ask:
    low, high, step = whole("low", ask.low), whole("high", ask.high), whole("step", ask.step)
    if low > high or step < 1:
        raise NotPlain(f"from {low} to {high} in steps of {step} there is nothing")
    same = low is ask.low and high is ask.high and step is ask.step
    return ask if same else replace(ask, low=low, high=high, step=step)


def _split(ask: Split) -> Ask:
    among, total = plain_value(ask.among), whole("total", ask.total)
    low, step = whole("low", ask.low), whole("step", ask.step)
    if type(among) is not tuple or not among or step < 1 or low * len(among) > total:
        raise NotPlain(
            f"{total} cannot be split among {shown(among)} with {low} or more each in steps of {step}"
        )
    if (total - low * len(among)) % step:
        raise NotPlain(f"{total} cannot be split in steps of {step} from {low}")
    same = among is ask.among and all(
        new is old for new, old in ((total, ask.total), (low, ask.low), (step, ask.step))
    )
    return ask if same else replace(ask, among=among, total=total, low=low, step=step)


def _pick(ask: Pick) -> Ask:
    things, low, high = plain_value(ask.things), whole("low", ask.low), whole("high", ask.high)
    if type(things) is not tuple or not 0 <= low <= high <= len(things):
        raise NotPlain(f"{low} to {high} of {shown(things)} cannot be picked")
    same = things is ask.things and low is ask.low and high is ask.high
    return ask if same else replace(ask, things=things, low=low, high=high)


def _speech(ask: Speech) -> Ask:
    most = whole("max_words", ask.max_words)
    if most < 1 or (ask.max_bytes is not None and whole("max_bytes", ask.max_bytes) < 1):
        raise NotPlain("nothing may be said")
    if not all(isinstance(word, str) for word in ask.forbidden):
        raise NotPlain(f"its forbidden words are {shown(ask.forbidden)}")
    return ask


def _shuffle(ask: Shuffle) -> Ask:
    things, take = plain_value(ask.things), whole("take", ask.take)
    if type(things) is not tuple or not 0 <= take <= len(things):
        raise NotPlain(f"{take} of {shown(things)} cannot be drawn")
    return ask if things is ask.things and take is ask.take else replace(ask, things=things, take=take)


def _draw(ask: Draw) -> Ask:
    choices, weights = plain_value(ask.choices), numbers(ask.weights)
    if type(choices) is not tuple or not choices:
        raise NotPlain("there is nothing to draw")
    if weights and (len(weights) != len(choices) or min(weights) < 0 or not sum(weights) > 0):
        raise NotPlain(f"weights {shown(weights)} are not one for each of {len(choices)} choices, from 0 up")
    same = choices is ask.choices and type(ask.weights) is tuple and all(map(is_, weights, ask.weights))
    return ask if same else replace(ask, choices=choices, weights=tuple(map(float, weights)))


def _form(ask: Form) -> Ask:
    parts = tuple((_name(name), plain_ask(part)) for name, part in ask.parts)
    return (
        ask
        if all(new[1] is old[1] for new, old in zip(parts, ask.parts, strict=True))
        else replace(ask, parts=parts)
    )


def _menu(ask: Menu) -> Ask:
    if not ask.verbs:
        raise NotPlain("there is no verb to choose")
    verbs = tuple((_name(verb), plain_ask(parts)) for verb, parts in ask.verbs)
    if all(new[1] is old[1] for new, old in zip(verbs, ask.verbs, strict=True)):
        return ask
    return replace(ask, verbs=verbs)  # type: ignore[arg-type]  # a form that was checked is a form


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise NotPlain(f"a part is called {shown(name)}")
    return name


def whole(what: str, value: Any) -> int:
    """A whole number of an ask. Raises `NotPlain`."""
    if type(value) is int and -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        return value
    try:
        as_number = number(value)
    except NotPlain as why:
        raise NotPlain(f"{what} is {why}") from None
    if as_number != int(as_number):
        raise NotPlain(f"{what} is {shown(value)}, not a whole number")
    return int(as_number)


CHANCE_ONLY: Final = frozenset((Shuffle, Draw))

CHECKS: Final[Mapping[type, Callable[[Any], Ask]]] = {
    Choice: _choice,
    Amount: _amount,
    Split: _split,
    Pick: _pick,
    Speech: _speech,
    Shuffle: _shuffle,
    Draw: _draw,
    Form: _form,
    Menu: _menu,
}


def _wrong(game: Game[Any, Any], method: str, why: str) -> GameError:
    return GameError(f"the rules of {game.name}: {method} {why}")
