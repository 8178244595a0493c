"""Connections to public addresses only, for addresses that strangers give.

A name is looked up once for each connection, all of its addresses are checked, and the socket is made for a
checked one. So a name that changes its address between two look-ups (DNS rebinding) cannot bypass the check.
"""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING, Any

import aiohttp

from agonist.models.address_kinds import is_public

if TYPE_CHECKING:
    from aiohttp.abc import ResolveResult


class PublicResolver(aiohttp.ThreadedResolver):
    """A resolver that refuses names with any private address."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await super().resolve(host, port, family)
        if private := [each["host"] for each in found if not is_public(each["host"])]:
            raise _refused(private[0])
        return found


def public_socket(address: Any) -> socket.socket:
    """The socket for an address (as from `getaddrinfo`). Raises `OSError` for one that is not public.

    It is called for every connection, even if no name was looked up.
    """
    family, kind, protocol, _, where = address
    if family not in (socket.AF_INET, socket.AF_INET6) or not is_public(where[0]):
        raise _refused(where[0])
    opened = socket.socket(family, kind, protocol)
    opened.setblocking(False)
    return opened


def _refused(address: str) -> OSError:
    return OSError(errno.EACCES, f"it is at {address}, which is not a public address")
