"""The command `play`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from shlex import quote
from typing import Annotated, Any

import typer

from agonist import api
from agonist.cli import completion
from agonist.cli.body_and_header_options import Body, Header, headers_in, with_body
from agonist.cli.game_and_player_arguments import has_person, with_seats
from agonist.cli.interruption import interruptible, without_password
from agonist.cli.log_file import LogFile, logging_to
from agonist.cli.options import Database, Json
from agonist.cli.run_options import PolicyName, Prompts, Seed
from agonist.cli.streams import only_data
from agonist.cli.unstored_options import options_to_resume
from agonist.core import UsageError
from agonist.kit import option_texts
from agonist.match import Match
from agonist.match.invalid_answer_policy import parse_policy
from agonist.players import parse_player
from agonist.players.terminal import Terminal
from agonist.reports.match_text import LiveText, in_words
from agonist.run_config import RunConfig
from agonist.tournament.game_spec import parse_target

NOT_STORED = "Not kept, as --no-store asks: it cannot be replayed."


def play(
    game: Annotated[
        str,
        typer.Argument(
            help="A game with options, such as 'connect_four?rows=5'.", autocompletion=completion.games
        ),
    ],
    players: Annotated[
        list[str] | None,
        typer.Argument(
            help="A player for each seat, such as human or mcts; the same as --player.",
            autocompletion=completion.players,
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            help="A player, in the order of the seats; repeat it.", autocompletion=completion.players
        ),
    ] = None,
    seed: Seed = 0,
    policy: PolicyName = "default",
    prompts: Prompts = None,
    body: Body = None,
    header: Header = None,
    db: Database = "agonist.db",
    no_store: Annotated[bool, typer.Option("--no-store", help="Do not store the match.")] = False,
    log: LogFile = None,
    as_json: Json = False,
) -> int:
    """Play one match and show it."""
    if players and player:
        raise UsageError(f"name the players behind {game}, or each with --player, not both ways")
    if not players and not player:
        command = f"agonist play {quote(game)} --player human --player reference"
        raise UsageError(f"who plays? {command}; see agonist play --help")
    players = with_body(players or player or (), body)
    names = [parse_player(player).label for player in players]
    target = with_seats(game, len(players))
    known: list[str] = []

    def started(run: str) -> None:
        known.append(run)
        on_start(run)

    again = options_to_resume({}, header, log)
    with only_data() as out, logging_to(log), interruptible(db, again) as on_start:
        console = sys.stderr if as_json else out
        chosen = parse_target(target, prompts)
        # If a person plays, they see only what their seat may see; the whole match is shown at the end.
        live = None
        if not as_json and not has_person(players):
            live = LiveText(chosen.kit, chosen.name, chosen.game, names, partial(print, file=out, flush=True))
        match = api.play(
            target,
            players,
            seed=seed,
            policy=parse_policy(policy),
            prompts=prompts,
            config=RunConfig(console=lambda: Terminal(console), headers=headers_in(header)),
            db=None if no_store else db,
            on_start=started,
            on_step=live.step if live else lambda _nth, _step: None,
        )
        if as_json:
            text = json.dumps(match_object(match, seed, names))
        else:
            text = live.ending(match) if live else in_words(chosen.kit, match, names).rstrip("\n")
            text += f"\n\n{_where_stored(known[0], db) if known else NOT_STORED}"
    print(text)
    return 0


def _where_stored(run: str, db: str) -> str:
    """Where the match is stored, and how to replay it."""
    from agonist.store import Store

    with Store.open(db) as store:
        (match,) = store.matches(run)
    name = without_password(db)
    return f"Kept as match {match.id} in {name}: agonist replay {match.id} --db {quote(name)}"


def match_object(match: Match, seed: int, players: Sequence[str]) -> dict[str, Any]:
    """A match as `agonist play --json` prints it."""
    record, outcome = match.record, match.outcome
    return {
        "game": record.name,
        "version": record.game.version,
        "options": option_texts(record.game),
        "seed": seed,
        "players": list(players),
        "scores": list(outcome.scores),
        "ranks": list(outcome.ranks),
        "reason": outcome.reason,
        "teams": [list(team) for team in outcome.teams],
        "forfeits": list(record.forfeits),
        "moves": [{str(seat): action for seat, action in moves.items()} for moves in record.moves],
    }
