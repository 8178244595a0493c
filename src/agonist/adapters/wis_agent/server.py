"""An HTTP server with the five endpoints of the WiS agent protocol, answered by one of our players."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final, Self

from aiohttp import web

from agonist.adapters.wis_agent.session import Session, listed
from agonist.core import AgonistError, UsageError
from agonist.games import KITS
from agonist.kit import Kit
from agonist.kit.wis_protocol import RESULT, START
from agonist.models.model_assembly import aclose_all
from agonist.players.player import PlayerFactory

PORT: Final = 7860
"""The port on which published agents listen."""

PUBLISHED: Final = KITS["who_is_spy"]
"""The game that is assumed if a host does not name one."""

_MAX_REQUEST_BYTES: Final = 4 * 2**20
_MAX_GAMES_KEPT: Final = 1_000
"""The most games whose messages are kept at the same time."""

_LOG: Final = logging.getLogger(__name__)


class AgentServer:
    """A player behind HTTP, as an asynchronous context manager.

    `name` is the agent's name in its answers. Published hosts do not name a game in their messages: all
    messages belong to one game until `init` or `start`. Our hosts name it in `game_id`, and may play several
    at once. `key` is a bearer token that requests must carry; `more` are unlisted games by name.
    """

    def __init__(
        self,
        name: str,
        factory: PlayerFactory,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        key: str | None = None,
        seed: int | None = None,
        more: Mapping[str, Kit] | None = None,
    ) -> None:
        if not 0 <= port <= 65_535:
            raise UsageError(f"a port is a number from 0 (any that is free) to 65535, not {port}")
        self.name, self._factory = name, factory
        self._host, self._port, self._key = host, port, key
        self._seed = secrets.randbits(128) if seed is None else seed
        self._find = listed(more or {})
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._games = 0
        self._turns: dict[str, asyncio.Lock] = {}
        self._runner: web.AppRunner

    @property
    def url(self) -> str:
        """The address for hosts, such as `http://127.0.0.1:7860`."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}"

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=_MAX_REQUEST_BYTES, middlewares=[self._checked])
        for path in ("checkHealth", "init", "getModelName", "perceive", "interact"):
            app.router.add_post(f"/agent/{path}", getattr(self, f"_{path}"))
        app.router.add_get("/", self._root)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        try:
            await site.start()
        except (OSError, OverflowError) as error:
            await self._runner.cleanup()
            raise UsageError(
                f"cannot listen at {self._host}:{self._port}: {error}; choose another --port"
            ) from None
        if not self._port:
            self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self._runner.cleanup()
        for session in self._sessions.values():
            session.close()
        self._sessions.clear()

    @web.middleware
    async def _checked(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Check the token; turn errors into replies of the published protocol."""
        header = request.headers.get("authorization", "")
        if self._key is not None and not hmac.compare_digest(header.encode(), f"Bearer {self._key}".encode()):
            return _failed("the token is wrong or missing", status=401)
        try:
            return await handler(request)  # type: ignore[no-any-return]  # aiohttp leaves handlers untyped
        except UsageError as error:
            return _failed(str(error), status=422)
        except AgonistError as error:
            _LOG.warning("agonist: %s", error)
            return _failed(str(error))

    async def _root(self, _request: web.Request) -> web.Response:
        return web.Response(text=f"{self.name}, an agent of Agonist that speaks the WiS agent protocol\n")

    async def _checkHealth(self, request: web.Request) -> web.Response:  # noqa: N802  named as its path is
        await _fields(request)
        return _done()

    async def _getModelName(self, request: web.Request) -> web.Response:  # noqa: N802  named as its path is
        await _fields(request)
        return _done(self.name)

    async def _init(self, request: web.Request) -> web.Response:
        self._forget(_game_id(await _fields(request)))
        return _done(self.name)

    async def _perceive(self, request: web.Request) -> web.Response:
        fields = await _fields(request)
        game_id = _game_id(fields)
        async with self._turn(game_id):
            if fields.get("status") == START:
                self._forget(game_id)
            self._session(game_id).perceive(fields)
            if fields.get("status") == RESULT:
                self._forget(game_id)
        return _done(fields=fields)

    async def _interact(self, request: web.Request) -> web.Response:
        fields = await _fields(request)
        game_id = _game_id(fields)
        async with self._turn(game_id):
            return _done(await self._session(game_id).interact(fields), fields)

    def _turn(self, game_id: str) -> asyncio.Lock:
        """Process the requests of a game one at a time, in the order of arrival."""
        return self._turns.setdefault(game_id, asyncio.Lock())

    def _session(self, game_id: str) -> Session:
        if game_id not in self._sessions:
            self._games += 1
            seed = f"{self._seed}:{game_id or self._games}"
            self._sessions[game_id] = Session(self._factory, PUBLISHED, self._find, seed)
            while len(self._sessions) > _MAX_GAMES_KEPT:
                self._forget(next(iter(self._sessions)))
        return self._sessions[game_id]

    def _forget(self, game_id: str) -> None:
        session = self._sessions.pop(game_id, None)
        if session is not None:
            session.close()


async def _fields(request: web.Request) -> dict[str, Any]:
    body = await request.read()
    try:
        fields = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise UsageError("the body is not JSON") from None
    if not isinstance(fields, dict):
        raise UsageError("the body is not a JSON object")
    return fields


def _game_id(fields: Mapping[str, Any]) -> str:
    game_id = fields.get("game_id") or ""
    if not isinstance(game_id, str) or len(game_id) > 200:
        raise UsageError("game_id is a short text")
    return game_id


def _done(result: str | None = None, fields: Mapping[str, Any] | None = None) -> web.Response:
    """A reply; it repeats the ids of the game and the request, if these were given."""
    named = {name: fields[name] for name in ("game_id", "seq") if name in (fields or {})} if fields else {}
    return web.json_response({"success": True, "result": result, "errMsg": None, **named})


def _failed(why: str, status: int = 200) -> web.Response:
    return web.json_response({"success": False, "result": None, "errMsg": why}, status=status)


async def serve(server: AgentServer, ready: Any) -> None:
    """Serve until cancelled; `ready` is called with the server once it listens."""
    try:
        async with server:
            ready(server)
            await asyncio.Event().wait()
    finally:
        await aclose_all()
