"""Estimating who holds a different word, from the clues: for games in which a few players do.

For each player, this one included, it computes how well all clues are explained if that player alone has
another word, and for each related word how well it explains that player's clues. No list of pairs is used:
related words are those that share most terms in the lexicon.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Final

from agonist.core import Seat
from agonist.kit.clues_of_built_in_players import mixed
from agonist.kit.word_attributes import Lexicon

SLIP: Final = 0.05
"""The likelihood of a clue that does not fit its speaker's word at all, relative to one that fits."""

SAYS_NOTHING: Final = 0.2, 0.5
"""The likelihood of a clue of unknown words from a player with the common word, and from one with another."""

UNSURE: Final = 0.2
"""From this doubt about its own word on, the player says what fits the others' likely word too."""

SURE: Final = 0.5
"""From this doubt about its own word on, the player plays as the odd one out."""

BOLD: Final = 0.25
"""How often a player without doubts says what fits their own word only, which also helps the odd one out."""


@dataclass(frozen=True, slots=True)
class Belief:
    """The probability that each remaining seat has another word, and the word that the others may have."""

    suspects: Mapping[Seat, float]
    crowd_word: str
    """The word that explains the others' clues best, other than the player's word."""


def believe(
    lexicon: Lexicon,
    word: str,
    me: Seat,
    alive: Sequence[Seat],
    clues_by_seat: Mapping[Seat, Sequence[str]],
    *,
    odd: bool | None = None,
    unmasked: Collection[Seat] = (),
) -> Belief:
    """The belief after all clues, by Bayes' rule from equal doubts about all remaining seats.

    `odd`: whether the player has the other word, if that is known. `unmasked`: seats that are out and are
    known to have had another word; all other seats that are out count as having had the common one.
    """
    rivals = lexicon.related(word)
    spoken = {seat: clues for seat, clues in clues_by_seat.items() if seat != me and seat not in unmasked}
    as_own = {seat: likelihood(lexicon, clues, word, odd=False) for seat, clues in spoken.items()}
    crowd = {r: sum(likelihood(lexicon, clues, r, odd=False) for clues in spoken.values()) for r in rivals}
    prior = {r: log(lexicon.likeness(word, r) + SLIP) for r in rivals}
    all_own = sum(as_own.values())
    logs = {}
    for seat in alive:
        if seat == me:
            logs[seat] = _log_of_sum([prior[r] + crowd[r] for r in rivals])
        else:
            clues = spoken.get(seat, ())
            other = _log_of_sum([prior[r] + likelihood(lexicon, clues, r, odd=True) for r in rivals])
            logs[seat] = all_own - as_own.get(seat, 0.0) + other
    if odd is not None:
        logs = {seat: weight for seat, weight in logs.items() if (seat == me) == odd}
    total = _log_of_sum(list(logs.values()))
    best = max(rivals, key=lambda r: (crowd[r] + prior[r], r))
    return Belief({seat: exp(weight - total) for seat, weight in logs.items()}, best)


def likelihood(lexicon: Lexicon, clues: Sequence[str], word: str, *, odd: bool) -> float:
    """The log-likelihood of these clues from a player with this word, up to a constant."""
    logs = []
    for clue in clues:
        fit = lexicon.fit(clue, word)
        logs.append(log(SAYS_NOTHING[odd] if fit is None else SLIP + (1 - SLIP) * fit))
    return sum(logs)


def _log_of_sum(logs: Sequence[float]) -> float:
    top = max(logs)
    return top + log(sum(exp(value - top) for value in logs))


def worth_saying(lexicon: Lexicon, word: str, me: Seat, belief: Belief, rng: Random) -> list[str]:
    """Attributes to say, best first: of the player's word, and of the others' if that seems different."""
    doubt = belief.suspects.get(me, 0.0)
    mine, crowd = lexicon.attributes[word], lexicon.attributes[belief.crowd_word]
    shared = [attribute for attribute in mine if attribute in crowd]
    if doubt > SURE:
        return mixed(shared, rng) + mixed([a for a in crowd if a not in mine], rng)
    telling = [attribute for attribute in mine if attribute not in shared]
    if doubt > UNSURE or rng.random() > BOLD:
        return mixed(shared, rng) + mixed(telling, rng)
    return mixed(telling, rng) + mixed(shared, rng)


def against(
    lexicon: Lexicon, me: Seat, rest: Sequence[Seat], clues: Mapping[Seat, Sequence[str]], belief: Belief
) -> dict[Seat, float]:
    """The reasons to vote against each of these seats: doubts, or, for the odd one out, clues that fit the
    others' likely word least."""
    if belief.suspects.get(me, 0.0) > SURE:
        word = belief.crowd_word
        return {seat: -likelihood(lexicon, clues.get(seat, ()), word, odd=False) for seat in rest}
    return {seat: belief.suspects[seat] for seat in rest}


def worst(weights: Mapping[Seat, float], rng: Random) -> Seat:
    """The seat with the greatest weight; a random one of several."""
    found = [seat for seat, weight in weights.items() if weight > max(weights.values()) - 1e-9]
    return found[int(rng.random() * len(found))]
