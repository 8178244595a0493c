"""Werewolf: a village that talks and votes by day, and werewolves who kill at night."""

from agonist.games.werewolf.indicators import INDICATORS
from agonist.games.werewolf.key_moments import key_moments
from agonist.games.werewolf.picture import picture
from agonist.games.werewolf.possible_states import passes, sample_state, secrets
from agonist.games.werewolf.reference import by_votes
from agonist.games.werewolf.rules import State, View, Werewolf
from agonist.games.werewolf.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "State", "View", "Werewolf"]

KIT = Kit(
    game=Werewolf,
    words=WORDS,
    reference=by_votes,
    reference_is="a heuristic: weighs who may be a werewolf by votes, and by whom a Seer has named",
    sample_state=sample_state,
    secrets=secrets,
    passes=passes,
    quick_options={"seats": 7},
    picture=picture,
    indicators=INDICATORS,
    key_moments=key_moments,
    sides=("werewolf", "village"),
)
