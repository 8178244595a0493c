"""The matches that are told in full within a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from agonist.core import AgonistError, player_name
from agonist.kit import Kit
from agonist.match.border import rules_of
from agonist.reports.match_text import deed_line, outcome_in_words, title
from agonist.reports.printable import on_one_line, printable, shortened
from agonist.reports.turns import Turn, drawn, record_of, turns_of
from agonist.store import StoredMatch
from agonist.tournament import GameRegistry

if TYPE_CHECKING:
    from agonist.match import Step
    from agonist.store import Store

Find: TypeAlias = Callable[[str, str], Kit]

MOST: Final = 200
"""Matches that are told."""

ROOM: Final = 4_000_000
"""Characters that all of them may take."""

EXCERPT: Final = 2_000
"""Characters of one invalid answer."""


@dataclass(frozen=True, slots=True)
class Slip:
    """An invalid answer: whose, of which class, what was wrong, and the beginning of what was written."""

    who: str
    kind: str
    complaint: str
    text: str


@dataclass(frozen=True, slots=True)
class Told:
    """One turn: invalid answers, moves, announcements, and the drawing after it."""

    nth: int
    slips: tuple[Slip, ...]
    deeds: tuple[str, ...]
    told: tuple[str, ...]
    drawing: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A match as people read it; if it cannot be told, `problem` says why."""

    id: int
    title: str
    players: tuple[str, ...]
    start: str
    turns: tuple[Told, ...]
    end: tuple[str, ...]
    problem: str = ""

    @property
    def size(self) -> int:
        """Characters, about."""
        slips = sum(200 + len(slip.text) for turn in self.turns for slip in turn.slips)
        words = sum(len(line) for turn in self.turns for line in (*turn.deeds, *turn.told, turn.drawing))
        return 500 + slips + words + 80 * len(self.turns)


@dataclass(frozen=True, slots=True)
class Replays:
    """The matches that are told, and how many there would be."""

    matches: tuple[Replay, ...]
    of: int


def replays_of(
    store: Store, run: str, find: Find | None = None, *, most: int = MOST, room: int = ROOM
) -> Replays:
    """The first finished matches of a run, so many at most and within so many characters.

    `find` gives the game for a name and a wording, as `GameRegistry.kit` does; by default, in its own words.
    """
    find = find or GameRegistry().kit
    finished = [match for match in store.matches(store.run(run).id) if match.status == "finished"]
    told: list[Replay] = []
    for stored in finished[:most]:
        replay = replay_of(stored, store.steps(stored.id), find)
        room -= replay.size
        if room < 0:
            break
        told.append(replay)
    return Replays(tuple(told), len(finished))


def replay_of(stored: StoredMatch, steps: Sequence[Step], find: Find) -> Replay:
    """One match, told. A game that is gone or has changed since is a `problem`, and no error."""
    players = tuple(map(on_one_line, stored.fixture.players))
    try:
        kit = find(stored.fixture.game, stored.fixture.wording)
        record = record_of(stored, steps, lambda _name: kit)
        with rules_of(record.game):
            start, outcome = drawn(kit, record.game, record.game.new()), record.outcome
        turns = tuple(map(_told, turns_of(kit, record, steps)))
    except AgonistError as error:
        problem = on_one_line(str(error))
        return Replay(stored.id, on_one_line(stored.fixture.game), players, "", (), (), problem)
    end = tuple(outcome_in_words(outcome, players))
    return Replay(stored.id, title(record), players, start, turns, end)


def _told(turn: Turn) -> Told:
    slips = tuple(
        Slip(
            who=player_name(deed.seat),
            kind=call.error,
            complaint=on_one_line(call.complaint),
            text=printable(shortened(call.text, EXCERPT)),
        )
        for deed in turn.deeds
        for call in deed.invalid
    )
    return Told(turn.nth, slips, tuple(map(deed_line, turn.deeds)), turn.told, turn.drawing)
