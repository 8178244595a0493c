"""The commons by GovSim's published numbers and measures, by closed formulas, and by Ostrom's principles."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from statistics import fmean

import pytest
from tests.games.other_options import breaches

from agonist.api import play
from agonist.core import UsageError
from agonist.games.commons import KIT, Commons
from agonist.games.commons.indicators import stocks_before
from agonist.games.commons.rules import totals
from agonist.games.commons.stock import regrown, shared_out, sustainable
from agonist.kit.indicators import course_of

PAIR = Commons(seats=2, talk=False)


def harvested(game, months, state=None):
    """After these harvests, month by month."""
    state = state or game.new()
    for taken in months:
        state = game.act(state, dict(enumerate(taken)))
    return state


def measured(game, months):
    states, steps = [game.new()], []
    while asks := game.turn(states[-1]):
        if states[-1].phase == "harvest":
            moves = dict(enumerate(months[states[-1].played]))
        else:
            moves = dict.fromkeys(asks, (10, ""))
        steps.append((moves, ()))
        states.append(game.act(states[-1], moves))
    outcome = game.outcome(states[-1])
    names = [str(seat) for seat in range(game.seats)]
    course = course_of(game, names, outcome.scores, outcome.ranks, states, steps)
    return KIT.indicators.measure(course)


def test_the_usual_numbers_are_govsims():
    game = Commons()
    assert (game.seats, game.rounds, game.capacity, game.growth, game.collapse) == (5, 12, 100, 2, 5)
    # Its code: "(stock // 2) // agents" is what each can take, 10 of a full stock.
    for stock in range(101):
        assert game.threshold(stock) // 5 == stock // 2 // 5


@pytest.mark.parametrize("growth", [Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3)])
def test_the_threshold_is_the_most_from_which_the_stock_recovers(growth):
    """f(t) = max {x: g(h(t) - x) >= h(t)}, by trying all x."""
    for stock in range(81):
        most = max(x for x in range(stock + 1) if regrown(stock - x, growth, 80) >= stock)
        assert sustainable(stock, growth, 80) == most


def test_a_trajectory_computed_by_hand():
    state = harvested(PAIR, [(30, 40)])
    assert (state.stock, state.played) == (60, 1)
    state = harvested(PAIR, [(20, 10)], state)
    assert (state.stock, state.played) == (60, 2)
    state = harvested(PAIR, [(50, 35)], state)
    assert (state.stock, state.phase) == (0, "over")
    assert state.harvests[-1] == (30, 30)
    assert PAIR.outcome(state).scores == (80, 80)
    assert PAIR.outcome(state).reason == "the stock collapsed in month 3"


def test_govsims_measures_of_that_trajectory():
    """T f(0) = 600; thresholds for each of 25, 15 and 15."""
    first, second = measured(PAIR, [(30, 40), (20, 10), (50, 35)])
    assert first["survival"] == [3]
    assert first["lasted"] == [0]
    assert first["gain"] == second["gain"] == [80]
    assert first["efficiency"] == [pytest.approx(1 - (600 - 160) / 600)]
    assert first["equality"] == [1]
    assert (first["over-usage"], second["over-usage"]) == ([1, 1, 1], [1, 0, 1])


def test_equality_is_one_less_the_gini_coefficient():
    """By the area under the Lorenz curve."""
    game = Commons(seats=4, talk=False, rounds=1)
    gains = (7, 1, 22, 10)
    ordered, whole = sorted(gains), sum(gains)
    lorenz = [sum(ordered[:count]) / whole for count in range(5)]
    area = sum((low + high) / 2 / 4 for low, high in pairwise(lorenz))
    assert measured(game, [gains])[0]["equality"] == [pytest.approx(2 * area)]


def test_pledges_are_kept_by_who_asks_for_no_more():
    game = Commons(seats=2, rounds=2)
    first, second = measured(game, [(10, 10), (10, 11)])
    assert (first["kept"], second["kept"]) == ([1], [0])


@pytest.mark.parametrize("seats", [2, 3])
def test_in_the_last_month_nobody_gains_by_asking_for_less_than_everything(seats):
    """The myopic equilibrium exhausts the stock at once: every request against all requests of the others."""
    for others in product(range(11), repeat=seats - 1):
        worth = [
            fmean(shared_out((mine, *others), 10, first)[0] for first in range(seats)) for mine in range(11)
        ]
        assert worth[10] == max(worth)
    game = Commons(seats=seats, talk=False, capacity=10)
    state = harvested(game, [(10,) * seats])
    assert (state.phase, sum(totals(state.harvests))) == ("over", 10)


@cache
def best(stock, months):
    """The most that can be harvested in all, by dynamic programming."""
    if not months:
        return 0
    return max(
        stock - left + (best(min(100, 2 * left), months - 1) if left >= 5 else 0) for left in range(stock + 1)
    )


def test_the_cooperative_optimum_is_half_of_a_full_stock_each_month_and_the_reference_plays_it():
    assert best(100, 12) == 11 * 50 + 100
    told = play("commons?told_rounds=true", ["reference"] * 5, seed=1)
    assert sum(told.record.outcome.scores) == best(100, 12)
    untold = play("commons", ["reference"] * 5, seed=1)
    assert untold.record.outcome.scores == (120,) * 5


def test_stocks_are_told_from_harvests():
    *_, end = play("commons", ["reference", "random"] * 2 + ["reference"], seed=3).record.states()
    regrew = [event[3] for _, event in end.log if event[0] == "regrew"]
    assert stocks_before(Commons(), end.harvests) == [100, *regrew][: len(end.harvests)]


@pytest.mark.parametrize(("seats", "votes", "limit"), [(3, (20, 5, 90), 20), (4, (20, 5, 90, 30), 20)])
def test_ostroms_users_set_the_limit_by_the_median(seats, votes, limit):
    for quota, most in (("agreed", 100), ("binding", limit)):
        game = Commons(seats=seats, quota=quota)
        state = game.act(game.new(), dict(enumerate(votes)))
        assert state.quota == limit
        assert game.turn(state)[0].high == most


def test_ostroms_monitoring_shows_what_was_paid_for_and_no_more():
    game = Commons(seats=3, monitoring="paid", talk=False)
    state = harvested(game, [(10, 20, 5)])
    state = game.act(state, {0: 1, 1: "nobody", 2: 1})
    for seat in (0, 2, None):
        told = [event for event in game.observe(state, seat).log if event[0] in ("harvest", "inspected")]
        assert told == [("inspected", 1, 0, 1, 20), ("inspected", 1, 2, 1, 20)]
    assert state.costs == (1, 0, 1)
    assert game.paid(state) == (9, 20, 4)
    hidden = harvested(Commons(seats=3, monitoring="none", talk=False), [(10, 20, 5)])
    assert not any(20 in event for event in game.observe(hidden, 0).log)


def test_ostroms_sanctions_grow_with_each_offence_that_is_seen():
    game = Commons(seats=2, quota="agreed", sanctions="graduated", talk=False)
    state = game.new()
    for _ in range(3):
        state = game.act(state, {0: 10, 1: 10})
        state = harvested(game, [(10, 11)], state)
    assert state.costs == (0, 3 + 6 + 9)
    seen = Commons(seats=2, quota="agreed", sanctions="graduated", monitoring="paid", talk=False)
    state = seen.act(seen.new(), {0: 10, 1: 10})
    state = seen.act(harvested(seen, [(12, 11)], state), {0: 1, 1: "nobody"})
    assert state.costs == (1, 3)


def test_fehr_and_gaechters_fine_costs_one_and_takes_three():
    game = Commons(seats=3, sanctions="peer", talk=False)
    state = game.act(harvested(game, [(10, 20, 5)]), {0: 1, 1: "nobody", 2: 1})
    assert state.costs == (1, 6, 1)


def test_pledges_divide_what_equal_parts_leave_over():
    """Three players can take 50 a month: 16 each without a word, 16, 17 and 17 with pledges."""
    for talk, total in (("true", 48 + 11 * 50), ("false", 12 * 48)):
        played = play(f"commons?seats=3&talk={talk}", ["reference"] * 3, seed=1)
        assert sum(played.record.outcome.scores) == total


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"sanctions": "graduated"}, "quota"),
        ({"sanctions": "graduated", "quota": "agreed", "monitoring": "none"}, "monitoring"),
        ({"capacity": 10, "collapse": 11}, "collapse"),
        ({"seats": 1}, "2 to 10"),
    ],
)
def test_options_that_do_not_fit_are_refused(options, told):
    with pytest.raises(UsageError, match=told):
        Commons(**options)


@pytest.mark.parametrize(
    "options",
    [
        {
            "seats": 2,
            "rounds": 3,
            "talk_first": True,
            "quota": "agreed",
            "monitoring": "paid",
            "sanctions": "graduated",
            "growth": 1.5,
        },
        {
            "seats": 2,
            "rounds": 3,
            "talk_first": True,
            "quota": "binding",
            "monitoring": "paid",
            "sanctions": "peer",
        },
        {
            "seats": 2,
            "rounds": 3,
            "talk_first": True,
            "quota": "binding",
            "monitoring": "none",
            "told_rounds": True,
        },
    ],
    ids=str,
)
@pytest.mark.slow
def test_the_contract_holds_with_other_options(options):
    assert not breaches(KIT, options, range(8))


STORIES = {"fishery": "lake", "pasture": "sheep", "pollution": "opposite of the pollution"}


@pytest.mark.parametrize("story", STORIES)
def test_govsims_stories_change_nothing_but_the_rules_that_are_told(story):
    usual, told = Commons(), Commons(story=story)
    assert STORIES[story] in KIT.words.rules(told)
    (line,) = set(KIT.words.rules(told).splitlines()) - set(KIT.words.rules(usual).splitlines())
    assert line in KIT.words.rules(told)
    state, other = (game.act(game.new(), dict.fromkeys(range(5), 10)) for game in (usual, told))
    assert state == other
    for seat in (None, 0):
        view = usual.observe(state, seat)
        assert KIT.words.scene(usual, view) == KIT.words.scene(told, told.observe(other, seat))
