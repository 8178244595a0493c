"""Removing keys from messages, logs and records, in the forms in which servers echo them."""

from __future__ import annotations

import base64
import html
import json
import re
from functools import lru_cache
from typing import Final
from urllib.parse import quote, quote_plus

HIDDEN: Final = "[key]"

# Endpoints echo the header, and keys of the usual form, sometimes half masked (sk-ab***yz).
LOOKS_SECRET: Final = re.compile(
    r"((?i:\bbearer\s+))[^\s\"',;)}]+|\b(?:(?:sk|gsk|xai|tgp|fw|hf)[-_]|AIza)[\w*.…-]{6,}"
)

BASE64_MIN_CHARACTERS: Final = 8
"""Shorter secrets are not looked for in base64, where so few characters occur by chance."""

EXCERPT_SEARCHED: Final = 100_000
"""Bytes or characters of a response that are looked at for the beginning that a message quotes: so many more
that a key cut off at their end is not quoted."""


def redact(text: str, *secrets: str | None) -> str:
    """The text without these secrets, and without anything that looks like a key.

    >>> redact("Incorrect key k3y-of-mine (Authorization: Bearer k3y-of-mine)", "k3y-of-mine")
    'Incorrect key [key] (Authorization: Bearer [key])'
    >>> redact('Incorrect API key provided: sk-abcd*****wxyz.')
    'Incorrect API key provided: [key]'
    """
    return LOOKS_SECRET.sub(rf"\1{HIDDEN}", without(text, *secrets))


def without(text: str, *secrets: str | None) -> str:
    """The text without these secrets; the rest is unchanged.

    A secret is recognised whole, in any case: as it is, in base64, and as addresses, JSON and HTML write it.

    >>> without("K3Y/OF-MINE, k3y%2Fof-mine or Basic dXNlcjprM3kvb2YtbWluZQ==", "k3y/of-mine")
    '[key], [key] or Basic dXNlcjp[key]Q=='
    """
    for secret in secrets:
        if secret:
            text = _forms(secret).sub(HIDDEN, text)
    return text


def excerpt(body: bytes | str, *secrets: str | None, length: int = 200) -> str:
    """The beginning of a server's response, on one line and without secrets, for an error message."""
    text = (
        body[:EXCERPT_SEARCHED].decode("utf-8", "replace")
        if isinstance(body, bytes)
        else body[:EXCERPT_SEARCHED]
    )
    line = "".join(filter(str.isprintable, " ".join(text.split())[: 40 * length]))
    # Redact before cutting, since half a key is still part of a key, and after removing invisible characters.
    line = redact(line, *secrets)
    return line if len(line) <= length else line[: length - 1] + "…"


@lru_cache(maxsize=64)
def _forms(secret: str) -> re.Pattern[str]:
    """A pattern that finds the secret, plain or encoded."""
    in_json = json.dumps(secret)[1:-1]
    forms = {secret, quote(secret, safe=""), quote_plus(secret), html.escape(secret)}
    forms |= {in_json, in_json.replace("/", r"\/")}
    # What base64 makes of it depends on where among three bytes it begins, and at its ends on its neighbours.
    for before in range(3 if len(secret) >= BASE64_MIN_CHARACTERS else 0):
        coded = base64.b64encode(b"\0" * before + secret.encode()).decode().rstrip("=")
        whole = coded[-(-8 * before // 6) : 8 * (before + len(secret.encode())) // 6]
        forms |= {whole, whole.translate({ord("+"): "-", ord("/"): "_"})}
    return re.compile("|".join(map(re.escape, sorted(forms, key=len, reverse=True))), re.IGNORECASE)
