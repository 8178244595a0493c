"""The command `serve`."""

from __future__ import annotations

import webbrowser
from contextlib import suppress
from typing import Annotated

import typer

from agonist.cli.interruption import shown
from agonist.cli.options import Database
from agonist.core import UsageError

PORT = 8642


def serve(
    db: Database = "agonist.db",
    port: Annotated[int, typer.Option(help="The port to listen at; 0 for any.", min=0, max=65535)] = PORT,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
) -> int:
    """Open a local site over a database: leaderboard, matches live and step by step, runs, games to play."""
    from agonist.store import Store

    try:
        from agonist.web.serve import serve as serve_pages
    except ModuleNotFoundError as error:
        if error.name not in ("fastapi", "starlette", "uvicorn"):
            raise
        raise UsageError("the site needs the packages of an extra: pip install 'agonist[serve]'") from None

    def ready(link: str) -> None:
        print(
            f"Agonist over {shown(db)}; Ctrl-C stops it. Only this link lets a browser in:\n  {link}",
            flush=True,
        )
        if not no_open:
            webbrowser.open(link)

    with Store.open(db) as store, suppress(KeyboardInterrupt):
        serve_pages(store, db, port, ready)
    print("Stopped.")
    return 0
