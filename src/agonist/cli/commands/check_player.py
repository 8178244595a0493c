"""The command `check-player`."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer

from agonist.cli.game_and_player_arguments import OnePlayer, OnePlayerOption, one_player
from agonist.cli.options import Json
from agonist.cli.run_options import Dollars, Requests, Seed, Tokens
from agonist.cli.streams import only_data
from agonist.contract import player_check as contract
from agonist.contract.player_check import PlayerCheck
from agonist.games import dressed_names, find_kit, game_names
from agonist.games.titles import title_of
from agonist.models.event_loop import blocking
from agonist.players import parse_player
from agonist.players.python_agents import find_agent
from agonist.players.registry import PlayerRegistry
from agonist.reports.columns_or_blocks import show
from agonist.reports.safe_text import on_one_line
from agonist.run_config import RunConfig


def check_player(
    named: OnePlayer = None,
    player: OnePlayerOption = None,
    game: Annotated[
        list[str] | None,
        typer.Option(help="A game to check it at; without one, all but those of libraries."),
    ] = None,
    seed: Seed = 0,
    budget_usd: Dollars = None,
    budget_tokens: Tokens = None,
    budget_requests: Requests = None,
    as_json: Json = False,
) -> int:
    """Try a player on all games: finished matches, invalid answers, errors, time, repeatability."""
    tried = one_player(named, player, "check-player")
    spec = parse_player(tried)
    registry = RunConfig(budget_usd, budget_tokens, budget_requests).player_registry()
    deterministic = bool(spec.is_agent and getattr(find_agent(spec.name, {}), "deterministic", False))
    with only_data():
        rows = blocking(_checks(registry, tried, game or _usual_games(), str(seed)))
    problems = {row.game: row.problems(deterministic=deterministic) for row in rows}
    if as_json:
        print(json.dumps([_object(row, problems[row.game]) for row in rows]))
    else:
        _show(rows, problems)
        wrong = sum(map(bool, problems.values()))
        games = "one game" if len(rows) == 1 else f"{len(rows)} games"
        print(f"{tried}: {f'problems in {wrong} of' if wrong else 'no problems in'} {games}")
    return 1 if any(problems.values()) else 0


def _usual_games() -> list[str]:
    """Our games and those of installed packages; games of libraries need more than is always installed."""
    return [name for name in game_names() if name not in dressed_names()]


async def _checks(registry: PlayerRegistry, player: str, games: list[str], seed: str) -> list[PlayerCheck]:
    factory = registry.factory(player)
    return [await contract.check_player(factory, find_kit(name), name, seed=seed) for name in games]


def _show(rows: list[PlayerCheck], problems: dict[str, list[str]]) -> None:
    words = {True: "yes", False: "no", None: "n/a"}
    columns = ("game", "moves", "invalid", "ms per move", "same again", "same beside another")
    shown = [
        (
            title_of(row.game),
            str(row.moves),
            str(sum(row.invalid.values())) if not row.error else "n/a",
            f"{1000 * row.seconds:.1f}",
            words[row.repeats],
            words[row.alone],
        )
        for row in rows
    ]
    show("Trials", columns, shown, whole=columns)
    for game, found in problems.items():
        for problem in found:
            print(f"{title_of(game)}: {on_one_line(problem)}")


def _object(row: PlayerCheck, problems: list[str]) -> dict[str, Any]:
    return asdict(row) | {"invalid": dict(row.invalid), "problems": problems}
