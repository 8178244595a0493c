"""Matching pennies under other names."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Skins, Story

SKINS: Final = Skins(
    words={"Matching Pennies": "{title}", "heads": "{one}s", "tails": "{other}s"},
    stories=(
        Story(
            "Two clerks each stamp a card, one of them after the other's fashion.",
            {"title": "Stamps Counter", "one other": "ring star leaf key"},
        ),
        Story(
            "Two guards each hang up a lamp, one of them after the other's fashion.",
            {"title": "Lamps Watch", "one other": "amber ruby opal pearl"},
        ),
    ),
    plain_only=frozenset({"h", "t"}),
)
