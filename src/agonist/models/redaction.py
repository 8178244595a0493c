"""Keeping keys out of messages, logs and records."""

from __future__ import annotations

import re

HIDDEN = "[key]"

# What endpoints echo: the header, and keys in the usual spelling, also half masked (sk-ab***yz).
LOOKS_SECRET = re.compile(r"(?i:\bbearer\s+)[^\s\"',;)}]+|\b(?:(?:sk|gsk|xai|tgp|fw)[-_]|AIza)[\w*.…-]{6,}")


def redact(text: str, *secrets: str | None) -> str:
    """The text without these secrets, and without anything that looks like a key.

    >>> redact("Incorrect key k3y-of-mine (Authorization: Bearer k3y-of-mine)", "k3y-of-mine")
    'Incorrect key [key] (Authorization: Bearer [key])'
    >>> redact('Incorrect API key provided: sk-abcd*****wxyz.')
    'Incorrect API key provided: [key]'
    """
    text = without(text, *secrets)
    return LOOKS_SECRET.sub(lambda found: _kept(found.group()) + HIDDEN, text)


def without(text: str, *secrets: str | None) -> str:
    """The text without these secrets; the rest stays as it is."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, HIDDEN)
    return text


def excerpt(body: bytes | str, *secrets: str | None, length: int = 200) -> str:
    """The beginning of what a server sent, on one line, fit for an error message."""
    text = body[:8000].decode("utf-8", "replace") if isinstance(body, bytes) else body[:8000]
    # Redact before cutting: half a key is still a part of a key.
    line = " ".join(redact(text, *secrets).split())
    line = "".join(char for char in line if char.isprintable())
    return line if len(line) <= length else line[: length - 1] + "…"


def _kept(found: str) -> str:
    return found[: len("bearer")] + " " if found.lower().startswith("bearer") else ""
