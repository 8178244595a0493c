"""Two players compared: what is paired, and that the intervals hold."""

import numpy as np
import pytest

from agonist.core import UsageError
from agonist.match import Fixture
from agonist.metrics.comparison import Source, compare_players, parse_condition
from agonist.store import StoredMatch


def match(number, players, winner, *, deal="0/1", run="r", options=None, game="liars_dice", specs=None):
    """A finished match of two players on a deal that both seats share; `winner` is a seat, -1 for a draw."""
    fixture = Fixture(
        *(game, 1, options or {"seats": 2}, deal, tuple(players)), block=f"{game} {deal}", specs=specs or {}
    )
    scores = tuple(1.0 if seat == winner else 0.0 for seat in range(2))
    ranks = (1, 1) if winner == -1 else tuple(1 if seat == winner else 2 for seat in range(2))
    return StoredMatch(number, run, number, fixture, "finished", scores=scores, ranks=ranks)


def compared(matches, first="a", second="b", **options):
    return compare_players([Source("x.db", "r", matches)], first, second, **options)


def test_the_same_seat_of_the_same_deal_against_the_same_opponent_is_paired():
    matches = [
        match(2 * deal + place, (player, "ref"), 0 if player == "a" else 1, deal=f"0/{deal}")
        for deal in range(6)
        for place, player in enumerate("ab")
    ]
    [gap] = compared(matches).gaps
    assert (gap.basis, gap.matches, gap.deals, gap.difference) == ("same deals", 12, 6, 1.0)
    assert gap.p == pytest.approx(2 / 2**6)
    assert gap.is_decided
    assert gap.more == 0


def test_another_seat_or_opponent_is_not_paired():
    matches = [match(deal, ("a", "ref"), 0, deal=f"0/{deal}") for deal in range(4)]
    other_seat = [match(10 + deal, ("ref", "b"), 0, deal=f"0/{deal}") for deal in range(4)]
    other_opponent = [match(20 + deal, ("b", "foe"), 0, deal=f"0/{deal}") for deal in range(4)]
    with pytest.raises(UsageError, match="nothing compares a and b"):
        compared(matches + other_seat + other_opponent)


def test_other_deals_against_the_same_opponents_are_compared_unpaired_and_evenly():
    matches = [match(deal, ("a", "ref"), 0, deal=f"0/{deal}") for deal in range(9)]
    matches += [match(20 + deal, ("b", "ref"), deal % 2, deal=f"1/{deal}") for deal in range(5)]
    [gap] = compared(matches).gaps
    assert (gap.basis, gap.matches, gap.first, gap.second) == ("same opponents", 10, 1.0, 0.6)


def test_matches_against_each_other_are_a_basis_of_their_own():
    matches = [
        match(2 * deal + turn, ("ab", "ba")[turn], turn, deal=f"0/{deal}")
        for deal in range(5)
        for turn in range(2)
    ]
    [gap] = compared(matches).gaps
    assert (gap.basis, gap.matches, gap.deals, gap.difference) == ("each other", 10, 5, 1.0)


def test_games_count_alike_however_many_matches_each_has():
    def of(game, deals, winner_of_b, start):
        return [
            match(start + 2 * deal + place, (player, "ref"), won, deal=f"0/{deal}", game=game)
            for deal in range(deals)
            for place, (player, won) in enumerate((("a", 0), ("b", winner_of_b)))
        ]

    found = compared(of("liars_dice", 20, 0, 0) + of("pit", 4, 1, 100))
    whole, *games = found.gaps
    assert (whole.game, whole.difference, [gap.difference for gap in games]) == ("", 0.5, [0.0, 1.0])
    assert found.verdict is whole


def test_two_databases_have_a_player_each():
    old = [match(deal, ("mine", "ref"), 1, deal=f"0/{deal}", run="r1") for deal in range(5)]
    new = [match(deal, ("mine", "ref"), 0, deal=f"0/{deal}", run="r2") for deal in range(5)]
    found = compare_players([Source("old.db", "r1", old), Source("new.db", "r2", new)], "mine", "mine")
    assert found.verdict.difference == -1.0
    again = compare_players([Source("x.db", "r1", old), Source("x.db", "r2", new)], "mine@r1", "mine@r2")
    assert again.verdict.difference == -1.0


def test_a_name_of_two_players_is_not_taken_for_one():
    one = [match(deal, ("mine", "ref"), 1, specs={"mine": "random"}) for deal in range(2)]
    other = [match(5, ("mine", "ref"), 1, specs={"mine": "baseline"}), match(6, ("b", "ref"), 1)]
    with pytest.raises(UsageError, match="2 players"):
        compared(one + other, "mine", "b")


@pytest.mark.long
def test_more_matches_decide_a_difference_of_the_size_seen():
    """Of 400 comparisons of two players whose true difference is the one seen, about 80% are decided after
    that many matches."""
    rng = np.random.default_rng(1)

    def played(deals, first, second):
        return [
            match(2 * deal + place, (player, "ref"), 0 if rng.random() < rate else 1, deal=f"0/{deal}")
            for deal in range(deals)
            for place, (player, rate) in enumerate((("a", first), ("b", second)))
        ]

    small = next(
        gap
        for _ in range(200)
        if abs((gap := compared(played(40, 0.6, 0.4)).gaps[0]).difference - 0.2) < 0.01
    )
    deals = (small.matches + small.more) // 2
    decided = np.mean([compared(played(deals, 0.6, 0.4)).verdict.is_decided for _ in range(40)])
    assert 0.6 <= decided <= 0.95


@pytest.mark.long
@pytest.mark.parametrize("rates", [(0.5, 0.5), (0.7, 0.5), (0.97, 0.9)])
@pytest.mark.parametrize("same", [True, False])
def test_intervals_hold_the_true_difference(rates, same):
    """In 500 comparisons of 30 deals with luck of the deal that both share, or not."""
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(500):
        matches = []
        for deal in range(30):
            luck = rng.normal(scale=0.15, size=2)
            for place, (player, rate) in enumerate(zip("ab", rates, strict=True)):
                chance = np.clip(rate + luck[0 if same else place], 0, 1)
                name = f"0/{deal}" if same else f"{place}/{deal}"
                for seat in range(2):
                    seats = (player, "ref") if seat == 0 else ("ref", player)
                    won = seat if rng.random() < chance else 1 - seat
                    matches.append(match(len(matches), seats, won, deal=name))
        [gap] = compared(matches).gaps
        truth = np.mean(
            [
                np.clip(rates[0] + x, 0, 1) - np.clip(rates[1] + x, 0, 1)
                for x in rng.normal(scale=0.15, size=4000)
            ]
        )
        held += gap.low <= truth <= gap.high
    assert held / 500 >= 0.93


@pytest.mark.parametrize(
    ("text", "shown"),
    [("b < a", True), ("b < a - 0.2", True), ("b < a - 0.9", False), ("a < b", False), ("a > b", True)],
)
def test_a_condition_holds_if_the_interval_shows_it(text, shown):
    matches = [
        match(2 * deal + place, (player, "ref"), 0 if player == "a" else 1, deal=f"0/{deal}")
        for deal in range(12)
        for place, player in enumerate("ab")
    ]
    assert compared(matches).shows(parse_condition(text, "a", "b")) is shown


@pytest.mark.parametrize("text", ["", "a", "a < c", "a < a", "a <= b", "a > b - 0.1"])
def test_what_is_no_condition_is_refused(text):
    with pytest.raises(UsageError):
        parse_condition(text, "a", "b")
