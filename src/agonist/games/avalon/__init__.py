"""Avalon: quests, secret roles, and Merlin who knows too much."""

from agonist.games.avalon.indicators import INDICATORS
from agonist.games.avalon.key_moments import key_moments
from agonist.games.avalon.picture import picture
from agonist.games.avalon.possible_states import passes, sample_state, secrets
from agonist.games.avalon.reference import by_suspicion
from agonist.games.avalon.rules import Avalon, State, View
from agonist.games.avalon.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "Avalon", "State", "View"]

KIT = Kit(
    game=Avalon,
    words=WORDS,
    reference=by_suspicion,
    reference_is="a heuristic: counts who may be evil, and names as Merlin whoever voted best",
    sample_state=sample_state,
    secrets=secrets,
    passes=passes,
    quick_options={"talk": False},
    picture=picture,
    indicators=INDICATORS,
    key_moments=key_moments,
    sides=("evil", "good"),
)
