"""Schedules: seats rotate over the same deals, everyone meets, and identities are stable."""

import asyncio
import time
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from agonist.core import UsageError
from agonist.match import Policy
from agonist.players.spec import parse_player
from agonist.tournament import parse_target
from agonist.tournament.pairing import tables
from agonist.tournament.schedule import deals_by_chance, schedule, schedule_in_words
from agonist.tournament.usage_estimate import estimate_match


def fixtures(target, players, opponents=(), matches=6, seed=0, **design):
    return schedule(
        parse_target(target), players, opponents, matches=matches, seed=seed, policy=Policy(), **design
    )


def test_each_pair_exchanges_seats_on_deals_of_its_own():
    made = fixtures("texas_holdem", ["A", "B", "C"], matches=10)
    assert len(made) == 30
    assert len({f.seed for f in made}) == 15
    for deal in {f.seed for f in made}:
        one, other = (f for f in made if f.seed == deal)
        assert one.players == other.players[::-1]
        assert one.block == other.block != ""


def test_shared_deals_are_the_same_for_every_pair():
    made = fixtures("texas_holdem", ["A", "B", "C"], matches=10, deals="shared")
    assert len({f.seed for f in made}) == 5
    for deal in {f.seed for f in made}:
        assert Counter(f.players[0] for f in made if f.seed == deal) == {"A": 2, "B": 2, "C": 2}


@pytest.mark.parametrize("matches", [2, 4, 8])
def test_no_number_rests_on_a_few_deals(matches):
    made = fixtures("texas_holdem", ["A", "B"], matches=matches)
    assert len({f.seed for f in made}) == matches, "too few to exchange seats on each deal"
    assert {f.block for f in made} == {""}
    assert Counter(f.players for f in made) == {("A", "B"): matches / 2, ("B", "A"): matches / 2}


def test_where_chance_deals_nothing_no_match_is_in_a_block():
    assert {f.block for f in fixtures("tictactoe", ["A", "B"], matches=20)} == {""}
    chance = {"connect_four": False, "hanabi": True, "texas_holdem": True, "undercover": True}
    assert {name: deals_by_chance(parse_target(name).game) for name in chance} == chance


def test_a_pairs_deals_do_not_depend_on_who_else_plays_or_is_named_first():
    alone = fixtures("texas_holdem", ["A", "B"], matches=10)
    among = fixtures("texas_holdem", ["C", "B", "A"], matches=10)
    assert {f.seed for f in alone} == {f.seed for f in among if set(f.players) == {"A", "B"}}


def test_every_player_has_every_seat_equally_often():
    made = fixtures("guess_average?seats=5", ["A", "B", "C"], matches=9)
    for seat in range(5):
        assert Counter(f.players[seat] for f in made) == {"A": 3, "B": 3, "C": 3}


def test_a_challenger_sits_everywhere_among_its_opponents():
    made = fixtures("undercover", ["A"], ["x", "y"], matches=5)
    assert {f.players.index("A") for f in made} == set(range(5))


def test_a_player_alone_plays_itself():
    (made,) = fixtures("tictactoe", ["A"], matches=1)
    assert made.players == ("A", "A")


def met(found):
    return Counter(frozenset(pair) for table in found for pair in combinations(sorted(set(table[0])), 2))


def connected(found, players):
    group = {players[0]}
    for _ in players:
        group |= {name for table in found if group & set(table[0]) for name in table[0]}
    return group == set(players)


@pytest.mark.parametrize("seats", [2, 3, 5, 10])
@pytest.mark.parametrize("count", [2, 3, 7, 11, 12, 20, 50])
def test_a_round_robin_is_every_pair_at_any_number_of_players(count, seats):
    players = [f"p{n:02}" for n in range(count)]
    found = tables(players, [], seats, seed=3)
    pairs = met(found)
    assert len(pairs) == count * (count - 1) // 2
    if seats == 2:
        assert set(pairs.values()) == {1}
    sat = Counter(player for table in found for player in set(table[0]))
    assert len(set(sat.values())) == 1, "all sit at equally many tables"
    for table in found:
        for seat in range(seats):
            assert len({seating[seat] for seating in table}) == len(table), "everyone on every seat"


@pytest.mark.parametrize("pairing", ["balanced", "connected", "informative"])
@pytest.mark.parametrize("count", [3, 4, 5, 13, 50])
def test_other_designs_connect_everyone_with_fewer_tables(count, pairing):
    players = [f"p{n:02}" for n in range(count)]
    found = tables(players, [], 2, 1, pairing)
    assert connected(found, players)
    assert len(met(found)) == len(found), "no pair twice"
    sat = Counter(player for table in found for player in table[0])
    assert len(sat) == count
    if pairing == "balanced":
        assert max(sat.values()) - min(sat.values()) <= 1
    else:
        assert set(sat.values()) == {2}
    assert found == tables(players[::-1], [], 2, 1, pairing), "the order of the names has no part in it"


@pytest.mark.parametrize("pairing", ["balanced", "connected"])
def test_tables_of_five_connect_everyone(pairing):
    players = [f"p{n:02}" for n in range(23)]
    found = tables(players, [], 5, 1, pairing)
    assert connected(found, players)
    assert len(found) == (23 if pairing == "balanced" else 6)
    assert all(len(set(table[0])) == 5 for table in found)


def test_designs_that_do_not_fit_are_refused():
    for players, opponents, seats, pairing in [
        (["A", "B", "C", "D"], [], 3, "informative"),
        (["A"], ["x"], 2, "balanced"),
        (["A", "B"], [], 2, "swiss"),
    ]:
        with pytest.raises(UsageError, match="pairing"):
            tables(players, opponents, seats, 0, pairing)


def test_the_plan_says_what_is_played_and_what_would_be_less():
    few = fixtures("tictactoe", ["A", "B", "C"], matches=4)
    assert schedule_in_words("tictactoe", few, "round-robin") == (
        "Tic-Tac-Toe: round-robin, 3 pairs × 4 matches = 12 matches"
    )
    many = fixtures("tictactoe", [f"p{n}" for n in range(30)], matches=6)
    words = schedule_in_words("tictactoe", many, "round-robin")
    assert "435 pairs × 6 matches = 2,610 matches" in words
    assert "--pairing balanced" in words


def test_matches_have_stable_identities():
    once, again = fixtures("connect_four?rows=5", ["A", "B"]), fixtures("connect_four?rows=5", ["A", "B"])
    assert [f.key for f in once] == [f.key for f in again]
    assert len({f.key for f in once}) == len(once)
    other = fixtures("connect_four?rows=5", ["A", "B"], seed=1)
    assert not {f.key for f in once} & {f.key for f in other}


@pytest.mark.parametrize(
    ("players", "matches", "why"),
    [([], 2, "at least one player"), (["A", "A"], 2, "named twice"), (["A"], 0, "1 or more, not 0")],
)
def test_what_cannot_be_scheduled_is_refused(players, matches, why):
    with pytest.raises(UsageError, match=why):
        fixtures("tictactoe", players, matches=matches)


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("conect_four", "did you mean 'connect_four'"),
        ("connect_four?row=5", "did you mean 'rows'"),
        ("connect_four?rows=many", "rows is a whole number, not 'many'"),
        ("connect_four?rows=-1", "rows"),
        ("connect_four?rows", "name\\?key=value"),
        ("tictactoe?seats=5", "2 players, not 5"),
        ("nowhere:KIT", "no module 'nowhere'"),
        ("json:dumps", "not a Kit"),
    ],
)
def test_wrong_targets_are_told_what_is_right(target, why):
    with pytest.raises(Exception, match=why):
        parse_target(target)


def test_a_thousand_million_rounds_are_planned_and_estimated_without_being_played():
    target = parse_target("guess_average?rounds=1000000000&seats=3")
    began = time.process_time()
    made = schedule(target, ["random", "reference"], matches=1, seed=0, policy=Policy())
    assert len(made) == 1
    estimate = asyncio.run(estimate_match(target.kit, target.game, parse_player("openai/x")))
    assert time.process_time() - began < 5
    assert estimate.requests == 10**9
    few = parse_target("guess_average?rounds=100&seats=3")
    exact = asyncio.run(estimate_match(few.kit, few.game, parse_player("openai/x")))
    extended = asyncio.run(estimate_match(few.kit, replace(few.game, rounds=101), parse_player("openai/x")))
    assert extended.requests == exact.requests + 1
    assert extended.prompt == pytest.approx(exact.prompt, rel=0.05)
    assert extended.completion == pytest.approx(exact.completion, rel=0.05)


def test_of_very_many_questions_the_first_are_put_and_stand_for_all(monkeypatch):
    target, spec = parse_target("pit?seats=3&hands=1&ticks=60"), parse_player("openai/x?history=none")
    monkeypatch.setattr("agonist.tournament.usage_estimate.QUESTIONS_PUT", 30)
    few = asyncio.run(estimate_match(target.kit, target.game, spec))
    monkeypatch.setattr("agonist.tournament.usage_estimate.QUESTIONS_PUT", 10**9)
    all_put = asyncio.run(estimate_match(target.kit, target.game, spec))
    assert few.requests == all_put.requests > 30
    assert few.prompt == pytest.approx(all_put.prompt, rel=0.15)
    assert few.completion == pytest.approx(all_put.completion, rel=0.15)
