"""What a player has achieved in a run, game by game, for formats that hold one model's results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agonist.core import UsageError, nearest
from agonist.metrics.leaderboard import Row, leaderboard
from agonist.metrics.results import by_part
from agonist.metrics.run_matches import with_counts
from agonist.players.unique_names import identity
from agonist.tournament.adaptive_matches import confidence_of

if TYPE_CHECKING:
    from agonist.store import Reader, Run


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's row of a game's strict board; the game's version; whom it met, in alphabetical order."""

    row: Row
    version: int
    opponents: tuple[str, ...]

    @property
    def how(self) -> str:
        """How it was played, in words."""
        against = f"against {', '.join(self.opponents)}" if self.opponents else "by itself"
        return f"{self.row.matches} matches {against}"


def model_of(run: Run, player: str) -> str:
    """What stood behind a player's name in a run, without options that say nothing about who it is."""
    return identity(str(run.plan.get("specs", {}).get(player, player)))


def player_results(store: Reader, run: Run, player: str) -> dict[str, PlayerResult]:
    """By game with its options, how a player did. Raises `UsageError` for a player that the run has not."""
    done = with_counts(store, store.columns(run=run.id)).only(lambda match: match.status == "finished")
    names = sorted({name for match in done.cases for name in match.fixture.players})
    if player not in names:
        said = f"say whose results: --player, {' or '.join(names)}" if not player else ""
        raise UsageError(said or nearest("player of this run", player, names))
    confidence = confidence_of(str(run.plan.get("until", "")))
    found = {}
    for part, matches in by_part(done).items():
        row = next((r for r in leaderboard(matches, confidence=confidence) if r.player == player), None)
        if row is None:
            continue
        own = [match.fixture for match in matches.cases if player in match.fixture.players]
        met = {name for fixture in own for name in fixture.players if name != player}
        found[part] = PlayerResult(row, own[0].version, tuple(sorted(met)))
    return found
