"""What the pages show, and that what players wrote stays text."""

import asyncio
import csv
import io
import json
import re
from xml.etree import ElementTree

import httpx
import pytest
from sqlalchemy import event, text
from tests.reports.conftest import EVIL, MUTE, play_run
from tests.web.conftest import HOME

import agonist
from agonist.arena.boards.seat_measurements import Measurer
from agonist.games import KITS, dressed_names
from agonist.metrics.leaderboard import leaderboard
from agonist.models.amounts_spent import Spending
from agonist.store import Store
from agonist.store.platform.match_list_pages import Wanted, browse
from agonist.store.runs.shared_limits import beat, join
from agonist.web.app import make_app

PATHS = (
    "/", "/leaderboard", "/matches", "/runs", "/runs/new", "/compare?a=random&b=reference", "/games",
    "/games/tictactoe", "/games/undercover", "/play", "/play?game=undercover", "/ladders", "/abilities",
    "/agents",
)  # fmt: skip


@pytest.fixture
def ids(store):
    listed, _ = browse(store, Wanted(limit=200))
    return [each.match.id for each in listed]


@pytest.mark.parametrize("path", PATHS)
async def test_pages_hold_no_script_of_players_and_nothing_inline(visitor, path):
    answer = await visitor.get(path)
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    # A picture names the namespace of SVG, from which nothing is loaded.
    text = answer.text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert re.findall(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=|https?://", text) == []
    assert answer.text.count("<h1") == 1


@pytest.mark.parametrize("path", [*PATHS, "/matches/1"])
async def test_a_game_has_one_name_on_all_pages_its_title(visitor, path):
    text = (await visitor.get(path)).text
    # What is typed in a terminal or an address has the id.
    seen = re.sub(r"<(code|pre|script)\b.*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)
    ids = {name for name in (*KITS, *dressed_names()) if "_" in name or name == "tictactoe"}
    assert ids & set(re.findall(r"\w+", seen)) == set()


async def test_every_match_opens_at_its_last_step_with_all_its_moves(visitor, store, ids):
    for match in ids[:12]:
        answer = await visitor.get(f"/matches/{match}")
        assert answer.status_code == 200
        assert f'data-step="{len(store.steps(match))}"' in answer.text
        assert "The end:" in answer.text
        assert "<script>alert" not in answer.text


async def test_invalid_answers_and_what_was_sent_stand_behind_a_click(visitor, store, ids):
    for match in ids:
        for nth, step in enumerate(store.steps(match), start=1):
            wrong = [call for call in step.calls if call.error and "alert" in call.text]
            if wrong:
                page = (await visitor.get(f"/matches/{match}/{nth}?as=seat{wrong[0].seat + 1}")).text
                assert "<details" in page
                assert "&lt;script&gt;alert(&#39;boo&#39;)" in page
                return
    raise AssertionError("nobody answered badly")


async def test_the_leaderboard_is_that_of_the_command_line(visitor, store):
    rows = leaderboard(store.results())
    given = (await visitor.get("/leaderboard.json")).json()["players"]
    assert [line["player"] for line in given] == [row.player for row in rows]
    assert [line["rating"] for line in given] == [row.rating for row in rows]
    evil = next(line for line in given if line["player"] == EVIL)
    assert evil["invalid"] > 0
    assert evil["cost"] == pytest.approx(sum(t.cost for t in store.tallies() if is_of(store, t, EVIL)))
    table = list(csv.DictReader(io.StringIO((await visitor.get("/leaderboard.csv")).text)))
    assert [line["player"] for line in table] == [row.player for row in rows]


@pytest.fixture
def new(tmp_path):
    """A database whose matches nobody has looked at."""
    play_run(tmp_path / "own.db", ["tictactoe"], ["random", "reference"], matches=4)
    with Store.open(tmp_path / "own.db") as opened:
        yield opened


async def test_page_csv_and_json_say_when_a_games_indicators_are_not_whole(new, door, monkeypatch):
    for name in ("LEAST_PAUSE", "PAUSE_FACTOR"):
        monkeypatch.setattr(f"agonist.arena.boards.rater.{name}", 0.0)
    where = "/leaderboard{}?game=tictactoe"
    count, app = len(list(new.results())), make_app(new, door, lambda _match: None)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HOME) as client:
        await client.get(door.link)

        async def seen():
            found, table, page = [
                (await client.get(where.format(form))).text for form in (".json", ".csv", "")
            ]
            left = sum(int(line["unmeasured_seats"]) for line in csv.DictReader(io.StringIO(table)))
            found = json.loads(found)
            return (
                found["measured"],
                found["unmeasured"],
                found["pending"],
                left,
                "more are being read" in page,
            )

        with monkeypatch.context() as early:
            early.setattr(Measurer, "_measure", lambda *_: {})
            assert await seen() == (0, count, True, 2 * count, True)
        for _ in range(400):
            if (last := await seen()) == (count, 0, False, 0, False):
                break
            await asyncio.sleep(0.05)
        assert last == (count, 0, False, 0, False)


def is_of(store, tally, player):
    return store.match(tally.match).fixture.players[tally.seat] == player


async def test_the_leaderboard_is_filtered_and_sorted_by_its_address(visitor, store):
    of_game = (await visitor.get("/leaderboard.json?game=tictactoe&sort=player")).json()
    assert of_game["matches"] == len(list(store.results(game="tictactoe")))
    names = [line["player"] for line in of_game["players"]]
    assert names == sorted(names, key=str.casefold)
    assert [p["player"] for p in (await visitor.get("/leaderboard.json?q=MUTE")).json()["players"]] == [MUTE]
    assert (await visitor.get("/leaderboard?sort=luck")).status_code == 400


async def test_matches_are_paged_by_key_and_none_is_missed(visitor, ids):
    found, before = [], ""
    while before is not None:
        page = (await visitor.get(f"/matches.json?before={before}" if before else "/matches.json")).json()
        found += [match["id"] for match in page["matches"]]
        before = page["before"]
    assert found == ids == sorted(ids, reverse=True)


async def test_matches_are_found_by_game_player_status_and_what_was_said(visitor, store):
    async def found(**query):
        return (await visitor.get("/matches.json", params=query)).json()["matches"]

    assert {m["game"] for m in await found(game="guess_average")} == {"guess_average"}
    assert all(MUTE in m["players"] for m in await found(player="mute/X_y%&"))
    assert await found(player="%") != await found()
    assert await found(status="playing") == []
    said = await found(said="alert('boo')")
    assert said
    assert all(EVIL in match["players"] for match in said)
    assert await found(said="nobody ever said this") == []
    assert (await visitor.get("/matches?status=lost")).status_code == 400


async def test_no_page_asks_the_database_more_than_a_dozen_questions(visitor, store, ids, played):
    asked = []

    def note(_connection, _cursor, statement, *_more):
        if statement != "BEGIN":
            asked.append(statement)

    event.listen(store._engine, "before_cursor_execute", note)
    for path in (*PATHS, f"/matches/{ids[0]}/1", f"/runs/{played[1]}"):
        await visitor.get(path)  # measures matches, once for all pages
        asked.clear()
        assert (await visitor.get(path)).status_code == 200
        assert len(asked) <= 12, (path, asked)


async def test_a_run_shows_its_workers_wherever_they_are_and_what_they_have_spent(visitor, store, played):
    run = store.run(played[1])
    number, _ = store._number_and_id(run.id)
    spent = Spending(1.25, 3_000, 5)
    for name in ("here:1", "there:2"):
        store.change(lambda connection, name=name: join(connection, number, name))
        store.change(lambda connection, name=name: beat(connection, number, name, spent, Spending(), news={}))
    page = (await visitor.get(f"/runs/{run.id}")).text
    assert "being played now" in page
    assert "2 workers, $2.50, 6,000 tokens" in page
    told = (await visitor.get(f"/runs/{run.id}/progress.json")).json()
    assert (told["matches"], told["finished"]) == (run.matches, run.finished)
    assert {name: told[name] for name in ("workers", "usd", "tokens")} == {
        "workers": 2,
        "usd": 2.5,
        "tokens": 6000,
    }
    query = text("DELETE FROM run_workers")
    store.change(lambda connection: connection.execute(query))
    assert "worker" not in (await visitor.get(f"/runs/{run.id}")).text


async def test_a_run_shows_its_progress_and_its_report_with_a_policy_of_its_own(visitor, played, ids):
    page = (await visitor.get(f"/runs/{played[1]}")).text
    assert f"{len(ids)} of {len(ids)} matches finished" in page
    report = await visitor.get(f"/runs/{played[1]}/report")
    assert report.status_code == 200
    assert "'unsafe-inline'" not in report.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in report.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    ["/matches/999999", "/matches/x", "/matches/1/99999", "/matches/1/x", "/runs/zzz", "/games/os:path",
     "/games/%2e%2e", "/matches?before=x", "/matches?game=" + "x" * 500, "/nowhere", "/matches/-1/0"],
)  # fmt: skip
async def test_bad_addresses_get_a_message(visitor, path):
    answer = await visitor.get(path)
    assert answer.status_code in (400, 404)
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize(
    ("path", "status", "way"),
    [
        ("/games/conect_four", 404, "/games/connect_four"),
        ("/matches/999999", 404, "/matches"),
        ("/agents/nobody", 404, "/agents"),
        ("/leaderboard?sort=cat", 400, "/leaderboard"),
        ("/matches/1/abc", 400, "/matches"),
        ("/nowhere", 404, "/"),
        ("//elsewhere.example/x?kind=cat", 404, "/"),
    ],
)
async def test_a_page_that_says_no_says_what_to_do(visitor, path, status, way):
    answer = await visitor.get(f"http://127.0.0.1:8642{path}")
    assert answer.status_code == status
    ways = re.findall(r'<a class="button[^"]*" href="([^"]*)"', answer.text)
    assert ways[0] == way
    assert not any(way.startswith("//") for way in ways)


async def test_a_games_page_and_the_form_of_a_table_say_what_each_option_may_be(visitor):
    for address in ("/games/connect_four", "/play?game=connect_four"):
        assert "a whole number; from 1 to 20" in (await visitor.get(address)).text


async def test_a_librarys_game_has_its_page_and_a_strangers_code_none(visitor):
    assert "Kuhn Poker" in (await visitor.get("/games/openspiel:kuhn_poker")).text
    for name in ("openspiel:no_such_game", "agonist.games.tictactoe:KIT"):
        assert (await visitor.get(f"/games/{name}")).status_code == 404


async def test_the_page_of_a_run_of_checkpoints_has_their_curve(person, tables):
    players = [f"{name}@{step}=random" for name in ("ckpt", "other") for step in (0, 1000)]
    db = tables[0].name
    run = agonist.run("tictactoe", players, opponents=["random", "reference"], matches=2, db=db).run
    page = (await person.get(f"/runs/{run}")).text
    [drawn] = re.findall(r'<svg class="curve".*?</svg>', page)
    root = ElementTree.fromstring(drawn)
    assert [len(line.get("points").split()) for line in root.iter("polyline")] == [2, 2]
    assert len(list(root.iter("circle"))) == 4
    assert {"ckpt", "other", "random", "reference", "step"} <= {text.text for text in root.iter("text")}
    assert " at step 1,000" in root.get("aria-label")
    assert re.findall(r"\sstyle=", page) == []
    alone = agonist.run("tictactoe", players[:1], opponents=["random"], matches=2, db=db).run
    assert "curve" not in (await person.get(f"/runs/{alone}")).text
