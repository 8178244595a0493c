"""What a seat may see: all, where nothing is hidden; else the library's texts for this seat."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

import pyspiel

from agonist.adapters.openspiel.states import History, kept_if_few, spiel_of
from agonist.core import Seat

_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class Shown:
    """The whole state, as one of several seats sees it that are asked at once; `None`: a bystander."""

    seat: Seat | None
    history: History


class _Beside:
    """What is kept beside a view, and is no part of it: neither compared, copied nor stored."""

    __slots__ = ("true",)

    true: tuple[Any, History]
    """The game and its state, from which the facts are worked out when they are first read: players that
    compute mostly read none."""


@dataclass(frozen=True, slots=True)
class Seen(_Beside):
    """The library's texts for a seat; a bystander (`None`) gets none.

    `memory` is what the seat has learnt so far, `observation` what it sees now; the library may have only one
    of them. `options` are the actions that it is asked to choose from, in words. `asked` and `scores` are
    public.
    """

    seat: Seat | None
    memory: str = ""
    observation: str = ""
    options: tuple[tuple[int, str], ...] = ()
    asked: tuple[Seat, ...] = ()
    scores: tuple[float, ...] = ()
    facts: Any = None
    """What a dressed game tells this seat (or a bystander) besides, in plain values that hash."""

    def __getattr__(self, name: str) -> Any:
        if name != "facts":  # called for slots that are not set
            raise AttributeError(name)
        game, history = self.true
        facts = game.facts(spiel_of(history), self.seat)
        object.__setattr__(self, "facts", facts)
        return facts

    @property
    def truth(self) -> History | None:
        """The state that is seen, for who draws others like it; `None` in a copy, which has lost it."""
        try:
            return self.true[1]
        except AttributeError:
            return None


_SEAT, _MEMORY, _OBSERVATION, _OPTIONS, _ASKED, _SCORES, _TRUE = (
    getattr(Seen, slot).__set__
    for slot in ("seat", "memory", "observation", "options", "asked", "scores", "true")
)

View: TypeAlias = History | Shown | Seen


def seen(
    seat: Seat | None,
    texts: tuple[str, str],
    options: tuple[tuple[int, str], ...],
    asked: tuple[Seat, ...],
    scores: tuple[float, ...],
    true: tuple[Any, History],
) -> Seen:
    """A view with what is kept beside it; a third of the time that its constructor takes."""
    view: Seen = object.__new__(Seen)
    _SEAT(view, seat)
    _MEMORY(view, texts[0])
    _OBSERVATION(view, texts[1])
    _OPTIONS(view, options)
    _ASKED(view, asked)
    _SCORES(view, scores)
    _TRUE(view, true)
    return view


def texts_for(spiel: Any, tells: tuple[bool, bool], seat: Seat) -> tuple[str, str]:
    """What a seat has learnt and what it sees; empty where the library has no such text.

    `tells`: which of the two the library has for this game. Some games have no texts while chance is asked.
    """
    memory = observation = ""
    try:
        if tells[0]:
            memory = spiel.information_state_string(seat)
    except pyspiel.SpielError:
        pass
    try:
        if tells[1]:
            observation = spiel.observation_string(seat)
    except pyspiel.SpielError:
        pass
    return _plain(memory), _plain(observation)


def position_of(history: History) -> str:
    """The whole state as the library writes it."""
    return _plain(str(spiel_of(history)))


def labels_of(history: History, seat: Seat) -> Mapping[int, str]:
    """The actions that a seat (or chance) may take, in words that differ."""
    try:
        kept = history.labels
    except AttributeError:
        kept = {}
        object.__setattr__(history, "labels", kept)
    if seat not in kept:
        spiel = spiel_of(history)
        actions = [action for action, _ in spiel.chance_outcomes()] if seat < 0 else spiel.legal_actions(seat)
        kept[seat] = dict(in_words(spiel, seat, list(map(int, actions))))
    return kept[seat]


def in_words(spiel: Any, seat: Seat, actions: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """These actions of a seat (or of chance), each with words that differ."""
    return _in_pairs(tuple(actions), tuple([spiel.action_to_string(seat, action) for action in actions]))


@kept_if_few
def _in_pairs(actions: tuple[int, ...], texts: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    return tuple(zip(actions, distinct(texts), strict=True))


def distinct(labels: tuple[str, ...]) -> Sequence[str]:
    """The same labels; those that differ in nothing but spaces and case say how they are written.

    >>> distinct(("bxc4", "Bxc4", "e5")), distinct(("up", "up"))
    (['bxc4 (small b)', 'Bxc4 (capital B)', 'e5'], ['up (1)', 'up (2)'])
    """
    folded = [_folded(label) for label in labels]
    plain = [_stripped(label) for label in labels]
    if len(set(folded)) == len(folded):
        return plain
    found = []
    for nth, label in enumerate(plain):
        twins = [other for at, other in enumerate(plain) if folded[at] == folded[nth]]
        if len(twins) == 1:
            found.append(label)
        elif len(set(twins)) == len(twins) == 2 and len({*map(len, twins)}) == 1:
            at = next(at for at, (one, other) in enumerate(zip(*twins, strict=True)) if one != other)
            found.append(f"{label} ({'small' if label[at].islower() else 'capital'} {label[at]})")
        else:
            found.append(f"{label} ({1 + folded[:nth].count(folded[nth])})")
    return found


@lru_cache(maxsize=16_384)  # there are fewer words than sets of them
def _stripped(label: str) -> str:
    return _plain(label).strip()


@lru_cache(maxsize=16_384)
def _folded(label: str) -> str:
    return "".join(_plain(label).split()).casefold()


def as_written(label: str) -> str:
    """A label without what `distinct` added.

    >>> as_written("bxc4 (small b)"), as_written("e5")
    ('bxc4', 'e5')
    """
    return _ADDED.sub("", label)


_ADDED: Final = re.compile(r" \((small|capital) .\)$")


def _plain(text: str) -> str:
    """A text without the codes of terminals."""
    return _COLOURS.sub("", text) if "\x1b" in text else text
