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
    from agonist.arena.accounts.authentication import Accounts
    from agonist.store import Store
    from agonist.store.platform.accounts import User

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
    data: Annotated[
        bool, typer.Option("--data", help="Print all that is kept about it, but for secrets, as JSON.")
    ] = False,
    delete: Annotated[
        bool, typer.Option("--delete", help="Delete it with its data; matches stay, without its name.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before deleting.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="List all accounts.")] = False,
    new_secret: Annotated[
        bool, typer.Option("--new-secret", help="Encrypt all members' keys with the newest secret.")
    ] = False,
) -> int:
    """Create an account of a public site, set its password, change, block or delete it; list all of them."""
    from agonist.arena.accounts.authentication import Accounts, folded
    from agonist.arena.accounts.encrypted_keys import encrypt_anew
    from agonist.store import Store
    from agonist.store.platform.accounts import user_named

    if block is not None and (unblock or not block.strip()):
        raise UsageError(
            "--block takes a reason, which its owner sees, and cannot be combined with --unblock"
        )
    changes = role is not None or block is not None or unblock
    if data + delete + changes > 1:
        raise UsageError("--data and --delete do nothing else: give one of them alone")
    if (list_ or new_secret) and (name or data or delete or changes or list_ == new_secret):
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
            if block is not None or unblock or data or delete:
                raise UsageError(f"there is no account {name}")
            created = asyncio.run(accounts.add(name, _password(), role or "member"))
            print(f"{created.name} has an account, as {created.role}.")
        elif data:
            _print_data(store, known[0].id)
        elif delete:
            _delete(accounts, known[0], yes)
        elif not changes:
            asyncio.run(accounts.set_password(known[0].id, _password()))
            print(f"{known[0].name} has a new password, and is signed out everywhere; its tokens have ended.")
        else:
            reason = "" if unblock else None if block is None else block
            changed = accounts.change(known[0].id, role=role, blocked=reason)
            print(f"{changed.name}: {f'blocked, {changed.blocked}' if changed.blocked else changed.role}")
        accounts.passwords.close()
    return 0


def _print_data(store: Store, number: int) -> None:
    import orjson

    from agonist.arena.account_data import account_data

    print(orjson.dumps(account_data(store, number), option=orjson.OPT_INDENT_2).decode())


def _delete(accounts: Accounts, known: User, yes: bool) -> None:
    from agonist.arena.account_data import delete_with_data
    from agonist.store.platform.account_deletion import deleted_name

    shown = deleted_name(known.id)
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError(f"this would delete the account {known.name}; to do it unasked, add --yes")
        if not typer.confirm(f"Delete the account {known.name}? It cannot be restored.", err=True):
            return
    asyncio.run(delete_with_data(accounts, known.id))
    print(f"{known.name} is deleted; in matches, its name is now {shown!r}.")


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
