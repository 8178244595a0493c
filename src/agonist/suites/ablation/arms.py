"""The two arms: a game with its options, and the same with some of them changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from agonist.core import UsageError
from agonist.tournament.game_spec import Target, parse_target

Arm: TypeAlias = Literal["usual", "changed"]

ARMS: Final[tuple[Arm, ...]] = get_args(Arm)

SILENCE: Final[Mapping[str, str]] = {
    "avalon": "talk:false",
    "commons": "talk:false",
    "cost_sharing": "statement_words:0",
    "negotiation": "talk:false",
    "werewolf": "talks:0",
}
"""The options with which players of a game cannot talk."""


def options_in(text: str) -> dict[str, str]:
    """Options as the suite is told them. Raises `UsageError`.

    >>> options_in("talk:false,rounds:4")
    {'talk': 'false', 'rounds': '4'}
    """
    found: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        key, colon, value = part.partition(":")
        if not colon:
            raise UsageError(f"ablation: write options as talk:false,rounds:4, not {part!r}")
        found[key] = value
    return found


def target_of(game: str, arm: Arm, options: str, change: str) -> Target:
    """A game in one of the arms. Raises `UsageError` for options that it has not."""
    chosen = options_in(options)
    if arm == "changed":
        chosen |= options_in(change_of(game, change))
    typed = "&".join(f"{key}={value}" for key, value in chosen.items())
    return parse_target(f"{game}?{typed}" if typed else game)


def change_of(game: str, change: str) -> str:
    """What is changed: what was asked for, or else talk is switched off."""
    if change or game in SILENCE:
        return change or SILENCE[game]
    known = ", ".join(SILENCE)
    raise UsageError(f"ablation: {game} has no talk to switch off (of {known} it is known how); give change=")
