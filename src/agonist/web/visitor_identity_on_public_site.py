"""The door of a site with accounts: everybody may enter, and is identified by a session or a token."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from agonist.arena.accounts.authentication import SESSION_SECONDS, Accounts, digest_of
from agonist.arena.accounts.mail import MailServer
from agonist.arena.accounts.permissions import Visitor
from agonist.arena.accounts.platform_secret import derived, secrets_from
from agonist.arena.accounts.rate_limits import Rates, TooOften, place_of
from agonist.arena.accounts.seen_addresses import SeenAddresses
from agonist.arena.accounts.sign_in_providers import Provider
from agonist.web.current_visitor import Visit
from agonist.web.visitor_identity import Refusal, bearer_of, csrf_of

SECRET_BYTES: Final = 32


@dataclass(frozen=True)
class PublicDoor:
    """Identifies visitors by sessions and tokens, and applies rate limits.

    `hosts` are the names, with ports where they are not the scheme's own, by which browsers reach the site.
    A cookie is `Secure` with the scheme https.
    """

    hosts: frozenset[str]
    accounts: Accounts
    rates: Rates = field(default_factory=Rates)
    scheme: str = "https"
    root: str = ""
    mail: MailServer | None = None
    providers: Mapping[str, Provider] = field(default_factory=dict)
    key: bytes = field(default_factory=lambda: derived(secrets_from()[0], "forms"), repr=False)

    token = None
    entry = ""

    @cached_property
    def addresses(self) -> SeenAddresses:
        """Where people of accounts are when they send forms."""
        return SeenAddresses(self.accounts.store, self.key)

    def base(self, host: str) -> str:
        """The address of the site, at the host that a request names, which the guard has let in."""
        return f"{self.scheme}://{host}{self.root}"

    @property
    def cookie(self) -> str:
        """The name of the cookie. With `__Host-`, no other host of the same domain can set it."""
        name = "agonist" + self.root.replace("/", "-")
        return f"__Host-{name}" if self.scheme == "https" else name

    def entering(self, secret: str, seconds: float | None = SESSION_SECONDS) -> str:
        """The header that gives a browser its session; with `None` seconds, until the browser is closed."""
        parts = [f"{self.cookie}={secret}", "Path=/", "HttpOnly", "SameSite=Lax"]
        if seconds is not None:
            parts.append(f"Max-Age={round(seconds)}")
        if self.scheme == "https":
            parts.append("Secure")
        return "; ".join(parts)

    async def visit(self, request: Request) -> Visit | Refusal:
        what = "forms" if request.method == "POST" else "pages"
        place = place_of(request.client.host if request.client else "")
        try:
            self.rates.count(f"{what} by address", place)
            found = await self._visit(request)
            if isinstance(found, Visit) and found.visitor.user is not None:
                self.rates.count(f"{what} by account", str(found.visitor.user))
                if what == "forms" and not found.program:
                    await run_in_threadpool(self.addresses.note, found.visitor.user, place)
            return found
        except TooOften as often:
            return Refusal(429, str(often), often.seconds)

    async def _visit(self, request: Request) -> Visit | Refusal:
        place = place_of(request.client.host if request.client else "")
        if (bearer := bearer_of(request)) is not None:
            who = await run_in_threadpool(self.accounts.by_token, bearer)
            if who is None:
                return Refusal(401, "This token is not valid: make another one on the page /me.")
            return Visit(who, "", public=True, program=True, place=place)
        secret, fresh = request.cookies.get(self.cookie), ""
        if secret is not None and len(secret) >= SECRET_BYTES:
            who = await run_in_threadpool(self.accounts.by_session, secret)
        else:
            # Nothing is stored about a visitor: the cookie identifies their forms and seats.
            who, secret = None, secrets.token_urlsafe(SECRET_BYTES)
            fresh = self.entering(secret, None)
        if who is None:
            who = Visitor(None, "", "visitor", digest_of(secret))
        return Visit(who, csrf_of(self.key, secret), public=True, cookie=fresh, place=place)
