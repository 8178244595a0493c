"""A player who cooperates only if defecting can cost points."""

from __future__ import annotations

from random import Random

from agonist.core import Ask
from agonist.games.prisoners_dilemma.rules import DECISIONS, Decision, PrisonersDilemma, View, rounds_seen


def defect_if_dominant(game: PrisonersDilemma, view: View, ask: Ask, rng: Random) -> Decision:
    """Defect if that never pays less than cooperating, whatever the others do; otherwise play a grim trigger.

    With a dominant choice, defecting in every round is an equilibrium of the repeated game with a known
    end. Without one, cooperate until somebody else defects, then defect.
    """
    del ask, rng
    if dominant(game):
        return "defect"
    me = view.seat
    betrayed = any(
        decision == "defect"
        for round_ in rounds_seen(view)
        for seat, decision in enumerate(round_)
        if seat != me
    )
    return "defect" if betrayed else "cooperate"


def dominant(game: PrisonersDilemma) -> bool:
    """Whether defecting pays at least as much as cooperating for every number of other defectors."""
    for defectors in range(game.seats):
        around = [DECISIONS[seat < defectors] for seat in range(game.seats - 1)]
        if game.payoffs(["defect", *around])[0] < game.payoffs(["cooperate", *around])[0]:
            return False
    return True
