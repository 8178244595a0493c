"""The commands `run` and `resume`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from agonist import api
from agonist.cli import completion
from agonist.cli.body_and_header_options import Body, Header, with_body
from agonist.cli.estimates import agent_notes, agents_in_words, estimating, in_numbers, print_estimates
from agonist.cli.game_and_player_arguments import targets_and_players
from agonist.cli.interruption import without_password, worker_command
from agonist.cli.log_file import LogFile
from agonist.cli.options import Database, Json
from agonist.cli.run_ending import FailUnder, Quiet, requirements, show_ending
from agonist.cli.run_file import read_run_file, read_targets, save_run_file, weights_of
from agonist.cli.run_options import flag, with_run_options
from agonist.cli.run_session import config_of, run_session
from agonist.cli.streams import only_data
from agonist.cli.suite_estimates import confirm, print_suite_estimates
from agonist.core import UsageError
from agonist.models.token_estimate import Estimate
from agonist.players import parse_player
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.run_options import options_of


@with_run_options(
    *("ctx", "targets", "player", "opponent", "matches", "seed", "db", "quick", "seat", "sweep", "profile"),
    *(
        "concurrency",
        "workers",
        "executor",
        "ray_address",
        "adaptive",
        "usd",
        "tokens",
        "requests",
        "requests_per_minute",
        "tokens_per_minute",
    ),
    *("max_time", "cache"),
    *(
        "body",
        "header",
        "policy",
        "equal",
        "prompts",
        "pairing",
        "deals",
        "until",
        "settings",
        "estimate",
        "yes",
    ),
    *(
        "keep",
        "token_ids",
        "keep_going",
        "config_file",
        "save_config",
        "log",
        "quiet",
        "fail_under",
        "as_json",
    ),
)
def run(
    ctx: typer.Context,
    targets: Annotated[
        list[str],
        typer.Argument(
            help="Games with options, suites, or all (every suite), or a TOML file with a suite of your own; "
            "then players, if not by --player.",
            autocompletion=completion.targets,
            callback=read_targets,
            is_eager=True,
        ),
    ],
    *,
    player: Annotated[
        list[str] | None, typer.Option(help="A player; repeat it.", autocompletion=completion.players)
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(help="A fixed opponent; repeat it.", autocompletion=completion.players),
    ] = None,
    db: Database = "agonist.db",
    seat: Annotated[list[str] | None, typer.Option(help="A player for a seat, as 0=human.")] = None,
    sweep: Annotated[list[str] | None, flag("sweep")] = None,
    prompts: Annotated[list[Path] | None, flag("prompts")] = None,
    body: Body = None,
    header: Header = None,
    settings: Annotated[
        Path | None, typer.Option(help="A file of settings for suites that take one, such as magic.")
    ] = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Print an estimate of the cost; do not play.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before `run all` plays.")] = False,
    config_file: Annotated[  # noqa: ARG001  its callback has read it
        Path | None,
        typer.Option(
            "--config",
            callback=read_run_file,
            is_eager=True,
            help="A TOML file of these options; those on the command line override it.",
        ),
    ] = None,
    save_config: Annotated[
        Path | None, typer.Option("--save-config", help="Write these options to a file for --config.")
    ] = None,
    log: LogFile = None,
    quiet: Quiet = False,
    fail_under: FailUnder = None,
    as_json: Json = False,
    **options: Any,
) -> int:
    """Play an evaluation: every pair or table of players, with seats rotated over the same deals."""
    targets, player = targets_and_players(targets, player or ())
    if save_config is not None:
        ctx.params |= {"targets": targets, "player": player}
        for name in save_run_file(ctx, save_config):
            print(f"Not saved, since it may hold a secret: --{name}", file=sys.stderr)
    seats = dict(map(_seat, seat or ()))
    targets = api.with_settings(targets, settings)
    player, opponent = with_body(player, body), with_body(opponent or (), body)
    seats = dict(zip(seats, with_body(list(seats.values()), body), strict=True))
    everyone = (*player, *opponent, *seats.values())
    config = config_of(options, everyone)
    entry = Entry(
        tuple(player),
        tuple(opponent),
        seats=seats,
        sweep=_one_sweep(sweep or ()),
        weights=weights_of(ctx),
        prompts=tuple(prompts or ()),
        **options_of(Entry, options),
    )
    required = requirements(fail_under, [*entry.players, *entry.opponents, *entry.seats.values()])
    agents = agent_notes(everyone)
    estimates: dict[str, Estimate] = {}
    with only_data():
        for note in api.notes(targets, entry):
            print(note, file=sys.stderr)
        everything = any(map(api.is_all, targets))
        with estimating() as heard:
            if everything:
                shares = api.estimate_suites(targets, entry, config, heard)
            elif estimate or any(parse_player(spec).is_model for spec in everyone):
                estimates = api.estimate(targets, entry, heard)
    if everything:
        if estimate:
            return print_suite_estimates(shares, agents, quick=entry.quick, as_json=as_json)
        if not confirm(shares, quick=entry.quick, yes=yes):
            return 0
    if estimate:
        for line in api.plan_in_words(targets, entry):
            print(f"Plan: {line}", file=sys.stderr)
        return print_estimates(estimates, agents, as_json)
    with run_session(
        options, everyone, db=db, header=header, log=log, as_json=as_json, quiet=quiet
    ) as session:
        for line in () if quiet else api.plan_in_words(targets, entry):
            print(f"Plan: {line}", file=sys.stderr)

        def started(name: str) -> None:
            session.on_start(name)
            if quiet:
                return
            print(f"Run {name} in {without_password(db)}", file=sys.stderr)
            for spec, taken in estimates.items():
                print(f"Estimate for {spec}: {in_numbers(taken)}", file=sys.stderr)
            for line in agents_in_words(agents):
                print(f"Estimate for {line}", file=sys.stderr)

        report = api.run_entry(
            targets,
            entry,
            db=db,
            config=session.config,
            on_change=session.on_change,
            on_start=started,
        )
    if session.config.workers == 0:
        print(f"To play it, on any number of machines:\n  {worker_command(report.run, db)}")
        return 0
    return show_ending(report, db, session.again, as_json=as_json, quiet=quiet, required=required)


def _one_sweep(sweeps: Sequence[str]) -> str:
    if len(sweeps) > 1:
        raise UsageError(f"one sweep at a time: start a run for each of {', '.join(sweeps)}")
    return sweeps[0] if sweeps else ""


def _seat(text: str) -> tuple[int, str]:
    """A seat and its player from `0=human`."""
    number, equals, player = text.partition("=")
    if not (equals and number.isascii() and number.isdecimal() and len(number) < 4 and player):
        raise UsageError(f"write --seat as SEAT=PLAYER, such as 0=human, not {text[:60]!r}")
    return int(number), player
