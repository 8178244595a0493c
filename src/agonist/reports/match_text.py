"""A match as text, as bystanders or as one seat saw it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from agonist.core import CHANCE, AgonistError, Game, Outcome, Seat, player_name
from agonist.games.titles import title_of
from agonist.kit import Kit, option_texts
from agonist.match import Match, Record, Step
from agonist.match.checked_game import rules_of
from agonist.models.image import Image
from agonist.players.model_call_record import NOT_KEPT, ModelCall
from agonist.reports.match_verification import verify
from agonist.reports.safe_text import indented, on_one_line, shortened
from agonist.reports.turn_by_turn import (
    ShownMove,
    TurnInWords,
    drawn,
    move_in_words,
    parts_of,
    record_of,
    turn_of,
    turns_of,
)

__all__ = ["as_seen", "in_words", "outcome_in_words", "record_of", "verify"]

EXCERPT = 400
"""Characters of an invalid answer that are shown."""


def in_words(kit: Kit, match: Match | Record, players: Sequence[str], steps: Sequence[Step] = ()) -> str:
    """A whole match for people: the players, every move with the board after it, the outcome.

    Control characters in what players wrote are made visible. For a `Record`, invalid answers are shown only
    if its `steps` are given.
    """
    record, steps = parts_of(match, steps)
    with rules_of(record.game):
        start = drawn(kit, record.game, record.game.new())
        outcome = record.outcome
    parts = ["\n".join([title(record), *seats(players)]), start]
    parts += ["\n".join(_turn_lines(turn)) for turn in turns_of(kit, record, steps)]
    parts.append("\n".join(outcome_in_words(outcome, players)))
    return "\n\n".join(filter(None, parts)) + "\n"


class LiveText:
    """A match in the words of `in_words`, step by step while it is played; `say` is called with each part."""

    def __init__(
        self, kit: Kit, name: str, game: Game[Any, Any], players: Sequence[str], say: Callable[[str], None]
    ) -> None:
        self._kit, self._game, self._players, self._say = kit, game, players, say
        with rules_of(game):
            self._state = game.new()
            start = drawn(kit, game, self._state)
        for part in filter(None, ["\n".join([title(Record(name, game, ())), *seats(players)]), start]):
            say(f"{part}\n")

    def step(self, nth: int, step: Step) -> None:
        """Show a step that has just been played; forfeits are shown at the end."""
        if step.moves:
            turn, self._state = turn_of(self._kit, self._game, self._state, nth, step)
            self._say("\n".join(_turn_lines(turn)) + "\n")

    def ending(self, match: Match) -> str:
        """The last part of a finished match: forfeits and the outcome."""
        parts = ["\n".join(outcome_in_words(match.outcome, self._players))]
        if match.record.forfeits:
            *_, last = turns_of(self._kit, match.record, match.steps)
            parts.insert(0, "\n".join(_turn_lines(last)))
        return "\n\n".join(parts)


def title(record: Record, *, lists: bool = True) -> str:
    """The game, and its options that differ from their defaults; without `lists`, not those that list what
    can be dealt, such as pairs of words.
    """
    game = record.game
    kind: Any = type(game)
    try:
        usual = option_texts(kind())
    except (TypeError, AgonistError):
        usual = {}
    changed = {
        key: value
        for key, value in option_texts(game).items()
        if usual.get(key) != value and (lists or not isinstance(value, list))
    }
    options = ", ".join(f"{key} {_short(value)}" for key, value in changed.items())
    name = title_of(record.name)
    return on_one_line(f"{name} ({options})" if options else name)


def seats(players: Sequence[str]) -> Iterator[str]:
    """A line for each seat."""
    for seat, spec in enumerate(players):
        yield f"{player_name(seat)}: {on_one_line(spec)}"


def outcome_in_words(outcome: Outcome | None, players: Sequence[str]) -> list[str]:
    """The outcome: the reason, then each seat's place and score."""
    if outcome is None:
        return ["The match is not over."]
    lines = [f"The end: {on_one_line(outcome.reason)}."]
    for seat in sorted(range(len(outcome.scores)), key=lambda s: (outcome.ranks[s], s)):
        who = f"{player_name(seat)} ({on_one_line(players[seat])})"
        lines.append(f"  {outcome.ranks[seat]}. {who}: {outcome.scores[seat]:g}")
    if outcome.teams:
        teams = "; ".join(" and ".join(map(player_name, team)) for team in outcome.teams)
        lines.append(f"  Together: {teams}.")
    return lines


def _turn_lines(turn: TurnInWords) -> Iterator[str]:
    yield f"Move {turn.nth}"
    for move in turn.moves:
        for call in move.invalid:
            why = on_one_line(call.complaint)
            yield f"  {player_name(move.seat)} gave an invalid answer ({call.error}): {why}"
            if call.text.strip():
                yield f"    wrote: {on_one_line(shortened(call.text, EXCERPT))}"
        yield f"  {move_line(move)}"
    for announced in turn.announced:
        yield f"    {announced}"
    if turn.drawing:
        yield indented(turn.drawing, "  ")


def move_line(move: ShownMove) -> str:
    """One line: a seat and its move."""
    if move.seat == CHANCE:
        return move.words
    mark = " (fallback move)" if move.fallback else ""
    return f"{player_name(move.seat)}: {move.words}{mark}"


def as_seen(kit: Kit, game: Game[Any, Any], steps: Sequence[Step], seat: Seat) -> str:
    """What one seat was sent and what it wrote, move by move.

    For a model these are the exact messages, hidden questions included; for a player that reads no text, the
    prompt that a model would have got. Control characters are made visible.
    """
    parts: list[str] = []
    with rules_of(game):
        state: Any = game.new()
        old: Any = None
        for nth, step in enumerate(steps, start=1):
            calls = [call for call in step.calls if call.seat == seat]
            parts += [
                f"=== Before move {nth}: hidden question {on_one_line(e.probe)!r}\n{_call(e)}"
                for e in calls
                if e.probe
            ]
            asks = game.turn(state)
            if seat in asks:
                answers = [call for call in calls if not call.probe]
                view = game.observe(state, seat)
                lines = [f"=== Move {nth}"]
                if not any(call.is_request for call in answers):
                    words = kit.words
                    first = [words.rules(game), words.scene(game, view)]
                    where = first if old is None else [words.news(game, old, view)]
                    prompt = "\n\n".join([*where, words.request(game, view, asks[seat])])
                    lines += ["--- prompt (not sent: this player is not a model)", indented(prompt)]
                old = view
                lines += map(_call, answers)
                if seat in step.fallback:
                    lines.append("--- the answer could not be played")
                if step.moves:
                    played = move_in_words(kit, game, state, seat, asks[seat], step.moves[seat])
                    lines.append(f"--- played{' instead' if seat in step.fallback else ''}: {played}")
                parts.append("\n".join(lines))
            if step.moves:
                state = game.act(state, step.moves)
        parts.append(f"=== {'The end' if not game.turn(state) else 'The current position'}\n")
        parts[-1] += indented(kit.words.scene(game, game.observe(state, seat)))
    return "\n\n".join(parts) + "\n"


def _call(call: ModelCall) -> str:
    lines = []
    if call.kept and call.sent:
        lines.append(f"--- after {call.kept} messages of the same conversation")
    if call.unkept:
        lines.append(f"--- {NOT_KEPT}")
    for message in call.sent:
        lines += [f"--- {message.role}", indented(message.content)]
        if message.image is not None:
            lines.append(f"--- with a picture: {image_in_words(message.image)}")
    if call.thought:
        lines += ["--- thought", indented(call.thought)]
    if call.is_request or call.text:
        model = f" {on_one_line(call.model)}" if call.model else ""
        cut = "" if call.finish in ("", "stop") else f", which ended by {on_one_line(call.finish)!r}"
        lines += [f"--- answer{model and f' of{model}'}{cut}", indented(call.text)]
    if call.error:
        lines.append(f"--- invalid answer ({call.error}): {on_one_line(call.complaint)}")
    return "\n".join(lines)


def image_in_words(image: Image) -> str:
    """What a transcript stores of a picture, on one line."""
    return f"PNG, {image.width} x {image.height} pixels, SHA-256 {on_one_line(image.digest)}"


def _short(value: Any) -> str:
    return shortened(", ".join(map(str, value)) if isinstance(value, list) else str(value), 80)
