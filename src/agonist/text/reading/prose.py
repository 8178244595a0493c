"""An answer without a key: alone, boxed, or in one sentence of known words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any, Final, NamedTuple

from agonist.core import (
    AmbiguousAnswer,
    Ask,
    Choice,
    Form,
    InvalidAnswer,
    Menu,
    Speech,
    Split,
    UnreadableAnswer,
)
from agonist.text.answer_formats import Format, key_of, label_of
from agonist.text.reading.actions import action_from, atom_from
from agonist.text.reading.keyless_speech import FENCE, spoken
from agonist.text.reading.labelled_lines import label
from agonist.text.reading.object_keys import keys_of
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.own_final_answer import denies, is_own
from agonist.text.reading.parts_in_one_text import in_a_row
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

_TAG: Final = re.compile(r"</?\s*(?:answer|final_answer|final|output|response)\s*>", re.IGNORECASE)
_BOXED: Final = re.compile(r"\$*\\boxed\{(?:\\text\{)?([^{}\n]{1,200})\}?\}\$*")
_MARKS: Final = " \t\r\n*`#_"
_END: Final = " .!。！"
_LIKE: Final = re.compile(r"\b(i|we)(?: would|['’]d) like\b", re.IGNORECASE)
_GOING: Final = re.compile(
    r"\b(i|we)(?:(?:['’]ve| have)(?= (?:decided|chosen)\b)"
    r"|(?:['’]m| am|['’]re| are)(?= (?:just |simply )?\w+ing\b)) ",
    re.IGNORECASE,
)
_MARK: Final = re.compile(r"\b(?:my|an) [xo]\b|(?:(?<=place )|(?<=worker ))[xo]\b", re.IGNORECASE)
"""A mark or a piece of the player's; by itself, it may be the opponent's name."""

_LET: Final = re.compile(r"\blet(?: me| us|['’]s)\b", re.IGNORECASE)
_WHEN: Final = re.compile(
    r"(?:(?:in|for) )?(?:this (?:round|time|turn)|(?:round|turn) \d+),? (?=i)", re.IGNORECASE
)
_ZH: Final = re.compile(r"[我所以的最终选择决定投票答案出价猜给是为第列号：:，,。]")
_STARTS: Final = re.compile(
    r"(?:so|therefore|thus|ok|okay|sure|well|yes|now)?[,:]?\s*"
    r"(?:(?:i|let me|let['’]s|my|we|ich|meine|je|ma|mi)\b|我)"
    r"|(?:the|final) (?:best |final )?(?:answer|move|choice|option|decision|bid|vote|number)\b",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(
    r"(?:[,;:–—]|\s-)\s*(?:(?:and|(?P<so>so|therefore|thus|hence)),? )*"
    r"(?:(?:this (?:time|round|turn)|then|now|here),? )?"
    r"(?=(?:i|let me|let['’]s|my)\b(?!['’]d))|,\s*(?P<it>so) (?=[^,;:]{1,40} it is\W*$)|[，,]\s*所以(?=我)",
    re.IGNORECASE,
)
"""Where a clause begins that gives an answer, behind its reason."""

_LATER: Final = re.compile(
    r"^\W*(?:first(?:ly)?|then)\b|\b(?:after (?:that|this)|afterwards|later"
    r"|next (?:turn|action|round|move|time|step|hand))\b|\bthen,?\s*$",
    re.IGNORECASE,
)
"""What comes before or after another action is not what is asked now."""

_AND_MY: Final = re.compile(r"\b(?:and|so|then) (?:i|my)\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[\W_]*([^\W\d_]+)(?:['’](?=ll|s|d))?")
_LEAD: Final = re.compile(
    r"(?:i|i['’](?:ll|m)|let['’]s|let me)\s(?![^:]*\ban? )[^:]{3,120}:\s*(?=\S)", re.IGNORECASE
)
"""What a player says of an answer that stands behind it: `I protect the 5: hint rank 5 to Player 2.`"""

_SENTENCES: Final = re.compile(r"[^\n]+?(?:(?<!^\d)[.!?][\"”*_)]*(?=\s)|[。！？]|$)", re.MULTILINE)
_NOT_SAID: Final = re.compile(
    r"[?？]|(?:\.\.\.|…)\W*$|[:：]\W*$|^\{|^[\"“«].*[\"”»]\W*\w|^(?:move|turn|round|step|game|hand|ply|day|week)\s*(?:number\s*|#)?\d+\W*$",
    re.IGNORECASE,
)
"""Questions, hesitation, labels, objects, quoted words with more behind them, headings such as `Round 3`."""

_LISTED: Final = re.compile(r"(?:^[^\n:=]{1,60}[:=][ \t*_]*\d[^\n:=]{0,40}(?:\n|\Z)){2,}", re.MULTILINE)
"""Names and numbers in lines of their own."""

_NUMBERED: Final = re.compile(r"\b(?:option|candidate|plan|idea|choice)\s*#?\d+", re.IGNORECASE)
"""What a list of candidates calls its entries, which are no answers."""

_LONGEST: Final = 300
_MOST_SENTENCES: Final = 200


class Bare(NamedTuple):
    """An action and where in the text it is."""

    action: Any
    start: int
    end: int


def bare_answer(ask: Ask, text: str, form: Format, terms: OptionNames) -> Bare:
    """The action in a text without a key, of which all sentences that give one agree.

    Raises `UnreadableAnswer` with the form that was asked for, and `IllegalAction` for an option of
    another state.
    """
    missing = UnreadableAnswer(_wanted(ask, form))
    boxed = [*_BOXED.finditer(text)]
    if len(boxed) == 1:
        return Bare(sentence(ask, boxed[0][1], terms), *boxed[0].span())
    if len({found.casefold() for found in _NUMBERED.findall(text)}) > 1:
        raise AmbiguousAnswer("the answer numbers its options itself; write the answer alone")
    if isinstance(ask, Speech):
        return Bare(spoken(ask, text, missing), 0, len(text))
    if isinstance(ask, Split) and (block := _LISTED.search(text)):
        said = ", ".join(line.strip(" \t-•*") for line in block[0].strip().splitlines())
        return Bare(sentence(ask, said, terms), *block.span())
    why: InvalidAnswer = missing
    bare = _TAG.sub("", FENCE.sub("", text)).strip()
    if "\n" not in bare:
        try:
            return Bare(sentence(ask, bare, terms), 0, len(text))
        except InvalidAnswer as invalid:
            why = why if isinstance(invalid, UnreadableAnswer) and " " in bare else invalid
    found = [*_in_sentences(ask, text, terms)]
    if not found:
        raise why
    if any(one.action != found[0].action for one in found):
        raise AmbiguousAnswer("the sentences of the answer give different actions; give one")
    return Bare(found[0].action, found[0].start, found[-1].end)


def _in_sentences(ask: Ask, text: str, terms: OptionNames) -> Iterator[Bare]:
    """The sentences that give an answer: those that begin with `I` or `My`, behind a reason or without one,
    and the first and the last, if they are nothing else."""
    text = _TAG.sub(_blank, FENCE.sub(_blank, text))
    every = [one for one in islice(_SENTENCES.finditer(text), _MOST_SENTENCES) if one[0].strip(_MARKS)]
    for nth, one in enumerate(every):
        said = one[0].strip(_MARKS)
        if len(said) > _LONGEST:
            continue
        clauses = [*_CLAUSE.finditer(said)]
        if (lead := _LEAD.match(said)) and is_own(lead[0]):
            with suppress(InvalidAnswer):
                yield Bare(_read(ask, said[lead.end() :].strip(_MARKS + _END), terms), one.start(), one.end())
                continue
        own = bool(_STARTS.match(said)) or not nth
        reason = said[: clauses[-1].start()] if clauses else ""
        if (
            clauses
            and not _LATER.search(said[: clauses[-1].end()])
            and not denies(reason, concluded=bool(clauses[-1]["so"] or clauses[-1]["it"]))
        ):
            said, own = said[clauses[-1].end() :], True
        if own or (one is every[-1] and _ends(every[nth - 1][0])):
            with suppress(InvalidAnswer):
                yield Bare(sentence(ask, said, terms), one.start(), one.end())


def _ends(before: str) -> bool:
    """Whether an answer alone may stand behind a sentence: it ends, and is about nobody else."""
    return before.rstrip(_MARKS + '"”)')[-1:] in (".", "!", "。") and not denies(before)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def sentence(ask: Ask, said: str, terms: OptionNames) -> Any:
    """The action of a text that is nothing else, or a sentence in which all other words are known."""
    said = said.strip(_MARKS).replace("**", "")
    if not 0 < len(said) <= _LONGEST or _NOT_SAID.search(said):
        raise UnreadableAnswer("this is not an answer alone")
    why: InvalidAnswer | None = None
    for way in dict.fromkeys(_ways(ask, said, terms)):
        try:
            return _read(ask, way, terms)
        except InvalidAnswer as invalid:
            why = why if why and isinstance(invalid, UnreadableAnswer) else invalid
    assert why  # the text itself is the first way
    raise why


def _ways(ask: Ask, said: str, terms: OptionNames) -> Iterator[str]:
    """The text, and what is left of it behind the known words that it begins with, and before those at its
    end."""
    yield said
    said = _LET.sub("I", said)
    said = _MARK.sub("my mark", said)
    said = _GOING.sub(r"\1 ", _LIKE.sub(r"\1", _WHEN.sub("", said.rstrip(_END))))
    if (named := NAMED.match(said)) and is_own(named[0]):
        yield said[named.end() :]
    if role := _role(ask, terms).match(said):
        yield said[role.end() :]
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


def _role(ask: Ask, terms: OptionNames) -> re.Pattern[str]:
    """The beginning of a sentence about the one for whom a vote is."""
    roles = () if isinstance(ask, Form | Menu) else terms.vocabulary.roles(key_of(ask))
    return re.compile(rf"(?:i think |i believe )?the (?:{'|'.join(roles) or '$'}) is\s+(?=\S)", re.IGNORECASE)


def _read(ask: Ask, said: str, terms: OptionNames) -> Any:
    match ask:
        case Form():
            given = in_a_row(ask, said, terms)
            if not given:
                raise UnreadableAnswer("the sentence does not give each part")
            return action_from(ask, given, terms)
        case Menu():
            return action_from(ask, {"action": said}, terms)
    return atom_from(ask, said, terms, key_of(ask))


def _wanted(ask: Ask, form: Format) -> str:
    keys = keys_of(ask)
    if form == "line":
        wanted = " and ".join(f"'{label_of(key)}: …'" for key in keys)
        return f"there is no line of the form {wanted}"
    return f"there is no JSON object with the key {' or '.join(map(repr, keys))}"
