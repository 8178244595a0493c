"""The estimate of a run, as text and as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from agonist.models.token_estimate import Estimate
from agonist.players.spec import parse_player
from agonist.players.unique_names import name_player

ERASED: Final = "\r\x1b[2K"
"""Erases the current line of a terminal."""

UNKNOWN: Final = (
    "an agent: its model calls are not part of this estimate; budgets count them, and the run estimates the "
    "rest once the agent has played"
)

ELSEWHERE: Final = "an HTTP agent: what it spends on models is neither estimated nor limited here"


def agent_notes(players: Sequence[str]) -> dict[str, str]:
    """For each agent among these players: its name, and what an estimate does not cover."""
    parsed = {name_player(spec, {}): parse_player(spec) for spec in players}
    return {
        name: ELSEWHERE if spec.address else UNKNOWN
        for name, spec in parsed.items()
        if spec.is_agent or spec.address
    }


def agents_in_words(agents: Mapping[str, str]) -> list[str]:
    """A line for each agent, since it may call models that are not in the estimate."""
    return [f"{name}: {note}" for name, note in agents.items()]


def agents_as_json(agents: Mapping[str, str]) -> list[dict[str, Any]]:
    """A row for each agent, with the fields of an estimate as null."""
    return [{"player": name, **dict.fromkeys(_FIELDS), "note": note} for name, note in agents.items()]


@contextmanager
def estimating() -> Iterator[Callable[[str], None]]:
    """Show on a terminal which game is being estimated; the line is erased at the end."""
    if not sys.stderr.isatty():
        yield lambda _part: None
        return

    from agonist.reports.safe_text import shown_game

    def show(part: str) -> None:
        print(f"{ERASED}Estimating: {shown_game(part)[:50]} …", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print(ERASED, end="", file=sys.stderr, flush=True)


_FIELDS: Final[Mapping[str, Callable[[Estimate], Any]]] = {
    "requests": lambda taken: taken.requests,
    "prompt_tokens": lambda taken: taken.usage.prompt,
    "completion_tokens": lambda taken: taken.usage.completion,
    "usd": lambda taken: taken.cost,
    "completion_tokens_low": lambda taken: taken.low.completion,
    "completion_tokens_high": lambda taken: taken.high.completion,
    "usd_low": lambda taken: taken.low_cost,
    "usd_high": lambda taken: taken.high_cost,
}


def as_json_of(taken: Estimate) -> dict[str, Any]:
    """An estimate as JSON; dollars are null where a price is not known."""
    return {name: of(taken) for name, of in _FIELDS.items()}


def print_estimates(estimates: dict[str, Estimate], agents: Mapping[str, str], as_json: bool) -> int:
    """Print the estimates of models, and notes on agents, which cannot be estimated yet."""
    if as_json:
        rows = [{"player": spec, **as_json_of(taken)} for spec, taken in estimates.items()]
        print(json.dumps(rows + agents_as_json(agents)))
        return 0
    for spec, taken in estimates.items():
        print(f"{spec}: {in_numbers(taken)}")
    for line in agents_in_words(agents):
        print(line)
    if not estimates and not agents:
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
        f"{line}; uncertain, since how much it thinks is not known: "
        f"{taken.low.completion:,} to {taken.high.completion:,} written{dollars}"
    )
