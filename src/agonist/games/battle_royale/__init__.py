"""Battle royale: a duel of many."""

from agonist.games.battle_royale.indicators import INDICATORS
from agonist.games.battle_royale.key_moments import key_moments
from agonist.games.battle_royale.observation_arrays import ARRAYS
from agonist.games.battle_royale.picture import picture
from agonist.games.battle_royale.reference import at_strongest
from agonist.games.battle_royale.rules import NOBODY, PRESETS, BattleRoyale, State
from agonist.games.battle_royale.skins import COUNTERFACTUALS, SKINS
from agonist.games.battle_royale.text import WORDS
from agonist.kit import Kit

__all__ = ["KIT", "NOBODY", "PRESETS", "BattleRoyale", "State"]

KIT = Kit(
    game=BattleRoyale,
    words=WORDS,
    reference=at_strongest,
    reference_is="the opponent with the highest hit rate, the best answer to players who aim at anybody",
    passes=lambda _view, _ask: NOBODY,
    quick_options={"seats": 5, "base_hit_rate": 20, "interval": 20, "shot_cap": 12},
    picture=picture,
    indicators=INDICATORS,
    key_moments=key_moments,
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
