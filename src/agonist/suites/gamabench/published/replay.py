"""Replaying a published match by our rules, and comparing its stored results with ours."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from agonist.core import CHANCE, Game, IllegalAction, Moves, Outcome, UsageError, player_name
from agonist.games import KITS
from agonist.games.guess_average.rules import target, winning_numbers
from agonist.kit import make_game
from agonist.suites.gamabench.published.published_match import PublishedMatch
from agonist.suites.gamabench.published.record_file import Published, seat_of
from agonist.suites.gamabench.scoring import Auctions, Battle, Pirates, Rounds

SHOTS: Final = 20
"""Shots after which the published code ended a battle."""

CLOSE: Final = 1e-6
"""Stored results are floats."""


@dataclass(frozen=True, slots=True)
class PublishedReplay:
    """The match as far as our rules allow it; `refused` says why it stops, and is empty if it is complete."""

    game: Game[Any, Any] | None
    moves: tuple[Moves, ...]
    outcome: Outcome | None
    refused: str = ""


def replay(name: str, course: PublishedMatch) -> PublishedReplay:
    """The match by our rules."""
    try:
        game = make_game(KITS[name].game, dict(course.options) | _ours(name, course))
    except UsageError as error:
        return PublishedReplay(None, (), None, str(error))
    answers = {seat: deque(given) for seat, given in course.answers.items()}
    chance = {about: deque(given) for about, given in course.chance.items()}
    state, moves = game.new(), list[Moves]()
    while asks := game.turn(state):
        played: dict[int, Any] = {}
        for seat, ask in asks.items():
            queue = chance.get(ask.about, deque()) if seat == CHANCE else answers[seat]
            who = "chance" if seat == CHANCE else player_name(seat)
            if not queue:
                return PublishedReplay(
                    game, tuple(moves), None, f"the record ends before {who} answers {ask.about!r}"
                )
            action = queue.popleft()
            try:
                ask.check(action)
            except IllegalAction as why:
                return PublishedReplay(game, tuple(moves), None, f"answer {len(moves) + 1}, {who}: {why}")
            played[seat] = action
        moves.append(played)
        state = game.act(state, played)
    return PublishedReplay(game, tuple(moves), game.outcome(state))


def _ours(name: str, course: PublishedMatch) -> dict[str, Any]:
    """Options that no record states, since they never changed."""
    if name == "battle_royale":
        shots = sum(map(len, course.answers.values()))
        return {"shot_cap": max(SHOTS, shots), "told_rounds": False}
    return {}


def differences(
    name: str, published: Published, course: PublishedMatch, played: PublishedReplay
) -> list[str]:
    """Stored results that differ from those of our rules for the same choices; a line for each kind.

    Results that are not stored are not compared.
    """
    if played.game is None:
        return []
    kinds = Counter[str]()
    first: dict[str, str] = {}
    for what, where, theirs, ours in _COMPARED[name](played.game, published, course):
        if not _same(theirs, ours):
            kinds[what] += 1
            first.setdefault(
                what, f"{where}: {_printed(theirs)} in the record, {_printed(ours)} by our rules"
            )
    found = [f"{what} differs {count} times, first in {first[what]}" for what, count in kinds.items()]
    if played.outcome is not None and (more := _left_over(course, played)):
        found.append(f"the record holds {more} answers more than our rules ask for")
    return found


Comparison = tuple[str, str, Any, Any]
"""What is compared, in which round, the published value, ours."""


def _guess(game: Any, published: Published, course: PublishedMatch) -> Iterator[Comparison]:
    for nth, (entry, row) in enumerate(_rounds(published, course)):
        where, goal = f"round {nth + 1}", target(row, game.fraction)
        best = winning_numbers(row, game.fraction)
        yield "average", where, entry.get("mean"), Fraction(sum(row), len(row))
        yield "target", where, entry.get("mean_ratio"), goal
        if "winner" in entry:
            yield "winning number", where, [entry["winner"]], list(best)
        if "winner_num" in entry:
            yield "number of winners", where, entry["winner_num"], sum(number in best for number in row)


def _bar(game: Any, published: Published, course: PublishedMatch) -> Iterator[Comparison]:
    for nth, (entry, row) in enumerate(_rounds(published, course)):
        where, went = f"round {nth + 1}", row.count("go")
        crowded = went > game.room
        yield "goers", where, entry.get("go_num"), went
        yield "better choice", where, entry.get("winner"), "stay" if crowded else "go"
        yield "goers' gain", where, entry.get("utility"), game.gain_min if crowded else game.gain_max
        yield from _paid(published, nth, game.gains(row))


def _dollar(game: Any, published: Published, course: PublishedMatch) -> Iterator[Comparison]:
    for nth, (entry, row) in enumerate(_rounds(published, course)):
        yield "sum of bids", f"round {nth + 1}", entry.get("total_proposal"), sum(row)
        yield from _paid(published, nth, row if sum(row) <= game.golds else (0,) * len(row))


def _goods(game: Any, published: Published, course: PublishedMatch) -> Iterator[Comparison]:
    for nth, (entry, row) in enumerate(_rounds(published, course)):
        yield "pot", f"round {nth + 1}", entry.get("total_tokens"), sum(row)
        ours = [game.tokens - put + game.part(row) for put in row]
        for _, where, theirs, gain in _paid(published, nth, ours):
            yield "payoff (the record holds what was kept, without the part of the pot)", where, theirs, gain


def _diner(game: Any, published: Published, course: PublishedMatch) -> Iterator[Comparison]:
    for nth, (entry, row) in enumerate(_rounds(published, course)):
        where, cheap = f"round {nth + 1}", row.count("cheap")
        bill = game.bill(len(row) - cheap)
        yield "cheap dishes", where, entry.get("cheap_player"), cheap
        yield "bill", where, entry.get("total_cost"), bill
        yield "part of the bill", where, entry.get("avg_cost"), Fraction(bill, len(row))
        dishes = ["cheap" if dish == "cheap" else "costly" for dish in row]
        yield from _paid(published, nth, [game.satisfaction(dish, len(row) - cheap) for dish in dishes])


def _auction(game: Any, published: Published, course: PublishedMatch) -> Iterator[Comparison]:
    ties = deque(course.chance["tie"])
    assert isinstance(course.choices, Auctions)
    valuations = course.choices.valuations
    for nth, (entry, row) in enumerate(_rounds(published, course)):
        where, highest = f"round {nth + 1}", max(row)
        tied = [seat for seat, bid in enumerate(row) if bid == highest]
        winner = ties.popleft() if len(tied) > 1 else tied[0]
        pays = highest if game.price == "first" else sorted(row)[-2]
        stored = entry.get("bid_winner")
        yield "winner", where, None if stored is None else seat_of(stored, where), winner
        yield "highest bid", where, entry.get("bid_winner_proposed"), highest
        yield "price", where, entry.get("bid_winner_payment"), pays
        gains = [valuations[nth][seat] - pays if seat == winner else 0 for seat in range(len(row))]
        yield from _paid(published, nth, gains)
        if isinstance(utilities := entry.get("utility"), list) and len(utilities) == len(row):
            yield "round's gains", where, utilities, gains


def _battle(game: Any, published: Published, course: PublishedMatch) -> Iterator[Comparison]:
    del published
    alive = tuple(range(game.seats))
    turn = 0
    assert isinstance(course.choices, Battle)
    for nth, shot in enumerate(course.choices.shots, 1):
        yield "who is left", f"shot {nth}", list(shot.alive), list(alive)
        yield "shooter", f"shot {nth}", shot.shooter, turn
        if shot.hit:
            alive = tuple(seat for seat in alive if seat != shot.target)
        turn = min((seat for seat in alive if seat > shot.shooter), default=alive[0] if alive else 0)


def _pirate(game: Any, published: Published, course: PublishedMatch) -> Iterator[Comparison]:
    assert isinstance(course.choices, Pirates)
    plans = course.choices.plans
    for nth, plan in enumerate(plans, 1):
        yield "sum of a plan", f"round {nth}", sum(plan.shares), game.gold
        passed = 2 * sum(plan.accepts) >= len(plan.accepts)
        yield "whether a plan passed", f"round {nth}", nth == len(plans), passed
        yield "the proposer's vote", f"round {nth}", plan.accepts[0], True
    del published


def _rounds(
    published: Published, course: PublishedMatch
) -> Iterator[tuple[Mapping[str, Any], tuple[Any, ...]]]:
    assert isinstance(course.choices, Rounds)
    return zip(published.rounds, course.choices.rounds, strict=True)


def _paid(published: Published, nth: int, ours: Any) -> Iterator[Comparison]:
    for seat, (player, gain) in enumerate(zip(published.players, ours, strict=True)):
        if nth < len(player.utility):
            yield "payoff", f"round {nth + 1}, {player_name(seat)}", player.utility[nth], gain


def _same(theirs: Any, ours: Any) -> bool:
    if theirs is None:
        return True
    if isinstance(theirs, int | float) and isinstance(ours, int | float | Fraction):
        return abs(theirs - float(ours)) <= CLOSE * max(1.0, abs(theirs))
    return bool(theirs == ours)


def _left_over(course: PublishedMatch, played: PublishedReplay) -> int:
    answers = sum(seat != CHANCE for moves in played.moves for seat in moves)
    return sum(map(len, course.answers.values())) - answers


def _printed(value: Any) -> str:
    return f"{float(value):g}" if isinstance(value, Fraction | float) else str(value)


_COMPARED: Final[Mapping[str, Callable[[Any, Published, PublishedMatch], Iterator[Comparison]]]] = {
    "guess_average": _guess,
    "el_farol": _bar,
    "divide_dollar": _dollar,
    "public_goods": _goods,
    "diners_dilemma": _diner,
    "sealed_bid_auction": _auction,
    "battle_royale": _battle,
    "pirate_game": _pirate,
}
