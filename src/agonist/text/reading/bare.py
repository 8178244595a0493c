"""An answer without a key: alone, boxed, in bold, or in one sentence of its writer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any, Final, NamedTuple

from agonist.core import (
    AmbiguousAnswer,
    Amount,
    Ask,
    Choice,
    Form,
    InvalidAnswer,
    Menu,
    Speech,
    Split,
    UnreadableAnswer,
)
from agonist.text.formats import Format, key_of, label_of
from agonist.text.reading.answers import action_from, atom_from
from agonist.text.reading.choices import OptionNames
from agonist.text.reading.doubt import denies, presents, takes_back
from agonist.text.reading.keys import keys_of
from agonist.text.reading.lines import label
from agonist.text.reading.refusals import refuses
from agonist.text.reading.sentences import in_a_sentence
from agonist.text.reading.spelling import tokens

_TAG: Final = re.compile(r"</?\s*(?:answer|final_answer|final|output|response)\s*>", re.IGNORECASE)
FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)
_BOXED: Final = re.compile(r"\$*\\boxed\{(?:\\text\{)?([^{}\n]{1,200})\}?\}\$*")
_MARKS: Final = " \t\r\n*`#_"
_OPENING: Final = frozenset(
    """i ll will d s want prefer we let me us to decide decided choose pick select go with for guess say
    answer submit settle on opt my our the a an is final so therefore thus ok okay sure well yes then now
    just simply definitely also stick commit continue ich wähle nehme ist je choisis est elijo es""".split()  # noqa: SIM905  a list of strings is worse to read
)
_OF_AMOUNTS: Final = frozenset("bid contribute give offer propose invest request of play biete".split())  # noqa: SIM905  as above
_OF_PEOPLE: Final = frozenset(
    """vote goes shoot target fire aim at eliminate accuse suspect cast my stimme für""".split()  # noqa: SIM905  as above
)
_OF_THINGS: Final = frozenset(
    """play place drop put take make move build order in into on onto at from disc disk token mark piece
    worker stone vote first o x queen offer bid use mark claim spiele nehme""".split()  # noqa: SIM905  as above
)
"""Words before an answer in a sentence that gives it."""

_GOING: Final = re.compile(
    r"\b(i|we)(?:(?:['’]ve| have)? (?:decided (?:to|on)|chosen(?: to)?)|(?:['’]m| am|['’]re"
    r"| are) going (?:to|with)"
    r"|(?:['’]m| am|['’]re| are|['’]ll be| will be)(?= \w+ing\b))\s",
    re.IGNORECASE,
)
_LIKE: Final = re.compile(r"\b(i|we)(?: would|['’]d) like\b(?: to\b)?\s*", re.IGNORECASE)
_NOUNS: Final = (
    "answer|choice|decision|move|action|placement|pick|vote|bid|guess|target|contribution|option|antwort|wahl|réponse"
    "|choix|respuesta"
)
_MOVE_NUMBER: Final = re.compile(
    r"(?:move|turn|round|step|game|hand|ply|day|week)\s*(?:number\s*|#)?\d+\W*", re.IGNORECASE
)
_THIS_TIME: Final = re.compile(r"(?:in |for )?this (?:round|turn|time|week|game),? ", re.IGNORECASE)
_CLOSING: Final = re.compile(
    r"[\s,]+(?:now|for now|here|tonight|today|please|this (?:time|round|turn|week|game)|(?:as"
    r"|for) my (?:answer|choice|move)"
    r"|(?:in)?to the (?:pool|pot|public good|group|project)|(?:the|this|your|their) (?:proposal|plan|offer"
    r"|bet|terms)|at home)$",
    re.IGNORECASE,
)
_PURPOSE: Final = re.compile(
    r"\s+to (?:block|stop|prevent|win|keep|stay|avoid|get|be|make|set|take|build|see|help"
    r"|protect|test|create|save|show"
    r"|maximi[sz]e|minimi[sz]e|secure|punish|reward|balance|limit)\s[^\d]*$",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[\W_]*([^\W\d_]+)(?:['’](?=ll|d|m|s|ve))?")
_ZH: Final = re.compile(r"(?:我|所以|的|最终|选择|决定|投票|答案|投|选|猜|给|是|为|：|:)+")
_STARTS: Final = re.compile(
    r"(?:so|therefore|thus|ok|okay|sure|well|yes)?[,:]?\s*(?:(?:i|let me|let['’]s|my|we|ich"
    r"|meine|je|ma|mi)\b|我|\w+ing\b)"
    r"|(?:the|final) (?:final |best |optimal |safest )?(?:answer|move|choice|option|decision"
    r"|bid|vote|number)\b",
    re.IGNORECASE,
)
_SO: Final = re.compile(
    r"(?:[,;:–—]|\s-)\s*(?:and |so |therefore |thus |hence )*,?\s*(?=(?:i|let me|let['’]s"
    r"|my)\b)|[，,]\s*所以(?=我)",
    re.IGNORECASE,
)
"""Where a clause begins that gives an answer, behind its reason."""

_SENTENCES: Final = re.compile(r"[^\n]+?(?:[.!?][\"”*_)]*(?=\s)|[。！？]|$)", re.MULTILINE)
_SHARES: Final = re.compile(
    r"(?:^[ \t]*(?:[-•*][ \t]+|\d[.)][ \t]+)?[*_]*[^\W_][\w ()]{0,40}[*_]*[ \t]*(?:[:=]|→"
    r"|->)[ \t*_]*\d[^\n:=]{0,40}(?:\n|\Z)){2,}",
    re.MULTILINE,
)
"""Names and numbers in lines of their own."""

_MOST_CHARACTERS: Final = 300
_MOST_SENTENCES: Final = 200
_QUOTED: Final = re.compile(
    r"(?P<lead>[^\"“”«»「」*\n]{0,80}?[\s:：]*)(?:[\"“«「](?P<said>[^\"“”«»「」\n]+)[\"”»」]|\*\*(?P<bold>[^*\n]+)\*\*)[.!。]?"
)
_OF_ME: Final = re.compile(r"(?:so,? )?(?:i|my|the (?:word|answer|guess))\b", re.IGNORECASE)
"""The beginning of a sentence that gives a name; a name by itself may begin with any word."""
_SHORT: Final = 5
_LONGEST_NAME: Final = 3
_SENTENCE: Final = re.compile(
    r"\b(?:i|it|we|you|they|that|this|is|are|was|be|must|has|have|can|not|or)\b", re.IGNORECASE
)
"""Words of a sentence about a name, which is not a name."""

_META: Final = re.compile(
    r"\b(?:my|word|clue|speech|answer|hint|secret|description|describe|statement|think|thinking|thought|should|would"
    r"|could|might|let me|let['’]s|maybe|perhaps|need|want|try|sure|okay|here['’]?s|say|says"
    r"|saying|said|guess|i['’]ll"
    r"|h+m+|task|prompt|instruction\w*|json|player|format)\b|发言|词|回答|描述",
    re.IGNORECASE,
)
"""Words about a text, which are not said in it without quotes."""


class Bare(NamedTuple):
    """An action and where in the text it is."""

    action: Any
    start: int
    end: int


def bare_answer(ask: Ask, text: str, form: Format, terms: OptionNames) -> Bare:
    """The action in a text without a key, of which all lines that give one agree.

    Raises `UnreadableAnswer` with the form that was asked for, and `IllegalAction` for an option of
    another state.
    """
    missing = UnreadableAnswer(_wanted(ask, form))
    boxed = [*_BOXED.finditer(text)]
    if len(boxed) == 1:
        return Bare(sentence(ask, boxed[0][1], terms), *boxed[0].span())
    if isinstance(ask, Speech):
        return Bare(_spoken(ask, text, terms, missing), 0, len(text))
    bare = _TAG.sub("", FENCE.sub("", text)).strip()
    heading = None if isinstance(ask, Form | Menu) else _heading(key_of(ask)).match(bare.lstrip(_MARKS))
    if heading:
        bare = bare.lstrip(_MARKS)[heading.end() :]
    if isinstance(ask, Split) and (block := _SHARES.search(text)):
        said = re.sub(
            r"\s*\n\s*(?:[-•*]\s+|\d[.)]\s+)?", ", ", re.sub(r"^\s*(?:[-•*]|\d[.)])\s+", "", block[0]).strip()
        )
        return Bare(sentence(ask, said, terms), *block.span())
    why: InvalidAnswer = missing
    if "\n" not in bare:
        try:
            return Bare(sentence(ask, bare, terms), 0, len(text))
        except UnreadableAnswer:
            pass
        except InvalidAnswer as invalid:
            why = invalid
    found = [*_in_sentences(ask, text, terms)]
    if not found:
        raise why
    if any(one.action != found[0].action for one in found):
        raise AmbiguousAnswer("the sentences of the answer give different actions; give one")
    return Bare(found[0].action, found[0].start, found[-1].end)


def _in_sentences(ask: Ask, text: str, terms: OptionNames) -> Iterator[Bare]:
    """The sentences that give an answer: the first if it is nothing else, one in bold, and those that
    begin with `I` or `My`, behind a reason or without one."""
    for nth, one in enumerate(islice(_SENTENCES.finditer(text), _MOST_SENTENCES)):
        said = one[0].strip(_MARKS)
        if not said or len(said) > _MOST_CHARACTERS:
            continue
        bold = one[0].strip().startswith("**") and one[0].strip().rstrip(".!").endswith("**")
        clauses = [*_SO.finditer(said)]
        if clauses and not denies(said[: clauses[-1].start()]):
            said = said[clauses[-1].end() :]
        elif nth and not bold and not _STARTS.match(said):
            continue
        with suppress(InvalidAnswer):
            yield Bare(sentence(ask, said, terms), one.start(), one.end())


def sentence(ask: Ask, said: str, terms: OptionNames) -> Any:
    """The action of a text that is nothing else, or a sentence that gives it."""
    said = said.strip(_MARKS).replace("**", "")
    if (
        not said
        or len(said) > _MOST_CHARACTERS
        or _MOVE_NUMBER.fullmatch(said)
        or "?" in said
        or "？" in said
        or said[:1] == "{"
    ):
        raise UnreadableAnswer("this is not an answer alone")
    why: InvalidAnswer = UnreadableAnswer("this is not an answer alone")
    for way in _ways(ask, said, terms):
        try:
            return _read(ask, way, terms)
        except UnreadableAnswer:
            continue
        except InvalidAnswer as invalid:
            why = invalid
    raise why


def _ways(ask: Ask, said: str, terms: OptionNames) -> Iterator[str]:
    """The text, and the text without the words that may open or close a sentence which gives an answer."""
    said = _LIKE.sub(r"\1 ", said)
    said = _GOING.sub(r"\1 ", _THIS_TIME.sub("", said.rstrip(" .!。！")))
    if (
        noun := _noun(
            keys_of(ask)[0], isinstance(ask, Amount), tuple(terms.vocabulary.roles(key_of(ask)))
        ).match(said)
    ) and said[noun.end() :]:
        said = said[noun.end() :]
        yield said
        if not noun["own"]:
            return
    opening = _openings(ask, terms)
    purpose = "" if isinstance(ask, Form | Menu) or takes_back(said) else _PURPOSE.sub("", said)
    for way in dict.fromkeys((said, _CLOSING.sub("", said), purpose or said)):
        yield way
        if chinese := _ZH.match(way):
            yield way[chinese.end() :]
        at = 0
        while (word := _WORD.match(way, at)) and not opening.isdisjoint(stems := _stems(word[1].casefold())):
            at = word.end()
            if rest := way[at:].lstrip(" :：,\"“'"):
                yield rest
        if word and word[1].endswith("ing") and not isinstance(ask, Speech):
            yield from (stem + way[word.end() :] for stem in stems)


def _stems(word: str) -> tuple[str, ...]:
    """The word, and what it may be a form of: `vote` of `voting`, `bid` of `bidding`."""
    if len(word) < 5 or not word.endswith("ing"):
        return (word,)
    return (word, word[:-3], f"{word[:-3]}e", word[:-4])


def _openings(ask: Ask, terms: OptionNames) -> frozenset[str]:
    match ask:
        case Amount() | Split():
            return _OPENING | _OF_AMOUNTS
        case Choice() if any(terms.say(key_of(ask), option).startswith("Player") for option in ask.choices):
            return _OPENING | _OF_PEOPLE
    return _OPENING | _OF_THINGS


def _read(ask: Ask, said: str, terms: OptionNames) -> Any:
    match ask:
        case Form():
            given = in_a_sentence(ask, said, terms)
            if given is None:
                raise UnreadableAnswer("the sentence does not give each part")
            return action_from(ask, given, terms)
        case Menu():
            return action_from(ask, {"action": said}, terms)
    return atom_from(ask, said, terms, key_of(ask))


def _spoken(ask: Speech, text: str, terms: OptionNames, missing: UnreadableAnswer) -> str:
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
        if _OF_ME.match(bare):
            *_, bare = _ways(ask, bare, terms)
        bare = re.sub(r"^(?:the|an?) ", "", bare)
        if _SENTENCE.search(bare) or len(bare.split()) > _LONGEST_NAME:
            raise missing
    if (
        not bare
        or re.search(r"[\n{}\"“”<>]|:$", bare)
        or refuses(bare)
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


@cache
def _noun(key: str, counts: bool, roles: tuple[str, ...]) -> re.Pattern[str]:
    """The beginning of a sentence about the answer: `My chosen number is`, or about the one a vote is for."""
    role = rf"|(?:i think |i believe )?the (?:{'|'.join(roles)}) is" if roles else ""
    nouns = f"{label(key)}|{_NOUNS}{'|number' if counts else ''}"
    own = (
        rf"(?P<own>(?:(?:my|the|our|meine|ma|mi) )?(?:(?:final|best|optimal|safest|first|next"
        rf"|opening|chosen|own) )*"
        rf"(?:{nouns})(?: (?:here|now))?(?: (?:is|will be|goes to|ist|est|es)\b:?|:)(?: to)?)"
    )
    return re.compile(rf"(?:so |therefore,? )?(?:{own}{role})\s+(?=\S)", re.IGNORECASE)


@cache
def _heading(key: str) -> re.Pattern[str]:
    """The key as a heading: its name alone in the first line."""
    return re.compile(rf"(?:my )?{label(key)}[ \t*_#:]*\n\s*(?=\S)", re.IGNORECASE)


def _wanted(ask: Ask, form: Format) -> str:
    keys = keys_of(ask)
    if form == "line":
        wanted = " and ".join(f"'{label_of(key)}: …'" for key in keys)
        return f"there is no line of the form {wanted}"
    return f"there is no JSON object with the key {' or '.join(map(repr, keys))}"
