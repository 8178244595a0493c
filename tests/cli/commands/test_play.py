"""Playing from the command line: one match, a person at the table, words of one's own."""

from __future__ import annotations

import pytest

from agonist.core import Game
from agonist.games import find_kit
from agonist.kit import make_game
from agonist.match import Record
from agonist.match.record import moves_from
from agonist.models.mock_endpoint import Endpoint
from agonist.store import Store
from agonist.tournament.claimed_play import ClaimedPlay

TOP = "(1, 1)\n(1, 2)\n(1, 3)\n"
MIDDLE = "scripted?file=middle.txt"


@pytest.fixture(autouse=True)
def middle(tmp_path):
    """An opponent who marks the middle row, and loses."""
    (tmp_path / "middle.txt").write_text("(2, 1)\n(2, 2)\n(2, 3)\n")


def test_a_match_has_the_documented_fields_and_replays(command):
    said = command(
        "play", "connect_four?rows=4&columns=5&length=3", "random", "reference", "--seed", 5, "--json"
    )
    assert (said.code, said.err) == (0, "")
    match = said.json
    assert set(match) >= {"game", "options", "seed", "players", "scores", "ranks", "reason", "moves"}
    assert (match["game"], match["seed"], match["players"]) == ("connect_four", 5, ["random", "reference"])
    assert match["options"] == {"seats": 2, "rows": 4, "columns": 5, "length": 3}
    game: Game = make_game(find_kit("connect_four").game, match["options"])
    record = Record("connect_four", game, tuple(map(moves_from, match["moves"])))
    assert record.outcome is not None
    assert list(record.outcome.scores) == match["scores"]
    assert (
        command(
            "play", "connect_four?rows=4&columns=5&length=3", "random", "reference", "--seed", 5, "--json"
        ).json
        == match
    )


def test_the_number_of_seats_follows_from_the_players(command):
    match = command("play", "guess_average?rounds=2", "random", "random", "reference", "--json").json
    assert match["options"]["seats"] == 3
    assert len(match["scores"]) == 3


def test_a_match_is_shown_to_people(command):
    said = command("play", "tictactoe", "random", "reference")
    assert said.code == 0
    assert "Player 2: reference" in said.out
    assert "The end:" in said.out


def test_a_match_is_told_as_it_falls_and_kept(command, tmp_path):
    said = command("play", "tictactoe", "random", "reference", "--seed", 3)
    assert said.code == 0
    assert "agonist replay 1" in said.out
    assert command("replay", 1).out.rstrip() in said.out
    assert command("replay", 1, "--verify").code == 0
    command("play", "tictactoe", "random", "reference", "--no-store", "--db", "other.db")
    assert not (tmp_path / "other.db").exists()


def test_a_person_plays_by_typing(command):
    said = command("play", "tictactoe", "human", MIDDLE, stdin=TOP)
    assert said.code == 0
    assert "three in a line" in said.out
    assert said.out.count("Player 1> ") == 3


def test_a_person_is_asked_again_as_often_as_it_takes(command):
    typed = "help\nrules\nhello\n(9, 9)\n\n(1, 1)\n(1, 1)\n(1, 2)\n(1, 3)\n"
    said = command("play", "tictactoe", "human", MIDDLE, "--policy", "strict", stdin=typed)
    assert said.code == 0
    assert said.out.count("That cannot be played") == 3  # an empty line gets the help alone
    assert said.out.count("You are Player 1.") == 1
    assert "forfeit" not in said.out


def test_a_person_may_play_while_standard_output_is_json(command):
    said = command("play", "tictactoe", "human", MIDDLE, "--json", stdin=TOP)
    assert said.json["scores"] == [1, -1]
    assert "Player 1> " in said.err


@pytest.mark.parametrize(
    ("typed", "words"), [("(1, 1)\nquit\n", "left the table"), ("(1, 1)\n", "the input has ended")]
)
def test_a_person_may_leave(command, typed, words):
    said = command("play", "tictactoe", "human", MIDDLE, stdin=typed)
    said.told(130, words, "agonist resume")
    back = command("resume", "latest", "--json", stdin=TOP)
    assert (back.code, back.json["lines"][0]["scores"]) == (0, [1, -1])


def test_a_person_leaves_a_run_and_comes_back_to_the_same_match(command, tmp_path):
    def go(*arguments, stdin):
        return command(*arguments, stdin=stdin)

    left = go(
        "run",
        "tictactoe",
        "--player",
        MIDDLE,
        "--matches",
        1,
        "--seat",
        "0=human",
        stdin="(1, 1)\nquit\n",
    )
    left.told(130, "0 of 1", "Player 1 left the table", "agonist resume")
    with Store.open(tmp_path / "agonist.db") as store:
        assert store.run("latest").status == "interrupted"
        (match,) = store.matches("latest")
        assert [list(step.moves) for step in store.steps(match)] == [[0], [1]]
    # The square taken before is taken still.
    back = go("resume", "latest", "--json", stdin=TOP)
    assert back.code == 0
    assert "That cannot be played" in back.err
    (line,) = back.json["lines"]
    assert line["scores"] == [1, -1]
    assert line["players"] == ["human", MIDDLE]


def test_a_seat_is_kept_for_someone(command):
    said = command(
        "run", "tictactoe", "--player", "random", "--matches", 2, "--seat", "1=reference", "--json"
    )
    assert [line["players"] for line in said.json["lines"]] == [["random", "reference"]] * 2
    for wrong in ("1", "x=random", "=random", "0="):
        command("run", "tictactoe", "--player", "random", "--seat", wrong).told(2, "0=human")
    command("run", "tictactoe", "--player", "random", "--seat", "2=random").told(2, "seats 0 to 1")
    command("run", "tictactoe", "--player", "random", "--seat", "0=randm").told(2, "did you mean 'random'")


def test_the_policy_decides_about_invalid_answers(command, tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("nonsense\n")

    def play(policy):
        return command(
            "play", "tictactoe", f"scripted?file={script}", "random", "--policy", policy, "--json"
        ).json

    assert play("strict")["forfeits"] == [0]
    assert play("strict")["scores"] == [-1, 1]
    assert play("default")["forfeits"] == []
    command("play", "tictactoe", "random", "random", "--policy", "lenient").told(
        2, "there is no policy 'lenient'"
    )
    command("play", "tictactoe", "random", "random", "--policy", "strict?retries=x").told(
        2, "retries is a whole number"
    )
    command("play", "tictactoe", "random", "random", "--policy", "default?then=pass").told(
        2, "cannot be 'pass'"
    )


def test_words_of_ones_own_are_what_the_model_is_sent(command, tmp_path):
    folder = tmp_path / "words" / "tictactoe"
    folder.mkdir(parents=True)
    (folder / "rules.md").write_text("Noughts and crosses, as grandmother played it.\n")
    with Endpoint("careful") as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"

        def run(*more):
            command(
                "run", "tictactoe", "--player", model, "--opponent", "random", "--matches", 2, *more, "--json"
            )
            return endpoint.recent[-1].messages[0]["content"]

        assert "grandmother" not in run()
        assert run("--prompts", "words") == "Noughts and crosses, as grandmother played it."
        with Store.open("agonist.db") as store:
            digests = [{match.fixture.prompts for match in store.matches(run.id)} for run in store.runs()]
            keys = {match.fixture.key for run in store.runs() for match in store.matches(run.id)}
        assert len(set.union(*digests)) == 2
        assert len(keys) == 4
        # A run whose words have changed is not gone on with.
        with Store.open("agonist.db") as store:
            store.suspend(store.matches("latest")[0], "suspended", "as if it had been broken off")
            store.flush()
        (folder / "rules.md").write_text("Other words.\n")
        command("resume", "latest").told(1, "wording of tictactoe has changed")
    command("play", "tictactoe", "random", "random", "--prompts", "nowhere").told(
        2, "there is no folder nowhere"
    )


def test_a_prompt_with_an_unknown_blank_is_told_with_its_file(command, tmp_path):
    folder = tmp_path / "words" / "tictactoe"
    folder.mkdir(parents=True)
    (folder / "rules.md").write_text("You, {nickname}, mark cells.\n")
    with Endpoint("careful") as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"
        said = command("play", "tictactoe", model, "random", "--prompts", "words")
    said.told(2, "nickname", "rules.md")


@pytest.mark.parametrize("how", ["play", "run"])
def test_a_folder_of_words_about_other_games_is_not_silently_ignored(command, tmp_path, how):
    (tmp_path / "words" / "tictacto").mkdir(parents=True)
    players = ["random", "random"] if how == "play" else ["--player", "random", "--matches", "1"]
    said = command(how, "tictactoe", *players, "--prompts", str(tmp_path / "words"))
    said.told(2, "words/tictactoe")


def test_no_more_tasks_than_matches_are_begun(command, monkeypatch):
    begun = []
    begin = ClaimedPlay.play
    monkeypatch.setattr(
        ClaimedPlay, "play", lambda self, stored: begun.append(stored.match.id) or begin(self, stored)
    )
    players = ("--player", "random", "--opponent", "reference", "--matches", 4)
    for most in (2_000_000, 10**30):
        begun.clear()
        assert command("run", "guess_average?rounds=1", *players, "--concurrency", most, "--json").code == 0
        assert len(begun) == 4


@pytest.mark.parametrize(
    "proxies",
    [
        {"HTTP_PROXY": "junk", "http_proxy": "junk"},
        {"HTTP_PROXY": "http://127.0.0.1:1", "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"},
        {"ALL_PROXY": "socks9://x", "NO_PROXY": "*,,[::1", "no_proxy": "*,,[::1"},
    ],
)
def test_odd_proxies_keep_nobody_from_an_endpoint_of_this_machine(command, monkeypatch, proxies):
    for name, value in proxies.items():
        monkeypatch.setenv(name, value)
    with Endpoint("sensible") as endpoint:
        model = f"endpoint/sensible?base_url={endpoint.url}"
        said = command(
            "run", "tictactoe", "--player", model, "--opponent", "random", "--matches", 2, "--json"
        )
        assert said.code == 0, said.err
        assert said.json["finished"] == 2
        assert endpoint.requests


def test_a_person_types_a_move_in_one_line_or_goes_back_to_the_menu(command):
    said = command("play", "hanabi", "human", "reference", "--no-store", stdin="play\nback\nplay 1\n")
    # Card 1 does not fit, which ends this match with its only life: three lines were enough for one move.
    assert (said.code, said.out.count("Player 1> ")) == (0, 3)
    assert "That cannot be played" not in said.out
