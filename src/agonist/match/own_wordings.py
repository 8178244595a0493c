"""What the wordings of matches are called when a user names several folders of prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

OWN: Final = "prompts"
"""The beginning of the name of a wording that is one of a user's several, as in `prompts/terse`."""


def wording_of(folder: Path) -> str:
    """The name of the wording in one of a user's several folders of prompts."""
    return f"{OWN}/{folder.name}"


def own_wording(wording: str) -> str:
    """Of the wording of a match, which of a user's several it is; empty if it is none of several.

    >>> own_wording("prompts/terse+labels/7"), own_wording("gamabench/v2")
    ('terse', '')
    """
    layers = (layer.partition("/") for layer in wording.split("+"))
    return next((name for kind, _, name in layers if kind == OWN), "")
