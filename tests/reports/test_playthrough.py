from dataclasses import replace

import pytest

from agonist.games import KITS
from agonist.reports.playthrough import playthrough

GAMES = ["tictactoe", "guess_average", "texas_holdem"]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_text(name):
    assert playthrough(KITS[name]) == playthrough(KITS[name])
    assert playthrough(KITS[name]) != playthrough(KITS[name], seed=1)


def test_everyone_asked_is_told_all_and_news_from_the_second_turn_on():
    kit = KITS["guess_average"]
    text = playthrough(kit)
    seats, rounds = kit.small["seats"], kit.small["rounds"]
    assert text.count("--- Rules") == 1
    assert text.count(", request") == text.count(", how to answer") == seats * rounds
    assert text.count(", news") == seats * (rounds - 1)
    assert text.count(", scene") == seats * rounds + seats + 1
    assert text.splitlines()[-1].startswith("Outcome: ")


def test_a_changed_word_shows(tmp_path):
    kit = KITS["tictactoe"]
    (tmp_path / "tictactoe").mkdir()
    (tmp_path / "tictactoe" / "first.md").write_text("The grid is empty.", encoding="utf-8")
    assert "The grid is empty." in playthrough(kit.with_prompts(tmp_path))
    assert "The grid is empty." not in playthrough(kit)


def test_chance_and_drawings_are_in_it():
    assert "-> Chance draws hole: " in playthrough(KITS["texas_holdem"])
    bare = replace(KITS["tictactoe"], drawing=None)
    assert len(playthrough(bare)) < len(playthrough(KITS["tictactoe"]))
