"""A match turn by turn: the moves, their consequences, and invalid answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

from agonist.core import CHANCE, Ask, Form, Game, Menu, Moves, Seat, Speech, player_name
from agonist.kit import Kit
from agonist.match import Match, Record, Step
from agonist.match.checked_game import rules_of
from agonist.match.match_and_steps import ending_of_forfeit
from agonist.match.record import Ending, game_of
from agonist.players.model_call_record import ModelCall
from agonist.reports.move_phrasing import phrasing
from agonist.reports.safe_text import on_one_line, printable
from agonist.store import StoredMatch

Observe: TypeAlias = Callable[[Any, Seat | None], Any]
"""The view of a state that a seat has, or a bystander (`None`)."""

GIVEN_UP: Final[Mapping[Ending, str]] = {"resigned": "resigns", "out of time": "the clock ran out"}


@dataclass(frozen=True, slots=True)
class ShownMove:
    """The move of one seat, or of chance, at one turn, in words."""

    seat: Seat
    words: str
    invalid: tuple[ModelCall, ...] = ()
    """The seat's invalid answers before this move."""
    fallback: bool = False
    """Whether it is a fallback move."""
    about: str = ""
    """What the move decides, such as `vote`, where its words alone do not say so."""


@dataclass(frozen=True, slots=True)
class TurnInWords:
    """One step of a match, counted from 1: the moves, the announcements that followed, the state reached."""

    nth: int
    moves: tuple[ShownMove, ...]
    announced: tuple[str, ...] = ()
    drawing: str = ""


def turns_of(kit: Kit, record: Record, steps: Sequence[Step] = ()) -> Iterator[TurnInWords]:
    """Every turn of a match; with its steps, also the invalid answers and the reason of a forfeit.

    Raises `GameError` if the game's own code fails.
    """
    game = record.game
    with rules_of(game):
        state = game.new()
    for nth, moves in enumerate(record.moves):
        turn, state = turn_of(kit, game, state, nth, steps[nth] if nth < len(steps) else Step(moves))
        yield turn
    if len(steps) > len(record.moves) and record.forfeits:
        yield forfeit_turn(record, steps[len(record.moves)])


def forfeit_turn(record: Record, broken: Step) -> TurnInWords:
    """The step that ended a match by a forfeit."""
    if record.how:
        return TurnInWords(
            len(record.moves) + 1, tuple(ShownMove(seat, GIVEN_UP[record.how]) for seat in broken.fallback)
        )
    shown = tuple(
        ShownMove(
            seat, "no answer that could be played", _invalid(broken, seat), fallback=seat in record.forfeits
        )
        for seat in broken.fallback
    )
    return TurnInWords(len(record.moves) + 1, shown)


def turn_of(
    kit: Kit,
    game: Game[Any, Any],
    state: Any,
    nth: int,
    step: Step,
    *,
    drawing: bool = True,
    observe: Observe | None = None,
) -> tuple[TurnInWords, Any]:
    """One step, counted from 0, and the state after it; with `drawing=False`, the turn has no drawing.

    `observe` replaces `game.observe`, for a caller that keeps the views.
    """
    with rules_of(game):
        observe = observe or game.observe
        shown = _shown_moves(kit, game, state, step, observe)
        after = game.act(state, step.moves)
        announced = tuple(_announced(kit, game, state, after, step.moves, observe))
        return TurnInWords(nth + 1, shown, announced, drawn(kit, game, after) if drawing else ""), after


def drawn(kit: Kit, game: Game[Any, Any], state: Any) -> str:
    """What a bystander sees, as a drawing, if the game has one."""
    return "" if kit.drawing is None else printable(kit.drawing(game.observe(state, None)))


def parts_of(match: Match | Record, steps: Sequence[Step] = ()) -> tuple[Record, Sequence[Step]]:
    """The record of a match and its steps, if there are any."""
    return (match.record, match.steps) if isinstance(match, Match) else (match, steps)


def record_of(stored: StoredMatch, steps: Sequence[Step], find: Callable[[str], Kit]) -> Record:
    """The record of a stored match, finished or not; `RecordError` if the rules have changed since."""
    fixture = stored.fixture
    game = game_of(fixture.game, fixture.version, fixture.options, find)
    moves = tuple(step.moves for step in steps if step.moves)
    return Record(fixture.game, game, moves, stored.forfeits, ending_of_forfeit(steps))


def move_in_words(kit: Kit, game: Game[Any, Any], state: Any, seat: Seat, ask: Ask, action: Any) -> str:
    """The move of a seat, or of chance, in words."""
    return _move_in_words(kit, game.observe(state, None if seat == CHANCE else seat), seat, ask, action)


def _move_in_words(kit: Kit, view: Any, seat: Seat, ask: Ask, action: Any) -> str:
    if seat == CHANCE:
        return on_one_line(kit.words.chance(view, ask, action))
    return phrasing(ask, action, partial(kit.words.label, view))


def _shown_moves(
    kit: Kit, game: Game[Any, Any], state: Any, step: Step, observe: Observe
) -> tuple[ShownMove, ...]:
    return tuple(
        ShownMove(
            seat,
            _move_in_words(
                kit, observe(state, None if seat == CHANCE else seat), seat, ask, step.moves[seat]
            ),
            _invalid(step, seat),
            seat in step.fallback,
            "" if seat == CHANCE or isinstance(ask, Speech | Form | Menu) else ask.about.replace("_", " "),
        )
        for seat, ask in game.turn(state).items()
    )


def _invalid(step: Step, seat: Seat) -> tuple[ModelCall, ...]:
    return tuple(e for e in step.calls if e.seat == seat and e.error and not e.probe)


def _announced(
    kit: Kit, game: Game[Any, Any], before: Any, after: Any, moves: Moves, observe: Observe
) -> Iterator[str]:
    """The new events of the log: those that are public, and what chance gave to single seats.

    Private events about players' moves are left out, and so are events that repeat a speech, since the moves
    themselves are shown.
    """
    alone = len(moves) == 1
    speeches = {" ".join(move.split()) for move in moves.values() if isinstance(move, str) and alone}
    fresh = getattr(after, "log", ())[len(getattr(before, "log", ())) :]
    traits = game.traits
    if not (traits.hidden or traits.simultaneous):
        # In such games the view is the state, so its log has what everyone heard.
        fresh = tuple((None, event) for event in fresh)
    for ears, event in fresh:
        if ears is not None and CHANCE not in moves:
            continue
        for seat in (None,) if ears is None else ears:
            words = on_one_line(kit.words.sentence(game, observe(after, seat), event))
            if words and not any(speech and speech in words for speech in speeches):
                yield words if seat is None else f"to {player_name(seat)}: {words}"
