"""The names of accounts and agents: each belongs to one of them for good."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from agonist.core import UsageError
from agonist.players.lookalike_names import keys
from agonist.store.platform.schema import NAMES
from agonist.store.runs.store import Store


class NameTaken(UsageError):
    """The name belongs to an account or an agent, or looks like one that does."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the name {name} is already taken by an account or an agent, or looks like one that is: "
            "choose another"
        )


def is_taken(store: Store, name: str) -> bool:
    """Whether a name belongs to an account or an agent, or looks like one that does. One query."""
    return store.read(lambda connection: _is_taken(connection, name))


def take_name(
    connection: Connection, name: str, *, user: int | None = None, agent: int | None = None
) -> None:
    """Give a name to an account or an agent. Raises `NameTaken`."""
    rows = [{"key": key, "user": user, "agent": agent} for key in sorted(keys(name))]
    if _is_taken(connection, name):
        raise NameTaken(name)
    try:
        with connection.begin_nested():
            connection.execute(insert(NAMES), rows)
    except IntegrityError:  # another process was quicker
        raise NameTaken(name) from None


def _is_taken(connection: Connection, name: str) -> bool:
    query = select(NAMES.c.key).where(NAMES.c.key.in_(keys(name))).limit(1)
    return connection.execute(query).first() is not None
