"""Negotiation over several issues, with private points, an alternative and a clock."""

from agonist.core import Ask, Choice, Form
from agonist.games.negotiation.indicators import INDICATORS
from agonist.games.negotiation.key_moments import key_moments
from agonist.games.negotiation.observation_arrays import ARRAYS
from agonist.games.negotiation.picture import picture
from agonist.games.negotiation.possible_states import sample_state, secrets
from agonist.games.negotiation.reference import by_concession
from agonist.games.negotiation.rules import NONE, Negotiation, State, View
from agonist.games.negotiation.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "Negotiation", "State", "View"]


def decline(view: View, ask: Ask) -> object:
    """Reject everything, and propose the first option of each issue, without a word."""
    del view
    if isinstance(ask, Choice):
        return "reject"
    assert isinstance(ask, Form)
    first = {"vote": "reject", "claim": NONE, "say": ""}
    return tuple(first.get(name, 1) for name, _ in ask.parts)


KIT = Kit(
    game=Negotiation,
    words=WORDS,
    reference=by_concession,
    reference_is="a heuristic: gives way to what is fair, further only if the others do; believes claims",
    sample_state=sample_state,
    secrets=secrets,
    passes=decline,
    quick_options={"rounds": 4, "issues": 3},
    picture=picture,
    indicators=INDICATORS,
    key_moments=key_moments,
    arrays=ARRAYS,
)
