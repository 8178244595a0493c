"""Names that people could mistake for each other, by the skeletons of Unicode Technical Standard 39.

`confusables.txt` is the part of Unicode's own table that names can need. Databases store keys that are made
with it: a newer table needs a migration that makes them anew.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib import resources
from typing import Final

_UNSEEN: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that are not drawn (`Default_Ignorable_Code_Point`); some of them are letters."""

_BETWEEN: Final = re.compile(r"[\s._'’-]+")


def normalized(name: str) -> str:
    """A name as it is stored and shown: in the form NFKC, single spaces, and nothing that is not drawn.

    >>> normalized(" Ｆox\u200b  \u3164"), normalized("Zoe\u0308")
    ('Fox', 'Zoë')
    """
    return " ".join(_UNSEEN.sub("", unicodedata.normalize("NFKC", name)).split())


def keys(name: str) -> frozenset[str]:
    """One or two keys; names that share one could be mistaken for each other.

    The names are compared as they are written (AI and Al) and in lower case (AI and ai). What stands between
    the parts of a name makes no difference.

    >>> keys("Fox") & keys("F\u043ex"), keys("GPT-5") & keys("gpt5"), keys("Fox") & keys("Fix")
    (frozenset({'fox'}), frozenset({'gpt5'}), frozenset())
    """
    text = _BETWEEN.sub("", normalized(name))
    return frozenset({_skeleton(text).casefold(), _skeleton(text.casefold()).casefold()})


def _skeleton(text: str) -> str:
    """The skeleton of UTS 39, section 4."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(_table()))


@cache
def _table() -> dict[int, str]:
    lines = resources.files("agonist.players").joinpath("confusables.txt").read_text("utf-8").splitlines()
    pairs = [line.split(";") for line in lines if line and not line.startswith("#")]
    return {int(one, 16): "".join(chr(int(part, 16)) for part in other.split()) for one, other in pairs}
