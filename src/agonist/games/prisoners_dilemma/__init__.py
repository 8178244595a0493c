"""The Prisoner's Dilemma for two or more players."""

from agonist.games.prisoners_dilemma.indicators import INDICATORS
from agonist.games.prisoners_dilemma.observation_arrays import ARRAYS
from agonist.games.prisoners_dilemma.picture import picture
from agonist.games.prisoners_dilemma.reference import defect_if_dominant
from agonist.games.prisoners_dilemma.rules import PrisonersDilemma, State, View
from agonist.games.prisoners_dilemma.skins import COUNTERFACTUALS, SKINS
from agonist.games.prisoners_dilemma.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "PrisonersDilemma", "State", "View"]

KIT = Kit(
    game=PrisonersDilemma,
    words=WORDS,
    reference=defect_if_dominant,
    reference_is="the dominant choice, which is usually to defect; without one, a grim trigger",
    passes=lambda _view, _ask: "cooperate",
    quick_options={"rounds": 3},
    picture=picture,
    indicators=INDICATORS,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
