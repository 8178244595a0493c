"""`code:MODEL`: a program is written once for a game of a run, mended in bounded requests, and then plays."""

import json
from contextlib import suppress

import pytest

from agonist import api
from agonist.games import KITS
from agonist.match import play
from agonist.models.mock_endpoint import Endpoint
from agonist.models.scripted import ScriptedModel
from agonist.players.registry import PlayerRegistry
from agonist.players.written_programs.trial import examples, view_in_words
from agonist.players.written_programs.writing import source_in
from agonist.run_config import RunConfig
from agonist.store import Store

GOOD = """Here is my program:

```python
def choose(view, request, options, rng):
    return rng.choice(options)
```
"""
IMPORTS = "```python\nimport os\ndef choose(view, request, options, rng):\n    return options[0]\n```"
FAILS = "```python\ndef choose(view, request, options, rng):\n    return options[99]\n```"
ILLEGAL = "```python\ndef choose(view, request, options, rng):\n    return '(9, 9)'\n```"
FIRST = "```python\ndef choose(view, request, options, rng):\n    return options[0]\n```"


class Writer:
    """A model that gives these replies in turn, and the last again and again; `asked` is what it was sent."""

    def __init__(self, *replies):
        self.replies, self.asked = replies, []

    def __call__(self, messages, _rng):
        self.asked.append([message["content"] for message in messages])
        return self.replies[min(len(self.asked), len(self.replies)) - 1]


def played(tmp_path, model, targets=("tictactoe",), options="", **named):
    with Endpoint(model) as endpoint:
        player = f"bot=code:endpoint/x?base_url={endpoint.url}{options}"
        return api.run(targets, [player], opponents=["random"], db=tmp_path / "a.db", **named)


def store(tmp_path):
    return Store.open(tmp_path / "a.db", must_exist=True)


@pytest.mark.slow
def test_it_is_written_once_for_a_game_and_plays_all_its_matches(tmp_path):
    model = Writer(GOOD)
    status = played(tmp_path, model, ["tictactoe", "connect_four?rows=4"], matches=6)
    assert status.status == "finished"
    assert len(model.asked) == 2
    with store(tmp_path) as found:
        programs = found.programs("latest")
        assert [(each.game, each.program.requests) for each in programs] == [
            ("connect_four", 1),
            ("tictactoe", 1),
        ]
        calls = [c for m in found.matches("latest") for step in found.steps(m.id) for c in step.calls]
    assert sum(call.purpose == "program" for call in calls) == 2
    assert all(call.form == "as asked" for call in calls if call.purpose != "program")
    rules = KITS["tictactoe"].words.rules(KITS["tictactoe"].game())
    assert model.asked[0][0] == rules or model.asked[1][0] == rules


def test_what_was_wrong_is_told_until_it_passes(tmp_path):
    model = Writer("I'd rather not.", IMPORTS, FAILS, ILLEGAL, GOOD)
    assert played(tmp_path, model, matches=2).status == "finished"
    told = [messages[-1] for messages in model.asked[1:]]
    for said, expected in zip(
        told, ["no program", "os cannot be imported", "line 2: IndexError", "'(9, 9)'"], strict=True
    ):
        assert expected in said
    assert [len(messages) for messages in model.asked] == [2, 4, 6, 8, 10]
    with store(tmp_path) as found:
        (program,) = found.programs("latest")
    assert program.program.requests == 5
    assert not program.program.faults


def test_requests_are_bounded_and_a_program_that_fails_gives_invalid_answers(tmp_path):
    model = Writer(ILLEGAL)
    status = played(tmp_path, model, options="&requests=3", matches=2)
    assert status.status == "finished"
    assert len(model.asked) == 3
    with store(tmp_path) as found:
        (program,) = found.programs("latest")
        assert program.program.faults
        matches = found.matches("latest")
    assert all(match.fallback for match in matches)


def test_a_model_that_writes_none_moves_by_the_policy(tmp_path):
    model = Writer("No.")
    assert played(tmp_path, model, options="&requests=2", matches=2).status == "finished"
    with store(tmp_path) as found:
        assert found.programs("latest")[0].program.source == ""
        assert all(match.fallback for match in found.matches("latest"))


def test_a_forbidden_program_is_never_run(tmp_path):
    model = Writer(IMPORTS)
    played(tmp_path, model, options="&requests=1", matches=2)
    with store(tmp_path) as found:
        errors = {c.complaint for m in found.matches("latest") for s in found.steps(m.id) for c in s.calls}
    assert "line 1: os cannot be imported" in errors


def test_a_run_that_stopped_goes_on_with_its_program_and_the_same_matches(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    for folder in (whole, parts):
        folder.mkdir()
    played(whole, Writer(GOOD), matches=6, seed=5)
    model = Writer(GOOD)
    with Endpoint(model) as endpoint:
        player = f"bot=code:endpoint/x?base_url={endpoint.url}"
        stopped = []

        def stop(progress):
            if progress.finished == 2 and not stopped:
                stopped.append(1)
                raise KeyboardInterrupt

        with suppress(KeyboardInterrupt):
            api.run(
                ["tictactoe"], [player], opponents=["random"], db=parts / "a.db", matches=6, seed=5,
                on_change=stop, config=RunConfig(concurrency=1),
            )  # fmt: skip
        assert api.resume("latest", db=parts / "a.db").status == "finished"
    assert stopped
    assert len(model.asked) == 1
    courses = []
    for folder in (whole, parts):
        with store(folder) as found:
            courses.append([[s.moves for s in found.steps(m.id)] for m in found.matches("latest")])
    assert courses[0] == courses[1]


@pytest.mark.slow
def test_several_processes_share_one_program(tmp_path):
    model = Writer(GOOD)
    status = played(tmp_path, model, matches=20, config=RunConfig(workers=2))
    assert status.status == "finished"
    with store(tmp_path) as found:
        assert len(found.programs("latest")) == 1
    assert len(model.asked) <= 2


def test_two_runs_have_programs_of_their_own(tmp_path):
    model = Writer(GOOD, FIRST)
    for _ in range(2):
        played(tmp_path, model, matches=2)
    assert len(model.asked) == 2
    with store(tmp_path) as found:
        sources = [found.programs(run.id)[0].program.source for run in found.runs()]
        assert len(set(sources)) == 2
        found.remove_run(found.runs()[0].id)
        assert len(found.programs("latest")) == 1


TALKS = """```python
import json
def choose(view, request, options, rng):
    return options[0] if options else json.dumps({"talk": "I trust nobody yet."})
```"""


async def test_it_says_texts_where_answers_cannot_be_listed():
    model = ScriptedModel([TALKS])
    kit = KITS["werewolf"]
    registry = PlayerRegistry(lambda _spec: model)
    match = await play(kit, kit.game(seats=7), [registry.factory("code:openai/x")] * 7, seed="1")
    assert any("I trust nobody yet." in step.moves.values() for step in match.steps)
    assert not any(step.fallback for step in match.steps)
    assert len(model.sent) == 1


@pytest.mark.parametrize("name", KITS)
def test_every_game_has_examples_that_a_program_could_be_given(name):
    kit = KITS[name]
    game = kit.game(**dict(kit.quick_options))
    text = examples(kit, game)
    assert text.count("view = {") == text.count("Example ") >= 1
    json.loads(text.split("request = ", 1)[1].split("\n", 1)[0])
    assert isinstance(view_in_words(game), str)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("<think>```python\ndef choose(x): 1\n```</think>```\ndef choose(a): 2\n```", "def choose(a): 2"),
        ("```python\ndef choose(a): 1\n```\nFor example:\n```python\nx = 1\n```", "def choose(a): 1"),
        ("```py\ndef choose(a): 1", "def choose(a): 1"),
        ("import math\ndef choose(a): 1", "import math\ndef choose(a): 1"),
        ("I define choose as def choose.", None),
    ],
)
def test_the_program_is_found_in_a_reply(text, source):
    assert source_in(text) == source
