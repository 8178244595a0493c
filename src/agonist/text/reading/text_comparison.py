"""Comparing texts regardless of case, marks and spaces."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from agonist.text.reading.explanations import explains
from agonist.text.reading.own_final_answer import takes_back

_TOKEN: Final = re.compile(r"(?:(?<![\w)\].-])-)?\d+|[^\W\d_]+")
"""A minus sign is one unless it joins two words: `Player-3` is not `Player -3`, but `→-3`, `"-3"` and
`**-3**` are -3."""
_ARTICLES: Final = frozenset(("the", "a", "an"))
_MARKS: Final = " \t\r\n\"'“”‘’«»`*_.,;!#>。，；！"
_REMARK: Final = re.compile(r"\s*[(\[（【][^()\[\]（）【】]*[)\]）】]\s*[.。]?$")
_REASON: Final = re.compile(
    r"\s*[,;:–—-]?\s*\b(?:because|since|so that|in order to|given that"
    r"|as(?! long as\b)"
    r"(?=(?:\s+\S+){0,5}?\s+(?:i|it|this|that|they|we|he|she|there|is|are|was|has|have|will|can|gives?)\b)"
    r"|to (?=(?:block|build|complete|control|keep|make|prevent|protect|secure|stay|stop|win)\b)"
    r"|which (?=is\b|(?:block|complete|give|keep|leave|make|prevent|protect|threaten|win)s\b))\b\s?.*$",
    re.IGNORECASE | re.DOTALL,
)
"""A role (`20 as my value`) is no reason: `as` has a clause of its own."""

_CONCLUDES: Final = re.compile(
    r"[.!?;][\"”*_)]*\s+\S.*$"
    r"|(?:[,;–—-]\s*|\b(?:so|and|then|but|thus|hence|therefore),?\s+)(?:i|we|let|my)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
"""What follows a reason: another sentence, or a clause that may give the answer for which it is one."""

_MORE: Final = re.compile(r"\s+(?:[–—]|--?)\s.*$|[.;]\s.*$|[。；].*$|\n.*$", re.DOTALL)
_ASIDE: Final = re.compile(
    r",\s+(?!and\b|then\b|just kidding|they\b|for (?!me\b|now\b|the win\b)|i (?:think|guess)\b)"
    r"(?=[^\W\d])[^\d]*$",
    re.IGNORECASE,
)
_MOST_CHARACTERS: Final = 1000
"""The most characters of a short answer with a reason."""

_TELLS: Final = re.compile(
    r",\s+(?:it|this|that|these|there|nobody|everyone|what|he|she|we|you"
    r"|[^\s,]+ (?:is|are|was|were|has|have|will))\b",
    re.IGNORECASE,
)
_BESIDE: Final = " \t\n,.;-–—。；"
_BRACKETS: Final = " \t\n.。()[]（）【】"


@lru_cache(maxsize=4096)
def key_form(key: str) -> str:
    r"""A key without case and marks, for comparisons.

    >>> key_form("Chosen\\_Number") == key_form("chosenNumber") == key_form(" chosen number")
    True
    """
    form = "".join(char for char in key.casefold() if char.isalnum())
    return form.replace("theatre", "theater").replace("colour", "color")


@lru_cache(maxsize=4096)
def plain_form(text: str) -> str:
    """A text without the spaces in it and the marks around it."""
    return "".join(unicodedata.normalize("NFKC", text).strip(_MARKS).split()).casefold()


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, articles left out.

    >>> tokens("The costly_dish"), tokens("(1, 03)"), tokens("Player-3"), tokens("→-3")
    (('costly', 'dish'), ('1', '3'), ('player', '3'), ('-3',))
    """
    text = unicodedata.normalize("NFKC", text).replace("\\", "").replace("−", "-")
    found = _TOKEN.findall(text.casefold())
    # The last word is not an article, even if it looks like one: Airline A.
    kept = [word for word, after in pairwise((*found, "")) if word not in _ARTICLES or len(after) < 2]
    return tuple(str(int(word)) if word[-1].isdecimal() else word for word in kept)


def is_number(token: str) -> bool:
    """Whether a token is a number."""
    return token.lstrip("-").isdecimal()


def shape(words: tuple[str, ...]) -> tuple[str, ...]:
    """The tokens with every number replaced by the same sign."""
    return tuple("#" if is_number(word) else word for word in words)


class Reading(NamedTuple):
    """A short answer, and what was left out of it.

    `more` must not name another answer; `remark`, in brackets, must not be an answer itself.
    """

    said: str
    more: str = ""
    remark: str = ""


def readings(text: str) -> Iterator[Reading]:
    """A short answer as written, then without a remark in brackets, a reason, or a sentence after it.

    Text that takes the answer back is never left out: `3, because it blocks` is 3, but `3, or maybe 4` is
    not.

    >>> [reading.said for reading in readings("Player 3 (80%)")]
    ['Player 3 (80%)', 'Player 3']
    >>> [reading.said for reading in readings("go - it is the best choice")]
    ['go - it is the best choice', 'go']
    >>> [reading.said for reading in readings("go, or maybe stay")]
    ['go, or maybe stay']
    """
    yield Reading(text)
    if len(text) > _MOST_CHARACTERS:
        return
    for pattern in (_REMARK, _REASON, _MORE, _ASIDE):
        found = pattern.search(text)
        if not found or not found.start():
            continue
        left_out = found[0]
        apart = pattern in (_MORE, _ASIDE)
        tells = pattern is _MORE or (apart and _TELLS.match(left_out))
        if takes_back(left_out) or (tells and not explains(left_out.strip(_BESIDE), lambda _: False)):
            continue
        yield Reading(
            text[: found.start()],
            more=left_out if apart else concluded(left_out),
            remark=left_out.strip(_BRACKETS) if pattern is _REMARK else "",
        )


def concluded(remark: str) -> str:
    """What a reason ends in, if it may give the answer for which it is one."""
    found = _CONCLUDES.search(remark)
    return found[0] if found else ""
