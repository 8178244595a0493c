"""A heuristic player who compares every clue with a lexicon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from agonist.core import Ask, Seat
from agonist.games.undercover.rules import Undercover, View, others
from agonist.kit import odd_word_beliefs
from agonist.kit.clues_of_built_in_players import new_clue
from agonist.kit.odd_word_beliefs import Belief
from agonist.kit.word_attributes import Lexicon, ours, terms


def by_lexicon(game: Undercover, view: View, ask: Ask, rng: Random) -> Any:
    """A clue, or a vote, by the evidence of all clues so far."""
    del game
    assert view.seat is not None
    assert view.word is not None
    lexicon, clues_by_seat = ours(), clues_of(view)
    belief = believe(lexicon, view, clues_by_seat) if lexicon.knows(view.word) else None
    if ask.about == "clue":
        all_clues = [clue for clues in clues_by_seat.values() for clue in clues]
        known = odd_word_beliefs.worth_saying(lexicon, view.word, view.seat, belief, rng) if belief else ()
        return new_clue(known, all_clues, ask, rng)
    rest = others(view.alive, view.seat)
    if belief is None:
        return odd_word_beliefs.worst({seat: -_agreement(clues_by_seat, seat) for seat in rest}, rng)
    return odd_word_beliefs.worst(
        odd_word_beliefs.against(lexicon, view.seat, rest, clues_by_seat, belief), rng
    )


def clues_of(view: View) -> dict[Seat, tuple[str, ...]]:
    """All clues heard, by speaker."""
    clues: dict[Seat, tuple[str, ...]] = {}
    for event in view.log:
        if event[0] == "clue":
            clues[event[3]] = (*clues.get(event[3], ()), event[4])
    return clues


def believe(lexicon: Lexicon, view: View, clues: Mapping[Seat, Sequence[str]]) -> Belief:
    """The belief about each player from the clues.

    A player who is out counts as a civilian unless they were revealed as undercover: with one undercover, the
    game would be over otherwise.
    """
    assert view.seat is not None
    assert view.word is not None
    return odd_word_beliefs.believe(
        lexicon,
        view.word,
        view.seat,
        view.alive,
        clues,
        odd=None if view.role is None else view.role == "undercover",
        unmasked={event[2] for event in view.log if event[0] == "left" and event[3] == "undercover"},
    )


def _agreement(all_clues: Mapping[Seat, Sequence[str]], seat: Seat) -> int:
    """The number of meaningful words in this player's clues that others have used too."""
    mine = terms(" ".join(all_clues.get(seat, ())))
    return len(
        mine & terms(" ".join(clue for other, clues in all_clues.items() if other != seat for clue in clues))
    )
