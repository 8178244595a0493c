"""People on a ladder: their matches count there, beside those of agents, under their names."""

import asyncio
from contextlib import AsyncExitStack
from html import unescape

import pytest
from tests.web.conftest import fields_of
from tests.web.conftest import send as send_here
from tests.web.public import HOME, browser, csrf_in, send, sign_up, site_of

from agonist.arena.agents.player_factories import registry
from agonist.arena.ladders.ladder import LadderTerms, join, open_ladder
from agonist.arena.ladders.worker import Worker
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.ladder_tables import open_on_ladder
from agonist.store import Store
from agonist.store.platform.accounts import user_named
from agonist.store.platform.agents import add_agent
from agonist.store.platform.finished_match_rows import ended_since
from agonist.store.platform.ladders import set_state
from agonist.store.platform.leases import Lease, is_held, release, take, take_table
from agonist.store.platform.matchmaker_queries import ended_matches
from agonist.store.platform.waiting_matches import Room


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "public.db") as opened:
        yield opened


@pytest.fixture
async def people(store):
    """Ann and Bob, who have accounts, and a visitor without one."""
    site = site_of(store, wake=lambda match: asyncio.run(advance(store, match, registry())))
    async with AsyncExitStack() as stack:
        found = [await stack.enter_async_context(browser(site, f"203.0.113.{n}")) for n in (1, 2, 3)]
        for client, name in zip(found, ("Ann", "Bob"), strict=False):
            await sign_up(client, name)
        yield found


@pytest.fixture
def own(store):
    return open_ladder(store, "tictactoe")


async def page(client, path):
    answer = await client.get(path)
    assert answer.status_code == 200, unescape(answer.text)
    return unescape(answer.text)


async def open_table(client, own, *others, **fields):
    given = {"other": others, "minutes": "5", "increment": "0", **fields}
    return await send(client, f"/ladders/{own.id}/play", "/play", **given)


async def play_out(clients, where):
    """Everybody answers by the first choice of the form until the match is over."""
    for _ in range(20):
        for client in clients:
            text = (await client.get(where)).text
            if "data-over" in text:
                return
            if "data-asked" in text:
                fields, _ = fields_of(text)
                form = {**fields, "csrf": csrf_in(text), "a": "0"}
                answer = await client.post(where, data=form, headers={"origin": HOME})
                assert answer.status_code == 303, unescape(answer.text)
    raise AssertionError("the match did not end")


def rows_of(text):
    """What stands on the ladder's board."""
    return text.partition("Who leads")[2].partition("</table>")[0]


async def board_has(client, path, names):
    """Wait until the ladder's board has these names: it is fitted again at a pace."""
    for _ in range(600):
        board = rows_of(await page(client, path))
        if names_in(board) == names:
            return
        await asyncio.sleep(0.05)
    assert names_in(board) == names


def id_of(store, folded):
    return user_named(store, folded)[0].id


def names_in(board):
    return {name for name in ("Ann", "Bob", "Fox") if f">{name}</a>" in board}


@pytest.mark.slow
async def test_a_person_plays_an_agent_and_both_are_on_the_same_board(people, store, own):
    ann, bob, visitor = people
    join(store, own.id, add_agent(store, "Fox", "random", owner=id_of(store, "bob")).id)
    here = f"/ladders/{own.id}"
    assert "Play a rated match" in await page(ann, here)
    text = await page(visitor, here)
    assert "Play a rated match" not in text
    assert "Sign in" in text.partition("Play here yourself")[2]
    for nth in (1, 2):
        opened = await open_table(ann, own, "Fox")
        assert opened.status_code == 303, unescape(opened.text)
        where = opened.headers["location"]
        stored = store.match(int(where.rpartition("/")[2]))
        assert stored.run == own.run
        # People have the seats in turn.
        assert stored.fixture.players.index("Ann") == nth - 1
        assert where in await page(ann, here)
        await play_out([ann], where)
    await board_has(ann, here, {"Ann", "Fox"})
    await board_has(bob, f"{here}?kind=person", {"Ann"})
    await board_has(bob, f"{here}?kind=built-in", {"Fox"})
    assert (await bob.get(f"{here}?kind=cat")).status_code == 400
    ended = ended_matches(store, [match.id for match in store.matches(own.run)])
    assert [sorted(each.lineup) for each in ended] == [[1], [0]]


async def test_two_people_play_by_a_link_and_a_visitor_cannot_sit_down(people, store, own):
    ann, bob, visitor = people
    opened = await open_table(ann, own, "free")
    where = opened.headers["location"]
    link = (await ann.get(where)).text.partition("/join/")[2].partition('"')[0]
    refused = await send(visitor, f"{where}/join/{link}")
    assert refused.status_code == 409
    assert "Sign in first" in unescape(refused.text)
    assert (await send(bob, f"{where}/join/{link}")).status_code == 303
    await play_out([ann, bob], where)
    await board_has(visitor, f"/ladders/{own.id}", {"Ann", "Bob"})
    (counts,) = (await visitor.get("/ladders.json")).json()["ladders"]
    assert (counts["finished"], counts["playing"], counts["waiting"]) == (1, 0, 0)


async def test_what_cannot_be_played_on_a_ladder_is_refused_with_a_reason(people, store, own):
    ann, _, visitor = people
    join(store, own.id, add_agent(store, "Owl", "random", owner=id_of(store, "ann")).id)
    away = add_agent(store, "Elk", "random", owner=id_of(store, "bob"), state="offline")
    join(store, own.id, away.id)
    for others, fields, says in (
        (("Owl",), {}, "Owl is your own"),
        (("Elk",), {}, "Elk is not online on this ladder"),
        (("mcts?playouts=9",), {}, "is not online on this ladder"),
        (("human",), {}, "join by a link"),
        ((), {}, "choose 1 opponents"),
        (("random",), {"minutes": ""}, "need a clock"),
        (("random",), {"minutes": "soon"}, "Minutes: a number"),
    ):
        refused = await open_table(ann, own, *others, **fields)
        assert (refused.status_code, says in unescape(refused.text)) == (400, True), (says, refused.text)
    assert store.matches(own.run) == []
    assert "/sign-in" in (await open_table(visitor, own, "random")).text
    await open_table(ann, own, "random")
    again = await open_table(ann, own, "random")
    assert "finish it first" in unescape(again.text)
    set_state(store, own.id, "paused")
    assert "this ladder is paused" in unescape((await open_table(ann, own, "random")).text).lower()


async def test_people_are_kept_off_where_the_ladder_says_so_and_have_so_many_matches_a_day(people, store):
    ann, *_ = people
    alone = open_ladder(store, "tictactoe", terms=LadderTerms(person_a_day=0))
    assert "Play here yourself" not in await page(ann, f"/ladders/{alone.id}")
    assert "for agents alone" in unescape((await open_table(ann, alone, "random")).text)
    once = open_ladder(store, "tictactoe", name="once", terms=LadderTerms(person_a_day=1))
    opened = await open_table(ann, once, "random")
    await play_out([ann], opened.headers["location"])
    assert "as many as this ladder allows" in unescape((await open_table(ann, once, "random")).text)


async def test_without_accounts_people_have_the_names_they_type(person, tables, door):
    store = tables[0]
    own = open_ladder(store, "tictactoe")
    fields = {"other": "human", "name": "Cleo", "names": "Dan", "minutes": "5", "increment": "0"}
    opened = await send_here(person, f"/ladders/{own.id}/play", door, **fields)
    match = store.match(int(opened.headers["location"].rpartition("/")[2]))
    assert (match.run, match.fixture.players) == (own.run, ("Cleo", "Dan"))
    wrong = await send_here(person, f"/ladders/{own.id}/play", door, **{**fields, "name": "<b>"})
    assert wrong.status_code == 400
    assert 'value="&lt;b&gt;"' in wrong.text


async def test_workers_leave_tables_alone_and_agents_play_on_meanwhile(store, own):
    for name in ("a", "b"):
        join(store, own.id, add_agent(store, name, "random").id)
    match = open_on_ladder(store, own, ["a"], names=["Ann"])
    worker = Worker(store, registry(), pause=0.01)
    assert worker._planner.plan(Room(1))
    assert match not in {lease.match for lease in take(store, "w", Room(10))}
    await advance(store, match, registry())
    assert store.match(match).status == "suspended"
    assert not is_held(store, match)
    # While another process plays it, this one waits.
    lease = take_table(store, "elsewhere", match)
    assert isinstance(lease, Lease)
    assert await advance(store, match, registry()) == 1.0
    release(store, [lease])
    assert await advance(store, match, registry()) > 60


async def test_a_table_of_practice_counts_on_no_board(people, store):
    ann, _, visitor = people
    for practice, called in (("yes", "Practice"), ("", "")):
        fields = {"game": "tictactoe", "player": ["human", "random"], "practice": practice, "minutes": "5"}
        opened = await send(ann, "/play", **fields)
        where = opened.headers["location"]
        assert called in await page(ann, where)
        await play_out([ann], where)
    assert [row.trial for row in ended_since(store, None)] == [True, False]
    assert (await visitor.get("/leaderboard.json?game=tictactoe")).json()["matches"] == 1
