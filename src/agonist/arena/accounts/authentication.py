"""Accounts: signing up, in and out, and the tokens of programs."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
import unicodedata
from asyncio import to_thread
from dataclasses import dataclass, field
from typing import Final

from agonist.arena.accounts.names import check_free
from agonist.arena.accounts.passwords import Passwords
from agonist.arena.accounts.permissions import Visitor
from agonist.core import UsageError
from agonist.players.lookalike_names import normalized
from agonist.store import Store
from agonist.store.platform.accounts import (
    ADMIN,
    Session,
    User,
    add_session,
    add_token,
    add_user,
    change_user,
    end_sessions,
    has_admin,
    password_of,
    remove_tokens,
    tokens_of,
    user,
    user_named,
    user_of_session,
    user_of_token,
)

NAME: Final = re.compile(r"[^\W\d_][\w.-]{1,29}")

SESSION_SECONDS: Final = 30 * 86_400.0
"""Seconds that a browser stays signed in."""

TOKEN: Final = "agonist_"
"""The prefix of programs' tokens, by which leaked tokens can be recognised."""

MOST_TOKENS: Final = 50
LABEL_CHARACTERS: Final = 60
"""The most characters of a token's name."""


class WrongPassword(UsageError):
    """The name or the password is wrong."""


@dataclass
class Accounts:
    """The accounts of one platform.

    `first` lets somebody sign up as the first admin; it is valid while there is none, and until the server
    ends. `closed`: nobody else can sign up.
    """

    store: Store
    passwords: Passwords = field(default_factory=Passwords)
    closed: bool = False
    first: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    def is_first(self, secret: str) -> bool:
        """Whether this is the secret with which the first admin signs up, and there is no admin yet."""
        return hmac.compare_digest(secret.encode(), self.first.encode()) and not has_admin(self.store)

    async def sign_up(self, name: str, password: str, first: str = "") -> User:
        """Create an account. Raises `UsageError` for an invalid or taken name, or a bad password."""
        is_first = bool(first) and await to_thread(self.is_first, first)
        role = ADMIN if is_first else "member"
        if self.closed and role != ADMIN:
            raise UsageError("only an admin can create accounts here: ask one of them")
        return await self.add(name, password, role)

    async def add(self, name: str, password: str, role: str) -> User:
        """Create an account with this role. Raises `UsageError` as `sign_up` does."""
        name = normalized(name)
        if not NAME.fullmatch(name):
            raise UsageError("a name has 2 to 30 letters, digits, '.', '_' and '-', a letter first")
        if folded(password) == folded(name):
            raise UsageError("the password is the name: choose another password")
        await to_thread(check_free, self.store, name)
        digest = await self.passwords.hashed(password, owner=name)
        return await to_thread(add_user, self.store, name, folded(name), digest, role, time.time())

    async def sign_in(self, name: str, password: str) -> User:
        """The account. Raises `WrongPassword`, also for an unknown name, and `UsageError` for a blocked
        account.
        """
        known = await to_thread(user_named, self.store, folded(name.strip()))
        if not await self.passwords.is_right(None if known is None else known[1], password) or known is None:
            raise WrongPassword("the name or the password is wrong")
        found, digest = known
        if found.blocked:
            raise UsageError(f"this account is blocked: {found.blocked}")
        if self.passwords.is_outdated(digest):
            newer = {"password": await self.passwords.hashed_again(password)}
            await to_thread(change_user, self.store, found.id, newer)
        return found

    def open_session(self, account: User, browser: str) -> str:
        """Open a session of a browser; returns the value of its cookie."""
        secret, now = secrets.token_urlsafe(32), time.time()
        printable = re.sub(r"[^ -~]", "", browser)[:200]
        add_session(
            self.store, account.id, Session(digest_of(secret), now, now, now + SESSION_SECONDS, printable)
        )
        return secret

    def by_session(self, secret: str) -> Visitor | None:
        """The account of the session with this cookie, if there is one."""
        digest = digest_of(secret)
        found = user_of_session(self.store, digest, time.time())
        return None if found is None else _visitor(found, digest)

    def by_token(self, token: str) -> Visitor | None:
        """The account of the program with this token, if there is one."""
        digest = digest_of(token)
        found = user_of_token(self.store, digest, time.time())
        return None if found is None else _visitor(found, digest)

    def add_token(self, account: int, label: str) -> str:
        """A new token for a program of this account, shown once. Raises `UsageError` for a bad label."""
        label = label.strip()
        if not label or len(label) > LABEL_CHARACTERS or not label.isprintable():
            raise UsageError(f"give the token a name of 1 to {LABEL_CHARACTERS} characters")
        if len(tokens_of(self.store, account)) >= MOST_TOKENS:
            raise UsageError(f"an account has at most {MOST_TOKENS} tokens: delete one first")
        token = TOKEN + secrets.token_urlsafe(32)
        add_token(self.store, account, digest_of(token), label, time.time())
        return token

    async def check_password(self, account: int, password: str) -> None:
        """Raise `WrongPassword` unless this is the account's password."""
        if not await self.passwords.is_right(await to_thread(password_of, self.store, account), password):
            raise WrongPassword("the present password is wrong")

    async def change_password(self, account: int, old: str, new: str, session: str) -> None:
        """Set a new password, and sign all other browsers out. Raises `WrongPassword` and `UsageError`."""
        await self.check_password(account, old)
        await self.set_password(account, new, but=session)

    async def set_password(self, account: int, new: str, but: str | None = None) -> None:
        """Set a new password, sign all browsers out `but` one, and end all tokens of programs.

        Whoever changes a password fears that somebody else has been in, who may have made a token.
        """
        owner = await to_thread(user, self.store, account)
        digest = await self.passwords.hashed(new, owner="" if owner is None else owner.name)
        await to_thread(change_user, self.store, account, {"password": digest})
        await to_thread(end_sessions, self.store, account, but=but)
        await to_thread(remove_tokens, self.store, account)

    def change(self, account: int, *, role: str | None = None, blocked: str | None = None) -> User:
        """Set the role of an account, or why it is blocked (empty: not any more).

        Raises `UsageError` for an unknown account or role, and for the last admin.
        """
        if user(self.store, account) is None:
            raise UsageError(f"there is no account {account}")
        if role is not None and role not in ("member", ADMIN):
            raise UsageError(f"a role is member or {ADMIN}, not {role!r}")
        changes = {"role": role, "blocked": None if blocked is None else blocked.strip()[:300]}
        change_user(
            self.store, account, {name: value for name, value in changes.items() if value is not None}
        )
        if blocked:
            end_sessions(self.store, account)
        found = user(self.store, account)
        assert found is not None
        return found


def folded(name: str) -> str:
    """A name as used for comparisons: case-folded and Unicode-normalised.

    >>> folded("ＡＮＮ") == folded("Ann")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def digest_of(secret: str) -> str:
    """The stored hash of a cookie or a token; these are long and random, so that a plain hash is safe."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _visitor(account: User, session: str) -> Visitor:
    return Visitor(account.id, account.name, "admin" if account.role == ADMIN else "member", session)
