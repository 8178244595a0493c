"""Moments worth looking at, environment by environment: case studies as in the paper's Appendix B."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from agonist.core import Choice, Seat, player_name
from agonist.games.bargain.rules import worths
from agonist.metrics import Moment, ResultTable, Section
from agonist.metrics.run_matches import Played
from agonist.store import Turn
from agonist.suites.llmarena.environments import ENVIRONMENTS

CASES_OF_KIND: Final = 2
"""Moments of each kind, each of another match."""

LOOKED_AT: Final = 200
"""The most matches of an environment that are looked through."""

GENEROUS: Final = Fraction(9, 10)
"""A bid of at least this part of the valuation is nearly all that can be won."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a player did in a match, and the number of the step, from 1."""

    match: Played
    step: int
    seat: Seat
    what: str
    summary: str


def section(matches: Sequence[Played]) -> list[Section]:
    """One table of cases, each of which leads to its step in the match."""
    rows: list[tuple[str | int, ...]] = []
    moments: list[Moment] = []
    for environment in ENVIRONMENTS:
        newest = [match for match in matches if match.match.fixture.game == environment.game][:LOOKED_AT]
        for case in _few(newest, KINDS[environment.game]):
            name = f"{player_name(case.seat)}, {case.match.players[case.seat]}"
            rows.append((environment.column, case.what, name, case.summary, case.match.match.id, case.step))
            moments.append(Moment(case.match.match.id, case.step, case.seat))
    if not rows:
        return []
    text = (
        "Moments at which a match turned, or at which a player gave something away; fallback moves are "
        "left out. On the page, each leads to its step in the match; `agonist replay MATCH` shows all steps."
    )
    header = ("environment", "what", "player", "how", "match", "step")
    table = ResultTable("Cases, as in Appendix B", header, tuple(rows), moments=tuple(moments))
    return [Section("LLMArena: cases", text, tables=(table,))]


Finder = Callable[[Played, int, Any, Turn], Iterator[Case]]
"""Finds cases in one step of a match: its number, the state before it, and what was played."""


def _few(matches: Sequence[Played], find: Finder) -> list[Case]:
    """The first cases of each kind, at most one in a match."""
    found: dict[str, list[Case]] = {}
    for match in matches:
        seen: set[str] = set()
        for case in _cases(match, find):
            if case.what not in seen and len(found.setdefault(case.what, [])) < CASES_OF_KIND:
                found[case.what].append(case)
                seen.add(case.what)
    return [case for cases in found.values() for case in cases]


def _cases(match: Played, find: Finder) -> Iterator[Case]:
    steps = {id(turn): number for number, turn in enumerate(match.log, start=1)}
    for state, turn in match.turns():
        for case in find(match, steps[id(turn)], state, turn):
            if case.seat not in turn.fallback:
                yield case


def lines(match: Played, step: int, state: Any, turn: Turn) -> Iterator[Case]:
    """A row that could have been finished, or that the other could then finish and need not have been able
    to.
    """
    game = match.record.game
    ((seat, played),) = turn.moves.items()
    options = _options(game, state, seat)
    won = [option for option in options if _wins(game, state, seat, option)]
    if won and played not in won:
        yield Case(match, step, seat, "did not win at once", f"played {played}; {won[0]} would have won")
        return
    after = game.act(state, {seat: played})
    threats = _winning(game, after)
    if not threats:
        return
    safe = [option for option in options if not _winning(game, game.act(state, {seat: option}))]
    if safe:
        summary = f"played {played}, so that {threats[0]} wins for the other; {safe[0]} would have stopped it"
        yield Case(match, step, seat, "did not stop a win", summary)


def _options(game: Any, state: Any, seat: Seat) -> Sequence[Any]:
    ask = game.turn(state)[seat]
    assert isinstance(ask, Choice)
    return ask.choices


def _wins(game: Any, state: Any, seat: Seat, option: Any) -> bool:
    outcome = game.outcome(game.act(state, {seat: option}))
    return outcome is not None and outcome.scores[seat] > outcome.scores[1 - seat]


def _winning(game: Any, state: Any) -> list[Any]:
    """The moves by which the player to move wins at once."""
    return [
        option
        for seat in game.turn(state)
        for option in _options(game, state, seat)
        if _wins(game, state, seat, option)
    ]


def folds(match: Played, step: int, state: Any, turn: Turn) -> Iterator[Case]:
    """A fold where staying in costs nothing."""
    for seat, action in turn.moves.items():
        if action == "fold" and state.table.to_call <= 0:
            cards = " ".join(map(str, state.hole[seat]))
            yield Case(match, step, seat, "folded for nothing", f"with {cards}; a check was free")


def bids(match: Played, step: int, state: Any, turn: Turn) -> Iterator[Case]:
    """A bid of nearly the whole valuation, of which nearly nothing can be won."""
    if not state.valuations:
        return
    for seat, bid in turn.moves.items():
        worth = state.valuations[seat]
        if worth and bid >= GENEROUS * worth:
            summary = f"bid {bid} of a valuation of {worth}; half would be the equilibrium"
            yield Case(match, step, seat, "bid nearly everything", summary)


def deals(match: Played, step: int, state: Any, turn: Turn) -> Iterator[Case]:
    """A deal that gives the one who accepts it less than the other."""
    table = state.table
    for seat, move in turn.moves.items():
        if move[0] != "deal" or table.plan is None or table.plan.seat == seat:
            continue
        worth = worths(table, state.values)
        mine, theirs = worth[seat], worth[1 - seat]
        if mine < theirs:
            summary = f"accepted what is worth {mine} of 10 to them, and {theirs} to the other"
            yield Case(match, step, seat, "accepted the worse part", summary)


def votes(match: Played, step: int, state: Any, turn: Turn) -> Iterator[Case]:
    """The last vote of a match: who the undercover is was found out, or not."""
    if state.phase != "vote":
        return
    (spy,) = state.undercovers
    after = match.record.game.act(state, turn.moves)
    clues = [event[-1] for _, event in state.log if event[0] == "clue" and event[-2] == spy]
    quotes = f"said: “{'”, “'.join(' '.join(clue.split()) for clue in clues)}”"
    if after.results and after.results[-1] == spy:
        yield Case(match, step, spy, f"the undercover is out after vote {state.vote}", quotes)
    elif after.phase == "over" and spy in after.alive:
        yield Case(match, step, spy, "the undercover was never found out", quotes)


def plays(match: Played, step: int, state: Any, turn: Turn) -> Iterator[Case]:
    """A card that does not fit, though the player need not have played it."""
    after = match.record.game.act(state, turn.moves)
    for seat, action in turn.moves.items():
        if action[0] == "play":
            event = next(event for _, event in reversed(after.log) if event[0] == "played")
            if not event[-1]:
                summary = f"played {event[-2]}, which fits nowhere, at a height of {state.table.height}"
                yield Case(match, step, seat, "played a card that does not fit", summary)


KINDS: Final[Mapping[str, Finder]] = {
    "tictactoe": lines,
    "connect_four": lines,
    "texas_holdem": folds,
    "sealed_bid_auction": bids,
    "bargain": deals,
    "undercover": votes,
    "hanabi": plays,
}
"""The cases of each environment."""
