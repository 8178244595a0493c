"""How a run ended: its report, why it stopped, and the command that continues it."""

from __future__ import annotations

import sys

from agonist.cli.interruption import resume_hint
from agonist.cli.streams import only_data
from agonist.tournament import RunStatus


def show_ending(report: RunStatus, db: str, as_json: bool, again: str) -> int:
    """Say how a run ended, and leave with the right code."""
    print_report(report.run, db, as_json=as_json)
    progress = report.progress
    if report.exit_code:
        print(
            f"agonist: {progress.finished} of {progress.total} matches are finished ({report.status}): "
            f"{why(report)}\n"
            f"{resume_hint(report.run, db, report.reasons, again)}",
            file=sys.stderr,
        )
    return report.exit_code


def why(report: RunStatus) -> str:
    """What stopped a run; if nothing did, a sentence for each player that was set aside."""
    if report.stopped_by is not None or not report.set_aside:
        return str(report.reasons[0])
    return "; ".join(
        f"{player} is set aside with its matches: {it}" for player, it in report.set_aside.items()
    )


def print_report(run: str, db: str, *, as_json: bool) -> None:
    """Print the report of a run that has just been played."""
    from agonist import api
    from agonist.reports.render import render

    with only_data():
        text = render(api.report(run, db=db), "json" if as_json else "table")
    print(text, end="")
