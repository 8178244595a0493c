"""Answers that are said in a sentence: `I will bid 120.`, `…, so I vote for Player 3.`"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from agonist.core import Amount, Ask
from agonist.text.formats import key_of
from agonist.text.reading.lines import label

LONGEST: Final = 600
"""Characters of a text that may say its answer in a sentence."""

_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
_I: Final = (
    r"(?:(?:so|therefore|thus|hence|and so|ok|okay|well|in conclusion|in the end|overall)\b,?\s+)*"
    r"(?:i|we)(?:['’]ll|['’]m going to|['’]ve decided to|['’]m going| will| shall| am going to| am going"
    r"| have decided to| decide to| choose to| want to|['’]d like to| would like to| would|['’]d| hereby)?"
    r"(?: now| also| simply| just)?\s+(?=\w|\()"
)
_SO: Final = re.compile(r"(?:and )?(?:so|therefore|thus|hence)\b", re.IGNORECASE)
_SAYS: Final = r"(?:is|will be|goes to|would be|=)(?: to)?[:\s]\s*(?=\S)"
_ZH: Final = re.compile(r"我(?:的(?:答案|选择|投票|决定)是|选择|决定|投票给|投给|投|选|猜)[:：]?\s*(?=\S)")
_AFTER: Final = re.compile(r"[,，;:–—]\s*$|\b(?:so|therefore|thus|hence)\s+$|(?:所以|因此)$", re.IGNORECASE)
"""What may stand before a statement in its sentence: a clause that ends there."""

_OTHERS: Final = re.compile(
    r"[\"“”«»?]|\b(?:if|unless|whether|suppose|assuming|maybe|perhaps|might|could|or|not sure|says?|said"
    r"|thinks?|believes?|claims?|claimed|expects?|told|would|should|when|until|were|option)\b"
    r"|如果|要是|假如|若|或|还是|也许|可能|不",
    re.IGNORECASE,
)
"""What makes the rest of a sentence no statement of one's own: a condition, a doubt, another's words."""

_NUMBER_VERBS: Final = (
    r"choose|pick|select|go with|bid|contribute|say|guess|answer|submit|play|settle on|offer|give"
)
_OPTION_VERBS: Final = (
    r"choose|pick|select|(?:start|begin|open) with|go with|go for|opt for|play|say|guess|answer|submit"
    r"|settle on|vote(?= for| to)|place|drop|put|order|shoot|target|take|claim|mark|move"
)
_BEFORE: Final = re.compile(
    r"(?:(?:for|at|with|in|into|on|to|by|my|the|a|piece|token|disc|disk|counter|checker|worker|mark|vote|dish|stone)\s+)+",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(
    r"\s+(?:tonight|today|now|again|here|please|this (?:time|round|turn|week|game|match)|next)$",
    re.IGNORECASE,
)


def statements(ask: Ask, text: str) -> list[str]:
    """The ways to read what the only statement of a text says; none if there is no or more than one.

    A statement is what its writer will do (`I will bid 120`) or what their answer is (`My bid is 120`). In a
    sentence with a condition, a doubt or another's words there is none. What comes after it may not hold a
    number or a second statement.

    >>> statements(Amount(0, 9, about="bid"), "They value it at 9, so I will bid 5.")
    ['bid 5', '5']
    >>> statements(Amount(0, 9, about="bid"), "If they bid 9, I will bid 5.")
    []
    """
    if len(text) > LONGEST:
        return []
    sentences = [sentence for sentence in _SENTENCES.split(text.strip()) if sentence.strip()]
    said = [(nth, what) for nth, sentence in enumerate(sentences) if (what := _said(ask, sentence))]
    if len(said) != 1:
        return []
    nth, what = said[0]
    if any(
        re.search(r"\d|\b(?:or|wait|actually|instead|maybe|perhaps|no)\b", s, re.IGNORECASE)
        for s in sentences[nth + 1 :]
    ):
        return []
    ways = [what]
    verbs = _NUMBER_VERBS if isinstance(ask, Amount) else _OPTION_VERBS
    if verb := re.match(rf"(?:to )?(?:{verbs})\b[\s:]*", what, re.IGNORECASE):
        ways.append(what[verb.end() :])
    ways += [way[found.end() :] for way in ways if (found := _BEFORE.match(way))]
    ways += [way[: found.start()] for way in ways if (found := _WHEN.search(way))]
    return [way for way in dict.fromkeys(ways) if way]


def _said(ask: Ask, sentence: str) -> str:
    """What a sentence states, from its verb on; empty if it states nothing or is in doubt."""
    bare = sentence.strip(" \t*_>").rstrip(".!。！ ").rstrip("*_ ")
    found = [*_statement(key_of(ask)).finditer(bare)] or [*_ZH.finditer(bare)]
    found = [one for one in found if not bare[: one.start()].strip() or _AFTER.search(bare[: one.start()])]
    found = found[-1:] if found and _SO.match(bare[: found[-1].end()][found[-1].start() :]) else found
    if len(found) != 1 or _OTHERS.search(bare[: found[0].start()]):
        return ""
    what = bare[found[0].end() :].strip(" *_")
    return "" if _OTHERS.search(what.strip('"“”')) else what.strip('"“”')


@cache
def _statement(key: str) -> re.Pattern[str]:
    nouns = "|".join(
        (label(key), label(key.rsplit("_", 1)[-1]), "answer|choice|vote|bid|move|guess|decision|number")
    )
    mine = rf"(?:so |thus |therefore |hence )?(?:my|the|our)(?: final| own| best)? (?:{nouns})"
    mine = rf"(?:{mine}|{mine} (?:that )?i (?:choose|pick|select)) {_SAYS}"
    return re.compile(rf"(?<![\w'’])(?:{_I}|{mine})", re.IGNORECASE)
