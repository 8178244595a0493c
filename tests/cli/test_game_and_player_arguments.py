"""Games, suites and players as they are named on the command line."""

from __future__ import annotations

import pytest

from agonist.cli.game_and_player_arguments import targets_and_players


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("serve-agent",), "agonist serve-agent --player SPEC"),
        (("serve-agent", "random", "--player", "reference"), "takes one player, not random, reference"),
        (("check-player",), "agonist check-player --player SPEC"),
        (("mcp", "connect_four"), "agonist mcp connect_four --player SPEC"),
        (("mcp", "connect_four", "random", "--player", "random"), "not both ways"),
        (("mcp", "connect_four", "random", "random"), "connect_four is for 2 players, not 3"),
    ],
)
def test_players_are_named_behind_the_game_or_by_player_everywhere(command, words, told):
    command(*words).told(2, told)


def test_players_may_be_named_behind_the_games():
    assert targets_and_players(["tictactoe", "random", "cot:openai/m?temperature=1"], []) == (
        ["tictactoe"],
        ["random", "cot:openai/m?temperature=1"],
    )


def test_a_module_behind_the_games_is_a_player_unless_it_is_a_game(command, tmp_path):
    (tmp_path / "both.py").write_text(
        "from agonist.games.tictactoe import KIT\n\n"
        "def mine(question):\n    return question.ask.sample(question.rng)\n"
    )
    done = command("run", "tictactoe", "both:KIT", "both:mine", "random", "--matches", 2, "--json")
    assert done.code == 0
    (run,) = command("runs", "--json").json
    assert (run["plan"]["targets"], run["matches"]) == (["tictactoe", "both:KIT"], 4)
    assert list(run["plan"]["players"]) == ["both:mine", "random"]


def test_a_mistyped_player_behind_the_games_is_refused(command):
    command("run", "tictactoe", "randm", "reference").told(
        2, "no game, suite or player 'randm'; did you mean 'random'?"
    )
