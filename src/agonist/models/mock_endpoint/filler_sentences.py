"""Sentences of the mock models, vague enough for any game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

WORDS: Final = (
    "well", "plain", "round", "light", "common", "useful", "quiet", "often", "small", "warm", "shared",
    "old", "daily", "simple", "bright", "known", "soft", "near", "open", "slow",
)  # fmt: skip

OPENINGS: Final = (
    "Happy to take my turn.",
    "Let us look at this calmly.",
    "What a position this is!",
    "I have given this some thought.",
    "Thanks for the question.",
)

REASONS: Final = (
    "Something near the middle keeps most ways open.",
    "The others will hardly expect much from me here, so I keep it simple.",
    "There is little to go by yet, and an even course risks the least.",
    "I would rather not give much away at this point.",
    "If I weigh what has been said so far, one way looks a bit better.",
    "It is early to commit, so I take the steady way.",
)

SAYINGS: Final = (
    "Most people met it before they could read.",
    "You would notice if it were missing.",
    "It is easier to find in a town.",
    "Some like it better in winter.",
    "Children often ask for it.",
    "It can be cheap or rather dear.",
    "Many think of mornings with it.",
    "One rarely needs two at a time.",
    "It has a shape that is quickly drawn.",
    "It changes with the season.",
    "Older people know it well.",
    "There is often one in a kitchen.",
    "It may come in several colours.",
    "You could hold a small one in your hand.",
    "It is nicer to share with a friend.",
    "It can be loud at the wrong moment.",
    "Rain makes a difference to it.",
    "It takes some time to get right.",
    "You will see it more often on a weekend.",
    "Somebody has to look after it.",
    "It would make a modest present.",
    "I would not leave it in the sun.",
    "Stories have been told about it.",
    "It feels smooth more often than rough.",
    "A long journey is better with it.",
    "It belongs to a calm evening.",
    "Its name is short in many languages.",
    "Not everybody is allowed to have it.",
    "You can tell a good one by its smell.",
    "It moves, or it is moved.",
)
"""Clues that fit many words: each secret word is assigned a handful of them."""

PLEASANTRIES: Final = (
    "I am listening to what the rest of you say.",
    "Let us be fair with each other.",
    "I have nothing to hide at this point.",
    "Somebody here has been rather quiet.",
    "I will go along with what most of us want.",
    "That sounds reasonable to me.",
)
"""Talk in games without a secret word."""


def one(options: Sequence[Any], rng: Random) -> Any:
    """One of these at random."""
    return options[int(rng.random() * len(options))]
