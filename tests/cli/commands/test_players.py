"""The players, with methods and providers."""

from __future__ import annotations

from agonist.players import BUILT_IN, BUILT_IN_HELP, parse_player


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
    assert set(BUILT_IN_HELP) == set(BUILT_IN)
    for written, _ in BUILT_IN_HELP.values():
        assert written in said.out
        assert set(parse_player(written).options) == set(BUILT_IN[written.partition("?")[0]])
