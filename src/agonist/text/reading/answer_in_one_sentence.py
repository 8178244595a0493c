"""What one sentence says: an answer alone, or behind and before known words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Form, InvalidAnswer, Menu, Speech, Split, UnreadableAnswer
from agonist.core.ask import atoms
from agonist.text.answer_formats import key_of
from agonist.text.reading.actions import action_from, atom_from
from agonist.text.reading.another_answer_named import names_another
from agonist.text.reading.labelled_lines import label
from agonist.text.reading.object_keys import keys_of
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.parts_in_one_text import counted_things, in_a_row
from agonist.text.reading.prose_wording import (
    ADVERBS,
    ANSWERS,
    CLOSING,
    INSIDE,
    PREPOSITIONS,
    SAYING,
    SUBJECTS,
    verb_words,
)
from agonist.text.reading.text_comparison import is_number, readings, tokens
from agonist.text.reading.words_in_any_order import covered, heads

MARKS: Final = " \t\r\n*`#_"
END: Final = " .!。！"
LONGEST: Final = 300
"""The most characters of a sentence that may be an answer."""

_LIKE: Final = re.compile(
    r"\b(i|we)(?: would like|['’]d like| must| have to(?= \w+ )| need to|(?:['’]m| am|['’]re"
    r"| are) going to)\b",
    re.IGNORECASE,
)
_GOING: Final = re.compile(
    r"\b(i|we)(?:(?:['’]ve| have)(?= (?:decided|chosen)\b)|(?:['’]m| am|['’]re| are)(?= (?:just "
    r"|simply )?\w+ing\b)) ",
    re.IGNORECASE,
)
_BLOCK: Final = re.compile(r"\bblock (?=(?:at|on|in) )", re.IGNORECASE)
"""To block at a place is to play there."""

_MARK: Final = re.compile(r"\b(?:my|an) [xo]\b|(?:(?<=place )|(?<=worker ))[xo]\b", re.IGNORECASE)
"""A mark or a piece of the player's; by itself, it may be the opponent's name."""

_FIRST: Final = re.compile(
    r"\bmy (?:first|next|opening) (?=(?:disc|disk|piece|worker|move|mark|stone|tile|bid|card|token|pick"
    r"|guess|shot)\b)",
    re.IGNORECASE,
)
"""What a player does now, and has not done before."""

_NOW: Final = re.compile(
    r" (?:for|in) (?:this|the current)(?: last| final)? (?:round|turn|game|move|hand|vote)(?=[*_`]*\s?[:：=]"
    r"| is\b)",
    re.IGNORECASE,
)
"""When the answer is given, behind its label."""

_ROUND: Final = re.compile(r"^(?:This is )?round (\d+)(?: of\b|\.)", re.IGNORECASE | re.MULTILINE)
"""How a game says which round this is."""

_LET: Final = re.compile(r"\blet(?: me| us|['’]s)\b(?!\s+go\W*$)", re.IGNORECASE)
"""How a choice may begin; "Let's go!" begins anything."""

_WHEN: Final = re.compile(
    r"(?:(?:in|for|on) )?(?:(?:this(?: last| final)?|the final) (?:round|time|turn|move)"
    r"|with this hand),? (?=i)|^i (?:think|guess|believe) (?=i(?:['’]ll| will)\b|it(?:['’]s| is)\b)"
    r"|^i (?:think|believe) (?=.* (?:is|seems|looks) (?:the |like )?(?:best|safest|strongest|right"
    r"|optimal)\b)|^(?:i (?:think|believe) )?(?:the|my) (?:best|safest|strongest|right|winning) (?:(?!for "
    r"|against |they |their |his |her )\w+ ){1,6}is (?:to )?",
    re.IGNORECASE,
)
"""What comes before the answer in its sentence: when it is given, or how good it is."""

_ZH: Final = re.compile(r"(?<=\d)号玩家|[我所以的最终选择决定投票答案出价猜给是为第列号：:，,。]")
_AND_MY: Final = re.compile(r"\b(?:and|so|then) (?:i|my)\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[\W_]*([^\W\d_]+)(?:['’](?=ll|s|d))?")
_LABEL: Final = re.compile(r"([^:：]{1,60}?)[*_`]*\s?[:：=]\s*(?=\S)")
OF_LIST: Final = re.compile(
    r"\b(?:option|choice|plan|candidate|answer|move) (?:[a-z]|\d+)\W*$", re.IGNORECASE
)
"""The label of an entry in a list."""

_NOT_SAID: Final = re.compile(
    r"[?？]|^here (?:we|i|it) go|\blet(?:['’]s| us| me) (?:say|see|suppose|assume)\b|\b(?:vote|shoot|aim"
    r"|fire)\w* (?:with|over)\b|^(?:then|my \d)|^i\b.*\bthen\W*$|(?:\.\.\.|…)\W*$|[:：]\W*$|^\{"
    r"|^[\"“«].*[\"”»]\W*\w|^(?:move|step|ply) ?#?\d+\W*$|\b(?:turn|round|game|hand|day|week) ?(?:number ?"
    r"|#)?(?:\d+|one|two|three|four)\b",
    re.IGNORECASE,
)
"""Questions, suppositions, what was then, hesitation, labels, objects, quoted words with more behind them,
headings such as `Round 3`."""

_ADDRESSED: Final = re.compile(
    r"^(?:\W*\w+,)?\W*(?:player\W*\w+|p\W?\d+)\b(?:\W*!|\s*,(?! (?:because|since|as)\b)|\s*;|.*\byou\w*\b)"
    r"|^(?:ok|okay|yes|sure|well)\W+(?:player\W*|p)\d+\W*$|,\s*(?:player\W*|p)\d+\W*$",
    re.IGNORECASE,
)
"""A sentence to a player, who is not chosen by being named: `Player 2, beware.`, `Show me, Player 6.`"""


def sentence(ask: Ask, said: str, terms: OptionNames) -> Any:
    """The action of a text that is nothing else, or a sentence in which all other words are known."""
    said = said.strip(MARKS).replace("**", "")
    if re.search(r"\bround \d", said) and (nth := _ROUND.findall(terms.vocabulary.scene())):
        said = re.sub(rf"(?<=\w )round {nth[-1]}\b", "this round", said)
    said = _NOW.sub("", said)
    if isinstance(ask, Amount):  # a number of all there is is no share
        said = re.sub(
            rf"(?<=\d) of (?:my |the )?{ask.high}\b|\ball (?:of )?(?:my )?(?={ask.high}\b)", "", said
        )
    if not 0 < len(said) <= LONGEST or _NOT_SAID.search(said) or _ADDRESSED.search(said):
        raise UnreadableAnswer("this is not an answer alone")
    if (label_ := _LABEL.match(said)) and not _is_label(ask, label_[1], terms):
        raise UnreadableAnswer("the words before the colon do not say that an answer follows")
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
    said = _FIRST.sub("my ", _MARK.sub("my mark", said))
    said = _plainly(said)
    if role := _role(ask, terms).match(said):
        yield said[role.end() :]
    if role := _role(ask, terms, behind=True).fullmatch(said):
        yield role[1]
    known = SAYING | verb_words(ask, terms) | {word for key in keys_of(ask) for word in tokens(key)}
    if isinstance(ask, Choice):  # in "go|stay", "go" is an option
        spelled = terms.spelled(key_of(ask), ask.choices).values()
        known -= {way[0] for ways in spelled for way in ways if len(way) == 1}
    if isinstance(ask, Menu):
        known -= {verb for verb, form in ask.verbs if any(isinstance(part, Speech) for _, part in form.parts)}
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


def _is_label(ask: Ask, said: str, terms: OptionNames) -> bool:
    """Whether the words before a colon say that an answer follows, or are of the answer. A fact or one side
    of a matter does not: `My tokens: 20`, `Best for me: go`."""
    words = tokens(said)
    if OF_LIST.search(said):
        return False
    if any(map(is_number, words)) or not said.isascii():
        return True
    splits = [(key, atom.among) for key, atom in atoms(ask) if isinstance(atom, Split)]
    spelled = [way for each in splits for ways in terms.spelled(*each).values() for way in ways]
    known = set(ANSWERS)
    match ask:
        case Menu():
            spelled += [tokens(way) for verb, _ in ask.verbs for way in terms.spellings("action", verb)]
        case Choice():
            spelled += [way for ways in terms.spelled(key_of(ask), ask.choices).values() for way in ways]
        case Amount():
            known |= verb_words(ask, terms)
    named = any({*way} <= {*words} or words == way[:1] for way in spelled if way)
    whole = any({*tokens(key.removeprefix("chosen_"))} <= {*words} for key in keys_of(ask))
    labels = named or whole or not known.isdisjoint(words)
    return labels and {"for", "if", "then"}.isdisjoint(words)


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
            given = in_a_row(ask, said, terms) or _only_split(ask, said)
            if not given:
                raise UnreadableAnswer("the sentence does not give each part")
            return action_from(ask, given, terms)
        case Menu():
            return action_from(ask, {"action": said}, terms)
    return atom_from(ask, said, terms, key_of(ask))


def _only_split(form: Form, said: str) -> dict[str, str]:
    """The split of a form that needs nothing else; empty for any other form."""
    needed = [(key, part) for key, part in form.parts if not (isinstance(part, Speech) and part.optional)]
    return {needed[0][0]: said} if len(needed) == 1 and isinstance(needed[0][1], Split) else {}
