"""Which matches are played, on which deals.

A schedule is data: a list of fixtures. Each table has deals of its own, unless all tables are to share them.
Where chance deals, the seats are rotated over one and the same deal, so that luck evens out; such matches
are a block, one piece of evidence. Where it does not, matches share nothing, and none is in a block.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, get_args

from agonist.core import CHANCE, Game, GameError, RoundGame, UsageError, counted, nearest
from agonist.games.titles import title_of_part
from agonist.kit import option_texts
from agonist.match import Fixture, Policy
from agonist.match.chance_seat import Chance
from agonist.match.checked_game import rules_of
from agonist.match.own_wordings import own_wording
from agonist.players.unique_names import address
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import Target
from agonist.tournament.pairing import PAIRINGS, Deals, Pairing, Table, tables
from agonist.tournament.run_options import run_options

MIN_MIRRORED_DEALS: Final = 5
"""With too few matches to rotate the seats over at least this many deals, every match has its own deal."""

MATCHES_TO_NAME_DESIGNS: Final = 2_000
"""With this many matches or more, the plan names designs that need fewer."""

MAX_MOVES_TRIED: Final = 2_000
"""If chance was not asked within this many moves, it is assumed that the game never asks it."""

MAX_ROUNDS_TRIED: Final = 20
"""Of a game with more rounds, this many are tried."""


def schedule(
    target: Target,
    players: Sequence[str],
    opponents: Sequence[str] = (),
    *,
    matches: int,
    seed: int,
    policy: Policy,
    seats: Mapping[int, str] = MappingProxyType({}),
    specs: Mapping[str, str] = MappingProxyType({}),
    pairing: Pairing = "round-robin",
    deals: Deals = "own",
) -> list[Fixture]:
    """The fixtures of one game: `matches` for each table of its design, in whole rotations as far as they go.

    Without opponents, all players meet as `pairing` says; a single player plays itself; fewer players than
    seats share the seats. With opponents, each player in turn is the challenger on one seat, and the
    opponents fill the others. `seats` fixes the player of a seat, whatever the design. `specs` holds the
    specifications of players that are given by name.
    """
    if not players:
        raise UsageError("name at least one player")
    run_options(Entry)["matches"].check(matches)
    if doubled := {p for p in players if players.count(p) > 1}:
        raise UsageError(f"{doubled.pop()!r} is named twice; a player alone plays itself")
    for seat in seats:
        if seat not in range(target.game.seats):
            raise UsageError(f"{target.name} has the seats 0 to {target.game.seats - 1}, not {seat}")
    dealing = Dealing(target, seed, policy, seats, specs, deals, matches)
    once = sits_once([*players, *opponents], specs)
    design = tables(players, opponents, target.game.seats, seed, pairing, once)
    return [fixture for table in design for fixture in dealing.fixtures(table, 0, matches)]


def in_wordings(targets: Sequence[Target], schedule_of: Callable[[Target], list[Fixture]]) -> list[Fixture]:
    """The matches of a game in each of these wordings, the wordings taking turns."""
    return [each for turn in zip(*map(schedule_of, targets), strict=True) for each in turn]


def sits_once(players: Iterable[str], specs: Mapping[str, str]) -> frozenset[str]:
    """Those of these players that can have only one seat of a match: HTTP agents."""
    return frozenset(player for player in players if address(specs.get(player, player)))


class Dealing:
    """Makes the fixtures of one game's tables; `matches` is how many each is to play at first."""

    def __init__(
        self,
        target: Target,
        seed: int,
        policy: Policy,
        seats: Mapping[int, str],
        specs: Mapping[str, str],
        deals: Deals,
        matches: int,
    ) -> None:
        if deals not in get_args(Deals):
            raise UsageError(nearest("way to deal", deals, get_args(Deals)))
        self._target, self._seed, self._policy = target, seed, policy
        self._seats, self._specs, self._deals, self._matches = seats, specs, deals, matches
        self._chance = deals_by_chance(target.game)

    def fixtures(self, table: Table, first: int, count: int) -> list[Fixture]:
        """This many matches of a table, from the one with this number on."""
        target = self._target
        mirrored = self._chance and self._matches >= MIN_MIRRORED_DEALS * len(table)
        seed_of_table = "" if self._deals == "shared" else f"/{table_id(table)}"
        options, name = option_texts(target.game), table_id(table)
        prompts = target.kit.words.prompts.digest
        # Shared by all matches, like the options: each of its own would take a third of a plan's memory.
        nothing: dict[str, Any] = {}
        seatings = []
        for seating in table:
            seated = tuple(self._seats.get(seat, player) for seat, player in enumerate(seating))
            specs = {each: self._specs[each] for each in seated if self._specs.get(each, each) != each}
            seatings.append((seated, specs))
        # Without a deal to share, matches in two wordings have nothing in common.
        apart = "" if self._chance or not own_wording(target.wording) else f"/{own_wording(target.wording)}"
        planned = []
        for turn in range(first, first + count):
            seated, specs = seatings[turn % len(table)]
            deal = turn // len(table) if mirrored else turn
            shared = self._chance and (mirrored or self._deals == "shared")
            planned.append(
                Fixture(
                    game=target.name,
                    version=target.game.version,
                    options=options,
                    seed=f"{self._seed}{seed_of_table}/{deal}{apart}",
                    players=seated,
                    specs=specs,
                    policy=self._policy,
                    prompts=prompts,
                    block=f"{target.text}/{name}/{deal}" if shared else "",
                    part=target.text,
                    wording=target.wording,
                    script=nothing,
                    style=nothing,
                    parent=nothing,
                )
            )
        return planned


def schedule_in_words(part: str, fixtures: Sequence[Fixture], pairing: Pairing, later: str = "") -> str:
    """One line about the plan for one game: the design and the number of matches.

    `later`: what is added after these.
    """
    of_part = [fixture for fixture in fixtures if fixture.part == part]
    groups = {frozenset(fixture.players) for fixture in of_part}
    each = len(of_part) / max(1, len(groups))
    what = "pair" if all(len(group) == 2 for group in groups) else "table"
    matches = f"{each:g} {'match' if each == 1 else 'matches'}"
    in_all = counted(len(of_part), "match", "matches")
    text = f"{title_of_part(part)}: {pairing}, {counted(len(groups), what)} × {matches} = {in_all}{later}"
    if pairing == "round-robin" and len(of_part) >= MATCHES_TO_NAME_DESIGNS:
        fewer = "; ".join(f"--pairing {name}: {does}" for name, does in PAIRINGS.items() if name != pairing)
        text += f"; designs with fewer matches: {fewer}"
    return text


def deals_by_chance(game: Game[Any, Any]) -> bool:
    """Whether chance is ever asked in this game: found by playing it at random, twice.

    If the game's code fails, chance is assumed to deal; the error is reported in the match.
    """
    if isinstance(game, RoundGame) and game.rounds > MAX_ROUNDS_TRIED:
        game = replace(game, rounds=MAX_ROUNDS_TRIED)  # type: ignore[call-arg]  # it has rounds
    try:
        return any(_asks_chance(game, Chance(f"trial {nth}")) for nth in range(2))
    except GameError:
        return True


def _asks_chance(game: Game[Any, Any], chance: Chance) -> bool:
    with rules_of(game):
        state = game.new()
        for _ in range(MAX_MOVES_TRIED):
            asks = game.turn(state)
            if CHANCE in asks:
                return True
            if not asks:
                break
            state = game.act(state, {seat: chance.pick(ask) for seat, ask in asks.items()})
    return False


def table_id(table: Table) -> str:
    """The id of a table: depends on its players alone, not on other players or the order of names."""
    return hashlib.sha256("\0".join(sorted(set(table[0]))).encode()).hexdigest()[:8]
