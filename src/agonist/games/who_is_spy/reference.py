"""A heuristic player who compares every speech with a lexicon of attributes."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from agonist.core import Ask, Seat
from agonist.core.random_choice import one_of
from agonist.games.who_is_spy.rules import View, WhoIsSpy, others
from agonist.kit import odd_word_beliefs
from agonist.kit.clues_of_built_in_players import new_clue
from agonist.kit.word_attributes import ours


def by_lexicon(game: WhoIsSpy, view: View, ask: Ask, rng: Random) -> Any:
    """A speech, or a vote, by the evidence of all speeches so far; never a foul."""
    assert view.seat is not None
    assert view.word is not None
    lexicon, speeches = ours(game.language), speeches_of(view)
    known = lexicon.knows(view.word)
    belief = odd_word_beliefs.believe(lexicon, view.word, view.seat, view.alive, speeches) if known else None
    if ask.about == "speech":
        parts = [part for texts in speeches.values() for text in texts for part in (text, *_sentences(text))]
        attributes = (
            odd_word_beliefs.worth_saying(lexicon, view.word, view.seat, belief, rng) if belief else ()
        )
        legal = [a for a in attributes if not game.says_own_word(a, view.word)]
        return new_clue(legal, parts, ask, rng, game.language)
    rest = others(view.alive, view.seat)
    if belief is None:
        return one_of(rest, rng)
    return odd_word_beliefs.worst(odd_word_beliefs.against(lexicon, view.seat, rest, speeches, belief), rng)


def _sentences(text: str) -> list[str]:
    """The sentences of a speech, since repeating a sentence may count as a repetition."""
    return re.split(r"(?<=[.!?])\s+|(?<=[。！？])", text)


def speeches_of(view: View) -> dict[Seat, tuple[str, ...]]:
    """All speeches, by speaker; silence is left out."""
    speeches: dict[Seat, tuple[str, ...]] = {}
    for event in view.log:
        if event[0] == "speech" and event[3].strip():
            speeches[event[2]] = (*speeches.get(event[2], ()), event[3])
    return speeches
