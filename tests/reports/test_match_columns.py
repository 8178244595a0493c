"""Matches read as columns, beside the same matches read one by one: each of these is a case of its own."""

import json
from random import Random

import pytest

from agonist.match import Fixture
from agonist.metrics.head_to_head import pairs_from, pairs_of
from agonist.metrics.leaderboard import charged, leaderboard
from agonist.metrics.results import is_contest, outcomes_of, results_of
from agonist.reports.matches_made_when_read import ReportedMatches
from agonist.reports.questions.losses import endings_of, failures_of, losses_of, mirrored_of, reasons_of
from agonist.reports.questions.seat_rotation import uneven_blocks
from agonist.store import Store
from agonist.store.runs.matches_as_arrays import MatchColumns

PARENT = {"match": 1, "step": 2, "key": "k", "deal": "tictactoe?seats=2#0/3"}
FORFEIT = "Player 1 forfeits by invalid answers"


def random_fixture(rng: Random, nth: int) -> Fixture:
    game = rng.choice(["tictactoe", "sealed_bid_auction"])
    deal = nth // 2 if rng.random() < 0.7 else rng.randrange(9)
    return Fixture(
        game=game,
        version=1,
        options={"seats": 2} | ({"rounds": 3} if rng.random() < 0.1 else {}),
        seed=rng.choice([f"0/{deal}"] * 30 + [f'0/"{deal}']),
        players=tuple(rng.sample(["ann", "random", "cy"], 2)),
        block=rng.choice(["", f"{game}/{deal}"]),
        part=rng.choice([""] * 9 + [game]),
        parent=rng.choice([{}] * 30 + [{"match": 1, "step": 2, "key": "k"}, PARENT]),
        specs={"cy": rng.choice(["openai/one"] * 9 + ["openai/two"])},
    )


@pytest.fixture
def path(tmp_path, rng):
    """A database of matches that ended in all ways."""
    path = tmp_path / "games.db"
    with Store.open(path) as store:
        run = store.start_run({}, [random_fixture(rng, nth) for nth in range(400)])
        for match in store.matches(run):
            scores = rng.choice([(1, -1), (-1, 1), (1, -1), (0, 0), (0.25, 0.5)])
            ranks = (1, 1) if scores[0] == scores[1] else (1, 2) if scores[0] > scores[1] else (2, 1)
            end = {
                "status": rng.choice(["finished"] * 12 + ["suspended", "broken", "planned"]),
                "scores": json.dumps(scores),
                "ranks": json.dumps(ranks),
                "teams": rng.choice(["[]"] * 30 + ["[[0,1]]"]),
                "fallback": rng.choice(["[]"] * 12 + ["[0]", "[0,1]"]),
                "reason": rng.choice(["three in a line"] * 9 + [f"{match.nth % 7} points"]),
                "seconds": rng.random(),
            }
            if rng.random() < 0.05:
                end |= {"forfeits": "[0]", "reason": FORFEIT}
            if end["status"] != "finished":
                end |= {"scores": "[]", "ranks": "[]", "error": "the endpoint is down"}
            row = ", ".join(f"{name} = :{name}" for name in end)
            store.change(
                lambda connection, row=row, end=end, at=match.id: connection.exec_driver_sql(
                    f"UPDATE matches SET {row} WHERE id = {at}", end
                )
            )
    return path


@pytest.fixture(params=range(3))
def rng(request):
    return Random(request.param)


def test_matches_of_a_case_are_counted_as_each_of_them_would_be(path):
    with Store.open(path) as store:
        run = store.runs()[0].id
        columns, matches = store.columns(run=run), store.matches(run)
    each = MatchColumns.of(matches)
    assert len(columns.cases) < 0.9 * len(each.cases)
    for count in (losses_of, endings_of, reasons_of, failures_of, mirrored_of, uneven_blocks):
        assert count(columns) == count(each)
    for board in ("strict", "fallback"):
        rows = leaderboard(columns, board=board)
        assert rows == leaderboard(matches, board=board)
        done = [match for match in matches if match.status == "finished"]
        contests = [match for match in done if is_contest(match)]
        outcomes = outcomes_of(columns.only(lambda match: match.status == "finished"), board)
        assert pairs_from(outcomes) == pairs_of(results_of(contests, board))
    of_game = [match for match in done if match.fixture.game == "tictactoe"]
    some = columns.only(lambda match: match.status == "finished" and match.fixture.game == "tictactoe")
    for method in ("bradley-terry", "trueskill"):
        rows = leaderboard(some, method=method)
        assert rows == leaderboard(of_game, method=method)
    assert charged(rows, some) == charged(rows, of_game)


def test_the_lines_of_a_report_are_its_matches(path):
    with Store.open(path) as store:
        run = store.runs()[0].id
        lines, matches = ReportedMatches(store.columns(run=run)), store.matches(run)
    assert len(lines) == len(matches)
    for line, match in zip(lines, matches, strict=True):
        of_fixture = (match.fixture.players, match.fixture.part or match.fixture.game)
        assert (line.players, line.part) == of_fixture
        for name in ("id", "nth", "status", "scores", "ranks", "reason", "forfeits", "fallback", "error"):
            assert getattr(line, name) == getattr(match, name)
        assert line.seconds == match.seconds
    assert lines[-1] == lines[len(lines) - 1]
    assert lines[1:3] == (lines[1], lines[2])
    with pytest.raises(IndexError):
        lines[len(lines)]
