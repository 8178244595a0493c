"""Reading a free text (a clue, a speech, a guess) that has no key."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from agonist.core import InvalidAnswer, Speech, UnreadableAnswer
from agonist.text.formats import key_of
from agonist.text.reading.lines import label
from agonist.text.reading.refusals import refuses

NAME_WORDS: Final = 5
"""The most words of a name or a guess."""

LONGEST_GUESS: Final = 3
"""The most words of a guess without quotes."""

_PREAMBLE: Final = re.compile(
    r"(?:sure|ok(?:ay)?|certainly|of course|here(?:['’]s| is| are)|let me|let us)\b", re.IGNORECASE
)
_EMPHASISED: Final = re.compile(
    r"(?:>\s*)?(?:\*\*(?P<bold>[^*\n]+)\*\*|[\"“«](?P<quoted>[^\"“”«»\n]+)[\"”»])[.!]?|>\s*(?P<block>[^>\n]+)"
)
_SENTENCE: Final = r"(?:^|(?<=[.!?:,\n]))[ \t]*(?:(?:so|thus|therefore|ok|okay|sure)\b[,!]?\s+)*"
_A_GUESS: Final = (
    r"(?:i(?:['’]m|['’]d| would)? (?:think|believe|guess|say|fairly sure|pretty sure"
    r"|sure)[,:]?\s+(?:that )?)?"
    r"(?:the|our|this) (?:secret |code |hidden )?(?:word|answer) (?:is|must be|has to be|should be)"
    r"(?: probably| likely| most likely)?|it(?:['’]s| is| must be| has to be)|(?:i(?:['’]ll| will"
    r"|['’]d| would)?(?: go with| guess"
    r"|['’]m going with)"
    r"(?: (?:that )?it(?:['’]s| is))?)"
)
_NO_GUESS: Final = re.compile(
    r"\b(?:or|either|not|if|maybe|perhaps|something|anything|unclear|unknown|hard|that|based|wait"
    r"|but|they|others|everyone"
    r"|we|you|he|she|supposed|known|related|clear)\b|[?]",
    re.IGNORECASE,
)
_ABOUT_IT: Final = re.compile(
    r"\b(?:i|my|guess|think|believe|answer|word is|it is|it['’]s|it (?:must|has to|should|could))\b",
    re.IGNORECASE,
)
_MY_OWN: Final = re.compile(r"\bmy (?:clue|speech|answer)\b(?: is|:)", re.IGNORECASE)
"""What presents a text: where it is not understood, the whole sentence is none."""

_MARKS: Final = " \t*_`"


def free_text(ask: Speech, said: str, text: str, missing: UnreadableAnswer) -> str:
    """The free text in an answer without a key; raises `missing` if it is in doubt.

    `said`: the answer `text` without the marks around it.
    """
    for presented in _presented(ask, key_of(ask), text):
        if allowed(ask, presented):
            return presented
    short = ask.max_words <= NAME_WORDS
    if not said or re.search(r"[\n{]|:$", said) or refuses(said) or _PREAMBLE.match(said):
        raise missing
    if (_ABOUT_IT if short else _MY_OWN).search(said):
        raise missing
    quoted = said[:1] in "\"'“‘" and said[-1:] in "\"'”’" and len(said) > 1
    said = said[1:-1].strip() if quoted else said
    if not allowed(ask, said):
        raise missing
    return said


def allowed(ask: Speech, said: str) -> bool:
    """Whether a text is a legal answer to an ask."""
    try:
        ask.check(said)
    except InvalidAnswer:
        return False
    return bool(said.strip(" .:;,!?-*_`\"'"))


def _presented(ask: Speech, key: str, text: str) -> list[str]:
    """The part that a text presents as its answer: `My guess is lion.`, or a last line in bold or quotes."""
    short = ask.max_words <= NAME_WORDS
    found = [*_own(key, short=short).finditer(text)]
    if len(found) == 1:
        rest = text[found[0].end() :].strip()
        if emphasised := re.match(rf"[:\s]*(?:{_EMPHASISED.pattern})", rest):
            return [(emphasised["bold"] or emphasised["quoted"] or emphasised["block"]).strip(' "“”*')]
        said = rest.strip(_MARKS)
        if "\n" in said or refuses(text):
            return []
        if short:
            said = re.split(r"[,;.!(–—]|\s-\s|\b(?:because|since|as|given)\b", said)[0]
            said = re.sub(r"^(?:an?|the) ", "", said.strip(_MARKS + "\"“”'‘’:"), flags=re.IGNORECASE)
            return [] if _NO_GUESS.search(said) or len(said.split()) > LONGEST_GUESS else [said]
        return [said]
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    shown = [line for line in lines if _EMPHASISED.fullmatch(line)]
    if len(lines) < 2 or found or len(shown) != 1 or shown[0] != lines[-1] or shown[0].endswith("?"):
        return []
    match = _EMPHASISED.fullmatch(shown[0])
    if match is None or refuses(text):
        return []
    return [(match["bold"] or match["quoted"] or match["block"]).strip(' "“”*')]


@cache
def _own(key: str, *, short: bool) -> re.Pattern[str]:
    """The beginning of a sentence that gives a text: `My clue is`, or for a guess `I think the word is`."""
    nouns = "|".join(dict.fromkeys((label(key), label(key.rsplit("_", 1)[-1]), "answer")))
    the = "|the" if short else ""
    mine = (
        r"(?:我的)?(?:发言|描述|线索|答案)(?:是)?[：:]|"
        rf"(?:here(?:['’]s| is) )?(?:my{the})(?: final| best)? (?:{nouns})(?: (?:is|will be"
        rf"|would be)\b[:\s]*|:[:\s]*)"
        rf"|the(?: final)? (?:{nouns})(?: (?:is|will be))?(?::\s*| (?=[\"“*]))"
    )
    more = rf"|{_A_GUESS}\s*:?" if short else ""
    return re.compile(rf"{_SENTENCE}(?:{mine}{more})[\s*_]*(?=\S)", re.IGNORECASE)
