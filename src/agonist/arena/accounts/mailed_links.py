"""Links in mails: each carries, encrypted, what it is for and for whom, and ends by itself."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from agonist.arena.accounts.platform_secret import derived, secrets_from
from agonist.core import UsageError

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

CONFIRM_SECONDS: Final = 3 * 86_400
RESET_SECONDS: Final = 3600

GONE: Final = "this link is not valid any more: ask for another one"


def sealed_link(purpose: str, **what: str | int) -> str:
    """The last part of a link: text that only this site can write or read."""
    text = json.dumps({"for": purpose, **what})
    return _cipher().encrypt(text.encode()).decode("ascii")


def opened_link(token: str, purpose: str, seconds: int) -> Mapping[str, str | int]:
    """What a link carries. Raises `UsageError` if it has another purpose, or is older than `seconds`."""
    from cryptography.fernet import InvalidToken

    try:
        found = json.loads(_cipher().decrypt(token.encode("ascii"), ttl=seconds))
    except (InvalidToken, ValueError):
        raise UsageError(GONE) from None
    if found.pop("for") != purpose:
        raise UsageError(GONE)
    return dict(found)


def _cipher() -> MultiFernet:
    from cryptography.fernet import Fernet, MultiFernet

    keys = [derived(secret, "links in mails") for secret in secrets_from()]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])
