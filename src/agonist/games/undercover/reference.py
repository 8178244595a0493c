"""A player who reads every clue with a lexicon: what is said of each word.

He asks of each player, himself included, how well all clues are explained if that player alone holds
another word, and of each kindred word how well it explains that player's clues. He knows no list of pairs:
kindred words are those of which the lexicon says most of the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Any, Final

from agonist.core import Ask, Seat
from agonist.games.undercover.rules import Undercover, View, others
from agonist.kit.clues import mixed, new_clue
from agonist.kit.lexicon import Lexicon, ours, terms

SLIP: Final = 0.05
"""How likely a clue is that does not fit its speaker's word at all, against one that fits."""

SAYS_NOTHING: Final = 0.2, 0.5
"""How likely a clue of unknown words is from a civilian, and from an undercover."""

UNSURE: Final = 0.3
"""From this doubt about oneself on, say what fits the others' likely word too."""

SURE: Final = 0.6
"""From this doubt about oneself on, play as undercover."""

BOLD: Final = 0.5
"""How often one without doubts says what fits his own word only: it proves him, and helps the undercover."""


@dataclass(frozen=True, slots=True)
class Belief:
    """How likely each seat still in holds another word, and which word that may be for oneself."""

    suspects: Mapping[Seat, float]
    crowd_word: str
    """The word that explains the others' clues best, other than one's own."""


def by_lexicon(game: Undercover, view: View, ask: Ask, rng: Random) -> Any:
    """A clue chosen by, or a vote for, whom the clues so far speak against."""
    del game
    assert view.word is not None
    lexicon = ours()
    said = clues_of(view)
    belief = believe(lexicon, view, said) if lexicon.knows(view.word) else None
    if ask.about == "clue":
        return _clue(lexicon, view, belief, said, ask, rng)
    return _vote(lexicon, view, belief, said, rng)


def clues_of(view: View) -> dict[Seat, tuple[str, ...]]:
    """All clues heard, by speaker."""
    said: dict[Seat, tuple[str, ...]] = {}
    for event in view.log:
        if event[0] == "clue":
            said[event[3]] = (*said.get(event[3], ()), event[4])
    return said


def believe(lexicon: Lexicon, view: View, said: Mapping[Seat, Sequence[str]]) -> Belief:
    """Whom the clues speak against, by Bayes' rule from equal doubts about all who are still in.

    Who has left is taken for a civilian unless the opposite was told: with one undercover, the game would be
    over otherwise.
    """
    assert view.seat is not None
    assert view.word is not None
    me, own = view.seat, view.word
    rivals = lexicon.kindred(own)
    unmasked = {event[2] for event in view.log if event[0] == "left" and event[3] == "undercover"}
    spoken = {seat: clues for seat, clues in said.items() if seat != me and seat not in unmasked}
    as_own = {seat: _likelihood(lexicon, clues, own, 0) for seat, clues in spoken.items()}
    crowd = {r: sum(_likelihood(lexicon, clues, r, 0) for clues in spoken.values()) for r in rivals}
    prior = {r: log(lexicon.likeness(own, r) + SLIP) for r in rivals}
    all_own = sum(as_own.values())
    logs = {}
    for seat in view.alive:
        if seat == me:
            logs[seat] = _log_of_sum([prior[r] + crowd[r] for r in rivals])
        else:
            clues = spoken.get(seat, ())
            odd = _log_of_sum([prior[r] + _likelihood(lexicon, clues, r, 1) for r in rivals])
            logs[seat] = all_own - as_own.get(seat, 0.0) + odd
    if view.role is not None:
        logs = {seat: w for seat, w in logs.items() if (seat == me) == (view.role == "undercover")}
    total = _log_of_sum(list(logs.values()))
    best = max(rivals, key=lambda r: (crowd[r] + prior[r], r))
    return Belief({seat: exp(weight - total) for seat, weight in logs.items()}, best)


def _likelihood(lexicon: Lexicon, clues: Sequence[str], word: str, undercover: int) -> float:
    """The logarithm of how likely someone with this word gives these clues, up to a constant."""
    logs = []
    for clue in clues:
        fit = lexicon.fit(clue, word)
        logs.append(log(SAYS_NOTHING[undercover] if fit is None else SLIP + (1 - SLIP) * fit))
    return sum(logs)


def _log_of_sum(logs: Sequence[float]) -> float:
    top = max(logs)
    return top + log(sum(exp(value - top) for value in logs))


def _clue(
    lexicon: Lexicon,
    view: View,
    belief: Belief | None,
    said: Mapping[Seat, Sequence[str]],
    ask: Ask,
    rng: Random,
) -> str:
    """A new clue: true of one's own word; of the others' as well once they seem to hold another.

    Where clues must be so short, or are so many, that none is left to say, any text that may be said.
    """
    given = [clue for clues in said.values() for clue in clues]
    attributes = _worth_saying(lexicon, view, belief, rng) if belief else []
    return new_clue(attributes, given, ask, rng)


def _worth_saying(lexicon: Lexicon, view: View, belief: Belief, rng: Random) -> list[str]:
    """What to say of the word, best first."""
    assert view.word is not None
    assert view.seat is not None
    doubt = belief.suspects.get(view.seat, 0.0)
    own, crowd = lexicon.attributes[view.word], lexicon.attributes[belief.crowd_word]
    shared = [a for a in own if a in crowd]
    if doubt > SURE:
        return mixed(shared, rng) + mixed([a for a in crowd if a not in own], rng)
    telling = [a for a in own if a not in shared]
    if doubt > UNSURE or rng.random() > BOLD:
        return mixed(shared, rng) + mixed(telling, rng)
    return mixed(telling, rng) + mixed(shared, rng)


def _vote(
    lexicon: Lexicon,
    view: View,
    belief: Belief | None,
    said: Mapping[Seat, Sequence[str]],
    rng: Random,
) -> Seat:
    assert view.seat is not None
    rest = others(view.alive, view.seat)
    against: dict[Seat, float]
    if belief is None:
        against = {seat: -_agreement(said, seat) for seat in rest}
    elif belief.suspects.get(view.seat, 0.0) > SURE:
        against = {seat: -_likelihood(lexicon, said.get(seat, ()), belief.crowd_word, 0) for seat in rest}
    else:
        against = {seat: belief.suspects[seat] for seat in rest}
    worst = [seat for seat in rest if against[seat] > max(against.values()) - 1e-9]
    return worst[int(rng.random() * len(worst))]


def _agreement(said: Mapping[Seat, Sequence[str]], seat: Seat) -> int:
    """How many telling words of this player's clues the others have used too."""
    own = terms(" ".join(said.get(seat, ())))
    return len(
        own & terms(" ".join(clue for other, clues in said.items() if other != seat for clue in clues))
    )
