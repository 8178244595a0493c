"""Connections to endpoints, shared by all models that use them in one event loop.

Clients, locks and slots belong to the event loop they were made in, so each loop has its own. Call
`aclose_all` before a loop ends.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import version
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import aiohttp

from agonist.models.adaptive_gate import AdaptiveGate
from agonist.models.engine_per_conversation import Engines
from agonist.models.formats import FORMATS, Quirks
from agonist.models.limits import MAX_CONCURRENCY, Gate, Limits
from agonist.models.proxy import proxy_for
from agonist.models.public_only import PublicResolver, public_socket
from agonist.models.shared_limits import SHARING, SharedLimits

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from multidict import CIMultiDictProxy

    from agonist.models.providers import Route

MAX_RESPONSE_BYTES = 8 * 2**20
"""The most bytes of a response, with everything around the text, such as log-probabilities."""

MAX_COMPRESSED_BYTES = MAX_RESPONSE_BYTES // 100
"""The same for a response that is compressed without our asking: deflate packs up to 1,000 times."""

CONNECT_SECONDS = 15.0


class TooBig(Exception):
    """A response has more bytes than we read."""


@dataclass(eq=False, slots=True)
class Connection:
    """A client for one address, key and set of headers, and what is known about its endpoint.

    `proven`: it has answered before, so that a failure is temporary and not a wrong address.
    `quirks`: settings that the endpoint has rejected, by model and effort (one that thinks takes fewer).
    `headers` go with each request: those of a session would be sent to a proxy too, in clear.
    """

    session: aiohttp.ClientSession
    headers: Mapping[str, str] = field(repr=False)
    proxy: str | None = field(repr=False)
    proven: bool = False
    quirks: dict[tuple[str, str | None], Quirks] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class _LoopState:
    connections: dict[tuple[Any, ...], Connection] = field(default_factory=dict)
    limits: dict[tuple[Any, ...], Limits] = field(default_factory=dict)
    engines: dict[tuple[str, ...], Engines] = field(default_factory=dict)
    closing: list[Callable[[], Awaitable[None] | None]] = field(default_factory=list)


_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _LoopState] = WeakKeyDictionary()


def connection(route: Route, *, public_only: bool = False) -> Connection:
    """The connection to a route's address, in the running loop; opened at first use.

    `public_only`: nothing is sent to an address of this machine or of a private network.
    """
    connections = _here().connections
    wanted = (route.base_url, route.key, route.format, route.headers, public_only)
    found = connections.get(wanted)
    if found is None:
        proxy = proxy_for(route, public_only=public_only)
        found = connections[wanted] = Connection(_session(public_only=public_only), _headers(route), proxy)
    return found


def limits(
    addresses: tuple[str, ...],
    key: str | None,
    max_concurrency: int | None,
    rpm: float | None,
    tpm: float | None,
    adaptive: bool = False,
) -> Limits:
    """The limits shared by all that use these addresses and key with the same numbers; those of several
    engines together. `adaptive`: see `AdaptiveGate`."""
    known = _here().limits
    numbers = (max_concurrency, rpm, tpm)
    wanted = (addresses, key, *numbers, adaptive)
    if wanted not in known:
        sharing, gate = SHARING.get(), AdaptiveGate if adaptive else Gate
        if sharing is None:
            known[wanted] = Limits(*numbers, gate=gate)
        else:
            known[wanted] = SharedLimits(sharing, _name_of(addresses, key), *numbers, gate=gate)
    return known[wanted]


def _name_of(addresses: tuple[str, ...], key: str | None) -> str:
    """A name of these addresses, used with this key, that says neither."""
    return sha256("\0".join((*addresses, key or "")).encode()).hexdigest()[:16]


def engines(addresses: tuple[str, ...]) -> Engines:
    """The engines at these addresses, shared by all models that name the same."""
    known = _here().engines
    if addresses not in known:
        known[addresses] = Engines(addresses)
    return known[addresses]


def at_close(callback: Callable[[], Awaitable[None] | None]) -> None:
    """Register a callback for when the connections of the running loop are closed; one may be awaited."""
    _here().closing.append(callback)


async def aclose() -> None:
    """Close every line of the running loop; a later request opens a new one."""
    here = _loops.pop(asyncio.get_running_loop(), None)
    if here is None:
        return
    for callback in here.closing:
        if (closing := callback()) is not None:
            await closing
    for connection in here.connections.values():
        await connection.session.close()
    await asyncio.sleep(0)  # transports close on the next turn of the loop


def _here() -> _LoopState:
    loop = asyncio.get_running_loop()
    here = _loops.get(loop)
    if here is None:
        here = _loops[loop] = _LoopState()
    return here


async def post(
    connection: Connection,
    url: str,
    body: bytes,
    headers: Mapping[str, str] | None = None,
    max_bytes: int = MAX_RESPONSE_BYTES,
) -> tuple[int, CIMultiDictProxy[str], bytes]:
    """Status, headers and body of the response. Raises `TooBig` above `max_bytes`, and aiohttp's errors."""
    sent = connection.headers if headers is None else {**connection.headers, **headers}
    async with connection.session.post(
        url, data=body, headers=sent, proxy=connection.proxy, allow_redirects=False
    ) as response:
        packed = response.headers.get("content-encoding", "identity") != "identity"
        left = min(max_bytes, MAX_COMPRESSED_BYTES) if packed else max_bytes
        parts = []
        async for part in response.content.iter_any():
            left -= len(part)
            if left < 0:
                raise TooBig
            parts.append(part)
        return response.status, response.headers, b"".join(parts)


def _headers(route: Route) -> dict[str, str]:
    headers = {
        "content-type": "application/json",
        "accept": "application/json",
        "accept-encoding": "identity",
        "user-agent": f"agonist/{version('agonist')}",
    }
    return {**headers, **FORMATS[route.format].headers(route), **dict(route.headers)}


def _session(*, public_only: bool) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(
            limit=_sockets(),
            resolver=PublicResolver() if public_only else None,
            socket_factory=public_socket if public_only else None,
        ),
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS),
        cookie_jar=aiohttp.DummyCookieJar(),
        # With `trust_env` it would look for a proxy and for a password in ~/.netrc at every request, which
        # takes longer than the request, and raise an error if it found a password beside our key.
        trust_env=False,
    )


def _sockets() -> int:
    """How many connections may be open: as many as limits admit, within the system's limit of files."""
    most = 16 * MAX_CONCURRENCY
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return most
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most if soft == resource.RLIM_INFINITY else max(16, min(most, soft - 100))
