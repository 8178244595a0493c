"""Classifying addresses: this machine, a private network, the public internet, OpenAI."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

_NAME: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*")

_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""The last part of a host that programs read as an IPv4 address, in any notation."""

_TRANSLATED: Final = ip_network("64:ff9b::/96")
"""IPv4 addresses as seen from IPv6-only networks (NAT64)."""

_NOT_PUBLIC: Final = (
    ip_network("192.0.0.0/24"),
    ip_network("192.88.99.0/24"),
    ip_network("2001::/23"),
    ip_network("2001:db8::/32"),
    ip_network("2002::/16"),  # IPv4 addresses of any kind within
    ip_network("3fff::/20"),
)
"""Networks that `ipaddress` calls global in some Python versions, and that hold no public server."""

PORTS: Final = "80, 443, or from 1024"


def addresses_in(base_url: str) -> tuple[str, ...]:
    """The addresses of the engines of one model, written with commas between them.

    >>> addresses_in("http://a/v1,http://b/v1"), addresses_in("")
    (('http://a/v1', 'http://b/v1'), ())
    """
    return tuple(address.strip() for address in base_url.split(",")) if base_url else ()


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine.

    >>> is_loopback("http://localhost:8000/v1"), is_loopback("http://[::1]:80"), is_loopback("http://10.0.0.1")
    (True, True, False)
    """
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_public(host: str) -> bool:
    """Whether a host may be at a public address, by its name or number alone; names are looked up later.

    An IP address in an unusual notation (one number, octal, hexadecimal) does not count as public.

    >>> is_public("example.org"), is_public("10.0.0.1"), is_public("::1"), is_public("localhost")
    (True, False, False, False)
    >>> is_public("2130706433"), is_public("0x7f.1"), is_public("::ffff:10.0.0.1"), is_public("1.1.1.1")
    (False, False, False, True)
    """
    host = host.lower().removesuffix(".")
    try:
        address = ip_address(host)
    except ValueError:
        if not _NAME.fullmatch(host) or _NUMBER.fullmatch(host.rpartition(".")[2]):
            return False
        return not (host == "localhost" or host.endswith(".localhost"))
    return _is_public_address(address)


def _is_public_address(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address):
        if address.scope_id is not None:
            return False
        within = address.ipv4_mapped
        if within is None and address in _TRANSLATED:
            within = IPv4Address(int(address) & 0xFFFFFFFF)
        if within is not None:
            return _is_public_address(within)
        if address.is_site_local or address not in ip_network("2000::/3"):
            return False
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    return not any(address in network for network in _NOT_PUBLIC if network.version == address.version)


def why_not_public(url: str) -> str | None:
    """Why an address given by a stranger may not be used, judged by its text alone; `None` if it may.

    >>> why_not_public("https://agent.example.org/v1")
    >>> why_not_public("http://ann@127.0.0.1:22")
    'it holds a user or a password'
    """
    if not url.isascii() or not url.isprintable() or set(url) & set(" \\\"'<>`{}|^"):
        return "it holds characters not allowed in addresses (write international names in punycode: xn--…)"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "it cannot be read"
    if parts.scheme not in ("http", "https") or not host:
        return "it is not an address such as https://agent.example.org"
    if parts.username is not None or parts.password is not None:
        return "it holds a user or a password"
    if parts.query or parts.fragment or url.endswith(("?", "#")):
        return "it holds a query or a fragment"
    if not is_public(host):
        return f"{host} is not a public address"
    if port is not None and port not in (80, 443) and port < 1024:
        return f"its port is {port}, and may be {PORTS}"
    return None


def is_openai(url: str) -> bool:
    """Whether an address is OpenAI's own.

    >>> is_openai("https://eu.api.openai.com/v1"), is_openai("https://openai.com.example.org/v1")
    (True, False)
    """
    host = urlsplit(url).hostname or ""
    return host == "openai.com" or host.endswith(".openai.com")
