"""Heads-up no-limit Texas hold'em."""

from typing import Any

from agonist.core import Ask
from agonist.games.texas_holdem.equity import Equity, equity
from agonist.games.texas_holdem.indicators import INDICATORS
from agonist.games.texas_holdem.key_moments import key_moments
from agonist.games.texas_holdem.observation_arrays import ARRAYS
from agonist.games.texas_holdem.picture import picture
from agonist.games.texas_holdem.possible_states import sample_state, secrets
from agonist.games.texas_holdem.reference import by_equity
from agonist.games.texas_holdem.rules import PRESETS, State, TexasHoldem, View
from agonist.games.texas_holdem.skins import COUNTERFACTUALS, SKINS
from agonist.games.texas_holdem.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "Equity", "State", "TexasHoldem", "View", "equity"]


def check_or_fold(view: View, ask: Ask) -> Any:
    """Check if that is free, else fold."""
    del ask
    return "fold" if view.table.to_call else "check_call"


KIT = Kit(
    game=TexasHoldem,
    words=WORDS,
    reference=by_equity,
    reference_is="a heuristic: sampled equity against a random hand, weighed against the pot odds",
    sample_state=sample_state,
    secrets=secrets,
    passes=check_or_fold,
    quick_options={"hands": 2, "stacks": 20},
    picture=picture,
    indicators=INDICATORS,
    key_moments=key_moments,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
