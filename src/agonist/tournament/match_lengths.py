"""How many questions a player is asked in a match: what an estimate of its tokens rests on.

Models play neither at random nor as well as the best player we know. So lengths were measured for a scripted
model that plays sensibly and for the reference player (`scripts/match-lengths`), with each game's usual
options; other options change them as they change the length of random matches.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from agonist.core import CHANCE, Ask, Game, Seat, UsageError
from agonist.kit import Kit, make_game
from agonist.match import Chance, checked_game

FILE: Final = "match_lengths.json"

REFERENCE_SHARE: Final = 1 / 4
"""The weight of the reference player's lengths in the mean with the scripted model's, before any answer."""

LEAST_DIFFERENCE: Final = 0.1
"""Agreement with the reference player tells the two apart only where it differs by more."""

MAX_QUESTIONS: Final = 20_000
"""Questions after which a match is assumed to be endless."""

MATCHES: Final = 24
ENOUGH_QUESTIONS: Final = 1_000
"""Random matches that are played for other options, and after how many questions no further one begins."""

Policy = Callable[[Any, Seat, Ask], Any]
"""(state, seat, ask) -> action"""


@dataclass(frozen=True, slots=True)
class Length:
    """The questions of a seat in a match: their mean, and the mean of their square.

    A conversation that grows with each question takes tokens by the square.
    """

    mean: float
    square: float

    @classmethod
    def of(cls, questions: Iterable[int]) -> Length:
        """The length over these seats."""
        known = list(questions)
        return cls(sum(known) / len(known), sum(n * n for n in known) / len(known))

    def times(self, mean: float, square: float) -> Length:
        """The length with both means multiplied."""
        return Length(self.mean * mean, self.square * square)


@dataclass(frozen=True, slots=True)
class Lengths:
    """What was measured of a game with its usual options, for three kinds of players.

    `agreement`: how often the scripted model's answers were those of the reference player, and how often the
    reference player's own were, who may draw lots.
    """

    random: Length
    careful: Length
    reference: Length
    agreement: tuple[float, float]

    def at(self, share: float) -> Length:
        """The length between the scripted model's (a share of 0) and the reference player's (1)."""
        mean, square = self.longer
        return self.careful.times(mean**share, square**share)

    @property
    def are_told_apart(self) -> bool:
        """Whether answers tell which of the two a player is like."""
        careful, reference = self.agreement
        return reference - careful > LEAST_DIFFERENCE

    @property
    def longer(self) -> tuple[float, float]:
        """By what factors the reference player's matches are longer: of the mean, and of the square."""
        return self.reference.mean / self.careful.mean, self.reference.square / self.careful.square


def typical(kit: Kit, game: Game[Any, Any]) -> Length:
    """The length that is expected of a match between models."""
    known = measured().get(kit.name)
    if known is None:
        return at_random(game)
    usual = known.at(REFERENCE_SHARE)
    if game == make_game(kit.game, {}):
        return usual
    here, there = at_random(game), known.random
    return usual.times(here.mean / there.mean, here.square / there.square)


@cache
def measured() -> Mapping[str, Lengths]:
    """By game, the lengths that were measured."""
    rows = json.loads(resources.files("agonist.tournament").joinpath(FILE).read_text("utf-8"))
    return {
        game: Lengths(
            Length(*row["random"]),
            Length(*row["careful"]),
            Length(*row["reference"]),
            tuple(row["agreement"]),
        )
        for game, row in rows.items()
    }


def at_random(game: Game[Any, Any], enough: int = ENOUGH_QUESTIONS) -> Length:
    """The length of matches with random answers: `MATCHES`, or until `enough` questions were asked."""
    asked = list[int]()
    for nth in range(MATCHES):
        chance = Chance(f"length {nth}")
        asked += questions(game, chance, _by(chance))
        if sum(asked) >= enough:
            break
    return Length.of(asked)


def _by(chance: Chance) -> Policy:
    return lambda _state, _seat, ask: chance.pick(ask)


def questions(game: Game[Any, Any], chance: Chance, policy: Policy) -> list[int]:
    """How many questions each seat is asked in one match. Raises `UsageError` if it does not end."""
    asked = Counter[Seat]()
    state = checked_game.new(game)
    while asks := checked_game.turn(game, state):
        moves = {
            seat: chance.pick(ask) if seat == CHANCE else policy(state, seat, ask)
            for seat, ask in asks.items()
        }
        asked.update(seat for seat in asks if seat != CHANCE)
        if asked.total() > MAX_QUESTIONS:
            raise UsageError(
                f"a match of {game.name} goes on after {MAX_QUESTIONS:,} questions, so it cannot be "
                "estimated; choose options with which it ends sooner"
            )
        state = checked_game.act(game, state, moves)
    return [asked[seat] for seat in range(game.seats)]
