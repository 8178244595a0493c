"""Negotiation by exhaustive search over all deals, by Rubinstein's and Nash's formulas, and by the roles of
Abdelnabi et al. (2023)."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod
from random import Random

import pytest
from tests.games.other_options import breaches

from agonist.api import play
from agonist.core import CHANCE, UsageError
from agonist.games.negotiation import KIT, Negotiation
from agonist.games.negotiation.deal_values import Table
from agonist.kit.indicators import course_of

SILENT = {"talk": False}


def dealt(game, *tables):
    """The talks after these weights, favourites and BATNAs have been drawn."""
    return game.act(game.new(), {CHANCE: tuple(part for table in tables for part in table)})


def proposed(game, state, deal, *accepting):
    """After the proposal of a deal, which these seats accept."""
    state = game.act(state, {game.proposer(state.round): deal})
    votes = {seat: "accept" if seat in accepting else "reject" for seat in game.others(state.round)}
    return game.act(state, votes)


def measured(game, states):
    """What is measured on a match with these states."""
    outcome = game.outcome(states[-1])
    names = [str(seat) for seat in range(game.seats)]
    course = course_of(game, names, outcome.scores, outcome.ranks, states, [])
    return KIT.indicators.measure(course)


def test_points_by_hand():
    """Favourite 3 of 4 options with weight 45: two steps away is nothing, one step is half, rounded down."""
    assert Table((45, 55), (3, 1), 20, 4).rows == ((0, 22, 45, 22), (55, 36, 18, 0))
    game = Negotiation(issues=2, **SILENT)
    state = dealt(game, ((45, 55), (3, 1), 20), ((30, 70), (1, 4), 40))
    state = proposed(game, state, (3, 2), 1)
    assert game.outcome(state).scores == (45 + 36, 10 + 23)
    # The second party has made a deal below its BATNA of 40.
    first, second = measured(game, [game.new(), state])
    assert (first["gain"], second["gain"], first["below"], second["below"]) == ([61], [-7], [0], [1])


def test_the_higher_gain_over_the_batna_wins_and_no_deal_is_a_draw():
    game = Negotiation(issues=1, choices=11, rounds=1, preferences="opposed", **SILENT)
    state = dealt(game, ((100,), (1,), 50), ((100,), (11,), 20))
    deal, none = proposed(game, state, (5,), 1), proposed(game, state, (5,))
    assert (game.outcome(deal).scores, game.outcome(deal).ranks) == ((60, 40), (2, 1))
    assert (game.outcome(none).scores, game.outcome(none).ranks) == ((50, 20), (1, 1))


def continuation(game, state):
    """The expected scores if everyone plays the only subgame-perfect equilibrium, by backward induction."""
    asks = game.turn(state)
    if not asks:
        return game.outcome(state).scores
    if CHANCE in asks:
        chances = zip(asks[CHANCE].choices, asks[CHANCE].weights, strict=True)
        ends = [
            [weight / 100 * worth for worth in continuation(game, game.act(state, {CHANCE: choice}))]
            for choice, weight in chances
        ]
        return tuple(map(sum, zip(*ends, strict=True)))
    mover = game.proposer(state.round)
    later = continuation(game, proposed(game, state, (1,)))
    offers = [
        game.outcome(proposed(game, state, (option,), 1 - mover)).scores
        for option in range(1, game.choices + 1)
    ]
    accepted = [offer for offer in offers if offer[1 - mover] >= later[1 - mover]]
    return max((*accepted, later), key=lambda scores: scores[mover])


@pytest.mark.parametrize(
    ("clock", "patience"), [({"discount": 10}, 0.9), ({"breakdown": 25}, 0.75), ({"discount": 60}, 0.4)]
)
@pytest.mark.parametrize("rounds", [1, 2, 3, 8])
def test_one_issue_with_a_clock_has_rubinsteins_share(clock, patience, rounds):
    """With T rounds the first proposer gets (1 - (-d)^T) / (1 + d), which tends to 1 / (1 + d)."""
    game = Negotiation(
        issues=1,
        choices=101,
        preferences="opposed",
        rounds=rounds,
        batna_low=0,
        **clock,
        **SILENT,
    )
    state = dealt(game, ((100,), (1,), 0), ((100,), (101,), 0))
    share = (1 - (-patience) ** rounds) / (1 + patience)
    # Offers are whole points, so that each round may move the share by up to one.
    assert continuation(game, state)[0] == pytest.approx(100 * share, abs=2)


@pytest.mark.parametrize(("batnas", "split"), [((0, 0), (50, 50)), ((40, 20), (60, 40))])
def test_one_issue_has_nashs_solution(batnas, split):
    """Where both points add up to 100, the surplus over the BATNAs is halved."""
    game = Negotiation(issues=1, choices=101, preferences="opposed", rounds=1, **SILENT)
    state = dealt(game, ((100,), (1,), batnas[0]), ((100,), (101,), batnas[1]))
    for option in range(1, 102):
        end = proposed(game, state, (option,), 1)
        nash = measured(game, [game.new(), end])[0].get("nash")
        assert (nash == [1]) == (game.outcome(end).scores == split)


@cache
def by_search(tables, choices):
    """The Pareto front, the highest Nash product and the highest sum, by trying every pair of deals."""
    worth = {
        deal: tuple(sum(table.rows[nth][option - 1] for nth, option in enumerate(deal)) for table in tables)
        for deal in product(range(1, choices + 1), repeat=len(tables[0].weights))
    }
    front = {
        deal
        for deal, mine in worth.items()
        if not any(other != mine and all(map(int.__ge__, other, mine)) for other in worth.values())
    }
    gains = [[w - t.batna for w, t in zip(mine, tables, strict=True)] for mine in worth.values()]
    product_ = max((prod(each) for each in gains if min(each) > 0), default=0)
    return worth, front, product_, max(map(sum, worth.values()))


@pytest.mark.parametrize("options", [{"issues": 3}, {"seats": 3, "issues": 3, "choices": 3}], ids=str)
def test_measures_are_those_of_a_search_over_all_deals(options):
    game = Negotiation(rounds=1, **options, **SILENT)
    rng = Random(5)
    seen = set()
    for _ in range(12):
        state = game.act(game.new(), {CHANCE: game.draw.sample(rng)})
        worth, front, best, most = by_search(state.tables, game.choices)
        deal = tuple(1 + int(rng.random() * game.choices) for _ in range(game.issues))
        if rng.random() < 0.5:
            deal = min(front)
        first = measured(game, [game.new(), proposed(game, state, deal, *range(game.seats))])[0]
        seen.add(deal in front)
        assert first["pareto"] == [deal in front]
        gains = [w - t.batna for w, t in zip(worth[deal], state.tables, strict=True)]
        if best:
            nash = prod(gains) / best if min(gains) > 0 else 0
            assert first["nash"] == [pytest.approx(nash ** (1 / game.seats))]
        middle = tuple(sum(t.favourites[n] for t in state.tables) // game.seats for n in range(game.issues))
        low = sum(worth[middle])
        if most > low:
            gained = (sum(worth[deal]) - low) / (most - low)
            assert first["logrolling"] == [pytest.approx(min(1, max(0, gained)))]
    assert seen == {True, False}


def test_a_deal_that_costs_nobody_anything_to_improve_is_not_pareto_efficient():
    """Of 20 options, 2 to 4 of the first issue are worth 4 to the one and 5, 10 and 15 to the other."""
    game = Negotiation(issues=2, choices=20, preferences="opposed", **SILENT)
    state = dealt(game, ((5, 95), (1, 1), 20), ((95, 5), (20, 20), 20))
    for deal, efficient in (((2, 1), 0), ((3, 1), 0), ((4, 1), 1)):
        assert measured(game, [game.new(), proposed(game, state, deal, 1)])[0]["pareto"] == [efficient]


@pytest.mark.parametrize(("deal", "found"), [((1, 3), 1), ((2, 2), 0), ((1, 1), 0), ((1, 2), 0.5)])
def test_pruitts_logrolling_gives_each_party_the_issue_that_matters_more_to_it(deal, found):
    """Weights 80 and 20 against 20 and 80: a compromise on both is worth 100 in all, the trade 160."""
    game = Negotiation(issues=2, choices=3, preferences="opposed", **SILENT)
    state = dealt(game, ((80, 20), (1, 1), 20), ((20, 80), (3, 3), 20))
    end = proposed(game, state, deal, 1)
    assert measured(game, [game.new(), end])[0]["logrolling"] == [pytest.approx(found)]


def test_abdelnabis_roles_the_proposer_opens_and_closes_and_the_vetoer_must_agree():
    game = Negotiation(seats=6, issues=2, choices=2, agreement="all_but_one", rounds=3, **SILENT)
    state = dealt(game, *[((50, 50), (1, 2), 30)] * 6)
    assert [game.proposer(number) for number in (1, 2, 3)] == [0, 1, 0]
    for accepting, agreed in (
        ((1, 2, 3, 4, 5), True),
        ((1, 2, 3, 4), True),
        ((1, 2, 3), False),
        ((2, 3, 4, 5), False),
    ):
        assert proposed(game, state, (1, 2), *accepting).agreed == agreed
    state = proposed(game, state, (1, 2))
    assert not proposed(game, state, (1, 2), 2, 3, 4, 5).agreed
    assert proposed(game, state, (1, 2), 0, 2, 3, 4).agreed


def test_a_claim_is_believed_by_the_reference():
    """Told that the other party cares most for the schedule, it gives way there."""
    game = Negotiation(issues=2, choices=5, preferences="opposed", rounds=3)
    state = dealt(game, ((50, 50), (1, 1), 20), ((50, 50), (5, 5), 20))
    deals = []
    for claim in ("budget", "schedule"):
        now = game.act(state, {0: (1, 1, "none", "")})
        now = game.act(now, {1: ("reject", claim, "")})
        now = game.act(now, {1: (5, 5, claim, "")})
        now = game.act(now, {0: ("reject", "none", "")})
        (ask,) = game.turn(now).values()
        deals.append(KIT.reference(game, game.observe(now, 0), ask, Random(1))[:2])
    (first_budget, first_schedule), (second_budget, second_schedule) = deals
    assert first_budget > first_schedule
    assert second_budget < second_schedule


def test_references_find_deals_near_the_nash_solution():
    played = [play("negotiation", ["reference", "reference"], seed=seed) for seed in range(20)]
    found = [measured(each.record.game, list(each.record.states()))[0] for each in played]
    assert sum(each["deals"][0] for each in found) >= 19
    assert sum(each["nash"][0] for each in found) / 20 > 0.85


class Hardliner:
    """Proposes the best deal for itself each time, and accepts nothing less."""

    def answer(self, view, ask, rng):
        table = view.tables[view.seat]
        if ask.about == "proposal":
            return (*table.favourites, "none", "")
        best = view.deal == table.favourites
        return ("accept" if best else "reject", "none", "")


def test_a_hardliner_gains_nothing_over_the_reference():
    """Who gives way to everybody would lose some 26 points a match (docs/yardsticks.md)."""
    gaps = []
    for seed in range(8):
        for seated in ([Hardliner, "reference"], ["reference", Hardliner]):
            scores = play("negotiation", seated, seed=seed).outcome.scores
            mine = seated.index("reference")
            gaps.append(scores[mine] - scores[1 - mine])
    assert sum(gaps) / len(gaps) > -4


def test_the_reference_gives_way_below_a_fair_deal_only_to_who_gives_way():
    """In the last round it wants a fair deal from a party that repeats itself, and less from one that came to
    meet it."""
    game = Negotiation(issues=1, choices=101, preferences="opposed", rounds=6, **SILENT)
    state = dealt(game, ((100,), (1,), 20), ((100,), (101,), 20))
    votes = []
    for theirs in ((101, 101), (101, 61)):
        now = state
        for offer in (1, theirs[0], 1, theirs[1], 1):
            now = proposed(game, now, (offer,))
        now = game.act(now, {1: (73,)})
        (ask,) = game.turn(now).values()
        votes.append(KIT.reference(game, game.observe(now, 0), ask, Random(1)))
    assert votes == ["reject", "accept"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"agreement": "all_but_one"}, "3 players"),
        ({"issues": 8, "choices": 4}, "20,000"),
        ({"seats": 7}, "2 to 6"),
        ({"breakdown": 100}, "from 0 to 99"),
    ],
)
def test_options_that_do_not_fit_are_refused(options, told):
    with pytest.raises(UsageError, match=told):
        Negotiation(**options)


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 4, "issues": 2, "agreement": "all_but_one", "rounds": 5, "breakdown": 20, "discount": 5},
        {"issues": 2, "choices": 7, "preferences": "opposed", "talk": False, "rounds": 5},
    ],
    ids=str,
)
def test_the_contract_holds_with_other_options(options):
    assert not breaches(KIT, options, range(3))
