"""A match at one step, so far as a visitor may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fastapi import HTTPException

from agonist.arena.accounts.permissions import Visitor
from agonist.arena.match_visibility import Audience, audience_of, late_by
from agonist.arena.replay.scenes import Scene
from agonist.arena.replay.shown_match import Replay
from agonist.core import Seat
from agonist.kit.picture import Picture
from agonist.store import StoredMatch
from agonist.web.page_addresses import seat_of
from agonist.web.site_state import Site

BYSTANDERS: Final = "bystander"
"""The view of a bystander in an address; the one of no seat is it, too, where not all hands are shown."""


@dataclass(frozen=True)
class Shown:
    """A match at one step as a visitor may see it."""

    replay: Replay
    audience: Audience
    step: int
    seat: Seat | None
    all_hands: bool = False
    """Whether what every seat holds is shown, since the match is open and no other view was chosen."""

    def scene(self, at: int) -> Scene:
        """The table after a number of steps."""
        return self.replay.scene(at, self.seat, self.audience, all_hands=self.all_hands)

    def picture(self, at: int) -> Picture | None:
        """The same as a picture, if the game has one."""
        return self.replay.picture(at, self.seat, self.audience, all_hands=self.all_hands)

    @property
    def given(self) -> str | None:
        """The view in an address; `None` for the one that needs no mention."""
        if self.seat is not None:
            return f"seat{self.seat + 1}"
        return BYSTANDERS if self.audience.shows_all_hands(self.replay.game) and not self.all_hands else None


class NotYet(HTTPException):
    """What is asked for is shown later."""

    def __init__(self, audience: Audience) -> None:
        super().__init__(409, f"{audience.why} Come back later.")


def shown_at(site: Site, who: Visitor, number: str | StoredMatch, step: int | None, as_: str) -> Shown:
    """A match at a step, as a seat or a bystander, so far as the visitor may see it.

    Raises `NotYet` if they may see nothing, and 404 if there is no such step.
    """
    stored = site.match(number) if isinstance(number, str) else number
    audience = audience_of(site.store, stored, who)
    seat = audience.seen_by(seat_of(as_), len(stored.fixture.players))
    if audience.closed and seat is None:
        raise NotYet(audience)
    whole = replay = site.replays.of(stored)
    if seat is None and not audience.everything:
        replay = whole.until(max(whole.last - late_by(stored, whole.game), 0))
    step = replay.last if step is None else step
    if not 0 <= step <= whole.last:
        raise HTTPException(404, f"Match {stored.id} has steps 0 to {replay.last}.")
    hands = audience.shows_all_hands(whole.game) and seat is None and as_ != BYSTANDERS
    return Shown(replay, audience, min(step, replay.last), seat, hands)
