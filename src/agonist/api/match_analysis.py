"""Luck, skill and the cost of moves in a stored match: `analyse`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from agonist.api.loaded_match import LoadedMatch, load_match
from agonist.core import CHANCE, UsageError
from agonist.games import find_kit
from agonist.kit import guarded
from agonist.metrics.luck_and_skill import decompose
from agonist.metrics.match_analysis import Analysis
from agonist.metrics.move_quality import LEAST_ROLLOUTS, move_costs
from agonist.metrics.position_values import RolloutValues, position_values
from agonist.run_config import RunConfig

ROLLOUTS: Final = 100
"""Rollouts of each position, by default."""

MOST_ROLLOUTS: Final = 100_000


def analyse(
    match: int | str | LoadedMatch,
    *,
    db: str | Path = "agonist.db",
    by: str = "auto",
    rollouts: int = ROLLOUTS,
    moves: bool = True,
    seed: int = 0,
    on_value: Callable[[int, int], None] = lambda _nth, _of: None,
) -> Analysis:
    """Take the result of a finished match apart into luck and skill, and find out what each move cost.

    Args:
        match: Its number, or a match that is loaded.
        db: The database that holds it.
        by: Who is supposed to play on from each position: `equilibrium`, `reference`, `baseline` or `random`;
            `auto` for an equilibrium where the game is small enough to be solved, else its reference player.
        rollouts: How often each position is played on from, and each move tried, from 4 to 100,000; none are
            needed where values are exact.
        moves: Whether moves are judged too, which takes most of the time.
        seed: Decides the luck of rollouts.
        on_value: Called before each rollout: the number of the value that it is for, from 1, and how many
            there are at most. An error that it raises ends the analysis.

    Raises:
        UsageError: For an unknown match, one without an end, and for players that cannot be asked about it.
        RecordError: If the rules have changed since, or the record is damaged.

    >>> from tempfile import TemporaryDirectory
    >>> from agonist import play
    >>> with TemporaryDirectory() as folder:
    ...     match = play("tictactoe", ["random", "reference"], seed=1, db=f"{folder}/agonist.db")
    ...     found = analyse(1, db=f"{folder}/agonist.db")
    >>> (luck, _), ((skill, *_), *_) = found.result.luck, found.result.skill
    >>> found.exact, luck.value, skill.value
    (True, 0.0, -1.0)
    """
    loaded = match if isinstance(match, LoadedMatch) else load_match(match, db=db)
    if loaded.status != "finished" or loaded.outcome is None:
        raise UsageError(f"match {loaded.number} is {loaded.status}: only a finished match has a result")
    if not LEAST_ROLLOUTS <= rollouts <= MOST_ROLLOUTS:
        raise UsageError(f"rollouts are {LEAST_ROLLOUTS} to {MOST_ROLLOUTS:,}, not {rollouts:,}")
    game, kit = loaded.record.game, guarded(find_kit(loaded.fixture.game))
    values = position_values(
        kit, game, by, RunConfig().player_registry().factory, rollouts=rollouts, seed=seed
    )
    scores = loaded.outcome.scores
    values.on_rollout = _counting(on_value, loaded, moves)
    if isinstance(values, RolloutValues):
        values.see(np.array(scores, dtype=float))
    result = decompose(values, loaded.states, loaded.record.moves, scores, loaded.record.forfeits)
    costs = move_costs(values, loaded.states, loaded.record.moves) if moves else []
    return Analysis(
        loaded.number,
        _deal(loaded),
        loaded.players,
        loaded.record,
        tuple(loaded.states),
        values.player,
        values.exact,
        0 if values.exact else rollouts,
        result,
        tuple(costs),
    )


def _deal(match: LoadedMatch) -> str:
    """Matches of one deal are one piece of evidence; others are their own."""
    fixture = match.fixture
    return fixture.deal if fixture.block or fixture.parent else str(match.number)


def _counting(on_value: Callable[[int, int], None], match: LoadedMatch, moves: bool) -> Callable[[int], None]:
    played = match.record.moves
    decisions = sum(seat != CHANCE for step in played for seat in step)
    most = len(match.states) + sum(len(step) for step in played if len(step) > 1) + moves * decisions
    return lambda nth: on_value(nth, most)
