"""Keys that were not asked for and can mean only one that was: `shoot_at`, `fire`, each name of a split."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Form, Menu, Speech, Split
from agonist.core.ask import atoms
from agonist.text.reading.object_keys import beside_thoughts, keys_of, values_of
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.prose_wording import ANSWERS, verb_words
from agonist.text.reading.text_comparison import key_form, tokens

_BESIDE: Final = frozenset(("for", "at", "on", "to", "amount"))
"""Words of a key that add nothing to a verb or to the key asked for."""

_VERBS: Final = ANSWERS - {"suspect", "number"}
"""Words of which one makes a key that of the answer."""

_OF_VERBS: Final = frozenset(("with", "to", "at", "player", "target"))
"""Keys of whom or what an action is for, if it has one part only."""


_SIZES: Final = frozenset(("amount", "size"))
"""Keys of the rest of an option: `raise` with `pot`."""


def renamed(ask: Ask, given: Mapping[str, Any], terms: OptionNames) -> dict[str, Any]:
    """The object with the keys that were asked for, in place of others that can mean one alone."""
    beside = beside_thoughts(given)
    known = {key_form(key) for key in keys_of(ask)}
    more = [key for key in beside if key_form(key) not in known]
    if isinstance(ask, Menu):
        return _of_one_part(ask, given, [key for key in beside if key_form(key) != "action"], terms)
    if not more:
        return dict(given)
    for key, atom in atoms(ask):
        if said := values_of(given, key, alone=False):
            if len(more) == 1 and key_form(more[0]) in _SIZES and isinstance(atom, Choice):
                whole = f"{said[0]} {given[more[0]]}"
                if not terms.names(key, atom.choices, str(said[0])) and terms.names(key, atom.choices, whole):
                    return {**{name: value for name, value in given.items() if name != more[0]}, key: whole}
            continue
        meant = [one for one in more if _means(one, given[one], key, atom, terms)]
        if isinstance(atom, Split) and len(meant) == len(atom.among):
            rest = {name: value for name, value in given.items() if name not in meant}
            return {**rest, key: {name: given[name] for name in meant}}
        if not isinstance(atom, Split) and len(meant) == 1 and (isinstance(ask, Form) or more == meant):
            return {key if name == meant[0] else name: value for name, value in given.items()}
    return dict(given)


def _of_one_part(
    ask: Menu, given: Mapping[str, Any], beside: list[str], terms: OptionNames
) -> dict[str, Any]:
    """The object with the key of the only part of its verb, if the only key beside the verb says whom or what
    that is for, and the value is an option."""
    said = values_of(given, "action", alone=False)
    forms = dict(ask.verbs)
    if len(beside) != 1 or not said or not isinstance(said[0], str) or said[0] not in forms:
        return dict(given)
    match forms[said[0]].parts:
        case ((key, Choice(choices)),) if key_form(beside[0]) in _OF_VERBS and beside[0] != key:
            if terms.names(key, choices, str(given[beside[0]])):
                return {key if name == beside[0] else name: value for name, value in given.items()}
    return dict(given)


def _means(name: str, value: Any, key: str, atom: Ask, terms: OptionNames) -> bool:
    """Whether a key and its value can be of this part alone."""
    if isinstance(atom, Split):
        return terms.names(key, atom.among, name)
    if isinstance(atom, Choice) and name != "player" and terms.names(key, atom.choices, f"{name} {value}"):
        return True
    words = {*tokens(name.replace("_", " "))}
    if isinstance(atom, Speech):
        return {key_form(name), key} == {"hint", "clue"}
    verbs = _VERBS & (verb_words(atom, terms) | {*tokens(key)}) if isinstance(atom, Amount | Choice) else ()
    return not words.isdisjoint(verbs) and words <= {*_BESIDE, *verbs}
