"""What each seat can expect at the steps of a match, by backward induction or tree search.

`python -m agonist.arena.replay.step_values` reads a record from its standard input and writes the values
as JSON. A site runs it as a process of its own, which it can end: a search takes seconds, and a user's game
may take for ever.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final, TypeAlias

from agonist.core import Game, UsageError
from agonist.games import find_kit
from agonist.kit import Kit
from agonist.match import Record
from agonist.players.equilibrium.open_positions import OpenPositions
from agonist.players.equilibrium.solutions import whole_game
from agonist.players.minimax_and_mcts import expected_scores

Judged: TypeAlias = tuple[tuple[float, ...], float]
"""Expected scores by seat, and the largest of their standard errors."""

PLAYOUTS: Final = 400
"""Playouts of a search for one step."""

MOST_STEPS: Final = 120
"""The most steps of a match that are judged; of longer matches, some at equal distances."""

SECONDS: Final = 12.0
"""Seconds of processor time after which no further step is judged."""


@dataclass(frozen=True, slots=True)
class StepValue:
    """What each seat can expect after a step, in the unit of the game's scores; step 0 is the beginning.

    `error`: the largest standard error of these, 0 where they are exact.
    """

    step: int
    scores: tuple[float, ...]
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class JudgedSteps:
    """The values of a match by step; `how` they were found, as a phrase. `steps`: how many the match has."""

    how: str
    steps: int
    values: tuple[StepValue, ...]


def can_be_judged(game: Game[Any, Any]) -> bool:
    """Whether a search player plays this game: everybody sees everything, one moves at a time, and nobody
    talks."""
    return not (game.traits.hidden or game.traits.simultaneous or game.traits.talk)


def values_of(kit: Kit, record: Record, seconds: float = SECONDS) -> JudgedSteps:
    """The values at the steps of a match: first those far from one another, then those between, as far as
    there is time. The same step of a match always gets the same value.

    Raises `UsageError` for a game that cannot be judged.
    """
    game = record.game
    if not can_be_judged(game):
        raise UsageError(f"no search judges {game.name}")
    states = list(record.states())
    judge, how = _judge(kit, game)
    found: dict[int, StepValue] = {}
    began = time.process_time()
    for nth in _spread(len(states)):
        judged = judge(states[nth], nth)
        if judged is not None:
            found[nth] = StepValue(nth, *judged)
        if time.process_time() - began > seconds:
            break
    return JudgedSteps(how, len(states) - 1, tuple(found[nth] for nth in sorted(found)))


def _judge(kit: Kit, game: Game[Any, Any]) -> tuple[Callable[[Any, int], Judged | None], str]:
    if kit.solvable:
        try:
            whole = whole_game(kit, game)
        except UsageError:  # too large with these options
            pass
        else:
            assert isinstance(whole, OpenPositions)
            worths = whole.worths(whole.perfect())

            def solved(state: Any, nth: int) -> Judged | None:
                del nth
                if (outcome := game.outcome(state)) is not None:
                    return tuple(map(float, outcome.scores)), 0.0
                spot = whole.spot_ids.get(whole.position(state))
                if spot is None:
                    return None
                # Equal shares of best moves need not add up to 1 exactly.
                return tuple(round(float(worth), 9) for worth in worths[whole.spot_positions[spot]]), 0.0

            return solved, "if all play perfectly from there"

    def searched(state: Any, nth: int) -> Judged:
        return expected_scores(kit, game, state, PLAYOUTS, Random(nth))

    return searched, f"as tree search of {PLAYOUTS} playouts expects"


def _spread(steps: int) -> Iterator[int]:
    """At most `MOST_STEPS` steps, from 0 to the last: the ends, the middle, the quarters, and so on."""
    every = max(1, -(-(steps - 1) // (MOST_STEPS - 1)))
    chosen = sorted({*range(0, steps, every), steps - 1})
    given: set[int] = set()
    distance = 1 << len(chosen).bit_length()
    while distance:
        for at in (*range(0, len(chosen), distance), len(chosen) - 1):
            if at not in given:
                given.add(at)
                yield chosen[at]
        distance //= 2


def _main() -> None:
    os.nice(10)  # pages come first
    record = Record.loads(sys.stdin.read(), find_kit)
    sys.stdout.write("\n" + json.dumps(asdict(values_of(find_kit(record.name), record))))


if __name__ == "__main__":
    _main()
