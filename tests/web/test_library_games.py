"""Games of libraries on the site: their pages, a table at which a person plays, and the list."""

import asyncio
from functools import partial
from html import unescape

import pytest
from tests.arena.conftest import SECRET
from tests.arena.ladders.test_worker import finished, until, worker
from tests.web.conftest import fields_of, send, sit_down
from tests.web.everything import everything
from tests.web.public import browser, door_of, site_of

from agonist import run
from agonist.arena.accounts.permissions import LOCAL
from agonist.arena.accounts.platform_secret import VARIABLE
from agonist.arena.agents.player_factories import registry
from agonist.arena.agents.trial_matches import start_test
from agonist.arena.ladders.ladder import join, open_ladder
from agonist.arena.ladders.planner import Planner
from agonist.arena.replay.shown_match import Replays
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.ladder_tables import open_on_ladder, opponents
from agonist.core import UsageError
from agonist.store import Store
from agonist.store.platform.agents import add_agent
from agonist.store.platform.ladders import ladder, ladders
from agonist.store.platform.waiting_matches import Room
from agonist.suites.registry import games_of

NAME = "textarena:KuhnPoker-v0-short"


@pytest.fixture
def site_store(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, SECRET)
    with Store.open(tmp_path / "site.db") as opened:
        yield opened


async def test_a_person_plays_a_librarys_game(person, tables, door):
    store, _ = tables
    assert "Kuhn Poker short (TextArena)" in (await person.get(f"/games/{NAME}")).text
    assert NAME not in (await person.get("/games")).text
    assert 'value="baseline"' in (await person.get(f"/play?game={NAME}")).text
    where = await sit_down(person, door, NAME, ["human", "baseline"])
    refused = 0
    for _ in range(40):
        page = (await person.get(where)).text
        if "<title>Your move" not in page:
            break
        if not refused:
            answer = await send(person, where, door, **fields_of(page)[0], a="I raise!")
            assert answer.status_code == 422
            assert "Action must be" in unescape(answer.text)
            refused += 1
            continue
        fields, _ = fields_of(page)
        answer = await send(person, where, door, **fields, a="[check]")
        if answer.status_code == 422:
            await send(person, where, door, **fields, a="[fold]")
    assert store.match(1).status == "finished"
    assert refused
    assert (await person.get("/matches/1")).status_code == 200
    assert NAME in (await person.get("/games")).text
    await wait_for_board(person, f"/leaderboard?game={NAME}")
    assert "speech only" in (await person.get(f"/leaderboard?game={NAME}")).text


async def wait_for_board(person, address):
    """Until the ratings have been computed."""
    for _ in range(200):
        if "What the columns mean" in (await person.get(address)).text:
            return
        await asyncio.sleep(0.05)


async def test_no_address_loads_code_and_refused_games_are_not_found(person):
    for name in ("os:path", "textarena:Wordle-v0", "textarena:None-v0", "libraries:hex"):
        assert (await person.get(f"/games/{name}")).status_code == 404


async def test_a_dressed_game_has_its_page_and_table_under_the_bare_name(person, tables, door):
    store, _ = tables
    page = (await person.get("/games/kuhn_poker")).text
    assert page == (await person.get("/games/openspiel:kuhn_poker")).text
    assert "You are playing Kuhn Poker" in page
    assert "/games/openspiel:kuhn_poker" in (await person.get("/games")).text
    where = await sit_down(person, door, "kuhn_poker", ["human", "reference"])
    for _ in range(2):
        page = (await person.get(where)).text
        if "<title>Your move" in page:
            fields, _ = fields_of(page)
            await send(person, where, door, **fields, a="0")
    assert store.match(1).status == "finished"
    assert store.match(1).fixture.game == "openspiel:kuhn_poker"


async def test_a_person_plays_a_game_of_openspiels_at_a_table(person, tables, door):
    """With options, whose wrong values come back to the form with what is wrong."""
    store, _ = tables
    game, players = "openspiel:dots_and_boxes", ["human", "random"]
    refused = await send(person, "/play", door, game=game, player=players, options="num_rows=1&num_cols=x")
    assert refused.status_code == 400
    assert "num_cols" in unescape(refused.text)
    where = await sit_down(person, door, game, players, options="num_rows=1&num_cols=1")
    assert (
        '<h1>Dots and Boxes <span class="soft options-of">num_cols 1, num_rows 1</span></h1>'
        in (await person.get(where)).text
    )
    for _ in range(9):
        page = (await person.get(where)).text
        if "<title>Your move" not in page:
            break
        await send(person, where, door, **fields_of(page)[0], a="0")
    assert store.match(1).status == "finished"
    assert (await person.get("/matches/1")).status_code == 200
    assert game in (await person.get("/games")).text


async def test_ladders_of_libraries_games_are_opened_by_name_and_played(person, tables, door):
    store, _ = tables
    for game in ("kuhn_poker", "chess", "openspiel:tic_tac_toe", "textarena:KuhnPoker-v0-short"):
        opened = await send(person, "/ladders", door, game=game, options="players=3" * (game == "kuhn_poker"))
        assert opened.status_code == 303, unescape(opened.text)
    targets = [each.target for each in ladders(store)]
    assert targets[:2] == ["openspiel:kuhn_poker?seats=3", "openspiel:chess"]
    page = unescape((await person.get("/ladders")).text)
    assert '<option value="kuhn_poker">Kuhn Poker</option>' in page
    assert '<option value="openspiel:tic_tac_toe">' in page
    assert "Kuhn Poker (seats 3)" in page
    assert 'href="/ladders/1"' in (await person.get("/games/kuhn_poker")).text
    add_agent(store, "Ann", "random")
    for number, status in ((1, 303), (4, 400)):
        joined = await send(person, "/agents/Ann/ladders", door, ladder=str(number))
        assert joined.status_code == status
    assert "baseline" in unescape(joined.text), "its answers are texts, so nobody draws them"
    await until(lambda: finished(store, ladder(store, 1)), worker(store))
    assert "Ann" in (await person.get("/ladders/1")).text
    assert (await person.get(f"/matches/{finished(store, ladder(store, 1))[0].id}")).status_code == 200


async def test_a_ladder_of_texts_only_waits_for_agents_since_no_house_agent_can_play_there(site_store):
    store = site_store
    own = open_ladder(store, NAME)
    for name in ("Ann", "Bob"):
        assert Planner(store).plan(Room(2)) == []
        assert not opponents(store, own, LOCAL).house
        join(store, own.id, add_agent(store, name, "baseline").id)
    assert len(Planner(store).plan(Room(2))) == 2


@pytest.mark.parametrize("name", ["openspiel:ches", "os:path", "openspiel:misere", "textarena:Wordle-v0"])
async def test_a_game_that_no_ladder_can_have_is_refused_with_what_was_typed(person, door, name):
    answer = await send(person, "/ladders", door, game=name, name="Daily")
    assert answer.status_code == 400
    assert f'value="{name}"' in answer.text
    assert 'role="alert"' in answer.text


async def test_agents_are_tested_at_libraries_games(tables):
    store, _ = tables
    match = start_test(store, add_agent(store, "Ann", "random"), "kuhn_poker")
    assert match.fixture.players == ("Ann", "random")
    match = start_test(store, add_agent(store, "Bob", "baseline"), NAME)
    assert match.fixture.players == ("Bob", "baseline")
    with pytest.raises(UsageError, match="chess"):
        start_test(store, add_agent(store, "Eve", "random"), "ches")


@pytest.mark.parametrize("game", ["kuhn_poker", pytest.param("gin_rummy", marks=pytest.mark.long), NAME])
@pytest.mark.slow
async def test_who_watches_a_ladder_reads_nothing_that_a_player_alone_may_know(site_store, game):
    store = site_store
    join(store, open_ladder(store, game).id, add_agent(store, "Ann", "baseline").id)
    number = open_on_ladder(store, ladder(store, 1), ["Ann"])
    site = site_of(store, door_of(store))
    await advance(store, number, registry())
    async with browser(site) as reader:
        read = "\n".join(map(unescape, (await everything(reader, site, store)).values()))
    replay = Replays(store, partial(games_of, store)).of(store.match(number))
    game, words, state = replay.game, replay.kit.words, replay.states[-1]
    public = words.scene(game, game.observe(state, None)).splitlines()
    for seat in range(game.seats):
        own = set(words.scene(game, game.observe(state, seat)).splitlines()).difference(public)
        assert own, "there is something to know"
        assert not [line for line in own if line.strip() and line in read]


async def test_a_finished_match_of_chess_is_downloaded_as_pgn_and_its_run_has_the_table(person, tables, door):
    store, _ = tables
    run("chess", ["quick=fixed?answers=e4;Nf3", "random"], matches=1, policy="strict", db=store.name)
    (first, *_) = store.matches(store.runs()[0].id)
    page = (await person.get(f"/matches/{first.id}")).text
    assert f'href="/matches/{first.id}/game.pgn">PGN</a>' in page
    answer = await person.get(f"/matches/{first.id}/game.pgn")
    assert answer.headers["content-disposition"] == f'attachment; filename="match-{first.id}.pgn"'
    assert '[Termination "rules infraction"]' in answer.text
    assert '[White "' in answer.text
    for name in ("game.exe", "game.PGN"):
        assert (await person.get(f"/matches/{first.id}/{name}")).status_code == 404
    assert "legal moves, %" in (await person.get(f"/runs/{store.runs()[0].id}")).text


@pytest.mark.slow
async def test_a_match_of_chess_is_no_file_before_its_end_and_other_games_have_none(person, tables, door):
    store, _ = tables
    await sit_down(person, door, "chess", ["human", "random"])
    assert "game.pgn" not in (await person.get("/matches/1")).text
    assert (await person.get("/matches/1/game.pgn")).status_code in (404, 409)
    run("tictactoe", ["random", "b=random"], matches=1, db=store.name)
    assert (await person.get("/matches/2/game.pgn")).status_code == 404
