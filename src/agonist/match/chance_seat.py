"""Chance, the seat that shuffles the cards and rolls the dice, and what a script fixes."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from agonist.core import CHANCE, Ask, Game, GameError, IllegalAction, Moves, Seat


class Chance:
    """Answers from a seed, with a stream of its own for each question, or from a script.

    The nth answer to one question is the same whatever was asked in between, so that the second deal of a
    mirrored match does not depend on how the first battle went. A script gives, for each question by name,
    its first answers in order; chance gives the rest.

    >>> from agonist.core import Draw
    >>> coin = Draw(("heads", "tails"), about="coin")
    >>> Chance("1", {"coin": ["tails"]}).pick(coin)
    'tails'
    """

    def __init__(self, seed: str, script: Mapping[str, Sequence[Any]] | None = None) -> None:
        self._seed = seed
        self._script = script or {}
        self._asked: defaultdict[str, int] = defaultdict(int)

    @classmethod
    def of_match(cls, seed: object, script: Mapping[str, Sequence[Any]] | None = None) -> Chance:
        """The chance of the match with this seed."""
        # The stream keeps its first name, or stored matches would not verify.
        return cls(f"{seed}:nature", script)

    def pick(self, ask: Ask) -> Any:
        nth = self._asked[ask.about]
        self._asked[ask.about] += 1
        scripted = self._script.get(ask.about, ())
        if nth >= len(scripted):
            return ask.sample(Random(f"{self._seed}:{ask.about}:{nth}"))
        try:
            ask.check(scripted[nth])
        except IllegalAction as why:
            raise GameError(f"the script's answer {nth + 1} to {ask.about!r} is not valid: {why}") from None
        return scripted[nth]

    def recall(self, ask: Ask) -> None:
        """Skip the stream past a question that was answered before the match was resumed."""
        self._asked[ask.about] += 1


class Openings:
    """Scripted answers of players: under `clue@1`, the first answers of seat 1 to the question `clue`.

    They are played in the player's place; the player sees them in the next scene.
    """

    def __init__(self, script: Mapping[str, Sequence[Any]] | None = None) -> None:
        self._script = {key: answers for key, answers in script.items() if "@" in key} if script else {}
        self._asked: defaultdict[str, int] = defaultdict(int)
        self.any = bool(self._script)

    def next(self, seat: Seat, ask: Ask) -> Any | None:
        """The next scripted answer to this question; `None` if there is none, or none is left."""
        key = f"{ask.about}@{seat}"
        nth = self._asked[key]
        if nth >= len(self._script.get(key, ())):
            return None
        self._asked[key] += 1
        scripted = self._script[key][nth]
        try:
            ask.check(scripted)
        except IllegalAction as why:
            raise GameError(f"the script's answer {nth + 1} to {key!r} is not valid: {why}") from None
        return scripted


def opening(game: Game[Any, Any], chance: Chance) -> tuple[Moves, ...]:
    """Chance's moves up to the first question put to a player: the deal."""
    state, moves = game.new(), list[Moves]()
    while set(asks := game.turn(state)) == {CHANCE}:
        moves.append({CHANCE: chance.pick(asks[CHANCE])})
        state = game.act(state, moves[-1])
    return tuple(moves)


def seed_of_player(seed: str, seat: Seat) -> str:
    """The seed of one player; chance's answers and the other players' seeds cannot be derived from it."""
    return hashlib.sha256(f"player:{seat}:{seed}".encode()).hexdigest()[:32]
