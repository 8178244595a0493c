"""What a form says becomes a specification, and back; every complaint stands at its field."""

import pytest

from agonist.arena.agents import agent_form
from agonist.arena.agents.agent_form import InvalidForm, check_name, specification, typed_of
from agonist.arena.agents.registration import checked_form
from agonist.core import UsageError

MODEL = {"provider": "vllm", "model": "qwen", "base_url": "http://127.0.0.1:8399/v1"}


@pytest.mark.parametrize(
    ("sort", "typed", "spec"),
    [
        ("model", {"provider": "openai", "model": "gpt-5-mini"}, "openai/gpt-5-mini"),
        ("model", MODEL | {"temperature": "0.50"}, "vllm/qwen?base_url=http://127.0.0.1:8399/v1&temperature=0.5"),
        (
            "model",
            {
                "provider": "openai", "model": "x", "method": "sc", "persona": "selfish", "guard": "yes",
                "more": "samples=3",
            },
            "guard:persona:sc:openai/x?as=selfish&samples=3",
        ),
        (
            "model",
            {"provider": "openai", "model": "x", "prompt": "Win & run:\n100%? Yes."},
            "openai/x?prompt=Win %26 run%3A%0A100%25%3F Yes.",
        ),
        ("huggingface", {"model": "Qwen/Qwen3-8B"}, "huggingface/Qwen/Qwen3-8B"),
        ("huggingface", {"model": "a/b", "where": "process", "more": "top_k=5"}, "transformers/a/b?top_k=5"),
        ("http", {"address": "https://a.example.org/", "timeout": "20"}, "http:https://a.example.org?timeout=20"),
        ("player", {"player": "mcts", "playouts": "50", "depth": "3"}, "mcts?playouts=50"),
        ("python", {"module": "mine:Agent", "more": "depth=3\nwide=yes"}, "mine:Agent?depth=3&wide=yes"),
    ],
)  # fmt: skip
def test_a_form_becomes_the_specification_that_the_command_line_takes(sort, typed, spec):
    assert specification(sort, typed, public=False) == spec
    assert specification(*typed_of(spec), public=False) == spec


@pytest.mark.parametrize(
    ("sort", "typed", "field", "why"),
    [
        ("model", MODEL | {"temperature": "9"}, "temperature", "from 0 to 2"),
        ("model", MODEL | {"max_tokens": "many"}, "max_tokens", "a whole number"),
        ("model", MODEL | {"model": ""}, "model", "fill this in"),
        ("model", MODEL | {"model": "a?temperature=1"}, "model", "no '\\?'"),
        ("model", MODEL | {"model": "a&key_env=HOME"}, "model", "&"),
        ("model", MODEL | {"base_url": "http://ann:secret@127.0.0.1/v1"}, "base_url", "user"),
        ("model", MODEL | {"method": "sc", "more": "candidates=3"}, "more", "bap"),
        ("model", MODEL | {"more": "sampels=3"}, "more", "did you mean 'samples'"),
        ("model", MODEL | {"more": "temperature"}, "more", "NAME=VALUE"),
        ("model", MODEL | {"provider": "nobody"}, "provider", "from the list"),
        ("model", MODEL | {"rules": "asked", "format": "schema"}, "rules", "schema"),
        ("http", {"address": "agent.example.org"}, "address", "https://HOST"),
        ("http", {"address": "https://a.example.org", "timeout": "0"}, "timeout", "from 0.001"),
        ("player", {"player": "mcts", "playouts": "-1"}, "playouts", "1 or more"),
        ("python", {"module": "random"}, "module", "module:Name"),
    ],
)
def test_a_complaint_stands_at_its_field(sort, typed, field, why):
    with pytest.raises(InvalidForm, match=why) as refused:
        specification(sort, typed, public=False)
    assert list(refused.value.problems) == [field]
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("option", ["key_env=HOME", "header.X=AGONIST_SECRET_KEY", "as=/etc/passwd.txt"])
def test_on_a_public_server_no_option_reads_its_environment_or_files(option):
    with pytest.raises(InvalidForm, match="environment or files"):
        specification("model", MODEL | {"more": option}, public=True)
    assert "key_env" not in specification("model", MODEL | {"key_env": "HOME"}, public=True)
    with pytest.raises(UsageError, match="there is no sort of agent 'python'"):
        specification("python", {"module": "os:system"}, public=True)


@pytest.mark.parametrize(
    "name",
    [
        *("", "new", "Random", "a b", "1st", "x" * 41, "a/b", "<b>"),
        *(
            "free",
            "guest",
            "Adm\u0456n",
            "openai",
            "vllm",
            "gpt-5-mini",
            "GPT5mini",
            "claude",
            "o3",
            "Fox-v2",
        ),
    ],
)
def test_names_that_mean_something_else_are_refused(name):
    with pytest.raises(InvalidForm) as refused:
        check_name(name)
    assert list(refused.value.problems) == ["name"]


def test_all_that_is_wrong_is_said_at_once_the_name_first():
    with pytest.raises(InvalidForm) as refused:
        checked_form(
            "model", {"name": "", "code": "javascript:alert(1)", "temperature": "9"} | MODEL, public=False
        )
    assert list(refused.value.problems) == ["name", "temperature", "code"]


@pytest.mark.parametrize("public", [True, False])
def test_a_form_says_that_programs_cannot_play_on_this_machine(monkeypatch, public):
    typed = {"method": "code"} | MODEL
    monkeypatch.setattr(agent_form, "obstacle", lambda *, alone: "")
    assert specification("model", typed, public=public).startswith("code:")
    monkeypatch.setattr(agent_form, "obstacle", lambda *, alone: "no namespaces" if alone == public else "")
    with pytest.raises(InvalidForm) as refused:
        specification("model", typed, public=public)
    assert refused.value.problems == {"method": "no namespaces"}
