"""One match for the match browser: the moves of each step, their consequences, and the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from agonist.core import AgonistError, Ask, Game, GameError, Seat, player_name
from agonist.kit import Kit, guarded
from agonist.kit.picture import Picture
from agonist.match import Step
from agonist.match.border import rules_of
from agonist.reports.browser.frames import Frame, Pool
from agonist.reports.match_text import outcome_in_words, title
from agonist.reports.printable import on_one_line, printable
from agonist.reports.turns import Turn, record_of, turn_of, turns_of
from agonist.store import StoredMatch

Find: TypeAlias = Callable[[str, str], Kit]
"""The game for a name and a wording."""

Moves: TypeAlias = dict[str, Any]


def moves_of(
    stored: StoredMatch, steps: Sequence[Step], find: Find, pool: Pool, *, own: bool = True
) -> Moves:
    """A match as plain values; if it cannot be replayed, `problem` says why.

    `steps`: for each step, the moves `[seat, words, 1 if the policy moved, [[class, complaint], …]]` and the
    announcements. `views`: for a bystander and then for each seat, an index into `frames` (pictures from the
    start to the end) or `heard` (for games without pictures: what was new to that seat at each step). Without
    `own`, only a bystander's pictures are included, and `bystander` says so where seats see other pictures.
    """
    try:
        kit = guarded(find(stored.fixture.game, stored.fixture.wording))
        record = record_of(stored, steps, lambda _name: kit)
        with rules_of(record.game):
            return _moves(kit, stored, steps, record, pool, own=own)
    except AgonistError as error:
        return {"title": on_one_line(stored.fixture.game), "problem": on_one_line(str(error)), "steps": []}


def _moves(
    kit: Kit, stored: StoredMatch, steps: Sequence[Step], record: Any, pool: Pool, *, own: bool
) -> Moves:
    game = record.game
    states, turns = [game.new()], []
    for nth, moves in enumerate(record.moves):
        step = steps[nth] if nth < len(steps) else Step(moves)
        turn, state = turn_of(kit, game, states[-1], nth, step, drawing=False)
        turns.append(turn)
        states.append(state)
    if record.forfeits and len(steps) > len(record.moves):
        *_, last = turns_of(kit, record, steps)
        turns.append(last)
        states.append(states[-1])
    players = tuple(map(on_one_line, stored.fixture.players))
    ended = stored.status == "finished"
    whole: Moves = {
        "title": title(record),
        "steps": [_step(turn) for turn in turns],
        "end": outcome_in_words(record.outcome, players) if ended else [],
    }
    if kit.picture is not None:
        whole |= _pictures(kit.picture, game, states, pool, own=own)
    elif kit.drawing is not None:
        drawing = kit.drawing
        whole["drawings"] = [printable(drawing(game.observe(state, None))) for state in states]
    else:
        whole |= _heard(kit, game, states, turns)
    return whole


def _step(turn: Turn) -> list[Any]:
    shown = [
        [
            move.seat,
            f"{move.about}: {move.words}" if move.about else move.words,
            int(move.fallback),
            [[call.error, on_one_line(call.complaint)] for call in move.invalid],
        ]
        for move in turn.moves
    ]
    return [shown, list(turn.announced)]


def _pictures(
    picture: Callable[[Any, Ask | None], Picture],
    game: Game[Any, Any],
    states: Sequence[Any],
    pool: Pool,
    *,
    own: bool,
) -> Moves:
    found: list[list[Frame]] = []
    seen: list[tuple[Any, ...]] = []
    which = []
    for views in _views(game, states):
        # Compared, not hashed: views differ early, and a hash goes through every log of all of them.
        if seen and not own:
            return {"views": [0] * (game.seats + 1), "frames": found, "bystander": 1}
        if views not in seen:
            drawn = tuple(picture(view, None) for view in views)
            for one in drawn:
                if not isinstance(one, Picture):
                    raise GameError(f"the picture of {game.name} is a {type(one).__name__}, not a Picture")
            seen.append(views)
            found.append(pool.frames(drawn))
        which.append(seen.index(views))
    return {"views": which, "frames": found}


def _views(game: Game[Any, Any], states: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """The views of a bystander and then of each seat, from the start to the end."""
    open_to_all = not (game.traits.hidden or game.traits.simultaneous)
    seats: list[Seat | None] = [None, *range(game.seats)]
    shared = tuple(game.observe(state, None) for state in states) if open_to_all else ()
    for seat in seats:
        # Where nothing is hidden every view is the state, as the contract has it.
        yield shared or tuple(game.observe(state, seat) for state in states)


def _heard(kit: Kit, game: Game[Any, Any], states: Sequence[Any], turns: Sequence[Turn]) -> Moves:
    """The new events of each view in words, which replace pictures in games of conversation.

    The events of a view leave out the seat's own moves; here they are included.
    """
    found: list[list[list[str]]] = []
    which = []
    for seat, views in enumerate(_views(game, states), start=-1):
        lines, before = [], 0
        for nth, view in enumerate(views):
            own = [move for move in turns[nth - 1].moves if move.seat == seat >= 0] if nth else []
            log = getattr(view, "log", ())
            fresh = [on_one_line(kit.words.sentence(game, view, event)) for event in log[before:]]
            done = [f"{player_name(seat)} (you): {move.words}" for move in own]
            lines.append([*done, *filter(None, fresh)])
            before = len(log)
        if lines not in found:
            found.append(lines)
        which.append(found.index(lines))
    return {"views": which, "heard": found} if any(map(any, found)) else {}
