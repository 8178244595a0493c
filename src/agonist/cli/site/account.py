"""The command `account`."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated, Literal

import typer

from agonist.cli.options import Database
from agonist.core import UsageError


def account(
    name: Annotated[str, typer.Argument(help="The name of the account, new or not.")],
    db: Database = "agonist.db",
    role: Annotated[
        Literal["member", "admin"] | None, typer.Option(help="Its role; a new account is a member.")
    ] = None,
    block: Annotated[str | None, typer.Option(help="Block it, for this reason.")] = None,
    unblock: Annotated[bool, typer.Option("--unblock", help="Unblock it.")] = False,
) -> int:
    """Create an account of a public site, change its role, block it, or set a new password."""
    from agonist.arena.accounts.authentication import Accounts, folded
    from agonist.store import Store
    from agonist.store.platform.accounts import user_named

    if block is not None and (unblock or not block.strip()):
        raise UsageError(
            "--block takes a reason, which its owner sees, and cannot be combined with --unblock"
        )
    with Store.open(db, must_exist=True) as store:
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


def _password() -> str:
    """The password: typed twice at a terminal, elsewhere the first line of standard input."""
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\r\n")
