"""Whether what stands behind an answer explains it.

Words that take an answer back are without number, those of reasons are not: an explanation says what is good
or likely, what a move does, or what its writer hopes for. So each sentence must have a word of reasons, its
writer may do nothing in it that would be a move, and nothing in it leads to another answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from agonist.core import AmbiguousAnswer
from agonist.text.reading.denial_wording import CONCLUDES, FENCE, LABELLED, RETRACTS, SENTENCE_END
from agonist.text.reading.explanation_wording import (
    CALCULATED,
    CALLS,
    COURTESY,
    EFFECT,
    ELSEWHERE,
    FACTS,
    HELPING,
    KEEPING,
    LOOKING,
    NOT,
    NOT_DONE,
    OF_REASONS,
    OF_SPEECHES,
    OTHERS,
    REASON,
    STATES_OF_ME,
    THOUGHTS,
    TOLD,
    WISHES,
)

_LONGEST: Final = 4000
"""The most characters behind an answer that may explain it."""

_EDGES: Final = " \t\r\n*_`~\"'“”[]()>|$#-•.,;!}。"
_GOES_ON: Final = re.compile(
    r"(?:because|since|as|to|so that|in order to)\b|[–—-] |[#/(]|<!--", re.IGNORECASE
)
"""How an explanation goes on in the line of an answer."""

_ASIDE: Final = re.compile(r"\b(?:because|since|as|what) i\b")
"""What a writer does in a clause of reasons, which is no move."""

_COMMENT: Final = re.compile(r"//|#|<!--")


def expect_kept(text: str, end: int, names_another: Callable[[str], bool], *, speech: bool = False) -> None:
    """Raise unless what follows an answer that ends at `end` only explains it. `speech`: the answer is one,
    so that a statement behind it may be another."""
    rest = FENCE.sub("", text[end:])
    after = rest.strip(_EDGES)
    if not any(map(str.isalnum, after)):
        if "?" in rest:
            raise AmbiguousAnswer("the answer is a question; give one without it")
        return
    if (label := LABELLED.match(after)) and not _ends_otherwise(after[label.end() :], names_another):
        return
    line = rest.partition("\n")[0].strip(" \t*_`\"'")
    before = text[:end].rstrip(" \t\r\n*_`~\"'“”)>|$#-•")[-1:]
    apart = (
        not line.strip("}]).,;!")
        or line.startswith((".", "!", "。"))
        or before in tuple(".!。")
        or (before in tuple("}]") and line[0].isupper())
        or _GOES_ON.match(line)
    )
    about = not speech or OF_SPEECHES.search(after) or COURTESY.match(after)
    if not (apart and about and len(rest) <= _LONGEST and explains(after, names_another)):
        raise AmbiguousAnswer("what follows the answer may change it: write the answer alone")


def explains(remark: str, names_another: Callable[[str], bool]) -> bool:
    """Whether each sentence behind an answer is a reason for it, or a courtesy.

    >>> explains("This blocks their row. Good luck!", lambda _: False)
    True
    >>> explains("Pending approval.", lambda _: False), explains("It helps. I do this.", lambda _: False)
    (False, False)
    """
    return (
        not RETRACTS.search(remark)
        and not names_another(FACTS.sub("", CALCULATED.sub("", remark)))
        and all(
            COURTESY.match(said) or is_reason(said)
            for said in SENTENCE_END.split(remark)
            if any(map(str.isalnum, said))
        )
    )


def is_reason(said: str) -> bool:
    """Whether a sentence is a reason for an answer, and leads to no other."""
    told = KEEPING.sub("", CALCULATED.sub("it", said))
    if (
        ELSEWHERE.search(told)
        or CALLS.search(told)
        or not (OF_REASONS.search(said) or _COMMENT.match(said) or TOLD.match(said))
    ):
        return False
    words = re.findall(r"[^\W\d_]+", _ASIDE.sub("", told.casefold()))
    return not any(_moves(words[at + 1 :]) for at, word in enumerate(words) if word == "i")


def _moves(does: list[str]) -> bool:
    """Whether a writer who does this does more than to think, be or want something."""
    if does[:1] in (["am"], ["m"]) and not any(word.endswith("ing") for word in does[1:3]):
        return False
    does = [word for word in does if word not in HELPING and word != "be"]
    verb, *more = [word for word in does if word not in NOT] or [""]
    if does[:1] != [verb] and verb not in NOT_DONE:
        return True
    if verb in WISHES and more[:1] == ["to"]:
        return not more[1:] or not (more[1] in LOOKING or REASON.match(more[1]))
    if verb in THOUGHTS:
        return next((word for word in more if word not in ("that", "the")), "") not in OTHERS
    return verb not in STATES_OF_ME and not EFFECT.match(verb)


def _ends_otherwise(reason: str, names_another: Callable[[str], bool]) -> bool:
    """Whether a text that is the reason of an answer takes it back, ends in another, or goes on."""
    first, _, more = reason.strip().partition("\n\n")
    last = SENTENCE_END.split(first.rstrip())[-1]
    return bool(more or RETRACTS.search(first) or (CONCLUDES.search(last) and names_another(last)))
