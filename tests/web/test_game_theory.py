"""The page of game theory has the numbers of the terminal, and is computed once."""

import httpx
import pytest
from tests.web.conftest import HOME

import agonist
from agonist.arena.boards.rater import Rater
from agonist.store import Store
from agonist.web.app import make_app

PLAYERS = ["rock=fixed?answers=Rock", "paper=fixed?answers=Paper", "scissors=fixed?answers=Scissors"]


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    path = tmp_path_factory.mktemp("rps") / "agonist.db"
    agonist.run("openspiel:matrix_rps", PLAYERS, matches=12, db=path)
    return path


@pytest.mark.slow
async def test_the_page_has_the_numbers_of_the_terminal_and_keeps_them(db, door, monkeypatch):
    asked = []
    made = Rater.game_theory
    monkeypatch.setattr(Rater, "game_theory", lambda self, game: asked.append(game) or made(self, game))
    with Store.open(db) as store:
        app = make_app(store, door, lambda _match: None)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HOME) as client:
            await client.get(door.link)
            page = (await client.get("/game-theory")).text
            assert "paper beats rock beats scissors beats paper" in page
            told = (await client.get("/game-theory.json")).json()
            assert not told["pending"]
            found = agonist.game_theory(db)
            by_name = {row["player"]: row for row in told["analysis"]["standings"]}
            for row in found.standings:
                assert by_name[row.player]["nash"] == {
                    "value": row.nash.value, "low": row.nash.low, "high": row.nash.high
                }  # fmt: skip
            assert told["analysis"]["cycles"][0]["p"] == found.cycles[0].p
            assert asked == [""]
            assert (await client.get("/game-theory?game=nope")).status_code == 404
            assert 'href="/game-theory' in (await client.get("/leaderboard")).text
