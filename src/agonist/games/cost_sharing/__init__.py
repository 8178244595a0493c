"""Sharing an airport's fee."""

from agonist.games.cost_sharing.indicators import INDICATORS
from agonist.games.cost_sharing.observation_arrays import ARRAYS
from agonist.games.cost_sharing.picture import picture
from agonist.games.cost_sharing.reference import equal_shares
from agonist.games.cost_sharing.rules import CostSharing, State
from agonist.games.cost_sharing.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "CostSharing", "State"]

KIT = Kit(
    game=CostSharing,
    words=WORDS,
    reference=equal_shares,
    reference_is="a heuristic: equal shares, and the split that earlier votes name",
    quick_options={"rounds": 2},
    picture=picture,
    indicators=INDICATORS,
    arrays=ARRAYS,
)
