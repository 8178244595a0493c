"""The table of permissions: the only place that decides who may do what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Role: TypeAlias = Literal["local", "visitor", "member", "admin"]
"""`local`: the one person of `agonist serve` without accounts. `visitor`: somebody who has not signed in."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request."""

    user: int | None
    """The id of the account; `None` without one."""
    name: str
    role: Role
    session: str = ""
    """The hash of the browser's session, which identifies a visitor without an account."""


LOCAL: Final = Visitor(None, "you", "local")

STRANGER: Final = Visitor(None, "", "visitor")

OWNER: Final = "owner"

_EVERYBODY: Final = frozenset({"local", "visitor", "member", "admin"})
_SIGNED_UP: Final = frozenset({"member", "admin"})
_RESIDENTS: Final = frozenset({"local", "member", "admin"})
_OPERATORS: Final = frozenset({"local", "admin"})

TABLE: Final[Mapping[str, frozenset[str]]] = {
    # Pages that show what everybody may see, and matches as their audience sees them.
    "look": _EVERYBODY,
    "play": _EVERYBODY,  # open a table, sit down, answer, resign
    "have judged": _EVERYBODY,  # a finished match that is open in full, by a search
    "sign up": frozenset({"visitor"}),
    "sign in": frozenset({"visitor", "member", "admin"}),
    "sign out": _SIGNED_UP,
    # Own keys, tokens, sessions, password and limits.
    "account": _SIGNED_UP,
    "notices": _RESIDENTS,  # notices about the account's agents
    "manage accounts": frozenset({"admin"}),
    "talk": _SIGNED_UP,  # with other spectators, beside a match in which one has no part
    "moderate talk": frozenset({"admin"}),  # remove lines of spectators, and see reported ones
    # Queues and faults of the whole platform.
    "operate": _OPERATORS,
    "add agent": _RESIDENTS,  # also: copy a public one
    "read agent": frozenset({"local", "admin", OWNER}),  # the configuration of one that is not public
    "change agent": frozenset({"local", OWNER}),  # also: try, put on or take off a ladder
    "pause agent": _OPERATORS | {OWNER},  # also: put it online again
    "delete agent": _OPERATORS | {OWNER},
    "open ladder": _OPERATORS,  # also: change its terms, pause and close it
    "play on ladder": _RESIDENTS,  # a person's match counts under a name that nobody else has
    # The operator's keys pay for an evaluation.
    "start run": _OPERATORS,
}
"""The roles that may do each action; `owner` is the owner of the object of the action."""


BY_HAND: Final = frozenset(
    {"sign up", "sign in", "sign out", "account", "manage accounts", "talk", "moderate talk"}
)
"""Actions that need a browser session: a stolen token must not be enough to take over an account, and an
agent's program must not read what spectators say."""


def may(who: Visitor, action: str, owner: int | None = None) -> bool:
    """Whether somebody may do an action of `TABLE`; `owner` is the account that owns the object.

    Raises `KeyError` for an action that the table does not have.

    >>> ann = Visitor(1, "Ann", "member")
    >>> may(ann, "change agent", owner=1), may(ann, "change agent", owner=2), may(ann, "change agent")
    (True, False, False)
    """
    allowed = TABLE[action]
    return who.role in allowed or (OWNER in allowed and who.user is not None and who.user == owner)


def may_own(who: Visitor, action: str) -> bool:
    """Whether somebody may do an action at least to objects of their own."""
    return may(who, action, owner=who.user)
