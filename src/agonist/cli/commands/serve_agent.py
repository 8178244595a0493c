"""The command `serve-agent`."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from agonist.cli.game_and_player_arguments import OnePlayer, OnePlayerOption, one_player
from agonist.cli.run_options import Dollars, Requests
from agonist.games import find_kit
from agonist.models.address_kinds import is_loopback
from agonist.models.providers import bearer
from agonist.players import parse_player
from agonist.run_config import RunConfig

AGENT_PORT = 7860


def serve_agent(
    named: OnePlayer = None,
    player: OnePlayerOption = None,
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen at; 0 for any.")] = AGENT_PORT,
    key_env: Annotated[
        str | None, typer.Option(help="The environment variable with a bearer token that hosts must send.")
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option(help="Your own game that hosts may play, as module:KIT.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed and games give the same answers; by default, a secret one."),
    ] = None,
    budget_usd: Dollars = None,
    budget_requests: Requests = None,
) -> int:
    """Serve a player as an HTTP agent to any host that uses the WiS agent protocol."""
    from agonist.adapters.wis_agent import AgentServer
    from agonist.adapters.wis_agent import serve as serve_player

    served = one_player(named, player, "serve-agent")
    spec = parse_player(served)
    registry = RunConfig(budget_usd, requests=budget_requests).player_registry()
    server = AgentServer(
        spec.label,
        registry.factory(served),
        host=host,
        port=port,
        key=None if key_env is None else bearer(key_env, "serve-agent"),
        seed=seed,
        more={name: find_kit(name) for name in game or ()},
    )

    def ready(server: AgentServer) -> None:
        print(f"{spec.label} is an agent at {server.url}; Ctrl-C stops it.")
        if not is_loopback(server.url) and key_env is None:
            print("Other machines may reach it, and no token is asked (--key-env).")
        print(
            "Against it, in another terminal:\n"
            f"  agonist play who_is_spy http:{server.url} random random random random random",
            flush=True,
        )

    try:
        asyncio.run(serve_player(server, ready))
    except KeyboardInterrupt:
        print("\nStopped.")
    return 0
