"""Two built-in players on one deal, and the players that a reference should beat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean
from typing import Any, Final, TypeAlias

from agonist.core import CHANCE, Ask, Game, Outcome, Seat, uniform
from agonist.core.random_choice import one_of
from agonist.kit import Kit
from agonist.match import Chance

Side: TypeAlias = tuple[Seat, ...]
Answer: TypeAlias = Callable[[Kit, Game[Any, Any], Any, Seat, Ask, Random], Any]

SEATED: Final[Mapping[str, str]] = {
    "battle_royale": "alone",
    "cost_sharing": "alone",
    "commons": "copies",
    "divide_dollar": "copies",
    "hanabi": "copies",
}
"""How two players are compared on a deal. `sides`, unless named here: two matches, in which they exchange
the sides. `alone`, where one player's answers help everybody: one player in each seat in turn, among copies
of the other, and what a copy of the other gets there. `copies`, where all must play alike: a table of
each."""

TRIED: Final = 12
"""A greedy player tries at most so many answers."""

AHEAD: Final = 200
"""A greedy player looks at most so many moves ahead."""

SHORT: Final[Mapping[str, Mapping[str, Any]]] = {
    "battle_royale": {"shot_cap": 1},
    "pit": {"hands": 1, "ticks": 1},
}
"""Options of the game in which a greedy player looks ahead, where nothing can happen once everybody idles."""


def reference(kit: Kit, game: Game[Any, Any], state: Any, seat: Seat, ask: Ask, rng: Random) -> Any:
    return kit.reference(game, game.observe(state, seat), ask, rng)


def baseline(kit: Kit, game: Game[Any, Any], state: Any, seat: Seat, ask: Ask, rng: Random) -> Any:
    if kit.baseline is None:
        return uniform(ask, rng)
    return kit.baseline(game, game.observe(state, seat), ask, rng)


def random(_kit: Kit, _game: Game[Any, Any], _state: Any, _seat: Seat, ask: Ask, rng: Random) -> Any:
    return uniform(ask, rng)


def idle(kit: Kit, game: Game[Any, Any], state: Any, seat: Seat, ask: Ask, rng: Random) -> Any:
    """What does least in this game, or else the first answer."""
    if kit.passes is not None:
        return kit.passes(game.observe(state, seat), ask)
    options = ask.options()
    return options[0] if options else ask.sample(rng)


def greedy(kit: Kit, game: Game[Any, Any], state: Any, seat: Seat, ask: Ask, rng: Random) -> Any:
    """An answer after which the player would be furthest ahead if everybody idled from then on."""
    options = list(ask.options() or ())
    if not 0 < len(options) <= TRIED:
        options = [uniform(ask, rng) for _ in range(TRIED)]
    if kit.sample_state is not None:
        state = kit.sample_state(game, game.observe(state, seat), rng)
    others = {each: asked for each, asked in game.turn(state).items() if each != seat}
    moves = {each: _idly(kit, game, state, each, asked, rng) for each, asked in others.items()}
    short = replace(game, **SHORT.get(game.name, {}))
    worth = [_ahead(kit, short, short.act(state, {**moves, seat: option}), seat, rng) for option in options]
    return one_of([option for option, found in zip(options, worth, strict=True) if found == max(worth)], rng)


def _idly(kit: Kit, game: Game[Any, Any], state: Any, seat: Seat, ask: Ask, rng: Random) -> Any:
    return ask.sample(rng) if seat == CHANCE else idle(kit, game, state, seat, ask, rng)


def _ahead(kit: Kit, game: Game[Any, Any], state: Any, me: Seat, rng: Random) -> tuple[float, float]:
    """By how much the player has won, and their score, if everybody idles."""
    for _ in range(AHEAD):
        asks = game.turn(state)
        if not asks:
            break
        moves = {seat: _idly(kit, game, state, seat, ask, rng) for seat, ask in asks.items()}
        state = game.act(state, moves)
    if outcome := game.outcome(state):
        return -float(outcome.ranks[me]), outcome.scores[me]
    return (0.0, kit.playouts.estimate(game, state)[me]) if kit.playouts else (0.0, 0.0)


PLAYERS: Final[Mapping[str, Answer]] = {
    each.__name__: each for each in (reference, baseline, random, idle, greedy)
}


def play(kit: Kit, game: Game[Any, Any], seated: Sequence[Answer], seed: str) -> Outcome:
    """One match; each deal has its seed."""
    state, chance, nth = game.new(), Chance(seed), 0
    while asks := game.turn(state):
        moves = {
            seat: chance.pick(ask)
            if seat == CHANCE
            else seated[seat](kit, game, state, seat, ask, Random(f"{seed}/{nth}/{seat}"))
            for seat, ask in asks.items()
        }
        state, nth = game.act(state, moves), nth + 1
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome


def sides(game: Game[Any, Any], seed: str) -> tuple[Side, Side]:
    """The two sides on this deal: the two teams, or else even and odd seats."""
    state, chance = game.new(), Chance(seed)
    while not game.teams(state) and list(asks := game.turn(state)) == [CHANCE]:
        state = game.act(state, {CHANCE: chance.pick(asks[CHANCE])})
    if len(teams := game.teams(state)) == 2:
        return tuple(teams[0]), tuple(teams[1])
    return tuple(range(0, game.seats, 2)), tuple(range(1, game.seats, 2))


@dataclass(frozen=True)
class Deal:
    """What came of one deal: the share of wins of the first player, and the mean scores of both."""

    won: float
    ours: float
    theirs: float


def duel(kit: Kit, game: Game[Any, Any], one: Answer, other: Answer, seed: str) -> Deal:
    """Both players on one deal, as `SEATED` says for this game."""
    seats = game.seats
    match SEATED.get(game.name, "sides"):
        case "alone":
            seat = int(seed.rpartition(" ")[2]) % seats
            tables = [[each if s == seat else other for s in range(seats)] for each in (one, other)]
            ours, theirs = (play(kit, game, table, seed).scores[seat] for table in tables)
        case "copies":
            ours, theirs = (fmean(play(kit, game, [each] * seats, seed).scores) for each in (one, other))
        case _:
            both = sides(game, seed)
            halves = [_half(kit, game, mine, rest, one, other, seed) for mine, rest in (both, both[::-1])]
            return Deal(*(fmean(half) for half in zip(*halves, strict=True)))
    return Deal(1.0 if ours > theirs else 0.5 if ours == theirs else 0.0, ours, theirs)


def _half(
    kit: Kit, game: Game[Any, Any], mine: Side, rest: Side, one: Answer, other: Answer, seed: str
) -> tuple[float, float, float]:
    """One match: the share of winners among these seats, and the mean scores of both sides."""
    seated = [one if seat in mine else other for seat in range(game.seats)]
    outcome = play(kit, game, seated, seed)
    first = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
    won = sum(seat in mine for seat in first) / len(first)
    return won, fmean(outcome.scores[seat] for seat in mine), fmean(outcome.scores[seat] for seat in rest)
