"""Signing up, in and out."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from agonist.arena.accounts.authentication import WrongPassword, folded
from agonist.arena.accounts.passwords import LEAST_CHARACTERS, PASSWORD_CHARACTERS, Busy
from agonist.arena.accounts.rate_limits import TooOften
from agonist.core import UsageError
from agonist.store.platform.accounts import User, end_sessions
from agonist.store.platform.human_tables import hand_over
from agonist.web.current_visitor import TheVisitor, the_visit
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import TheForm, door_of, inner, one, see, sentence
from agonist.web.visitor_identity_on_public_site import PublicDoor

router = APIRouter()

NAME_CHARACTERS = 60
"""How many characters of a name are read."""


@router.get("/sign-up", tags=["sign up"])
def sign_up_form(site: TheSite, first: str = "", then: str = "") -> Response:
    """The form for a new account; a link that the server prints leads to the first one."""
    return _form(site, "up", {"first": first, "then": then})


@router.post("/sign-up", tags=["sign up"])
async def sign_up(site: TheSite, request: Request, form: TheForm) -> Response:
    """Make an account, and sign in."""
    door = door_of(site)
    fields = {name: one(form, name) for name in ("name", "first", "then")}
    try:
        if one(form, "password") != one(form, "again"):
            raise UsageError("the two passwords differ")
        found = await _account_made(door, fields, one(form, "password"))
    except (UsageError, TooOften, Busy) as error:
        return _refused(site, "up", fields, error)
    return await signed_in(site, request, found, one(form, "then"))


async def _account_made(door: PublicDoor, fields: dict[str, str], password: str) -> User:
    # Counted before, since many may come at once, and taken back, since a typing error makes no account.
    limit = ("accounts by address", the_visit().place)
    door.rates.count(*limit)
    try:
        return await door.accounts.sign_up(fields["name"][:NAME_CHARACTERS], password, fields["first"])
    except (UsageError, Busy):
        door.rates.take_back(*limit)
        raise


@router.get("/sign-in", tags=["sign in"])
def sign_in_form(site: TheSite, then: str = "") -> Response:
    """The form for name and password."""
    return _form(site, "in", {"then": then})


@router.post("/sign-in", tags=["sign in"])
async def sign_in(site: TheSite, request: Request, form: TheForm) -> Response:
    """Give the browser a session, if name and password are right."""
    door, place = door_of(site), the_visit().place
    fields = {name: one(form, name) for name in ("name", "then")}
    name = folded(fields["name"].strip()[:NAME_CHARACTERS])
    try:
        door.rates.count("sign-ins by address", place)
        door.rates.check("failures by name and address", name, place)
        door.rates.check("failures by name", name)
        found = await door.accounts.sign_in(fields["name"][:NAME_CHARACTERS], one(form, "password"))
    except WrongPassword as error:
        door.rates.count("failures by name and address", name, place)
        door.rates.count("failures by name", name)
        return _refused(site, "in", fields, error)
    except (UsageError, TooOften, Busy) as error:
        return _refused(site, "in", fields, error)
    return await signed_in(site, request, found, one(form, "then"))


@router.post("/sign-out", tags=["sign out"])
def sign_out(site: TheSite, who: TheVisitor) -> Response:
    """End the session of this browser."""
    door = door_of(site)
    assert who.user is not None
    end_sessions(site.store, who.user, only=who.session)
    answer = see("/")
    answer.headers["set-cookie"] = door.entering("", 0)
    return answer


async def signed_in(site: Site, request: Request, user: User, then: str) -> Response:
    """Give the browser a session of this account, and go on."""
    # A new secret: the old one may have been planted in this browser by somebody who knows it.
    door = door_of(site)
    browser = request.headers.get("user-agent", "")
    # Seats that they took before signing in now belong to the account.
    await run_in_threadpool(hand_over, site.store, the_visit().visitor.session, user.id)
    secret = await run_in_threadpool(door.accounts.open_session, user, browser)
    answer = see(inner(then))
    answer.headers["set-cookie"] = door.entering(secret)
    return answer


def _refused(site: Site, which: str, fields: dict[str, str], error: Exception) -> Response:
    if isinstance(error, TooOften):
        return _form(site, which, fields, str(error), 429, {"retry-after": str(error.seconds)})
    if isinstance(error, Busy):
        return _form(site, which, fields, str(error), 503, {"retry-after": "5"})
    return _form(site, which, fields, sentence(error), 400)


def _form(
    site: Site,
    which: str,
    fields: dict[str, str],
    problem: str = "",
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response:
    door = door_of(site)
    first = bool(fields.get("first")) and door.accounts.is_first(fields["first"])
    return page(
        site,
        "sign.html",
        status=status,
        headers=headers,
        which=which,
        given={"name": "", "first": "", "then": "", **fields},
        then=inner(fields.get("then", "")),
        problem=problem,
        first=first,
        closed=door.accounts.closed and not first,
        providers=[] if first else [*door.providers.values()],
        shortest=LEAST_CHARACTERS,
        longest=PASSWORD_CHARACTERS,
    )
