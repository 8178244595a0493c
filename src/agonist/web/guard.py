"""The checks that every request must pass before any page handles it, and the headers of every response."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import parse_qs, parse_qsl, unquote_to_bytes, urlencode

from markupsafe import escape
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agonist.core import AgonistError
from agonist.web.current_visitor import Visit, visit
from agonist.web.visitor_identity import Doors, Refusal, same

_LOG: Final = logging.getLogger(__name__)

BODY_BYTES: Final = 64 * 1024
"""The most bytes of a form."""

FORM_FIELDS: Final = 2_000
"""The most fields of a form."""

FORM_SECONDS: Final = 20.0
"""Seconds within which a form must arrive."""

REQUESTS_AT_ONCE: Final = 200
"""The most simultaneous requests of one address on a public site; each open browser has one stream."""

NOTHING: Final = b"\0"
"""The character NUL, which PostgreSQL takes in no text."""

TOKEN: Final = "token"

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""No inline scripts or styles, and nothing from other sites."""

HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # `no-referrer` would have browsers send `Origin: null` with forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Guard:
    """Wraps the application. A form that passes is in the scope as `form`: lists of values by name.

    The visitor is in `agonist.web.current_visitor` while a request is answered. If a proxy serves the site
    below a path, the guard removes it from requests, and adds it to links and redirects. `end` ends all
    streams. `open_to_all` has what is answered without any check, by path; `answered` is called with the
    status and the seconds of each answer.
    """

    def __init__(
        self,
        app: ASGIApp,
        door: Doors,
        end: Callable[[], None] = lambda: None,
        *,
        open_to_all: Mapping[str, ASGIApp] | None = None,
        answered: Callable[[int, float], None] = lambda _status, _seconds: None,
    ) -> None:
        self._app, self._door, self.end = app, door, end
        self._open_to_all, self._answered = open_to_all or {}, answered
        self._going_on: Counter[str] = Counter()
        """The number of open requests, streams included, by address."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        door, app = self._door, self._app
        scope = _below(scope, door.root)
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # the server leaves the body out
        request = Request(scope, receive)
        send = _with_headers(self._noting(send), door.root)
        if free := self._open_to_all.get(scope["path"]):
            await free(scope, receive, send)
            return
        host = request.headers.get("host", "").lower()
        if host not in door.hosts:
            names = ", ".join(sorted(door.hosts))
            await self._refusal(Refusal(421, f"This server answers to {names} only."))(scope, receive, send)
            return
        if NOTHING in unquote_to_bytes(scope["query_string"]) or NOTHING in scope["path"].encode():
            app = self._refusal(Refusal(400, "No address here has the character NUL."))
        elif request.method not in ("GET", "POST"):
            app = self._refusal(Refusal(405, "Pages are read with GET, and forms sent with POST."))
        elif entered := self._by_token(request):
            app = entered
        if app is not self._app or scope["path"].startswith("/static/"):
            await app(scope, receive, send)
            return
        try:
            found = await door.visit(request)
        except AgonistError as error:
            _LOG.error("agonist serve: %s", error)
            found = Refusal(
                503, "The server has a problem, and nothing was changed: try again in a moment.", 5
            )
        if isinstance(found, Refusal):
            refused = self._refusal(found, program="authorization" in request.headers)
            await refused(scope, receive, send)
            return
        if found.cookie:
            send = _with_headers(send, "", {"set-cookie": found.cookie})
        if request.method == "POST":
            try:
                form = await self._form(found, request, host)
            except ClientDisconnect:
                return
            if isinstance(form, Refusal):
                await self._refusal(form, program=found.program)(scope, receive, send)
                return
            scope["form"] = form
        visit.set(found)
        if self._going_on[found.place] >= REQUESTS_AT_ONCE and found.public:
            why = f"This address has {REQUESTS_AT_ONCE} open requests already: close some pages."
            await self._refusal(Refusal(429, why, 5), program=found.program)(scope, receive, send)
            return
        self._going_on[found.place] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._going_on[found.place] -= 1
            if not self._going_on[found.place]:
                del self._going_on[found.place]

    def _noting(self, send: Send) -> Send:
        began = time.perf_counter()

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._answered(message["status"], time.perf_counter() - began)
            await send(message)

        return sending

    def _by_token(self, request: Request) -> Response | None:
        """The exchange of a token in the address for a cookie; `None` without one."""
        query = request.scope["query_string"].decode("latin-1")
        given = parse_qsl(query, keep_blank_values=True, max_num_fields=100) if self._door.token else []
        token = dict(given).get(TOKEN)
        if self._door.token is None or token is None:
            return None
        if not same(token, self._door.token):
            return self._refusal(
                Refusal(403, "This link is not valid any more: open the one of the running server.")
            )
        rest = urlencode([(name, value) for name, value in given if name != TOKEN])
        # The path only, and never with two slashes at its beginning, which would mean another host.
        raw = request.scope.get("raw_path", request.scope["path"].encode()).decode("latin-1")
        path = "/" + raw.lstrip("/\\")
        headers = {"location": f"{path}?{rest}".rstrip("?"), "set-cookie": self._door.entry}
        return Response(status_code=303, headers=headers)

    async def _form(self, found: Visit, request: Request, host: str) -> dict[str, list[str]] | Refusal:
        """The fields of a form, sent from a page of this server or by a program with a token."""
        if not found.program and request.headers.get("origin") != f"{self._door.scheme}://{host}":
            return Refusal(403, "This form came from another site, and was not accepted.")
        kind = request.headers.get("content-type", "").partition(";")[0].strip()
        if kind != "application/x-www-form-urlencoded":
            return Refusal(415, "Forms are sent as application/x-www-form-urlencoded.")
        try:
            async with asyncio.timeout(FORM_SECONDS):
                body = await _body(request)
        except TimeoutError:
            return Refusal(408, f"The form did not arrive within {FORM_SECONDS:g} s: send it again.")
        if body is None:
            return Refusal(413, f"A form has at most {BODY_BYTES:,} bytes.")
        try:
            text = body.decode()
            form = parse_qs(text, keep_blank_values=True, max_num_fields=FORM_FIELDS, errors="strict")
        except ValueError:
            return Refusal(400, f"This form is not UTF-8, or has more than {FORM_FIELDS:,} fields.")
        if NOTHING.decode() in "".join(field for values in form.values() for field in values):
            return Refusal(400, "A field of this form has the character NUL, which is no text.")
        if not found.program and not same(form.get("csrf", [""])[0], found.csrf):
            why = "This page is too old, or the browser keeps no cookies: load it again, then send it."
            return Refusal(403, why)
        return form

    def _refusal(self, refused: Refusal, *, program: bool = False) -> Response:
        headers = {} if refused.seconds is None else {"retry-after": str(refused.seconds)}
        if refused.status == 401:
            headers["www-authenticate"] = "Bearer"
        body, kind = page_of(refused.why, self._door.root), "text/html"
        if program:
            body, kind = json.dumps({"error": refused.why}).encode(), "application/json"
        return Response(body, refused.status, headers, kind)


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


async def _body(request: Request) -> bytes | None:
    """The whole body; `None` if it is too long."""
    announced = request.headers.get("content-length", "")
    body = bytearray()
    if announced.isdecimal() and int(announced[:12]) > BODY_BYTES:
        return None
    async for part in request.stream():
        body += part
        if len(body) > BODY_BYTES:
            return None
    return bytes(body)


def _below(scope: Scope, root: str) -> Scope:
    """The request as if the site were served at `/`: some proxies remove the path, some do not."""
    path: str = scope["path"]
    if not root or not (path == root or path.startswith(f"{root}/")):
        return scope
    raw = scope.get("raw_path", path.encode())
    inner = raw[len(root) :] if raw.startswith(root.encode()) else path[len(root) :].encode()
    return {**scope, "path": path[len(root) :] or "/", "raw_path": inner or b"/", "root_path": ""}


def _with_headers(send: Send, root: str, more: Mapping[str, str] = HEADERS) -> Send:
    """`send`, adding the headers that a response does not set itself, and the root to redirects."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=[*message["headers"]])
            for name, value in more.items():
                headers.setdefault(name, value)
            if root and (path := headers.get("location", "")).startswith("/") and path[1:2] != "/":
                headers["location"] = root + path
            message = {**message, "headers": headers.raw}
        await send(message)

    return sending
