"""The checks that every request must pass before any page handles it, and the headers of every response."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final
from urllib.parse import parse_qs, parse_qsl, urlencode

from markupsafe import escape
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agonist.core import AgonistError
from agonist.web.door import DoorRequest, Doors, Refusal, same
from agonist.web.visit import Visit, visit

_LOG: Final = logging.getLogger(__name__)

BODY_BYTES: Final = 64 * 1024
"""The most bytes of a form."""

FORM_FIELDS: Final = 2_000
"""The most fields of a form."""

FORM_SECONDS: Final = 20.0
"""Seconds within which a form must arrive."""

REQUESTS_AT_ONCE: Final = 200
"""The most simultaneous requests of one address on a public site; each open browser has one stream."""

TOKEN: Final = "token"

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""No inline scripts or styles, and nothing from other sites."""

HEADERS: Final = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    # `no-referrer` would have browsers send `Origin: null` with forms.
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",
}


class Guard:
    """Wraps the application. A form that passes is in the scope as `form`: lists of values by name.

    The visitor is in `agonist.web.visit` while a request is answered. If a proxy serves the site below a
    path, the guard removes it from requests, and adds it to links and redirects. `end` ends all streams.
    """

    def __init__(self, app: ASGIApp, door: Doors, end: Callable[[], None] = lambda: None) -> None:
        self._app, self._door, self.end = app, door, end
        self._going_on: Counter[str] = Counter()
        """The number of open requests, streams included, by address."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        door = self._door
        send = _with_headers(send, door.root)
        host = headers.get("host", "").lower()
        if host not in door.hosts:
            await self._refuse(send, Refusal(421, f"This server answers to {_listed(door.hosts)} only."))
            return
        if scope["method"] not in ("GET", "HEAD", "POST"):
            why = "Pages are read with GET, and forms sent with POST."
            await self._refuse(send, Refusal(405, why))
            return
        scope = _below(scope, door.root)
        if await self._by_token(scope, send):
            return
        if scope["path"].startswith("/static/"):
            await self._app(scope, receive, send)
            return
        client = scope.get("client") or ("", 0)
        try:
            found = await door.visit(DoorRequest(scope["method"], headers, client[0]))
        except AgonistError as error:
            _LOG.error("agonist serve: %s", error)
            found = Refusal(
                503, "The server has a problem, and nothing was changed: try again in a moment.", 5
            )
        if isinstance(found, Refusal):
            await self._refuse(send, found, program="authorization" in headers)
            return
        if found.cookie:
            send = _with_cookie(send, found.cookie)
        if scope["method"] == "POST":
            try:
                form = await self._form(found, headers, host, receive)
            except ClientDisconnect:
                return
            if isinstance(form, Refusal):
                await self._refuse(send, form, program=found.program)
                return
            scope["form"] = form
        visit.set(found)
        if self._going_on[found.place] >= REQUESTS_AT_ONCE and found.public:
            why = f"This address has {REQUESTS_AT_ONCE} open requests already: close some pages."
            await self._refuse(send, Refusal(429, why, 5), program=found.program)
            return
        self._going_on[found.place] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._going_on[found.place] -= 1
            if not self._going_on[found.place]:
                del self._going_on[found.place]

    async def _by_token(self, scope: Scope, send: Send) -> bool:
        """Exchange a token in the address for a cookie; returns whether there was one."""
        if self._door.token is None:
            return False
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True, max_num_fields=100)
        token = dict(query).get(TOKEN)
        if token is None:
            return False
        if not same(token, self._door.token):
            why = "This link is not valid any more: open the one of the running server."
            await self._refuse(send, Refusal(403, why))
            return True
        rest = urlencode([(name, value) for name, value in query if name != TOKEN])
        # The path only, and never with two slashes at its beginning, which would mean another host.
        path = "/" + scope.get("raw_path", scope["path"].encode()).decode("latin-1").lstrip("/\\")
        found = [
            (b"location", f"{path}?{rest}".rstrip("?").encode("latin-1")),
            (b"set-cookie", self._door.entry.encode("latin-1")),
            (b"content-length", b"0"),
        ]
        await send({"type": "http.response.start", "status": 303, "headers": found})
        await send({"type": "http.response.body", "body": b""})
        return True

    async def _form(
        self, visitor: Visit, headers: dict[str, str], host: str, receive: Receive
    ) -> dict[str, list[str]] | Refusal:
        """The fields of a form, sent from a page of this server or by a program with a token."""
        if not visitor.program and headers.get("origin") != f"{self._door.scheme}://{host}":
            return Refusal(403, "This form came from another site, and was not accepted.")
        if headers.get("content-type", "").partition(";")[0].strip() != "application/x-www-form-urlencoded":
            return Refusal(415, "Forms are sent as application/x-www-form-urlencoded.")
        try:
            async with asyncio.timeout(FORM_SECONDS):
                body = await _body(receive, headers.get("content-length", ""))
        except TimeoutError:
            return Refusal(408, f"The form did not arrive within {FORM_SECONDS:g} s: send it again.")
        if body is None:
            return Refusal(413, f"A form has at most {BODY_BYTES:,} bytes.")
        try:
            text = body.decode()
            form = parse_qs(text, keep_blank_values=True, max_num_fields=FORM_FIELDS, errors="strict")
        except ValueError:
            return Refusal(400, f"This form is not UTF-8, or has more than {FORM_FIELDS:,} fields.")
        if not visitor.program and not same(form.get("csrf", [""])[0], visitor.csrf):
            why = "This page is too old, or the browser keeps no cookies: load it again, then send it."
            return Refusal(403, why)
        return form

    async def _refuse(self, send: Send, refused: Refusal, *, program: bool = False) -> None:
        body, kind = page_of(refused.why, self._door.root), "text/html; charset=utf-8"
        if program:
            body, kind = json.dumps({"error": refused.why}).encode(), "application/json"
        headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
        if refused.seconds is not None:
            headers.append((b"retry-after", str(refused.seconds).encode()))
        if refused.status == 401:
            headers.append((b"www-authenticate", b"Bearer"))
        await send({"type": "http.response.start", "status": refused.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def page_of(why: str, root: str) -> bytes:
    """A minimal page that needs no other part of the site."""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Agonist</title>'
        f'<link rel="stylesheet" href="{escape(root)}/static/site.css">'
        '<header class="site"><div class="bounds">'
        f'<a class="brand" href="{escape(root)}/">Agonist</a></div></header>'
        '<main class="bounds"><h1>That did not work</h1>'
        f'<p class="warning" role="alert">{escape(why)}</p></main></html>\n'
    ).encode()


async def _body(receive: Receive, announced: str) -> bytes | None:
    """The whole body; `None` if it is too long."""
    if announced.isdecimal() and int(announced[:12]) > BODY_BYTES:
        return None
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > BODY_BYTES:
            return None
        if not message.get("more_body"):
            return bytes(body)


def _below(scope: Scope, root: str) -> Scope:
    """The request as if the site were served at `/`: some proxies remove the path, some do not."""
    path: str = scope["path"]
    if not root or not (path == root or path.startswith(f"{root}/")):
        return scope
    raw = scope.get("raw_path", path.encode())
    inner = raw[len(root) :] if raw.startswith(root.encode()) else path[len(root) :].encode()
    return {**scope, "path": path[len(root) :] or "/", "raw_path": inner or b"/", "root_path": ""}


def _with_headers(send: Send, root: str) -> Send:
    """`send`, adding the headers that a response does not set itself, and the root to redirects."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            names = {name.lower() for name, _ in message["headers"]}
            more = [(name, value) for name, value in HEADERS.items() if name not in names]
            headers = [(name, _rooted(name, value, root.encode())) for name, value in message["headers"]]
            message = {**message, "headers": [*headers, *more]}
        await send(message)

    return sending


def _rooted(name: bytes, value: bytes, root: bytes) -> bytes:
    leads_on = name.lower() == b"location" and value.startswith(b"/") and not value.startswith(b"//")
    return root + value if leads_on else value


def _with_cookie(send: Send, cookie: str) -> Send:
    """`send`, adding a cookie unless the response sets it itself."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            names = {name.lower() for name, _ in message["headers"]}
            if b"set-cookie" not in names:
                more = (b"set-cookie", cookie.encode("latin-1"))
                message = {**message, "headers": [*message["headers"], more]}
        await send(message)

    return sending


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
