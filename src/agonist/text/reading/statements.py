"""Answers in a sentence: `I will bid 120.`, `…, so I vote for Player 3.`, `Cheap it is.`"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from agonist.core import Amount, Ask
from agonist.text.formats import key_of
from agonist.text.reading.lines import label
from agonist.text.reading.statement_wording import (
    AFTER,
    ASIDE,
    BARE_VERBS,
    BEFORE,
    CHOICE_VERBS,
    CLAUSES,
    EMPHASIS,
    HERE,
    I_WILL,
    IN_REASON,
    IS_MINE,
    LATER,
    LISTED,
    MERIT,
    NO_MERIT,
    NOUNS,
    NUMBER_VERBS,
    OF_MINE,
    OF_THEIRS,
    OTHERS,
    OWN,
    PLACE_VERBS,
    REASON,
    SAYS,
    SENTENCES,
    SO,
    SPANS,
    THAT_BEGINS,
    THAT_IS_MINE,
    WHEN,
    ZH,
)

STATEMENT_CHARACTERS: Final = 1500
"""The most characters of a text that may give its answer in a sentence."""

LONGEST_SENTENCE: Final = 400
_LONGEST_NAME: Final = 40


class Statement(NamedTuple):
    """A statement: the ways to read it, from the whole text to the core, and the index of its sentence.

    `leads`: the only way begins with an option, and the text about it follows after a line break.
    """

    ways: tuple[str, ...]
    sentence: int
    leads: bool = False


class _Statement(NamedTuple):
    what: str
    leads: bool = False
    verb: bool = False
    """Whether it begins with a verb that may be left out, such as `bid`."""


def statements(ask: Ask, text: str, roles: Sequence[str] = ()) -> list[Statement]:
    """The statements in a text; empty if a later sentence takes the last one back.

    A statement says what its writer will do (`I will bid 120`) or what their answer is (`My bid is 120`,
    `Cheap it is`). A sentence with a condition, a doubt or another's words has none. `roles`: names for the
    target of a vote (`The spy is Player 3`).

    >>> statements(Amount(0, 9, about="bid"), "They value it at 9, so I will bid 5.")[0].ways
    ('bid 5', '5')
    >>> statements(Amount(0, 9, about="bid"), "If they bid 9, I will bid 5.")
    []
    """
    if len(text) > STATEMENT_CHARACTERS:
        return []
    text = THAT_BEGINS.sub(", so ", text.strip())
    sentences = [sentence for sentence in SENTENCES.split(text) if sentence.strip()]
    found = []
    for nth, sentence in enumerate(sentences):
        if len(sentence) > LONGEST_SENTENCE:
            continue
        alone = not any(re.search(r"\d", other) for n, other in enumerate(sentences) if n != nth)
        bare = LISTED.sub("", sentence.strip(" \t"))
        spans = [span for _, span in SPANS.findall(bare)]
        bare = EMPHASIS.sub("", bare).strip().rstrip(".!。！ ")
        for said in _stated(ask, bare, roles, alone=alone):
            ways = _ways(ask, said.what) if said.verb else [said.what]
            if not said.leads and len(spans) == 1 and spans[0] in said.what:
                ways.append(spans[0].strip(".!: "))
            if ways := [way for way in ways if way]:
                found.append(Statement(tuple(dict.fromkeys(ways)), nth, said.leads))
    return [] if found and _taken_back(found[-1], sentences) else found


def _taken_back(last: Statement, sentences: Sequence[str]) -> bool:
    """Whether a sentence after the last statement names other numbers, or reconsiders."""
    numbers = set(re.findall(r"\d+", last.ways[0]))
    return any(
        LATER.search(sentence) or set(re.findall(r"\d+", sentence)) - numbers
        for sentence in sentences[last.sentence + 1 :]
    )


def _stated(ask: Ask, bare: str, roles: Sequence[str], *, alone: bool) -> Iterator[_Statement]:
    """The statement of one sentence, if any. `alone`: no other sentence of the text has a number."""
    for pattern in (THAT_IS_MINE, IS_MINE):
        whole = pattern.fullmatch(bare)
        what = (whole["what"] or whole.groupdict().get("last") or "") if whole else ""
        if what and not OTHERS.search(what):
            what = re.sub(r"^(?:so|then) ", "", what)
            yield _Statement(
                what if pattern is THAT_IS_MINE else CLAUSES.split(what)[-1], pattern is THAT_IS_MINE
            )
            return
    if roles and (verdict := _verdict(tuple(roles)).fullmatch(bare)):
        if not OTHERS.search(bare):
            yield _Statement(_without_reason(next(filter(None, verdict.groups()))))
        return
    found = [*_statement(key_of(ask)).finditer(bare)] or [*ZH.finditer(bare)]
    found = [one for one in found if not bare[: one.start()].strip() or AFTER.search(bare[: one.start()])]
    found = found[-1:] if found and SO.match(bare[: found[-1].end()][found[-1].start() :]) else found
    if not found and alone:
        yield from _merit(bare)
    if not found or OTHERS.search(bare[: found[0].start()]):
        return
    for one, following in zip(found, [*found[1:], None], strict=True):
        if OTHERS.search(_without_reason(bare[one.end() :].strip().strip('"“”'))):
            continue
        what = bare[one.end() : following.start() if following else len(bare)]
        what = _without_reason(re.sub(r"[\s,;]*(?:\band)?\s*$", "", what))
        yield _Statement(what.strip().strip('"“”'), verb=True)


def _merit(bare: str) -> Iterator[_Statement]:
    """The option in a sentence that only praises it: `(3, 1) blocks the diagonal`."""
    merit = MERIT.search(bare)
    if merit is None or OTHERS.search(bare):
        return
    name, rest = bare[: merit.start()], merit["rest"]
    theirs = (OF_MINE if merit["against"] else OF_THEIRS).search(rest)
    if len(name) <= _LONGEST_NAME and not theirs and not NO_MERIT.search(rest):
        yield _Statement(f"{name}\n{rest}", leads=True)


def _without_reason(what: str) -> str:
    reason = REASON.search(what)
    if reason is None or not what[: reason.start()].strip() or IN_REASON.search(what[reason.start() :]):
        return what
    return what[: reason.start()]


def _ways(ask: Ask, what: str) -> list[str]:
    ways = [what]
    verbs = NUMBER_VERBS if isinstance(ask, Amount) else f"{CHOICE_VERBS}|{PLACE_VERBS}"
    if verb := re.match(rf"(?:to )?(?:{verbs})\b[\s:]*", what, re.IGNORECASE):
        ways.append(what[verb.end() :])
    ways += [way[found.end() :] for way in ways if (found := BEFORE.match(way))]
    ways += [way[: found.start()] for way in ways if (found := WHEN.search(way))]
    ways += [way[: found.start()] for way in ways if (found := ASIDE.search(way)) and found.start()]
    return ways


@cache
def _statement(key: str) -> re.Pattern[str]:
    nouns = "|".join((label(key), label(key.rsplit("_", 1)[-1]), NOUNS))
    mine = rf"(?:so |thus |therefore |hence )?(?:my|the|our) {OWN}(?:{nouns}){HERE}"
    mine = rf"(?:{mine}|{mine} (?:that )?i (?:choose|pick|select)|^(?:final )?answer) ?{SAYS}"
    pieces = "worker|mark|piece|ship|disc|token|queen|ant|beetle|spider|grasshopper"
    piece = rf"my (?:first |second )?(?:{pieces}) (?:moves|goes|starts) (?=\w)"
    so = r"(?:so|therefore|thus|hence) ?[:–—] ?(?=\w|\()"
    return re.compile(
        rf"(?<![\w'’])(?:{I_WILL}|{mine}|{piece}|{so})|^(?:{BARE_VERBS})\s+(?=\w|\(|\$)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _verdict(roles: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern of sentences that name a suspect: `The spy is Player 3`, `I think Player 3 is the spy`."""
    role = rf"(?:the |our |a )?(?:{'|'.join(map(re.escape, roles))})(?: (?:agent|player))?"
    adverbs = (
        "most|probably|clearly|definitely|certainly|likely|almost|fairly|quite|pretty|very|now|absolutely"
    )
    opinion = rf"(?:{adverbs}| )*(?:think|believe|suspect|say|sure|confident|convinced|certain)(?: that)? "
    zh = "我?(?:认为|觉得|猜|怀疑|想)"
    lead = rf"(?:.*[,;:，：；] ?)?(?:so |therefore |thus )?(?:i(?:['’]m| am)? {opinion}|{zh})?"
    be = rf"(?: is (?:(?:{adverbs}) )*| must be | has to be | seems to be |是|就是|:\s*|：)"
    return re.compile(rf"{lead}{role}{be}(?P<a>\S.*)|{lead}(?P<b>\S[^,]*?){be}{role}", re.IGNORECASE)
