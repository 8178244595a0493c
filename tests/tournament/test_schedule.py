"""Schedules: seats rotate over the same deals, everyone meets, and identities are stable."""

from collections import Counter

import pytest

from agonist.core import UsageError
from agonist.match import Policy
from agonist.tournament import parse_target, schedule
from agonist.tournament.schedule import tables


def fixtures(target, players, opponents=(), matches=6, seed=0):
    return schedule(parse_target(target), players, opponents, matches=matches, seed=seed, policy=Policy())


def test_each_pair_meets_on_the_same_deals_from_both_seats():
    made = fixtures("texas_holdem", ["A", "B", "C"], matches=6)
    assert len(made) == 18
    met = Counter((f.seed, f.players) for f in made)
    assert set(met.values()) == {1}
    for deal in {f.seed for f in made}:
        seated = Counter(f.players[0] for f in made if f.seed == deal)
        assert seated == {"A": 2, "B": 2, "C": 2}


def test_every_player_has_every_seat_equally_often():
    made = fixtures("guess_average?seats=5", ["A", "B", "C"], matches=9)
    for seat in range(5):
        assert Counter(f.players[seat] for f in made) == {"A": 3, "B": 3, "C": 3}


def test_a_challenger_sits_everywhere_among_its_opponents():
    made = fixtures("undercover", ["A"], ["x", "y"], matches=5)
    assert {f.players.index("A") for f in made} == set(range(5))
    assert len({f.block for f in made}) == 1


def test_a_player_alone_plays_itself():
    (made,) = fixtures("tictactoe", ["A"], matches=1)
    assert made.players == ("A", "A")


def test_many_players_at_small_tables_sit_equally_often():
    players = [f"p{n}" for n in range(12)]
    drawn = tables(players, [], 5, seed=3)
    sat = Counter(player for table in drawn for player in table[0])
    assert set(sat) == set(players)
    assert max(sat.values()) - min(sat.values()) <= 5


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
        ("nowhere:KIT", "cannot be imported"),
        ("json:dumps", "not a Kit"),
    ],
)
def test_wrong_targets_are_told_what_is_right(target, why):
    with pytest.raises(Exception, match=why):
        parse_target(target)
