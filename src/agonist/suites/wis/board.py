"""The four abilities of WiS, player by player, and all players of a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from agonist.metrics import ResultTable
from agonist.metrics.report_section import Cell, by_rating
from agonist.metrics.run_matches import finished_in_all_runs
from agonist.players.unique_names import without_attack
from agonist.ratings.share_intervals import Span
from agonist.suites.wis.hits_and_trials import GameFacts, SeatFacts
from agonist.suites.wis.indicators import (
    civilians,
    foul_rate,
    points,
    score,
    spies,
    vote_accuracy_published,
    win_rate,
)

if TYPE_CHECKING:
    from agonist.store import Reader
    from agonist.tournament.suite import Board

ABILITIES: Final = ("deception", "reasoning", "defence", "attack")

NOTE: Final = (
    "Deception is the score as the spy; reasoning the votes for the spy, in percent of rounds taken part in "
    "as a civilian; defence the fouls, in percent of the speeches due, in games with another seat that "
    "attacks (less is better); attack the fouls of the others, in the same percentage, where the player "
    "attacks (more is better). n/a: no such game."
)


def abilities(games: Sequence[GameFacts]) -> Mapping[str, Mapping[str, Span]]:
    """Each player's abilities; a player who attacks in some games is one player."""
    plain: dict[str, list[SeatFacts]] = {}
    attacked: dict[str, list[SeatFacts]] = {}
    suffered: dict[str, list[SeatFacts]] = {}
    for game in games:
        fixture = game.played.match.fixture
        names = {name: without_attack(name, fixture.spec(name)) for name in game.played.players}
        attackers = {name for name, base in names.items() if base != name}
        for seat in game.seats():
            if seat.player in attackers:
                continue
            by = [names[other] for other in attackers]
            for attacker in by:
                suffered.setdefault(attacker, []).append(seat)
            if by:
                attacked.setdefault(seat.player, []).append(seat)
            elif not fixture.options.get("reasoning"):
                plain.setdefault(seat.player, []).append(seat)
    return {
        player: {
            "deception": score(spies(plain.get(player, ()))),
            "reasoning": vote_accuracy_published(civilians(plain.get(player, ()))).times(100),
            "defence": foul_rate(attacked.get(player, ())).times(100),
            "attack": foul_rate(suffered.get(player, ())).times(100),
        }
        for player in sorted({*plain, *attacked, *suffered})
    }


def abilities_table(games: Sequence[GameFacts]) -> ResultTable:
    """The abilities as columns, each with its interval."""
    header = ("player", *(column for name in ABILITIES for column in (name, "low", "high")))
    rows = tuple(
        (player, *(cell for name in ABILITIES for cell in found[name]))
        for player, found in abilities(games).items()
    )
    return ResultTable("Abilities", header, rows, digits=2, note=NOTE)


def board(store: Reader) -> Board:
    """A row for each player of the suite in a database, the highest average score first."""
    matches = finished_in_all_runs(store, "wis")
    games = [GameFacts(match) for match in matches if not match.match.forfeits]
    seats: dict[str, list[SeatFacts]] = {}
    for game in games:
        if game.played.part == "wis: main":
            for seat in game.seats():
                seats.setdefault(seat.player, []).append(seat)
    if not seats:
        return "There is no finished game of the main experiment yet.", ()
    able = abilities(games)
    rows: list[tuple[Cell, ...]] = []
    for player, rows_of_player in seats.items():
        rates = (
            win_rate(rows_of_player),
            win_rate(spies(rows_of_player)),
            win_rate(civilians(rows_of_player)),
        )
        each = able.get(player)
        rows.append(
            (
                player,
                *score(rows_of_player),
                len(rows_of_player),
                points(rows_of_player),
                *(rate.times(100).value for rate in rates),
                *(None if each is None else each[name].value for name in ABILITIES),
            )
        )
    rows.sort(key=by_rating)
    header = (
        *("player", "rating", "low", "high", "matches", "points"),
        *("wins, %", "spy wins, %", "civilian wins, %", *ABILITIES),
    )
    text = (
        "rating: the average score over all games of the main experiment, in which each seat gets 2 on "
        "average. points: 100 at the start, 1 to play, and the game's score."
    )
    return text, (ResultTable("All players", header, tuple(rows), digits=2, note=NOTE),)
