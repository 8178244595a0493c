"""Fixtures: opponents, deals, and prompt styles of models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from agonist.core import Game, UsageError
from agonist.kit import option_texts
from agonist.match import Fixture, Policy
from agonist.match.invalid_answer_policy import parse_policy
from agonist.players import parse_player
from agonist.players.unique_names import name_player
from agonist.suites.llmarena.environments import Environment
from agonist.suites.llmarena.model_options_and_policy import conditions
from agonist.suites.llmarena.variants import deal_script
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import GameRegistry
from agonist.tournament.schedule import MIN_MIRRORED_DEALS, deals_by_chance, table_id

Table = tuple[str, str]

WORDINGS: Final[Mapping[str, Path]] = {"llmarena": Path(__file__).parent / "prompts"}
"""The words of our hidden question, laid over Undercover's."""

STAND_IN: Final = "reference"
"""The opponent of a single player, and the crowd at Undercover unless an entry names one."""


@dataclass(frozen=True)
class FixturePlan:
    """The settings that all fixtures of one part share.

    `style` is added to the environment's prompt style.
    """

    entry: Entry
    environment: Environment
    part: str
    style: Mapping[str, str] = field(default_factory=dict)
    wording: str = ""

    def fixture(
        self,
        players: Sequence[str],
        deal: int,
        table: int | str,
        *,
        script: Mapping[str, Sequence[Any]] | None = None,
        probes: tuple[str, ...] = (),
        own: str = "",
    ) -> Fixture:
        """A match on the deal of this number; where chance deals, those of one table on it are a block.

        `own`, a hexadecimal number, gives a table separate deals; otherwise all tables have the same.
        """
        return Fixture(
            game=self.environment.game,
            version=self._game.version,
            options=option_texts(self._game),
            seed=f"{self.entry.seed}/{own}/{deal}" if own else f"{self.entry.seed}/{deal}",
            players=tuple(players),
            policy=self._policy,
            prompts=self._digest,
            block=f"{self.part}/{table}/{deal}" if self._chance else "",
            part=self.part,
            wording=self.wording,
            probes=probes,
            script=deal_script(self.entry, self.environment.game, int(own or "0", 16) + deal)
            | dict(script or {}),
            style={
                "history": self.environment.history,
                **conditions(self.entry.profile).style(self.environment),
                **self.style,
            },
            specs=self._specs(players),
        )

    @cached_property
    def _game(self) -> Game[Any, Any]:
        return self.environment.make()

    @cached_property
    def _chance(self) -> bool:
        return deals_by_chance(self._game)

    @cached_property
    def _policy(self) -> Policy:
        return parse_policy(self.entry.policy or conditions(self.entry.profile).policy)

    def _specs(self, players: Sequence[str]) -> dict[str, str]:
        """The specifications of players, the crowd's among them."""
        specs = crowd_of(self.entry)[1]
        return {name: specs[name] for name in players if specs.get(name, name) != name}

    @cached_property
    def _digest(self) -> str:
        game_registry = GameRegistry(self.entry.prompts, WORDINGS)
        return game_registry.kit(self.environment.game, self.wording).words.prompts.digest

    def pair(self, table: Table, nth: int, first: int, count: int, *, planned: int) -> list[Fixture]:
        """Matches `first`, `first` + 1, … of two players, who exchange seats from one to the next.

        Each deal is played twice, unless that would leave too few of the matches that are `planned` at first
        deals of their own. No other pair has the same deals.
        """
        id_of_table, twice = table_id([table]), planned >= 2 * MIN_MIRRORED_DEALS
        return [
            self.fixture(table[:: -1 if turn % 2 else 1], turn // 2 if twice else turn, nth, own=id_of_table)
            for turn in range(first, first + count)
        ]

    def alone(self, player: str, nth: int, count: int) -> list[Fixture]:
        """A player on all seats, on this many deals."""
        seats = self._game.seats
        return [self.fixture([player] * seats, deal, nth) for deal in range(count)]

    def crowd(
        self, player: str, crowd: Sequence[str], nth: int, count: int, *, undercover: bool, probe: str = ""
    ) -> list[Fixture]:
        """A player on each seat in turn among the crowd, on the same deal for a whole rotation.

        `undercover`: whether the player always is; otherwise the player who is drawn, so in one match of a
        rotation. If they always are, and there would be too few deals, every match has a separate deal.
        `probe`: the beginning of the name of a question to the player's seat.
        """
        size = self._game.seats
        rotated = not undercover or count >= MIN_MIRRORED_DEALS * size
        others = [crowd[n % len(crowd)] for n in range(size - 1)]
        fixtures = []
        for turn in range(count):
            seat = turn % size
            deal = turn // size if rotated else turn
            seating = [*others[:seat], player, *others[seat:]]
            script = {"undercover": (seat,)} if undercover else None
            probes = (f"{probe}{seat}",) if probe else ()
            fixtures.append(self.fixture(seating, deal, nth, script=script, probes=probes))
        return fixtures


def tested(entry: Entry) -> list[str]:
    """The players who are evaluated; each is named once."""
    everyone = [*entry.players, *entry.opponents]
    if doubled := {player for player in everyone if everyone.count(player) > 1}:
        raise UsageError(f"{doubled.pop()!r} is named twice, but once is enough: llmarena finds partners")
    return list(entry.players)


def crowd_of(entry: Entry) -> tuple[list[str], dict[str, str]]:
    """The crowd at Undercover, the same around everyone, and the specifications of all players by name.

    It comes from the option `crowd`; without it, from the opponents; without these, it is `reference`.
    """
    specs = dict(entry.specs)
    if "crowd" in entry.options:
        # In a suite's options, ; is written for the & between the options of a player.
        return [name_player(entry.options["crowd"].replace(";", "&"), specs)], specs
    return list(entry.opponents) or [STAND_IN], specs


def tables(entry: Entry) -> list[Table]:
    """Every two players, and every player with every opponent; a player alone meets a stand-in."""
    players = tested(entry)
    opponents = list(entry.opponents)
    if len(players) == 1 and not opponents:
        opponents = [stand_in(entry.spec(players[0]))]
    return [*combinations(players, 2), *((a, b) for a in players for b in opponents)]


def stand_in(spec: str) -> str:
    return STAND_IN if parse_player(spec).name != STAND_IN else "random"


def seats_each(entry: Entry) -> list[int]:
    """The number of tables of each tested player."""
    found = tables(entry)
    return [sum(player in table for table in found) for player in entry.players]


def evenly(least: int, at: int) -> int:
    """The number of matches at each of `at` tables that gives every player `least` or more; an even number.

    >>> evenly(50, 1), evenly(50, 3), evenly(50, 13)
    (50, 18, 4)
    """
    return 2 * -(-least // (2 * at))
