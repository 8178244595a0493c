"""The games, listed and described."""

from __future__ import annotations

import pytest

from agonist.games import KITS, dressed_names


def test_games_have_the_documented_fields(command):
    said = command("games", "--json")
    assert said.code == 0
    assert not said.err
    by_name = {game["name"]: game for game in said.json}
    assert set(by_name) == {*KITS, *dressed_names()}
    for game in by_name.values():
        assert all(type(seats) is int for seats in game["seats"])
        for trait in ("simultaneous", "hidden", "talk"):
            assert type(game[trait]) is bool
        for words in ("abilities", "sources"):
            assert all(isinstance(word, str) for word in game[words])
    assert by_name["undercover"]["talk"]
    assert by_name["guess_average"]["simultaneous"]
    assert by_name["texas_holdem"]["hidden"]
    assert by_name["tictactoe"]["seats"] == [2]


def test_games_are_listed_for_people(command):
    said = command("games")
    assert said.code == 0
    assert all(name in said.out for name in KITS)


@pytest.mark.parametrize("name", KITS)
def test_a_game_is_described_with_rules_options_and_sources(command, name):
    game = command("games", name, "--json").json
    assert set(game["options"]) == {option["name"] for option in game["option_help"]}
    assert all(option["meaning"] and option["values"] for option in game["option_help"])
    assert game["rules"]
    assert game["reference"]
    assert game["sources"]


def test_a_description_names_ranges_presets_and_rules_of_the_options_given(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    said = command("games", "connect_four?rows=9").out
    assert "9 rows" in said
    assert "from 1 to 20" in said
    assert "'texas_holdem?positions=llmarena&raises=llmarena'" in command("games", "texas_holdem").out
    command("games", "tictacto").told(2, "did you mean")
