"""The command `serve`."""

from __future__ import annotations

import os
import webbrowser
from contextlib import suppress
from typing import Annotated

import typer

from agonist.cli.interruption import without_password
from agonist.cli.options import Database
from agonist.core import UsageError
from agonist.extras import install
from agonist.models.address_kinds import is_loopback

PORT = 8642

PUBLIC = "With accounts (--public)"


def serve(
    db: Database = "agonist.db",
    port: Annotated[int, typer.Option(help="The port to listen at; 0 for any.", min=0, max=65535)] = PORT,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
    with_accounts: Annotated[
        bool,
        typer.Option("--public", help="For a group or the world: with accounts.", rich_help_panel=PUBLIC),
    ] = False,
    host: Annotated[
        str, typer.Option(help="The address of this machine to listen at.", rich_help_panel=PUBLIC)
    ] = "127.0.0.1",
    trusted_host: Annotated[
        list[str] | None,
        typer.Option(help="A name by which browsers reach it, as play.example.org.", rich_help_panel=PUBLIC),
    ] = None,
    root_path: Annotated[
        str, typer.Option(help="The path at which a proxy serves it, as /agonist.", rich_help_panel=PUBLIC)
    ] = "",
    secure_cookies: Annotated[
        bool | None,
        typer.Option(
            "--secure-cookies/--no-secure-cookies",
            help="Whether browsers reach it by https; the default, except on loopback.",
            rich_help_panel=PUBLIC,
        ),
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(
            help="Addresses of trusted proxies, separated by commas.",
            rich_help_panel=PUBLIC,
        ),
    ] = "127.0.0.1",
    no_sign_up: Annotated[
        bool, typer.Option("--no-sign-up", help="Only admins make accounts.", rich_help_panel=PUBLIC)
    ] = False,
    private_addresses: Annotated[
        bool,
        typer.Option(
            "--private-addresses",
            help="Members' agents may be on this machine or in its network.",
            rich_help_panel=PUBLIC,
        ),
    ] = False,
    no_play: Annotated[
        bool, typer.Option("--no-play", help="Play no matches: workers do.", rich_help_panel=PUBLIC)
    ] = False,
) -> int:
    """Open a site over a database: leaderboard, matches live and step by step, agents, games to play."""
    from agonist.store import Store

    extra = "platform" if with_accounts else "serve"
    try:
        from agonist.web.public_site_settings import PublicSettings
        from agonist.web.serve import serve as serve_pages
    except ModuleNotFoundError as error:
        if error.name not in ("fastapi", "prometheus_client", "starlette", "uvicorn"):
            raise
        raise UsageError(f"the site needs extra packages: {install(extra)}") from None
    public = None
    if with_accounts:
        public = PublicSettings(host, trusted_host or (), root_path, secure_cookies, proxy, not no_sign_up)
        if private_addresses:
            _allow_private_addresses()
    elif host != "127.0.0.1" or trusted_host or root_path or no_sign_up or private_addresses or no_play:
        raise UsageError("this option needs --public; without it, the site is for this machine only")

    def ready(link: str) -> None:
        if public is not None:
            _say_public(link, without_password(db))
            return
        print(
            f"Agonist over {without_password(db)}; Ctrl-C stops it. "
            f"Only this link lets a browser in:\n  {link}",
            flush=True,
        )
        if not no_open:
            webbrowser.open(link)

    with Store.open(db) as store, suppress(KeyboardInterrupt):
        serve_pages(store, db, port, ready, public=public, play=not no_play)
    print("Stopped.")
    return 0


def _allow_private_addresses() -> None:
    from agonist.arena.agents.public_addresses import PRIVATE

    os.environ[PRIVATE] = "yes"  # the process that plays reads it


def _say_public(link: str, database: str) -> None:
    site, first, _ = link.partition("/sign-up?")
    print(f"Agonist over {database} at {site}; Ctrl-C stops it.", flush=True)
    if first:
        print(f"Nobody manages accounts yet. Make the first one with this link:\n  {link}", flush=True)
    if link.startswith("http://") and not is_loopback(link):
        print("Passwords travel unencrypted: put a proxy with https before it.", flush=True)
