"""What an address says about who is behind it."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

_NAME: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*")

_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""The last part of a host that programs take for an IPv4 address, however it is written."""

_TRANSLATED: Final = ip_network("64:ff9b::/96")
"""IPv4 addresses as networks that have IPv6 only reach them."""

_NOT_PUBLIC: Final = (
    ip_network("192.0.0.0/24"),
    ip_network("192.88.99.0/24"),
    ip_network("2001::/23"),
    ip_network("2001:db8::/32"),
    ip_network("2002::/16"),  # IPv4 addresses of any kind within
    ip_network("3fff::/20"),
)
"""What `ipaddress` calls global in some version of Python, and no server of the public net is at."""

PORTS: Final = "80, 443, or from 1024"


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
    """Whether a host is at a public address, as far as its name says; names are looked up later.

    An address that is written otherwise than usual (in one number, octal, hexadecimal) is not public.

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
    """What keeps an address that a stranger named from being used, as far as it is written; `None`: nothing.

    >>> why_not_public("https://agent.example.org/v1")
    >>> why_not_public("http://ann@127.0.0.1:22")
    'it holds a user or a password'
    """
    if not url.isascii() or not url.isprintable() or set(url) & set(" \\\"'<>`{}|^"):
        return "it holds characters that no address has (write international names in punycode: xn--…)"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "it cannot be read"
    if parts.scheme not in ("http", "https") or not host:
        return "it is no address such as https://agent.example.org"
    if parts.username is not None or parts.password is not None:
        return "it holds a user or a password"
    if parts.query or parts.fragment or url.endswith(("?", "#")):
        return "it holds a query or a fragment"
    if not is_public(host):
        return f"{host} is no public address"
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
