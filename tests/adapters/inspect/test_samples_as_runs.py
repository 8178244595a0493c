"""Matches of samples as runs of a database; Inspect itself is not needed."""

import json

import pytest

from agonist import fixture, play
from agonist.adapters.inspect.report_numbers import numbers_of
from agonist.adapters.inspect.sample_contents import PlannedMatch, PlayedMatch
from agonist.adapters.inspect.samples_as_runs import impossible, new_matches, store_matches
from agonist.metrics import ResultTable, Section
from agonist.metrics.leaderboard import leaderboard
from agonist.store import Store
from agonist.store.runs.damage import Damaged


@pytest.fixture
def played(tmp_path):
    """A stored match as a sample would hold it, after it was a text."""
    play(fixture("liars_dice?seats=2", ["random", "reference"], seed=3), db=tmp_path / "first.db")
    with Store.open(tmp_path / "first.db") as store:
        (match,) = store.matches(store.runs()[0].id)
        record = PlayedMatch("uuid", match, store.steps(match), (1,))
    return json.loads(json.dumps(record.plain()))


def test_a_record_that_was_a_text_is_the_match_that_was_played(played, tmp_path):
    again = PlayedMatch.of(played)
    assert (again.player, again.run) == ("reference", "")
    assert json.loads(json.dumps(again.plain())) == played
    with Store.open(tmp_path / "first.db") as store:
        (match,) = store.matches(store.runs()[0].id)
        assert (again.match, list(again.steps)) == (match, store.steps(match))


def test_an_imported_match_is_rated_and_replayed_as_the_one_that_was_played(played, tmp_path):
    record = PlayedMatch.of(played)
    with Store.open(tmp_path / "a.db") as store, Store.open(tmp_path / "first.db") as first:
        run = store_matches(store, [record], {"task": "agonist/game"})
        (before,) = first.matches(first.runs()[0].id)
        (after,) = store.matches(run)
        assert store.steps(after) == first.steps(before)
        assert leaderboard([after]) == leaderboard([before])
        assert after.fixture.key == before.fixture.key


def test_a_sample_that_was_imported_is_not_imported_again(played, tmp_path):
    record = PlayedMatch.of(played)
    with Store.open(tmp_path / "a.db") as store:
        assert new_matches(store, [record, record]) == [record]
        store_matches(store, [record], {})
        assert new_matches(store, [record]) == []


def test_an_exported_match_is_not_imported_where_its_run_is(played, tmp_path):
    with Store.open(tmp_path / "first.db") as store:
        exported = PlayedMatch.of(played | {"id": f"{store.runs()[0].id}/1"})
        assert new_matches(store, [exported]) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda match: match["steps"][0]["moves"]["-1"].reverse(), "seed"),
        (lambda match: match.update(scores=match["scores"][::-1]), "scores"),
        (lambda match: match["steps"].pop(), "goes on"),
        (lambda match: match["steps"][1]["moves"].update({"1": ["doubt"]}), "move 2"),
    ],
)  # fmt: skip
def test_what_was_changed_in_a_record_is_named(played, change, says):
    assert impossible(PlayedMatch.of(played)) == []
    change(played["match"])
    assert says in " ".join(impossible(PlayedMatch.of(played)))


def test_a_score_that_its_moves_do_not_give_is_named(played):
    record = PlayedMatch.of(played)
    own = record.match.scores[1]
    assert impossible(record, own) == []
    assert impossible(record, own + 1)


@pytest.mark.parametrize("part", ["match", "seats", "id"])
def test_half_a_record_is_damaged(played, part):
    del played[part]
    with pytest.raises(Damaged):
        PlayedMatch.of(played)
    with pytest.raises(Damaged):
        PlayedMatch.of(played | {part: [7]})


def test_later_epochs_have_deals_of_their_own_and_matches_on_one_deal_one_name():
    planned = PlannedMatch(fixture("liars_dice", ["random"] * 4, seed=1), (0,))
    again = PlannedMatch.of(json.loads(json.dumps(planned.metadata())))
    assert again == planned == planned.of_epoch(1)
    assert planned.of_epoch(2).fixture.deal != planned.fixture.deal != planned.of_epoch(3).fixture.deal


def test_numbers_of_a_report_are_those_with_intervals_of_one_player():
    long = ResultTable("Metrics", ("player", "metric", "%", "low", "high", "trials"), (
        ("me", "deception: equation 4", 50.0, 20.0, 80.0, 10), ("you", "deception", 1.0, 0.0, 2.0, 9),
        ("me", "reasoning", None, None, None, 0),
    ))  # fmt: skip
    wide = ResultTable("Scores", ("game", "player", "n", "raw", "low", "high"), (("Hex", "me", 4, 2, 1, 3),))
    assert dict(numbers_of([Section("", tables=(long,))], "me")) == {
        "deception_equation_4": 50, "deception_equation_4_low": 20, "deception_equation_4_high": 80,
    }  # fmt: skip
    assert dict(numbers_of([Section("", tables=(wide,))], "me")) == {
        "hex_raw": 2, "hex_raw_low": 1, "hex_raw_high": 3,
    }  # fmt: skip
