"""`agonist.evaluate` from a training loop, and the log of a run of checkpoints."""

import json

import pytest

import agonist
from agonist.core import UsageError
from agonist.store import Store


class Learner:
    """Stands for a model: of a text it makes a text, and it knows more moves by heart with each step."""

    def __init__(self, skill):
        self.skill = skill

    def __call__(self, observation, legal, rng):
        return legal[0] if rng.random() < self.skill else rng.choice(legal)


def test_a_training_loop_evaluates_each_checkpoint_in_one_run(tmp_path):
    db, run, seen = tmp_path / "loop.db", "", []
    for step in (0, 10, 20):
        found = agonist.evaluate(
            Learner(step / 20), "tictactoe", step=step, opponents=["random"], matches=8, run=run, db=db
        )
        run = found.run
        seen.append(found)
    assert len({each.run for each in seen}) == 1
    report = agonist.report(db=db)
    rows = {row.player: row for row in report.overall.strict}
    last = seen[-1]
    assert last.player == "ckpt@20"
    assert (last.rating, last.low, last.high) == (
        rows["ckpt@20"].rating,
        rows["ckpt@20"].low,
        rows["ckpt@20"].high,
    )
    assert last.status.progress.finished == 24
    assert [line["_step"] for line in last.history] == [0, 10, 20]
    for line in last.history:
        row = rows[f"ckpt@{line['_step']}"]
        assert line["agonist/ckpt/rating"] == pytest.approx(row.rating)
        assert line["agonist/ckpt/rating_low"] == pytest.approx(row.low)
        assert line["agonist/ckpt/win_rate"] == row.win_rate
        above = line["agonist/ckpt/above/random"]
        assert above == pytest.approx(row.rating - rows["random"].rating)
        assert line["agonist/ckpt/above/random_low"] < above < line["agonist/ckpt/above/random_high"]
    assert "agonist/ckpt/gain" not in last.history[0]
    gain = last.history[2]["agonist/ckpt/rating"] - last.history[1]["agonist/ckpt/rating"]
    assert last.logs["agonist/ckpt/gain"] == pytest.approx(gain)
    assert {**last.logs, "_step": 20} == last.history[-1]


def test_a_difference_to_an_opponent_does_not_move_when_others_join_as_a_rating_does(tmp_path):
    options = {"opponents": ["random"], "matches": 20, "db": tmp_path / "join.db"}
    first = agonist.evaluate("random", "tictactoe", step=0, **options)
    last = agonist.evaluate("reference", "tictactoe", step=1, run=first.run, **options)
    before, after = first.logs, last.history[0]
    assert abs(after["agonist/ckpt/rating"] - before["agonist/ckpt/rating"]) > 100
    # The prior draws towards a mean that moves, by less than the interval is wide.
    moved = abs(after["agonist/ckpt/above/random"] - before["agonist/ckpt/above/random"])
    assert moved < 0.1 * (before["agonist/ckpt/above/random_high"] - before["agonist/ckpt/above/random_low"])


@pytest.mark.slow
def test_each_game_is_logged_by_a_name_that_wandb_takes(tmp_path):
    games = ["tictactoe", "connect_four?rows=4"]
    found = agonist.evaluate("random", games, step=5, name="my-run", matches=2, db=tmp_path / "two.db")
    assert {"agonist/my_run/rating", "agonist/my_run/tictactoe/rating"} <= set(found.logs)
    assert "agonist/my_run/connect_four_rows_4/above/reference" in found.logs
    assert not any(
        set(name) - set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/")
        for name in found.logs
    )
    assert all(type(value) in (int, float) for value in found.logs.values())


def test_a_player_without_a_step_is_rated_and_has_no_history(tmp_path):
    def first(observation, legal):
        return legal[0]

    found = agonist.evaluate(first, "tictactoe", name="first", matches=4, db=tmp_path / "one.db")
    assert found.player == "first"
    assert found.low < found.rating < found.high
    assert found.logs["agonist/first/matches"] == 8
    assert found.history == []


def test_a_run_goes_on_only_as_it_was_begun(tmp_path):
    db = tmp_path / "same.db"
    first = agonist.evaluate("random", "tictactoe", step=0, matches=2, db=db)
    with pytest.raises(UsageError, match="matches 2, not 4"):
        agonist.evaluate("random", "tictactoe", step=1, matches=4, run=first.run, db=db)
    with pytest.raises(UsageError, match="targets"):
        agonist.evaluate("random", "connect_four", step=1, matches=2, run=first.run, db=db)
    with pytest.raises(UsageError, match="NAME@STEP"):
        agonist.evaluate("random", "tictactoe", step=-1, matches=2, db=db)
    again = agonist.evaluate("random", "tictactoe", step=0, matches=2, run=first.run, db=db)
    assert again.status.progress.finished == first.status.progress.finished


def test_the_command_writes_the_history_that_evaluate_gives(command, tmp_path):
    db = tmp_path / "agonist.db"
    first = agonist.evaluate("random", "tictactoe", step=0, matches=2, db=db)
    last = agonist.evaluate("reference", "tictactoe", step=10, matches=2, run=first.run, db=db)
    said = command("export", last.run, "--db", db, "--format", "wandb", "--output", tmp_path / "out")
    assert said.code == 0
    lines = (tmp_path / "out" / "wandb-history.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == last.history
    agonist.run("tictactoe", ["random", "reference"], matches=2, db=db)
    assert "ckpt@1000" in command("export", "latest", "--db", db, "--format", "wandb").err
    assert command("export", "latest", "--db", db, "--player", "random").code == 2


def test_what_a_checkpoint_left_is_never_played_by_a_later_one(tmp_path):
    """The second model is asked no question of a match that belongs to the first."""
    db, asked = tmp_path / "left.db", []

    def breaks(observation):
        raise OSError("out of memory")

    def model(observation, legal):
        asked.append(observation)
        return legal[0]

    first = agonist.evaluate(breaks, "tictactoe", step=0, opponents="random", matches=2, db=db)
    assert first.status.status == "suspended"
    assert (first.rating, first.logs) == (None, {})
    last = agonist.evaluate(model, "tictactoe", step=1, opponents="random", matches=2, run=first.run, db=db)
    assert last.status.status == "finished"
    with Store.open(db) as store:
        statuses = [(match.fixture.players, match.status) for match in store.matches(first.run)]
    assert {status for players, status in statuses if "ckpt@0" in players} == {"void"}
    assert {status for players, status in statuses if "ckpt@1" in players} == {"finished"}
    again = agonist.evaluate(model, "tictactoe", step=0, opponents="random", matches=2, run=first.run, db=db)
    assert again.rating is None
