"""Registering and editing agents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from agonist.arena.agents.agent_form import FIELD_CHARACTERS, InvalidForm, check_name, specification
from agonist.core import AgonistError, UsageError
from agonist.models.errors import NoKey
from agonist.players.lookalike_names import normalized
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.store.platform.agents import Agent, Version, add_agent, add_version, change_agent

ABOUT_CHARACTERS: Final = 2_000
"""Characters of what an owner says about an agent."""


@dataclass(frozen=True, slots=True)
class AgentForm:
    """The checked contents of an agent's form; `player` is its specification."""

    name: str
    player: str
    about: str
    language: str
    code: str
    public: bool
    online: bool


def checked_form(sort: str, typed: Mapping[str, str], *, public: bool, name: str = "") -> AgentForm:
    """The checked contents of the form for an agent.

    `public`: whether the server has accounts. `name`: that of the agent, where it has one already.
    Raises `InvalidForm`, which says what is wrong with each field.
    """
    problems: dict[str, str] = {}
    player, chosen = "", name or normalized(typed.get("name", ""))
    try:
        if not name:
            check_name(chosen)
    except InvalidForm as refused:
        problems |= refused.problems
    try:
        player = specification(sort, typed, public=public)
    except InvalidForm as refused:
        problems |= refused.problems
    texts = {key: typed.get(key, "").strip() for key in ("about", "language", "code")}
    for key, most in (("about", ABOUT_CHARACTERS), ("language", 40), ("code", 300)):
        if len(texts[key]) > most:
            problems[key] = f"at most {most:,} characters"
    if texts["code"] and not _is_link(texts["code"]):
        problems["code"] = "a link begins with https:// or http://"
    if problems:
        raise InvalidForm(problems)
    flags = {flag: bool(typed.get(flag)) for flag in ("public", "online")}
    return AgentForm(chosen, player, texts["about"], texts["language"], texts["code"], **flags)


def register(store: Store, what: AgentForm, owner: int | None, key: int | None = None) -> Agent:
    """Add the agent. Raises `InvalidForm` if its name is taken."""
    try:
        return add_agent(
            store,
            what.name,
            what.player,
            owner=owner,
            key=key,
            about=what.about,
            language=what.language,
            code=what.code,
            public=what.public,
            state="online" if what.online else "offline",
        )
    except UsageError as error:
        raise InvalidForm({"name": str(error)}) from None


def edit(store: Store, agent: Agent, what: AgentForm, key: int | None = None) -> Version:
    """Change an agent to what its form says; returns the version that plays from now on."""
    version = add_version(store, agent.id, what.player, key)
    texts = {"about": what.about, "language": what.language, "code": what.code}
    change_agent(store, agent.id, public=what.public, **texts)
    return version


def obstacle(agent: Agent) -> str:
    """Why the agent could not play now; empty if no reason is known.

    Nothing is sent, and no stored key is decrypted.
    """
    version = agent.version
    if version.kind == "python" or version.key is not None:
        return ""
    try:
        environ = None if agent.owner is None else dict[str, str]()
        RunConfig(environ=environ).player_registry().factory(version.player)
    except NoKey as error:
        return str(error) if agent.owner is None else "it has no key: choose one on its edit page"
    except AgonistError as error:
        return str(error)
    return ""


def _is_link(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and len(text) <= FIELD_CHARACTERS
