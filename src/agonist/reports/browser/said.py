"""Compact storage of moves and announcements: each text is stored once, and numbers say who did what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agonist.reports.browser.forms import packed_texts, texts_of
from agonist.reports.browser.symbols import Coder, Decoder, numbers_of, text_of
from agonist.reports.turns import Turn


class Said:
    """The steps of some matches, as symbols.

    Each step is written as the numbers of its moves and announcements, and for each move 2 · (seat + 1), and
    1 more if the policy did it. The context of words is their seat, that of an announcement the one before.
    """

    def __init__(self) -> None:
        self._coder = Coder()
        self._steps: list[int] = []
        self._places: dict[str, int] = {}

    def add(self, turns: Sequence[Turn]) -> None:
        """Add the steps of one match."""
        for turn in turns:
            self._steps += [len(turn.moves), len(turn.announced)]
            for move in turn.moves:
                words = f"{move.about}: {move.words}" if move.about else move.words
                self._steps.append(2 * (move.seat + 1) + move.fallback)
                self._coder.write(self._place(words), _speaker(move.seat))
            before = -1
            for line in turn.announced:
                self._coder.write(place := self._place(line), before)
                before = place

    def _place(self, text: str) -> int:
        return self._places.setdefault(text, len(self._places))

    def packed(self) -> dict[str, Any]:
        """Plain values for a page."""
        texts = list(self._places)
        return {
            "texts": packed_texts(texts[place] for place in self._coder.places),
            "steps": text_of(self._steps),
            **self._coder.streams(),
        }


def _speaker(seat: int) -> int:
    """The context of what a seat does: a number that no text has."""
    return -3 - seat


def steps_of(packed: Mapping[str, Any], lengths: Sequence[int]) -> Iterator[list[list[Any]]]:
    """Read the steps of matches with these lengths, as a page does (`saidOf` in parts.js): for each
    its moves `[seat, words, whether the policy did it]` and its announcements."""
    texts, numbers, decoder = texts_of(packed["texts"]), numbers_of(packed["steps"]), Decoder(dict(packed))
    for length in lengths:
        steps = []
        for _ in range(length):
            moves, announced = [], []
            count, more = next(numbers), next(numbers)
            for _ in range(count):
                seat, fallback = divmod(next(numbers), 2)
                moves.append([seat - 1, texts[decoder.read(_speaker(seat - 1))], fallback])
            before = -1
            for _ in range(more):
                before = decoder.read(before)
                announced.append(texts[before])
            steps.append([moves, announced])
        yield steps
