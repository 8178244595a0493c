"""What models are sent, and where to change it."""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_prompts_show_what_is_sent_and_where_to_change_it(command, tmp_path):
    said = command("prompts", "connect_four", "--json").json
    assert [message["role"] for message in said["messages"]] == ["system", "user"]
    rules = tmp_path / "mine" / "connect_four" / "rules.md"
    rules.parent.mkdir(parents=True)
    rules.write_text("Drop discs. {size} {columns} {length}")
    assert said["files"]["rules"].endswith("connect_four/prompts/en/rules.md")
    mine = command("prompts", "connect_four", "--prompts", "mine", "--player", "cot:vllm/m?format=line").out
    assert "Drop discs." in mine
    assert str(rules.relative_to(tmp_path)) in mine
    assert "mkdir -p my-prompts/connect_four" in mine
    command("prompts", "connect_four", "--player", "random").told(2, "cot:vllm/model")


@pytest.mark.parametrize(
    ("method", "asked"),
    [
        ("cot", "step by step. Do not give the answer yet"),
        ("bap", "name the 3 best answers"),
        ("tot", "line 1 of 3"),
    ],
)
def test_prompts_show_the_first_request_of_a_method(command, method, asked):
    (_, last) = command("prompts", "connect_four", "--player", f"{method}:vllm/m", "--json").json["messages"]
    assert asked in last["content"]


def test_a_game_without_files_says_that_its_words_are_in_its_code(command, tmp_path):
    (tmp_path / "nim.py").write_bytes((EXAMPLES / "nim.py").read_bytes())
    said = command("prompts", "nim:KIT")
    assert said.code == 0
    assert said.out.splitlines()[-2:] == ["--- files ---", "None: this game's words are in its code."]
