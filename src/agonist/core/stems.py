"""Forms of English words."""

from __future__ import annotations

from typing import Final

IRREGULAR: Final = {
    form: word
    for word, forms in {
        "blow": "blew blown", "break": "broke broken", "build": "built", "buy": "bought",
        "catch": "caught", "child": "children", "drink": "drank drunk", "drive": "drove driven",
        "eat": "ate eaten", "fight": "fought", "find": "found", "fly": "flew flown", "foot": "feet",
        "give": "gave given", "grow": "grew grown", "hang": "hung", "hold": "held", "keep": "kept",
        "knife": "knives", "leaf": "leaves", "make": "made", "man": "men", "ride": "rode ridden",
        "sell": "sold", "shoot": "shot", "sing": "sang sung", "sit": "sat", "sleep": "slept",
        "steal": "stole stolen", "swim": "swam swum", "take": "took taken", "throw": "threw thrown",
        "tooth": "teeth", "wear": "wore worn", "wolf": "wolves", "woman": "women",
        "write": "wrote written",
    }.items()
    for form in forms.split()
}  # fmt: skip
"""Irregular forms."""


def stem(word: str) -> str:
    """A word in lower case without its ending; the result need not be a word.

    >>> stem("drinking"), stem("broken"), stem("cherries")
    ('drink', 'break', 'cher')
    """
    word = IRREGULAR.get(word, word)
    if word.endswith("ies") and len(word) > 3:
        word = f"{word[:-3]}y"
    for ending in ("ing", "ed", "es", "er", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word
