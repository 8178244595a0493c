"""What an admin of a public site may name in an evaluation."""

import pytest

from agonist.arena import run_restrictions
from agonist.arena.run_restrictions import check_untrusted
from agonist.core import UsageError
from agonist.games import ADAPTERS


def test_models_bots_and_public_agents_may_play():
    check_untrusted(
        ["tictactoe?seats=2", "wis"],
        [
            "random",
            "openai/gpt-5-mini?temperature=0",
            "http:https://agent.example.org",
            "ann=mcts?playouts=9",
        ],
    )


@pytest.mark.parametrize(
    ("target", "player", "why"),
    [
        ("mymodule:KIT", "random", "code is not run"),
        ("tictactoe", "mymodule:Agent", "code is not run"),
        ("tictactoe", "uci:/bin/sh", "code is not run"),
        ("tictactoe", "scripted?file=/etc/passwd", "reads variables or files"),
        (
            "tictactoe",
            "vllm/m?base_url=https://thief.example&key_env=AGONIST_SECRET_KEY",
            "reads variables",
        ),
        ("tictactoe", "groq/m?base_url=https://thief.example.org", "goes to its provider only"),
        ("tictactoe", "openai/m?header.X=HOME", "reads variables"),
        ("tictactoe", "persona:openai/m?as=/etc/notes.md", "reads variables"),
        ("tictactoe", "vllm/m?base_url=http://169.254.169.254/v1", "not a public address"),
        ("tictactoe", "vllm/m?base_url=http://one.example.org/v1,http://10.0.0.1/v1", "not a public address"),
        ("tictactoe", "http:http://127.0.0.1:6379", "not a public address"),
    ],
)
def test_nothing_reads_the_server_runs_code_in_it_or_knocks_in_its_network(target, player, why):
    with pytest.raises(UsageError, match=why):
        check_untrusted([target], [player])


def test_a_librarys_game_may_be_named(monkeypatch):
    monkeypatch.setitem(ADAPTERS, "boards", "no_module")
    check_untrusted(["boards:Noughts?rows=3"], ["random"])


def test_a_models_program_may_play_where_it_has_neither_a_network_nor_files(monkeypatch):
    monkeypatch.setattr(run_restrictions, "obstacle", lambda *, alone: "")
    check_untrusted(["tictactoe"], ["code:openai/gpt-5-mini"])
    monkeypatch.setattr(run_restrictions, "obstacle", lambda *, alone: "no namespaces" if alone else "")
    with pytest.raises(UsageError, match="no namespaces"):
        check_untrusted(["tictactoe"], ["code:openai/gpt-5-mini"])
