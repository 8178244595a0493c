"""The visitor of the current request, which the guard sets and pages read."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Annotated, Final, TypeAlias

from fastapi import Depends

from agonist.arena.accounts.permissions import LOCAL, Visitor


@dataclass(frozen=True, slots=True)
class Visit:
    """One request, with the visitor who sent it."""

    visitor: Visitor
    csrf: str = field(repr=False)
    """The CSRF token in every form of the page."""
    public: bool = False
    """Whether this server has accounts."""
    program: bool = False
    """Whether it came with an API token, and not from a browser."""
    cookie: str = field(default="", repr=False)
    """A cookie that the browser is to be given."""
    place: str = ""
    """The client's address, or the network of an IPv6 address."""

    @property
    def counted(self) -> str:
        """The key under which limits are counted: the account, or without one the place."""
        return self.place if self.visitor.user is None else str(self.visitor.user)


visit: Final[ContextVar[Visit]] = ContextVar("visit")
"""The request that is being answered."""


def the_visit() -> Visit:
    """The current request; outside of one, a request of the local person."""
    return visit.get(Visit(LOCAL, ""))


async def _visitor() -> Visitor:
    return the_visit().visitor


TheVisitor: TypeAlias = Annotated[Visitor, Depends(_visitor)]
"""The visitor as an argument of a route."""
