"""The page of admins: accounts, limits, queues, faults."""

from __future__ import annotations

import secrets
from typing import Final

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from agonist.arena.accounts.authentication import folded
from agonist.arena.accounts.permissions import Visitor, may
from agonist.arena.accounts.rate_limits import RATES
from agonist.arena.accounts.rate_limits_set_by_admin import rates_of, set_limits
from agonist.arena.remote_person import ASKED
from agonist.arena.spectator_chat import SETTINGS, reported_to, setting_of
from agonist.core import UsageError
from agonist.store.platform.accounts import user, users
from agonist.store.platform.match_list_pages import Wanted, browse, counts
from agonist.web.current_visitor import TheVisitor
from agonist.web.own_account import when
from agonist.web.page_addresses import RowNumber, linked, short
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import TheForm, door_of, one, see, sentence, strange

router = APIRouter()

PAGE_ACCOUNTS: Final = 50
"""Accounts on a page."""

FAULTS: Final = 20


@router.get("/admin", tags=["operate"])
def admin(site: TheSite, who: TheVisitor, q: str = "", before: RowNumber | None = None) -> Response:
    """Accounts, for those who manage them; how many matches wait, and which have failed."""
    return _page(site, who, short(q), before)


@router.post("/admin/users/{number}", tags=["manage accounts"])
async def change(site: TheSite, who: TheVisitor, form: TheForm, number: RowNumber) -> Response:
    """Block or unblock an account, give it a role, or a new password that is shown once."""
    accounts, what = door_of(site).accounts, one(form, "change")
    password = ""
    try:
        if number == who.user:
            raise UsageError("another admin has to change your account")
        if what == "block":
            reason = one(form, "reason").strip() or "An admin blocked it."
            await run_in_threadpool(accounts.change, number, blocked=reason)
        elif what == "unblock":
            await run_in_threadpool(accounts.change, number, blocked="")
        elif what in ("member", "admin"):
            await run_in_threadpool(accounts.change, number, role=what)
        elif what == "password":
            if await run_in_threadpool(user, site.store, number) is None:
                raise UsageError(f"there is no account {number}")
            password = secrets.token_urlsafe(12)
            await accounts.set_password(number, password)
        else:
            raise strange()
    except UsageError as error:
        return await run_in_threadpool(_page, site, who, "", None, problem=sentence(error))
    return await run_in_threadpool(_page, site, who, "", None, changed=number, password=password)


@router.post("/admin/limits", tags=["manage accounts"])
def limit(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Set how often visitors may do what; at once, and for good."""
    door = door_of(site)
    try:
        set_limits(site.store, {name: one(form, name) for name in RATES})
    except UsageError as error:
        return _page(site, who, "", None, problem=sentence(error))
    door.rates.rates = rates_of(site.store)
    return see("/admin#limits")


def _page(
    site: Site,
    who: Visitor,
    part: str,
    before: int | None,
    *,
    problem: str = "",
    changed: int | None = None,
    password: str = "",
) -> Response:
    manages = may(who, "manage accounts")
    found = users(site.store, folded(part), before, PAGE_ACCOUNTS + 1) if manages else []
    waiting: dict[str, int] = {}
    for (_, status), count in counts(site.store).items():
        waiting[status] = waiting.get(status, 0) + count
    faults = Wanted(statuses=("suspended", "broken"), limit=FAULTS, not_because=ASKED)
    failed, _ = browse(site.store, faults)
    return page(
        site,
        "admin.html",
        reported=reported_to(site.store, who),
        talk=(setting_of(site.store), SETTINGS),
        status=400 if problem else 200,
        problem=problem,
        manages=manages,
        users=found[:PAGE_ACCOUNTS],
        older=linked("/admin", q=part, before=found[PAGE_ACCOUNTS - 1].id)
        if len(found) > PAGE_ACCOUNTS
        else None,
        part=part,
        changed=None if changed is None else user(site.store, changed),
        password=password,
        waiting=waiting,
        failed=failed,
        own=who.user,
        when=when,
        limits=[(name, rate, RATES[name].events) for name, rate in rates_of(site.store).items()]
        if manages
        else [],
    )
