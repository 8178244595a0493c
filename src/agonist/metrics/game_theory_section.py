"""The section on game theory: tables of players, games, cycles, and how much the methods agree."""

from __future__ import annotations

from typing import Final

from agonist.games.titles import title_of_part
from agonist.metrics.game_theory import Estimate, GameTheory
from agonist.metrics.report_section import Cell, ResultTable, Section

TITLE: Final = "Game theory"

SHOWN: Final = 20
"""Of more cycles, only the clearest are in the table."""


def section(found: GameTheory) -> Section:
    """The section, with a table for whatever there is evidence of."""
    left = [f"{name} ({why})" for name, why in found.left_out.items()]
    text = f"Players who have met all others, from {found.deals:,} deals. "
    text += f"Left out: {'; '.join(left)}. " if left else ""
    text += "Low and high: 95% intervals, from results weighted anew by deals; n/a with fewer than ten deals."
    if not found.standings:
        return Section(TITLE, text)
    tables = [_players(found), _responses(found)]
    if found.games:
        tables += [_over_games(found), _games(found)]
    tables += [_cycles(found), *_longer_cycles(found), *_agreements(found), *_games_agree(found)]
    return Section(TITLE, text, tuple(tables))


def _ends(number: Estimate | None) -> tuple[Cell, Cell, Cell]:
    return (None, None, None) if number is None else (number.value, number.low, number.high)


def _players(found: GameTheory) -> ResultTable:
    rows = tuple(
        (
            row.player,
            *_ends(row.nash),
            *_ends(row.nash_average),
            *_ends(row.alpha_rank),
            *_ends(row.soft_condorcet),
            row.rating.value,
        )
        for row in found.standings
    )
    ends = ("low", "high")
    header = ("player", "Nash weight", *ends, "Nash average", *ends, "α-rank", *ends)
    return ResultTable(
        "Players against players",
        (*header, "soft Condorcet", *ends, "Elo"),
        rows,
        digits=3,
        note="Nash weight: how often the equilibrium sends the player. Nash average: wins less defeats "
        "against that mixture, 0 being the best. α-rank: the share of a population that imitates winners. "
        "Soft Condorcet: 0 to 100.",
    )


def _responses(found: GameTheory) -> ResultTable:
    rows = tuple(
        (row.player, best.player, best.rate, best.low, best.high)
        if (best := row.best_response) is not None
        else (row.player, None, None, None, None)
        for row in found.standings
    )
    return ResultTable(
        "Best responses among the field",
        ("player", "is beaten most by", "who wins", "low", "high"),
        rows,
        digits=3,
        note="Who wins most often against the player, and how often. The intervals allow for the choice.",
    )


def _over_games(found: GameTheory) -> ResultTable:
    rows = tuple(
        (row.player, *_ends(row.over_games), *_ends(row.over_games_average), *_ends(row.lottery))
        for row in found.standings
    )
    ends = ("low", "high")
    return ResultTable(
        "Players and games",
        ("player", "Nash weight", *ends, "Nash average", *ends, "lottery", *ends),
        rows,
        digits=3,
        note="Against a mixture of games that is chosen to be hard; in each game the worst player has 0, "
        "the best 1. Lottery: the level in iterated maximal lotteries in which each game votes, plus the "
        "probability on that level.",
    )


def _games(found: GameTheory) -> ResultTable:
    rows = tuple((title_of_part(part), *_ends(weight)) for part, weight in found.games.items())
    note = (
        "How often the equilibrium chooses the game: those without weight tell nothing more about the best."
    )
    return ResultTable("Games", ("game", "weight", "low", "high"), rows, digits=3, note=note)


def _cycles(found: GameTheory) -> ResultTable:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (in_words(cycle.players), *cycle.rates, cycle.p) for cycle in found.cycles[:SHOWN]
    )
    more = len(found.cycles) - SHOWN
    note = "Each wins against the next so often. p: as clear a cycle by chance, corrected for all."
    note += f" {more:,} less clear ones are not shown." if more > 0 else "" if rows else " There is none."
    return ResultTable(
        "Cycles", ("cycle", "1 over 2", "2 over 3", "3 over 1", "p"), rows, digits=4, note=note
    )


def _longer_cycles(found: GameTheory) -> list[ResultTable]:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (in_words(cycle.players), min(cycle.rates), cycle.p) for cycle in found.longer_cycles[:SHOWN]
    )
    if not rows:
        return []
    note = "Of their players only neighbours are decided, so no cycle of three is within them. p: corrected "
    note += "for all ordered pairs."
    return [ResultTable("Longer cycles", ("cycle", "least rate", "p"), rows, digits=4, note=note)]


def in_words(players: tuple[str, ...]) -> str:
    """A cycle, as it is told.

    >>> in_words(("rock", "scissors", "paper"))
    'rock beats scissors beats paper beats rock'
    """
    return " beats ".join((*players, players[0]))


def _agreements(found: GameTheory) -> list[ResultTable]:
    rows = tuple((each.one, each.other, *_ends(each.tau)) for each in found.agreements)
    if not rows:
        return []
    note = "Kendall's tau of the two rankings: 1 if they are the same, 0 if unrelated, -1 if reversed."
    return [ResultTable("How far boards agree", ("ranking", "and", "tau", "low", "high"), rows, 3, note)]


def _games_agree(found: GameTheory) -> list[ResultTable]:
    rows = tuple(
        (title_of_part(each.one), title_of_part(each.other), *_ends(each.tau))
        for each in found.games_agree[:SHOWN]
    )
    if not rows:
        return []
    more = len(found.games_agree) - SHOWN
    note = "Kendall's tau of how often players win in the one game and in the other: -1 if the order is "
    note += "reversed. Those that agree least come first. Low and high: of all orders that are possible."
    note += f" {more:,} more are not shown." if more > 0 else ""
    return [ResultTable("How far games agree", ("game", "and", "tau", "low", "high"), rows, 3, note)]
