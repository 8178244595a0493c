"""Matches that are added while a run plays, where they are most informative, until a rule stops it."""

import random
from dataclasses import replace
from math import exp, sqrt

import pytest

from agonist.api.plan import plan_in_words
from agonist.core import Outcome, UsageError
from agonist.match import Policy
from agonist.metrics.leaderboard import leaderboard
from agonist.ratings.bradley_terry import ELO
from agonist.ratings.group_sequential import crossed, spent_levels
from agonist.store import StoredMatch
from agonist.tournament import parse_target
from agonist.tournament.adaptive_matches import (
    ERROR,
    MAX_LOOKS,
    SPENDING,
    TIMES,
    confidence_of,
    growth,
    parse_until,
)
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.schedule import Dealing, schedule

NAMES = ["a", "b", "c", "d", "e", "f"]


def play(fixtures, first=0, chance=lambda _one, _other: 0.5, seed="play"):
    rng = random.Random(f"{seed} {first}")
    done = []
    for nth, fixture in enumerate(fixtures, first):
        won = rng.random() < chance(*fixture.players)
        end = Outcome((1.0, -1.0) if won else (-1.0, 1.0), "over")
        done.append(StoredMatch(nth, "r", nth, fixture, "finished", scores=end.scores, ranks=end.ranks))
    return done


def run(names, *, matches=4, pairing="round-robin", until="", chance=lambda _one, _other: 0.5, rounds=20):
    """All matches of a run with its additions, and what was added each time."""
    target = parse_target("tictactoe")
    done = play(
        schedule(target, names, matches=matches, seed=0, policy=Policy(), pairing=pairing), chance=chance
    )
    dealing, added = Dealing(target, 0, Policy(), {}, {}, "own", matches), []
    for _ in range(rounds):
        more = growth(
            done,
            [dealing],
            names,
            (),
            2,
            matches=matches,
            seed=0,
            pairing=pairing,
            until=parse_until(until),
        ).fixtures
        if not more:
            return done, added
        added.append(more)
        done += play(more, len(done), chance)
    raise AssertionError("it never stops")


def stronger(one, other):
    """Every step in the alphabet is worth a lot."""
    return 1 / (1 + 9.0 ** (ord(one) - ord(other)))


def test_a_run_of_a_fixed_number_does_not_grow():
    assert run(NAMES)[1] == []


def test_equal_players_are_given_up_after_so_many_looks():
    done, added = run(["a", "b", "c"], until="decided")
    assert len(added) == MAX_LOOKS - 1
    assert 6.5 <= len(done) / 12 <= 9


def test_a_clear_case_is_decided_early():
    _, added = run(["a", "b", "c"], matches=20, until="decided", chance=stronger)
    assert len(added) <= 1


def test_a_width_is_kept_to():

    done, added = run(["a", "b", "c"], until="width=350")
    assert added
    assert all(row.high - row.low <= 350 for row in leaderboard(done))
    before = done[: -len(added[-1])]
    assert any(row.high - row.low > 350 for row in leaderboard(before))


@pytest.mark.parametrize("width", [150, 170, 190, 210])
def test_a_width_is_reached_without_half_as_many_matches_too_many(width):
    done, added = run(["a", "b", "c"], matches=10, until=f"width={width}")
    assert added
    assert max(row.high - row.low for row in leaderboard(done)) > 0.92 * width


def test_informative_matches_are_as_many_as_balanced():
    done, _ = run(NAMES, pairing="informative", chance=stronger)
    balanced = schedule(
        parse_target("tictactoe"), NAMES, matches=4, seed=0, policy=Policy(), pairing="balanced"
    )
    assert abs(len(done) - len(balanced)) <= 2


def test_added_matches_are_new_and_seats_are_even():
    done, _ = run(NAMES, pairing="informative", until="decided", chance=stronger)
    assert len({match.fixture.key for match in done}) == len(done)
    for one, other in {match.fixture.players for match in done}:
        there = sum(match.fixture.players == (one, other) for match in done)
        back = sum(match.fixture.players == (other, one) for match in done)
        assert there == back


def test_a_run_that_was_broken_off_grows_as_it_would_have():
    assert [f.key for more in run(NAMES, until="decided")[1] for f in more] == [
        f.key for more in run(NAMES, until="decided")[1] for f in more
    ]


def test_deciding_again_and_again_spends_its_error_and_reports_a_stricter_level():
    last = 1 - confidence_of("decided")
    levels = [*spent_levels(ERROR, SPENDING, TIMES)[:-1], last]
    assert 0.045 <= sum(crossed(TIMES, levels)) <= 0.05
    assert confidence_of("width=50") == confidence_of("") == 0.95


def test_clear_cases_end_after_a_third_fewer_matches_with_the_same_certainty():
    """Two players, 100 Elo points apart, who play 152 matches at most; expected, not simulated."""
    gap = 100 / ELO
    chance = 1 / (1 + exp(-gap))
    ended = crossed(TIMES, spent_levels(ERROR, SPENDING, TIMES), gap * sqrt(152 * chance * (1 - chance)))
    played = 152 * sum(share * time for share, time in zip(ended, TIMES, strict=True))
    assert sum(ended) > 0.9
    assert played + 152 * (1 - sum(ended)) < 152 * 2 / 3


@pytest.mark.parametrize("wrong", ["width", "width=0", "width=wide", "decided=1", "never"])
def test_rules_that_cannot_be_are_refused(wrong):
    with pytest.raises(UsageError, match="--until is"):
        parse_until(wrong)


def test_the_plan_says_what_is_added_to_the_first_matches():
    nine = Entry(tuple(f"p{n}" for n in range(9)), matches=2, pairing="informative")
    (line,) = plan_in_words(["tictactoe"], nine)
    assert line.endswith("9 pairs × 2 matches = 18 matches, then 36 more where they are most informative")
    (line,) = plan_in_words(["tictactoe"], replace(nine, pairing="round-robin", until="width=90"))
    assert line.endswith("36 pairs × 2 matches = 72 matches, then more until width=90, about 547 at most")
