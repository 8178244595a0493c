"""Flags of simulated seasons: how often honest people get one, and how many cheats are found.

Quick here, and in `long` tests over as many seasons as the figures in docs/design/site.md.
"""

import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[3]))

from benchmarks.fair_play import CHEATS, HONEST, caught, honest
from benchmarks.simulated.season import Season
from scipy.stats import binom

from agonist.arena.fair_play import transferred_points
from agonist.arena.fair_play.flags import LEVEL, Flag, raised
from agonist.arena.fair_play.matches_by_account import OwnedMatch, strengths_by
from agonist.arena.fair_play.search import flags_among
from agonist.arena.fair_play.shared_addresses import near_pairs
from agonist.arena.fair_play.thrown_matches import thrown


def flags_in(season):
    return flags_among(season.played, season.addresses)


@pytest.mark.parametrize("given", HONEST.values(), ids=HONEST)
def test_a_season_of_honest_people_raises_no_flag(given):
    assert flags_in(Season(1, **{"people": 60, **given, "matches": 1200})) == []


def test_a_season_with_one_cheat_of_each_kind_raises_a_flag_about_each_and_about_nobody_else():
    season = Season(4, people=60, matches=1200)
    cheats = {
        "points at one address": set(season.add_feeder(60, near=True)),
        "thrown matches": {season.add_thrower(25, 0.9)},
        "same address": set(season.add_second_account(15)),
    }
    found = flags_in(season)
    for kind, accounts in cheats.items():
        assert accounts in [{*flag.accounts} for flag in found if flag.kind == kind], kind
    assert {account for flag in found for account in flag.accounts} == set().union(*cheats.values())


SEASONS = 100


@pytest.mark.long
@pytest.mark.parametrize("name", HONEST)
def test_seldom_is_any_flag_raised_in_many_honest_seasons(name):
    wrong = sum(bool(honest((name, seed))) for seed in range(SEASONS))
    assert wrong <= binom.ppf(0.999, SEASONS, LEVEL)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("40 matches lost on purpose, one address", 0.6),
        ("90% of 20 matches thrown", 0.8),
        ("10 matches between two accounts of one person", 0.7),
    ],
)
def test_most_cheats_of_a_kind_are_found(name, least):
    assert name in CHEATS
    found = [caught((name, seed)) for seed in range(SEASONS)]
    assert sum(hit for hit, _ in found) >= binom.ppf(0.001, SEASONS, least)
    assert sum(bool(others) for _, others in found) <= binom.ppf(0.999, SEASONS, LEVEL)


def test_the_lead_without_a_pairs_own_matches_is_that_of_a_fit_without_them():
    season = Season(5, people=60, matches=1200)
    one, two = season.add_feeder(20, near=False)
    pairs = transferred_points._pairs({"": season.played}, {"": strengths_by(season.played)})
    without = [match for match in season.played if not {one, two} <= {*match.owners}]
    lead, variance = strengths_by(without).lead(str(min(one, two)), str(max(one, two)))
    between = pairs[min(one, two), max(one, two)]
    assert between.leads[0] == pytest.approx(lead, abs=0.2)
    assert between.variance == pytest.approx(variance, rel=0.1)


def test_a_chance_is_at_least_that_of_simulated_honest_pairs():
    rng = np.random.default_rng(3)
    count, variance = 15, 0.3
    leads = np.full(count, 0.4)
    drawn = 0.4 + rng.normal(0, np.sqrt(variance + transferred_points.STYLE**2), 100_000)
    points = rng.binomial(count, 1 / (1 + np.exp(-drawn)))
    chances = {won: transferred_points.chance_of(won, leads, variance) for won in range(count + 1)}
    found = np.array([chances[won] for won in points.tolist()])
    for level in (0.1, 0.01, 0.001):
        assert (found <= level).mean() <= level * 1.1
    assert (found <= 0.1).mean() > 0.02


def test_of_many_flags_each_has_to_be_unlikelier():
    flags = [Flag("", (nth,), "", chance, ()) for nth, chance in enumerate((0.001, 0.0001, 0.02))]
    assert [flag.accounts for flag in raised("a kind", flags, 3)] == [(1,), (0,)]
    assert [flag.accounts for flag in raised("a kind", flags, 100)] == [(1,)]
    assert raised("a kind", flags, 1000) == []


def test_two_who_only_play_each_other_show_nothing():
    matches = [OwnedMatch(n, "", ("a", "b"), (1, 2), (1, 2), (), 40, True) for n in range(40)]
    assert flags_among(matches, [{1, 2}]) == []


def test_an_address_of_many_shows_nothing():
    assert near_pairs([{1, 2}, {*range(3, 30)}]) == {(1, 2)}


def test_who_gives_up_late_or_as_the_weaker_one_throws_nothing():
    rng = Random(2)

    def season(steps, weaker):
        found = []
        for nth in range(120):
            wins = rng.random() < (0.2 if weaker else 0.8)
            given = nth >= 60 and nth % 2 == 0
            ranks = (2, 1) if given or not wins else (1, 2)
            found.append(
                OwnedMatch(
                    nth, "", ("a", f"b{nth % 4}"), (1, 2 + nth % 4), ranks, (0,) if given else (),
                    steps if given else 40, True,
                )
            )  # fmt: skip
        return [flag.accounts for flag in thrown({"": found})]

    assert season(4, weaker=False) == [(1,)]
    assert season(30, weaker=False) == []
    assert season(4, weaker=True) == []
