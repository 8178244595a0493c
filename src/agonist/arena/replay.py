"""A stored match, ready to be shown at any step from any perspective that its audience allows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, TypeAlias

from agonist.arena.audience import is_over, moves_are_open, seat_shown
from agonist.core import CHANCE, Ask, GameError, Seat, player_name
from agonist.drawing import svg
from agonist.kit import Kit, guarded
from agonist.kit.picture import Picture
from agonist.match import Step
from agonist.match.border import rules_of
from agonist.players.model_call import ModelCall
from agonist.reports.match_text import outcome_in_words, title
from agonist.reports.printable import on_one_line, printable
from agonist.reports.turns import Deed, Turn, record_of, turn_of, turns_of
from agonist.store import Store, StoredMatch
from agonist.store.browsing import progress

Find: TypeAlias = Callable[[str, str], Kit]
"""The game for a name and a wording."""

KEPT: Final = 16
"""Replays that are kept in memory."""

HEARD: Final = 80
"""Lines of a conversation that are shown at most."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies on the table: a picture as SVG, or a drawing in text, or what was heard, newest last."""

    picture: str = ""
    drawing: str = ""
    heard: tuple[str, ...] = ()
    fresh: int = 0
    """How many of the lines heard are new at this step."""


@dataclass(frozen=True, slots=True)
class Told:
    """One step in words, counted from 1. `calls` are empty while the match goes on."""

    nth: int
    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()
    calls: tuple[ModelCall, ...] = ()
    wrong: int = 0
    """How many answers were refused."""


class Replay:
    """A match with all its states. Raises `AgonistError` if it cannot be replayed."""

    def __init__(self, stored: StoredMatch, steps: Sequence[Step], find: Find) -> None:
        self.stored, self._steps = stored, steps
        self.kit = kit = guarded(find(stored.fixture.game, stored.fixture.wording))
        self._record = record_of(stored, steps, lambda _name: kit)
        self.game = self._record.game
        with rules_of(self.game):
            self.states = list(self._record.states())
        self._forfeited = bool(self._record.forfeits) and len(steps) > len(self._record.moves)
        self._turns: dict[int, Turn] = {}

    @property
    def last(self) -> int:
        """The number of the last step; 0 if nothing has been played."""
        return len(self.states) - 1 + self._forfeited

    @property
    def title(self) -> str:
        """The game, and the options it is played with."""
        return title(self._record)

    @property
    def ending(self) -> list[str]:
        """How it ended, a line for each seat; nothing before that."""
        if self.stored.status != "finished":
            return []
        with rules_of(self.game):
            return outcome_in_words(self._record.outcome, self.stored.fixture.players)

    def state(self, at: int) -> Any:
        """The state after so many steps."""
        return self.states[min(max(at, 0), len(self.states) - 1)]

    def scene(self, at: int, seat: Seat | None = None) -> Scene:
        """The table after so many steps, as this seat sees it if the audience allows it."""
        return scene_of(self.kit, self.game, self.states[: at + 1], seat_shown(self.stored, seat))

    def told(self, first: int, last: int) -> list[Told]:
        """These steps in words, both ends included, as far as they may be told."""
        return [self._told(nth) for nth in range(max(first, 1), min(last, self.last) + 1)]

    def _told(self, nth: int) -> Told:
        if not moves_are_open(self.stored, self.game):
            with rules_of(self.game):
                return Told(nth, tuple(heard(self.kit, self.game, self.states[nth - 1], self.state(nth))))
        turn = self._turn(nth)
        step = self._steps[nth - 1]
        calls = tuple(c for c in step.calls if c.sent or c.text or c.error) if is_over(self.stored) else ()
        lines = tuple(map(deed_line, turn.deeds))
        return Told(nth, lines, turn.told, calls, sum(len(deed.invalid) for deed in turn.deeds))

    def _turn(self, nth: int) -> Turn:
        if nth not in self._turns:
            if nth > len(self._record.moves):
                *_, self._turns[nth] = turns_of(self.kit, self._record, self._steps)
            else:
                before, step = self.states[nth - 1], self._steps[nth - 1]
                turn, _ = turn_of(self.kit, self.game, before, nth - 1, step, drawing=False)
                self._turns[nth] = turn
        return self._turns[nth]


def deed_line(deed: Deed) -> str:
    """Who did what."""
    if deed.seat == CHANCE:
        return deed.words
    by_policy = " (played by the policy in its place)" if deed.fallback else ""
    return f"{player_name(deed.seat)}: {deed.words}{by_policy}"


def scene_of(kit: Kit, game: Any, states: Sequence[Any], seat: Seat | None, ask: Ask | None = None) -> Scene:
    """The table after the last of these states, from the first on, as a seat or a bystander sees it.

    With an `ask`, whatever can be chosen is marked as such.
    """
    with rules_of(game):
        view = game.observe(states[-1], seat)
        if kit.picture is not None:
            picture = kit.picture(view, ask)
            if not isinstance(picture, Picture):
                raise GameError(f"the picture of {game.name} is a {type(picture).__name__}, not a Picture")
            return Scene(picture=svg(picture))
        if kit.drawing is not None:
            return Scene(drawing=printable(kit.drawing(view)))
        lines = _lines(kit, game, view, 0)
        before = len(getattr(game.observe(states[-2], seat), "log", ())) if len(states) > 1 else 0
        fresh = len(_lines(kit, game, view, before))
        return Scene(heard=tuple(lines[-HEARD:]), fresh=min(fresh, HEARD))


def heard(kit: Kit, game: Any, before: Any, after: Any, seat: Seat | None = None) -> list[str]:
    """What a seat or a bystander heard between two states."""
    old = getattr(game.observe(before, seat), "log", ())
    return _lines(kit, game, game.observe(after, seat), len(old))


def _lines(kit: Kit, game: Any, view: Any, first: int) -> list[str]:
    told = (on_one_line(kit.words.sentence(game, view, event)) for event in getattr(view, "log", ())[first:])
    return [line for line in told if line]


class Replays:
    """Replays of a database's matches, of which the latest few are kept."""

    def __init__(self, store: Store, find: Find) -> None:
        self._store, self._find = store, find
        self._kept: OrderedDict[tuple[int, str, int], Replay] = OrderedDict()
        self._lock = Lock()

    def of(self, stored: StoredMatch) -> Replay:
        """The match as far as it is now; raises `AgonistError` if it cannot be replayed."""
        status, steps = progress(self._store, stored.id)
        key = (stored.id, status, steps)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = Replay(stored, self._store.steps(stored), self._find)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found
