"""A sentence about one option in any order: `I give Player 1 a hint about red.`"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from typing import Any, Final, TypeAlias

from agonist.core import Ask, Choice, Menu, UnreadableAnswer
from agonist.text.answer_formats import key_of
from agonist.text.reading.explanations import is_reason
from agonist.text.reading.number_words import in_digits
from agonist.text.reading.object_keys import keys_of
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.own_final_answer import is_own, takes_back
from agonist.text.reading.prose_wording import ADVERBS, PREPOSITIONS, SAYING, SUBJECTS, verb_words
from agonist.text.reading.text_comparison import concluded, is_number, shape, tokens

_JOINS: Final = frozenset("to of for from with on in and then at as about our that goes".split())  # noqa: SIM905  as in `prose_wording`
"""Words between the parts of an option, which may differ from those of its label."""

Way: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The words of a verb, or none, and of its option, or none."""

_REASONS: Final = re.compile(
    r",?\s+(?:because|since|so that"
    r"|as(?=(?: \S+){0,5}? (?:i|it|this|that|they|we|he|she|there|is|are|was|has|have|will|can)\b)"
    r"|in order to|given that|and keep|which(?= \w+s\b)"
    r"|to(?= (?:avoid|block|build|complete|deny|draw|force|gain|get|give|have|help|keep|leave|limit|make"
    r"|prevent|protect|control|regain|save|secure|see|set|signal|stay|stop|win)\b))\s|;\s",
    re.IGNORECASE,
)
"""How a reason begins behind an answer."""

_PURPOSE: Final = re.compile(r"\s*to (?:avoid|build|keep|maximi[sz]e|minimi[sz]e|prevent|protect|secure)\b")
"""What one plain word may be for: `to see a friend` may be where one goes."""

_OWNED: Final = re.compile(r"\d['’]s \w")
"""What is another's: `Player 3's target`."""

_PLAYER: Final = re.compile(r"\bplayer \d+\b", re.IGNORECASE)
_NAMES: Final = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")
"""Names in rules, which are words of some option."""

_TURNS: Final = frozenset(
    """around except without before after against near beside next behind above below beneath under
    back past opposite off away between across along left right other others another same different every each
    all any both either neither some most least more less fewer than half twice double only too few many
    who whom whose which what when where how why because while although would could should can may might
    must had has have been being was were did do does done end ends out down lose loses lost avoid pass
    ignore fear trust save protect guess believe think expect want see know watch open closed there""".split()  # noqa: SIM905  as above
)
"""Words of rules that may turn what a sentence says about an option."""


def covered(ask: Ask, said: str, terms: OptionNames) -> Any:
    """The action of the only option whose words are all in a sentence that a player says of themselves and in
    which each other word is known: it presents an answer, or is of the rules and turns nothing.

    Raises `UnreadableAnswer` for any other sentence.
    """
    unclear = UnreadableAnswer("the sentence does not say one option alone")
    if not isinstance(ask, Choice | Menu) or terms.vocabulary.notation:
        raise unclear
    if not is_own(_PLAYER.sub("", said)) or _OWNED.search(said):
        raise unclear
    words = _numbered(tokens(in_digits(said)))
    every = _named(ask, terms)
    about = _of_rules(terms.vocabulary.rules())
    for key in keys_of(ask):
        about -= _of_options(tuple(terms.vocabulary.known(key) or ()))
    keys = {word for key in keys_of(ask) for word in tokens(key)} - SAYING - verb_words(ask, terms)
    there, found = {*words}, []
    for action, ways in every.items():
        fitting = [(name, way) for name, way in ways if there.issuperset(way) and there.issuperset(name)]
        if not fitting:
            continue
        presenting = _presenting(ask, action, terms)
        for name, way in fitting:
            rest = _without(words, name, way)
            if rest is None or not _begins(words, presenting - keys, (*name, *way)):
                continue
            for _, again in fitting:
                rest = _without(rest, (), again) or rest
            known = presenting | about if _is_name(way) else presenting
            if known >= {*rest} and _foreign(ask, every, action, terms).isdisjoint(rest):
                found.append(action)
                break
    if len(found) != 1:
        raise unclear
    return found[0]


def _presenting(ask: Choice | Menu, action: Any, terms: OptionNames) -> frozenset[str]:
    """The words that may stand beside an option; beside a verb by itself, these are fewer."""
    if isinstance(ask, Choice):
        return SAYING | _JOINS | verb_words(ask, terms) | {*tokens(key_of(ask))}
    parts = dict(ask.verbs)[action[0]].parts
    if not parts:
        return SAYING - PREPOSITIONS
    return (SAYING | _JOINS | verb_words(ask, terms) | {*tokens(parts[0][0])}) - {"for"}


def _foreign(
    ask: Choice | Menu, every: Mapping[Any, list[Way]], action: Any, terms: OptionNames
) -> frozenset[str]:
    """The words of other options that are none of this one's, and those that are all of another's name."""
    own = {word for name, way in every[action] for word in (*name, *way)}
    own |= verb_words(ask, terms) if isinstance(ask, Choice) else set()
    others = [(*name, *way) for other, ways in every.items() if other != action for name, way in ways]
    return frozenset(word for way in others for word in way if len(way) == 1 or word not in own)


def heads(said: str) -> Iterator[tuple[str, str]]:
    """The sentence, and what stands before each reason in it, with what is left out."""
    yield said, ""
    for reason in _REASONS.finditer(said):
        head, left_out = said[: reason.start()], said[reason.start() :]
        purpose = reason[0].split()[-1] == "to"
        clear = not purpose or _PURPOSE.match(left_out) or any(map(str.isdigit, head))
        if clear and (not takes_back(left_out) or is_reason(left_out)):
            yield head, left_out if purpose else concluded(left_out)


@lru_cache(maxsize=64)
def _of_rules(rules: str) -> frozenset[str]:
    """The words of rules that are no names and no numbers, and turn nothing."""
    known = frozenset(word for word in tokens(rules) if is_own(word) and not is_number(word))
    return known - _TURNS - {word.casefold() for word in _NAMES.findall(rules)}


@lru_cache(maxsize=64)
def _of_options(known: tuple[str, ...]) -> frozenset[str]:
    """The words of options of any state."""
    return frozenset(word for one in known for word in tokens(one))


def _named(ask: Choice | Menu, terms: OptionNames) -> Mapping[Any, list[Way]]:
    """The actions that are options, or verbs with one at most, with the words of each of their names."""
    if isinstance(ask, Choice):
        return {
            option: [((), _bare(way)) for way in dict.fromkeys(ways)]
            for option, ways in terms.spelled(key_of(ask), ask.choices).items()
        }
    every: dict[Any, list[Way]] = {}
    for verb, form in ask.verbs:
        names = dict.fromkeys(_bare(tokens(way)) for way in terms.spellings("action", verb))
        if not form.parts:
            every[(verb,)] = [(name, ()) for name in names]
        elif len(form.parts) == 1 and isinstance(part := form.parts[0][1], Choice):
            for option, ways in terms.spelled(form.parts[0][0], part.choices).items():
                each = dict.fromkeys(map(_bare, ways))
                every[verb, option] = [(name, way) for name in names for way in each]
    return every


@lru_cache(maxsize=65_536)
def _bare(way: tuple[str, ...]) -> tuple[str, ...]:
    return _numbered(tuple(word for word in way if word not in _JOINS))


def _numbered(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words, each number word among them as digits: `one six` is no number, but two."""
    return tuple(map(_digit, words))


_digit: Final = lru_cache(maxsize=4096)(in_digits)


def _is_name(way: tuple[str, ...]) -> bool:
    """Whether these words are a name, and no word of which a sentence may say anything: `go`."""
    return len(way) > 1 and any(map(is_number, way))


def _without(words: tuple[str, ...], name: tuple[str, ...], way: tuple[str, ...]) -> tuple[str, ...] | None:
    """The words but those of a verb and its option; `None` if one of these is missing, or if those of the
    option are in another order and one kind of them is there twice."""
    wanted = Counter((*name, *way))
    if not wanted or wanted - Counter(words):
        return None
    order = [word for word in words if word in way and word not in name]
    fixed = [word for word in way if word not in name]
    if len(order) > len(fixed) or (max(Counter(shape(way)).values(), default=0) > 1 and order != fixed):
        return None
    return tuple(word for word in words if word not in wanted)


def _begins(words: tuple[str, ...], presenting: Set[str], way: tuple[str, ...]) -> bool:
    """Whether a sentence begins with its writer, or with what they do."""
    first, *more = [word for word in words if word not in ADVERBS] or [""]
    if first in SUBJECTS:
        return bool(more) and (more[0] in presenting or more[0] in way)
    names = first == way[0] and not is_number(first) and first != "player"
    return names or first in presenting - _JOINS
