"""A speech or a name that is the whole answer, without a key."""

from __future__ import annotations

import re
from typing import Final

from agonist.core import InvalidAnswer, Speech, UnreadableAnswer
from agonist.text.answer_formats import key_of
from agonist.text.reading.own_final_answer import presents
from agonist.text.reading.refusals import refuses
from agonist.text.reading.text_comparison import tokens

FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)
"""The lines around a code block."""

_MARKS: Final = " \t\r\n*`#_"
_QUOTED: Final = re.compile(
    r"(?P<lead>[^\"“”«»「」*\n]{0,80}?[\s:：]*)(?:[\"“«「](?P<said>[^\"“”«»「」\n]+)[\"”»」]|\*\*(?P<bold>[^*\n]+)\*\*)[.!。]?"
)
_OF_ME: Final = re.compile(
    r"(?:so,? )?(?:i (?:guess|say|think it is|go with|choose)|my (?:final )?(?:guess|answer)(?: is|:)"
    r"|the (?:answer|guess) is):?\s+",
    re.IGNORECASE,
)
"""What may stand before a name."""
_SHORT: Final = 5
_LONGEST_NAME: Final = 3
_SENTENCE: Final = re.compile(
    r"\b(?:i|it|we|you|they|that|this|is|are|was|be|must|has|have|can|not|or)\b", re.IGNORECASE
)
"""Words of a sentence about a name, which is not a name."""

_META: Final = re.compile(
    r"\b(?:my|word|clue|speech|answer|hint|secret|description|describe|statement|think|thinking|thought|should"
    r"|would|could|might|let me|let['’]s|maybe|perhaps|need|want|try|sure|okay|here['’]?s|says?|saying|said"
    r"|guess|i['’]ll|h+m+|task|prompt|instruction\w*|json|player|format)\b|发言|词|回答|描述",
    re.IGNORECASE,
)
"""Words about a text, which are not said in it without quotes."""


_REPLIES: Final = re.compile(
    r"(?:ok(?:ay)?|yes|no|sure|none|null|n/?a|pass|skip|done|next|ready|thanks|thank you|sorry|understood"
    r"|nothing|i see|good luck)\W*",
    re.IGNORECASE,
)
"""What one says to the one who asks; as a speech, it needs its key."""

_BESIDE: Final = re.compile(
    r"[\[(（【][^\])）】]*[\])）】]\W*$|\s(?://|#|--|<-|<!--|/\*)|[:：]\s*[\"“«「]|[\"“«「][^\"”»」]*[\"”»」]\W*$"
    r"|\b(?:my|the) (?:(?:own|secret|other|real) )?word\b|\bthis (?:clue|hint|statement|speech)\b",
    re.IGNORECASE,
)
"""A remark on a speech, or what leads to one."""

_BRACKETED: Final = re.compile(r"\[([^\[\]]+)\]")


def in_line(said: str) -> str:
    """A speech that stands behind a label or a verb, without its quotes.

    Raises `UnreadableAnswer` where more than the speech stands there: its quotes end before the line does, or
    a remark on it may follow.
    """
    said = said.strip()
    closing = _QUOTES.get(said[:1], "")
    if closing and closing in said[1:]:
        inside, _, more = said[1:].rpartition(closing)
        if more.strip(" .,") or not inside or re.search(rf"{closing}(?!\w)", inside):
            raise UnreadableAnswer("more than the text stands behind its label: write the text alone")
        return inside.strip()
    whole = _BRACKETED.fullmatch(said)  # brackets around all of it stand beside nothing
    if _BESIDE.search(whole[1] if whole else said):
        raise UnreadableAnswer("a remark stands beside the text: write the text alone")
    return said


_QUOTES: Final = {'"': '"', "“": "”", "'": "'", "‘": "’", "«": "»", "「": "」"}


def spoken(ask: Speech, text: str, missing: UnreadableAnswer) -> str:
    """A free text that is the whole answer, in one line: in quotes or bold, behind words that present it
    or none, or without a word about itself.

    Anything else could be the thoughts of its writer, which must not be said aloud.
    """
    said = FENCE.sub("", text).strip()
    if "{" in said:
        raise missing
    quoted = _QUOTED.fullmatch(said)
    if quoted and not presents(quoted["lead"], {*tokens(key_of(ask)), "speech", "clue", "word", "secret"}):
        raise missing
    bare = (quoted["bold"] or quoted["said"]).strip(_MARKS + '"“”') if quoted else said.strip(_MARKS)
    if not quoted and ask.max_words <= _SHORT:
        bare = re.sub(r"^(?:the|an?) ", "", _OF_ME.sub("", bare)).rstrip(".!")
        if _SENTENCE.search(bare) or len(bare.split()) > _LONGEST_NAME:
            raise missing
    if (
        not bare
        or re.search(r"[\n{}\"“”<>]|:$", bare)
        or refuses(bare)
        or (not quoted and _REPLIES.fullmatch(bare))
        or (not quoted and (_META.search(bare) or ":" in bare))
    ):
        raise missing
    try:
        ask.check(bare)
    except InvalidAnswer:
        raise missing from None
    if not any(map(str.isalnum, bare)):
        raise missing
    return bare
