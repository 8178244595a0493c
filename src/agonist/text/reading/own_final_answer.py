"""Whether an answer in a text is its writer's own and final: what leads to it, and what follows it.

Words that present an answer are few and known (`My final answer:`); words that deny, quote or imagine one,
or take it back, are not. So what stands right before an answer must be known, and what follows must
explain it and name no other. In doubt, the player is asked again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from typing import Final

from agonist.core import AmbiguousAnswer, UnreadableAnswer
from agonist.text.reading.denial_wording import (
    CONDITION,
    COUNTS_FROM_ZERO,
    DENIES,
    FENCE,
    FORMAT,
    NUMBERED,
    OF_ANSWERS,
    OF_FORM,
    PREMISE,
    PRESENTED,
    PRESENTING,
    REPORTS,
    SENTENCE_END,
    TAKES_BACK,
    ZH,
)

_MARKS: Final = " \t\r*_`~\"'“”[]()>|$#-•"
_CLAUSE_END: Final = re.compile(
    r"[,;:，；：–—]|\s-\s|\b(?:so|therefore|thus|hence|and|but|because)\b|所以|因此"
)
_OWN: Final = re.compile(
    r"\bmy (?:final |actual |real )?(\w+) (?:is|will be|stays) ([^.!?;\n]{1,60})", re.IGNORECASE
)
"""What a player says of their own answer: `my bid is 20`."""

_OF_ME: Final = re.compile(r"\b(?:i|my)\b", re.IGNORECASE)
_IN_QUOTES: Final = re.compile(r"\"[^\"]{1,80}\"|“[^“”]{1,80}”")
_HEADING: Final = 60
_LONGEST: Final = 1000
"""The most characters before and after an answer that are looked at."""


def expect_own(before: str, words: Set[str], names_another: Callable[[str], bool]) -> None:
    """Raise unless what leads to an answer presents it as the writer's own. `before`: the text before it.

    `words`: the question's own words, which may present an answer, too. `names_another`: whether a text
    names another answer.
    """
    before = before[-_LONGEST:]
    if COUNTS_FROM_ZERO.search(before):
        raise AmbiguousAnswer("a remark says that you count from 0: name the option as it is written")
    said = [one[2] for one in _OWN.finditer(before) if one[1].casefold() in words | PRESENTED]
    if any(map(names_another, said)):
        raise AmbiguousAnswer("another answer of yours stands before the answer; give one")
    lead, sentence = _lead(before)
    if lead:
        if not presents(lead, words):
            raise UnreadableAnswer("it is not clear that the answer is yours: write it alone")
        if names_another(lead):
            raise AmbiguousAnswer("another answer is named right before the answer; give one")
    elif (OF_ANSWERS.search(sentence) and DENIES.search(sentence)) or (
        OF_FORM.search(sentence) and not _OF_ME.search(sentence)
    ):
        raise UnreadableAnswer("it is not clear that the answer is meant: write it alone")


def presents(lead: str, words: Set[str] = frozenset()) -> bool:
    """Whether the words before an answer present it as the writer's own.

    >>> presents("So my final answer is:"), presents("I would never answer"), presents("Player 2 voted:")
    (True, False, False)
    """
    numbered = NUMBERED.search(lead)
    lead = NUMBERED.sub("", lead).strip()
    if ZH.fullmatch(lead.rstrip("：:，, ")):
        return True
    clauses = [clause for part in _CLAUSE_END.split(lead) if (clause := part.strip(_MARKS + ".!"))]
    if not clauses:
        return not numbered
    if DENIES.search(lead) or FORMAT.fullmatch(lead):
        return False
    said = re.findall(
        r"[^\W\d_]+|\d+",
        clauses[-1]
        .casefold()
        .replace("’", "'")
        .replace("i'll", "i will")
        .replace("here's", "here is")
        .replace("i'm", "i am")
        .replace("let's", "let us")
        .replace("that's", "that is")
        .replace("i'd like", "i like"),
    )
    return all(word in PRESENTING or word in words for word in said) and (
        not PRESENTED.isdisjoint(said) or not words.isdisjoint(said)
    )


def _lead(before: str) -> tuple[str, str]:
    """The words that lead to what follows, and the last sentence if there are none."""
    before = FENCE.sub("", before)
    line = before.rpartition("\n")[2].strip(_MARKS)
    if not line:
        above = [one for one in before.splitlines() if one.strip(_MARKS)]
        if not above:
            return "", ""
        line = above[-1].strip()
        bare = line.strip(_MARKS + " ")
        presenting = bare.endswith((":", "：", ",", "，")) or line.startswith(("#", "**"))
        if (
            not presenting
            or (len(bare) > _HEADING and not bare.endswith((":", "：", ",", "，")))
            or bare.endswith((".", "!", "?", "。", "！", "？", "…"))
        ):
            return "", SENTENCE_END.split(bare)[-1]
    sentences = [one for one in SENTENCE_END.split(line) if one.strip(_MARKS)]
    last = sentences[-1].strip(_MARKS) if sentences else ""
    if last.endswith((".", "!", "。", "！", "…")) and not last.endswith("e.g."):
        return "", last
    return last, ""


def last_sentence(line: str) -> str:
    """The sentence that a line ends with."""
    return SENTENCE_END.split(line.rstrip())[-1]


def denies(text: str, *, concluded: bool = False) -> bool:
    """Whether a text says that what it is about is denied, imagined or another's. `concluded`: it's the
    reason of what stands behind it, and a reason may be imagined: `They would win, so I shoot.`"""
    if concluded:
        return PREMISE.search(_IN_QUOTES.sub("it", text)) is not None
    return CONDITION.search(text) is not None


def reports(text: str) -> bool:
    """Whether a text is about what somebody said."""
    return REPORTS.search(text) is not None


def takes_back(text: str) -> bool:
    """Whether a text may take an answer back."""
    return TAKES_BACK.search(text) is not None


def is_own(text: str) -> bool:
    """Whether nothing in a text says that an answer behind it is denied, imagined or another's."""
    return DENIES.search(text) is None
