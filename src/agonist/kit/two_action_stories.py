"""Stories for games in which everybody does one of two things, again and again.

Nothing in a story says which of the two is good: that is for the rules.
"""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Story

DOINGS: Final = "lift turn pack sort stack load tilt pull roll mend"
"""Names for what players do, which get the endings s, ed, ing and er."""

STORIES: Final = tuple(
    Story(
        f"{setting} There are two ways to do it, which are called to {{one}} and to {{other}}.",
        {"one other": DOINGS},
    )
    for setting in (
        "You run one of the stalls of a night market, and prepare it every evening.",
        "You steer one of the barges on a canal, and pass a lock in every round.",
        "You keep one of the lighthouses on a coast, and ready the lamp at dusk.",
        "You work one of the looms of a mill, and set up the next bolt of cloth.",
    )
)
"""Stories with the blanks `one` and `other`, which are verbs."""
