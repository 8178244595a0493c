"""What an address says about who is behind it."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit


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

    >>> is_public("example.org"), is_public("10.0.0.1"), is_public("::1"), is_public("localhost")
    (True, False, False, False)
    """
    try:
        return ip_address(host).is_global
    except ValueError:
        return not (host == "localhost" or host.endswith(".localhost"))


def is_openai(url: str) -> bool:
    """Whether an address is OpenAI's own.

    >>> is_openai("https://eu.api.openai.com/v1"), is_openai("https://openai.com.example.org/v1")
    (True, False)
    """
    host = urlsplit(url).hostname or ""
    return host == "openai.com" or host.endswith(".openai.com")
