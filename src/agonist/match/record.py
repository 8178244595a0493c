"""The record of a match, which suffices to replay it: the game with its options, and every move."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from agonist.core import AgonistError, Ask, Game, IllegalAction, Moves, Outcome, Seat, player_name, sides
from agonist.core.views_and_asks_as_json import tuples
from agonist.kit import make_game, option_texts
from agonist.match import checked_game
from agonist.match.stepping import legal

if TYPE_CHECKING:
    from agonist.kit import Kit

Ending: TypeAlias = Literal["", "resigned", "out of time"]
"""How a forfeit came about; empty: by invalid answers."""

FORFEITED: Final[Mapping[Ending, tuple[str, str]]] = {
    "": ("forfeit", " by invalid answers"),
    "resigned": ("resign", ""),
    "out of time": ("lose", " on time"),
}
"""For each cause: the verb, and the rest of the sentence."""


class RecordError(AgonistError):
    """A record that cannot be replayed."""


class DamagedRecord(RecordError):
    """A record with moves that the rules do not allow, so that no match can have produced it."""

    exit_code = 3


@dataclass(frozen=True)
class Record:
    """A match: the name its game is found by, the game, and every move, chance's included.

    `forfeits` are the seats that ended the match, and `how` says by what: `""` for invalid answers, by the
    policy of the match. The outcome is computed from the moves, never trusted.
    """

    name: str
    game: Game[Any, Any]
    moves: tuple[Moves, ...]
    forfeits: tuple[Seat, ...] = ()
    how: Ending = ""

    def states(self) -> Iterator[Any]:
        """All states in order, the first and the last included."""
        return accumulate(self.moves, self.game.act, initial=self.game.new())

    @property
    def outcome(self) -> Outcome | None:
        """The outcome by the rules; `None` if the record stops before the end."""
        *_, last = self.states()
        return self.outcome_after(last)

    def outcome_after(self, last: Any) -> Outcome | None:
        """The outcome, given the last state, where it is known already."""
        if self.forfeits:
            return forfeited(self.game, last, self.forfeits, self.how)
        return checked_game.outcome(self.game, last)

    def dumps(self) -> str:
        """The record as JSON Lines: the game, then one line for each move.

        >>> from agonist.games import KITS
        >>> game = KITS["tictactoe"].game()
        >>> print(Record("tictactoe", game, ({0: (2, 2)},)).dumps(), end="")
        {"game": "tictactoe", "version": 1, "options": {"seats": 2, "misere": false}}
        {"0": [2, 2]}
        """
        head: dict[str, Any] = {
            "game": self.name,
            "version": self.game.version,
            "options": option_texts(self.game),
        }
        if self.forfeits:
            head["forfeits"] = self.forfeits
        if self.how:
            head["how"] = self.how
        lines = (head, *({str(seat): action for seat, action in moves.items()} for moves in self.moves))
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    @classmethod
    def loads(cls, text: str, find: Callable[[str], Kit]) -> Record:
        """The record that `dumps` wrote; `find` returns the class of a game by name."""
        head, *moves = map(json.loads, text.splitlines())
        game = game_of(head["game"], head["version"], head["options"], find)
        # Records of older versions name one seat.
        forfeits = head.get("forfeits", [head["forfeit"]] if "forfeit" in head else [])
        return cls(head["game"], game, tuple(map(moves_from, moves)), tuple(forfeits), head.get("how", ""))


def check_moves(asks: Mapping[Seat, Ask], moves: Moves, nth: int) -> None:
    """Raise `DamagedRecord` unless exactly the seats that are asked made moves, and the rules allow these.

    `nth` is the number of the step, from 1.
    """
    try:
        legal(asks, moves)
    except IllegalAction as why:
        raise DamagedRecord(
            f"the record of this match is damaged, or the rules are no longer those it was played by: "
            f"move {nth}: {why}"
        ) from None


def check_record(game: Game[Any, Any], moves: Sequence[Moves]) -> None:
    """Raise `DamagedRecord` unless the rules allow these moves, one after the other."""
    state = checked_game.new(game)
    for nth, each in enumerate(moves, start=1):
        check_moves(checked_game.turn(game, state), each, nth)
        state = checked_game.act(game, state, each)


def game_of(
    name: str, version: int, options: Mapping[str, Any], find: Callable[[str], Kit]
) -> Game[Any, Any]:
    """The game of a stored record. Raises `RecordError` if its rules have changed since."""
    kind = find(name).game
    if version != kind.version:
        raise RecordError(
            f"this match was played by version {version} of {name}, and the rules are now {kind.version}"
        )
    return make_game(kind, options)


def moves_from(stored: Mapping[str, Any]) -> Moves:
    """One move read from JSON, with tuples for lists and numbers for seats."""
    return {
        int(seat): tuples(action) if isinstance(action, list) else action for seat, action in stored.items()
    }


def forfeited(game: Game[Any, Any], state: Any, seats: Sequence[Seat], how: Ending = "") -> Outcome:
    """The outcome of a match that these seats forfeited in this state: they lose, and their teams with them.

    The losers score -1. A single opposing side scores 1; several score 0 each. If all seats are one team, all
    score 0.
    """
    teams = game.teams(state)
    all_sides = sides(game.seats, teams)
    lost = {seat for side in all_sides if not set(side).isdisjoint(seats) for seat in side}
    won = 1.0 if len(all_sides) == 2 else 0.0
    losing = -1.0 if len(all_sides) > 1 else 0.0
    scores = tuple(losing if seat in lost else won for seat in range(game.seats))
    names = " and ".join(player_name(seat) for seat in sorted(seats))
    verb, by_what = FORFEITED[how]
    return Outcome(scores, f"{names} {verb}{'s' if len(seats) == 1 else ''}{by_what}", teams)
