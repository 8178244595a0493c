"""What somebody sees of a match: a bystander's view while it goes on, everything once its deal is over."""

import time
from dataclasses import replace

import pytest

from agonist.api import game_registry, make, play
from agonist.arena.accounts.permissions import STRANGER, Visitor
from agonist.arena.boards.rater import Rater
from agonist.arena.match_visibility import (
    ALL,
    BYSTANDER,
    Audience,
    audience_of,
    closed,
    is_over,
    late_by,
    left_before_report,
    listed,
    people,
    shown_to,
)
from agonist.arena.replay.shown_match import Replay
from agonist.games import KITS
from agonist.kit import option_texts
from agonist.match import Fixture, Policy
from agonist.store import Store, StoredMatch
from agonist.store.platform.agents import add_agent, add_version
from agonist.store.platform.match_list_pages import Wanted
from agonist.store.platform.schema import SEATS, USERS
from agonist.tournament import parse_target
from agonist.tournament.schedule import schedule

ANN, BOB = Visitor(1, "Ann", "member"), Visitor(2, "Bob", "member")


def stored(target, players, status, **more):
    game = make(target)
    fixture = Fixture(game.name, game.version, option_texts(game), "1", players)
    return StoredMatch(1, "run", 0, fixture, status, **more)


@pytest.fixture(scope="module")
def matches():
    """One match of each of these games, as it stands in the database while it is played, and at its end."""
    found = {}
    for target in ("texas_holdem?hands=1", "chameleon", "sea_battle", "hanabi"):
        players = ("random",) * make(target).seats
        match = play(target, players, seed=4)
        ends = {"scores": match.outcome.scores, "ranks": match.outcome.ranks}
        find = game_registry(None).kit
        found[target] = [
            Replay(stored(target, players, status, **ends), match.steps, find)
            for status in ("playing", "finished")
        ]
    return found


@pytest.mark.parametrize("name", ["texas_holdem?hands=1", "chameleon", "sea_battle", "hanabi"])
def test_while_a_match_runs_every_seat_is_shown_what_a_bystander_sees(matches, name):
    running, over = matches[name]
    steps = [*range(min(over.last, 12)), over.last]
    bystander = [over.scene(at, None, ALL) for at in steps]
    for seat in (None, 0, 1):
        assert [running.scene(at, seat) for at in steps] == bystander
    assert [over.scene(at, 0, ALL) for at in steps] != bystander
    assert running.ending == []
    assert all(not step.calls for step in running.shown(1, running.last))


def test_while_a_match_runs_moves_are_told_as_a_bystander_hears_them(matches):
    running, over = matches["texas_holdem?hands=1"]
    dealt = [line for step in running.shown(1, 1) for line in step.lines]
    assert running.shown(1, 1) != over.shown(1, 1, ALL)
    secrets = KITS["texas_holdem"].secrets(running.game, running.states[1], 0)
    assert not any(secret in line for line in dealt for secret in secrets)


def test_an_owner_is_told_what_their_seat_hears_and_sees_no_other_seat(matches):
    running, over = matches["texas_holdem?hands=1"]
    own = Audience(everything=False, seat=1)
    assert running.scene(1, 1, own) == over.scene(1, 1, ALL) != running.scene(1, 0, own)
    assert running.scene(1, 0, own) == running.scene(1, None, BYSTANDER)
    assert running.shown(1, 4, own, seat=1) != running.shown(1, 4, own, seat=0) == running.shown(1, 4)


def test_the_reason_of_an_end_is_told_when_everything_is():
    players = ("random",) * 6
    match = play("undercover?seats=6", players, seed=2)
    ends = {"scores": match.outcome.scores, "ranks": match.outcome.ranks}
    over = Replay(
        stored("undercover?seats=6", players, "finished", **ends), match.steps, game_registry(None).kit
    )
    assert match.outcome.reason in over.ending[0]
    assert match.outcome.reason not in "".join(over.ending_for(BYSTANDER))
    assert len(over.ending_for(BYSTANDER)) == 7


def test_a_match_that_waits_for_a_person_is_not_over_and_one_of_models_may_be_looked_into():
    waiting = stored("tictactoe", ("human", "random"), "suspended")
    assert (people(waiting), is_over(waiting)) == ([0], False)
    assert is_over(stored("tictactoe", ("openai/a", "random"), "suspended"))
    named = replace(
        waiting, fixture=replace(waiting.fixture, players=("ann", "random"), specs={"ann": "ann=human"})
    )
    assert people(named) == [0]
    assert ALL.seen_by(1, 2) == 1
    assert ALL.seen_by(7, 2) is None


@pytest.fixture
def mirrored(tmp_path):
    """Twenty deals of hold'em, two matches on each, all of them planned; the run goes on."""
    with Store.open(tmp_path / "mirrored.db") as store:
        target = parse_target("texas_holdem?hands=1")
        fixtures = [
            replace(fixture, specs={"fox": "fox=random"})
            for fixture in schedule(target, ["random", "fox"], matches=40, seed=3, policy=Policy())
        ]
        run = store.start_run({}, fixtures)
        with store.claim(run):
            yield store, run, [match.id for match in store.matches(run)]


def finish(store, run, count):
    """Play so many more matches of a run."""
    for match in [m for m in store.matches(run) if m.status == "planned"][:count]:
        fixture = match.fixture
        players = [fixture.spec(name) for name in fixture.players]
        played = play("texas_holdem?hands=1", players, seed=fixture.seed)
        store.finish(match.id, played, 1.0)
    store.flush()


def test_everything_is_shown_only_when_the_whole_mirrored_set_on_that_deal_is_over(mirrored):
    store, run, ids = mirrored
    finish(store, run, 1)
    first = store.match(ids[0])
    assert first.status == "finished"
    assert not audience_of(store, first).everything
    assert "same deal" in audience_of(store, first).why
    finish(store, run, 1)
    assert audience_of(store, first).everything
    assert audience_of(store, store.match(ids[2])) == BYSTANDER


def test_a_run_that_was_stopped_keeps_nothing_back_for_matches_it_did_not_begin(mirrored):
    store, run, ids = mirrored
    finish(store, run, 1)
    store.set_status(run, "interrupted")
    assert audience_of(store, store.match(ids[0])).everything
    store.begin(ids[1])
    store.flush()
    assert not audience_of(store, store.match(ids[0])).everything


@pytest.mark.slow
def test_no_board_counts_a_match_before_its_deal_is_over_whatever_ends_it(mirrored):
    store, run, ids = mirrored
    rater = Rater(store)
    finish(store, run, 1)
    assert rater.of(run=run).matches == 0
    store.suspend(ids[1], "void", "the rules refuse it")
    store.flush()
    assert [match.id for match in shown_to(store, [store.match(ids[0])]) if match.scores] == [ids[0]]
    assert counted_soon(rater, run) == 1
    finish(store, run, 2)
    assert counted_soon(rater, run, 3) == 3


def counted_soon(rater, run, count=1):
    """The matches on a run's board, which is fitted once a second."""
    end = time.monotonic() + 20
    while rater.of(run=run).matches != count and time.monotonic() < end:
        time.sleep(0.05)
    return rater.of(run=run).matches


def test_a_match_is_told_without_its_end_while_another_has_its_deal(mirrored):
    store, run, ids = mirrored
    finish(store, run, 1)
    (row,) = listed(store, Wanted(run=run, statuses=("finished",)))[0]
    assert (row.steps, row.match.scores, row.match.ranks, row.match.reason) == (None, (), (), "")
    assert row.match.status == "finished"
    assert listed(store, Wanted(run=run, said="a"))[0] == []
    assert left_before_report(store, run) == len(ids) - 1
    store.begin(ids[2])
    store.flush()
    statuses = {ids[0]: "finished", ids[2]: "playing"}
    assert closed(store, statuses) == {ids[0]}
    assert closed(store, statuses, STRANGER) == {ids[0], ids[2]}


@pytest.fixture
def owned(mirrored):
    """The same, with two accounts; Ann owns the agent called fox."""
    store, _, ids = mirrored
    rows = [
        {"id": n, "name": name, "folded": name.lower(), "password": "", "role": "member", "created": 0.0}
        for n, name in ((1, "Ann"), (2, "Bob"))
    ]
    store.change(lambda connection: connection.execute(USERS.insert(), rows))
    fox = add_agent(store, "Fox", "random", owner=1)
    store.begin(ids[0])
    store.flush()
    return store, store.match(ids[0]), fox


def sit(store, match, seat, user=None, session=None):
    row = {"match": match.id, "seat": seat, "user": user, "session": session}
    store.change(lambda connection: connection.execute(SEATS.insert(), row))


def test_an_owner_sees_the_seat_of_their_agent_and_nobody_else_does(owned):
    store, match, _ = owned
    seat = match.fixture.players.index("fox")
    assert audience_of(store, match, ANN).seat == seat
    assert audience_of(store, match, BOB).seat is None
    assert audience_of(store, match).seat is None


def test_an_owner_who_sits_at_another_seat_sees_none(owned):
    store, match, _ = owned
    sit(store, match, 1 - match.fixture.players.index("fox"), user=1)
    assert audience_of(store, match, ANN).seat is None


def test_an_owner_of_two_seats_sees_none(owned):
    store, match, _ = owned
    add_agent(store, "Random", "random", owner=1)
    assert audience_of(store, match, ANN).seat is None


def test_a_later_version_is_its_owners_too(owned):
    store, match, fox = owned
    add_version(store, fox.id, "mcts?playouts=5")
    players = ("random", "Fox v2")
    renamed = replace(match, fixture=replace(match.fixture, players=players, specs={}))
    assert audience_of(store, renamed, ANN).seat == 1


def test_a_visitor_without_an_account_sees_the_seat_of_their_session(owned):
    store, match, _ = owned
    sit(store, match, 0, session="hash")
    assert audience_of(store, match, Visitor(None, "", "visitor", "hash")).seat == 0
    assert audience_of(store, match, Visitor(None, "", "visitor", "other")).seat is None


def test_bystanders_of_people_with_hidden_cards_are_some_steps_behind(matches):
    running, over = matches["texas_holdem?hands=1"]
    with_person = stored("texas_holdem?hands=1", ("human", "random"), "playing")
    assert late_by(with_person, running.game) > 0
    assert late_by(replace(with_person, status="finished"), running.game) == 0
    assert late_by(running.stored, running.game) == 0
    assert late_by(with_person, make("tictactoe")) == 0
    earlier = running.until(3)
    assert earlier.last == 3
    assert earlier.scene(99) == running.scene(3)
    assert over.until(over.last) is over
