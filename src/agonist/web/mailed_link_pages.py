"""Pages that send mail, and those that its links open: confirmed addresses, lost passwords, invitations."""

from __future__ import annotations

import hashlib
import logging
from typing import Any, Final

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool

from agonist.arena.accounts.authentication import folded
from agonist.arena.accounts.mail import MailFailed, MailServer, is_address
from agonist.arena.accounts.mailed_links import CONFIRM_SECONDS, GONE, RESET_SECONDS, opened_link, sealed_link
from agonist.arena.accounts.passwords import LEAST_CHARACTERS, PASSWORD_CHARACTERS, Busy
from agonist.arena.accounts.rate_limits import TooOften
from agonist.arena.tables.seats import new_token, opened_by, token_of
from agonist.core import UsageError
from agonist.games.titles import title_of
from agonist.store.platform.accounts import User, change_user, password_of, user, user_named, user_with_email
from agonist.store.platform.human_tables import table_of
from agonist.web.current_visitor import TheVisitor, the_visit
from agonist.web.own_account import account_page
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import TheForm, door_of, one, see, sends, sentence
from agonist.web.visitor_identity_on_public_site import PublicDoor

_LOG: Final = logging.getLogger(__name__)

router = APIRouter()

ASKED: Final = "If such an account has an address, a mail is on its way; its link is good for an hour."


@router.post("/me/email", tags=["account", "mails by account"])
async def set_email(site: TheSite, who: TheVisitor, form: TheForm, request: Request) -> Response:
    """Send a link that confirms an address; without one, forget the present one."""
    assert who.user is not None
    address = one(form, "email").strip()
    if not address:
        await run_in_threadpool(change_user, site.store, who.user, {"email": ""})
        return see("/me#email")
    try:
        if not is_address(address):
            raise UsageError("this is not an e-mail address")
        link = f"{_base(site, request)}/confirm/{sealed_link('confirm', user=who.user, email=address)}"
        text = (
            f"Hello {who.name},\n\nopen this link to confirm that this is your address:\n\n{link}\n\n"
            "If you have not asked for it, do nothing.\n"
        )
        await _send(site, address, "Confirm your address", text)
    except (UsageError, MailFailed) as error:
        return await run_in_threadpool(account_page, site, who, problem=str(error), at="email")
    return see("/me?sent=email#email")


@router.get("/confirm/{token}", tags=["sign in"])
def confirm_form(site: TheSite, token: str) -> Response:
    """Ask for a click, since programs that look for viruses open all links of a mail."""
    try:
        what = opened_link(token, "confirm", CONFIRM_SECONDS)
    except UsageError as error:
        return _page(site, "", status=404, problem=sentence(error))
    return _page(site, "confirm", token=token, email=what["email"])


@router.post("/confirm/{token}", tags=["sign in"])
def confirm(site: TheSite, token: str) -> Response:
    """Note that the address is the account's."""
    try:
        what = opened_link(token, "confirm", CONFIRM_SECONDS)
        account = user(site.store, int(what["user"]))
        if account is None or account.blocked:
            raise UsageError(GONE)
        change_user(site.store, int(what["user"]), {"email": str(what["email"])})
    except UsageError as error:
        return _page(site, "", status=404, problem=sentence(error))
    return _page(site, "confirmed", email=what["email"])


@router.get("/forgot", tags=["sign in"])
def forgot_form(site: TheSite) -> Response:
    """The form of those who have lost their password."""
    return _page(site, "forgot", can=door_of(site).mail is not None)


@router.post("/forgot", tags=["sign in"])
async def forgot(site: TheSite, form: TheForm, request: Request) -> Response:
    """Send a link for a new password. The answer does not tell whether there is such an account."""
    door = door_of(site)
    try:
        door.rates.count("mails by address", the_visit().place)
    except TooOften as often:
        raise HTTPException(429, str(often), {"retry-after": str(often.seconds)}) from None
    named = one(form, "name").strip()[:300]
    find = user_with_email if "@" in named else user_named
    found = await run_in_threadpool(find, site.store, named if "@" in named else folded(named))
    account = None if found is None else found[0]
    text = ""
    if account is not None and account.email and not account.blocked and _may_get_one(door, account):
        token = sealed_link("reset", user=account.id, mark=await run_in_threadpool(_mark, site, account.id))
        text = (
            f"Hello {account.name},\n\nopen this link within an hour to choose a new password:\n\n"
            f"{_base(site, request)}/reset/{token}\n\nIf you have not asked for it, do nothing.\n"
        )
    answer = _page(site, "forgot", can=True, told=ASKED)
    if account is not None and text:
        # Sent after the answer, whose time would else tell that there is such an account.
        answer.background = BackgroundTask(_send_or_log, site, account.email, "A new password", text)
    return answer


@router.get("/reset/{token}", tags=["sign in"])
def reset_form(site: TheSite, token: str) -> Response:
    """The form for a new password."""
    return _reset_page(site, token)


@router.post("/reset/{token}", tags=["sign in"])
async def reset(site: TheSite, token: str, form: TheForm) -> Response:
    """Set the new password; all browsers are signed out, and all tokens end."""
    try:
        number = await run_in_threadpool(_resetting, site, token)
        if one(form, "password") != one(form, "again"):
            raise UsageError("the two passwords differ")
        await door_of(site).accounts.set_password(number, one(form, "password"))
    except (UsageError, Busy) as error:
        return await run_in_threadpool(_reset_page, site, token, str(error))
    return see("/sign-in")


@router.post(
    "/play/{number}/invite",
    tags=["account", "mails by account"],
    openapi_extra=sends(email="the address of the person"),
)
async def invite(site: TheSite, who: TheVisitor, form: TheForm, number: str, request: Request) -> Response:
    """Send somebody the link to any free seat of a table."""
    stored = await run_in_threadpool(site.match, number)
    table = await run_in_threadpool(table_of, site.store, stored.id)
    if table is None or not opened_by(table, who):
        raise HTTPException(403, "Somebody else opened this table.")
    if not table.free:
        raise HTTPException(409, "No seat is free (any more).")
    address = one(form, "email").strip()
    if not is_address(address):
        raise HTTPException(400, "This is not an e-mail address: go back, and type another one.")
    secret = the_visit().csrf
    token = token_of(table, None, secret) or await run_in_threadpool(
        new_token, site.store, table, None, secret
    )
    text = (
        f"Hello,\n\n{who.name} invites you to play {title_of(stored.fixture.game)}:\n\n"
        f"{_base(site, request)}/play/{stored.id}/join/{token}\n\nThe first who opens it gets the seat.\n"
    )
    try:
        await _send(site, address, f"{who.name} invites you to play", text)
    except MailFailed as error:
        raise HTTPException(503, sentence(error)) from None
    return see(f"/play/{stored.id}")


def _page(site: Site, kind: str, *, status: int = 200, problem: str = "", **values: Any) -> Response:
    return page(site, "mailed.html", status=status, kind=kind, problem=problem, **values)


def _base(site: Site, request: Request) -> str:
    return door_of(site).base(request.headers["host"])


async def _send(site: Site, to: str, subject: str, text: str) -> None:
    server: MailServer | None = door_of(site).mail
    if server is None:
        raise MailFailed("this site sends no mail")
    await run_in_threadpool(server.send, to, f"{subject} · Agonist", text)


def _may_get_one(door: PublicDoor, account: User) -> bool:
    """Whether few enough mails were asked for this account, from wherever."""
    try:
        door.rates.count("mails by account", f"account {account.id}")
    except TooOften:
        return False
    return True


async def _send_or_log(site: Site, to: str, subject: str, text: str) -> None:
    try:
        await _send(site, to, subject, text)
    except MailFailed as error:
        _LOG.error("agonist serve: %s", error)


def _mark(site: Site, number: int) -> str:
    """Changes with the password, so that a link sets only one."""
    return hashlib.sha256(password_of(site.store, number).encode()).hexdigest()[:32]


def _resetting(site: Site, token: str) -> int:
    what = opened_link(token, "reset", RESET_SECONDS)
    number = int(what["user"])
    account = user(site.store, number)
    if account is None or account.blocked or what["mark"] != _mark(site, number):
        raise UsageError(GONE)
    return number


def _reset_page(site: Site, token: str, problem: str = "") -> Response:
    try:
        _resetting(site, token)
    except UsageError as error:
        return _page(site, "", status=404, problem=sentence(error))
    return _page(
        site,
        "reset",
        status=400 if problem else 200,
        token=token,
        problem=sentence(problem) if problem else "",
        shortest=LEAST_CHARACTERS,
        longest=PASSWORD_CHARACTERS,
    )
