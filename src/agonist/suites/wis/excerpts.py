"""Speeches worth reading, each with the command that shows its match: Tables 5 and 6 of the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agonist.core import player_name
from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.suites.wis.hits_and_trials import GameFacts

EXCERPTS_OF_KIND = 3
"""Excerpts of each kind."""


def section(games: Sequence[GameFacts]) -> Section | None:
    """A foul after which a civilian left, an analysis that named the spy, and a spy who was never doubted."""
    rows = [row for kind in (_fouls, _named, _undoubted) for row in list(kind(games))[:EXCERPTS_OF_KIND]]
    if not rows:
        return None
    header = ("what", "match", "round", "player", "speech", "words", "what came of it")
    note = "`agonist replay MATCH` shows the match, step by step. Words: the civilians' and the spy's."
    return Section(
        "WiS: excerpts", tables=(ResultTable("Cases, as Tables 5 and 6", header, tuple(rows), note=note),)
    )


def _row(what: str, game: GameFacts, number: int, seat: int, speech: str, came: str) -> tuple[Cell, ...]:
    name = f"{player_name(seat)}, {game.played.players[seat]}"
    words = f"{game.end.civilian_word}, {game.end.spy_word}"
    return what, game.played.match.id, number, name, " ".join(speech.split()), words, came


def _fouls(games: Sequence[GameFacts]) -> Iterator[tuple[Cell, ...]]:
    for game in games:
        for gone in game.end.exits:
            if gone.foul is not None:
                speech = next((t for s, t in reversed(game.end.speeches) if s == gone.seat), "")
                yield _row("a foul", game, gone.round, gone.seat, speech, f"out: {gone.foul}")


def _named(games: Sequence[GameFacts]) -> Iterator[tuple[Cell, ...]]:
    for game in games:
        spy = player_name(game.end.spy)
        for _, event in game.end.log:
            if event[0] != "speech":
                continue
            _, number, seat, speech = event
            if seat != game.end.spy and spy in speech:
                yield _row(
                    "an analysis that names the spy", game, number, seat, speech, f"{game.end.winner} won"
                )


def _undoubted(games: Sequence[GameFacts]) -> Iterator[tuple[Cell, ...]]:
    for game in games:
        against = [target for votes in game.end.votes for _, target in votes if target == game.end.spy]
        if game.end.winner == "spy" and not against and game.end.votes:
            speech = next(t for s, t in game.end.speeches if s == game.end.spy)
            yield _row("a spy whom nobody voted for", game, 1, game.end.spy, speech, "spy won")
