"""The match on the first page: one that is being played, or the best of the latest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from agonist.arena.boards.standings import Standing
from agonist.arena.match_visibility import audience_of, late_by
from agonist.arena.offered_games import offered_kit
from agonist.arena.replay.scenes import Scene
from agonist.arena.replay.shown_match import Replay
from agonist.core import AgonistError, UsageError
from agonist.games import kit_or_none
from agonist.store import StoredMatch
from agonist.store.platform.match_list_pages import Listed, Wanted
from agonist.tournament import parse_target
from agonist.web.current_visitor import the_visit
from agonist.web.site_state import Site

LATEST: Final = 24
"""Among how many of the latest finished matches the best one is sought."""

STEPS: Final = range(4, 401)
"""How long a match is that plays itself on the first page."""


@dataclass(frozen=True, slots=True)
class Featured:
    """A match as everybody may see it: its table now if it is `live`, else its beginning, to be played from
    there.
    """

    match: StoredMatch
    live: bool
    step: int
    last: int
    scene: Scene
    lines: Sequence[str]
    options: str | None
    """The scalar options of its game, as they are typed; `None` if this site offers no tables of it."""


def featured(site: Site, playing: Sequence[Listed], standings: Sequence[Standing]) -> Featured | None:
    """The match that is shown; `None` if there is none to show.

    Live ones are those whose every step a bystander may see at once, so no step is told early and none of
    a match whose deal is still to be played.
    """
    live = (_shown(site, each, live=True) for each in playing if each.steps is not None)
    if found := next(filter(None, live), None):
        return found
    latest, _ = site.listed(Wanted(statuses=("finished",), limit=LATEST))
    ratings = {each.name: each.row.rating for each in standings if each.row.rating is not None}
    whole = [each for each in latest if each.steps in STEPS and not each.match.forfeits]
    best = sorted(whole, key=lambda each: _quality(each, ratings), reverse=True)
    return next(filter(None, (_shown(site, each, live=False) for each in best)), None)


def _quality(each: Listed, ratings: Mapping[str, float]) -> tuple[int, float, int]:
    """Boards on which nothing is hidden come first, then other pictures, then what strong players play, then
    the newest.
    """
    kit, players = kit_or_none(each.match.fixture.game), each.match.fixture.players
    seen = 0 if kit is None or kit.picture is None else 1 if kit.traits.hidden else 2
    known = [ratings.get(player, 0.0) for player in players]
    return seen, sum(known) / len(known), each.match.id


def _shown(site: Site, each: Listed, *, live: bool) -> Featured | None:
    """The match, unless it cannot be replayed or the visitor may not see all that would be shown."""
    try:
        replay = site.replays.of(each.match)
        audience = audience_of(site.store, each.match, the_visit().visitor)
        if late_by(each.match, replay.game) if live else not audience.everything:
            return None
        at = replay.last if live else 0
        lines = [line for step in replay.shown(at, at) for line in step.lines]
        hands = audience.shows_all_hands(replay.game)
        scene = replay.scene(at, None, audience, all_hands=hands)
        return Featured(each.match, live, at, replay.last, scene, lines, _options(replay))
    except AgonistError:
        return None


def _options(replay: Replay) -> str | None:
    """Lists are left out: they may hold what could be dealt."""
    fixture, kit = replay.stored.fixture, replay.kit
    usual = kit.options()
    chosen = {name: value for name, value in fixture.options.items() if usual.get(name) != value}
    scalars = {name: value for name, value in chosen.items() if isinstance(value, str | int | float)}
    options = "&".join(f"{name}={value}" for name, value in scalars.items())
    try:
        offered_kit(fixture.game)
        parse_target(f"{fixture.game}?{options}" if options else fixture.game)
    except UsageError:
        return None
    return options
