"""A seat as tools, called by the SDK's own client: in memory, and over stdio in a process of its own."""

import asyncio
import contextlib
import signal
import socket
import sys
from contextlib import asynccontextmanager

import pytest

from agonist import api
from agonist.cli.commands.mcp import _serve
from agonist.models.errors import ProviderError
from agonist.players.python_agents.question_exchange import Desk
from agonist.store import Store
from agonist.tournament import RunStatus
from agonist.tournament.progress import Progress

mcp = pytest.importorskip("mcp")


async def called(client, tool, **arguments):
    """What a tool says, and whether it is an error."""
    result = await client.call_tool(tool, arguments)
    return result.content[0].text, bool(result.is_error)


async def play_to_the_end(client):
    """Plays the last legal answer each time; what the last call said."""
    said = ""
    for _ in range(20):
        legal, _ = await called(client, "legal_answers")
        if "The match is over" in legal:
            return said
        said, wrong = await called(client, "answer", text=legal.splitlines()[-1])
        assert not wrong, said
    raise AssertionError("it never ended")


@asynccontextmanager
async def table(tmp_path):
    """A client at a match against `random`, and the task that plays it."""
    from agonist.adapters.mcp.server import server_of

    desk = Desk()

    def match():
        return api.run(
            "tictactoe", {"guest": desk.player}, seats={0: "guest", 1: "random"}, matches=1,
            db=tmp_path / "mcp.db",
        )  # fmt: skip

    task = asyncio.create_task(asyncio.to_thread(match))
    try:
        async with mcp.Client(server_of(desk)) as client:
            yield client, task, tmp_path / "mcp.db"
    finally:
        desk.leave()
        await task


async def test_the_tools_say_what_they_are_for(tmp_path):
    async with table(tmp_path) as (client, *_):
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["rules", "observation", "legal_answers", "answer"]
        assert all(tool.description for tool in tools)


async def test_a_client_plays_a_match_that_is_stored_like_any(tmp_path):
    async with table(tmp_path) as (client, task, db):
        rules, _ = await called(client, "rules")
        assert "three" in rules
        seen, _ = await called(client, "observation")
        assert rules in seen
        assert "one JSON object" in seen
        legal, _ = await called(client, "legal_answers")
        assert len(legal.splitlines()) == 9
        end = await play_to_the_end(client)
        assert "The match is over." in end
        assert (await called(client, "observation"))[0].startswith("The match is over.")
        assert (await called(client, "answer", text="(1, 1)"))[1]
        assert (await task).status == "finished"
        with Store.open(db) as store:
            (match,) = store.matches("latest")
            assert match.status == "finished"
            assert match.fixture.players == ("guest", "random")
            calls = [call for step in store.steps(match) for call in step.calls if call.seat == 0]
        assert calls[0].text == "(3, 3)"


@pytest.mark.parametrize(
    ("text", "words"), [('{"cell": "(9, 9)"}', "(9, 9)"), ("no idea", "cell"), ("", "empty")]
)
async def test_what_is_wrong_with_an_answer_comes_back_as_an_error_of_the_tool(tmp_path, text, words):
    async with table(tmp_path) as (client, *_):
        said, wrong = await called(client, "answer", text=text)
        assert wrong
        assert "could not be played" in said
        assert words in said
        said, wrong = await called(client, "answer", text='{"cell": "(2, 2)"}')
        assert not wrong, said


async def test_after_too_many_it_is_told_what_was_played_instead(tmp_path):
    async with table(tmp_path) as (client, *_):
        for _ in range(10):
            said, wrong = await called(client, "answer", text="no idea")
            assert wrong
            if "played" in said.split("could not be played", 1)[1]:
                break
        else:
            raise AssertionError("the policy never played")


@pytest.mark.long
async def test_a_client_that_leaves_can_come_back(command, tmp_path):
    """Over stdio, as a client starts it: `agonist mcp …` in a process of its own."""

    def seat(*arguments):
        code = "from agonist.cli import main; main()"
        return mcp.StdioServerParameters(
            command=sys.executable, args=["-c", code, "mcp", *arguments], cwd=str(tmp_path)
        )

    async with mcp.Client(
        seat("tictactoe", "--seat", "1", "--opponent", "random", "--name", "guest")
    ) as client:
        said, wrong = await called(client, "answer", text="(2, 2)")
        if wrong:
            said, wrong = await called(client, "answer", text="(1, 1)")
        assert not wrong, said
    with Store.open(tmp_path / "agonist.db") as store:
        (match,) = store.matches("latest")
        assert match.status == "suspended"
        steps = len(store.steps(match))
        assert steps >= 3
    async with mcp.Client(seat("--resume", "latest")) as client:
        assert "The match is over." in await play_to_the_end(client)
    with Store.open(tmp_path / "agonist.db") as store:
        (match,) = store.matches("latest")
        assert match.status == "finished"
        assert len(store.steps(match)) > steps
    assert command("replay", "1", "--verify").code == 0


@pytest.mark.long
async def test_a_client_plays_over_streamable_http(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    arguments = ["mcp", "tictactoe", "--opponent", "random", "--name", "guest", "--http", str(port)]
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "from agonist.cli import main; main()", *arguments,
        cwd=tmp_path, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        said = (await server.stderr.readline()).decode()
        address = f"http://127.0.0.1:{port}/mcp"
        assert address in said
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
        async with mcp.Client(address) as client:
            assert "The match is over." in await play_to_the_end(client)
    finally:
        server.send_signal(signal.SIGINT)
        await server.communicate()
    with Store.open(tmp_path / "agonist.db") as store:
        assert [match.status for match in store.matches("latest")] == ["finished"]


def test_what_is_wrong_is_said_before_a_client_connects(command):
    command("mcp").told(2, "name a game")
    command("mcp", "tictactoe", "--seat", 2, "--opponent", "random").told(2, "--seat is from 0 to 1")
    command("mcp", "tictactoe").told(2, "--player")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        command("mcp", "tictactoe", "--opponent", "random", "--http", port).told(2, "name another port")
    command("mcp", "nogame", "--opponent", "random").told(2, "no game")
    command("run", "tictactoe", "--player", "random", "--matches", 1)
    command("mcp", "--resume", "latest").told(2, "no MCP client")


async def test_an_opponent_that_is_out_of_reach_is_named(monkeypatch, capsys):
    class Silent:
        async def run_stdio_async(self):
            pass

    gone = ProviderError("cannot reach the agent")
    status = RunStatus("run", "suspended", Progress(1), set_aside={"them": gone})
    from agonist.adapters.mcp import server

    monkeypatch.setattr(server, "server_of", lambda _desk: Silent())
    assert await _serve(lambda _players: status, "client", None) == gone.exit_code == 4
    assert capsys.readouterr().err == "agonist: cannot reach the agent\n"
