"""Dividing the dollar under other names, and with less to divide."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

SKINS: Final = Skins(
    words={
        "Divide the Dollar": "{title}",
        "gold piece": "{thing}",
        "gold pieces": "{thing}s",
        "pieces": "{thing}s",
        "gold": "{thing}s",
        "bid": "{ask}",
        "bids": "{ask}s",
        "you bid": "you {ask}ed",
        "do you bid": "do you {ask}",
        "nobody bid": "nobody {ask}ed",
        "who bid": "who {ask}ed",
    },
    stories=(
        Story(
            "You speak for one of the villages along a canal, which has only so much water.",
            {"title": "Canal Water_Days", "thing": "barrel tank", "ask": "claim request"},
        ),
        Story(
            "You plan for one of the crews of a harbour, which share its cranes by the hour.",
            {"title": "Cranes Harbour_Hours", "thing": "hour slot", "ask": "claim request"},
        ),
        Story(
            "You speak for one of the classes of a school, which share the places in its buses.",
            {"title": "Bus_Seats Outing", "thing": "ticket pass-card", "ask": "claim request"},
        ),
    ),
    plain_only=frozenset({"$", "gold coin", "gold coins", "coin", "coins"}),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "there is much less gold, so that the equal share of the usual game is too much",
        lambda rng, game: {"golds": max(game.seats, game.golds * rng.choice((2, 3, 4, 5)) // 10)},
    ),
)
