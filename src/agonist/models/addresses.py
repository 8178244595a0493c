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


def is_openai(url: str) -> bool:
    """Whether an address is OpenAI's own.

    >>> is_openai("https://eu.api.openai.com/v1"), is_openai("https://openai.com.example.org/v1")
    (True, False)
    """
    host = urlsplit(url).hostname or ""
    return host == "openai.com" or host.endswith(".openai.com")
