"""Players of ours behind HTTP: hosts of the published protocol and our own can play with them."""

from __future__ import annotations

import aiohttp
import pytest

from agonist.adapters.wis_agent import AgentServer
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import play
from agonist.models.model_assembly import aclose_all
from agonist.players.simple import RandomPlayer
from agonist.run_config import RunConfig


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def served(player, **more):
    return AgentServer(player, RunConfig().player_registry().factory(player), **more)


class Host:
    """A host that speaks the published protocol and nothing more."""

    def __init__(self, session, url, **headers):
        self._session, self._url, self._headers = session, url, headers

    async def post(self, path, **fields):
        async with self._session.post(
            f"{self._url}/agent/{path}", json=fields, headers=self._headers
        ) as answer:
            return answer.status, await answer.json()

    async def tell(self, status, **fields):
        assert await self.post("perceive", status=status, **fields) == (200, DONE)

    async def ask(self, status, **fields):
        code, said = await self.post("interact", status=status, **fields)
        assert (code, said["success"], said["errMsg"]) == (200, True, None)
        return said["result"]


DONE = {"success": True, "result": None, "errMsg": None}


@pytest.mark.parametrize("name", KITS)
async def test_a_served_player_plays_every_game_through_our_own_host(name):
    kit = KITS[name]
    game = make_game(kit.game, kit.quick_options)
    async with served("random") as server:
        factory = RunConfig().player_registry().factory(f"http:{server.url}")
        others = [lambda _context: RandomPlayer()] * (game.seats - 1)
        match = await play(kit, game, [factory, *others], seed="7")
        await aclose_all()
    calls = [call for step in match.steps for call in step.calls if not call.purpose]
    assert calls
    # A clue of Codenames obeys more than can be said of a text in JSON: its host still checks it.
    assert not [call.complaint for call in calls if call.error] or name == "codenames"


async def test_a_published_host_with_names_of_its_own_plays_a_game_with_the_reference():
    names = ["红狐", "Bob", "c-3", "dora", "Eve", "f"]
    async with served("reference") as server, aiohttp.ClientSession() as session:
        host = Host(session, server.url)
        assert await host.post("checkHealth") == (200, DONE)
        assert (await host.post("init"))[1]["result"] == "reference"
        assert (await host.post("getModelName"))[1]["result"] == "reference"
        await host.tell("start", message="Bob")
        await host.tell("distribution", word="piano")
        await host.tell("round", round=1)
        await host.tell("round", name="红狐", message="It has pipes and stands in a church.", round=1)
        spoken = await host.ask("round", round=1)
        assert spoken
        assert "piano" not in spoken.lower()
        await host.tell("round", name="Bob", message=spoken, round=1)
        for name in names[2:5]:
            await host.tell("round", name=name, message=f"It has keys, like mine. {name}", round=1)
        await host.tell("round", name="f", message="", round=1)
        listed = ",".join(names[:5])
        assert await host.ask("vote", message=listed) == "红狐", "whose words fit another instrument"
        await host.tell("vote", name="Bob", message="红狐")
        await host.tell("vote_result", name="Eve", message="Eve")
        await host.tell("round", round=2)
        assert await host.ask("round", round=2) != spoken
        assert await host.ask("vote", message="Bob,c-3") == "c-3"
        await host.tell("result", message="卧底是红狐")
        code, said = await host.post("interact", status="round")
        assert (code, said["success"]) == (422, False)
        assert "send start and distribution first" in said["errMsg"]


async def test_a_token_is_asked_and_what_cannot_be_is_refused_by_name():
    async with served("random", key="hf_0123456789ab") as server, aiohttp.ClientSession() as session:
        host = Host(session, server.url)
        assert (await host.post("checkHealth"))[0] == 401
        host = Host(session, server.url, authorization="Bearer hf_0123456789ab")
        assert (await host.post("checkHealth")) == (200, DONE)
        for fields, words in (
            ({"status": 3}, "status is str or null"),
            ({"game_id": 3}, "game_id is a short text"),
            ({"view": {}, "game": {"name": "os:KIT"}}, "there is no game 'os:KIT'"),
            ({"view": {}, "game": {"name": "tictactoe", "version": 0}}, "plays version 0 of tictactoe"),
            (
                {"view": {}, "game": {"name": "tictactoe", "version": 1}},
                "not a view or question of tictactoe",
            ),
        ):
            code, said = await host.post("interact", **fields)
            assert (code, said["success"]) == (422, False)
            assert words in said["errMsg"]
