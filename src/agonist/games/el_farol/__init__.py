"""The El Farol bar."""

from agonist.games.el_farol.guess import guess
from agonist.games.el_farol.reference import mixed_equilibrium
from agonist.games.el_farol.rules import ElFarol, State, View
from agonist.games.el_farol.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "ElFarol", "State", "View"]

KIT = Kit(
    game=ElFarol,
    words=WORDS,
    reference=mixed_equilibrium,
    reference_is="the symmetric mixed equilibrium of a round",
    guess=guess,
    passes=lambda _view, _ask: "stay",
    small={"seats": 4, "rounds": 4},
)
