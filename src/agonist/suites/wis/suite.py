"""The evaluation of WiS (Hu et al., 2024)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from agonist.core import UsageError, nearest
from agonist.match import Fixture
from agonist.metrics import Section
from agonist.metrics.run_matches import finished
from agonist.players import parse_player, redteam
from agonist.players.unique_names import variant, without_attack
from agonist.suites.wis import board, excerpts, schedule
from agonist.suites.wis import tables_in_paper_layout as tables
from agonist.suites.wis.agent_ability_trials import TRIALS
from agonist.suites.wis.hits_and_trials import GameFacts, SeatFacts
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.pairing import filled
from agonist.tournament.schedule import sits_once
from agonist.tournament.suite import AbilityTrials, Board, Suite

if TYPE_CHECKING:
    from agonist.store import Reader

ATTACKS = ("pia", "pid")
"""The published attacks; others are named with the option attacks=."""

TABLES = ("same", "mixed", "attacker")
"""Who sits at the tables of the sweep attack."""


class Wis(Suite):
    """Who is Spy with six players, and two experiments.

    In the main experiment all players have equally many seats, and in the balanced design are equally often
    the spy. The sweep `attack` plays each player's civilians against an attacking spy; the sweep `reasoning`
    lets a civilian analyse aloud. Both compare with a baseline on the same deals.
    """

    name: ClassVar[str] = "wis"
    title: ClassVar[str] = "WiS (Hu et al., 2024)"
    options: ClassVar[Mapping[str, str]] = {
        "design": "balanced (all are the spy equally often) or paper (150 games, the spy by lot) [balanced]",
        "language": "en or zh [en]",
        "end": "civilians or survivors: fewer than three of whom end the game [civilians]",
        "attacks": "attacks of the sweep attack, separated by commas [pia,pid]",
        "table": "of the sweep attack: same (six seats of one player), mixed (one civilian is the player, "
        "the first opponent attacks) or attacker (the player attacks, the opponents are civilians) [same]",
    }
    sweeps: ClassVar[tuple[str, ...]] = ("attack", "reasoning")
    trials: ClassVar[AbilityTrials] = TRIALS

    def check(self, entry: Entry) -> None:
        super().check(entry)
        if entry.seats:
            raise UsageError("wis rotates the seats and doesn't take --seat; for people, use --player human")
        design = entry.options.get("design", "balanced")
        if design not in ("balanced", "paper"):
            raise UsageError(f"wis: {nearest('design', design, ('balanced', 'paper'))}")
        everyone = schedule.everyone(entry)
        if len(set(everyone)) < len(everyone):
            raise UsageError("wis: a player is named twice, but once is enough: each gets several seats")
        schedule.game_of(entry, {})
        table = _table(entry)
        if table not in TABLES:
            raise UsageError(f"wis: {nearest('table', table, TABLES)}")
        if table != "same" and not (entry.opponents and entry.sweep == "attack"):
            raise UsageError(f"wis: table={table} needs --sweep attack and at least one --opponent")
        if entry.sweep == "attack":
            if table == "same" and (single := sorted(sits_once(entry.players, entry.specs))):
                raise UsageError(
                    f"wis: {single[0]} is an HTTP agent, which can take only one seat in a match; the sweep "
                    "attack gives each player six; with opponents and table=mixed or attacker, only one"
                )
            attackers = entry.opponents[:1] if table == "mixed" else entry.players
            for attack in _attacks(entry):
                redteam.attack(attack)
                for player in attackers:
                    parse_player(_attacker(entry, player, attack)[1])

    def schedule(self, entry: Entry) -> list[Fixture]:
        match entry.sweep:
            case "attack":
                return [f for player in entry.players for f in _attack(entry, player)]
            case "reasoning":
                return [
                    fixture
                    for player in entry.players
                    for fixture in schedule.arms(
                        entry,
                        "reasoning",
                        {arm: [player, *_others(entry, player)] for arm in ("baseline", "reasoning")},
                        spy=3,
                        reasoner="reasoning",
                    )
                ]
        return schedule.main(entry)

    def sections(self, store: Reader, run: str, entry: Entry) -> list[Section]:
        games = [GameFacts(played) for played in finished(store, run, "wis") if not played.match.forfeits]
        main = [game for game in games if game.played.part == "wis: main"]
        found = [
            tables.main_section(_by_player(main), entry.options.get("design", "balanced")) if main else None,
            Section("WiS: abilities", "", (board.abilities_table(games),)) if games else None,
            tables.attack_section(_arms(games, entry, "attack"), _seated(entry)),
            tables.reasoning_section(_arms(games, entry, "reasoning")),
            excerpts.section(games),
        ]
        return [section for section in found if section is not None]

    def board(self, store: Reader, profile: str) -> Board:
        del profile
        return board.board(store)


def _table(entry: Entry) -> str:
    return entry.options.get("table", "same")


def _seated(entry: Entry) -> str:
    """Who sits at the tables of the sweep attack, in a sentence."""
    match _table(entry):
        case "mixed":
            spy, (*rest,) = entry.opponents[0], _crowd(entry, schedule.SEATS - 2)
            return f"One civilian is the player; the other civilians are {_counted(rest)}; the spy is {spy}."
        case "attacker":
            return f"The spy is the player; the civilians are {_counted(_crowd(entry, schedule.SEATS - 1))}."
    return "Five civilians and the spy are the player."


def _crowd(entry: Entry, seats: int) -> Sequence[str]:
    return filled(entry.opponents, seats, sits_once(entry.opponents, entry.specs))


def _counted(players: Sequence[str]) -> str:
    """How often each of these players is there, such as `2 × a, b`."""
    counts = Counter(players)
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in counts.items())


def _attacks(entry: Entry) -> list[str]:
    return entry.options.get("attacks", ",".join(ATTACKS)).split(",")


def _attacker(entry: Entry, player: str, attack: str) -> tuple[str, str]:
    """Name and specification of a player who attacks."""
    return variant(player, entry.spec(player), "attack", {"as": attack})


def _attack(entry: Entry, player: str) -> list[Fixture]:
    """Five civilians of a player against a spy of the same player, with and without each attack.

    At a mixed table, the first civilian is the player; at that of an attacker, the spy is. The opponents have
    all other seats.
    """
    civilians, spy = [player] * (schedule.SEATS - 1), player
    match _table(entry):
        case "mixed":
            spy, civilians = entry.opponents[0], [player, *_crowd(entry, schedule.SEATS - 2)]
        case "attacker":
            civilians = [*_crowd(entry, schedule.SEATS - 1)]
    seatings = {"baseline": [*civilians, spy]}
    specs = dict(entry.specs)
    for attack in _attacks(entry):
        name, spec = _attacker(entry, spy, attack)
        specs[name] = spec
        seatings[attack] = [*civilians, name]
    return list(schedule.arms(replace(entry, specs=specs), "attack", seatings, spy=schedule.SEATS - 1))


def _others(entry: Entry, player: str) -> list[str]:
    """The other players at the table of the player who reasons: the others in turn, or the player itself."""
    rest = [other for other in schedule.everyone(entry) if other != player] or [player]
    return list(filled(rest, schedule.SEATS - 1, sits_once(rest, entry.specs)))


def _by_player(games: Sequence[GameFacts]) -> dict[str, list[SeatFacts]]:
    found: dict[str, list[SeatFacts]] = {}
    for game in games:
        for seat in game.seats():
            found.setdefault(seat.player, []).append(seat)
    return found


def _arms(
    games: Sequence[GameFacts], entry: Entry, what: str
) -> dict[str, dict[str, dict[str, list[SeatFacts]]]]:
    """The seats of each tested player in each arm of a sweep."""
    found: dict[str, dict[str, dict[str, list[SeatFacts]]]] = {}
    for game in games:
        if game.played.part.startswith(f"wis {what}: "):
            arm = game.played.part.removeprefix(f"wis {what}: ")
            tested = _tested(game, entry, what)
            seats = found.setdefault(tested, {}).setdefault(arm, {}).setdefault(tested, [])
            seats += [seat for seat in game.seats() if _counts(seat, tested, what, _table(entry))]
    return found


def _tested(game: GameFacts, entry: Entry, what: str) -> str:
    """The tested player in a game of a sweep."""
    if what == "attack":
        fixture = game.played.match.fixture
        seated = {without_attack(name, fixture.spec(name)) for name in fixture.players}
        return next(player for player in entry.players if player in seated)
    turn = int(game.deal.rsplit(" ", 1)[1]) % schedule.SEATS
    return game.played.players[turn]


def _counts(seat: SeatFacts, tested: str, what: str, table: str) -> bool:
    """Whether a seat is measured: every civilian of the player, or at an attacker's table; or the one who
    reasons.
    """
    if what == "attack":
        return not seat.is_spy and (table == "attacker" or seat.player == tested)
    return seat.seat == int(seat.game.deal.rsplit(" ", 1)[1]) % schedule.SEATS
