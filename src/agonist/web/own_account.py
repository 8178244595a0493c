"""The page of the visitor's account: keys, tokens, sessions, password, limits, data."""

from __future__ import annotations

import math
import time
from datetime import UTC, datetime
from typing import Final

import orjson
from fastapi import APIRouter, HTTPException
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from agonist.arena.account_data import account_data, delete_with_data
from agonist.arena.accounts.encrypted_keys import keep, keys_of, remove_key
from agonist.arena.accounts.passwords import LEAST_CHARACTERS, Busy
from agonist.arena.accounts.permissions import Visitor
from agonist.core import UsageError
from agonist.store.platform.accounts import (
    change_user,
    end_sessions,
    remove_token,
    sessions_of,
    spent,
    tokens_of,
    user,
)
from agonist.store.platform.identities import identities_of
from agonist.store.platform.spending import DOLLARS_A_DAY
from agonist.web.current_visitor import TheVisitor
from agonist.web.page_addresses import RowNumber
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import TheForm, door_of, one, see, sentence

router = APIRouter()

MOST_DOLLARS: Final = 10_000.0


@router.get("/me", tags=["account"])
def me(site: TheSite, who: TheVisitor) -> Response:
    """The page."""
    return account_page(site, who)


@router.post("/me/keys", tags=["account"])
def add_key(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Encrypt and keep an API key; it is never shown again."""
    try:
        keep(site.store, _account(who), one(form, "label"), one(form, "secret"))
    except UsageError as error:
        return account_page(site, who, problem=str(error), at="keys")
    return see("/me#keys")


@router.post("/me/keys/{number}/delete", tags=["account"])
def delete_key(site: TheSite, who: TheVisitor, number: RowNumber) -> Response:
    """Delete a key; agents that use it are left without one."""
    if not remove_key(site.store, _account(who), number):
        raise HTTPException(404, "You have no such key.")
    return see("/me#keys")


@router.post("/me/tokens", tags=["account"])
def add_token(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Make a token for a program, and show it once."""
    try:
        token = door_of(site).accounts.add_token(_account(who), one(form, "label"))
    except UsageError as error:
        return account_page(site, who, problem=str(error), at="tokens")
    return account_page(site, who, token=token)


@router.post("/me/tokens/delete", tags=["account"])
def delete_token(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Delete a token; programs can no longer use it."""
    remove_token(site.store, _account(who), one(form, "token"))
    return see("/me#tokens")


@router.post("/me/sessions/end", tags=["account"])
def end(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Sign one browser out, or all others."""
    if which := one(form, "session"):
        end_sessions(site.store, _account(who), only=which)
    else:
        end_sessions(site.store, _account(who), but=who.session)
    return see("/me#sessions")


@router.post("/me/password", tags=["account"])
async def change_password(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Set a new password; all other browsers are signed out, and all tokens end."""
    door, old, new = door_of(site), one(form, "old"), one(form, "password")
    try:
        if new != one(form, "again"):
            raise UsageError("the two new passwords differ")
        door.rates.check("failures by name", f"account {who.user}")
        await door.accounts.change_password(_account(who), old, new, who.session)
    except (UsageError, Busy) as error:
        door.rates.count("failures by name", f"account {who.user}")
        return await run_in_threadpool(account_page, site, who, problem=str(error), at="password")
    return see("/me?changed=password#password")


@router.get("/me/data.json", tags=["account"])
def data(site: TheSite, who: TheVisitor) -> Response:
    """All that is kept about the account, but for secrets, as a file."""
    text = orjson.dumps(account_data(site.store, _account(who)), option=orjson.OPT_INDENT_2)
    headers = {"content-disposition": 'attachment; filename="agonist-account.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.post("/me/delete", tags=["account"])
async def delete_account(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Delete the account with its data, if the password is right."""
    door = door_of(site)
    try:
        door.rates.check("failures by name", f"account {who.user}")
        await door.accounts.check_password(_account(who), one(form, "password"))
        await delete_with_data(door.accounts, _account(who))
    except (UsageError, Busy) as error:
        door.rates.count("failures by name", f"account {who.user}")
        return await run_in_threadpool(account_page, site, who, problem=str(error), at="data")
    answer = see("/")
    answer.headers["set-cookie"] = door.entering("", 0)
    return answer


@router.post("/me/budget", tags=["account"])
def budget(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Set how many dollars the account's agents may spend in a day."""
    text = one(form, "dollars").strip()
    try:
        dollars = float(text) if text else None
        if dollars is not None and not (math.isfinite(dollars) and 0 <= dollars <= MOST_DOLLARS):
            raise ValueError
    except ValueError:
        why = f"a limit is a number of dollars from 0 to {MOST_DOLLARS:,.0f}, not {text[:40]!r}"
        return account_page(site, who, problem=why, at="budget")
    change_user(site.store, _account(who), {"dollars_a_day": dollars})
    return see("/me#budget")


def _account(who: Visitor) -> int:
    assert who.user is not None, "the table of permissions lets accounts in only"
    return who.user


def account_page(site: Site, who: Visitor, *, problem: str = "", at: str = "", token: str = "") -> Response:
    """The page, with what was wrong at one of its parts."""
    user_id, now = _account(who), time.time()
    account = user(site.store, user_id)
    assert account is not None
    return page(
        site,
        "me.html",
        status=400 if problem else 200,
        problem=sentence(problem) if problem else "",
        at=at,
        token=token,
        account=account,
        keys=keys_of(site.store, user_id),
        tokens=tokens_of(site.store, user_id),
        sessions=sessions_of(site.store, user_id, now),
        this=who.session,
        mails=door_of(site).mail is not None,
        identities=identities_of(site.store, user_id),
        providers=door_of(site).providers,
        spent=spent(site.store, user_id, datetime.now(UTC).date().isoformat()),
        usual=DOLLARS_A_DAY,
        shortest=LEAST_CHARACTERS,
        when=when,
    )


def when(seconds: float | None) -> str:
    """A time in UTC as text.

    >>> when(0.0), when(None)
    ('1970-01-01 00:00 UTC', 'never')
    """
    return "never" if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
