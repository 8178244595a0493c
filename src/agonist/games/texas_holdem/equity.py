"""Equity: the share of the pot that a hand wins on average against hands it knows nothing of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt
from random import Random

from phevaluator import evaluate_cards

from agonist.core import UsageError
from agonist.games.texas_holdem.cards import DECK, Card


@dataclass(frozen=True, slots=True)
class Equity:
    """An expected share of the pot, from 0 to 1, a pot shared by k counting as 1/k."""

    share: float
    standard_error: float
    """0 if every case was counted."""
    cases: int
    """The deals counted or sampled."""


def equity(
    hole: Sequence[Card],
    board: Sequence[Card] = (),
    *,
    opponents: int = 1,
    rng: Random | None = None,
    samples: int = 10_000,
) -> Equity:
    """The equity of two hole cards against random hands on a random run-out of the board.

    Without `rng`, every case is counted: against one opponent, from the flop on (1,070,190 cases there). With
    `rng`, `samples` deals are drawn. Raises `UsageError` for impossible cards, and if an exact count would
    take too long.

    >>> equity(["2c", "3h"], ["6s", "Kc", "Qc"])
    Equity(share=0.18195694222521236, standard_error=0.0, cases=1070190)
    >>> equity(["As", "Ks"], ["Qs", "Js", "Ts", "2h", "2d"])
    Equity(share=1.0, standard_error=0.0, cases=990)
    """
    known = [*hole, *board]
    if wrong := [card for card in known if card not in DECK]:
        raise UsageError(f"{wrong[0]!r} is not a card; write rank and suit, as in As, Td, 2c")
    if len(hole) != 2 or len(board) not in (0, 3, 4, 5) or len(set(known)) < len(known):
        raise UsageError("equity needs 2 hole cards and 0, 3, 4 or 5 community cards, all different")
    if not 1 <= opponents <= 22:
        raise UsageError(f"opponents is from 1 to 22, not {opponents}")
    mine, table = [DECK.index(card) for card in hole], [DECK.index(card) for card in board]
    if rng is not None:
        return _sampled(mine, table, opponents, rng, samples)
    if opponents > 1 or not board:
        raise UsageError(
            "equity is counted exactly only against one opponent and from the flop on; "
            "give rng, and it is sampled"
        )
    return _counted(mine, table)


def _counted(hole: list[int], board: list[int]) -> Equity:
    """Every run-out with every opposing hand.

    The opponent's seven cards are the same whichever two of the unknown ones they hold, so each set of
    unknown cards is evaluated once.
    """
    rest = [card for card in range(52) if card not in hole and card not in board]
    missing = 5 - len(board)
    strengths = {cards: evaluate_cards(*hole, *board, *cards) for cards in combinations(rest, missing)}
    half_wins = 0
    for unknown in combinations(rest, missing + 2):
        theirs = evaluate_cards(*board, *unknown)
        for cards in combinations(unknown, missing):
            mine = strengths[cards]
            half_wins += 2 if mine < theirs else mine == theirs
    cases = comb(len(rest), missing) * comb(len(rest) - missing, 2)
    return Equity(half_wins / (2 * cases), 0.0, cases)


def _sampled(hole: list[int], board: list[int], opponents: int, rng: Random, samples: int) -> Equity:
    if samples < 2:
        raise UsageError(f"samples is at least 2, not {samples}")
    rest = [card for card in range(52) if card not in hole and card not in board]
    missing = 5 - len(board)
    needed, size, chance = missing + 2 * opponents, len(rest), rng.random
    total = squares = 0.0
    for _ in range(samples):
        # A partial shuffle; starting from an already shuffled pack is as good as from a sorted one.
        for nth in range(needed):
            other = nth + int(chance() * (size - nth))
            rest[nth], rest[other] = rest[other], rest[nth]
        full = (*board, *rest[:missing])
        mine = evaluate_cards(*hole, *full)
        if opponents == 1:
            theirs = evaluate_cards(*full, rest[missing], rest[missing + 1])
            share = 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
        else:
            places = [evaluate_cards(*full, *rest[at : at + 2]) for at in range(missing, needed, 2)]
            share = 0.0 if min(places) < mine else 1 / (1 + places.count(mine))
        total += share
        squares += share * share
    mean = total / samples
    return Equity(mean, sqrt(max(0.0, squares / samples - mean * mean) / (samples - 1)), samples)
