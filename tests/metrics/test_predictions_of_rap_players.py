"""How well a searching player predicts what it will know."""

import pytest

from agonist import api
from agonist.metrics.predictions_of_rap_players import likeness, predictions
from agonist.metrics.run_matches import finished
from agonist.models.mock_endpoint import Endpoint
from agonist.store import Store


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A database with two matches of a searching player against chance."""
    db = tmp_path_factory.mktemp("rap") / "a.db"
    with Endpoint("careful") as endpoint:
        searching = f"seer=rap:endpoint/careful?base_url={endpoint.url}&iterations=2"
        api.run("tictactoe", [searching, "random"], matches=2, db=db)
    return db


def test_a_prediction_stands_beside_what_the_seat_was_told_next(played):
    with Store.open(played) as store:
        matches = finished(store, "latest", "")
        found = list(predictions(matches))
    assert found
    for each in found:
        assert each.player == "seer"
        # One more mark of its own, and one of the other unless the game was over.
        assert each.before.count("_") - each.after.count("_") in (1, 2)
        assert "<state>" not in each.predicted
        assert each.predicted


def test_a_report_compares_it_with_predicting_no_change(played):
    (section,) = (s for s in api.report(db=played).sections if s.title == "Predicted states")
    whole, game = section.tables[0].rows
    assert whole[:2] == ("seer", "all games")
    assert game[1:] == ("tictactoe", *whole[2:])
    likely, no_change = whole[2], whole[5]
    # The mock model talks of the weather; a board hardly changes.
    assert 0 <= likely < no_change < 1


def test_likeness_does_not_care_who_comes_first():
    assert likeness("a b b", "b c") == likeness("b c", "a b b") == pytest.approx(2 / 5)
    assert likeness("", "") == 1.0
    assert likeness("a", "b") == 0.0
