"""Commands that play: `play`, `run`, `resume`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote
from typing import Annotated, Any, TextIO, cast

import typer

from agonist import api
from agonist.cli.interruption import going_on, interruptible, shown
from agonist.cli.live import Status, live_line
from agonist.cli.options import Database, Json
from agonist.cli.requests import Body, Header, headers_in, with_body
from agonist.cli.streams import only_data
from agonist.cli.tables import print_report
from agonist.core import UsageError
from agonist.kit import option_texts
from agonist.match import Match
from agonist.match.policy import parse_policy
from agonist.models.estimate import Estimate
from agonist.players import Paused, parse_player
from agonist.players.terminal import Terminal
from agonist.reports.match_text import LiveText, in_words
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.text import parse_spec
from agonist.tournament import Progress, RunStatus
from agonist.tournament.pairing import PAIRINGS, Pairing
from agonist.tournament.schedule import Deals
from agonist.tournament.suite import Entry
from agonist.tournament.target import parse_target

Seed = Annotated[int, typer.Option(help="The same seed and answers give the same matches.")]
Prompts = Annotated[Path | None, typer.Option(help="A folder GAME/*.md whose words replace ours.")]
PolicyName = Annotated[
    str,
    typer.Option("--policy", help="What becomes of invalid answers: default, strict, default?retries=1 …"),
]
Concurrency = Annotated[int, typer.Option(help="Matches played at once.")]
Dollars = Annotated[float | None, typer.Option("--budget-usd", help="Dollars after which the run stops.")]
Tokens = Annotated[int | None, typer.Option("--budget-tokens", help="Tokens after which the run stops.")]
Requests = Annotated[int | None, typer.Option("--budget-requests", help="Requests after which it stops.")]
RequestRate = Annotated[float | None, typer.Option("--rpm", help="Requests a minute to each endpoint.")]
TokenRate = Annotated[float | None, typer.Option("--tpm", help="Tokens a minute to each endpoint.")]
KeepGoing = Annotated[
    bool, typer.Option("--keep-going", help="Play on though a model's first 30 answers are all invalid.")
]
CacheFile = Annotated[Path | None, typer.Option("--cache", help="A file that keeps models' answers.")]


def play(
    game: Annotated[str, typer.Argument(help="A game with options, such as connect_four?rows=5.")],
    players: Annotated[list[str], typer.Argument(help="A player for each seat, such as human or mcts.")],
    seed: Seed = 0,
    policy: PolicyName = "default",
    prompts: Prompts = None,
    body: Body = None,
    header: Header = None,
    db: Database = "agonist.db",
    no_store: Annotated[bool, typer.Option("--no-store", help="Do not keep the match.")] = False,
    as_json: Json = False,
) -> int:
    """Play one match and show it."""
    players = with_body(players, body)
    names = [parse_player(player).label for player in players]
    target = fitted(game, len(players))
    known: list[str] = []

    def started(run: str) -> None:
        known.append(run)
        on_start(run)

    with only_data() as out, interruptible(db) as on_start:
        console = sys.stderr if as_json else out
        chosen = parse_target(target, prompts)
        # A person at the table sees what their seat may see; the whole match is told at the end.
        live = None
        if not as_json and not _person(players):
            live = LiveText(chosen.kit, chosen.name, chosen.game, names, partial(print, file=out, flush=True))
        try:
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
        except Paused as left:
            if not known:
                raise
            raise Paused(f"{left}. The match is kept. To go on: {going_on(known[0], db)}") from None
        if as_json:
            text = json.dumps(match_object(match, seed, names))
        else:
            text = live.ending(match) if live else in_words(chosen.kit, match, names).rstrip("\n")
            if known:
                text += f"\n\n{_kept(known[0], db)}"
    print(text)
    return 0


def _kept(run: str, db: str) -> str:
    """Where the match is, and how to see it again."""
    with Store.open(db) as store:
        (match,) = store.matches(run)
    return f"Kept as match {match.id} in {shown(db)}: agonist replay {match.id} --db {quote(shown(db))}"


def fitted(game: str, players: int) -> str:
    """The target, with its number of seats set to that of the players where the user left it open.

    >>> fitted("guess_average", 3)
    'guess_average?seats=3'
    """
    _, options = parse_spec(game)
    if "seats" in options:
        return game
    return f"{game}{'&' if options else '?'}seats={players}"


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


def run(
    targets: Annotated[list[str], typer.Argument(help="Games with options, and suites.")],
    player: Annotated[list[str], typer.Option(help="A player; may be repeated.")],
    opponent: Annotated[list[str] | None, typer.Option(help="A fixed opponent; may be repeated.")] = None,
    matches: Annotated[
        int | None, typer.Option(help=f"Matches for each table of players and game [{api.MATCHES}].")
    ] = None,
    seed: Seed = 0,
    db: Database = "agonist.db",
    quick: Annotated[bool, typer.Option("--quick", help=f"A first impression: {api.QUICK} matches.")] = False,
    seat: Annotated[list[str] | None, typer.Option(help="A player for a seat, as 0=human.")] = None,
    sweep: Annotated[
        list[str] | None, typer.Option(help="A sweep of a suite, such as temperatures; one at a time.")
    ] = None,
    profile: Annotated[str, typer.Option(help="How a suite scores, such as paper.")] = "",
    concurrency: Concurrency = 64,
    budget_usd: Dollars = None,
    budget_tokens: Tokens = None,
    budget_requests: Requests = None,
    rpm: RequestRate = None,
    tpm: TokenRate = None,
    cache: CacheFile = None,
    body: Body = None,
    header: Header = None,
    policy: Annotated[
        str | None, typer.Option(help="What becomes of invalid answers: strict, default?retries=1 …")
    ] = None,
    prompts: Prompts = None,
    pairing: Annotated[
        str, typer.Option(help=f"Who meets whom: {'; '.join(f'{k}: {v}' for k, v in PAIRINGS.items())}.")
    ] = "round-robin",
    deals: Annotated[
        str, typer.Option(help="own: each pair or table has deals of its own; shared: all have the same.")
    ] = "own",
    until: Annotated[
        str,
        typer.Option(
            help="Add matches until width=POINTS (no rating's interval is wider, in Elo) or decided (who is "
            "better is known of every pair); at most seven times as many as planned."
        ),
    ] = "",
    settings: Annotated[
        Path | None, typer.Option(help="A file of settings for suites that take one, such as magic.")
    ] = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say what it would take; do not play.")
    ] = False,
    keep_going: KeepGoing = False,
    as_json: Json = False,
) -> int:
    """Play an evaluation: every pair or table of players, with seats rotated over the same deals."""
    seats = dict(map(_seat, seat or ()))
    targets = api.with_settings(targets, settings)
    player, opponent = with_body(player, body), with_body(opponent or (), body)
    seats = dict(zip(seats, with_body(list(seats.values()), body), strict=True))
    everyone = (*player, *opponent, *seats.values())
    config = RunConfig(
        budget_usd,
        budget_tokens,
        budget_requests,
        cache,
        _at_once(concurrency, everyone),
        rpm,
        tpm,
        keep_going=keep_going,
    )
    entry = Entry(
        tuple(player),
        tuple(opponent),
        seats=seats,
        sweep=_one_sweep(sweep or ()),
        profile=profile,
        matches=matches,
        quick=quick,
        seed=seed,
        policy=policy,
        prompts=prompts,
        pairing=cast(Pairing, pairing),
        deals=cast(Deals, deals),
        until=until,
    )
    estimates: dict[str, Estimate] = {}
    with only_data():
        for note in api.notes(targets, entry):
            print(note, file=sys.stderr)
        if estimate or any(parse_player(spec).is_model for spec in everyone):
            estimates = api.estimate(targets, entry)
    if estimate:
        return _estimate(estimates, as_json)
    with (
        only_data() as out,
        interruptible(db) as on_start,
        live_line(person=_person(everyone)) as status,
    ):
        for line in api.plan_in_words(targets, entry):
            print(f"Plan: {line}", file=sys.stderr)

        def started(name: str) -> None:
            on_start(name)
            print(f"Run {name} in {shown(db)}", file=sys.stderr)
            for spec, taken in estimates.items():
                print(f"Estimate for {spec}: {in_numbers(taken)}", file=sys.stderr)

        report = api.evaluate(
            targets,
            entry,
            db=db,
            config=_with_terminal(config, sys.stderr if as_json else out, header, status),
            on_change=following(status),
            on_start=started,
        )
    return _close(report, db, as_json)


def _one_sweep(sweeps: Sequence[str]) -> str:
    if len(sweeps) > 1:
        raise UsageError(f"one sweep at a time: start a run for each of {', '.join(sweeps)}")
    return sweeps[0] if sweeps else ""


def _seat(text: str) -> tuple[int, str]:
    """A seat and its player from `0=human`."""
    number, equals, player = text.partition("=")
    if not equals or not number.isdecimal() or not player:
        raise UsageError(f"write --seat as SEAT=PLAYER, such as 0=human, not {text!r}")
    return int(number), player


def resume(
    run: Annotated[str, typer.Argument(help="A run, the beginning of its name, or latest.")],
    db: Database = "agonist.db",
    concurrency: Concurrency = 64,
    budget_usd: Dollars = None,
    budget_tokens: Tokens = None,
    budget_requests: Requests = None,
    rpm: RequestRate = None,
    tpm: TokenRate = None,
    cache: CacheFile = None,
    header: Header = None,
    keep_going: KeepGoing = False,
    as_json: Json = False,
) -> int:
    """Go on with a run that was broken off; nothing is played twice."""
    with Store.open(db, must_exist=True) as store:
        plan = store.run(run).plan
    everyone = list(plan.get("specs", {}).values())
    config = RunConfig(
        budget_usd,
        budget_tokens,
        budget_requests,
        cache,
        _at_once(concurrency, everyone),
        rpm,
        tpm,
        keep_going=keep_going,
    )
    with (
        only_data() as out,
        interruptible(db) as on_start,
        live_line(person=_person(everyone)) as status,
    ):
        report = api.resume(
            run,
            db=db,
            config=_with_terminal(config, sys.stderr if as_json else out, header, status),
            on_change=following(status),
            on_start=on_start,
        )
    return _close(report, db, as_json)


def _at_once(concurrency: int, players: Sequence[str]) -> int:
    """With a person at the table, one match at a time."""
    if concurrency < 1:
        raise UsageError(f"--concurrency must be 1 or more, not {concurrency}")
    return 1 if _person(players) else concurrency


def _person(players: Sequence[str]) -> bool:
    return any(parse_player(spec).name == "human" for spec in players)


def _with_terminal(config: RunConfig, out: TextIO, header: Sequence[str] | None, status: Status) -> RunConfig:
    return replace(
        config,
        console=lambda: Terminal(out, status.line),
        headers=headers_in(header),
    )


def following(status: Status) -> Callable[[Progress], None]:
    """What keeps the live line up to date, and says that a run that stops waits for what is under way."""
    told = False

    def on_change(progress: Progress) -> None:
        nonlocal told
        status.update(progress)
        if progress.draining and not told:
            told = True
            print(
                f"Stopping: the answers to {progress.draining:,} requests under way are waited for and kept. "
                "Ctrl-C cuts them; they are then charged as an estimate.",
                file=sys.stderr,
            )

    return on_change


def _estimate(estimates: dict[str, Estimate], as_json: bool) -> int:
    if as_json:
        rows = [
            {
                "player": spec,
                "requests": taken.requests,
                "prompt_tokens": taken.usage.prompt,
                "completion_tokens": taken.usage.completion,
                "usd": taken.cost,
                "completion_tokens_low": taken.low.completion,
                "completion_tokens_high": taken.high.completion,
                "usd_low": taken.low_cost,
                "usd_high": taken.high_cost,
            }
            for spec, taken in estimates.items()
        ]
        print(json.dumps(rows))
        return 0
    for spec, taken in estimates.items():
        print(f"{spec}: {in_numbers(taken)}")
    if not estimates:
        print("No model plays: nothing is spent.")
    return 0


def in_numbers(taken: Estimate) -> str:
    """An estimate in one line."""
    cost = "price unknown" if taken.cost is None else f"${taken.cost:,.2f}"
    line = (
        f"{taken.requests:,} requests, {taken.usage.prompt:,} tokens sent and about "
        f"{taken.usage.completion:,} written, {cost} without caching or repeated questions"
    )
    if taken.low == taken.high:
        return line
    dollars = (
        ""
        if taken.low_cost is None or not taken.high_cost
        else f", ${taken.low_cost:,.2f} to ${taken.high_cost:,.2f}"
    )
    return (
        f"{line}; a guess, since how much it thinks is not known: "
        f"{taken.low.completion:,} to {taken.high.completion:,} written{dollars}"
    )


def why(report: RunStatus) -> str:
    """What came in the way of a run, in a sentence for each player that was set aside."""
    if report.stopped_by is not None or not report.set_aside:
        return str(report.reasons[0])
    return "; ".join(
        f"{player} is set aside with its matches: {it}" for player, it in report.set_aside.items()
    )


def _close(report: RunStatus, db: str, as_json: bool) -> int:
    """Say how a run ended, and leave with the right code."""
    print_report(report.run, db, as_json=as_json)
    progress = report.progress
    if report.exit_code:
        print(
            f"agonist: {progress.finished} of {progress.total} matches are finished ({report.status}): "
            f"{why(report)}\n"
            f"What is finished stands. To go on: {going_on(report.run, db, report.reasons)}",
            file=sys.stderr,
        )
    return report.exit_code
