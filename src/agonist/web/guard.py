"""What every request must pass before any page sees it, and the headers that every answer carries."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs, parse_qsl, urlencode

from markupsafe import escape
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agonist.arena.permissions import LOCAL
from agonist.web.visit import Visit, visit

BODY: Final = 64 * 1024
"""Bytes that a form may have."""

FIELDS: Final = 2_000
"""Fields that a form may have."""

TOKEN: Final = "token"

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""No inline scripts or styles, and nothing from anywhere else."""

HEADERS: Final = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    # `no-referrer` would have browsers send `Origin: null` with forms.
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",
}


@dataclass(frozen=True)
class Door:
    """Who may come in: the hosts that this server answers to, and the secrets of this process."""

    hosts: frozenset[str]
    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """Opens the door once for a browser, which then gets a cookie; valid until the server ends."""
    root: str = ""
    """The path at which a proxy serves this site, such as `/agonist`."""
    session: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    @classmethod
    def on_loopback(cls, port: int) -> Door:
        """Only for this machine, by the names that browsers know it by."""
        return cls(frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")), port)

    @property
    def cookie(self) -> str:
        """The name of the cookie: browsers send cookies to every port of a host."""
        return f"agonist-{self.port}"

    @property
    def csrf(self) -> str:
        """What every form of this server carries."""
        return hmac.new(self.session.encode(), b"csrf", hashlib.sha256).hexdigest()

    @property
    def link(self) -> str:
        """The address that opens the door."""
        return f"http://127.0.0.1:{self.port}/?{TOKEN}={self.token}"


class Guard:
    """Wraps the pages. A form that passes is in the scope as `form`, a list of values by name."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app, self._door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        send = _with_headers(send)
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        host = headers.get("host", "")
        if host not in self._door.hosts:
            await _refuse(send, 421, f"This server answers to {_listed(self._door.hosts)} only.")
            return
        if scope["method"] not in ("GET", "HEAD", "POST"):
            await _refuse(send, 405, "Pages are read with GET, and forms sent with POST.")
            return
        if await self._by_token(scope, send):
            return
        if not scope["path"].startswith("/static/") and not self._has_cookie(headers.get("cookie", "")):
            why = "Open the link that “agonist serve” printed when it started: it lets this browser in."
            await _refuse(send, 403, why)
            return
        if scope["method"] == "POST":
            form = await self._form(headers, host, receive, send)
            if form is None:
                return
            scope["form"] = form
        visit.set(Visit(LOCAL, self._door.csrf))
        await self._app(scope, receive, send)

    async def _by_token(self, scope: Scope, send: Send) -> bool:
        """Exchange a token in the address for a cookie; whether there was one."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True, max_num_fields=100)
        given = dict(query).get(TOKEN)
        if given is None:
            return False
        if not _same(given, self._door.token):
            await _refuse(send, 403, "This link is not valid any more: open the one of the running server.")
            return True
        rest = urlencode([(name, value) for name, value in query if name != TOKEN])
        # The path alone, and never two slashes at its beginning, which would be another host.
        path = "/" + scope.get("raw_path", scope["path"].encode()).decode("latin-1").lstrip("/\\")
        cookie = f"{self._door.cookie}={self._door.session}; Path=/; HttpOnly; SameSite=Lax"
        found = [
            (b"location", f"{path}?{rest}".rstrip("?").encode("latin-1")),
            (b"set-cookie", cookie.encode("latin-1")),
            (b"content-length", b"0"),
        ]
        await send({"type": "http.response.start", "status": 303, "headers": found})
        await send({"type": "http.response.body", "body": b""})
        return True

    def _has_cookie(self, text: str) -> bool:
        try:
            given = SimpleCookie(text).get(self._door.cookie)
        except CookieError:
            return False
        return given is not None and _same(given.value, self._door.session)

    async def _form(
        self, headers: dict[str, str], host: str, receive: Receive, send: Send
    ) -> dict[str, list[str]] | None:
        """The fields of a form that this server's own page sent; `None` if it has been refused."""
        if headers.get("origin") != f"http://{host}":
            await _refuse(send, 403, "This form came from another site, and was not accepted.")
            return None
        if headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
            await _refuse(send, 415, "Forms are sent as application/x-www-form-urlencoded.")
            return None
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            body += message.get("body", b"")
            if len(body) > BODY:
                await _refuse(send, 413, f"A form has at most {BODY:,} bytes.")
                return None
            if not message.get("more_body"):
                break
        try:
            text = body.decode()
            form = parse_qs(text, keep_blank_values=True, max_num_fields=FIELDS, errors="strict")
        except ValueError:
            await _refuse(send, 400, f"This form is not UTF-8, or has more than {FIELDS:,} fields.")
            return None
        if not _same(form.get("csrf", [""])[0], self._door.csrf):
            await _refuse(send, 403, "This page is of an earlier server: load it again, and send it then.")
            return None
        return form


def _with_headers(send: Send) -> Send:
    """The same, with the headers that an answer does not set itself."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message["headers"]}
            more = [(name, value) for name, value in HEADERS.items() if name not in given]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sending


async def _refuse(send: Send, status: int, why: str) -> None:
    body = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Agonist</title>'
        '<link rel="stylesheet" href="/static/site.css"><main class="bounds"><h1>Agonist</h1>'
        f"<p>{escape(why)}</p></main></html>\n"
    ).encode()
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def _same(given: str, known: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), known.encode())
