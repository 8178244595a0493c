"""All players of a database by their overall scores."""

from statistics import mean, stdev

import pytest

from agonist import api
from agonist.cli.commands.leaderboard import board_objects
from agonist.games import find_kit
from agonist.match import PRESETS, Fixture, Match, Record
from agonist.match.record import game_of
from agonist.store import Store
from agonist.suites import SUITES
from agonist.suites.gamabench.published.records_in_database import SOURCE
from agonist.suites.gamabench.results import collect
from agonist.suites.gamabench.scoring import GAMES
from agonist.tournament.evaluation_request import Entry

SUITE = SUITES["gamabench"]
SMALL = "gamabench?rounds=2&seats=4"


def run(db, *players, targets=SMALL, **more):
    report = api.run(targets, players, db=db, **more)
    assert report.status == "finished"
    return report.run


def board(db, profile=""):
    with Store.open(db) as store:
        return board_objects(SUITE.leaderboard(store, profile))


def scores(db, name):
    """For each run its score in each game."""
    with Store.open(db) as store:
        entry = Entry.from_dict(store.run(name).plan["suites"]["gamabench"])
        found = collect(store, name, entry, "updated")
    return [{one.game: one.score.value for one in found if one.run == nth} for nth in range(3)]


def test_the_rating_is_the_mean_over_runs_of_the_mean_over_games(tmp_path):
    db = tmp_path / "m.db"
    each = scores(db, run(db, "random", matches=3))
    overalls = [mean(games[game] for game in GAMES) for games in each]
    (row,) = board(db)
    assert row["rating"] == pytest.approx(mean(overalls))
    assert row["std"] == pytest.approx(stdev(overalls))
    # The ends solve Wilson's equation, with Student's quantile for three runs.
    share, error = mean(overalls) / 100, stdev(overalls) / 100 / 3**0.5
    for end in (row["low"] / 100, row["high"] / 100):
        room = end * (1 - end) / (share * (1 - share))
        assert abs(end - share) == pytest.approx(4.302653 * error * room**0.5)
    assert (row["runs"], row["matches"]) == (3, 24)
    assert row["el_farol"] == pytest.approx(mean(games["el_farol"] for games in each))
    assert [part["game"] for part in row["parts"]] == list(GAMES)
    assert {part["runs"] for part in row["parts"]} == {3}
    assert "player" not in row["parts"][0]


def test_who_has_played_some_games_only_has_no_rating_and_stands_last(tmp_path):
    db = tmp_path / "m.db"
    run(db, "reference", targets=f"{SMALL}&games=el_farol,divide_dollar", matches=1)
    run(db, "random", matches=1)
    first, last = board(db)
    assert (first["player"], first["low"]) == ("random", None)
    assert (last["player"], last["rating"], last["runs"], last["matches"]) == ("reference", None, 0, 2)
    assert last["guess_average"] is None
    assert last["divide_dollar"] == 100.0


def test_one_seed_played_twice_is_no_more_evidence_but_another_is(tmp_path):
    db = tmp_path / "m.db"
    for seed in (0, 0, 1):
        run(db, "random", matches=1, seed=seed)
    (row,) = board(db)
    assert (row["runs"], row["matches"]) == (2, 16)


def test_equal_answers_on_other_seeds_all_count(tmp_path):
    db = tmp_path / "m.db"
    run(db, "fixed?answers=10", targets="gamabench?games=divide_dollar&rounds=1", matches=3)
    (row,) = board(db)
    assert row["parts"][0]["runs"] == 3


def test_other_settings_are_rows_of_their_own_below_the_papers(tmp_path):
    db = tmp_path / "m.db"
    run(db, "reference", targets="gamabench?games=divide_dollar", quick=True, matches=1)
    run(db, "random", targets="gamabench?games=divide_dollar", matches=1)
    assert [(row["player"], row["setting"]) for row in board(db)] == [("random", ""), ("reference", "quick")]


def test_mixed_tables_and_sweeps_are_left_out(tmp_path):
    db = tmp_path / "m.db"
    target = "gamabench?games=diners_dilemma&rounds=1"
    run(db, "random", targets=target, opponents=["reference"], matches=1)
    run(db, "random", targets=target, sweep="options", matches=1)
    assert board(db) == []


def test_profiles_are_other_arithmetics(tmp_path):
    db = tmp_path / "m.db"
    run(db, "fixed?answers=100", targets="gamabench?games=divide_dollar&rounds=1", matches=1)
    assert board(db, "paper")[0]["divide_dollar"] == -800.0
    assert board(db)[0]["divide_dollar"] == board(db, "updated")[0]["divide_dollar"] == 0.0


def test_published_records_stand_beside_ours_each_once(tmp_path):
    db = tmp_path / "m.db"
    run(db, "reference", targets="gamabench?games=divide_dollar", matches=1)
    with Store.open(db) as store:
        (ours,) = store.matches("latest")
        steps = store.steps(ours)

        def fixture(file, part="divide_dollar"):
            return Fixture(
                game="divide_dollar",
                version=ours.fixture.version,
                options=ours.fixture.options,
                seed=f"published/{file}",
                players=("published/gpt-4o",) * 10,
                policy=PRESETS["gamabench"],
                block=f"published/{file}",
                part=part,
            )

        name = "divide_dollar/gpt-4o_divide_dollar_v1"
        fixtures = [fixture(f"{name}_1.json"), fixture(f"raw_results/{name}_1.json")]
        fixtures.append(fixture(f"{name}_g2.json", "divide_dollar|g2"))
        imported = store.start_run({"source": SOURCE, "choices": {}}, fixtures)
        game = game_of("divide_dollar", ours.fixture.version, ours.fixture.options, find_kit)
        record = Record("divide_dollar", game, tuple(step.moves for step in steps))
        for match in store.matches(imported):
            for at, step in enumerate(steps):
                store.add_step(match, at, step)
            store.finish(match, Match(record, tuple(steps), record.outcome), 0.0)
    published, reference = board(db)
    assert (published["player"], published["divide_dollar"]) == ("published/gpt-4o", 100.0)
    # The second folder holds the same run; a point of the grid is no usual run.
    assert published["matches"] == 1
    assert reference["matches"] == 1
