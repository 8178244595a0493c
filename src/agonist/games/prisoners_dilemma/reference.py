"""A player who does what is dominant, and else cooperates until somebody defects."""

from __future__ import annotations

from random import Random

from agonist.core import Ask
from agonist.games.prisoners_dilemma.rules import DECISIONS, Decision, PrisonersDilemma, View, rounds_seen


def defect_if_dominant(game: PrisonersDilemma, view: View, ask: Ask, rng: Random) -> Decision:
    """Defect if that never pays less than cooperating, whatever the others do; cooperate if that never does;
    otherwise play a grim trigger.

    With a dominant choice, defecting in every round is an equilibrium of the repeated game with a known
    end. Without one, cooperate until somebody else defects, then defect.
    """
    del ask, rng
    for decision in ("defect", "cooperate"):
        if dominant(game, decision):
            return decision
    me = view.seat
    betrayed = any(
        decision == "defect"
        for round_ in rounds_seen(view)
        for seat, decision in enumerate(round_)
        if seat != me
    )
    return "defect" if betrayed else "cooperate"


def dominant(game: PrisonersDilemma, decision: Decision) -> bool:
    """Whether a decision pays at least as much as the other one for every number of other defectors."""
    (other,) = (each for each in DECISIONS if each != decision)
    for defectors in range(game.seats):
        around = [DECISIONS[seat < defectors] for seat in range(game.seats - 1)]
        if game.payoffs([decision, *around])[0] < game.payoffs([other, *around])[0]:
            return False
    return True
