"""The players, with methods and providers."""

from __future__ import annotations

from agonist.players import BUILT_IN, parse_player
from agonist.players.options import HTTP_OPTIONS, MODEL_OPTIONS, options_of, written


def test_players_are_listed_with_methods_and_providers(command):
    said = command("players")
    assert said.code == 0
    for word in (
        "random",
        "reference",
        "mcts",
        "playouts",
        "openai/",
        "OPENAI_API_KEY",
        "temperature",
        "cot",
    ):
        assert word in said.out
    for name in BUILT_IN:
        assert written(name) in said.out
        assert set(parse_player(written(name)).options) == set(options_of(name))
    assert all(option.name in said.out for option in (*MODEL_OPTIONS.values(), *HTTP_OPTIONS.values()))
