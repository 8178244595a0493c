"""The command `fork`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from agonist import api
from agonist.api.typed_fork_move import typed_move
from agonist.cli import completion
from agonist.cli.body_and_header_options import Body, Header, with_body
from agonist.cli.estimates import agent_notes, estimating, in_numbers, print_estimates
from agonist.cli.interruption import without_password
from agonist.cli.log_file import LogFile
from agonist.cli.options import Database, Json
from agonist.cli.run_ending import Quiet, show_ending
from agonist.cli.run_options import with_run_options
from agonist.cli.run_session import run_session
from agonist.cli.streams import only_data
from agonist.core import Seat, UsageError
from agonist.match.invalid_answer_policy import parse_policy
from agonist.players import parse_player

if TYPE_CHECKING:
    from agonist.api import LoadedMatch
    from agonist.match import Fixture


@with_run_options(
    *("match", "step", "seat", "player", "move", "times", "same_luck", "control", "seed", "db"),
    *("concurrency", "workers", "adaptive", "usd", "tokens", "requests"),
    *("requests_per_minute", "tokens_per_minute", "max_time", "cache", "body", "header"),
    *("policy", "estimate", "keep_going", "log", "quiet", "as_json"),
)
def fork(
    match: Annotated[str, typer.Argument(help="The number of a match, as reports list it.")],
    *,
    step: Annotated[
        int, typer.Option("--at", help="How many steps of it are kept, from 0: it goes on from there.")
    ],
    seat: Annotated[
        list[int] | None,
        typer.Option(
            help="A seat (0, 1, …) that the next --player takes over, or whose --move it is; repeat it. "
            "Chance is seat -1."
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(help="Who takes the seat over; repeat it.", autocompletion=completion.players),
    ] = None,
    move: Annotated[
        str | None,
        typer.Option(help="What the seat does there instead, as a player would type it."),
    ] = None,
    times: Annotated[int, typer.Option(help="How many matches, each with fresh luck from there on.")] = 1,
    same_luck: Annotated[
        bool, typer.Option("--same-luck", help="One match, in which chance deals what it would have dealt.")
    ] = False,
    control: Annotated[
        bool,
        typer.Option("--control", help="Play as many on unchanged, on the same luck, and compare in pairs."),
    ] = False,
    db: Database = "agonist.db",
    body: Body = None,
    header: Header = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Print an estimate of the cost; do not play.")
    ] = False,
    log: LogFile = None,
    quiet: Quiet = False,
    as_json: Json = False,
    **options: Any,
) -> int:
    """Play on from any step of a stored match, with other players, other moves or fresh luck."""
    from agonist.store import Reader
    from agonist.suites.registry import games_of
    from agonist.tournament.evaluation_request import prompts_from

    if options["workers"] == 0:
        raise UsageError("--workers 0 leaves a run to others, who play agonist run's: give 1 or more")
    policy = parse_policy(options["policy"]) if options["policy"] else None
    with only_data():
        loaded = api.load_match(match, db=db)
        seats, given = _seats(loaded, step, seat or (), with_body(player or (), body), move)
        fixtures = _fixtures(
            loaded, step, seats, given,
            times=times, same_luck=same_luck, control=control, seed=options["seed"], policy=policy,
        )  # fmt: skip
        with Reader.open(db) as store:
            prompts, games = prompts_from(store.plan(loaded.run).get("prompts")), games_of(store, loaded.run)
    everyone = list(dict.fromkeys(one.spec(name) for one in fixtures for name in one.players))
    agents, estimates = agent_notes(everyone), {}
    if estimate or any(parse_player(spec).is_model for spec in everyone):
        with only_data(), estimating() as heard:
            estimates = api.estimate_fixtures(fixtures, games, heard)
    if estimate:
        print("As if each were played from the beginning; forks take less.", file=sys.stderr)
        return print_estimates(estimates, agents, as_json)

    def started(name: str) -> None:
        session.on_start(name)
        if quiet:
            return
        print(f"Run {name} in {without_password(db)}", file=sys.stderr)
        for spec, taken in estimates.items():
            print(f"Estimate for {spec}, at most: {in_numbers(taken)}", file=sys.stderr)

    with run_session(
        options, everyone, db=db, header=header, log=log, as_json=as_json, quiet=quiet
    ) as session:
        report = api.run_fixtures(
            fixtures,
            db=db,
            prompts=prompts,
            config=session.config,
            on_change=session.on_change,
            on_start=started,
        )
    if not (quiet or as_json):
        with only_data():
            shown = _differences(report.run, db)
        print(shown, end="")
    return show_ending(report, db, session.again, as_json=as_json, quiet=quiet or not as_json)


def _seats(
    loaded: LoadedMatch, step: int, seats: Sequence[Seat], players: Sequence[str], move: str | None
) -> tuple[dict[Seat, str], dict[Seat, Any]]:
    """The players of seats that change hands, and the move that is given."""
    if len(set(seats)) < len(seats):
        raise UsageError("a seat is named once, before its --player or --move")
    if move is not None:
        if players or len(seats) > 1:
            raise UsageError("give other players or another move, not both: a fork's run can be forked again")
        return {}, typed_move(loaded, step, seats[0] if seats else None, move)
    if len(seats) != len(players):
        raise UsageError(
            f"each --seat needs its --player or --move: {len(seats)} seats and {len(players)} players"
        )
    return dict(zip(seats, players, strict=True)), {}


def _fixtures(
    loaded: LoadedMatch,
    step: int,
    players: Mapping[Seat, str],
    moves: Mapping[Seat, Any],
    *,
    times: int,
    same_luck: bool,
    control: bool,
    **options: Any,
) -> list[Fixture]:
    if not same_luck:
        return loaded.forks(
            step, players=players, moves=moves or None, times=times, control=control, **options
        )
    if times > 1 or control:
        raise UsageError("--same-luck is one match: leave --times and --control out")
    return [loaded.fork(step, players, moves=moves or None, policy=options["policy"])]


def _differences(run: str, db: str) -> str:
    """The forks beside their match, as tables; empty if none has ended."""
    from agonist.metrics.fork_difference import section
    from agonist.reports.render import sections_table
    from agonist.store import Reader

    with Reader.open(db) as store:
        found = section(store, run)
    return "" if found is None else sections_table([found])
