"""What a seat may see: all, where nothing is hidden; else the library's texts for this seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final, TypeAlias

import pyspiel

from agonist.adapters.openspiel.states import History, spiel_of
from agonist.core import Seat

_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class Shown:
    """The whole state, as one of several seats sees it that are asked at once; `None`: a bystander."""

    seat: Seat | None
    history: History


class _Beside:
    """What is kept beside a view, and is no part of it: neither compared, copied nor stored."""

    __slots__ = ("drawn", "resample", "tell")

    drawn: Callable[[], Mapping[int, str]]
    """The outcomes that chance may draw now, in words; for those who are told all moves of a match."""
    resample: Callable[[Random], History]
    """How to draw a state that this seat cannot tell from the true one."""
    tell: Callable[[], Any]
    """Works out the facts, when they are first read: players that compute mostly read none."""


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
        facts = self.tell()
        object.__setattr__(self, "facts", facts)
        return facts


_SEAT, _MEMORY, _OBSERVATION, _OPTIONS, _ASKED, _SCORES, _TELL, _RESAMPLE = (
    getattr(Seen, slot).__set__
    for slot in ("seat", "memory", "observation", "options", "asked", "scores", "tell", "resample")
)

View: TypeAlias = History | Shown | Seen


def seen(
    seat: Seat,
    texts: tuple[str, str],
    options: tuple[tuple[int, str], ...],
    asked: tuple[Seat, ...],
    scores: tuple[float, ...],
    tell: Callable[[], Any],
    resample: Callable[[Random], History],
) -> Seen:
    """A seat's view with what is kept beside it; a third of the time that its constructor takes."""
    view: Seen = object.__new__(Seen)
    _SEAT(view, seat)
    _MEMORY(view, texts[0])
    _OBSERVATION(view, texts[1])
    _OPTIONS(view, options)
    _ASKED(view, asked)
    _SCORES(view, scores)
    _TELL(view, tell)
    _RESAMPLE(view, resample)
    return view


def texts_for(spiel: Any, kind: Any, seat: Seat) -> tuple[str, str]:
    """What a seat has learnt and what it sees; empty where the library has no such text.

    `kind`: the library's description of the game. Some games have no texts while chance is asked.
    """
    memory = _text(spiel.information_state_string, seat) if kind.provides_information_state_string else ""
    return memory, _text(spiel.observation_string, seat) if kind.provides_observation_string else ""


def _text(write: Callable[[int], str], seat: Seat) -> str:
    try:
        return _plain(write(seat))
    except pyspiel.SpielError:
        return ""


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
        if seat < 0:
            actions = [int(action) for action, _ in spiel.chance_outcomes()]
        else:
            actions = list(map(int, spiel.legal_actions(seat)))
        labels = distinct(tuple([spiel.action_to_string(seat, action) for action in actions]))
        kept[seat] = dict(zip(actions, labels, strict=True))
    return kept[seat]


@lru_cache(maxsize=4096)
def distinct(labels: tuple[str, ...]) -> Sequence[str]:
    """The same labels; those that differ in nothing but spaces and case say how they are written.

    >>> distinct(("bxc4", "Bxc4", "e5")), distinct(("up", "up"))
    (['bxc4 (small b)', 'Bxc4 (capital B)', 'e5'], ['up (1)', 'up (2)'])
    """
    plain = [_plain(label).strip() for label in labels]
    folded = ["".join(label.split()).casefold() for label in plain]
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
