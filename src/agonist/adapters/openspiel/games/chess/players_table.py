"""The table of chess players of a run, or of all runs of a database: Elo beside engines of known Elo, legal
moves, accuracy.

Chess960, and matches that were played on from others, are left out. A match counts as on the strict board:
who has a fallback move has lost. Games of the same players with the same moves count once, since
deterministic players repeat them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from agonist.adapters.openspiel.games.chess.quality import PHASES, Quality
from agonist.adapters.openspiel.games.chess.title_and_endings import BLACK, WHITE
from agonist.core import UsageError, nearest
from agonist.metrics.results import is_fork, points_of
from agonist.metrics.run_matches import Played
from agonist.players import parse_player
from agonist.ratings.anchored_elo import AnchoredElo, anchored_elo

if TYPE_CHECKING:
    from agonist.adapters.openspiel.states import History

GAME: Final = "openspiel:chess"

GIVEN_UP: Final = ("resigned", "out of time")
"""What ends a match without an answer, by `agonist.match.record.Ending`."""


@dataclass
class ChessPlayer:
    """What is counted of a player. `known`: its Elo, where it is an engine's that plays at one."""

    name: str
    known: float | None = None
    games: int = 0
    different: int = 0
    """Games, those with the same moves against the same player counted once; wins, draws and losses are of
    these."""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    asked: int = 0
    """Questions for a move."""
    legal: int = 0
    """Those whose first answer was a legal move."""
    moves: list[Quality] = field(default_factory=list)
    """Its own moves as an engine judges them, if one was named, without those in decided games."""
    elo: AnchoredElo = field(default_factory=lambda: AnchoredElo(None))

    def as_dict(self) -> dict[str, Any]:
        """As JSON: shares from 0 to 1, accuracies from 0 to 100, loss in hundredths of a pawn for a move;
        `None` where nothing is known."""
        found = {
            "player": self.name,
            "elo": self.elo.elo,
            "low": self.elo.low,
            "high": self.elo.high,
            "known": self.elo.known,
            "games": self.games,
            "different": self.different,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "legal": self.legal / self.asked if self.asked else None,
            "asked": self.asked,
            "judged": len(self.moves),
            "loss": _mean(each.loss for each in self.moves),
            "blunders": _mean(each.blunder for each in self.moves),
            "accuracy": _mean(each.accuracy for each in self.moves),
        }
        for phase in PHASES:
            found[phase] = _mean(each.accuracy for each in self.moves if each.phase == phase)
        return found | {"note": self.elo.note}


def chess_players(
    played: Iterable[Played],
    anchors: Mapping[str, float],
    judge: Callable[[History], Sequence[Quality]] | None = None,
) -> list[ChessPlayer]:
    """Every player of these matches of chess, best first.

    `anchors`: further players of known Elo, by name. Without anybody of known Elo nobody has one. Raises
    `UsageError` for an anchor who has not played.
    """
    matches = [
        each for each in played if not is_fork(each.match) and not each.match.fixture.options.get("chess960")
    ]
    players: dict[str, ChessPlayer] = {}
    for each in matches:
        for name in each.players:
            players.setdefault(name, ChessPlayer(name, _elo_of(each.match.fixture.spec(name))))
    for name, elo in anchors.items():
        if name not in players:
            raise UsageError(f"anchor: {nearest('player of chess', name, players)}")
        players[name].known = elo
    points = defaultdict[tuple[str, str], float](float)
    seen = set[tuple[Any, ...]]()
    for each in matches:
        _count_answers(each, players)
        moves = tuple(action for turn in each.log for action in turn.moves.values())
        if (again := (each.players, each.match.forfeits, moves)) in seen:
            continue
        seen.add(again)
        _count_result(each, players, points)
        if judge is not None:
            _count_moves(each, players, judge(each.end))
    known = {name: player.known for name, player in players.items() if player.known is not None}
    if points and not known.keys().isdisjoint(name for pair in points for name in pair):
        for name, found in anchored_elo(points, known).items():
            players[name].elo = found
    return sorted(players.values(), key=lambda player: (-(player.elo.elo or -1e9), player.name))


def _elo_of(spec: str) -> float | None:
    """The Elo at which an engine is told to play."""
    parsed = parse_player(spec)
    return float(parsed.value("elo")) if parsed.engine and "elo" in parsed.options else None


def _count_answers(played: Played, players: Mapping[str, ChessPlayer]) -> None:
    """Count the questions, and those whose first answer was legal. A forfeit by an answer is a question,
    too."""
    for seat in range(2):
        players[played.players[seat]].games += 1
    for nth, turn in enumerate(played.log):
        if not turn.moves and not {*turn.errors}.isdisjoint(GIVEN_UP):
            continue
        mover = players[played.players[WHITE if nth % 2 == 0 else BLACK]]
        mover.asked += 1
        mover.legal += bool(turn.moves) and not turn.errors and not turn.fallback


def _count_result(
    played: Played, players: Mapping[str, ChessPlayer], points: dict[tuple[str, str], float]
) -> None:
    one, other = played.players
    for name, against, mine in ((one, other, 0), (other, one, 1)):
        won = points_of(played.match)[mine]
        players[name].different += 1
        players[name].wins += won == 1
        players[name].draws += won == 0.5
        players[name].losses += won == 0
        if one != other:
            points[name, against] += won


def _count_moves(played: Played, players: Mapping[str, ChessPlayer], judged: Sequence[Quality]) -> None:
    """Note the quality of the moves that were the players' own."""
    moved = [turn for turn in played.log if turn.moves]
    for turn, quality in zip(moved, judged, strict=True):
        ((seat, _),) = turn.moves.items()
        if seat not in turn.fallback and not quality.decided:
            players[played.players[seat]].moves.append(quality)


def _mean(values: Any) -> float | None:
    found = list(values)
    return fmean(found) if found else None
