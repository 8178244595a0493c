"""The form for registering, copying and editing an agent; switching it on and off; deleting it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from anyio import from_thread
from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse, Response

from agonist.arena.accounts.permissions import Visitor, may
from agonist.arena.agents.address_field_check import check_reach
from agonist.arena.agents.agent_form import InvalidForm, typed_of
from agonist.arena.agents.form_fields import SORTS, fields_of, sorts
from agonist.arena.agents.privacy import may_read
from agonist.arena.agents.registration import checked_form, edit, register
from agonist.core import UsageError
from agonist.store.platform.agents import Agent, agent, set_state
from agonist.store.platform.owner_notices import add_notice
from agonist.web.current_visitor import TheVisitor, the_visit
from agonist.web.page_addresses import short
from agonist.web.permission_check import refusal
from agonist.web.rendering import page
from agonist.web.site_state import Site, TheSite
from agonist.web.submitted_forms import Sent, TheForm, inner, one, see, sends, strange

router = APIRouter()

COMMON: Final = ("name", "about", "language", "code", "public", "online", "key")
"""Fields that every form has."""

SENT: Final = sends(
    sort=f"what it is: {', '.join(SORTS)}",
    name="its name",
    about="a description",
    language="the language that it plays in",
    code="a link to its code",
    public="yes: others may read and copy its configuration",
    online="yes: it plays from now on",
    key="the number of the key on /me with which it reaches its model",
    **{field.name: field.label for sort in SORTS for field in fields_of(sort, public=True)},
)

LANGUAGES: Final = ("English", "Chinese", "any")


@router.get("/agents/new", tags=["add agent"])
def new(site: TheSite, who: TheVisitor, sort: str = "model", copy: str = "") -> HTMLResponse:
    """An empty form, or one with the public configuration of another agent."""
    typed: dict[str, str] = {"online": "yes"}
    if copy:
        source = agent_named(site, copy)
        if not may_read(who, source):
            raise HTTPException(403, f"The configuration of {source.name} is not public.")
        sort, values = typed_of(source.version.player)
        values.pop("key_env", None)
        typed |= {**values, "about": source.about, "language": source.language, "code": source.code}
    return _form(site, who, sort, typed, copied=copy)


@router.post("/agents/new", tags=["add agent", "tests by account"], openapi_extra=SENT)
def create(site: TheSite, who: TheVisitor, form: TheForm) -> Response:
    """Register the agent, or show the form again with an error at each wrong field."""
    typed, sort = _typed(form), one(form, "sort")
    public = the_visit().public
    if sort not in sorts(public=public):
        raise strange()
    try:
        what = checked_form(sort, typed, public=public)
        if public:
            from_thread.run(check_reach, what.player)
        created = register(site.store, what, who.user, _key(site, who, typed))
    except InvalidForm as refused:
        return _form(site, who, sort, typed, problems=refused.problems)
    return see(f"/agents/{created.name}")


@router.get("/agents/{name}/edit", tags=["change agent"])
def change(site: TheSite, who: TheVisitor, name: str) -> HTMLResponse:
    """The form with the agent's current fields."""
    mine = owned(site, who, name, "change agent")
    sort, typed = typed_of(mine.version.player)
    typed |= {"about": mine.about, "language": mine.language, "code": mine.code}
    typed |= {"public": "yes"} if mine.public else {}
    typed |= {"key": str(mine.version.key)} if mine.version.key is not None else {}
    return _form(site, who, sort, typed, editing=mine)


@router.post("/agents/{name}/edit", tags=["change agent", "tests by account"], openapi_extra=SENT)
def changed(site: TheSite, who: TheVisitor, name: str, form: TheForm) -> Response:
    """Change the agent; changes of the player itself make a new version."""
    mine = owned(site, who, name, "change agent")
    typed, sort = _typed(form), one(form, "sort")
    public = the_visit().public
    if sort not in sorts(public=public):
        raise strange()
    try:
        what = checked_form(sort, typed, public=public, name=mine.name)
        if public:
            from_thread.run(check_reach, what.player)
        edit(site.store, mine, what, _key(site, who, typed))
    except InvalidForm as refused:
        return _form(site, who, sort, typed, problems=refused.problems, editing=mine)
    return see(f"/agents/{mine.name}")


@router.post(
    "/agents/{name}/state",
    tags=["pause agent"],
    openapi_extra=sends(state="online, offline or paused", then="where to go on, a path of this site"),
)
def switched(site: TheSite, who: TheVisitor, name: str, form: TheForm) -> Response:
    """Put it online or offline, or pause it."""
    mine = owned(site, who, name, "pause agent")
    state = one(form, "state")
    if state not in ("online", "offline", "paused"):
        raise HTTPException(400, "An agent's state is online, offline or paused: choose one of these.")
    reason = f"paused by {who.name}" if state == "paused" else ""
    set_state(site.store, mine.id, state, reason)
    if mine.owner is not None and mine.owner != who.user:
        _tell_owner(site, mine, f"{mine.name} was put {state} by an admin, {who.name}")
    then = inner(one(form, "then"))
    return see(f"/agents/{mine.name}" if then == "/" else then)


def _tell_owner(site: Site, agent: Agent, why: str) -> None:
    about, owner = f"/agents/{quote(agent.name)}", agent.owner or 0
    site.store.change(lambda connection: add_notice(connection, owner, f"{why}.", about))


@router.post(
    "/agents/{name}/delete", tags=["delete agent"], openapi_extra=sends(name="the agent's name, once more")
)
def deleted(site: TheSite, who: TheVisitor, name: str, form: TheForm) -> Response:
    """Delete the agent, if its name was typed for confirmation. Its matches stay."""
    mine = owned(site, who, name, "delete agent")
    if one(form, "name").strip() != mine.name:
        raise HTTPException(400, f"Type {mine.name} to delete it: go back, and try again.")
    set_state(site.store, mine.id, "deleted")
    if mine.owner is not None and mine.owner != who.user:
        _tell_owner(site, mine, f"{mine.name} was deleted by an admin, {who.name}")
    return see("/agents")


def agent_named(site: Site, name: str) -> Agent:
    """The agent in the address; answers 404 if there is none."""
    try:
        return agent(site.store, short(name))
    except UsageError:
        raise HTTPException(404, f"There is no agent {name[:60]!r} here; see the list of agents.") from None


def owned(site: Site, who: Visitor, name: str, action: str) -> Agent:
    """The agent, if this visitor may do this action to it; else answers 403, or 409 if it is deleted."""
    found_agent = agent_named(site, name)
    if found_agent.house or not may(who, action, found_agent.owner):
        why = (
            f"{found_agent.name} is a house agent, and cannot be changed."
            if found_agent.house
            else refusal(who)
        )
        raise HTTPException(403, why)
    if found_agent.state == "deleted":
        raise HTTPException(409, f"{found_agent.name} is deleted. Its matches stay.")
    return found_agent


def _form(
    site: Site,
    who: Visitor,
    sort: str,
    typed: Mapping[str, str],
    *,
    problems: Mapping[str, str] | None = None,
    editing: Agent | None = None,
    copied: str = "",
) -> HTMLResponse:
    public = the_visit().public
    known = sorts(public=public)
    if sort not in known:
        if sort not in SORTS:
            raise HTTPException(404, f"The sorts of agents are {', '.join(known)}.")
        raise HTTPException(403, "Python code can be registered only by the operator of the server.")
    fields = fields_of(sort, public=public)
    groups: dict[str, list[Any]] = {}
    for field in fields:
        groups.setdefault(field.group, []).append(field)
    wrong = dict(problems or {})
    return page(
        site,
        "agent_form.html",
        status=422 if wrong else 200,
        sort=sort,
        sorts=known,
        groups=groups,
        typed={**dict.fromkeys(COMMON, ""), **typed},
        problems=wrong,
        keys=_keys(site, who, sort) if public else None,
        languages=LANGUAGES,
        editing=editing,
        copied=copied,
    )


def _keys(site: Site, who: Visitor, sort: str) -> list[Any] | None:
    """The stored keys that a form offers; `None` for agents without a key."""
    if who.user is None or sort in ("player", "python"):
        return None
    from agonist.arena.accounts.encrypted_keys import keys_of

    return list(keys_of(site.store, who.user))


def _key(site: Site, who: Visitor, typed: Mapping[str, str]) -> int | None:
    """The id of the chosen key, or of a typed one, which is stored first."""
    if who.user is None or not the_visit().public:
        return None
    from agonist.arena.accounts.encrypted_keys import keep, keys_of

    secret = typed.get("secret", "").strip()
    try:
        if secret:
            return keep(site.store, who.user, typed.get("name", "").strip() or "my agent", secret)
        chosen = typed.get("key", "")
        keys = {str(key.id): key.id for key in keys_of(site.store, who.user)}
    except UsageError as error:
        raise InvalidForm({"secret": str(error)}) from None
    if chosen and chosen not in keys:
        raise InvalidForm({"key": "choose one of your keys"})
    return keys.get(chosen)


def _typed(sent: Sent) -> dict[str, str]:
    return {name: values[-1] for name, values in sent.items() if name not in ("csrf", "sort")}
