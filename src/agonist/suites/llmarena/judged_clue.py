"""Judging a clue as a match of one seat, so that verdicts are stored, paid for and resumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from agonist.core import Ask, Choice, Game, Moves, Outcome, Seat, Traits
from agonist.kit import Kit, Words
from agonist.kit.word_attributes import ours
from agonist.text import Prompts


@dataclass(frozen=True, slots=True)
class Bench:
    """A word, a clue to it, and the verdict once it is given."""

    word: str
    clue: str
    verdict: str = ""


@dataclass(frozen=True)
class ClueJudge(Game[Bench, Bench]):
    """Does this clue describe this word? The score is 1 for yes, 0 for no."""

    name: ClassVar[str] = "clue_judge"
    sizes: ClassVar[Sequence[int]] = (1,)
    traits: ClassVar[Traits] = Traits(sources=("LLMArena (Chen et al., 2024), Table 3",))

    seats: int = 1
    word: str = "tea"
    clue: str = "You drink it hot."

    def new(self) -> Bench:
        return Bench(self.word, self.clue)

    def turn(self, state: Bench) -> Mapping[Seat, Ask]:
        return {} if state.verdict else {0: Choice(("yes", "no"), about="verdict")}

    def act(self, state: Bench, moves: Moves) -> Bench:
        return Bench(state.word, state.clue, moves[0])

    def observe(self, state: Bench, seat: Seat | None) -> Bench:
        del seat
        return state

    def outcome(self, state: Bench) -> Outcome | None:
        if not state.verdict:
            return None
        return Outcome((float(state.verdict == "yes"),), f"the judge says {state.verdict}")


class ClueJudgeWords(Words[ClueJudge, Bench]):
    def rules(self, game: ClueJudge) -> str:
        del game
        return self.prompts.fill("rules")

    def scene(self, game: ClueJudge, view: Bench) -> str:
        del game
        return self.prompts.fill("scene", word=view.word, clue=view.clue)


def by_lexicon(game: Any, view: Bench, ask: Ask, rng: Random) -> str:
    """Yes if the lexicon knows more for than against it."""
    del game, ask, rng
    fit = ours().fit(view.clue, view.word) if ours().knows(view.word) else None
    return "yes" if fit is not None and fit >= 0.5 else "no"


KIT = Kit(
    game=ClueJudge,
    words=ClueJudgeWords(Prompts((Path(__file__).parent / "prompts" / "clue_judge",))),
    reference=by_lexicon,
    reference_is="a heuristic: half of what is said must stand in a lexicon",
)
