"""Serving the pages on this machine."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from agonist.arena.host import Host
from agonist.core import UsageError
from agonist.store import Store
from agonist.web.app import make_app
from agonist.web.door import Door

HOST = "127.0.0.1"


def serve(store: Store, database: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve the store of a database until Ctrl-C. Port 0 takes any that is free.

    `ready` is given the link that lets a browser in.
    """
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError as error:
        listening.close()
        raise UsageError(f"port {port} cannot be used ({error.strerror}): name another with --port") from None
    with listening:
        door = Door.on_loopback(listening.getsockname()[1])
        host = Host(database)
        config = uvicorn.Config(
            make_app(store, door, host.wake),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
        )
        ready(door.link)
        try:
            uvicorn.Server(config).run(sockets=[listening])
        finally:
            host.close()
