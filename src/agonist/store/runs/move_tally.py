"""What reports count of a match's moves: kept with its end, so that they need not read the moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

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


def tally_of(
    turns: Sequence[Turn | Step], seats: int, taken_over: int = 0, texts: Sequence[str] = ()
) -> MoveTally:
    """The tally of a match with all its steps; nobody was asked in those that were `taken_over`.

    `texts`: the moves of all steps as they are stored, where these are known.
    """
    # Chance, whose seat is -1, counts in the last place.
    asked, fallback = [0] * (seats + 1), [0] * (seats + 1)
    for turn in turns[taken_over:] if taken_over else turns:
        for seat in turn.moves:
            asked[seat] += 1
        for seat in turn.fallback:
            fallback[seat] += 1
            # A step that ends in a forfeit has no moves, but the forfeiting player was asked.
            asked[seat] += seat not in turn.moves
    return MoveTally(tuple(asked[:seats]), tuple(fallback[:seats]), _digest(turns, texts))


def _digest(turns: Sequence[Turn | Step], texts: Sequence[str]) -> int:
    texts = texts or [pack(turn.moves) for turn in turns]
    text = "\n".join(
        [
            known if len(turn.moves) < 2 else pack(dict(sorted(turn.moves.items())))
            for turn, known in zip(turns, texts, strict=True)
        ]
    )
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), signed=True)
