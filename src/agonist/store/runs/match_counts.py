"""What reports count of a match's moves: kept with its end, so that they need not read the moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from agonist.core import Moves
from agonist.store.runs.serialization import pack

if TYPE_CHECKING:
    from agonist.match import Step
    from agonist.store.runs.query_results import Turn


@dataclass(frozen=True, slots=True)
class MoveTally:
    """The moves of a match, counted by seat."""

    asked: tuple[int, ...]
    """How many moves each seat was asked for."""
    fallback: tuple[int, ...]
    """How many of them the policy made."""
    course: int
    """A digest of all moves in order, chance's too, of 64 bits with a sign: of two matches with the same one,
    every move was the same."""


def tally_of(turns: Sequence[Turn | Step], seats: int, taken_over: int = 0) -> MoveTally:
    """The tally of a match with all its steps; nobody was asked in those that were `taken_over`."""
    own = turns[taken_over:] if taken_over else turns
    asked = [seat for turn in own for seat in turn.moves]
    fallback = [seat for turn in own for seat in turn.fallback]
    # A step that ends in a forfeit has no moves, but the forfeiting player was asked.
    asked += [seat for turn in own for seat in turn.fallback if seat not in turn.moves]
    every = range(seats)
    return MoveTally(
        tuple(map(asked.count, every)),
        tuple(map(fallback.count, every)),
        _digest(turn.moves for turn in turns),
    )


def _digest(moves: Iterable[Moves]) -> int:
    text = "\n".join([pack(each if len(each) < 2 else dict(sorted(each.items()))) for each in moves])
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), signed=True)
