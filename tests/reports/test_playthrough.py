from dataclasses import replace

import pytest

from agonist.core import Draw
from agonist.games import KITS
from agonist.kit import make_game
from agonist.reports.playthrough import playthrough

GAMES = ["tictactoe", "guess_average", "texas_holdem"]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_text(name):
    assert playthrough(KITS[name]) == playthrough(KITS[name])
    assert playthrough(KITS[name]) != playthrough(KITS[name], seed=1)


def test_everyone_asked_is_told_all_and_news_from_the_second_turn_on():
    kit = KITS["guess_average"]
    text = playthrough(kit)
    seats, rounds = kit.quick_options["seats"], kit.quick_options["rounds"]
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
    assert "-> Chance deals " in playthrough(KITS["texas_holdem"])
    bare = replace(KITS["tictactoe"], drawing=None)
    assert len(playthrough(bare)) < len(playthrough(KITS["tictactoe"]))


@pytest.mark.parametrize(
    ("name", "about", "action", "words"),
    [
        ("undercover", "undercover", 2, "Chance makes Player 3 an undercover"),
        ("undercover", "tie", 0, "Chance breaks the tie: Player 1"),
        ("undercover", "words", "tea/milk", "Chance draws words: tea/milk"),
        ("texas_holdem", "dealer", 1, "Chance makes Player 2 the dealer"),
        ("sealed_bid_auction", "tie", 3, "Chance breaks the tie of the highest bids: Player 4"),
    ],
)
def test_seats_that_chance_draws_are_named_as_players_are(name, about, action, words):
    kit = KITS[name]
    game = make_game(kit.game, kit.quick_options)
    view = game.observe(game.new(), None)
    assert kit.words.chance(view, Draw((action,), about=about), action) == words
