"""A heuristic spymaster and operative who share a lexicon: a clue is a term that fits several words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from agonist.core import Ask, Choice
from agonist.core.random_choice import one_of
from agonist.games.codenames.clue_rules import fault
from agonist.games.codenames.rules import STOP, Codenames, View, left, team_of, visible
from agonist.kit.word_attributes import Lexicon, ours, terms


def by_lexicon(game: Codenames, view: View, ask: Ask, rng: Random) -> Any:
    """A clue that fits most words of the team and no others; guesses of words that a clue fits."""
    del game
    match ask.about:
        case "clue":
            return _clue(ours(), view, rng)
        case "guess":
            assert isinstance(ask, Choice)
            return _guess(ours(), view, ask, rng)
        case _:
            assert isinstance(ask, Choice)
            return one_of(ask.choices, rng)


def _clue(lexicon: Lexicon, view: View, rng: Random) -> tuple[str, int]:
    """The clue for most words of the team that fits no other word on the table."""
    assert view.seat is not None
    words, table = left(view, team_of(view.seat)), visible(view)
    clues = {event[2].casefold() for event in view.log if event[0] == "clue"}
    best: list[tuple[str, int]] = []
    for clue in sorted(set(_candidates(lexicon, words)) - clues):
        fitting = [word for word in table if fits(lexicon, clue, word)]
        count = len(fitting)
        if not fitting or any(word not in words for word in fitting) or fault(clue, count, table):
            continue
        if not best or count > best[0][1]:
            best = []
        if not best or count == best[0][1]:
            best.append((clue, min(count, 9)))
    return one_of(best, rng) if best else _any_clue(lexicon, words, table)


def _any_clue(lexicon: Lexicon, team_words: Sequence[str], table: Sequence[str]) -> tuple[str, int]:
    """If no clue fits only the team's words: a clue that fits one of them, or else none."""
    legal = (clue for clue in _candidates(lexicon, team_words) if not fault(clue, 1, table))
    return next(legal, ""), 1


def _candidates(lexicon: Lexicon, words: Sequence[str]) -> Iterator[str]:
    """All terms of these words, word by word, and the most similar words."""
    for word in words:
        if lexicon.knows(word):
            texts = " ".join((*lexicon.attributes[word], *lexicon.related(word)))
            yield from (found for found in re.findall(r"[a-z]+", texts.casefold()) if terms(found))


@cache
def fits(lexicon: Lexicon, clue: str, word: str) -> bool:
    """Whether the clue fits the word."""
    return lexicon.knows(word) and lexicon.fit(clue, word) == 1.0


def _guess(lexicon: Lexicon, view: View, ask: Choice, rng: Random) -> Any:
    """A word that fits the clue; then one that fits an earlier clue of the team; then stop."""
    table = [word for word in ask.choices if word != STOP]
    clues = [event[2] for event in view.log if event[0] == "clue" and team_of(event[1]) == view.team]
    for nth, clue in enumerate(reversed(clues)):
        if nth == 0 and view.guessed >= (view.number if isinstance(view.number, int) else 99):
            continue
        fitting = [str(word) for word in table if fits(lexicon, clue, str(word))]
        if fitting:
            return one_of(fitting, rng)
    if STOP in ask.choices:
        return STOP
    return _nearest(lexicon, clues[-1], [str(word) for word in table], rng)


def _nearest(lexicon: Lexicon, clue: str, table: Sequence[str], rng: Random) -> str:
    """The word most similar to a clue, if the clue is in the lexicon; otherwise any word."""
    known = [word for word in table if lexicon.knows(word)]
    if lexicon.knows(clue) and known:
        return max(known, key=lambda word: lexicon.likeness(clue, word))
    return one_of(table, rng)
