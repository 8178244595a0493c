"""Sweeps: the matches that each analysis needs, without the tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from agonist.core import UsageError
from agonist.match import Fixture
from agonist.players import parse_player
from agonist.players.options import BUILT_IN
from agonist.suites.llmarena.fixed_holdem_flops import FLOPS, PART, flops
from agonist.suites.llmarena.fixtures import FixturePlan, crowd_of, evenly, seats_each, tables, tested
from agonist.suites.llmarena.hidden_questions import PROBE
from agonist.suites.llmarena.tournament import QUICK, rounds
from agonist.suites.llmarena.variants import environment_of
from agonist.tournament.evaluation_request import Entry

CONDITIONS: Final = ("listed", "hidden")
"""With and without the list of free cells or columns, and nothing else changed."""


def swept(entry: Entry) -> list[Fixture]:
    """All matches of a sweep."""
    return SWEEPS[entry.sweep](entry)


def check(entry: Entry) -> None:
    """Raise `UsageError` for players for whom a sweep has no meaning."""
    if entry.sweep == "hints":
        if not readers(entry):
            raise UsageError(
                "llmarena: the sweep hints hides what models are told, and built-in players are told "
                "nothing; name a model with --player"
            )
        for player in entry.players:
            options = parse_player(entry.spec(player)).options
            if options.get("format") == "schema":
                raise UsageError(
                    f"llmarena: hints cannot be hidden from {player!r}: its format=schema lists them"
                )
            if "options" in options:
                raise UsageError(
                    f"llmarena: the sweep hints sets options=… itself; leave it out of {player!r}"
                )
    if entry.sweep == "human" and (not people(entry) or len(people(entry)) == len(entry.players)):
        raise UsageError("llmarena: the sweep human needs --player human, and others to play against")


def hints(entry: Entry) -> list[Fixture]:
    """Each player against itself, 100 games in each environment and condition as in the paper.

    Built-in players are left out: they read no list, so hiding it changes nothing.
    """
    return [
        fixture
        for game in ("tictactoe", "connect_four")
        for condition in CONDITIONS
        for plan in [
            FixturePlan(
                entry,
                environment_of(entry, game),
                f"llmarena hints: {game}, {condition}",
                {"options": condition},
            )
        ]
        for nth, player in enumerate(readers(entry))
        for fixture in plan.alone(player, nth, _number(entry, "self", 100))
    ]


def readers(entry: Entry) -> list[str]:
    """The tested players who read prompts: models, agents and people."""
    built_in = set(BUILT_IN) - {"human"}
    return [player for player in tested(entry) if parse_player(entry.spec(player)).name not in built_in]


def planning(entry: Entry) -> list[Fixture]:
    """Connect Four in pairs, 50 games of each player or more."""
    plan = FixturePlan(entry, environment_of(entry, "connect_four"), "llmarena planning: connect_four")
    number = _number(entry, "pairs", evenly(50, min(seats_each(entry))))
    return rounds(plan, tables(entry), dict.fromkeys(tables(entry), number), {})


def communication(entry: Entry) -> list[Fixture]:
    """Each player among the crowd, 50 games as in the paper, asked for the others' words before each vote.

    A random player is undercover: in one match of a rotation the tested one.
    """
    plan = FixturePlan(
        entry, environment_of(entry, "undercover"), "llmarena communication: undercover", wording="llmarena"
    )
    number = _number(entry, "crowd", 50)
    return [
        fixture
        for nth, player in enumerate(tested(entry))
        for fixture in plan.crowd(player, crowd_of(entry)[0], nth, number, undercover=False, probe=PROBE)
    ]


def _alone(game: str, sweep: str, matches: int) -> Callable[[Entry], list[Fixture]]:
    def fixtures(entry: Entry) -> list[Fixture]:
        plan = FixturePlan(entry, environment_of(entry, game), f"llmarena {sweep}: {game}")
        number = _number(entry, "self", matches)
        return [f for nth, player in enumerate(tested(entry)) for f in plan.alone(player, nth, number)]

    return fixtures


def risk(entry: Entry) -> list[Fixture]:
    """100 fixed flops, the same for every player whatever the seed, as in the paper: one decision each."""
    plan = FixturePlan(entry, environment_of(entry, "texas_holdem"), PART)
    number = min(_number(entry, "self", FLOPS), FLOPS)
    return [f for nth, player in enumerate(tested(entry)) for f in flops(plan, player, nth, number)]


def human(entry: Entry) -> list[Fixture]:
    """A person against all others at Connect Four: six games each (in the paper five), to call seats."""
    plan = FixturePlan(entry, environment_of(entry, "connect_four"), "llmarena human: connect_four")
    pairs = [
        (person, other) for person in people(entry) for other in entry.players if other not in people(entry)
    ]
    return rounds(plan, pairs, dict.fromkeys(pairs, _number(entry, "pairs", 6)), {})


def people(entry: Entry) -> list[str]:
    """The people among the players."""
    return [player for player in entry.players if parse_player(entry.spec(player)).name == "human"]


def _number(entry: Entry, seating: str, usual: int) -> int:
    """How many matches of each table or player."""
    if entry.matches is not None:
        return entry.matches
    return QUICK[seating] if entry.quick else usual


SWEEPS: Final[Mapping[str, Callable[[Entry], list[Fixture]]]] = {
    "hints": hints,
    "planning": planning,
    "communication": communication,
    "bid": _alone("sealed_bid_auction", "bid", 100),
    "risk": risk,
    "collaboration": _alone("hanabi", "collaboration", 50),
    "human": human,
}
"""In the paper's order."""
