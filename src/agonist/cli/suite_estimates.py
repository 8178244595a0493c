"""The estimate that `agonist run all` prints before it starts, and its confirmation."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING

import typer

from agonist.cli.estimates import agents_as_json, agents_in_words, as_json_of
from agonist.core import UsageError
from agonist.models.duration_estimate import RunTime, in_words

if TYPE_CHECKING:
    from agonist.api.estimates import SuiteEstimate

GOES_ON = "llmarena adds matches until its ratings are stable: at most three times its numbers above. "


def estimates_in_words(estimates: Sequence[SuiteEstimate], *, quick: bool) -> str:
    """A paragraph for each suite and one for all: matches, requests, tokens, dollars, time."""
    lines = [f"{one.suite}: {one.matches:,} matches; {_taken([one])}" for one in estimates]
    lines.append(f"in all: {sum(one.matches for one in estimates):,} matches; {_taken(estimates)}")
    if any(one.models for one in estimates):
        grows = any(one.suite == "llmarena" for one in estimates) and not quick
        lines.append(
            f"{GOES_ON if grows else ''}Time: from a fast endpoint (0.5 s, 100 tokens/s) with a model that "
            "thinks little to a slow endpoint (2 s, 25 tokens/s) with one that thinks much. "
            "Dollars are without caching."
        )
    width = max(get_terminal_size((140, 24)).columns, 40)
    return "\n".join(fill(line, width, subsequent_indent="  ") for line in lines)


def _taken(estimates: Sequence[SuiteEstimate]) -> str:
    models = [each for one in estimates for each in one.models.values()]
    if not models:
        return "no model plays, nothing is spent"
    requests = sum(each.requests for each in models)
    sent = sum(each.usage.prompt for each in models)
    low, high = (
        sum(u.completion for u in ends) for ends in zip(*((e.low, e.high) for e in models), strict=True)
    )
    written = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    time = in_words(sum((one.duration for one in estimates), RunTime()))
    return f"{requests:,} requests, {sent:,} tokens sent, {written} written, {_dollars(estimates)}, {time}"


def _dollars(estimates: Sequence[SuiteEstimate]) -> str:
    models = [each for one in estimates for each in one.models.values()]
    if any(each.cost is None for each in models):
        return "price unknown"
    low = sum(each.low_cost or 0.0 for each in models)
    high = sum(each.high_cost or 0.0 for each in models)
    return f"${low:,.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"${low:,.2f} to ${high:,.2f}"


def print_suite_estimates(
    estimates: Sequence[SuiteEstimate], agents: Mapping[str, str], *, quick: bool, as_json: bool
) -> int:
    """Print the estimate for `--estimate`, with notes on agents."""
    if not as_json:
        print("\n".join([estimates_in_words(estimates, quick=quick), *agents_in_words(agents)]))
        return 0
    rows = [
        {
            "suite": one.suite,
            "matches": one.matches,
            "player": player,
            **as_json_of(taken),
            "suite_seconds_low": one.duration.low,
            "suite_seconds_high": one.duration.high,
        }
        for one in estimates
        for player, taken in one.models.items()
    ]
    unknown = {"suite": None, "matches": None, "suite_seconds_low": None, "suite_seconds_high": None}
    rows += [{**unknown, **row} for row in agents_as_json(agents)]
    print(json.dumps(rows))
    return 0


def confirm(estimates: Sequence[SuiteEstimate], *, quick: bool, yes: bool) -> bool:
    """Show the estimate on standard error, and ask whether to play.

    Raises `UsageError` if it must ask and there is no terminal.
    """
    print(estimates_in_words(estimates, quick=quick), file=sys.stderr)
    if yes:
        return True
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("run all asks before it plays, and there is no terminal to ask at: add --yes")
    try:
        if typer.confirm("Play all of this?", err=True):
            return True
    except typer.Abort:  # Ctrl-C, or the end of the input
        print(file=sys.stderr)
    print("Nothing was played.", file=sys.stderr)
    return False
