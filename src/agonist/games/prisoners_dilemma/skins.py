"""The Prisoner's Dilemma under other names, and with payoffs that make another game of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from agonist.kit.skins import Counterfactual, Skins
from agonist.kit.two_action_stories import STORIES

SKINS: Final = Skins(
    words={
        "Prisoner's Dilemma": "two ways",
        "cooperate": "{one}",
        "co-operate": "{one}",
        "cooperates": "{one}s",
        "cooperated": "{one}ed",
        "cooperating": "{one}ing",
        "cooperation": "{one}ing",
        "defect": "{other}",
        "defects": "{other}s",
        "defected": "{other}ed",
        "defecting": "{other}ing",
        "defection": "{other}ing",
        "defector": "{other}er",
    },
    stories=STORIES,
    plain_only=frozenset({"c", "d", "stay silent", "betray"}),
)


def stag_hunt(rng: Random, _game: Any) -> Mapping[str, Any]:
    together = rng.randint(5, 8)
    alone = rng.randint(2, together - 2)
    several = rng.randint(1, alone)
    return {
        "cooperate": together, "defect": rng.randint(1, several), "one_defect": alone, "two_defect": several,
    }  # fmt: skip


def harmony(rng: Random, _game: Any) -> Mapping[str, Any]:
    together = rng.randint(4, 8)
    return {
        "cooperate": together, "defect": 0, "one_defect": rng.randint(1, together - 2), "two_defect": 0,
    }  # fmt: skip


COUNTERFACTUALS: Final = (
    Counterfactual(
        "a stag hunt: among cooperators it pays most to cooperate, so to defect is no longer dominant",
        stag_hunt,
    ),
    Counterfactual("harmony: to cooperate never pays less than to defect, so it is dominant", harmony),
)
