"""Agents that are registered on the platform, and their versions."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Connection, Row, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from agonist.core import UsageError
from agonist.players.spec import PlayerSpec, parse_player
from agonist.store.platform.owner_notices import add_notice
from agonist.store.platform.schema import AGENTS, USERS, VERSIONS
from agonist.store.platform.taken_names import NameTaken, take_name
from agonist.store.runs.serialization import printable
from agonist.store.runs.store import Store

NTH: Final = re.compile(r" v\d{1,5}$")
"""The ending of the name of a later version."""

_VARIANT: Final = re.compile(r"(?:\w+:)*([^?]*)(?:\?.*)?", re.DOTALL)
"""The name of a player in the arm of a suite: methods, the name, options."""

STATES: Final = ("online", "offline", "paused", "deleted")
"""Online: the matchmaker seats it. Offline: its owner switched it off. Paused: the platform switched it off,
for a reason. Deleted: it never plays again; its matches stay."""

KINDS: Final = ("model", "http", "python", "built-in")

TEXTS: Final = ("about", "language", "code")
"""Descriptive fields of an agent; changing them makes no new version."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of an agent, in force from `created` (seconds since 1970) until the next one.

    `name` is its player's name on leaderboards, `player` its specification, as `agonist run` takes it, and
    `key` the id of the stored key that it uses, if any.
    """

    id: int
    agent: int
    nth: int
    name: str
    player: str
    kind: str
    key: int | None
    created: float


@dataclass(frozen=True, slots=True)
class Agent:
    """A registered agent; `version` is what plays now.

    `owner` is a user's id, `None` for the operator (who started `agonist serve`). `reason` says why it is
    paused; `failures` counts consecutive matches that failed because of it.
    """

    id: int
    name: str
    owner: int | None
    owner_name: str
    about: str
    language: str
    code: str
    public: bool
    house: bool
    state: str
    reason: str
    failures: int
    created: float
    version: Version


def add_agent(
    store: Store,
    name: str,
    player: str,
    *,
    owner: int | None = None,
    key: int | None = None,
    about: str = "",
    language: str = "",
    code: str = "",
    public: bool = False,
    house: bool = False,
    state: str = "online",
) -> Agent:
    """Register an agent with its first version.

    Raises `NameTaken` if the name is taken, even by a deleted agent: leaderboards still show it.
    """
    row = {
        "name": name, "folded": name.casefold(), "owner": owner, "about": printable(about),
        "language": printable(language), "code": printable(code), "public": int(public), "house": int(house),
        "state": _state(state), "created": time.time(),
    }  # fmt: skip

    def write(connection: Connection) -> Agent:
        try:
            with connection.begin_nested():
                agent = connection.execute(insert(AGENTS).returning(AGENTS.c.id), row).scalar_one()
        except IntegrityError:
            raise NameTaken(name) from None
        take_name(connection, name, agent=agent)
        _add_version(connection, agent, 1, player, key)
        return _one(connection, AGENTS.c.id == agent)

    return store.change(write)


def agent(store: Store, which: int | str) -> Agent:
    """An agent by id, or by name in any case; deleted ones too. Raises `UsageError` if there is none."""
    is_it = AGENTS.c.id == which if isinstance(which, int) else AGENTS.c.folded == which.casefold()
    return store.read(lambda connection: _one(connection, is_it, which))


def agents(
    store: Store,
    *,
    states: Sequence[str] = ("online", "offline", "paused"),
    kind: str = "",
    owner: int | None = None,
    owner_name: str = "",
    public: bool | None = None,
    house: bool | None = None,
    text: str = "",
    after: str = "",
    limit: int | None = None,
) -> list[Agent]:
    """Agents in the order of their names; empty filters match everything.

    `text` is any part of a name or of the owner's description. `after`: only names that sort after this one.
    """
    query = _query().where(AGENTS.c.state.in_(states)).order_by(AGENTS.c.folded)
    named = owner_name.casefold()
    for column, wanted in ((VERSIONS.c.kind, kind), (AGENTS.c.owner, owner), (USERS.c.folded, named)):
        query = query.where(column == wanted) if wanted not in ("", None) else query
    for column, flag in ((AGENTS.c.public, public), (AGENTS.c.house, house)):
        query = query.where(column == int(flag)) if flag is not None else query
    if text:
        query = query.where(
            or_(
                AGENTS.c.folded.contains(text.casefold(), autoescape=True),
                AGENTS.c.about.icontains(text, autoescape=True),
            )
        )
    query = query.where(AGENTS.c.folded > after.casefold()) if after else query
    return [_agent(row) for row in store.rows(query.limit(limit))]


def agents_named(store: Store, names: Collection[str]) -> list[Agent]:
    """The agents with exactly these names, also deleted ones. At most one query."""
    query = _query().where(AGENTS.c.name.in_(names))
    rows = store.rows(query) if names else []
    return [_agent(row) for row in rows]


def change_agent(store: Store, agent: int, *, public: bool | None = None, **texts: str) -> Agent:
    """Change an agent's descriptive fields (see `TEXTS`), and whether others may copy it."""
    if unknown := set(texts) - set(TEXTS):
        raise TypeError(f"an agent has no field {min(unknown)!r}")
    values: dict[str, Any] = {name: printable(text) for name, text in texts.items()}
    values |= {} if public is None else {"public": int(public)}
    return _changed(store, agent, values)


def set_state(store: Store, agent: int, state: str, reason: str = "") -> Agent:
    """Switch an agent on or off, pause or delete it; its count of failures restarts.

    Raises `UsageError` if it is deleted already: that is final.
    """
    values: dict[str, Any] = {"state": _state(state), "reason": printable(reason), "failures": 0}
    if state == "online":
        values["free_since"] = time.time()  # time spent offline is not waiting time

    def write(connection: Connection) -> Agent:
        is_it = AGENTS.c.id == agent
        if _one(connection, is_it, agent).state == "deleted" != state:
            raise UsageError("this agent is deleted for good; register another")
        connection.execute(update(AGENTS).where(is_it), values)
        if state == "deleted":
            # Its versions stay, since matches refer to them; none of them needs a key again.
            connection.execute(update(VERSIONS).where(VERSIONS.c.agent == agent), {"key": None})
        return _one(connection, is_it, agent)

    return store.change(write)


def count_outcome(connection: Connection, agent: int, failure: str = "", *, most: int = 5) -> Agent:
    """Count a match that failed because of this agent; a match that did not resets the count.

    After `most` failures in a row, an agent that is online is paused with the reason, and its owner gets a
    notice.
    """
    is_it = AGENTS.c.id == agent
    failures = AGENTS.c.failures + 1 if failure else 0
    connection.execute(update(AGENTS).where(is_it).values(failures=failures))
    found = _one(connection, is_it, agent)
    if found.failures >= most and found.state == "online":
        reason = printable(
            f"{found.failures} matches in a row failed because of it; the last error: {failure}"
        )
        connection.execute(update(AGENTS).where(is_it), {"state": "paused", "reason": reason})
        about = f"/agents/{quote(found.name)}"
        add_notice(connection, found.owner or 0, f"{found.name} was paused: {reason}", about)
        found = replace(found, state="paused", reason=reason)
    return found


def add_version(store: Store, agent: int, player: str, key: int | None = None) -> Version:
    """Add a version, which plays from now on and has a rating of its own.

    If only the key or the time-out differs, the present version is changed instead.
    """

    def write(connection: Connection) -> Version:
        now = _one(connection, AGENTS.c.id == agent, agent).version
        if _who(now.player) == _who(player):
            values = {"player": printable(player), "key": key}
            connection.execute(update(VERSIONS).where(VERSIONS.c.id == now.id), values)
        else:
            _add_version(connection, agent, now.nth + 1, player, key)
        return _one(connection, AGENTS.c.id == agent, agent).version

    return store.change(write)


def versions(store: Store, agent: int) -> list[Version]:
    """The versions of an agent, oldest first."""
    query = select(VERSIONS, AGENTS.c.name.label("called")).join(AGENTS, AGENTS.c.id == VERSIONS.c.agent)
    query = query.where(VERSIONS.c.agent == agent).order_by(VERSIONS.c.nth)
    return [_version(row, row.called) for row in store.rows(query)]


def version_name(agent: str, nth: int) -> str:
    """The name under which the nth version of an agent plays, counted from 1.

    >>> version_name("Fox", 1), version_name("Fox", 2)
    ('Fox', 'Fox v2')
    """
    return agent if nth == 1 else f"{agent} v{nth}"


def agent_name(player: str) -> str:
    """The name of the agent that plays under a name, if an agent does; also of one in the arm of a suite.

    >>> agent_name("Fox v2"), agent_name("attack:Fox?as=pia"), agent_name("Fox")
    ('Fox', 'Fox', 'Fox')
    """
    return NTH.sub("", _VARIANT.sub(r"\1", player, count=1))


def kind_of(spec: PlayerSpec) -> str:
    """The kind of player: one of `KINDS`."""
    if spec.address:
        return "http"
    return "model" if spec.is_model else "python" if spec.is_agent else "built-in"


def agents_playing_as(store: Store, players: Collection[str]) -> dict[str, str]:
    """The agents whose versions play under these names, by name; other players are left out. One query."""
    wanted = {name: NTH.sub("", name) for name in players}
    of = AGENTS.c
    query = select(of.name, func.max(VERSIONS.c.nth)).join(VERSIONS, VERSIONS.c.agent == of.id)
    query = query.where(of.folded.in_({name.casefold() for name in wanted.values()})).group_by(of.name)
    rows = store.rows(query) if players else []
    known = {version_name(name, nth): name for name, last in rows for nth in range(1, last + 1)}
    return {name: known[name] for name in players if name in known}


def agent_of_version(store: Store, version: int) -> Agent:
    """The agent of a version, with that version's player and key."""
    query = select(VERSIONS, AGENTS.c.name.label("called")).join(AGENTS, AGENTS.c.id == VERSIONS.c.agent)
    row = store.row(query.where(VERSIONS.c.id == version))
    return replace(agent(store, int(row.agent)), version=_version(row, row.called))


@cache
def _query() -> Any:
    last = (
        select(VERSIONS.c.agent, func.max(VERSIONS.c.nth).label("nth")).group_by(VERSIONS.c.agent).subquery()
    )
    columns = [column for column in VERSIONS.c if column.name not in ("id", "created")]
    return (
        select(
            AGENTS,
            VERSIONS.c.id.label("version_id"),
            VERSIONS.c.created.label("version_created"),
            *columns,
            USERS.c.name.label("owner_name"),
        )
        .join(last, last.c.agent == AGENTS.c.id)
        .join(VERSIONS, (VERSIONS.c.agent == last.c.agent) & (VERSIONS.c.nth == last.c.nth))
        .join(USERS, USERS.c.id == AGENTS.c.owner, isouter=True)
    )


def _one(connection: Connection, is_it: Any, called: int | str = "") -> Agent:
    row = connection.execute(_query().where(is_it)).one_or_none()
    if row is None:
        raise UsageError(f"there is no agent {called}")
    return _agent(row)


def _agent(row: Row[Any]) -> Agent:
    version = Version(
        row.version_id, row.id, row.nth, version_name(row.name, row.nth), row.player, row.kind, row.key,
        row.version_created,
    )  # fmt: skip
    return Agent(
        row.id, row.name, row.owner, row.owner_name or "", row.about, row.language, row.code,
        bool(row.public), bool(row.house), row.state, row.reason, row.failures, row.created, version,
    )  # fmt: skip


def _version(row: Row[Any], called: str) -> Version:
    name = version_name(called, row.nth)
    return Version(row.id, row.agent, row.nth, name, row.player, row.kind, row.key, row.created)


def _add_version(connection: Connection, agent: int, nth: int, player: str, key: int | None) -> None:
    spec = parse_player(player)
    row = {"agent": agent, "nth": nth, "player": printable(player), "kind": kind_of(spec), "key": key}
    connection.execute(insert(VERSIONS), {**row, "created": time.time()})


def _who(player: str) -> str:
    """Identifies who answers: at another address there may be another model."""
    spec = parse_player(player)
    return f"{spec.identity} {spec.options.get('base_url', '')}"


def _changed(store: Store, agent: int, values: dict[str, Any]) -> Agent:
    def write(connection: Connection) -> Agent:
        if values:
            connection.execute(update(AGENTS).where(AGENTS.c.id == agent), values)
        return _one(connection, AGENTS.c.id == agent, agent)

    return store.change(write)


def _state(state: str) -> str:
    if state not in STATES:
        raise ValueError(f"the state of an agent is one of {', '.join(STATES)}, not {state!r}")
    return state
