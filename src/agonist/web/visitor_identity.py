"""Doors, which identify visitors: locally by a link, on a public site by sessions and tokens."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from typing import Protocol

from starlette.requests import Request

from agonist.arena.accounts.permissions import LOCAL
from agonist.web.current_visitor import Visit


def bearer_of(request: Request) -> str | None:
    """The token of a program, if it sends one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


@dataclass(frozen=True, slots=True)
class Refusal:
    """The response to a visitor who may not enter."""

    status: int
    why: str
    seconds: int | None = None
    """Seconds after which to try again."""


class Doors(Protocol):
    """The interface that the guard needs. `hosts`: the names that the server answers to. `root`: the path
    at which a proxy serves it. `token`: opens a local site for a browser.
    """

    @property
    def hosts(self) -> frozenset[str]: ...
    @property
    def scheme(self) -> str: ...
    @property
    def root(self) -> str: ...
    @property
    def token(self) -> str | None: ...
    @property
    def entry(self) -> str:
        """The cookie that a browser gets in exchange for the token."""
        ...

    async def visit(self, request: Request) -> Visit | Refusal:
        """The visitor who sends a request, or the answer that refuses them."""
        ...


@dataclass(frozen=True)
class Door:
    """The door of a site without accounts: a link opens it, and everybody who has it may do everything."""

    hosts: frozenset[str]
    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """Exchanged by a browser for a cookie; valid until the server ends."""
    session: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    root: str = ""
    scheme: str = "http"

    @classmethod
    def on_loopback(cls, port: int) -> Door:
        """A door for browsers on this machine."""
        return cls(loopback_names(port), port)

    @property
    def cookie(self) -> str:
        """The name of the cookie, with the port, since browsers send cookies to every port of a host."""
        return f"agonist-{self.port}"

    @property
    def entry(self) -> str:
        return f"{self.cookie}={self.session}; Path=/; HttpOnly; SameSite=Lax"

    @property
    def csrf(self) -> str:
        """The CSRF token in every form of this server."""
        return csrf_of(self.session.encode(), "")

    @property
    def link(self) -> str:
        """The address that opens the door."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    async def visit(self, request: Request) -> Visit | Refusal:
        if (bearer := bearer_of(request)) is not None:
            if not same(bearer, self.token):
                return Refusal(401, "This token is not that of the running server.")
            return Visit(LOCAL, "", program=True)
        cookie = request.cookies.get(self.cookie)
        if cookie is None or not same(cookie, self.session):
            why = "Open the link that “agonist serve” printed when it started: it lets this browser in."
            return Refusal(403, why)
        return Visit(LOCAL, self.csrf)


def loopback_names(port: int) -> frozenset[str]:
    """The host names by which browsers reach this machine."""
    return frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]"))


def csrf_of(key: bytes, session: str) -> str:
    """The CSRF token in the forms of a session."""
    return hmac.new(key, b"csrf" + session.encode(), hashlib.sha256).hexdigest()


def same(secret: str, known: str) -> bool:
    """Whether two secrets are equal, compared in constant time."""
    return hmac.compare_digest(secret.encode("utf-8", "replace"), known.encode())
