"""One match for the match browser: its moves in words, what followed, and its pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from agonist.core import AgonistError, Ask, Game, GameError, Seat, player_name
from agonist.kit import Kit, guarded
from agonist.kit.picture import Picture
from agonist.match import Step
from agonist.match.checked_game import rules_of
from agonist.reports.browser.picture_differences import ItemPool, Items
from agonist.reports.match_text import outcome_in_words, title
from agonist.reports.safe_text import on_one_line, printable, shown_game
from agonist.reports.turn_by_turn import TurnInWords, record_of, turn_of, turns_of
from agonist.store import StoredMatch

Find: TypeAlias = Callable[[str, str], Kit]
"""The game for a name and a wording."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A match for the page.

    `plain`: all but its pictures. Its `views` say for a bystander and then each seat which of
    `frames` (pictures from the start to the end) it has, or of `heard` (for games without pictures, what was
    new to them at each step).
    """

    plain: dict[str, Any]
    frames: Sequence[Sequence[Items]] = ()


def replayed(stored: StoredMatch, steps: Sequence[Step], find: Find, pool: ItemPool) -> Replayed:
    """A match; if it cannot be replayed, `problem` says why."""
    try:
        kit = guarded(find(stored.fixture.game, stored.fixture.wording))
        record = record_of(stored, steps, lambda _name: kit)
        with rules_of(record.game):
            return _replayed(kit, stored, steps, record, pool)
    except AgonistError as error:
        problem = {"title": shown_game(stored.fixture.game), "problem": on_one_line(str(error))}
        return Replayed({**problem, "steps": []})


def _replayed(kit: Kit, stored: StoredMatch, steps: Sequence[Step], record: Any, pool: ItemPool) -> Replayed:
    game = record.game
    views = _Views(game)
    states, turns = [game.new()], []
    for nth, moves in enumerate(record.moves):
        step = steps[nth] if nth < len(steps) else Step(moves)
        turn, state = turn_of(kit, game, states[-1], nth, step, drawing=False, observe=views)
        turns.append(turn)
        states.append(state)
    if record.forfeits and len(steps) > len(record.moves):
        *_, last = turns_of(kit, record, steps)
        turns.append(last)
        states.append(states[-1])
    players = tuple(map(on_one_line, stored.fixture.players))
    ended = stored.status == "finished"
    plain = {
        "title": title(record),
        "end": outcome_in_words(record.outcome_after(states[-1]), players) if ended else [],
        "steps": list(map(_step, turns)),
    }
    frames: list[list[Items]] = []
    if kit.picture is not None:
        frames, more = _pictures(kit.picture, views, states, pool)
        plain |= more
    elif kit.drawing is not None:
        drawing = kit.drawing
        plain["drawings"] = [printable(drawing(game.observe(state, None))) for state in states]
    else:
        plain |= _heard(kit, views, states, turns)
    return Replayed(plain, frames)


def _step(turn: TurnInWords) -> list[Any]:
    """Its moves [seat, words, 1 if the policy made it, invalid answers before it], and its announcements."""
    moves = [
        [
            move.seat,
            f"{move.about}: {move.words}" if move.about else move.words,
            int(move.fallback),
            [[call.error, on_one_line(call.complaint)] for call in move.invalid],
        ]
        for move in turn.moves
    ]
    return [moves, turn.announced]


def _pictures(
    picture: Callable[[Any, Ask | None], Picture],
    views: _Views,
    states: Sequence[Any],
    pool: ItemPool,
) -> tuple[list[list[Items]], dict[str, Any]]:
    found: list[list[Items]] = []
    seen: list[tuple[Any, ...]] = []
    which = []
    for seen_by in views.of_all(states):
        # Compared, not hashed: views differ early, and a hash goes through every log of all of them.
        if seen_by not in seen:
            seen.append(seen_by)
            found.append([pool.items(_drawn(picture, view, views.game)) for view in seen_by])
        which.append(seen.index(seen_by))
    return found, {"views": which, "pictures": True}


def _drawn(picture: Callable[[Any, Ask | None], Picture], view: Any, game: Game[Any, Any]) -> Picture:
    drawn = picture(view, None)
    if not isinstance(drawn, Picture):
        raise GameError(f"the picture of {game.name} is a {type(drawn).__name__}, not a Picture")
    return drawn


class _Views:
    """What each seat sees of each state of a match, observed once."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self._open = not (game.traits.hidden or game.traits.simultaneous)
        self._known: dict[tuple[int, Seat | None], tuple[Any, Any]] = {}

    def __call__(self, state: Any, seat: Seat | None) -> Any:
        # Where nothing is hidden every view is the state, as the contract has it.
        key = id(state), None if self._open else seat
        if (known := self._known.get(key)) is None:
            # The state is kept, so that no other state gets its `id`.
            known = self._known[key] = state, self.game.observe(state, key[1])
        return known[1]

    def of_all(self, states: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """The views of a bystander and then of each seat, from the start to the end."""
        seats: list[Seat | None] = [None, *range(self.game.seats)]
        for seat in seats:
            yield tuple(self(state, seat) for state in states)


def _heard(kit: Kit, views: _Views, states: Sequence[Any], turns: Sequence[TurnInWords]) -> dict[str, Any]:
    """The new events of each view in words, which replace pictures in games of conversation.

    The events of a view leave out the seat's own moves; here they are included.
    """
    found: list[list[list[str]]] = []
    which = []
    for seat, seen_by in enumerate(views.of_all(states), start=-1):
        lines, before = [], 0
        for nth, view in enumerate(seen_by):
            moves = [move for move in turns[nth - 1].moves if move.seat == seat >= 0] if nth else []
            log = getattr(view, "log", ())
            fresh = [on_one_line(kit.words.sentence(views.game, view, event)) for event in log[before:]]
            done = [f"{player_name(seat)} (you): {move.words}" for move in moves]
            lines.append([*done, *filter(None, fresh)])
            before = len(log)
        if lines not in found:
            found.append(lines)
        which.append(found.index(lines))
    return {"views": which, "heard": found} if any(map(any, found)) else {}
