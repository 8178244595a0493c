"""The sealed-bid auction, first or second price."""

from agonist.games.sealed_bid_auction.indicators import INDICATORS
from agonist.games.sealed_bid_auction.observation_arrays import ARRAYS
from agonist.games.sealed_bid_auction.picture import picture
from agonist.games.sealed_bid_auction.possible_states import sample_state, secrets
from agonist.games.sealed_bid_auction.reference import equilibrium
from agonist.games.sealed_bid_auction.rules import PRESETS, Auction, SealedBidAuction, State, View
from agonist.games.sealed_bid_auction.skins import COUNTERFACTUALS, SKINS
from agonist.games.sealed_bid_auction.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "PRESETS", "Auction", "SealedBidAuction", "State", "View"]

KIT = Kit(
    game=SealedBidAuction,
    words=WORDS,
    reference=equilibrium,
    reference_is="the equilibrium for independent uniform valuations: (n - 1) / n of the valuation with n "
    "bidders, or all of it if the second price is paid",
    sample_state=sample_state,
    secrets=secrets,
    passes=lambda _view, _ask: 0,
    quick_options={"seats": 4, "rounds": 4, "high": 40},
    picture=picture,
    indicators=INDICATORS,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
