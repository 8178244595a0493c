"""The beliefs of a PGM-aware player, updated with each analysis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, Literal

from agonist.core import Game, InvalidAnswer, Seat
from agonist.players.model_call_record import AS_ASKED, LENIENTLY, REFUSED, ModelCall
from agonist.players.pgm.analysis_question import Analysis, Kind, analysis_of, ask_of, kind_of, vocabulary_of
from agonist.players.pgm.beliefs import Matrix, bayesian_update, initial, published_update
from agonist.text import as_asked, read
from agonist.text.reading import FINISHES

PURPOSE: Final = "analysis"
"""The purpose of a model call that is an analysis."""


class Mind:
    """The latest analysis of one seat and its belief matrix, which only games with hidden roles have."""

    def __init__(
        self,
        game: Game[Any, Any],
        seat: Seat,
        beliefs: Literal["text", "matrix"] = "text",
        update: Literal["published", "bayes"] = "published",
    ) -> None:
        self._seats, self._seat = game.seats, seat
        self._update = published_update if update == "published" else bayesian_update
        self.kind: Kind = kind_of(game, beliefs)
        self.ask = ask_of(self.kind, game.seats)
        self._vocabulary = vocabulary_of(seat)
        self.analysis: Analysis | None = None
        self.matrix: Matrix = ()

    def take(self, call: ModelCall) -> ModelCall:
        """Update the beliefs from an answer, and return it with its form; one that cannot be read is refused
        and changes nothing."""
        try:
            action = read(
                self.ask,
                call.text,
                "json",
                vocabulary=self._vocabulary,
                cut_off=call.finish == "length",
                complete=call.finish == "stop",
                refused=call.finish.casefold() in FINISHES,
            )
            self.ask.check(action)
        except InvalidAnswer:
            return replace(call, form=REFUSED)
        self.analysis = found = analysis_of(self.kind, self._seats, action)
        if self.kind == "matrix":
            self.matrix = found.matrix
        elif self.kind == "suspects":
            before = self.matrix or initial(self._seats, self._seat, found.role)
            self.matrix = self._update(before, found.signs)
        return replace(call, form=AS_ASKED if as_asked(self.ask, call.text, "json") else LENIENTLY)


def beliefs_over_time(mind: Mind, calls: Iterable[ModelCall]) -> list[tuple[Analysis, Matrix]]:
    """A player's beliefs after each of its analyses, from the model calls of its seat in order."""
    found = []
    for call in calls:
        if call.purpose == PURPOSE and mind.take(call).form != REFUSED:
            assert mind.analysis is not None
            found.append((mind.analysis, mind.matrix))
    return found
