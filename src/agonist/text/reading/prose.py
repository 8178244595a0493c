"""An answer without a key: alone, boxed, or in one sentence of known words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, Final, NamedTuple

from agonist.core import AmbiguousAnswer, Ask, InvalidAnswer, Speech, Split, UnreadableAnswer
from agonist.text.answer_formats import Format, label_of
from agonist.text.reading.answer_in_one_sentence import END, LONGEST, MARKS, OF_LIST, read_plainly, sentence
from agonist.text.reading.keyless_speech import FENCE, spoken
from agonist.text.reading.object_keys import keys_of
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.own_final_answer import denies, is_own, presents, reports
from agonist.text.reading.prose_wording import SAYING, is_bare, verb_words

_TAG: Final = re.compile(r"</?\s*(?:answer|final_answer|final|output|response)\s*>", re.IGNORECASE)
_BOXED: Final = re.compile(
    r"(?:(?:\$+|\\[\[(])\s*)?\\boxed\{(?:\\text\{)?([^{}\n]{1,200})\}?\}\s*(?:\$+|\\[\])])?"
)
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
    r"|next (?:turn|action|round|move|time|step|hand))\b|\bthen,?\s*$"
    r"|^\W*(?:(?:in|for|at|on|during) )?(?:(?:round|turn|game|hand|week) (?:\d+|one|two|three|four)"
    r"|(?:the |my |our )?(?:opening|last|previous|second|third) (?:round|time|turn|game|hand|week))\W*$",
    re.IGNORECASE,
)
"""What comes before or after another action, or in another round, is not what is asked now."""

_BEFORE: Final = re.compile(r"^\W*(?:first(?:ly)?|then)\b", re.IGNORECASE)
_TOLD: Final = re.compile(r"i (?:bid|put|bet|cut|set) ", re.IGNORECASE)
_PAST: Final = re.compile(
    r"\b(?:was|were|paid|won|lost|got|took|went|had|\w+[^\We]ed"
    r"|(?:player \d+|others|they|all) (?:bid|put|bet))\b",
    re.IGNORECASE,
)

_LEAD: Final = re.compile(
    r"(?:i|i['’](?:ll|m)|let['’]s|let me)\s(?![^:]*\b(?:an?|you|to) )"
    r"(?!(?:have|had|hold|held|own|see|saw|know|knew|hear|heard|get|got|need|expect|hope|wish|want|like|love|hate"
    r"|trust|fear|feel|felt|remember|recall|read|notice|predict|assume|suppose|suspect|believe|guess|estimate"
    r"|value|was|keep|leave|advise|recommend|tell|promise|threaten|\w+ed)\b)"
    r"(?P<verb>[a-z]+)[^:]{0,120}:\s*(?=\S)",
    re.IGNORECASE,
)
"""What a player says they do, with the answer behind it: `I protect the 5: hint rank 5 to Player 2.` Verbs of
what one has, thinks or feels lead to no answer."""

_LABEL: Final = re.compile(
    r"(?:(?:my|the|final|best)\s+){0,2}(?:answer|decision|choice|conclusion|pick)[*_\s]*:[*_\s]*(?=\S)",
    re.IGNORECASE,
)
_SENTENCES: Final = re.compile(r"[^\n]+?(?:(?<!^\d)[.!?][\"”*_)]*(?=\s)|[。！？]|$)", re.MULTILINE)
_ALONE: Final = re.compile(r"(\*\*|`)[^*`\n]+\1[.!]?")
"""A text in bold or as code."""

_LISTED: Final = re.compile(r"(?:^[^\n:=]{1,60}[:=][ \t*_]*\d[^\n:=]{0,40}(?:\n|\Z)){2,}", re.MULTILINE)
"""Names and numbers in lines of their own."""

_NUMBERED: Final = re.compile(r"\b(?:option|candidate|plan|idea|choice)\s*#?\d+", re.IGNORECASE)
"""What a list of candidates calls its entries, which are no answers."""

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
    every = [one for one in islice(_SENTENCES.finditer(text), _MOST_SENTENCES) if one[0].strip(MARKS)]
    for nth, one in enumerate(every):
        said = one[0].strip(MARKS)
        if len(said) > LONGEST:
            continue
        clauses = [*_CLAUSE.finditer(said)]
        lead = _LEAD.match(said)
        if lead and lead["verb"].casefold() not in SAYING | verb_words(ask, terms) and is_bare(ask, terms):
            lead = None  # of whom or how much that is, only a verb of the answer says
        if (lead := lead or _LABEL.match(said)) and is_own(lead[0]):
            with suppress(InvalidAnswer):
                bare = said[lead.end() :].replace("**", "").strip(MARKS + END)
                yield Bare(read_plainly(ask, bare, terms), one.start(), one.end())
                continue
        if nth and _is_told(every[nth - 1][0], said):
            continue
        own = bool(_STARTS.match(said)) or not nth
        reason = said[: clauses[-1].start()] if clauses else ""
        if (
            clauses
            and not (said[len(reason)] in ":：" and _is_label_of_another(reason))
            and (clauses[-1]["so"] or not _is_told(reason, said[clauses[-1].end() :]))
            and not (_BEFORE if clauses[-1]["so"] else _LATER).search(said[: clauses[-1].end()])
            and not denies(reason, concluded=bool(clauses[-1]["so"] or clauses[-1]["it"]))
        ):
            said, own = said[clauses[-1].end() :], True
        if own or (one is every[-1] and _ends(every[nth - 1][0], marked=_ALONE.fullmatch(one[0].strip()))):
            with suppress(InvalidAnswer):
                yield Bare(sentence(ask, said, terms), one.start(), one.end())


def _is_label_of_another(said: str) -> bool:
    """Whether this is a label that denies what stands behind it, or of an entry in a list: `Never: I go`."""
    return len(said.split()) <= 2 and (not is_own(said) or OF_LIST.search(said) is not None)


def _is_told(before: str, said: str) -> bool:
    """Whether what a player says they do may be what they did: `The best bid was 40. I bid 0.`"""
    return bool(_TOLD.match(said) and _PAST.search(before))


def _ends(before: str, *, marked: object) -> bool:
    """Whether an answer alone may stand behind a sentence: it ends, and is about nobody else. A `marked`
    answer may also stand behind what is imagined, and under a heading that presents it."""
    if marked and before.lstrip().startswith(("#", "**")) and presents(before.strip(MARKS + ":")):
        return True
    ends = before.rstrip(MARKS + '"”)')[-1:] in (".", "!", "。")
    return ends and not (reports(before) if marked else denies(before))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _wanted(ask: Ask, form: Format) -> str:
    keys = keys_of(ask)
    if form == "line":
        wanted = " and ".join(f"'{label_of(key)}: …'" for key in keys)
        return f"there is no line of the form {wanted}"
    return f"there is no JSON object with the key {' or '.join(map(repr, keys))}"
