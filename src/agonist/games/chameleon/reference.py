"""A heuristic player who compares every clue with the codes of the topic, by the lexicon."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from random import Random
from typing import Any, Final

from agonist.core import Ask, Choice, Seat
from agonist.core.random_choice import one_of
from agonist.games.chameleon.rules import Chameleon, View
from agonist.kit.clues_of_built_in_players import VAGUE, bare, mixed, new_clue
from agonist.kit.word_attributes import Lexicon, ours

SLIP: Final = 0.1
"""The likelihood of a clue that does not fit a word at all, relative to one that fits."""

SILENT: Final = 0.3
"""The assumed fit of a clue of unknown words to any word."""

DISCREET: Final = 0.6
"""The assumed fit of a vague clue to any word: who knows the word may give it away by any other."""

_VAGUE: Final = frozenset(map(bare, VAGUE["en"]))


def by_lexicon(game: Chameleon, view: View, ask: Ask, rng: Random) -> Any:
    """A clue that is true of the word, or of the likeliest one; a vote against the speaker of the clue that
    fits least."""
    lexicon = ours()
    codes = [code for code in game.codes[view.topic] if lexicon.knows(code)]
    match ask.about:
        case "clue":
            return _clue(lexicon, codes, view, ask, rng)
        case "vote":
            return _vote(lexicon, codes, view, ask, rng)
        case _:
            return _guess(lexicon, codes, game, view, rng)


def clues_of(view: View) -> list[tuple[Seat, str]]:
    """All clues heard, with their speakers."""
    return [(event[2], event[3]) for event in view.log if event[0] == "clue"]


def likeliest(lexicon: Lexicon, codes: Sequence[str], view: View, rng: Random) -> str | None:
    """The code that explains the others' clues best; `None` if the lexicon knows none."""
    heard = [clue for seat, clue in clues_of(view) if seat != view.seat]
    fits = {code: sum(log(fit_of(lexicon, clue, code)) for clue in heard) for code in codes}
    best = [code for code in codes if fits[code] > max(fits.values()) - 1e-9]
    return one_of(best, rng) if best else None


def fit_of(lexicon: Lexicon, clue: str, code: str) -> float:
    """How well a clue fits a code, from `SLIP` to 1."""
    if bare(clue) in _VAGUE:
        return DISCREET
    fit = lexicon.fit(clue, code)
    return SILENT if fit is None else SLIP + (1 - SLIP) * fit


def _clue(lexicon: Lexicon, codes: Sequence[str], view: View, ask: Ask, rng: Random) -> str:
    """The chameleon's clue is true of as many codes as possible; the others' clue is true of the word and of
    other codes too, or vague."""
    word = likeliest(lexicon, codes, view, rng) if view.is_chameleon else view.code
    clues = [clue for _, clue in clues_of(view)]
    if word is None or not lexicon.knows(word):
        return new_clue((), clues, ask, rng)
    attributes = mixed(lexicon.attributes[word], rng)
    shared = {a: sum(lexicon.fit(f"It {a}.", code) == 1.0 for code in codes) for a in attributes}
    if view.is_chameleon:
        return new_clue(sorted(attributes, key=lambda a: -shared[a]), clues, ask, rng)
    # A chameleon who is caught wins half by naming the word, so no clue is true of the word alone.
    return new_clue([a for a in attributes if shared[a] > 1], clues, ask, rng)


def _vote(lexicon: Lexicon, codes: Sequence[str], view: View, ask: Ask, rng: Random) -> Seat:
    assert isinstance(ask, Choice)
    word = likeliest(lexicon, codes, view, rng) if view.is_chameleon else view.code
    if word is None or not lexicon.knows(word):
        return int(ask.sample(rng))
    against = {
        seat: -sum(log(fit_of(lexicon, clue, word)) for speaker, clue in clues_of(view) if speaker == seat)
        for seat in range(len({speaker for speaker, _ in clues_of(view)}))
        if seat != view.seat
    }
    worst = [seat for seat, weight in against.items() if weight > max(against.values()) - 1e-9]
    return one_of(worst, rng)


def _guess(lexicon: Lexicon, codes: Sequence[str], game: Chameleon, view: View, rng: Random) -> str:
    word = likeliest(lexicon, codes, view, rng)
    every = game.codes[view.topic]
    return word if word is not None else one_of(every, rng)
