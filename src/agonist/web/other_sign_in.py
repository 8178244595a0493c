"""Signing in by other sites: there, back, and the name of a new account."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from agonist.arena.accounts.mailed_links import opened_link, sealed_link
from agonist.arena.accounts.passwords import Busy
from agonist.arena.accounts.rate_limits import TooOften
from agonist.arena.accounts.sign_in_providers import Provider, SignInFailed
from agonist.core import UsageError
from agonist.store.platform.identities import add_identity, remove_identities, user_of_identity
from agonist.web.accounts import NAME_CHARACTERS, signed_in
from agonist.web.current_visitor import TheVisitor, the_visit
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import TheForm, door_of, inner, one, see, sentence

router = APIRouter()

WAY_SECONDS = 900
"""How long somebody may take at the other site, and to choose a name."""


@router.get("/sign-in/{other}", tags=["sign in"])
async def leave(site: TheSite, request: Request, other: str, then: str = "") -> Response:
    """Send the browser to the other site, which sends it back with a code."""
    provider = _provider(site, other)
    nonce, verifier = secrets.token_urlsafe(24), secrets.token_urlsafe(48)
    state = sealed_link(
        "sign in", other=other, nonce=nonce, verifier=verifier, browser=_browser(), then=inner(then)
    )
    try:
        where = await provider.begin(_back(site, request, other), state, nonce, verifier)
    except SignInFailed as error:
        return _page(site, 503, problem=sentence(error))
    return RedirectResponse(where, status_code=303)


@router.get("/sign-in/{other}/back", tags=["sign in"])
async def come_back(
    site: TheSite, who: TheVisitor, request: Request, other: str, code: str = "", state: str = ""
) -> Response:
    """Sign in who the other site says they are, add that to the account they have, or ask for a name."""
    provider, door = _provider(site, other), door_of(site)
    try:
        door.rates.count("sign-ins by address", the_visit().place)
        way = opened_link(state, "sign in", WAY_SECONDS)
        # Whoever sends somebody else their own code would have them signed in as themselves.
        if way["other"] != other or way["browser"] != _browser():
            raise UsageError("this browser has not begun to sign in: begin again")
        if not code:
            raise UsageError(f"{provider.title} was told not to say who you are")
        back = _back(site, request, other)
        found = await provider.identity(back, code, str(way["nonce"]), str(way["verifier"]))
        known = await run_in_threadpool(user_of_identity, site.store, other, found.subject)
        if known is not None:
            if known.blocked:
                raise UsageError(f"this account is blocked: {known.blocked}")
            return await signed_in(site, request, known, str(way["then"]))
        if who.user is not None:
            await run_in_threadpool(add_identity, site.store, other, found.subject, who.user, time.time())
            return see("/me#identities")
    except TooOften as often:
        return _page(site, 429, problem=str(often))
    except (UsageError, SignInFailed) as error:
        return _page(site, 400, problem=sentence(error))
    if door.accounts.closed:
        return _page(site, 403, problem="Only admins can make accounts here: ask one of them.")
    token = sealed_link("sign up", other=other, subject=found.subject, browser=_browser(), then=way["then"])
    return _page(site, 200, provider=provider, token=token, name=found.name[:NAME_CHARACTERS])


@router.post("/sign-in/{other}/name", tags=["sign in"])
async def choose_name(site: TheSite, request: Request, other: str, form: TheForm) -> Response:
    """Make an account under the chosen name, and sign in."""
    provider, door = _provider(site, other), door_of(site)
    token, name = one(form, "token"), one(form, "name")[:NAME_CHARACTERS]
    try:
        way = opened_link(token, "sign up", WAY_SECONDS)
        if way["other"] != other or way["browser"] != _browser() or door.accounts.closed:
            raise UsageError("this browser has not begun to sign in: begin again")
        door.rates.count("accounts by address", the_visit().place)
        try:
            # Nobody knows this password; a mailed link or an admin can set one.
            account = await door.accounts.sign_up(name, secrets.token_urlsafe(32))
        except (UsageError, Busy):
            door.rates.take_back("accounts by address", the_visit().place)
            raise
        await run_in_threadpool(add_identity, site.store, other, str(way["subject"]), account.id, time.time())
    except TooOften as often:
        return _page(site, 429, problem=str(often))
    except (UsageError, Busy) as error:
        return _page(site, 400, problem=sentence(error), provider=provider, token=token, name=name)
    return await signed_in(site, request, account, str(way["then"]))


@router.post("/me/identities/delete", tags=["account"])
def remove(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Have the account not sign in by another site any more."""
    assert who.user is not None
    remove_identities(site.store, who.user, one(form, "other"))
    return see("/me#identities")


def _provider(site: Site, other: str) -> Provider:
    found = door_of(site).providers.get(other)
    if found is None:
        raise HTTPException(404, "Nobody signs in by that site here.")
    return found


def _back(site: Site, request: Request, other: str) -> str:
    return f"{door_of(site).base(request.headers['host'])}/sign-in/{other}/back"


def _browser() -> str:
    """What tells this browser from others, without telling its cookie."""
    return hashlib.sha256(the_visit().csrf.encode()).hexdigest()[:32]


def _page(
    site: Site,
    status: int,
    *,
    problem: str = "",
    provider: Provider | None = None,
    token: str = "",
    name: str = "",
) -> Response:
    values: dict[str, Any] = {"problem": problem, "provider": provider, "token": token, "name": name}
    return page(site, "other_sign_in.html", status=status, **values)
