"""A user's own game has what listed games have: columns on its board, in CSV and JSON, and key moments."""

import csv
import io
import shutil
import sys
from html import unescape
from pathlib import Path

import httpx
import pytest
from tests.reports.conftest import play_run
from tests.web.conftest import HOME

from agonist.arena.boards.standings import columns_of
from agonist.core import GameError
from agonist.kit import Indicator, Indicators
from agonist.kit.indicators import KEY, TAKEN
from agonist.store import Store
from agonist.web.app import make_app
from agonist.web.leaderboard import SORTS

NIM = (Path(__file__).parents[2] / "examples" / "nim.py").read_text()
MEASURED = "not may_win(course.game, Heap(heap.matches - take))"
BOARD = "/leaderboard{}?game=own_nim:KIT"


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """Matches of nim, played before its code is changed, and of a listed game."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "own_nim.py").write_text(NIM)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        play_run(folder / "own.db", ["own_nim:KIT", "tictactoe"], ["random", "reference"], matches=2)
    del sys.modules["own_nim"]
    return folder / "own.db"


@pytest.fixture
async def looking(database, tmp_path, monkeypatch, door):
    """Somebody who looks at these matches (their ids) when the game has this code."""
    opened = []
    shutil.copy(database, tmp_path / "own.db")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # two codes within one second have one time stamp

    async def look(code=NIM):
        sys.modules.pop("own_nim", None)
        (tmp_path / "own_nim.py").write_text(code)
        store = Store.open(tmp_path / "own.db")
        client = httpx.AsyncClient(
            transport=httpx.ASGITransport(make_app(store, door, lambda _match: None)), base_url=HOME
        )
        opened.append((store, client))
        await client.get(door.link)
        return client, [match.id for match in store.results(game="own_nim:KIT")]

    yield look
    for store, client in opened:
        await client.aclose()
        store.close()
    sys.modules.pop("own_nim", None)


async def kept_wins(client, more=""):
    """What its column says of each player, in the order of the board."""
    found = (await client.get(BOARD.format(".json") + more)).json()
    return {line["player"]: line["kept-wins"] for line in found["players"]}, found


async def test_its_board_has_its_columns_on_the_page_in_csv_and_in_json(looking):
    client, matches = await looking()
    kept, found = await kept_wins(client)
    assert (found["measured"], found["unmeasured"]) == (len(matches), 0)
    assert kept["reference"] == 1
    assert 0 <= kept["random"] < 1
    rows = csv.DictReader(io.StringIO((await client.get(BOARD.format(".csv"))).text))
    assert {row["player"]: float(row["kept-wins"]) for row in rows} == kept
    assert "Wins kept" in (await client.get(BOARD.format(""))).text
    by_column, _ = await kept_wins(client, "&sort=kept-wins")
    assert list(by_column) == ["reference", "random"]


async def test_the_page_of_a_match_has_its_key_moments_and_measurements(looking):
    client, matches = await looking()
    pages = [unescape((await client.get(f"/matches/{match}")).text) for match in matches]
    assert any("a win is given away" in page for page in pages)
    assert all("Wins kept" in page for page in pages)


@pytest.mark.parametrize("measured", ["float('nan')", "1 / 0", "exit()", "2"])
async def test_indicators_that_fail_leave_the_rest_of_the_board_and_of_the_match_as_it_is(looking, measured):
    client, (match, *_) = await looking(NIM.replace(MEASURED, measured))
    kept, found = await kept_wins(client)
    assert kept == {"random": None, "reference": None}
    assert all(line["matches"] and line["rating"] for line in found["players"])
    assert "the measuring of nim" in unescape((await client.get(BOARD.format(""))).text)
    assert "a win is given away" in (await client.get(f"/matches/{match}")).text


async def test_indicators_that_never_end_hold_up_no_other_board(looking, monkeypatch):
    monkeypatch.setattr("agonist.arena.boards.seat_measurements.CALL_SECONDS", 0.1)
    client, matches = await looking(NIM.replace(MEASURED, "__import__('time').sleep(60)"))
    _, found = await kept_wins(client)
    assert (found["measured"], found["unmeasured"]) == (0, len(matches))
    found = (await client.get("/leaderboard.json?game=tictactoe")).json()
    assert (found["pending"], found["unmeasured"]) == (False, 0)


async def test_key_moments_that_fail_are_said_at_their_step_and_the_page_is_whole(looking):
    client, (match, *_) = await looking(NIM.replace("    del moves\n", "    assert before.matches < 21\n"))
    page = unescape((await client.get(f"/matches/{match}")).text)
    assert "the key moments of nim raised AssertionError" in page
    assert "Wins kept" in page
    assert "The end:" in page


async def test_indicators_that_could_not_be_measured_are_measured_when_the_code_is_mended(looking):
    client, _ = await looking(NIM.replace(MEASURED, "1 / 0"))
    await kept_wins(client)
    client, _ = await looking()
    kept, _ = await kept_wins(client)
    assert kept["reference"] == 1


async def test_an_address_imports_no_module_of_which_there_are_no_matches(looking, tmp_path):
    client, _ = await looking()
    (tmp_path / "never_played.py").write_text(NIM)
    for form in ("", ".csv", ".json"):
        await client.get(f"/leaderboard{form}?game=never_played:KIT")
    assert "never_played" not in sys.modules


def test_an_indicator_has_a_key_of_its_own():
    assert {key for key in (*columns_of([]), *SORTS) if KEY.fullmatch(key)} == TAKEN
    for key in ("rating", "Centre", "a_low", ""):
        with pytest.raises(GameError):
            Indicator(key, "", "share")
    twice = (Indicator("a", "", "share"), Indicator("a", "", "number"))
    with pytest.raises(GameError):
        Indicators(twice, lambda course: course.nothing())
