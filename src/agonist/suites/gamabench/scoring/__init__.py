"""The scores of γ-Bench, from 0 to 100, computed from the choices in a match."""

from agonist.suites.gamabench.scoring.choices import Choices
from agonist.suites.gamabench.scoring.from_match import choices_from, choices_of
from agonist.suites.gamabench.scoring.games import GAMES, score, seats_of
from agonist.suites.gamabench.scoring.score import PROFILES, Profile, Score

__all__ = [
    "GAMES",
    "PROFILES",
    "Choices",
    "Profile",
    "Score",
    "choices_from",
    "choices_of",
    "score",
    "seats_of",
]
