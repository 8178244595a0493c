"""Runs the server."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import ExitStack

import uvicorn

from agonist.arena.ladders.wake_up import WakeUps, is_server
from agonist.arena.play_process import Host
from agonist.arena.run_processes import RunProcesses
from agonist.core import UsageError
from agonist.store import Store
from agonist.store.platform.accounts import has_admin
from agonist.web.app import make_app
from agonist.web.public_site_settings import PublicSettings
from agonist.web.visitor_identity import Door, Doors

HOST = "127.0.0.1"

HEAD_BYTES = 32 * 1024
"""Bytes of the first line and the headers of a request."""


def serve(
    store: Store,
    database: str,
    port: int,
    ready: Callable[[str], None],
    *,
    public: PublicSettings | None = None,
    play: bool = True,
) -> None:
    """Serve the store of a database until Ctrl-C. Port 0 means any free port.

    `ready` is called with the link that lets a browser in; on a `public` site without an admin, with the link
    to become the first one. `play`: whether a second process plays the matches; otherwise workers play them
    if the database is PostgreSQL, and nobody does if it is a file.
    """
    with _listening(HOST if public is None else public.host, port) as listening, ExitStack() as open_:
        port = listening.getsockname()[1]
        door, link = _local(port) if public is None else _public(public, store, port, open_)
        runs = None
        wake: Callable[[int], None] = _nobody
        if play:
            host = Host(database)
            open_.callback(host.close)
            wake = host.wake
            runs = RunProcesses(database)
            open_.callback(runs.close)
        elif is_server(database):
            wake_ups = WakeUps(database)
            open_.callback(wake_ups.close)
            wake = wake_ups.send
        app = make_app(store, door, wake, runs)
        config = uvicorn.Config(
            app,
            ws="none",  # such requests are answered as any other
            loop="asyncio",  # as measured with many viewers; uvloop is for runs
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
            h11_max_incomplete_event_size=HEAD_BYTES,
            proxy_headers=public is not None,
            forwarded_allow_ips=None if public is None else public.proxies,
        )
        ready(link)
        _Server(config, app.end).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Ends streams before it waits for open responses; otherwise it would cancel them with a traceback."""

    def __init__(self, config: uvicorn.Config, end: Callable[[], None]) -> None:
        super().__init__(config)
        self._end = end

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end()
        await super().shutdown(sockets)


def _local(port: int) -> tuple[Doors, str]:
    door = Door.on_loopback(port)
    return door, door.link


def _public(public: PublicSettings, store: Store, port: int, open_: ExitStack) -> tuple[Doors, str]:
    door = public.door(store, port)
    open_.callback(door.accounts.passwords.close)
    link = public.address(door)
    return door, link if has_admin(store) else f"{link}/sign-up?first={door.accounts.first}"


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        # A browser that opens the link before the server is ready waits, and is not refused.
        listening.listen(1024)
    except OSError as error:
        listening.close()
        what = f"port {port}" if host == HOST else f"port {port} of {host}"
        raise UsageError(f"{what} cannot be used ({error.strerror}): name another with --port") from None
    return listening


def _nobody(_match: int) -> None:
    """Do nothing: with a file, only the site itself plays matches."""
