"""Finding words in a match: in moves, what was announced, prompts, answers and reasoning."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agonist.arena.agents.privacy import readable_calls
from agonist.arena.match_visibility import Audience
from agonist.arena.replay.shown_match import Replay
from agonist.core import Seat, player_name
from agonist.players.model_call_record import ModelCall
from agonist.reports.safe_text import on_one_line
from agonist.store import Store
from agonist.store.platform.message_search import steps_with_text

MOST_PLACES: Final = 60
"""The most places that one search lists."""

PATIENCE: Final = 0.08
"""Seconds after which a search reads no further step."""

AROUND: Final = 48
"""Characters of an excerpt before and after what was found."""

SHORTEST: Final = 2
"""Fewer characters are found nearly everywhere, so they are not sought."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was found: a step, counted from 1, what it was, and an excerpt in three parts."""

    step: int
    what: str
    before: str
    found: str
    after: str


@dataclass(frozen=True, slots=True)
class Places:
    """What a search found, by step; `further`: from where the next one goes on, `None` at the end."""

    found: Sequence[Place]
    further: int | None


def pattern_of(words: str) -> re.Pattern[str]:
    """What is sought: these words in any case, with any space between them.

    >>> pattern_of("half  pot").search("raises HALF\\npot").group()
    'HALF\\npot'
    """
    return re.compile(r"\s+".join(map(re.escape, words.split())), re.IGNORECASE)


def places_of(
    store: Store,
    replay: Replay,
    audience: Audience,
    seat: Seat | None,
    words: str,
    *,
    first: int = 1,
    hidden: Collection[Seat] = (),
) -> Places:
    """Where these words occur, from a step on, in what this audience may read; `hidden` seats' messages are
    not read.

    A search ends after `MOST_PLACES`, or `PATIENCE`; the next one goes on from there.
    """
    began, sought = time.monotonic(), pattern_of(words)
    if len(words.strip()) < SHORTEST:
        return Places((), None)
    asked: Collection[int] = ()
    if audience.everything:
        # The longest word alone, since a line of a message may end between two.
        asked = steps_with_text(store, replay.stored.id, max(words.split(), key=len), hidden)
    found: list[Place] = []
    for nth in range(max(first, 1), replay.last + 1):
        if len(found) >= MOST_PLACES or (time.monotonic() - began > PATIENCE and nth > first):
            return Places(found, nth)
        for step in replay.shown(nth, nth, audience, seat=seat):
            texts = [*(("move", line) for line in step.lines), *(("announced", line) for line in step.notes)]
            found += _in(nth, sought, texts)
        if nth - 1 in asked:
            calls = readable_calls(store.calls_at(replay.stored.id, nth - 1), hidden)
            found += _in(nth, sought, _texts_of(calls))
    return Places(found, None)


def _texts_of(calls: Iterable[ModelCall]) -> Iterator[tuple[str, str]]:
    for call in calls:
        who = player_name(call.seat)
        for message in call.sent:
            yield f"{who}, {message.role}", message.content
        yield f"{who}, reasoning", call.thought
        yield f"{who}, answer", call.text
        yield f"{who}, complaint", call.complaint


def _in(step: int, sought: re.Pattern[str], texts: Iterable[tuple[str, str]]) -> list[Place]:
    """One place for each text that has what is sought: where it is first."""
    places = []
    for what, text in texts:
        if hit := sought.search(text):
            first, last = max(0, hit.start() - AROUND), hit.end() + AROUND
            before = ("… " if first else "") + _part(text[first : hit.start()])
            after = _part(text[hit.end() : last]) + (" …" if last < len(text) else "")
            places.append(Place(step, what, before, on_one_line(hit.group()), after))
    return places


def _part(text: str) -> str:
    """A part of a text on one line, with the spaces at its ends."""
    line = on_one_line(text)
    return f"{' ' if text[:1].isspace() else ''}{line}{' ' if text[-1:].isspace() else ''}"
