"""The state that all pages of a server share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from fastapi import Depends, HTTPException, Request

from agonist.arena.agents.ability_board import AbilityBoard
from agonist.arena.boards.game_theory_board import GameTheoryBoards
from agonist.arena.boards.rater import Rater
from agonist.arena.fair_play.search import FlagSearch
from agonist.arena.match_visibility import hidden_matches, listed
from agonist.arena.replay.judging_on_demand import Analyses
from agonist.arena.replay.live_feed import Following
from agonist.arena.replay.shown_match import Replays
from agonist.arena.run_processes import RunProcesses
from agonist.core import UsageError
from agonist.store import Store, StoredMatch
from agonist.store.platform.match_list_pages import Listed, Wanted
from agonist.web.current_visitor import the_visit
from agonist.web.site_metrics import SiteMetrics
from agonist.web.visitor_identity import Doors


@dataclass
class Site:
    """One server of one database."""

    store: Store
    door: Doors
    replays: Replays
    rater: Rater
    following: Following
    wake: Callable[[int], None]
    """Has a match advanced."""
    abilities: AbilityBoard
    evaluations: RunProcesses | None
    """Plays runs; `None` if this server plays none."""
    metrics: SiteMetrics
    analyses: Analyses
    flags: FlagSearch
    game_theory: GameTheoryBoards

    def listed(self, wanted: Wanted) -> tuple[list[Listed], int | None]:
        """A page of matches as the visitor may see them, and the `before` of the next page."""
        return listed(self.store, wanted, the_visit().visitor)

    def match(self, number: str) -> StoredMatch:
        """The match in the address; answers 404 if there is none that this visitor may know of."""
        try:
            found = self.store.match(number)
        except UsageError as error:
            raise HTTPException(404, str(error)) from None
        if hidden_matches(self.store, [found.id], the_visit().visitor):
            raise HTTPException(404, f"There is no match {number}.")
        return found


def _site(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


TheSite: TypeAlias = Annotated[Site, Depends(_site)]
