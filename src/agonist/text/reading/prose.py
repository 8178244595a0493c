"""Reading a statement: the option or number that is left when small words are removed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from agonist.core import AmbiguousAnswer, Amount, Ask, Choice, InvalidAnswer, Menu, Split, UnreadableAnswer
from agonist.text.formats import key_of, verb_choice
from agonist.text.reading.answers import action_from, atom_from
from agonist.text.reading.choices import OptionNames, mentions, variants
from agonist.text.reading.spelling import is_number, tokens
from agonist.text.reading.statement_wording import PLACE_VERBS
from agonist.text.reading.statements import Statement, statements

_SMALL: Final = frozenset(
    """my our own me i the this that these those it its s in into on onto to at for with of from by as via
    now then there here today tonight again please first second final best round turn time week game match
    hand move answer choice option vote bid play guess decision pick number proposal plan action dish piece
    token disc disk counter checker worker mark stone card cell square space spot position corner edge side
    face down facedown theater theatre therefore thus so and
    also directly safely definitely simply just go take make give use choose put do want choosing playing
    placing moving moves building build builds hint about one whole safe current out
    goes cards shot shots o x one""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Words of a statement that do not identify the option."""

_SIDES: Final = frozenset(
    ("left", "right", "center", "centre", "middle", "top", "bottom", "lower", "upper", "central")
)
"""Words that describe a place that is also named by a number."""

_OF_NO_PARTS: Final = frozenset(("your", "offer", "battle", "terms", "split", "everyone", "all", "moment"))
"""Words after a verb without parts: `I accept your offer`."""

_SMALL_BY_NUMBER: Final = frozenset(
    """my i the this that these it in into for with as now then there here today again please
    final round turn time week game bid number so and also public pot good pool project fund common group
    account of to units unit""".split()  # noqa: SIM905  as above
)
"""The same if a number is asked for, where `at` and `take` have another meaning."""

_DOES: Final = frozenset(("give", "make", "do", "use", "take", "send", "go"))
"""Verbs without meaning before the one that a game lists: `give Player 2 a hint`."""

_PERSON: Final = ("player", "airline")
_NOT_OF_PEOPLE: Final = re.compile(rf"^(?:{PLACE_VERBS})\b(?! (?:my|a) vote\b)", re.IGNORECASE)
_LEADING: Final = re.compile(r"(?:so |then )?(?:the |column )?(\S+(?:\s+\S+){0,4})", re.IGNORECASE)


_LONGEST_BARE: Final = 120
_ENDS: Final = " \t\n.!*_`"
_NO_BARE: Final = re.compile(r"[.!?:\n\"“”]\s|[?\"“”\n]")
"""What a text of one sentence does not have."""

_QUOTED: Final = re.compile(r"[\"“]([^\"“”]{1,40})[\"”]")
_AND_SEE: Final = re.compile(r"\s+and (?:see|listen|watch|observe|hear|let)\b.*", re.IGNORECASE | re.DOTALL)


def stated(ask: Ask, text: str, terms: OptionNames) -> Any:
    """The action that the statements of a text agree on.

    Raises `UnreadableAnswer` if there is none, or if one of them names an option or a number in an unknown
    way, and `AmbiguousAnswer` if they differ.
    """
    missing = UnreadableAnswer("no sentence states the answer")
    if isinstance(ask, Split):
        raise missing
    roles = terms.vocabulary.roles(key_of(ask))
    if isinstance(ask, Choice):
        text = _QUOTED.sub(lambda found: found[1] if _is_option(ask, found[1], terms) else found[0], text)
    if roles:
        as_one = rf" (?:of being|as) (?:the |an? )?(?:{'|'.join(roles)})\b"
        text = re.sub(as_one, "", text, flags=re.IGNORECASE)
    actions: list[Any] = []
    bare = text.strip(_ENDS)
    found = statements(ask, text, roles)
    if (
        not found
        and (bare.isalpha() or _may_be_bare(ask, terms))
        and len(bare) <= _LONGEST_BARE
        and not _NO_BARE.search(bare)
    ):
        found = [Statement((bare,), 0)]
    for one in found:
        action = list(islice(_read(ask, one, terms), 1))
        if not action and _speaks(ask, one.ways[0], terms):
            raise missing
        actions += action
    if not actions:
        raise missing
    if any(action != actions[0] for action in actions):
        raise AmbiguousAnswer("the sentences of the answer state different actions; give one")
    return actions[0]


def _may_be_bare(ask: Ask, terms: OptionNames) -> bool:
    """Whether an answer has so many parts that a sentence of them and small words can be nothing else.

    `Round 3.` is no answer, though `round` is small and 3 a column.
    """
    if isinstance(ask, Choice):
        return all(len(ways[0]) > 3 for ways in terms.spelled(key_of(ask), ask.choices).values())
    return isinstance(ask, Menu)


def _is_option(ask: Choice, said: str, terms: OptionNames) -> bool:
    return any(tokens(terms.say(key_of(ask), option)) == tokens(said) for option in ask.choices)


def _read(ask: Ask, one: Statement, terms: OptionNames) -> Iterator[Any]:
    if one.leads:
        yield from _leading(ask, one.ways[0], terms)
        return
    if isinstance(ask, Choice) and _NOT_OF_PEOPLE.match(one.ways[0]) and _people(ask, key_of(ask), terms):
        return
    for way in one.ways:
        with suppress(UnreadableAnswer):
            yield _exact(ask, way, terms)
    for way in one.ways:
        yield from _closed(ask, way, terms)


def _exact(ask: Ask, way: str, terms: OptionNames) -> Any:
    if isinstance(ask, Menu):
        return action_from(ask, {"action": way}, terms)
    return atom_from(ask, way, terms, key_of(ask))


def _closed(ask: Ask, way: str, terms: OptionNames) -> Iterator[Any]:
    """The option or number that is left of a statement without its small words."""
    if isinstance(ask, Amount):
        units = {ask.unit.casefold(), *terms.vocabulary.units(key_of(ask))}
        words = [w for w in re.findall(r"[^\W_]+|[^\s,]", way.casefold()) if w not in _SMALL_BY_NUMBER]
        numbers = [word for word in words if word.isdecimal()]
        if len(numbers) == 1 and all(word in units or word in numbers for word in words):
            yield atom_from(ask, numbers[0], terms, key_of(ask))
    elif isinstance(ask, Choice):
        read = [[*_one_of(ask, tokens(part), key_of(ask), terms)] for part in (way, *way.split(" and "))]
        found = read[0] or (read[1] if all(one == read[1] for one in read[1:]) else [])
        yield from found
    elif isinstance(ask, Menu):
        yield from _of_menu(ask, way, terms)


def _one_of(ask: Choice, words: tuple[str, ...], key: str, terms: OptionNames) -> Iterator[Any]:
    """The only option with this spelling, or else the only one whose label, or else alias, is the same
    without small words."""
    spelled = terms.spelled(key, ask.choices)
    if not words:
        return
    small = _SMALL | set(tokens(key))
    small |= _SIDES if any(map(is_number, words)) else set()
    small |= set(_PERSON) if _people(ask, key, terms) else set()
    first = {way[0] for ways in spelled.values() for way in ways if way}
    cores = {option: [_core(way, small) for way in ways] for option, ways in spelled.items()}
    labels = {option: ways[:1] for option, ways in cores.items()}
    for spelling in (*variants(words, key), *(way for way in _without_ing(words) if way[0] in first)):
        core = _core(spelling, small)
        for named, wanted in ((spelled, spelling), (labels, core), (cores, core)):
            fitting = [option for option, ways in named.items() if wanted and wanted in ways]
            if len(fitting) == 1:
                yield fitting[0]
            if fitting:
                return


def _without_ing(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words with each possible stem of the first: `calling` as `call`, `raising pot` as `raise pot`."""
    if words[0].endswith("ing") and len(words[0]) > 4:
        stem = words[0][:-3]
        for first in (stem, f"{stem}e", stem[:-1]):
            yield (first, *words[1:])


def _core(words: tuple[str, ...], small: Set[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in small)


def _of_menu(ask: Menu, way: str, terms: OptionNames) -> Iterator[Any]:
    """The verb and its parts, with small words between them: `improvise Air 1 face-down in Sea`."""
    words = tokens(_AND_SEE.sub("", way))
    listed = {tokens(way)[0] for verb in verb_choice(ask).choices for way in terms.spellings("action", verb)}
    words = next((way for way in _without_ing(words) if way[0] in listed), words) if words else ()
    named: list[tuple[str, tuple[str, ...]]] = [
        (verb, spelled)
        for verb, _ in ask.verbs
        for spelling in terms.spellings("action", verb)
        if (spelled := tokens(spelling))
        for at in range(len(words))
        if words[at : at + len(spelled)] == spelled and (not at or words[0] in _DOES)
    ]
    if len({verb for verb, _ in named}) != 1:
        return
    verb = named[0][0]
    own = {word for _, spelled in named for word in spelled} | {verb}
    rest = tuple(word for word in words if word not in own)
    parts = dict(ask.verbs)[verb].parts
    if not parts:
        if not set(rest) - _SMALL - _OF_NO_PARTS:
            yield (verb,)
        return
    key, part = parts[0]
    if len(parts) == 1 and isinstance(part, Choice):
        for option in _one_of(part, rest, key, terms):
            yield (verb, option)
    elif all(isinstance(part, Choice) for _, part in parts):
        with suppress(InvalidAnswer):
            plain = " ".join(word for word in rest if word not in ("face", "down", "facedown"))
            yield action_from(ask, {"action": f"{verb} {plain}"}, terms)


def _leading(ask: Ask, said: str, terms: OptionNames) -> Iterator[Any]:
    """The option at the beginning of a clause that names no other option: `Column 5 blocks their three`."""
    if not isinstance(ask, Choice) or _people(ask, key_of(ask), terms):
        return
    name, _, rest = said.partition("\n")
    begin = _LEADING.match(name)
    words = begin[1].split() if begin else []
    for many in range(len(words), 0, -1):
        if rest and many < len(words):
            return
        head = " ".join(words[:many])
        if not any(map(str.isalnum, head)):
            return
        after = f"{name[len(head) :] if name.startswith(head) else ' '.join(words[many:])} {rest}"
        for option in _one_of(ask, tokens(head), key_of(ask), terms):
            others = [one for one in ask.choices if one != option]
            if not re.search(r"\d", after) and not mentions(others, after, key_of(ask), terms):
                yield option
            return


def _people(ask: Choice, key: str, terms: OptionNames) -> bool:
    return any(tokens(terms.say(key, option))[:1] in [(word,) for word in _PERSON] for option in ask.choices)


def _speaks(ask: Ask, way: str, terms: OptionNames) -> bool:
    """Whether a statement that cannot be read names an option or a number."""
    if any(map(str.isdigit, way)):
        return True
    if isinstance(ask, Menu):
        return mentions(verb_choice(ask).choices, way, "action", terms)
    return isinstance(ask, Choice) and mentions(ask.choices, way, key_of(ask), terms)
