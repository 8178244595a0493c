"""What one sentence says: an answer alone, or behind and before known words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Final

from agonist.core import Ask, Choice, Form, InvalidAnswer, Menu, UnreadableAnswer
from agonist.text.answer_formats import key_of
from agonist.text.reading.actions import action_from, atom_from
from agonist.text.reading.another_answer_named import names_another
from agonist.text.reading.covered_sentences import covered, heads
from agonist.text.reading.labelled_lines import label
from agonist.text.reading.object_keys import keys_of
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.own_final_answer import is_own
from agonist.text.reading.parts_in_one_text import counted_things, in_a_row
from agonist.text.reading.prose_wording import (
    ADVERBS,
    CLOSING,
    INSIDE,
    NAMED,
    PREPOSITIONS,
    SAYING,
    SUBJECTS,
    verb_words,
)
from agonist.text.reading.text_comparison import readings, tokens

MARKS: Final = " \t\r\n*`#_"
END: Final = " .!。！"
LONGEST: Final = 300
"""The most characters of a sentence that may be an answer."""

_LIKE: Final = re.compile(
    r"\b(i|we)(?: would like|['’]d like| must| have to(?= \w+ )| need to)\b", re.IGNORECASE
)
_GOING: Final = re.compile(
    r"\b(i|we)(?:(?:['’]ve| have)(?= (?:decided|chosen)\b)"
    r"|(?:['’]m| am|['’]re| are)(?= (?:just |simply )?\w+ing\b)) ",
    re.IGNORECASE,
)
_BLOCK: Final = re.compile(r"\bblock (?=(?:at|on|in) )", re.IGNORECASE)
"""To block at a place is to play there."""

_MARK: Final = re.compile(r"\b(?:my|an) [xo]\b|(?:(?<=place )|(?<=worker ))[xo]\b", re.IGNORECASE)
"""A mark or a piece of the player's; by itself, it may be the opponent's name."""

_LET: Final = re.compile(r"\blet(?: me| us|['’]s)\b", re.IGNORECASE)
_WHEN: Final = re.compile(
    r"(?:(?:in|for|on) )?(?:(?:this|the) (?:(?:first|last|final|opening) )?(?:round|time|turn|move)"
    r"|(?:round|turn) \d+|with this hand),? (?=i)|^i (?:think|guess) (?=i(?:['’]ll| will)\b)"
    r"|^(?:i (?:think|believe) )?(?:the|my) (?:best|safest|strongest|right|winning) "
    r"(?:(?!for |against |they |their |his |her )\w+ ){1,6}is (?:to )?",
    re.IGNORECASE,
)
"""What comes before the answer in its sentence: when it is given, or how good it is."""

_ZH: Final = re.compile(r"[我所以的最终选择决定投票答案出价猜给是为第列号：:，,。]")
_AND_MY: Final = re.compile(r"\b(?:and|so|then) (?:i|my)\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[\W_]*([^\W\d_]+)(?:['’](?=ll|s|d))?")
_NOT_SAID: Final = re.compile(
    r"[?？]|\blet(?:['’]s| us| me) (?:say|see|suppose|assume)\b|\b(?:vote|shoot|aim|fire)\w* (?:with|over)\b"
    r"|(?:\.\.\.|…)\W*$|[:：]\W*$|^\{|^[\"“«].*[\"”»]\W*\w|^(?:move|turn|round|step|game|hand|ply|day|week)\s*(?:number\s*|#)?\d+\W*$",
    re.IGNORECASE,
)
"""Questions, suppositions, hesitation, labels, objects, quoted words with more behind them, headings such as
`Round 3`."""


def sentence(ask: Ask, said: str, terms: OptionNames) -> Any:
    """The action of a text that is nothing else, or a sentence in which all other words are known."""
    said = said.strip(MARKS).replace("**", "")
    if not 0 < len(said) <= LONGEST or _NOT_SAID.search(said):
        raise UnreadableAnswer("this is not an answer alone")
    why: InvalidAnswer | None = None
    for way in dict.fromkeys(_ways(ask, said, terms)):
        try:
            return read_plainly(ask, way, terms)
        except InvalidAnswer as invalid:
            why = why if why and isinstance(invalid, UnreadableAnswer) else invalid
    for head, reason in heads(_plainly(said)):
        with suppress(UnreadableAnswer):
            action = covered(ask, CLOSING.sub("", head), terms)
            if not names_another(ask, action, terms)(reason):
                return action
    for verb, form in ask.verbs if isinstance(ask, Menu) else ():
        if counted := counted_things(form, said):
            return action_from(ask, {"action": verb, **counted}, terms)
    assert why  # the text itself is the first way
    raise why


def _plainly(said: str) -> str:
    """A sentence without what says when, how gladly or why a player does what they do."""
    return _BLOCK.sub("play ", _GOING.sub(r"\1 ", _LIKE.sub(r"\1", _WHEN.sub("", said.rstrip(END)))))


def _ways(ask: Ask, said: str, terms: OptionNames) -> Iterator[str]:
    """The text, and what is left of it behind the known words that it begins with, and before those at its
    end."""
    yield said
    said = _LET.sub("I", said)
    said = _MARK.sub("my mark", said)
    said = _plainly(said)
    if (named := NAMED.match(said)) and is_own(named[0]):
        yield said[named.end() :]
    if role := _role(ask, terms).match(said):
        yield said[role.end() :]
    if role := _role(ask, terms, behind=True).fullmatch(said):
        yield role[1]
    known = SAYING | verb_words(ask, terms) | {word for key in keys_of(ask) for word in tokens(key)}
    if isinstance(ask, Choice):  # in "go|stay", "go" is an option
        spelled = terms.spelled(key_of(ask), ask.choices).values()
        known -= {way[0] for ways in spelled for way in ways if len(way) == 1}
    closing = _closing(tuple(keys_of(ask)))
    bare = [said, *(one.said for one in readings(said) if not one.more and not one.remark)]
    for way in dict.fromkeys([said, *(closing.sub("", CLOSING.sub("", one)) for one in bare)]):
        at, first = 0, ""
        while (word := _WORD.match(way, at)) and not known.isdisjoint(stems := _stems(word[1].casefold())):
            first = stems[0] if stems[0] in SUBJECTS or first in ADVERBS else first
            at = word.end()
            if isinstance(ask, Menu):
                yield from (stem + way[at:] for stem in stems[1:])
            if first not in PREPOSITIONS and (rest := way[at:].lstrip(" :：,\"“'")):
                yield rest
                if not _AND_MY.search(rest):
                    yield " ".join(part for part in rest.split() if part not in INSIDE)
        yield way
        if word and word[1].endswith("ing"):
            yield from (stem + way[word.end() :] for stem in stems)
    if _ZH.match(said):
        yield _ZH.sub("", said)


@cache
def _closing(keys: tuple[str, ...]) -> re.Pattern[str]:
    """What an answer is given as: `Player 4 as the new leader`."""
    names = "|".join(map(label, keys))
    return re.compile(rf"[\s,]+(?:as|for) (?:the|my|our) (?:{names})\W*$", re.IGNORECASE)


def _stems(word: str) -> tuple[str, ...]:
    """The word, and what it may be a form of: `vote` of `voting`, `bid` of `bidding`."""
    if len(word) < 5 or not word.endswith("ing"):
        return (word,)
    return (word, word[:-3], f"{word[:-3]}e", word[:-4])


def _role(ask: Ask, terms: OptionNames, *, behind: bool = False) -> re.Pattern[str]:
    """The beginning of a sentence about the one for whom a vote is, or with `behind` the whole of one."""
    roles = () if isinstance(ask, Form | Menu) else terms.vocabulary.roles(key_of(ask))
    if behind:
        return re.compile(
            rf"(?:i think |i believe )?(player \d+) is (?:the|a) (?:{'|'.join(roles) or '$'})", re.IGNORECASE
        )
    return re.compile(rf"(?:i think |i believe )?the (?:{'|'.join(roles) or '$'}) is\s+(?=\S)", re.IGNORECASE)


def read_plainly(ask: Ask, said: str, terms: OptionNames) -> Any:
    """The action of a text that is nothing else."""
    match ask:
        case Form():
            given = in_a_row(ask, said, terms)
            if not given:
                raise UnreadableAnswer("the sentence does not give each part")
            return action_from(ask, given, terms)
        case Menu():
            return action_from(ask, {"action": said}, terms)
    return atom_from(ask, said, terms, key_of(ask))
