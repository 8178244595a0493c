"""The tables: how far forecasts are from what came, by design and by role."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from agonist.core import Seat
from agonist.games.commons import Commons
from agonist.games.commons.indicators import stocks_before
from agonist.games.negotiation import Negotiation
from agonist.games.negotiation.deal_values import Table
from agonist.games.negotiation.indicators import role_in
from agonist.metrics import ResultTable, Section
from agonist.metrics.run_matches import Played
from agonist.ratings.clustered_mean import clustered_mean
from agonist.ratings.share_intervals import rate_of
from agonist.suites.forecasts.hidden_questions import GAMES, WOULD, others_of

TEXT: Final = (
    "Players are asked what they expect of others, hidden from the game: in a commons before each harvest, "
    "in a negotiation at the beginning of each round. What is so is known when the match is over."
)

IN_A_COMMONS: Final = (
    "error: by how many units the forecast of what all others together harvest was off; bias: by how many "
    "too high, so that a number below 0 is trust that was disappointed. would fine: answers that they would "
    "give up a unit so that somebody who takes too much loses three; fined: months in which they did fine "
    "one of the others who took more than an equal part of what lasts, of the months in which somebody did. "
    "95% intervals over deals."
)

IN_A_NEGOTIATION: Final = (
    "BATNA error: by how many points the estimate of another party's BATNA was off; issue: estimates of the "
    "issue that matters most to another party that were right. First: in the first round; last: in the last "
    "round that was played, of matches of two rounds or more. 95% intervals over deals."
)

Values = list[tuple[str, float]]
Counts = list[tuple[str, tuple[float, float]]]


@dataclass
class InACommons:
    """What one player expected under one design."""

    error: Values = field(default_factory=list)
    bias: Values = field(default_factory=list)
    would: Counts = field(default_factory=list)
    fined: Counts = field(default_factory=list)


@dataclass
class InANegotiation:
    """What one player took the others for in one role, in the first round and in the last one."""

    error: tuple[Values, Values] = field(default_factory=lambda: ([], []))
    found: tuple[Counts, Counts] = field(default_factory=lambda: ([], []))


def section(matches: Sequence[tuple[str, Played]]) -> Section | None:
    """The section of a report, from matches and the design of each; `None` before anything is finished."""
    commons: defaultdict[tuple[str, str], InACommons] = defaultdict(InACommons)
    talks: defaultdict[tuple[str, str], InANegotiation] = defaultdict(InANegotiation)
    for design, played in matches:
        if played.match.fixture.game == "commons":
            for seat, player in enumerate(played.players):
                _fines(commons[player, design], played, seat)
            for seat, month, answer in _answers(played):
                _forecast(commons[played.players[seat], design], played, seat, month, answer)
        else:
            _estimates(talks, played)
    tables = [*_commons(commons), *_negotiation(talks)]
    return Section("Forecasts", TEXT, tuple(tables)) if tables else None


def _answers(played: Played) -> Iterator[tuple[Seat, int, Any]]:
    """Each answer to the hidden question that could be read: the seat, the month or round, the answer."""
    name = GAMES[played.match.fixture.game]
    for state, turn in played.turns():
        for probe in turn.probes:
            if probe.name == name and probe.answer is not None:
                at = state.played if hasattr(state, "played") else state.round
                yield probe.seat, at, probe.answer


def _forecast(one: InACommons, played: Played, seat: Seat, month: int, answer: tuple[int, str]) -> None:
    taken = played.end.harvests[month]
    off, deal = float(answer[0] - (sum(taken) - taken[seat])), played.deal
    one.error.append((deal, abs(off)))
    one.bias.append((deal, off))
    one.would.append((deal, (float(answer[1] == WOULD[0]), 1.0)))


def _fines(one: InACommons, played: Played, seat: Seat) -> None:
    """The months in which another took too much, and those of them in which this seat fined one who did."""
    game, end = played.record.game, played.end
    assert isinstance(game, Commons)
    if game.sanctions != "peer":
        return
    fined = {(event[1], event[3]) for _, event in end.log if event[0] == "fined" and event[2] == seat}
    for month, (stock, taken) in enumerate(
        zip(stocks_before(game, end.harvests), end.harvests, strict=True), 1
    ):
        raiders = [
            other
            for other, amount in enumerate(taken)
            if other != seat and amount * game.seats > game.threshold(stock)
        ]
        if raiders:
            did = any((month, other) in fined for other in raiders)
            one.fined.append((played.deal, (float(did), 1.0)))


def _estimates(found: defaultdict[tuple[str, str], InANegotiation], played: Played) -> None:
    game, end, deal = played.record.game, played.end, played.deal
    assert isinstance(game, Negotiation)
    for seat, number, answer in _answers(played):
        for nth, when in enumerate((1, end.round)):
            if number != when or (nth and end.round == 1):
                continue
            one = found[played.players[seat], role_in(game, seat)]
            others = others_of(game.observe(end, seat))
            for other, batna, issue in zip(others, answer[::2], answer[1::2], strict=True):
                table: Table = end.tables[other]
                most = {n for n, w in zip(game.names, table.weights, strict=True) if w == max(table.weights)}
                one.error[nth].append((deal, float(abs(batna - table.batna))))
                one.found[nth].append((deal, (float(issue in most), 1.0)))


def _commons(found: dict[tuple[str, str], InACommons]) -> Iterator[ResultTable]:
    header = (
        *("player", "design", "forecasts", "error", "low", "high", "bias", "low", "high"),
        *("would fine %", "low", "high", "fined %", "low", "high"),
    )
    rows = tuple(
        (
            *(*who, len(one.error), *clustered_mean(one.error), *clustered_mean(one.bias)),
            *rate_of(one.would).times(100),
            *rate_of(one.fined).times(100),
        )
        for who, one in sorted(found.items())
    )
    if rows:
        yield ResultTable("Commons: what players expect of others", header, rows, 1, IN_A_COMMONS)


def _negotiation(found: dict[tuple[str, str], InANegotiation]) -> Iterator[ResultTable]:
    header = (
        *("player", "role", "estimates", "BATNA error, first", "low", "high", "last", "low", "high"),
        *("issue %, first", "low", "high", "last", "low", "high"),
    )
    rows = tuple(
        (
            *(*who, len(one.error[0])),
            *(cell for values in one.error for cell in clustered_mean(values)),
            *(cell for counts in one.found for cell in rate_of(counts).times(100)),
        )
        for who, one in sorted(found.items())
    )
    if rows:
        yield ResultTable("Negotiation: what players take others for", header, rows, 1, IN_A_NEGOTIATION)
