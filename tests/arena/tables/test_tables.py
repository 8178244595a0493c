"""Tables of people without a browser: who may sit where, clocks, resigning."""

import asyncio
from functools import partial

import pytest

from agonist.arena.accounts.permissions import LOCAL, Visitor
from agonist.arena.agents.player_factories import registry
from agonist.arena.replay.shown_match import Replays
from agonist.arena.tables import clocks
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.open_asks import open_asks
from agonist.arena.tables.seats import invitation, is_theirs, name_of, seats_of
from agonist.arena.tables.table import (
    StaleAnswer,
    TableTerms,
    answer,
    close_table,
    end_abandoned,
    join,
    open_table,
    resign,
)
from agonist.core import UsageError
from agonist.games import KITS
from agonist.reports.ending_of_match import ending_of
from agonist.reports.match_verification import verify
from agonist.store.platform.accounts import add_user
from agonist.store.platform.agents import add_agent, set_state
from agonist.store.platform.answers_of_people import kept_answers
from agonist.store.platform.human_tables import asked_again, events_of, set_clock, table_of
from agonist.suites.registry import games_of

ANN, BOB = Visitor(None, "", "visitor", "ann's browser"), Visitor(None, "", "visitor", "bob's browser")
SECRET = "known to the browser that opened the table"


def play_on(store, match):
    return asyncio.run(advance(store, match, registry()))


def replay_of(store, match):
    return Replays(store, partial(games_of, store)).of(store.match(match))


def asked(store, match):
    return open_asks(store, replay_of(store, match), kept_answers(store, match))


def give(store, match, seat, action):
    (own,) = [each for each in asked(store, match) if each.seat == seat]
    answer(store, replay_of(store, match), own, f"1:nonce-{own.step}-{seat}", action)


def opened(store, players=("human", "free"), game="tictactoe", who=ANN, **terms):
    target = f"{game}?seats={len(players)}"
    return open_table(store, target, players, who=who, terms=TableTerms(**terms), secret=SECRET)


def test_a_match_begins_when_everybody_sits_and_each_plays_under_their_name(store):
    match = opened(store)
    assert play_on(store, match) is None
    assert store.match(match).status == "planned"
    assert store.match(match).fixture.players == ("guest", "free seat")
    assert join(store, match, invitation(SECRET, match, 1), BOB, "Bob") == 1
    assert store.match(match).fixture.players == ("guest", "Bob (guest)")
    play_on(store, match)
    assert [each.seat for each in asked(store, match)] == [0]
    for seat, cell in ((0, (1, 1)), (1, (2, 1)), (0, (1, 2)), (1, (2, 2)), (0, (1, 3))):
        give(store, match, seat, cell)
        play_on(store, match)
    over = store.match(match)
    assert (over.status, over.scores) == ("finished", (1.0, -1.0))
    assert verify(KITS["tictactoe"], over, store.steps(over)) == []


def test_a_seat_is_of_the_browser_or_account_that_took_it(store):
    match = opened(store, ("human", "free", "free"), "undercover")
    table = table_of(store, match)
    assert (seats_of(table, ANN), seats_of(table, BOB), seats_of(table, LOCAL)) == ([0], [], [0])
    with pytest.raises(UsageError, match="not valid any more"):
        join(store, match, "a guess", BOB)
    assert join(store, match, invitation(SECRET, match, None), BOB) == 1
    assert join(store, match, invitation(SECRET, match, 2), BOB) == 1  # they sit there already
    table = table_of(store, match)
    assert seats_of(table, BOB) == [1]
    assert not is_theirs(table.chair(2), LOCAL)
    assert store.match(match).fixture.players == ("guest", "guest", "free seat")
    stranger = Visitor(None, "", "visitor", "")
    with pytest.raises(UsageError, match="cookies"):
        join(store, match, invitation(SECRET, match, 2), stranger)


def test_names_are_the_accounts_or_say_that_they_are_a_guests(store):
    assert name_of(store, Visitor(3, "Ann", "member"), "somebody else") == "Ann"
    assert [name_of(store, ANN, typed) for typed in ("", " Eve  Ng ", "O'Neil")] == [
        "guest", "Eve Ng (guest)", "O'Neil (guest)",
    ]  # fmt: skip
    assert [name_of(store, LOCAL, typed) for typed in ("", "human", "ann")] == ["human", "human", "ann"]
    for wrong in ("<b>", "a=b", "x" * 31, "random"):
        with pytest.raises(UsageError):
            name_of(store, LOCAL, wrong)


@pytest.mark.parametrize("who", [ANN, LOCAL], ids=["guest", "local"])
@pytest.mark.parametrize(
    "typed", ["Fox", "F\u043ex", "Ｆｏｘ", "F0x", "Cleo", "C1eo", "gpt-5", "admin", "Fox v2"]
)
def test_nobody_at_a_table_imitates_an_agent_an_account_or_a_model(store, who, typed):
    add_agent(store, "Fox", "random")
    add_user(store, "Cleo", "cleo", "!", "member", 0.0)
    with pytest.raises(UsageError):
        name_of(store, who, typed)


def test_an_agent_of_the_same_name_keeps_it(store):
    add_agent(store, "Fox", "random", house=True)
    fox = Visitor(None, "Fox", "member")
    match = open_table(store, "tictactoe", ["Fox", "human"], who=fox)
    fixture = store.match(match).fixture
    assert fixture.players == ("Fox", "Fox (human)")
    assert [fixture.spec(name) for name in fixture.players] == ["random", "human"]


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("openai/gpt-5-mini", "there is no opponent"),
        ("http:http://127.0.0.1:9", "there is no opponent"),
        ("os:system", "there is no opponent"),
        ("fixed?answers=0", "there is no opponent"),
        ("mcts?playouts=1001", "at most 1,000"),
        ("mcts?seconds=9", "seconds"),
        ("minimax?depth=9", "at most 4"),
        ("Theirs", "somebody else's agent"),
        ("Off", "offline"),
        ("human", "one seat only"),
    ],
)
def test_strangers_play_against_bots_that_cost_little_and_agents_that_are_offered(store, player, why):
    add_agent(store, "Theirs", "random")
    off = add_agent(store, "Off", "random", house=True)
    set_state(store, off.id, "offline")
    with pytest.raises(UsageError, match=why):
        open_table(store, "connect_four", ["human", player], who=ANN)
    assert store.runs() == []


def test_resigning_ends_the_match_also_when_others_are_asked(store):
    match = opened(store, ("human", "human"), who=LOCAL)
    play_on(store, match)
    resign(store, match, 1)
    resign(store, match, 1)
    play_on(store, match)
    over = store.match(match)
    assert (over.status, over.reason, over.scores) == ("finished", "Player 2 resigns", (1.0, -1.0))
    assert ending_of(over) == "resigned"
    assert verify(KITS["tictactoe"], over, store.steps(over)) == []
    assert len(events_of(store, match)) == 1


def test_a_clock_runs_while_its_person_is_asked_and_gets_its_increment(store, now):
    match = opened(store, ("human", "human"), who=LOCAL, clock=60.0, increment=2.0)
    assert play_on(store, match) == pytest.approx(60.0 + clocks.GRACE_SECONDS)
    now[0] += 10
    table = table_of(store, match)
    assert [clocks.left(table, seat, is_asked=seat == 0) for seat in (0, 1)] == [50.0, 60.0]
    give(store, match, 0, (2, 2))
    play_on(store, match)
    now[0] += 30
    table = table_of(store, match)
    assert [clocks.left(table, seat, is_asked=seat == 1) for seat in (0, 1)] == [52.0, 30.0]


def test_whoever_has_no_time_left_loses_and_an_answer_comes_too_late(store, now):
    match = opened(store, ("human", "human"), who=LOCAL, clock=60.0)
    play_on(store, match)
    now[0] += 60.5
    with pytest.raises(StaleAnswer, match="time has run out"):
        give(store, match, 0, (2, 2))
    play_on(store, match)
    assert store.match(match).status == "suspended"  # an answer may be on its way
    now[0] += 1
    play_on(store, match)
    over = store.match(match)
    assert (over.reason, ending_of(over)) == ("Player 1 loses on time", "lost on time")
    assert verify(KITS["tictactoe"], over, store.steps(over)) == []


def test_or_the_policy_plays_for_them_as_the_table_says(store, now):
    match = opened(store, ("human", "human"), who=LOCAL, clock=60.0, on_time="fallback", seed=3)
    play_on(store, match)
    for _ in range(9):
        now[0] += 100
        if play_on(store, match) is None:
            break
    over = store.match(match)
    assert over.status == "finished"
    assert over.fallback == (0, 1)
    assert over.forfeits == ()
    assert all(len(step.calls) == 1 for step in store.steps(over))


def test_the_time_that_the_server_was_down_is_nobodys(store, now):
    match = opened(store, ("human", "human"), who=LOCAL, clock=60.0)
    play_on(store, match)
    now[0] += 5000
    assert clocks.after_restart(store) == [match]
    assert play_on(store, match) == pytest.approx(60.0 + clocks.GRACE_SECONDS)
    set_clock(store, match, 0, 7.0)
    asked_again(store, match, now[0] - 4)
    assert clocks.left(table_of(store, match), 0, is_asked=True) == 3.0


def test_a_table_is_called_off_only_before_its_match(store):
    match = opened(store)
    close_table(store, store.match(match))
    assert store.match(match).status == "void"
    begun = opened(store, ("human", "random"))
    play_on(store, begun)
    with pytest.raises(UsageError, match="has begun"):
        close_table(store, store.match(begun))


@pytest.mark.parametrize(
    "given", [("x", ""), ("-1", ""), ("0", ""), ("nan", ""), ("601", ""), ("5", "x"), ("5", "601")]
)
def test_clocks_that_cannot_be_are_refused(given):
    with pytest.raises(UsageError, match="a number from"):
        clocks.settings(*given)


def test_only_who_cannot_leave_without_losing_is_rated(store):
    """A clock decides a match that somebody leaves; on one's own machine, nobody plays against strangers."""
    rated = {
        (who.role, terms.get("clock")): table_of(store, opened(store, who=who, **terms)).rated
        for who in (ANN, Visitor(None, "you", "local"))
        for terms in ({}, {"clock": 60.0})
    }
    assert rated == {
        ("visitor", None): False,
        ("visitor", 60.0): True,
        ("local", None): True,
        ("local", 60.0): True,
    }


def test_a_match_that_nobody_goes_on_with_for_a_day_ends_without_a_winner(store, now):
    left, waiting, clocked, mine = (
        opened(store, ("human", "random")),
        opened(store),
        opened(store, ("human", "random"), clock=60.0),
        opened(store, ("human", "random"), who=Visitor(None, "you", "local")),
    )
    for match in (left, clocked, mine):
        play_on(store, match)
    now[0] += 86_000.0
    assert end_abandoned(store, now[0]) == []
    now[0] += 1_000.0
    assert end_abandoned(store, now[0]) == [left, waiting]
    assert [store.match(match).status for match in (left, waiting)] == ["void", "void"]
    assert store.match(mine).status == "suspended"
    assert end_abandoned(store, now[0]) == []
    give_up = asked(store, left)
    play_on(store, left)
    assert (store.match(left).status, give_up) == ("void", [])
