"""The command `openenv`: seats of a game, served by OpenEnv."""

from __future__ import annotations

from typing import Annotated

import typer

from agonist.cli import completion
from agonist.cli.game_and_player_arguments import with_seats
from agonist.cli.run_options import Dollars, PolicyName, Requests, Tokens
from agonist.core import UsageError
from agonist.extras import expect_library
from agonist.match.invalid_answer_policy import parse_policy
from agonist.run_config import RunConfig


def openenv(
    game: Annotated[str, typer.Argument(help="A game with options, such as 'connect_four?rows=5'.")],
    players: Annotated[
        list[str],
        typer.Argument(
            help="A player for each other seat, or one for all.", autocompletion=completion.players
        ),
    ],
    seat: Annotated[int, typer.Option(help="The clients' seat, from 0; a reset may name another.")] = 0,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen at; 0 for any.")] = 8000,
    sessions: Annotated[int, typer.Option(help="The most sessions at once.", min=1)] = 1_000,
    policy: PolicyName = "default",
    budget_usd: Dollars = None,
    budget_tokens: Tokens = None,
    budget_requests: Requests = None,
) -> int:
    """Serve a seat of a game as an OpenEnv environment; each session is a match of its own."""
    expect_library("openenv", "OpenEnv", "openenv")
    if not 0 <= port < 2**16:
        raise UsageError(f"--port is from 0 to 65535, not {port}")
    import uvicorn

    from agonist.adapters.openenv import app_of

    app = app_of(
        with_seats(game, len(players) + 1) if len(players) > 1 else game,
        players,
        seat=seat,
        policy=parse_policy(policy),
        config=RunConfig(budget_usd, budget_tokens, budget_requests),
        sessions=sessions,
    )
    print(f"A seat of {game}, for clients of OpenEnv; Ctrl-C stops it.", flush=True)
    # `log_level` info prints the address, which is the system's choice for port 0.
    uvicorn.run(app, host=host, port=port, log_level="info", access_log=False)
    return 0
