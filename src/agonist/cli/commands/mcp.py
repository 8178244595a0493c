"""The command `mcp`: a seat for a client of the Model Context Protocol."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable, Mapping
from shlex import quote
from typing import Annotated, Any, Final, TypeAlias

import typer

from agonist import api
from agonist.cli import completion
from agonist.cli.game_and_player_arguments import with_seats
from agonist.cli.options import Database
from agonist.cli.run_options import Dollars, PolicyName, Requests, Seed, Tokens
from agonist.cli.streams import only_data
from agonist.core import AgonistError, UsageError
from agonist.extras import expect_library
from agonist.players import Paused
from agonist.players.python_agents import OBJECT
from agonist.run_config import RunConfig
from agonist.tournament import RunStatus, parse_target

HOST: Final = "127.0.0.1"
"""The address of a seat over HTTP: only this machine, since any client that reaches it can play."""

Play: TypeAlias = Callable[[Mapping[str, Any]], RunStatus]
"""Plays the match with these Python objects among its players."""


def mcp(
    game: Annotated[str, typer.Argument(help="A game with options, such as 'connect_four?rows=5'.")] = "",
    players: Annotated[
        list[str] | None,
        typer.Argument(
            help="A player for each other seat, or one for all; the same as --player.",
            autocompletion=completion.players,
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "--opponent",
            help="A player for another seat, in order; repeat it, or name one for all.",
            autocompletion=completion.players,
        ),
    ] = None,
    seat: Annotated[int, typer.Option(help="The client's seat, from 0.")] = 0,
    name: Annotated[str, typer.Option(help="The client's name in the database.")] = "mcp",
    seed: Seed = 0,
    db: Database = "agonist.db",
    policy: PolicyName = "default",
    budget_usd: Dollars = None,
    budget_tokens: Tokens = None,
    budget_requests: Requests = None,
    resume: Annotated[str, typer.Option(help="Continue the match of this run instead of a new one.")] = "",
    http: Annotated[
        int | None, typer.Option(help="Serve over streamable HTTP at this port instead of stdio.")
    ] = None,
) -> int:
    """Offer a seat as tools to any MCP client; the match is stored like any other."""
    expect_library("mcp", "The MCP SDK", "mcp")
    config = RunConfig(budget_usd, budget_tokens, budget_requests)
    if players and player:
        raise UsageError(f"name the players behind {game}, or each with --player, not both ways")
    others = players or player or []
    if bool(game) == bool(resume):
        raise UsageError("name a game, or a run to continue: agonist mcp --resume latest")

    def play(objects: Mapping[str, Any]) -> RunStatus:
        if resume:
            return api.resume(resume, db=db, config=config, players=objects)
        seats = _others(game, seat, others, name)
        target = with_seats(game, len(seats))
        return api.run(
            target, objects, seats=seats, matches=1, seed=seed, db=db, policy=policy, config=config
        )

    # Errors are reported before a client connects.
    if http is not None:
        _expect_free(http)
    with only_data():  # the SDK does the same while it serves
        if resume:
            name = _client(resume, db)
        else:
            _others(game, seat, others, name)
    return asyncio.run(_serve(play, name, http))


def _expect_free(port: int) -> None:
    """Raise `UsageError` if nothing can be served at this port."""
    try:
        with socket.create_server((HOST, port)):
            pass
    except (OSError, OverflowError) as error:
        raise UsageError(f"--http {port}: nothing can be served there ({error}); name another port") from None


def _others(game: str, seat: int, opponents: list[str], name: str) -> dict[int, str]:
    """The player of each seat, the client by its name."""
    seats = parse_target(with_seats(game, len(opponents) + 1) if len(opponents) > 1 else game).game.seats
    if seat not in range(seats):
        raise UsageError(f"--seat is from 0 to {seats - 1}, not {seat}")
    if len(opponents) not in (1, seats - 1):
        many = f"1 or {seats - 1} players" if seats > 2 else "1 player"
        raise UsageError(
            f"name {many} for the other seats, not {len(opponents)}: agonist mcp {quote(game)} --player SPEC"
        )
    rest = iter(opponents * (seats - 1) if len(opponents) == 1 else opponents)
    return {at: name if at == seat else next(rest) for at in range(seats)}


def _client(run: str, db: str) -> str:
    """The name of the client in a run that is continued."""
    from agonist.store import Store

    with Store.open(db, must_exist=True) as store:
        specs = store.run(run).plan.get("specs", {})
    for name, spec in specs.items():
        if spec == f"{OBJECT}:{name}":
            return str(name)
    raise UsageError(f"run {run} has no MCP client among its players; continue it with agonist resume {run}")


async def _serve(play: Play, name: str, http: int | None) -> int:
    from agonist.adapters.mcp.server import server_of
    from agonist.players.python_agents.question_exchange import Desk

    desk = Desk()

    def match() -> int:
        try:
            status = play({name: desk.player})
        except AgonistError as error:
            desk.close(f"The match cannot be played: {error}")
            raise
        if status.exit_code:
            why = status.reasons[0]
            desk.close(f"The match is suspended: {why}. To continue: agonist mcp --resume {status.run}")
            if not isinstance(why, Paused):
                print(f"agonist: {why}", file=sys.stderr)
            return 0 if isinstance(why, Paused) else status.exit_code
        return 0

    playing = asyncio.create_task(asyncio.to_thread(match))
    server = server_of(desk)
    try:
        if http is None:
            await server.run_stdio_async()
        else:
            print(f"The seat is at http://{HOST}:{http}/mcp; Ctrl-C ends.", file=sys.stderr, flush=True)
            await server.run_streamable_http_async(host=HOST, port=http)
    finally:
        desk.leave()
    return await playing
