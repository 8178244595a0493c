"""The secret of a platform: one value in the environment, from which keys for every purpose are derived."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import UsageError
from agonist.extras import install

VARIABLE: Final = "AGONIST_SECRET_KEY"

LEAST_CHARACTERS: Final = 32
"""The fewest characters; a shorter secret could be guessed with a copy of the database."""

EXTRA: Final = "accounts need extra packages: "


def secrets_from(environ: Mapping[str, str] | None = None) -> Sequence[str]:
    """The secrets in the environment, newest first: the first encrypts, all of them decrypt.

    To replace a secret, put the new one before the old one with a comma between them.
    Raises `UsageError` if there is none, or a short one.
    """
    text = (os.environ if environ is None else environ).get(VARIABLE, "")
    found = [secret.strip() for secret in text.split(",") if secret.strip()]
    if not found or min(map(len, found)) < LEAST_CHARACTERS:
        what = "is not set" if not found else f"has fewer than {LEAST_CHARACTERS} characters"
        raise UsageError(
            f"the environment variable {VARIABLE} {what}. Make a secret once, keep it apart from the "
            f"database and give it to each process of the platform: export {VARIABLE}=$(openssl rand -hex 32)"
        )
    return found


def derived(secret: str, purpose: str) -> bytes:
    """32 bytes for one purpose (HKDF with SHA-256, RFC 5869); knowing those of one purpose reveals no others.

    Raises `UsageError` if the extra is not installed.
    """
    try:
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    except ModuleNotFoundError:
        raise UsageError(EXTRA + install("platform")) from None
    return HKDF(SHA256(), length=32, salt=None, info=f"agonist {purpose}".encode()).derive(secret.encode())
