"""How a run ended: its report, why it stopped, and the command that continues it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from agonist.cli.interruption import resume_hint, without_password
from agonist.cli.streams import only_data, say
from agonist.reports.number_format import percent
from agonist.reports.safe_text import on_one_line
from agonist.tournament import RunStatus

if TYPE_CHECKING:
    from agonist.metrics.requirements_on_results import Requirement
    from agonist.reports.usage import PlayerUsage


Quiet: TypeAlias = Annotated[
    bool, typer.Option("--quiet", help="Print problems only: no plan, no progress, no tables.")
]
FailUnder: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        help="Exit with code 1 unless the lower end of a 95% interval reaches this, such as "
        "'win_rate(mine, reference) 0.6', 'rating(mine) 1550', 'score(mine) 40'; repeat it."
    ),
]


def requirements(texts: Sequence[str] | None, players: Sequence[str]) -> list[Requirement]:
    """What `--fail-under` asks of these players."""
    from agonist.metrics.requirements_on_results import parse_requirement

    return [parse_requirement(text, players) for text in texts or ()]


def show_ending(
    report: RunStatus,
    db: str,
    again: str,
    *,
    as_json: bool,
    quiet: bool = False,
    required: Sequence[Requirement] = (),
) -> int:
    """Say how a run ended, and leave with the right code: 1 if it was played but a requirement is not shown.

    `quiet`: without the report's tables.
    """
    from agonist import api
    from agonist.reports.render import render, short_table

    failures = list[str]()
    if required or as_json or not quiet:
        with only_data():
            numbers = api.report(report.run, db=db)
            shown = render(numbers, "json") if as_json else "" if quiet else short_table(numbers)
        print(shown, end="")
        if shown and not as_json:
            for line in reuse_in_words(numbers.usage):
                print(f"\n{line}")
            print(f"\n{_more(report.run, db)}")
        rows, pairs = numbers.overall.strict, numbers.pairs
        failures = [unmet for one in required if (unmet := one.failure(rows, pairs))]
    for why_not in failures:
        say(f"agonist: {why_not}")
    progress = report.progress
    if report.exit_code:
        print(
            f"agonist: {progress.finished} of {progress.total} matches are finished ({report.status}): "
            f"{why(report)}\n"
            f"{resume_hint(report.run, db, report.reasons, again)}",
            file=sys.stderr,
        )
    return report.exit_code or (1 if failures else 0)


def reuse_in_words(usage: Iterable[PlayerUsage]) -> Iterator[str]:
    """For each model, the share of its prompts' tokens that a cache could hold, and that one did hold."""
    for each in usage:
        if each.repeating:
            could, did = percent(each.repeating), percent(each.cached / each.prompt)
            yield (
                f"Prompts of {on_one_line(each.player)}: {could} of their tokens repeat the request before; "
                f"its endpoint read {did} from a cache."
            )


def _more(run: str, db: str) -> str:
    """The commands that show the rest."""
    command = f"agonist report {run}" + ("" if db == "agonist.db" else f" --db {quote(without_password(db))}")
    return (
        f"All tables, among them every pair, cost and match:  {command}\n"
        f"Every match to replay, as a page:  {command} --format html --output report.html"
    )


def why(report: RunStatus) -> str:
    """What stopped a run; if nothing did, a sentence for each player that was set aside."""
    if report.stopped_by is not None or not report.set_aside:
        return str(report.reasons[0])
    return "; ".join(
        f"{player} is set aside with its matches: {it}" for player, it in report.set_aside.items()
    )
