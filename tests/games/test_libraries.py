"""A game of a library is named `LIBRARY:NAME` wherever a game is named; its adapter is loaded only then."""

import sys

import pytest

from agonist.core import UsageError
from agonist.games import ADAPTERS, find_kit

ADAPTER = """
from dataclasses import dataclass, replace

from agonist.core import UsageError
from agonist.games import find_kit as ours
from agonist.games.tictactoe import KIT


def find_kit(name):
    if name != "Noughts-v0(3)/a":
        raise UsageError(f"there is no {name}")
    game = dataclass(frozen=True)(
        type("Noughts", (KIT.game,), {"__annotations__": {}, "name": "boards:" + name, "title": "Noughts"})
    )
    return replace(KIT, game=game)


def game_names():
    return ["Noughts-v0(3)/a"]


def refused_games():
    return {"Crosses-v0": "it needs a key"}
"""


@pytest.fixture
def boards(tmp_path, monkeypatch, command):
    (tmp_path / "boards_adapter.py").write_text(ADAPTER)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(ADAPTERS, "boards", "boards_adapter")
    yield
    sys.modules.pop("boards_adapter", None)


def test_a_librarys_game_is_played_by_name(command, boards):
    name = "boards:Noughts-v0(3)/a"
    said = command("run", "tictactoe", name, "random", "reference", "--matches", 2)
    assert said.code == 0, said.err
    assert command("replay", 3, "--verify").code == 0
    assert "Noughts" in command("report", "latest").out
    assert find_kit(name).name == name


def test_a_librarys_games_are_listed_with_those_that_it_refuses(command, boards):
    said = command("games", "--from", "boards")
    assert "boards:Noughts-v0(3)/a" in said.out
    assert "boards:Crosses-v0: it needs a key" in said.out
    assert [row["name"] for row in command("games", "--from", "boards", "--json").json] == [
        "boards:Noughts-v0(3)/a"
    ]


def test_an_adapter_is_loaded_only_when_it_is_named(command, boards):
    assert command("games").code == 0
    assert command("play", "tictactoe", "random", "random").code == 0
    assert "boards_adapter" not in sys.modules
    with pytest.raises(UsageError, match="Checkers"):
        find_kit("boards:Checkers")


@pytest.mark.parametrize(
    "words",
    [
        ("games", "--from", "board"),
        ("games", "tictactoe", "--from", "boards"),
        ("play", "boards:Checkers", "random", "random"),
    ],
)
def test_wrong_names_are_refused(command, boards, words):
    said = command(*words)
    assert said.code == 2
    assert "Traceback" not in said.err
