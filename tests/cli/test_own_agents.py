"""A user's own agents on the command line and in Python: run, stored, rated and resumed like anyone."""

import json
import re

import pytest

import agonist
from agonist.core import UsageError
from agonist.models.mock_endpoint import Endpoint
from agonist.run_config import RunConfig
from agonist.store import Store

AGENTS = '''
class First:
    """Takes the first legal answer."""

    def __init__(self, skip: int = 0):
        self.skip = skip

    def __call__(self, observation: str, legal: list[str]) -> str:
        print("I choose", legal[0])
        return legal[self.skip % len(legal)]


class Fails:
    def __init__(self, context):
        self.seat = context.seat

    async def answer(self, view, ask, rng):
        if self.seat == 1 and BROKEN:
            raise ValueError("the dog ate it")
        return ask.sample(rng)


class Asks:
    def __init__(self, context, model: str):
        self.model = context.model(model)

    async def answer(self, observation):
        return await self.model.complete(observation)


BROKEN = True
'''


@pytest.fixture
def mine(tmp_path):
    (tmp_path / "mine.py").write_text(AGENTS)


def test_an_agent_is_run_stored_and_rated_under_its_name(command, mine):
    said = command(
        "run", "tictactoe", "--player", "first=mine:First?skip=1", "--player", "mine:First",
        "--player", "random", "--matches", 4, "--json",
    )  # fmt: skip
    assert said.code == 0
    assert "I choose" not in said.out
    assert said.json["run"]
    rows = command("leaderboard", "--json").json
    assert {"first", "mine:First", "random"} <= set(re.findall(r'"([^"]*)"', json.dumps(rows)))
    assert command("replay", 1, "--verify").code == 0


@pytest.mark.long
def test_an_agent_that_fails_suspends_its_match_only_and_is_resumed_when_it_is_mended(
    process, mine, played, tmp_path
):
    arguments = ("run", "tictactoe", "--player", "mine:Fails", "--opponent", "random", "--matches", 12)
    said = process(*arguments, "--db", "agonist.db").wait()
    said.told(7, "6 of 12 matches are finished", "answer of mine:Fails raised ValueError: the dog ate it")
    assert "mine.py, line 19" in said.err
    with Store.open(tmp_path / "agonist.db") as store:
        states = [match.status for match in store.matches("latest")]
    assert sorted(states) == ["finished"] * 6 + ["suspended"] * 6
    (tmp_path / "mine.py").write_text(AGENTS.replace("BROKEN = True", "BROKEN = False"))
    assert process("resume", "latest").wait().code == 0
    process(*arguments, "--db", "whole.db").wait()
    assert played(tmp_path / "agonist.db") == played(tmp_path / "whole.db")


def test_calls_of_an_agent_are_paid_for_cached_and_limited(command, mine, tmp_path):
    with Endpoint("careful") as endpoint:
        agent = f"asks=mine:Asks?model=endpoint/careful?base_url={endpoint.url}"
        run = ("run", "tictactoe", "--player", agent, "--opponent", "random", "--matches", 2)
        assert command(*run, "--cache", "cache.db").code == 0
        asked = endpoint.requests
        assert asked > 4
        with Store.open("agonist.db") as store:
            tallies = store.tallies()
        assert sum(tally.requests for tally in tallies) == asked
        assert sum(tally.prompt for tally in tallies) > 1000
        assert all(tally.cost == 0 for tally in tallies if tally.requests)
        assert command(*run, "--cache", "cache.db", "--db", "again.db").code == 0
        assert endpoint.requests == asked
        command(*run, "--budget-requests", 2).told(5, "requests")


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("mine:Frist", "did you mean 'First'"),
        ("mien:First", "there is no module 'mien' here"),
        ("mine:First?skip=x", "skip is a whole number"),
        ("mine:First?skpi=1", "did you mean 'skip'"),
        ("mine:Asks", "needs the option model"),
        ("cot:mine:First", "cot is for models"),
    ],
)
def test_what_is_wrong_with_a_specification_is_said_before_the_first_move(command, mine, player, words):
    command("run", "tictactoe", "--player", player).told(2, words)
    command("play", "tictactoe", player, "random").told(2, words)


class Mine:
    def answer(self, legal):
        return legal[-1]


def test_python_objects_play_under_a_name(tmp_path):
    def local(view, ask, rng):
        return ask.sample(rng)

    db = tmp_path / "objects.db"
    status = agonist.run("tictactoe", {"last": Mine, "dice": local, "plain": "random"}, matches=2, db=db)
    assert status.status == "finished"
    with Store.open(db) as store:
        names = {player for match in store.matches("latest") for player in match.fixture.players}
    assert names == {"last", "dice", "plain"}
    assert agonist.play("tictactoe", [Mine, Mine()]).outcome
    assert agonist.run("tictactoe", [local, Mine], matches=2, db=db).status == "finished"
    twin = lambda view, ask, rng: ask.sample(rng)  # noqa: E731  a function with the name of another
    twin.__name__ = "local"
    with pytest.raises(UsageError, match="two players are named 'local'"):
        agonist.run("tictactoe", [local, twin], db=db)


def test_an_object_must_be_given_again_to_resume(command, tmp_path):
    class Tired:
        left = 3

        def answer(self, ask, rng):
            Tired.left -= 1
            if Tired.left < 0:
                raise RuntimeError("tired")
            return ask.sample(rng)

    status = agonist.run("tictactoe", {"tired": Tired, "dice": "random"}, matches=2)
    assert status.status == "suspended"
    command("resume", "latest").told(2, "'tired' is a Python object", "agonist.resume(run, players=")
    Tired.left = 100
    assert agonist.resume("latest", players={"tired": Tired}).status == "finished"
    assert RunConfig().player_registry().objects == {}


def test_an_estimate_says_that_an_agents_own_calls_are_not_known(command, mine):
    arguments = ("run", "tictactoe", "--player", "ours=mine:First", "--opponent", "random", "--estimate")
    assert command(*arguments).out == (
        "ours: an agent: its model calls are not part of this estimate; budgets count them, and the run "
        "estimates the rest once the agent has played\n"
    )
    (row,) = command(*arguments, "--json").json
    assert (row["player"], row["requests"], row["usd"]) == ("ours", None, None)
    assert row["note"].startswith("an agent: its model calls are not part of this estimate")


def test_an_estimate_refuses_a_player_that_cannot_play(command, mine):
    for player, said in (
        ("mine:Nope", "no class or function 'Nope'"),
        ("nosuch:First", "there is no module 'nosuch' here"),
        ("mine:First?depth=3", "there is no option of mine:First 'depth'"),
        ('vllm/m?body.provider={"order"', "the value of body.provider is not valid JSON"),
    ):
        for target in ("tictactoe", "all"):
            arguments = ("run", target, "--player", player, "--quick", "--estimate")
            command(*arguments, *(() if target == "all" else ("--opponent", "random"))).told(2, said)


STRANGE = '''
import asyncio
import dataclasses
import os
import subprocess


class Own(BaseException):
    pass


class Unsaid(Exception):
    def __str__(self):
        raise Own


class Text(str):
    def strip(self, *_):
        raise Own

    split = casefold = encode = __len__ = strip


class Raises:
    """Answers with the first legal text, and raises at its second question, if at all."""

    def __init__(self, what: str = "", wait: bool = False):
        self.what, self.wait, self.asked = what, wait, 0

    def __call__(self, observation: str, legal: list[str]):
        self.asked += 1
        if self.asked == 2 and self.what == "text":
            return Text(legal[0])
        if self.asked == 2 and self.what:
            raise {
                "cancelled": asyncio.CancelledError, "own": Own, "generator": GeneratorExit,
                "ctrl_c": KeyboardInterrupt, "exit": SystemExit, "unsaid": Unsaid, "stop": StopIteration,
            }[self.what]
        return legal[0]


class Awaited(Raises):
    async def __call__(self, observation: str, legal: list[str]):
        await asyncio.sleep(0)
        return super().__call__(observation, legal)


class Waits:
    async def __call__(self, observation: str):
        await asyncio.Event().wait()


class Huge:
    def __init__(self, what: str):
        self.what = what

    def answer(self, view, ask):
        return {
            "text": "x" * 50_000_000, "list": [1] * 10_000_000, "number": 10**100_000,
            "nested": [[0] * 1000] * 1000,
        }[self.what]


class Writes:
    def __call__(self, observation: str, legal: list[str]):
        os.write(1, b"written")
        subprocess.run(["echo", "printed by a program"])
        return legal[0]


class Meddles:
    """Changes what it is shown."""

    def answer(self, view, ask):
        choice = ask.choices[0]
        for value in (view, ask):
            for field in dataclasses.fields(value):
                object.__setattr__(value, field.name, None)
        return choice
'''

RAISED = ("cancelled", "own", "generator", "ctrl_c", "exit", "unsaid", "stop")


@pytest.fixture
def strange(tmp_path):
    (tmp_path / "strange.py").write_text(STRANGE)


@pytest.mark.parametrize("kind", ["Raises", "Awaited"])
def test_whatever_an_agent_raises_suspends_its_own_matches_only(command, strange, kind):
    players = [f"{what}=strange:{kind}?what={what}" for what in RAISED]
    options = [word for player in players for word in ("--player", player)]
    said = command("run", "tictactoe", *options, "--opponent", "random", "--matches", 2, "--seed", 1)
    said.told(7, "strange.py")
    with Store.open("agonist.db") as store:
        matches = store.matches("latest")
    assert {match.status for match in matches} == {"suspended"}
    assert all("raised" in match.error for match in matches)
    healthy = ["--player", f"mine=strange:{kind}", "--player", "random", "--player", "reference"]
    said = command(
        "run", "tictactoe", *options, *healthy, "--pairing", "round-robin", "--matches", 1, "--db", "b.db"
    )
    assert said.code == 7
    with Store.open("b.db") as store:
        beside = [m for m in store.matches("latest") if not set(m.fixture.players) & set(RAISED)]
    assert beside
    assert {match.status for match in beside} == {"finished"}


def test_a_text_of_a_type_of_ones_own_is_read_as_the_text_that_it_is(command, strange):
    run = ("run", "tictactoe", "--player", "strange:Raises?what=text", "--opponent", "random", "--matches", 2)
    assert command(*run).code == 0


@pytest.mark.parametrize("what", ["text", "list", "number", "nested"])
@pytest.mark.every(4)
def test_an_answer_without_measure_is_invalid_and_soon_over(command, strange, what):
    run = ("run", "tictactoe", "--player", f"strange:Huge?what={what}", "--opponent", "random")
    assert command(*run, "--matches", 1, "--policy", "default?retries=0").code == 0
    with Store.open("agonist.db") as store:
        calls = [call for step in store.steps(1) for call in step.calls if call.error]
    assert calls
    assert all(len(call.text) < 10**6 for call in calls)


def test_an_agent_that_waits_without_end_meets_the_limit_of_agents(command, strange, monkeypatch):
    monkeypatch.setenv("AGONIST_AGENT_SECONDS", "0.2")
    said = command("run", "tictactoe", "--player", "strange:Waits", "--opponent", "random", "--matches", 1)
    said.told(7, "waited for more than 0.6 seconds", "AGONIST_AGENT_SECONDS")


def test_what_an_agent_writes_to_descriptor_1_is_not_in_the_data(process, strange):
    run = ("run", "tictactoe", "--player", "strange:Writes", "--opponent", "random", "--matches", 1)
    said = process(*run, "--json").wait()
    assert said.code == 0
    assert said.json["run"]
    assert "written" in said.err
    assert "printed by a program" in said.err


def test_what_an_agent_does_to_its_view_changes_nothing_for_others(command, strange):
    run = ("run", "tictactoe", "--player", "strange:Meddles", "--opponent", "random", "--matches", 2)
    assert command(*run).code == 0
    assert command("replay", 1, "--verify").code == 0
