"""Decides who may see what of a match; no other module does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from agonist.arena.permissions import LOCAL, Visitor
from agonist.core import Game, Seat
from agonist.store import StoredMatch
from agonist.store.audience import owners_of_seats, rest_of_deal, runs_going_on

if TYPE_CHECKING:
    from agonist.store import Store

OVER: Final = frozenset({"finished", "broken", "void"})
"""Statuses of matches that will not be continued."""


LATE: Final = 3
"""By how many steps bystanders' views are delayed in games with hidden information."""


@dataclass(frozen=True, slots=True)
class Audience:
    """What one person may see of one match at this moment.

    `everything`: all views, moves, prompts and reasoning. Otherwise the view of a bystander,
    `observe(state, None)`, and that of `seat` if they have one.
    """

    everything: bool
    seat: Seat | None = None
    why: str = ""
    """Why not everything is shown, as a sentence."""

    def seen_by(self, wanted: Seat | None, seats: int) -> Seat | None:
        """The seat whose view is shown to somebody who asks for this one; `None` for a bystander's."""
        if wanted is None or not 0 <= wanted < seats:
            return None
        return wanted if self.everything or wanted == self.seat else None

    def moves_are_open(self, game: Game[Any, Any]) -> bool:
        """Whether each seat's moves may be shown, and not only the public events."""
        return self.everything or not (game.traits.hidden or game.traits.simultaneous)


ALL: Final = Audience(everything=True)
BYSTANDER: Final = Audience(everything=False, why="This match is not over.")


def audience_of(store: Store, match: StoredMatch, who: Visitor = LOCAL) -> Audience:
    """What somebody may see of a match now. At most three queries.

    Everything is open once the match and all others on its deal are over, since what was hidden in one match
    could help somebody in another. Before that, an account sees its own seat, or its agent's. If it has
    several seats it sees none, since it could tell one player what the other holds.
    """
    if is_over(match):
        if not still_played_on_deal(store, match):
            return ALL
        why = "Other matches on the same deal are being played: hidden information is shown after they end."
    else:
        why = BYSTANDER.why
    if who.user is None and not who.session:
        return Audience(everything=False, why=why)
    own = [
        seat
        for seat, owners in owners_of_seats(store, match).items()
        if (who.user is not None and who.user in owners.users)
        or (who.session and who.session in owners.sessions)
    ]
    return Audience(everything=False, seat=own[0] if len(own) == 1 else None, why=why)


def is_over(match: StoredMatch) -> bool:
    """Whether the match will not be continued.

    A match that a failing model suspended counts as over; one that waits for a person does not.
    """
    return match.status in OVER or (match.status == "suspended" and not people(match))


def still_played_on_deal(store: Store, match: StoredMatch) -> bool:
    """Whether another match of the run on the same deal may still be played.

    One that is only planned counts while its run goes on.
    """
    rest = [other for other in rest_of_deal(store, match.id) if not is_over(other)]
    if any(other.status != "planned" for other in rest):
        return True
    return bool(rest) and runs_going_on(store, match.run)


def late_by(match: StoredMatch, game: Game[Any, Any]) -> int:
    """By how many steps bystanders' view of this match is delayed.

    Without a delay in games with hidden information, a person could see in another browser what their seat
    does not show, or hear it from somebody who watches.
    """
    return LATE if game.traits.hidden and people(match) and not is_over(match) else 0


def people(match: StoredMatch) -> list[Seat]:
    """The seats of people."""
    fixture = match.fixture
    return [
        seat
        for seat, player in enumerate(fixture.players)
        if fixture.spec(player).rpartition("=")[2] == "human"
    ]
