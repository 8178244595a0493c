"""Passwords, hashed by argon2id (RFC 9106) a few at a time: each takes 64 MiB while it is hashed."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, TypeVar

from agonist.arena.accounts.platform_secret import EXTRA
from agonist.core import AgonistError, UsageError
from agonist.extras import install

if TYPE_CHECKING:
    from argon2 import PasswordHasher

T = TypeVar("T")

LEAST_CHARACTERS: Final = 10
PASSWORD_CHARACTERS: Final = 200
"""Characters of a password."""

MOST_HASHES: Final = 2
"""How many passwords are hashed at once; others wait."""

MOST_WAITING: Final = 30
"""How many may wait; further visitors are asked to come back."""


CHARACTERS_LOOKED_AT: Final = 72

LEAST_GUESSES: Final = 1e6
"""A password that a list or a pattern gives away within so many guesses is refused."""


class Busy(AgonistError):
    """Too many people sign in at this moment."""


def _usual() -> PasswordHasher:
    try:
        from argon2 import PasswordHasher
        from argon2.profiles import RFC_9106_LOW_MEMORY
    except ModuleNotFoundError:
        raise UsageError(EXTRA + install("platform")) from None
    return PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)


def _check_not_guessed(password: str, owner: str) -> None:
    from zxcvbn import zxcvbn

    # Its time grows with the cube of the length, and what is longer is not in a list.
    found = zxcvbn(password[:CHARACTERS_LOOKED_AT], user_inputs=[owner, "agonist"])
    if found["guesses"] < LEAST_GUESSES:
        why = found["feedback"]["warning"].rstrip(".")
        told = f" ({why[0].lower()}{why[1:]})" if why else ""
        raise UsageError(f"this password is among the first that are tried{told}: choose another")


@dataclass
class Passwords:
    """Hashes and checks passwords in its own threads, so that pages stay responsive.

    Raises `UsageError` if the extra is not installed.
    """

    hasher: PasswordHasher = field(default_factory=_usual)
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(MOST_HASHES, "passwords"))
    _waiting: int = 0

    async def hashed(self, password: str, *, owner: str = "") -> str:
        """The hash of a new password of the account with this name.

        Raises `UsageError` for one that is easily guessed, and `Busy`.
        """
        text = _normal(password)
        if not LEAST_CHARACTERS <= len(text) <= PASSWORD_CHARACTERS:
            raise UsageError(f"a password has {LEAST_CHARACTERS} to {PASSWORD_CHARACTERS} characters")
        if len(set(text)) < 4:
            raise UsageError("choose a password with more than three different characters")
        await self._run(partial(_check_not_guessed, text, owner))
        return await self._run(partial(self.hasher.hash, text))

    async def hashed_again(self, password: str) -> str:
        """The hash of a password that is in use, which may be older than today's rules. Raises `Busy`."""
        return await self._run(partial(self.hasher.hash, _normal(password)))

    async def is_right(self, known: str | None, password: str) -> bool:
        """Whether a hash is that of a password; false without a hash. Raises `Busy`."""
        right = await self._run(partial(self._verified, known, _normal(password)[: PASSWORD_CHARACTERS + 1]))
        return right and known is not None

    def is_outdated(self, known: str) -> bool:
        """Whether a hash was made with other parameters than are used now."""
        return self.hasher.check_needs_rehash(known)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(cancel_futures=True)

    @cached_property
    def _nobodys(self) -> str:
        # Checked for an unknown name, so that it takes as long as for a known one.
        return self.hasher.hash("a password that nobody has")

    def _verified(self, known: str | None, password: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return self.hasher.verify(known or self._nobodys, password)
        except (InvalidHashError, VerificationError):
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Busy("Many people are signing in at this moment: try again in a few seconds.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _normal(password: str) -> str:
    """The password in Unicode normal form, since keyboards compose characters differently."""
    return unicodedata.normalize("NFKC", password)
