"""A stored match at any step, from any perspective that its audience may see."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any, Final, Self, TypeAlias

from agonist.arena.match_visibility import ALL, BYSTANDER, Audience
from agonist.arena.replay.all_hands import hands_of, side_by_side
from agonist.arena.replay.key_moments import Moment, moments_of
from agonist.arena.replay.scenes import Hand, Scene, news_between, picture_of, scene_of
from agonist.arena.replay.states import States
from agonist.core import Seat
from agonist.kit import Kit, guarded
from agonist.kit.picture import Picture
from agonist.match import Record, Step, checked_game
from agonist.match.checked_game import rules_of
from agonist.match.match_and_steps import ending_of_forfeit
from agonist.match.record import forfeited
from agonist.players.model_call_record import ModelCall
from agonist.reports.match_text import move_line, outcome_in_words, title
from agonist.reports.turn_by_turn import TurnInWords, forfeit_turn, record_of, turn_of
from agonist.store import Store, StoredMatch
from agonist.store.platform.match_progress_queries import progress_by_match
from agonist.store.platform.step_queries import turns_from
from agonist.store.runs.query_results import Turn as Played
from agonist.tournament import GameRegistry

__all__ = ["Replay", "Replays", "Scene", "ShownStep", "news_between", "scene_of"]

Find: TypeAlias = Callable[[str, str], Kit]
"""The game for a name and a wording."""

REPLAYS_IN_MEMORY: Final = 16
"""The most replays in memory."""

TURNS_IN_MEMORY: Final = 500
"""How many steps of a match are kept in words."""

Games: TypeAlias = Callable[[str], GameRegistry]
"""The registry in which the matches of a run, by its id, find their games and words."""

Calls: TypeAlias = Mapping[int, Sequence[ModelCall]]
"""The model calls of each step, counted from 1."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step in words, counted from 1. `calls`: the step's model calls, if everything may be shown."""

    nth: int
    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()
    calls: tuple[ModelCall, ...] = ()
    wrong: int = 0
    """How many answers were invalid."""


class Replay:
    """A match with its states. Raises `AgonistError` if it cannot be replayed.

    `turns` are its complete steps; only their moves and errors are read.
    """

    def __init__(self, stored: StoredMatch, turns: Sequence[Played | Step], find: Find) -> None:
        self.stored = stored
        self.turns: list[Played] = [_played(turn) for turn in turns]
        self.kit = kit = guarded(find(stored.fixture.game, stored.fixture.wording))
        self._record = record_of(stored, [_step(turn) for turn in self.turns], lambda _name: kit)
        self.game = self._record.game
        self.states = States(self.game, self._record.moves)
        self._turns: dict[int, TurnInWords] = {}

    def extended(self, stored: StoredMatch, turns: Sequence[Played]) -> Self:
        """The same match some steps later."""
        other = object.__new__(type(self))
        other.stored, other.kit, other.game = stored, self.kit, self.game
        other.turns = [*self.turns, *turns]
        more = tuple(turn.moves for turn in turns if turn.moves)
        moves = (*self._record.moves, *more)
        how = ending_of_forfeit([_step(turn) for turn in other.turns[-1:]])
        other._record = Record(self._record.name, self.game, moves, stored.forfeits, how)
        other.states = self.states.extended(more)
        other._turns = dict(self._turns)
        return other

    def until(self, last: int) -> Replay:
        """The same match as it was after a number of steps."""
        return self if last >= self.last else Replay(self.stored, self.turns[:last], lambda *_: self.kit)

    @property
    def last(self) -> int:
        """The number of the last step; 0 if nothing has been played."""
        broken_off = bool(self._record.forfeits) and len(self.turns) > len(self._record.moves)
        return len(self.states) - 1 + broken_off

    def title(self, audience: Audience) -> str:
        """The game and its options; what can be dealt only for an audience that may see what was."""
        return title(self._record, lists=audience.everything or not self.game.traits.hidden)

    @cached_property
    def wrong(self) -> Mapping[int, int]:
        """The number of invalid answers by step, of the steps that had any."""
        return {nth: len(turn.errors) for nth, turn in enumerate(self.turns, start=1) if turn.errors}

    @cached_property
    def moments(self) -> Sequence[Moment]:
        """The key moments; for those who may see everything."""
        return moments_of(self.stored, self.turns, self.kit, self.game, self.states, self.last)

    @property
    def ending(self) -> list[str]:
        """How the match ended, a line for each seat; empty before."""
        return self.ending_for(ALL)

    def ending_for(self, audience: Audience) -> list[str]:
        """The same, without the reason if the audience may not see everything: it may name hidden things."""
        if self.stored.status != "finished":
            return []
        players, last = self.stored.fixture.players, self.states[-1]
        with rules_of(self.game):
            if self._record.forfeits:
                outcome = forfeited(self.game, last, self._record.forfeits, self._record.how)
            else:
                found = checked_game.outcome(self.game, last)
                if found is None:
                    return []
                outcome = found
        lines = outcome_in_words(outcome, players)
        return lines if audience.everything else ["The end.", *lines[1 : 1 + len(players)]]

    def record(self) -> Record:
        """The record of the match, to be replayed elsewhere."""
        return self._record

    def state(self, at: int) -> Any:
        """The state after a number of steps."""
        return self.states[min(max(at, 0), len(self.states) - 1)]

    def scene(
        self, at: int, seat: Seat | None = None, audience: Audience = BYSTANDER, *, all_hands: bool = False
    ) -> Scene:
        """The table after a number of steps, as this seat sees it if the audience allows it.

        With `all_hands`, for an audience that may see everything, also what each seat holds.
        """
        seat = audience.seen_by(seat, len(self.stored.fixture.players))
        at = min(max(at, 0), len(self.states) - 1)
        scene = scene_of(self.kit, self.game, self.states[max(at - 1, 0) : at + 1], seat)
        return replace(scene, hands=self._hands(at)) if all_hands and audience.everything else scene

    def picture(
        self, at: int, seat: Seat | None = None, audience: Audience = BYSTANDER, *, all_hands: bool = False
    ) -> Picture | None:
        """The picture of the table, if the game has one; with `all_hands` as in `scene`."""
        if all_hands and audience.everything and (together := side_by_side(self._hands(at))):
            return together
        seat = audience.seen_by(seat, len(self.stored.fixture.players))
        return picture_of(self.kit, self.game, self.state(at), seat)

    def _hands(self, at: int) -> tuple[Hand, ...]:
        return hands_of(self.kit, self.game, self.state(at)) if self.game.traits.hidden else ()

    def shown(
        self,
        first: int,
        last: int,
        audience: Audience = BYSTANDER,
        *,
        seat: Seat | None = None,
        calls: Calls | None = None,
    ) -> list[ShownStep]:
        """These steps in words, both ends included, as far as this audience may see them.

        An audience that may not see everything gets what `seat`, or a bystander, observed.
        """
        return [
            self._one(nth, audience, seat, calls or {})
            for nth in range(max(first, 1), min(last, self.last) + 1)
        ]

    def _one(self, nth: int, audience: Audience, seat: Seat | None, calls: Calls) -> ShownStep:
        if not audience.moves_are_open(self.game):
            seat = audience.seen_by(seat, len(self.stored.fixture.players))
            with rules_of(self.game):
                news = news_between(self.kit, self.game, self.states[nth - 1], self.state(nth), seat)
            return ShownStep(nth, tuple(news))
        turn = self._turn(nth)
        lines = tuple(map(move_line, turn.moves))
        calls_before: tuple[ModelCall, ...] = ()
        if audience.everything:
            calls_before = tuple(
                call for call in calls.get(nth, ()) if call.is_request or call.text or call.error
            )
        return ShownStep(nth, lines, turn.announced, calls_before, self.wrong.get(nth, 0))

    def _turn(self, nth: int) -> TurnInWords:
        played = self.turns[nth - 1]
        step = _step(played)
        if nth > len(self._record.moves):
            return forfeit_turn(self._record, step)
        known = self._turns.get(nth)
        if known is None:
            known, _ = turn_of(self.kit, self.game, self.states[nth - 1], nth - 1, step, drawing=False)
            if len(self._turns) >= TURNS_IN_MEMORY:
                self._turns.clear()
            self._turns[nth] = known
        return known


def _played(turn: Played | Step) -> Played:
    if isinstance(turn, Played):
        return turn
    errors = tuple(call.error for call in turn.calls if call.error and not call.probe)
    return Played(turn.moves, turn.fallback, turn.probes, errors)


def _step(turn: Played) -> Step:
    """A step without its model calls; of a step that ended the match, also the error."""
    seats = () if turn.moves else turn.fallback[:1]
    calls = tuple(ModelCall(seat=seat, error=error) for seat in seats for error in turn.errors)
    return Step(turn.moves, calls, turn.fallback, turn.probes)


class Replays:
    """Replays of a database's matches; the latest few are kept and extended as their matches go on."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store, self._games = store, games
        self._kept: OrderedDict[int, Replay] = OrderedDict()
        self._lock = Lock()

    def of(self, stored: StoredMatch) -> Replay:
        """The match up to its latest step; raises `AgonistError` if it cannot be replayed.

        Only new steps are read.
        """
        with self._lock:
            known = self._kept.get(stored.id)
            if known is not None:
                self._kept.move_to_end(stored.id)
        _, steps = progress_by_match(self._store, [stored.id]).get(stored.id, ("", 0))
        if known is not None and steps >= len(known.turns):
            if steps > len(known.turns) or known.stored.status != stored.status:
                known = known.extended(stored, turns_from(self._store, stored.id, len(known.turns)))
                self._keep(known)
            return known
        found = Replay(stored, turns_from(self._store, stored.id, 0), self._games(stored.run).kit)
        self._keep(found)
        return found

    def _keep(self, replay: Replay) -> None:
        with self._lock:
            self._kept[replay.stored.id] = replay
            while len(self._kept) > REPLAYS_IN_MEMORY:
                self._kept.popitem(last=False)
