"""Playing on from a step of a match: the form, its estimate, and which matches were played on from which."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from fastapi import APIRouter, HTTPException
from fastapi.responses import Response

from agonist.api.estimates import estimate_fixtures
from agonist.api.given_fixtures import plan_fixtures
from agonist.api.loaded_match import LoadedMatch, match_in
from agonist.api.typed_fork_move import typed_move
from agonist.arena.accounts.permissions import Visitor, may
from agonist.arena.match_visibility import ALL, Audience, hidden_matches, shown_to
from agonist.arena.run_restrictions import check_untrusted
from agonist.core import CHANCE, AgonistError, Seat, UsageError, player_name
from agonist.match import Fixture
from agonist.players import parse_player
from agonist.run_config import RunConfig
from agonist.store import StoredMatch, StoreError
from agonist.store.platform.agents import agents_playing_as
from agonist.store.platform.visibility_facts import forks_of, people
from agonist.suites.registry import games_of
from agonist.tournament.evaluation_request import prompts_from
from agonist.web.current_visitor import TheVisitor, the_visit
from agonist.web.page_addresses import seat_of
from agonist.web.rendering import page
from agonist.web.run_control import MAX_LINE_CHARACTERS, estimate_lines, runs_of
from agonist.web.seen_match import NotYet, shown_at
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import Sent, TheForm, one, see, sends, sentence

router = APIRouter()

MOST_TIMES: Final = 100
"""How many matches a form may ask for."""

MOST_MOVE_CHARACTERS: Final = 2_000

MOST_USD: Final = 10_000

MOST_LISTED: Final = 50
"""How many forks the page of a match lists."""

CHANCE_SEAT: Final = "chance"


@dataclass(frozen=True)
class ForkForm:
    """The fields of the form, as typed."""

    step: str = ""
    seat: str = ""
    player: str = ""
    move: str = ""
    times: str = "1"
    control: str = ""
    usd: str = ""

    @classmethod
    def of(cls, sent: Sent) -> ForkForm:
        return cls(**{each.name: one(sent, each.name).strip() for each in fields(cls)})

    def fixtures(self, loaded: LoadedMatch) -> list[Fixture]:
        """The matches that are asked for. Raises `UsageError` and `IllegalAction` for what cannot be."""
        step, times = _whole("step", self.step, 10**6), _whole("times", self.times, MOST_TIMES)
        seat = self._seat(len(loaded.players))
        if self.player and self.move:
            raise UsageError("give another player or another move, not both: forks can be forked again")
        if len(self.player) > MAX_LINE_CHARACTERS or len(self.move) > MOST_MOVE_CHARACTERS:
            raise UsageError(
                f"at most {MAX_LINE_CHARACTERS} characters for a player and {MOST_MOVE_CHARACTERS} for a move"
            )
        if self.player and (seat is None or seat == CHANCE):
            raise UsageError("say whose seat the other player takes over")
        if seat is not None and not self.player and not self.move:
            raise UsageError(f"say who takes over from {_called(seat)}, or what they do instead")
        players = {seat: self.player} if self.player and seat is not None else {}
        moves = typed_move(loaded, step, seat, self.move) if self.move else None
        return loaded.forks(step, players=players, moves=moves, times=times, control=bool(self.control))

    def config(self) -> RunConfig:
        """The budget. Raises `UsageError` for one that is no amount."""
        if not self.usd:
            return RunConfig()
        try:
            usd = float(self.usd) if len(self.usd) < 20 else -1.0
        except ValueError:
            usd = -1.0
        if not 0 <= usd <= MOST_USD:
            raise UsageError(f"a budget is from 0 to {MOST_USD:,} dollars, not {self.usd[:40]!r}")
        return RunConfig(usd=usd)

    def _seat(self, seats: int) -> Seat | None:
        if self.seat in ("", CHANCE_SEAT):
            return CHANCE if self.seat else None
        seat = seat_of(self.seat)
        if seat is None or not 0 <= seat < seats:
            raise UsageError(f"there is no seat {self.seat[:40]!r}")
        return seat


def _whole(what: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 8 and int(text) <= most):
        raise UsageError(f"{what} is a whole number of at most {most:,}, not {text[:40]!r}")
    return int(text)


def _called(seat: Seat) -> str:
    return "chance" if seat == CHANCE else player_name(seat)


@router.post(
    "/matches/{number}/fork",
    tags=["start run"],
    openapi_extra=sends(
        step="how many steps are kept",
        seat="seat1, seat2, …: whose player or move is another; chance",
        player="who takes the seat over",
        move="what the seat does at this step instead, as a player would type it",
        times="how many matches, each with fresh luck from there on",
        control="yes: as many are played on unchanged, on the same luck",
        usd="a budget in dollars",
        confirmed="yes: play them; without it, the estimate is shown",
    ),
)
def start(site: TheSite, who: TheVisitor, form: TheForm, number: str) -> Response:
    """Show what playing on would cost; if it is confirmed already, store the matches and have them played."""
    stored, runs = _open(site, who, number), runs_of(site)
    asked = ForkForm.of(form)
    try:
        loaded = match_in(site.store, stored.id)
        fixtures, config = asked.fixtures(loaded), asked.config()
        _check_players(site, fixtures[0])
        prompts = prompts_from(site.store.plan(loaded.run).get("prompts"))
        if form.get("confirmed") == ["yes"]:
            run = plan_fixtures(site.store, fixtures, prompts, config)
            runs.play(run)
            return see(f"/runs/{run}")
        everyone = {one.spec(name) for one in fixtures for name in one.players}
        models = any(parse_player(spec).is_model for spec in everyone)
        games = games_of(site.store, loaded.run)
        taken = estimate_fixtures(fixtures, games) if models else {}
    except StoreError:
        raise
    except AgonistError as error:
        raise HTTPException(400, sentence(error)) from None
    return page(
        site,
        "run_estimate.html",
        action=f"/matches/{stored.id}/fork",
        back=f"/matches/{stored.id}/{asked.step}#fork",
        hidden={each.name: getattr(asked, each.name) for each in fields(asked)},
        words=[f"Match {stored.id} is played on from step {asked.step}, {asked.times} times."],
        notes=["Estimated as if each were played from the beginning; forks take less."] if taken else [],
        matches=len(fixtures),
        players=[fixtures[0].players],
        **estimate_lines(taken),
        budget=config.usd,
    )


def _open(site: Site, who: Visitor, number: str) -> StoredMatch:
    """The match, if it may be played on from: only if all of it, and all on its deal, is open."""
    shown = shown_at(site, who, number, None, "")
    if not shown.audience.everything:
        raise NotYet(shown.audience)
    return shown.replay.stored


def _check_players(site: Site, fixture: Fixture) -> None:
    """Raise `UsageError` for players whom no form may have played."""
    if seats := people(fixture):
        raise UsageError(
            f"{player_name(seats[0])} is a person, who isn't there: give the seat another player"
        )
    if the_visit().public:
        check_untrusted([fixture.game], map(fixture.spec, fixture.players))
        if agents := sorted(agents_playing_as(site.store, fixture.players)):
            raise UsageError(
                f"{agents[0]} is an agent of this site, which plays with its owner's key only: give the "
                "seat another player"
            )


@dataclass(frozen=True)
class Kin:
    """What the page of a match says of forks, as far as the visitor may know it."""

    parent: tuple[int, int] | None = None
    """The match that this one was played on from, and after how many of its steps."""
    changed: str = ""
    forks: tuple[tuple[StoredMatch, int, str], ...] = ()
    """Matches that were played on from this one, each with the step and what was done there instead."""
    offered: bool = False
    """Whether the form is there."""


def kin_of(site: Site, match: StoredMatch, audience: Audience, who: Visitor) -> Kin:
    """The parent and the forks of a match; nothing before it is open.

    A fork tells how long its match was, and what was done in it.
    """
    if audience != ALL:
        return Kin()
    origin = match.fixture.parent
    parent = (origin["match"], origin["step"]) if origin else None
    if parent is not None and not _known(site, parent[0], origin["key"], who):
        parent = None
    ids = forks_of(site.store, match, MOST_LISTED)
    ids = [fork for fork in ids if fork not in hidden_matches(site.store, ids, who)]
    forks = shown_to(site.store, [site.store.match(fork) for fork in ids], who)
    listed = [(fork, fork.fixture.parent["step"], _changed(fork.fixture)) for fork in forks]
    offered = may(who, "start run") and site.evaluations is not None
    return Kin(parent, _changed(match.fixture), tuple(listed), offered)


def _known(site: Site, number: int, key: str, who: Visitor) -> bool:
    """Whether this match is the one of the database that a visitor may know of."""
    try:
        found = site.store.match(number)
    except UsageError:
        return False
    return found.fixture.key == key and not hidden_matches(site.store, [number], who)


def _changed(fixture: Fixture) -> str:
    changed = fixture.parent.get("changed", {})
    return ", ".join(f"{_called(int(seat))}: {move}" for seat, move in changed.items())
