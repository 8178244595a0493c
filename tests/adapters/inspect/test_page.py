"""The commands of docs/inspect.md, as a user types them, with models that cost nothing."""

import re
import shlex
from pathlib import Path
from random import Random

import pytest
from tests.adapters.inspect.conftest import not_ours

from agonist.cli.app import leave
from agonist.models import providers
from agonist.models.mock_endpoint import Endpoint
from agonist.models.mock_endpoint.mock_models import MOCK_MODELS
from agonist.store import Store

pytestmark = pytest.mark.long

PAGE = Path(__file__).parents[3] / "docs" / "inspect.md"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture
def with_tools():
    """The name of a model that calls each tool of an agent once, and then submits."""
    from inspect_ai.model import ModelAPI, ModelOutput, ModelUsage, modelapi

    class WithTools(ModelAPI):
        async def generate(self, input, tools, tool_choice, config):  # noqa: A002  Inspect's name
            plain = [{"role": "user", "content": each.text} for each in input if each.role == "user"]
            answer = MOCK_MODELS["sensible"](plain, Random(len(input)))
            names = {tool.name for tool in tools}
            done = "difference" not in names or input[-1].role == "tool"
            output = ModelOutput.for_tool_call(
                self.model_name,
                "submit" if done else "difference",
                {"answer": answer} if done else {"first": 3, "second": 1},
            )
            output.usage = ModelUsage(input_tokens=100, output_tokens=10, total_tokens=110)
            return output

    modelapi(name="with_tools")(lambda: WithTools)
    return "with_tools/x"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("INSPECT_DISPLAY", "none")
    monkeypatch.delenv("INSPECT_LOG_DIR", raising=False)
    with Endpoint("sensible") as endpoint:
        there = providers.PROVIDERS | {"endpoint": providers.Provider(endpoint.url)}
        monkeypatch.setattr(providers, "PROVIDERS", there)
        yield tmp_path


def typed(line, capsys):
    from inspect_ai._cli.main import inspect

    program, *words = shlex.split(line)
    if program == "agonist":
        with not_ours():
            code = leave(words)
        assert code == 0, f"{line}\n{capsys.readouterr().err}"
        return
    assert program == "inspect"
    with not_ours():
        inspect.main(words, standalone_mode=False)


def test_the_commands_of_the_page_work_in_their_order(folder, with_tools, capsys):
    from inspect_ai.log import list_eval_logs, read_eval_log

    (code,) = blocks("py")
    (folder / "my_agents.py").write_text(code)
    first, suites, agents = blocks("sh")
    served, *commands = first.splitlines()
    assert served == "agonist endpoint &"  # as the folder has it
    for line in commands:
        typed(line, capsys)
    with Store.open("agonist.db") as store:
        (run,) = store.runs()
        matches = store.matches(run.id)
    assert {match.status for match in matches} == {"finished"}
    assert {name for match in matches for name in match.fixture.players} == {
        "endpoint/sensible", "endpoint/careful", "reference"}  # fmt: skip
    for line in [*suites.splitlines(), *agents.splitlines()]:
        typed(line.replace("openai/gpt-5-mini", with_tools), capsys)
    logs = [read_eval_log(log) for log in list_eval_logs("logs")]
    assert len(logs) == 5
    for log in logs:
        assert log.status == "success", log.error
        assert not any(sample.error or sample.limit for sample in log.samples)
    tools = {event.function for log in logs for sample in log.samples for event in sample.events
             if event.event == "tool"}  # fmt: skip
    assert tools == {"difference", "submit"}
    with Store.open("agonist.db") as store:
        run = store.runs()[-1] if store.runs()[-1].id != run.id else store.runs()[0]
        (match,) = store.matches(run.id)
        calls = [call for step in store.steps(match) for call in step.calls if call.is_request]
    assert match.status == "finished"
    assert {call.usage.total for call in calls} == {110}


def test_every_argument_of_the_tasks_is_on_the_page():
    from inspect import signature

    from agonist.adapters.inspect.tasks import SUITE_TASKS, game

    text = PAGE.read_text("utf-8")
    for name in signature(game).parameters:
        assert f"| `{name}` |" in text, name
    for name in (*signature(SUITE_TASKS["wis"]).parameters, *(f"agonist/{name}" for name in SUITE_TASKS)):
        assert f"`{name}`" in text or f"{name}=" in text, name
