"""Members' API keys: stored encrypted, shown to nobody, decrypted only for the process that plays.

Each owner's keys are encrypted with a key of their own, derived from the platform's secret, so that a row
copied to another account cannot be read there.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from agonist.arena.accounts.platform_secret import EXTRA, VARIABLE, derived, secrets_from
from agonist.core import UsageError
from agonist.extras import install
from agonist.store import Store
from agonist.store.platform.encrypted_keys import (
    StoredKey,
    add_key,
    change_encrypted,
    encrypted_key,
    keys_of,
    remove_key,
)

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

__all__ = ["StoredKey", "keep", "keys_of", "remove_key", "reveal"]

KEY_CHARACTERS: Final = 500
"""Characters of a key."""

KEYS_PER_ACCOUNT: Final = 50
"""Keys of one account."""

LABEL_CHARACTERS: Final = 60
"""Characters of a label."""


def keep(
    store: Store, owner: int, label: str, secret: str, *, environ: Mapping[str, str] | None = None
) -> int:
    """Encrypt and store a key; returns its id. Raises `UsageError` for an invalid key or a taken label."""
    label, secret = label.strip(), secret.strip()
    if not label or len(label) > LABEL_CHARACTERS or not label.isprintable():
        raise UsageError(f"give the key a name of 1 to {LABEL_CHARACTERS} characters")
    if not secret or len(secret) > KEY_CHARACTERS or not secret.isascii() or not secret.isprintable():
        raise UsageError(f"a key has 1 to {KEY_CHARACTERS} printable ASCII characters")
    if " " in secret:
        raise UsageError("a key has no spaces in it")
    if len(keys_of(store, owner)) >= KEYS_PER_ACCOUNT:
        raise UsageError(f"an account has at most {KEYS_PER_ACCOUNT} keys: delete one first")
    encrypted = _cipher(owner, environ).encrypt(secret.encode()).decode("ascii")
    return add_key(store, owner, label, encrypted, time.time())


def reveal(
    store: Store, key: int, *, owner: int | None = None, environ: Mapping[str, str] | None = None
) -> str:
    """The key itself, for the process that plays and nobody else.

    With `owner`, raises `UsageError` for a key of somebody else: no key may pay for another account's agent.
    Also raises it if the secret is not the one that the key was encrypted with.
    """
    whose, encrypted = encrypted_key(store, key)
    if owner is not None and whose != owner:
        raise UsageError(f"key {key} belongs to another account")
    cipher = _cipher(whose, environ)
    from cryptography.fernet import InvalidToken  # it is installed: `_cipher` has used it

    try:
        return cipher.decrypt(encrypted.encode("ascii")).decode()
    except InvalidToken:
        raise UsageError(
            f"key {key} cannot be read: {VARIABLE} is not the secret that it was encrypted with. Set the old "
            "one again (after the new one, with a comma between them), or have its owner enter it again"
        ) from None


def encrypt_anew(store: Store, environ: Mapping[str, str] | None = None) -> int:
    """Encrypt all keys with the newest secret, so that older ones are needed no more; returns how many.

    Raises `UsageError`, and changes nothing, if a key can be read with none of the secrets.
    """

    def changed(owner: int, encrypted: str) -> str:
        cipher = _cipher(owner, environ)
        from cryptography.fernet import InvalidToken

        try:
            return cipher.rotate(encrypted.encode("ascii")).decode("ascii")
        except InvalidToken:
            raise UsageError(
                f"a key of account {owner} cannot be read with the secrets in {VARIABLE}: nothing was changed"
            ) from None

    return change_encrypted(store, changed)


def _cipher(owner: int, environ: Mapping[str, str] | None) -> MultiFernet:
    try:
        from cryptography.fernet import Fernet, MultiFernet
    except ModuleNotFoundError:
        raise UsageError(EXTRA + install("platform")) from None
    purpose = f"API keys of account {owner}"
    ciphers = [Fernet(base64.urlsafe_b64encode(derived(secret, purpose))) for secret in secrets_from(environ)]
    return MultiFernet(ciphers)
