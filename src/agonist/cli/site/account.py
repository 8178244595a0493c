"""The command `account`."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from agonist.cli.options import Database
from agonist.core import UsageError, counted

if TYPE_CHECKING:
    from agonist.store import Store

PAGE: Final = 500
"""Accounts that are read at once."""


def account(
    name: Annotated[str, typer.Argument(help="The name of the account, new or not.")] = "",
    db: Database = "agonist.db",
    role: Annotated[
        Literal["member", "admin"] | None, typer.Option(help="Its role; a new account is a member.")
    ] = None,
    block: Annotated[str | None, typer.Option(help="Block it, for this reason.")] = None,
    unblock: Annotated[bool, typer.Option("--unblock", help="Unblock it.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="List all accounts.")] = False,
    new_secret: Annotated[
        bool, typer.Option("--new-secret", help="Encrypt all members' keys with the newest secret.")
    ] = False,
) -> int:
    """Create an account of a public site, change its role, block it, or set a new password; list them all."""
    from agonist.arena.accounts.authentication import Accounts, folded
    from agonist.arena.accounts.encrypted_keys import encrypt_anew
    from agonist.store import Store
    from agonist.store.platform.accounts import user_named

    if block is not None and (unblock or not block.strip()):
        raise UsageError(
            "--block takes a reason, which its owner sees, and cannot be combined with --unblock"
        )
    about_one = name or role or block is not None or unblock
    if (list_ or new_secret) and (about_one or list_ == new_secret):
        raise UsageError("--list and --new-secret are about all accounts: give one of them alone")
    if not (name or list_ or new_secret):
        raise UsageError("name an account, or list all of them with --list")
    with Store.open(db, must_exist=True) as store:
        if list_:
            return _list(store)
        if new_secret:
            print(f"{counted(encrypt_anew(store), 'key')} encrypted with the newest secret.")
            return 0
        accounts = Accounts(store)
        known = user_named(store, folded(name.strip()))
        if known is None:
            if block is not None or unblock:
                raise UsageError(f"there is no account {name}")
            created = asyncio.run(accounts.add(name, _password(), role or "member"))
            print(f"{created.name} has an account, as {created.role}.")
        elif role is None and block is None and not unblock:
            asyncio.run(accounts.set_password(known[0].id, _password()))
            print(f"{known[0].name} has a new password, and is signed out everywhere; its tokens have ended.")
        else:
            reason = "" if unblock else None if block is None else block
            changed = accounts.change(known[0].id, role=role, blocked=reason)
            print(f"{changed.name}: {f'blocked, {changed.blocked}' if changed.blocked else changed.role}")
        accounts.passwords.close()
    return 0


def _list(store: Store) -> int:
    from agonist.store.platform.accounts import users

    before = None
    while found := users(store, before=before, limit=PAGE):
        for each in found:
            since = datetime.fromtimestamp(each.created, UTC).date().isoformat()
            state = f"blocked: {each.blocked}" if each.blocked else ""
            print(f"{each.name:30}  {each.role:6}  {since}  {state}".rstrip())
        before = found[-1].id
    return 0


def _password() -> str:
    """The password: typed twice at a terminal, elsewhere the first line of standard input."""
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\r\n")
