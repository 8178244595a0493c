"""Sea Battle: two teams of ships that move and shoot at the same time."""

from typing import Any

from agonist.core import Ask
from agonist.games.sea_battle.picture import picture
from agonist.games.sea_battle.reference import by_trial
from agonist.games.sea_battle.rules import PRESETS, SeaBattle, State, View
from agonist.games.sea_battle.text import WORDS, drawing
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "SeaBattle", "State", "View"]


def passes(view: View, ask: Ask) -> Any:
    """Stay, or say nothing; a ship always shoots."""
    del view
    return "" if ask.about == "signal" else ("stay", "left")


KIT = Kit(
    game=SeaBattle,
    words=WORDS,
    reference=by_trial,
    reference_is="a heuristic: tries each order against random moves of the others, and sails to the enemy",
    passes=passes,
    small={"seats": 4, "size": 9, "rocks": 4, "turns": 5},
    drawing=drawing,
    picture=picture,
)
