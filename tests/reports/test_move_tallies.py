"""What is counted of the moves of a match when it ends, beside the moves themselves."""

from collections import Counter

import pytest
from sqlalchemy import update
from tests.reports.conftest import EVIL, play_run

from agonist.contract.sample_matches import sample_match
from agonist.games import KITS
from agonist.match import Policy, Step
from agonist.reports.report import report_of
from agonist.store import Store
from agonist.store.runs.matches_as_arrays import UNKNOWN
from agonist.store.runs.move_tally import MoveTally, tally_of
from agonist.store.runs.schema import MATCHES


@pytest.mark.parametrize("kit", KITS.values(), ids=list(KITS))
def test_each_seat_was_asked_as_often_as_the_rules_ask_it(kit):
    one, other = sample_match(kit, 1), sample_match(kit, 2)
    tallies = []
    for sample in (one, other):
        asked = Counter(seat for _, _, seat, _ in sample.questions())
        tallies.append(tally_of([Step(moves) for moves in sample.record.moves], sample.game.seats))
        assert tallies[-1].asked == tuple(asked[seat] for seat in range(sample.game.seats))
        in_other_order = [Step(dict(reversed(moves.items()))) for moves in sample.record.moves]
        assert tally_of(in_other_order, sample.game.seats) == tallies[-1]
    assert (tallies[0].course == tallies[1].course) is (one.record.moves == other.record.moves)


@pytest.mark.parametrize("policy", [Policy(retries=1), Policy(retries=0, then="forfeit")])
def test_a_report_from_what_was_counted_is_that_from_all_moves_and_calls(policy, tmp_path):
    path = tmp_path / "games.db"
    players = ["random", "reference", "mute/x_y%&", EVIL]
    run = play_run(path, ["tictactoe", "el_farol?seats=4&rounds=2"], players, matches=6, policy=policy)
    with Store.open(path) as store:
        matches = store.columns(run=run)
        steps = store.steps_of_run(run)
        for nth, match in enumerate(matches.ids.tolist()):
            asked, fallback = matches.counts[matches.counted[nth]]
            seats = len(matches.cases[matches.case[nth]].fixture.players)
            assert MoveTally(asked, fallback, int(matches.courses[nth])) == tally_of(steps[match], seats)
        of_kept = report_of(store, run).as_json()
        store.change(
            lambda connection: connection.execute(
                update(MATCHES).values(move_counts=None, course=None, usage=None)
            )
        )
        assert set(store.columns(run=run).counted.tolist()) == {UNKNOWN}
        assert report_of(store, run).as_json() == of_kept
    assert {one["kind"] for one in of_kept["examples"]} >= {"empty", "unreadable"}
    fallback = {one["player"]: one["fallback"] for one in of_kept["usage"]}
    assert fallback["mute/x_y%&"] > 0
    assert fallback["random"] == fallback["reference"] == 0
