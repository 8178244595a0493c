"""The contents of a published record: the game's options, every choice, and the moves of chance.

This is for the games in which all players choose at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from agonist.core import Seat
from agonist.games.sealed_bid_auction.rules import highest_bidders, published_valuations
from agonist.suites.gamabench.published.published_match import PublishedMatch, sized
from agonist.suites.gamabench.published.record_file import Published, RecordProblem, in_short, seat_of, whole
from agonist.suites.gamabench.published.sequential_records import battle, pirates
from agonist.suites.gamabench.scoring import (
    Auctions,
    Bids,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
)

FIRST_SEED: Final = 42
"""The seed of the valuations of the first round."""


def course_of(game: str, published: Published, *, second_price: bool = False) -> PublishedMatch:
    """The course of a record of this game of ours; raises `RecordProblem` for what a score cannot do without.

    `second_price` follows from the file's folder; the record itself takes precedence.
    """
    if game == "sealed_bid_auction":
        return _auction(published, second_price=second_price)
    return _READERS[game](published)


def _guess(published: Published) -> PublishedMatch:
    low, high, ratio = published.whole("min"), published.whole("max"), published.number("ratio")
    if low >= high:
        raise RecordProblem(f"meta.min is {low}, not below meta.max, {high}")
    rounds, marks = _in_seat_order(published)
    choices = Guessing(low, high, Fraction(ratio).limit_denominator(1000), rounds)
    options = sized(published) | {"low": low, "high": high, "ratio": ratio}
    return PublishedMatch(options, choices, _by_seat(rounds), marks=marks)


def _dollar(published: Published) -> PublishedMatch:
    golds = published.positive("golds")
    rounds, marks = _in_seat_order(published)
    return PublishedMatch(
        sized(published) | {"golds": golds}, Bids(golds, rounds), _by_seat(rounds), marks=marks
    )


def _bar(published: Published) -> PublishedMatch:
    rounds, ratio = _words(published), published.number("ratio")
    mode = published.meta.get("mode", "implicit")
    options = sized(published) | {
        "ratio": ratio,
        "gain_min": published.whole("min", 0),
        "gain_max": published.whole("max", 10),
        "home": published.whole("home", 5),
        "mode": mode,
    }
    gains = (options["gain_min"], options["gain_max"], options["home"])
    choices = Evenings(Fraction(ratio).limit_denominator(1000), rounds, gains)
    return PublishedMatch(options, choices, _by_seat(rounds))


def _goods(published: Published) -> PublishedMatch:
    tokens, rounds = published.positive("tokens"), _whole_rounds(published)
    options = sized(published) | {
        "tokens": tokens,
        "ratio": published.number("ratio"),
        "carry": published.meta.get("reset", True) is False,
    }
    marks: tuple[str, ...] = ()
    if published.meta.get("token_initialization", "fixed") != "fixed":
        marks = ("tokens were drawn, which is not stored: scored by the same number for all",)
    ratio = Fraction(published.number("ratio")).limit_denominator(1000)
    return PublishedMatch(options, Contributions(tokens, rounds, ratio), _by_seat(rounds), marks=marks)


def _diner(published: Published) -> PublishedMatch:
    rounds = _words(published)
    options = sized(published) | {
        ours: published.whole(theirs)
        for ours, theirs in (
            ("cheap_price", "cheap_cost"),
            ("cheap_utility", "cheap_utility"),
            ("costly_price", "exp_cost"),
            ("costly_utility", "exp_utility"),
        )
    }
    odd = [word for row in rounds for word in row if word not in ("cheap", "costly")]
    marks = (f"{len(odd)} dishes are neither word, as {odd[0]!r}: scored as costly",) if odd else ()
    cheap = (options["cheap_price"], options["cheap_utility"])
    choices = Dishes(rounds, cheap, (options["costly_price"], options["costly_utility"]))
    return PublishedMatch(options, choices, _by_seat(rounds), marks=marks)


def _auction(published: Published, *, second_price: bool) -> PublishedMatch:
    bids, valuations = _whole_rounds(published), _whole_rounds(published, "valuations")
    low, high = published.whole("valuation_min"), published.whole("valuation_max")
    interval = published.positive("interval", 10)
    marks: list[str] = []
    if "mode" in published.meta:
        second_price = published.meta["mode"] == "second highest bid"
    else:
        marks.append("meta has no mode: taken from the folder")
    if over := _overbids(bids, valuations):
        marks.append(f"{over} bids are above the valuation")
    grid = range(low, high + 1, interval)
    by_seed = len(grid) >= published.seats and all(
        row == published_valuations(FIRST_SEED + nth, grid, published.seats)
        for nth, row in enumerate(valuations)
    )
    if not by_seed:
        marks.append("the valuations are not those of the published seeds")
    options = sized(published) | {
        "low": low,
        "high": high,
        "interval": interval,
        "price": "second" if second_price else "first",
        "valuations": "published" if by_seed else "chance",
        "overbids": bool(over),
    }
    ties = []
    for nth, row in enumerate(bids):
        if len(tied := highest_bidders(row)) > 1:
            winner = seat_of(published.rounds[nth].get("bid_winner"), f"round {nth + 1}: bid_winner")
            if winner not in tied:
                marks.append(f"round {nth + 1}: the winner did not bid the most")
            ties.append(winner if winner in tied else tied[0])
    chance: dict[str, Sequence[Any]] = {"tie": ties} if by_seed else {"tie": ties, "valuations": valuations}
    return PublishedMatch(
        options, Auctions(valuations, bids, second_price), _by_seat(bids), chance, tuple(marks)
    )


def _overbids(bids: Sequence[Sequence[int]], valuations: Sequence[Sequence[int]]) -> int:
    rounds = zip(bids, valuations, strict=True)
    return sum(bid > worth for row, worths in rounds for bid, worth in zip(row, worths, strict=True))


def _in_seat_order(published: Published) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    """Each round's numbers by seat, from what each player chose: `responses` were shuffled in these games."""
    rounds = _whole_rounds(published)
    if any(len(player.records) != len(rounds) for player in published.players):
        return rounds, ("players' own records are incomplete: who chose what is not known",)
    choices = tuple(
        tuple(whole(player.records[nth], f"round {nth + 1}: a choice") for player in published.players)
        for nth in range(len(rounds))
    )
    odd = [nth + 1 for nth, (a, b) in enumerate(zip(choices, rounds, strict=True)) if sorted(a) != sorted(b)]
    if odd:
        return rounds, (f"round {odd[0]}: the players' records and responses are not the same numbers",)
    return choices, ()


def _whole_rounds(published: Published, key: str = "responses") -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(whole(value, f"round {nth + 1}: {key}") for value in published.per_seat(nth, key))
        for nth in range(len(published.rounds))
    )


def _words(published: Published) -> tuple[tuple[str, ...], ...]:
    rounds = []
    for nth in range(len(published.rounds)):
        row = published.per_seat(nth, "responses")
        if odd := [word for word in row if not isinstance(word, str)]:
            raise RecordProblem(f"round {nth + 1}: a response is {in_short(odd[0])}, not a word")
        rounds.append(tuple(row))
    return tuple(rounds)


def _by_seat(rounds: Sequence[Sequence[Any]]) -> dict[Seat, list[Any]]:
    return {seat: [row[seat] for row in rounds] for seat in range(len(rounds[0]))}


_READERS: Final[Mapping[str, Callable[[Published], PublishedMatch]]] = {
    "guess_average": _guess,
    "el_farol": _bar,
    "divide_dollar": _dollar,
    "public_goods": _goods,
    "diners_dilemma": _diner,
    "battle_royale": battle,
    "pirate_game": pirates,
}
