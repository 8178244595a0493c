"""Results in the shape of lm-evaluation-harness's; tests/trainers has that package read them."""

import json
from datetime import datetime

import pytest

import agonist
from agonist.core import UsageError
from agonist.export.lm_eval_results import lm_eval_results
from agonist.store import Store


def test_each_game_is_a_task_with_the_numbers_of_its_board(command, tmp_path):
    db = tmp_path / "g.db"
    games = ["tictactoe", "connect_four?rows=4&columns=4"]
    run = agonist.run(games, ["tuned=random"], opponents=["random"], matches=4, db=db).run
    said = command(
        "export", run, "--db", db, "--format", "lm-eval", "--player", "tuned", "-o", tmp_path / "h"
    )
    [path] = (tmp_path / "h").glob("random/results_*.json")
    assert said.out.strip() == str(path)
    found = json.loads(path.read_text("utf-8"))
    task = "agonist:connect_four?rows=4&columns=4"
    assert list(found["results"]) == list(found["versions"]) == ["agonist:tictactoe", task]
    row = {row.player: row for row in agonist.report(run, db=db).parts[1].strict}["tuned"]
    result = found["results"][task]
    assert result["alias"] == "Connect Four (rows 4, columns 4)"
    assert result["sample_len"] == found["n-samples"][task]["effective"] == row.matches == 4
    assert (result["win_rate,none"], result["win_rate_low,none"]) == (row.win_rate, row.win_low)
    assert (result["elo,none"], result["elo_high,none"]) == (row.rating, row.high)
    assert found["configs"][task]["opponents"] == "random"
    with Store.open(db) as store:
        assert found["date"] == datetime.fromisoformat(store.run(run).created).timestamp()
        with pytest.raises(UsageError, match="did you mean 'tuned'"):
            lm_eval_results(store, run, tmp_path / "no", "tunde")
    assert not (tmp_path / "no").exists()
