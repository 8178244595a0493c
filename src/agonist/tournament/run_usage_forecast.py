"""What a run is expected to use in all, from what its matches are expected to use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from agonist.core import Moves
from agonist.match import Fixture
from agonist.models.amounts_spent import Spending
from agonist.tournament.budget_admission import Place
from agonist.tournament.match_usage_forecast import Forecast, forecast_of
from agonist.tournament.progress import ExpectedUsage, Progress
from agonist.tournament.stored_match_play import terms_of
from agonist.tournament.usage_before_resuming import PriorUsage

if TYPE_CHECKING:
    from agonist.players.model_call_record import ModelCall
    from agonist.tournament.game_spec import GameRegistry
    from agonist.tournament.likeness_to_reference_player import Comparison

MatchKind: TypeAlias = tuple[str, tuple[str, ...]]
"""The part of the run and the players of a match, which together say what it is expected to use."""


class RunForecast:
    """The expected usage of a run, corrected as it is played; nothing if no model and no agent plays."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._forecast: Forecast | None = None
        self.under_way: set[Place[MatchKind]] = set()
        """The places of the matches that are being played."""
        self.left = Counter[MatchKind]()
        """How many matches of each kind are left."""
        self.played = Counter[MatchKind]()
        """How many were finished by this process."""

    async def begin(
        self, left: Sequence[tuple[Fixture, int]], games: GameRegistry, earlier: Mapping[str, PriorUsage]
    ) -> None:
        """Estimate what the matches that are left take: the first fixture of each kind, and how many."""
        self.left.clear()
        for fixture, many in left:
            self.left[fixture.part, fixture.players] += many
        fixtures = [fixture for fixture, _ in left]
        self._forecast = await forecast_of(fixtures, games, self._progress, earlier)
        self._progress.expected = self.expected

    def comparison(self, fixture: Fixture, games: GameRegistry) -> Comparison | None:
        """As in `Forecast`, of a match with this fixture."""
        if self._forecast is None:
            return None
        kit, game, _ = terms_of(fixture, games)
        return self._forecast.comparison(fixture.part, fixture.players, kit, game)

    def answered(self, player: str, call: ModelCall) -> bool:
        """Note an answer; whether anything follows from it."""
        if self._forecast is not None:
            self._forecast.answered(player, call)
        return self._forecast is not None

    def finished(self, kind: MatchKind, moves: Sequence[Moves]) -> None:
        """Note a match that was played here."""
        self.left[kind] -= 1
        self.played[kind] += 1
        if self._forecast is not None:
            self._forecast.finished(*kind, moves)

    def finished_elsewhere(self, kinds: Mapping[MatchKind, int]) -> None:
        """Note how many matches more other processes have finished."""
        self.left.subtract(kinds)

    def likely(self, kind: MatchKind) -> Spending:
        """The usage expected for a match of this part and these players."""
        if self._forecast is None:
            return Spending()
        return self._forecast.of(*kind, cautious=True)

    def expected(self) -> ExpectedUsage | None:
        """The usage expected for the whole run."""
        if self._forecast is None:
            return None
        usual = low = high = self._progress.spent
        whole = {kind: self._forecast.of(*kind) for kind in self.left}
        rest = {kind: whole[kind].times(number) for kind, number in self.left.items()}
        for place in self.under_way:
            each, used = whole[place.kind], place.used
            rest[place.kind] -= Spending(
                min(used.usd, each.usd), min(used.tokens, each.tokens), min(used.requests, each.requests)
            )
        for kind, left in rest.items():
            factor = self._forecast.factor(*kind, self.left[kind])
            usual, low, high = usual + left, low + left.times(1 / factor), high + left.times(factor)
        return ExpectedUsage(usual, low, high)
