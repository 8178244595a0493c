"""Checking the addresses of members' agents: well-formed and public."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from agonist.core import UsageError
from agonist.models.address_kinds import is_public, why_not_public

Resolve: TypeAlias = Callable[[str, int], Awaitable[Sequence[str]]]
"""The numeric addresses of a name and a port. Raises `OSError` if there are none."""

PRIVATE: Final = "AGONIST_PRIVATE_ADDRESSES"

ADDRESS_CHARACTERS: Final = 300
"""Characters of an address."""

LOOKUP_SECONDS: Final = 5.0
"""The time limit, in seconds, for looking up a name."""


@dataclass(frozen=True, slots=True)
class Address:
    """A checked address, with the numeric addresses that it resolves to.

    This holds at the time of the check. Each later connection of a player resolves and checks it again, and
    uses the addresses that it checked (`agonist.models.public_only`).
    """

    url: str
    host: str
    port: int
    at: tuple[str, ...]
    """Numeric addresses."""


def members_may_use_private(environ: Mapping[str, str] | None = None) -> bool:
    """Whether the operator allows members' agents on this machine or in its network.

    This is set in the environment, since every process that plays must know it.
    """
    return (os.environ if environ is None else environ).get(PRIVATE) == "yes"


async def looked_up(host: str, port: int) -> Sequence[str]:
    """The numeric addresses of a name, as this machine finds them."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


async def checked(url: str, *, local: bool, resolve: Resolve | None = None) -> Address:
    """The address, looked up. Raises `UsageError` for one that may not be used, with the reason.

    `local`: addresses of this machine and of private networks may be used too.
    """
    url = url.strip().rstrip("/")
    if len(url) > ADDRESS_CHARACTERS:
        raise UsageError(f"an address has at most {ADDRESS_CHARACTERS} characters")
    if why := _why_not(url, local=local):
        raise UsageError(f"this address cannot be used: {why}")
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            at = tuple(dict.fromkeys(await (resolve or looked_up)(host, port)))
    except TimeoutError:
        raise UsageError(f"{host} could not be looked up within {LOOKUP_SECONDS:g} s: try again") from None
    except (OSError, UnicodeError):
        raise UsageError(f"there is no host {host}: check how the address is spelt") from None
    if not at:
        raise UsageError(f"there is no host {host}: check how the address is spelt")
    if not local and not all(map(is_public, at)):
        raise UsageError(f"this address cannot be used: {host} is not at a public address")
    return Address(url, host, port, at)


def _why_not(url: str, *, local: bool) -> str | None:
    if not local:
        return why_not_public(url)
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        return "it isn't an address (example: http://127.0.0.1:7860)"
    return "it holds a user or a password" if parts.username is not None else None
