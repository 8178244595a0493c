"""A hostile visitor reads everything, and learns nothing of the configuration of a private agent."""

import re
from dataclasses import replace
from html import unescape
from urllib.parse import unquote

import pytest
from sqlalchemy import update
from tests.arena.conftest import SECRET
from tests.web.everything import actions, everything
from tests.web.public import HOME, browser, door_of, site_of

from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.ladders.ladder import join, open_ladder
from agonist.arena.tables.table import open_table
from agonist.games import KITS
from agonist.kit import make_game, option_texts
from agonist.match import Fixture, Match, Record, Step
from agonist.models.protocol import Message
from agonist.players.model_call_record import ModelCall
from agonist.players.spec import parse_player
from agonist.players.unique_names import variant
from agonist.store import Store
from agonist.store.platform.accounts import add_user, change_user, users
from agonist.store.platform.agents import add_agent, add_version, agent, count_outcome, set_state
from agonist.store.platform.ladders import Sitting, plan_matches
from agonist.store.platform.schema import USERS
from agonist.store.platform.trials import TEST, add_trial
from agonist.web.visitor_identity import csrf_of

MARKS = (
    "zqmodelzq",
    "zqplacezq",
    "zqkeyzq",
    "zqpromptzq",
    "0.4321",
    "zqerrorzq",
    "zqanswerzq",
    "zqthoughtzq",
)
"""In the specification of Ann's agent Fox, its errors, and what it was sent and wrote; nowhere else."""

SPEC = (
    "vllm/zqmodelzq?base_url=https://zqplacezq.example/v1&key_env=zqkeyzq_KEY&prompt=You zqpromptzq"
    "&temperature=0.4321"
)
ERROR = "https://zqplacezq.example/v1 answered 500: zqerrorzq"

LONG = pytest.mark.long
TICTACTOE = KITS["tictactoe"]
MOVES = ((1, 1), (2, 1), (1, 2), (2, 2), (1, 3))
"""The first player wins."""


def fixture(seed, players, specs):
    game = make_game(TICTACTOE.game, {})
    named = {name: spec for name, spec in specs.items() if name in players}
    options = option_texts(game)
    return Fixture("tictactoe", game.version, options, str(seed), players, part="tictactoe", specs=named)


def said(seat, attempt=1, error="", complaint=""):
    sent = (Message("system", "You zqpromptzq"), Message("user", "Your move"))
    call = ModelCall(sent=sent, text="zqanswerzq", thought="zqthoughtzq", model="zqmodelzq", seat=seat)
    return replace(call, attempt=attempt, error=error, complaint=complaint, settings={"temperature": 0.4321})


def play(store, number, upto=5):
    """The moves of a match; Ann's agents are sent their prompt each time, and fail once."""
    game, planned = make_game(TICTACTOE.game, {}), store.match(number).fixture
    store.begin(number)
    steps = []
    for nth, move in enumerate(MOVES[:upto]):
        seat = nth % 2
        calls = (said(seat, error="failed", complaint=ERROR), said(seat, attempt=2))
        private = "zqmodelzq" in planned.spec(planned.players[seat])
        steps.append(Step({seat: move}, calls if private else ()))
        store.add_step(number, nth, steps[-1])
    if upto == len(MOVES):
        record = Record("tictactoe", game, tuple(step.moves for step in steps))
        store.finish(number, Match(record, tuple(steps), record.outcome), 1.0)
    store.flush()


def on_ladder(store, own, seats, specs):
    """Plan a match of agents on a ladder; its number."""
    lineup = [Sitting(one.id, one.version.id, one.owner) for one in seats]
    planned = fixture(len(store.matches(own.run)), tuple(one.version.name for one in seats), specs)
    return store.change(lambda connection: plan_matches(connection, own, [(planned, lineup)]))[0]


@pytest.fixture
def store(tmp_path, monkeypatch):
    """Ann's private agent Fox in two versions, with matches of all sorts, beside others of its name."""
    monkeypatch.setenv(VARIABLE, SECRET)
    with Store.open(tmp_path / "platform.db") as opened:
        fill(opened)
        yield opened


def fill(store):
    ann, ben, rita, lynx = (
        add_user(store, name, name.casefold(), "!", "member", 0.0) for name in ("Ann", "Ben", "Rita", "Lynx")
    )
    change_user(store, rita.id, {"role": "admin"})
    fox = add_agent(store, "Fox", SPEC, owner=ann.id, about="A fox.")
    owl = add_agent(store, "Owl", "random", owner=ben.id, public=True)
    gone = add_agent(store, "Gone", SPEC, owner=ann.id)
    specs = {"Fox": parse_player(SPEC).canonical}
    own = open_ladder(store, "tictactoe")
    for each in (fox, owl):
        join(store, own.id, each.id)
    for _ in range(3):
        play(store, on_ladder(store, own, (fox, owl), specs))
    # Two runs of the operator have players of the same name, and so has an account of an older database.
    for spec in ("random", "reference"):
        run = store.start_run(
            {"targets": ["tictactoe"], "players": ["Fox", "minimax"], "specs": {"Fox": spec}},
            [fixture(nth, ("Fox", "minimax"), {"Fox": spec}) for nth in range(2)],
        )
        for match in store.matches(run):
            play(store, match.id)
    store.change(
        lambda connection: connection.execute(
            update(USERS).where(USERS.c.id == lynx.id).values(name="Fox", folded="fox")
        )
    )
    run = store.start_run({"targets": ["tictactoe"]}, [fixture(8, ("Fox", "random"), {"Fox": "human"})])
    play(store, store.matches(run)[0].id)
    # A test that failed, and an arm of a trial, of Fox and of a deleted agent.
    for one in (fox, gone):
        named = {one.name: specs["Fox"]}
        run = store.start_run(
            {"targets": ["tictactoe"], "players": [one.name], "specs": named},
            [fixture(9, (one.name, "random"), named)],
        )
        add_trial(store, run, one.version.id, TEST)
        (match,) = store.matches(run)
        play(store, match.id, upto=2)
        store.suspend(match.id, "suspended", ERROR)
        store.flush()
        store.set_status(run, "suspended", ERROR)
    name, spec = variant("Fox", SPEC, "attack", {"as": "pia"})
    run = store.start_run(
        {"targets": ["wis"], "suites": {}, "players": ["Fox"], "specs": specs},
        [fixture(10, (name, "random"), {name: spec})],
    )
    add_trial(store, run, fox.version.id, "attack")
    play(store, store.matches(run)[0].id)
    store.set_status(run, "finished")
    # A match of Ann's against her own agent, which failed.
    number = open_table(store, "tictactoe", ["Fox", "random"])
    store.begin(number)
    store.suspend(number, "suspended", ERROR)
    store.flush()
    store.set_status(store.match(number).run, "suspended", ERROR)
    # Its second version plays at this moment.
    second = SPEC.replace("temperature", "top_p")
    add_version(store, fox.id, second)
    fox = agent(store, "Fox")
    specs = {"Fox v2": parse_player(second).canonical}
    play(store, on_ladder(store, own, (owl, fox), specs))
    play(store, on_ladder(store, own, (fox, owl), specs), upto=2)
    store.change(lambda connection: count_outcome(connection, fox.id, ERROR, most=1))
    assert agent(store, "Fox").state == "paused"
    set_state(store, gone.id, "deleted")


def marks_in(texts):
    """Which marks stand where."""
    plain = {where: unquote(unescape(text)) for where, text in texts.items()}
    return {(mark, where) for where, text in plain.items() for mark in MARKS if mark in text}


async def read_by(store, name=""):
    """All that somebody reads on a public site, of every route that they may ask for."""
    door = door_of(store)
    site = site_of(store, door)
    headers = {}
    if name:
        (user,) = store.read(
            lambda connection: connection.execute(USERS.select().where(USERS.c.name == name)).all()
        )
        headers = {"cookie": f"{door.cookie}={door.accounts.open_session(user, '')}"}
    async with browser(site, **headers) as client:
        more = [
            "/me", "/me/data.json", "/notices", "/notices.json", "/admin", "/admin/flags", "/metrics",
            "/sign-in/x", "/sign-in/x/back", "/forgot", "/confirm/x", "/reset/x",
            "/agents/new?copy=Fox", "/agents/new?copy=Gone",
            "/agents/Fox?version=1", "/agents/Fox/profile.json?version=1", "/agents/Gone", "/agents/Fox/edit",
            *(f"/agents/{one}/trials/{run.id}" for one in ("Fox", "Gone") for run in store.runs()),
            *(f"/matches/{match.id}/talk" for run in store.runs() for match in store.matches(run.id)),
        ]  # fmt: skip
        found = {}
        for address in more:
            answer = await client.get(address)
            assert answer.status_code < 500, address
            found[address] = answer.text + str(answer.headers)
        for board in ("leaderboard", "compare"):
            page = unescape((await client.get(f"/{board}")).text)
            names = set(re.findall(r"<option[^>]*>(Fox[^<]*)", page))
            for one in names:
                found[f"compare {one}"] = (
                    await client.get("/compare.json", params={"a": one, "b": "Owl"})
                ).text
        return {**found, **await everything(client, site, store)}


def test_the_walk_has_every_route_that_reads(store):
    """`everything` has the open ones; here are those that an account is needed for."""
    asked = {
        route
        for route, action in actions(site_of(store)).items()
        if route.startswith("GET ") and action not in ("look", "play")
    }
    named = {
        "/me", "/me/data.json", "/notices", "/notices.json", "/admin", "/admin/flags", "/metrics",
        "/agents/new", "/agents/{name}/edit",
        "/sign-in", "/sign-up", "/sign-in/{other}", "/sign-in/{other}/back",
        "/forgot", "/confirm/{token}", "/reset/{token}",
        "/agents/{name}/trials/{run}", "/runs/new", "/ladders/{number}/settings", "/matches/{number}/talk",
    }  # fmt: skip
    assert {route.removeprefix("GET ") for route in asked} == named


@pytest.mark.parametrize(
    "name",
    [pytest.param("", marks=pytest.mark.slow), pytest.param("Ben", marks=LONG)],
    ids=["visitor", "member"],
)
async def test_nobody_else_reads_the_configuration_of_a_private_agent(store, name):
    read = await read_by(store, name)
    assert len(read) > 200
    assert marks_in(read) == set()
    for word in ("Fox", "Fox v2"):
        assert any(word in text for text in read.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", "Ben"], ids=["visitor", "member"])
@pytest.mark.every(2)
async def test_nothing_that_somebody_sends_is_answered_with_it(store, name):
    """Every route that takes a form, about Ann's agent and its matches."""
    door = door_of(store)
    site, secret = site_of(store, door), "v" * 43
    if name:
        (user,) = [each for each in users(store) if each.name == name]
        secret = door.accounts.open_session(user, "")
    form = {
        "csrf": csrf_of(door.key, secret), "game": "tictactoe", "player": ["Fox", "human"], "other": "Fox",
        "ladder": "1", "name": "Fox", "sort": "model", "provider": "vllm", "model": "x", "state": "online",
        "kind": "attack", "opponent": "random", "step": "0", "seat": "1", "nonce": "12345678", "attempt": "1",
    }  # fmt: skip
    runs = [run.id for run in store.runs()]
    numbers = ["1", *(str(match.id) for run in runs for match in store.matches(run))]
    found = {}
    async with browser(site, cookie=f"{door.cookie}={secret}", origin=HOME) as client:
        for route in sorted(actions(site), key="POST /sign-out".__eq__):
            method, path = route.split(" ", 1)
            if method != "POST":
                continue
            for number in numbers if "{number}" in path else [""]:
                own = path.replace("{number}", number).replace("{token}", "x" * 32)
                for run in runs if "{run}" in path or path.startswith("/runs/{") else [""]:
                    whole = own.replace("{run}", run).replace("{name}", run if own[:6] == "/runs/" else "Fox")
                    answer = await client.post(whole, data=form)
                    assert answer.status_code < 500, whole
                    found[f"{whole} {run}"] = answer.text + str(answer.headers)
    assert len(found) > 100
    assert marks_in(found) == set()


@pytest.mark.long
@pytest.mark.parametrize("name", ["Ann", "Rita"], ids=["owner", "admin"])
async def test_its_owner_and_an_admin_read_all_of_it(store, name):
    found = marks_in(await read_by(store, name))
    assert {mark for mark, _ in found} >= {*MARKS} - {"zqkeyzq"}


@pytest.mark.slow
async def test_who_shares_a_name_is_told_apart_by_owner_and_version(store):
    async with browser(site_of(store)) as client:
        board = (await client.get("/leaderboard.json")).json()["players"]
        page = (await client.get("/leaderboard")).text
        found = (await client.get("/compare.json", params={"a": "Fox (Ann)", "b": "Owl"})).json()
        record = (await client.get("/agents/Fox/profile.json?version=1")).json()
    assert {line["player"] for line in board} == {
        *("Fox (Ann)", "Fox (operator)", "Fox (operator 2)", "Fox (person)", "Fox v2"),
        *("Owl", "minimax", "random"),
    }  # fmt: skip
    assert next(line["matches"] for line in board if line["player"] == "Fox (Ann)") == 3
    assert found["matches"] == found["overall"]["wins"] == record["record"]["finished"] == 3
    links = dict(re.findall(r'<a href="([^"]*)">(Fox[^<]*)</a>', page))
    assert links["/agents/Fox"] in ("Fox (Ann)", "Fox v2")
    assert "/matches?agent=Fox" in links


@pytest.mark.parametrize("word", ["zqpromptzq", "zqthoughtzq", "zqanswerzq"])
async def test_no_search_tells_whether_a_private_prompt_has_a_word(store, word):
    door = door_of(store)
    site, cookie = site_of(store, door), ""
    answers = []
    for name in ("", "Rita"):
        if name:
            (rita,) = [each for each in users(store) if each.name == name]
            cookie = f"{door.cookie}={door.accounts.open_session(rita, '')}"
        async with browser(site, cookie=cookie) as client:
            for filter_ in ("said", "player", "agent"):
                listed = (await client.get("/matches.json", params={filter_: word})).json()
                answers.append((len(listed["matches"]) > 0, listed["before"]))
    assert answers[:3] == [(False, None)] * 3
    assert answers[3:] == [(True, None), (False, None), (False, None)]
