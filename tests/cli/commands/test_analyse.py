"""`agonist analyse` takes results apart into luck and skill, and names the moves that cost most."""

import pytest


def test_a_match_of_a_solved_game_is_exact(command):
    command("play", "tictactoe", "random", "reference", "--seed", 1)
    said = command("analyse", 1)
    assert said.code == 0, said.err
    for words in ("Values are exact", "Moves that cost most", "Player 1: (2, 1)", "exact"):
        assert words in said.out
    (match,) = command("analyse", 1, "--json").json["matches"]
    assert (match["exact"], match["seats"][0]["luck"]) == (True, [0, 0, 0])


def test_all_matches_of_a_run_have_scores_with_and_without_luck(command):
    command("run", "kuhn_poker", "random", "reference", "--matches", 12, "--quiet")
    said = command("analyse", "--run", "latest", "--by", "equilibrium", "--json").json
    assert len(said["matches"]) == 12
    first, second = said["players"]
    assert {first["player"], second["player"]} == {"random", "reference"}
    wide, narrow = [one[2] - one[1] for one in (first["score"], first["adjusted"])]
    assert narrow < wide
    assert "explained" in command("analyse", "--run", "latest").out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((), 2, "which match?"),
        ((7,), 2, "no match '7'"),
        ((1, "--by", "mcts"), 2, "valued by"),
        ((1, "--rollouts", 1), 2, "4 to 100,000"),
        ((1, "--max-time", "soon"), 2, "max-time"),
        ((1, "--by", "random", "--rollouts", 90000, "--max-time", "1s"), 5, "--no-moves"),
        (("--run", "nothing"), 2, "nothing"),
    ],
)
def test_what_cannot_be_analysed_is_told(command, arguments, code, words):
    command("play", "connect_four", "random", "random", "--seed", 1)
    command("analyse", *arguments).told(code, words)
