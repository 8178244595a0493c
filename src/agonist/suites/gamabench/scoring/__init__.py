"""The scores of γ-Bench, from 0 to 100, computed from the choices in a match."""

from agonist.suites.gamabench.scoring.choices import PROFILES, Choices, Formula, Profile, Score
from agonist.suites.gamabench.scoring.choices_from_match import choices_from, choices_of
from agonist.suites.gamabench.scoring.games import GAMES, score
from agonist.suites.gamabench.scoring.sequential import Battle, Pirates, Plan, Shot
from agonist.suites.gamabench.scoring.simultaneous import (
    Auctions,
    Bids,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
    Rounds,
)

__all__ = [
    "GAMES",
    "PROFILES",
    "Auctions",
    "Battle",
    "Bids",
    "Choices",
    "Contributions",
    "Dishes",
    "Evenings",
    "Formula",
    "Guessing",
    "Pirates",
    "Plan",
    "Profile",
    "Rounds",
    "Score",
    "Shot",
    "choices_from",
    "choices_of",
    "score",
]
