"""Decides who may see what of a match; no other module does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from agonist.arena.accounts.permissions import LOCAL, Visitor, may
from agonist.core import Game, Seat
from agonist.store import Store, StoredMatch
from agonist.store.platform.match_list_pages import Listed, Wanted, browse
from agonist.store.platform.run_pages import runs_page
from agonist.store.platform.trials import tests_among, tests_among_matches, tests_of_others
from agonist.store.platform.visibility_facts import (
    forks_in,
    owners_of_seats,
    parents_of,
    rest_of_deals,
    runs_going_on,
)
from agonist.store.platform.visibility_facts import people as people_of
from agonist.store.platform.whole_match_query import suspended_matches
from agonist.store.runs.query_results import Run

OVER: Final = frozenset({"finished", "broken", "void"})
"""Statuses of matches that will not be continued."""


DELAY_STEPS: Final = 3
"""By how many steps bystanders' views are delayed in games with hidden information."""


@dataclass(frozen=True, slots=True)
class Audience:
    """What one person may see of one match at this moment.

    `everything`: all views, moves, prompts and reasoning. Otherwise the view of a bystander,
    `observe(state, None)`, unless the match is `closed`, and that of `seat` if they have one.
    """

    everything: bool
    seat: Seat | None = None
    why: str = ""
    """Why not everything is shown, as a sentence."""
    closed: bool = False
    """Whether a bystander sees neither the table nor the steps nor the end."""

    def seen_by(self, wanted: Seat | None, seats: int) -> Seat | None:
        """The seat whose view is shown to somebody who asks for this one; `None` for a bystander's."""
        if wanted is None or not 0 <= wanted < seats:
            return None
        return wanted if self.everything or wanted == self.seat else None

    def moves_are_open(self, game: Game[Any, Any]) -> bool:
        """Whether each seat's moves may be shown, and not only the public events."""
        return self.everything or not (game.traits.hidden or game.traits.simultaneous)

    def shows_all_hands(self, game: Game[Any, Any]) -> bool:
        """Whether what all seats hold may be shown at once, in a game in which they hold something."""
        return self.everything and game.traits.hidden


ALL: Final = Audience(everything=True)
BYSTANDER: Final = Audience(everything=False, why="This match is not over.")

SEALED: Final = "Other matches on the same deal are still to be played, so nothing is shown before they end."


def audience_of(store: Store, match: StoredMatch, who: Visitor = LOCAL) -> Audience:
    """What somebody may see of a match now. At most eight queries, and as many again for a fork.

    Everything is open once the match and all others on its deal are over. Before that, an account sees its
    own seat, or its agent's, until its match is over. If it has several seats it sees none, since it could
    tell one player what the other holds.
    """
    secret = match.id in sealed(store, [match.id])
    if is_over(match) and not secret:
        return ALL
    closed = secret and _is_closed(match.status, who)
    why = SEALED if closed else BYSTANDER.why
    if is_over(match) or (who.user is None and not who.session):
        return Audience(everything=False, why=why, closed=closed)
    mine = [
        seat
        for seat, owners in owners_of_seats(store, match).items()
        if (who.user is not None and who.user in owners.users)
        or (who.session and who.session in owners.sessions)
    ]
    return Audience(everything=False, seat=mine[0] if len(mine) == 1 else None, why=why, closed=closed)


def hidden_runs(store: Store, runs: Collection[str], who: Visitor = LOCAL) -> frozenset[str]:
    """Those of these runs that there are not for this visitor: tests of other people's agents."""
    return frozenset() if _sees_all_tests(who) else tests_among(store, runs, who.user)


def hidden_matches(store: Store, matches: Collection[int], who: Visitor = LOCAL) -> frozenset[int]:
    """Those of these matches that there are not for this visitor."""
    return frozenset() if _sees_all_tests(who) else tests_among_matches(store, matches, who.user)


def page_of_runs(store: Store, before: str, who: Visitor = LOCAL) -> tuple[list[Run], str | None]:
    """A page of runs as `runs_page` finds them, without hidden ones."""
    return runs_page(store, before, without=None if _sees_all_tests(who) else tests_of_others(who.user))


def _sees_all_tests(who: Visitor) -> bool:
    return may(who, "read agent")


def sealed(store: Store, matches: Iterable[int]) -> frozenset[int]:
    """Those of these matches on whose deal another match of the run may still be played.

    What was dealt in them, and so how they ended, could help somebody in the other. A match that is only
    planned counts while its run goes on. What was played on from a match is sealed until that one is over and
    not sealed itself: it begins with what was dealt there.
    """
    ids = list(matches)
    rest = rest_of_deals(store, ids)
    going = {run: runs_going_on(store, run) for run in {each.planned for each in rest.values()} if run}
    found = {match for match, each in rest.items() if each.goes_on or going.get(each.planned, False)}
    if parents := parents_of(store, ids):
        origins = set(parents.values())
        secret = sealed(store, origins) | {each for each in origins if not is_over(store.match(each))}
        found |= {fork for fork, origin in parents.items() if origin in secret}
    return frozenset(found)


def closed(store: Store, statuses: Mapping[int, str], who: Visitor = LOCAL) -> frozenset[int]:
    """Those of these matches, with their statuses, of which a bystander sees nothing."""
    return sealed(store, [match for match, status in statuses.items() if _is_closed(status, who)])


def shown_to(store: Store, matches: Sequence[StoredMatch], who: Visitor = LOCAL) -> list[StoredMatch]:
    """These matches as lists, files and feeds show them: closed ones without anything about their end."""
    secret = closed(store, {match.id: match.status for match in matches if match.fixture.block}, who)
    return [_without_end(match) if match.id in secret else match for match in matches]


def listed(store: Store, wanted: Wanted, who: Visitor = LOCAL) -> tuple[list[Listed], int | None]:
    """A page of matches as `browse` finds them, without hidden ones; closed ones as in `rows`."""
    mine = replace(wanted, only_own_tests=not _sees_all_tests(who), viewer=who.user)
    found, before = browse(store, mine, sealed=partial(sealed, store))
    return rows(store, found, who), before


def rows(store: Store, page: Sequence[Listed], who: Visitor = LOCAL) -> list[Listed]:
    """These rows of a list; closed matches as in `shown_to`, and without the number of their steps."""
    matches = shown_to(store, [each.match for each in page], who)
    return [
        each if match is each.match else Listed(match, None)
        for each, match in zip(page, matches, strict=True)
    ]


def _is_closed(status: str, who: Visitor) -> bool:
    """Whether a bystander sees nothing of a match with this status that is sealed.

    The local person may follow it until it ends: whoever starts a run can compute its deals anyway.
    """
    return status not in ("planned", "playing") or who.role != LOCAL.role


def _without_end(match: StoredMatch) -> StoredMatch:
    return replace(
        match, error="", forfeits=(), scores=(), ranks=(), teams=(), reason="", fallback=(), seconds=0.0
    )


def left_before_report(store: Store, run: str) -> int:
    """How many matches of a run must end before its report is open, which shows everything.

    While the run is played, planned matches count too: a finished match may share their deal.
    """
    certain = OVER | {"suspended"} | (frozenset() if runs_going_on(store, run) else {"planned"})
    left = sum(many for status, many in store.statuses(run).items() if status not in certain)
    # Matches that wait for people are few, and only these have to be read.
    left += sum(not is_over(match) for match in suspended_matches(store, run))
    # The report of forks tells how the matches ended that they were played on from.
    return left or len(sealed(store, forks_in(store, run)))


def is_over(match: StoredMatch) -> bool:
    """Whether the match will not be continued.

    A match that a failing model suspended counts as over; one that waits for a person does not.
    """
    return match.status in OVER or (match.status == "suspended" and not people(match))


def late_by(match: StoredMatch, game: Game[Any, Any]) -> int:
    """By how many steps bystanders' view of this match is delayed.

    Without a delay in games with hidden information, a person could see in another browser what their seat
    does not show, or hear it from somebody who watches.
    """
    return DELAY_STEPS if game.traits.hidden and people(match) and not is_over(match) else 0


def people(match: StoredMatch) -> list[Seat]:
    """The seats of people."""
    return people_of(match.fixture)
