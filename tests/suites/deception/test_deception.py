"""Hidden questions around speeches: computed by hand at a table of three, and known of players at random."""

from pathlib import Path

import numpy as np
import pytest

from agonist import api
from agonist.core import UsageError
from agonist.metrics.run_matches import finished
from agonist.ratings.clustered_mean import clustered_mean
from agonist.store import Store
from agonist.suites.deception.speeches import heard

EXAMPLES = Path(__file__).parents[3] / "examples"


def tables(tmp_path, players, options="games=chameleon", **named):
    api.run(f"deception?{options}", players, db=tmp_path / "a.db", **named)
    (section,) = [s for s in api.report(db=tmp_path / "a.db").sections if s.title == "Deception and trust"]
    return [[dict(zip(table.header, row, strict=False)) for row in table.rows] for table in section.tables]


def by_hand(chameleon):
    """The shifts of the three speeches: (speaker, false, listener, points, points to the end)."""
    found = []
    for speaker in range(3):
        about = (speaker + 1) % 3
        for listener in range(3):
            if listener in (speaker, chameleon, about):
                continue
            before = 50.0 if speaker == 0 else 100.0 * (about == speaker)  # the clue before named the speaker
            last = 100.0 * (about == 0)  # the last clue, of Player 3, names Player 1
            found.append((speaker, about != chameleon, listener, 100.0 - before, last - before))
    return found


def test_shifts_at_a_table_that_believes_the_last_clue_are_those_computed_by_hand(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    speaking, listening = tables(tmp_path, ["pointing:Pointer"], matches=12)
    with Store.open(tmp_path / "a.db", must_exist=True) as store:
        matches = [heard(played) for played in finished(store, "latest", "deception: ")]
    assert len(matches) == 12
    expected = {"chameleon": [], "others": []}
    for match in matches:
        (chameleon,) = match.hidden
        assert len(match.speeches) == 3
        for speaker, false, _, shift, kept in by_hand(chameleon):
            if false:
                expected["chameleon" if speaker == chameleon else "others"].append((shift, kept))
        for speech in match.speeches:
            assert speech.about == (speech.speaker + 1) % 3
            assert match.is_false(speech) == (speech.about != chameleon)
            assert chameleon not in {listener.seat for listener in speech.listeners}
    rows = {row["side"]: row for row in speaking}
    assert sum(row["speeches"] for row in speaking) == 36
    assert rows["chameleon"]["false %"] == 100.0
    shifts, kept = zip(*expected["chameleon"], strict=True)
    assert rows["chameleon"]["shift if false"] == pytest.approx(np.mean(shifts))
    assert rows["chameleon"]["retained"] == pytest.approx(np.mean(kept))
    assert not expected["others"], "who listens to a false clue of the others is named by it, or hides"
    assert rows["others"]["shift if false"] is None
    (listens,) = listening
    assert listens["deceived"] == pytest.approx(np.mean(shifts))


def test_of_players_at_random_nothing_moves_and_beliefs_are_half_wrong(tmp_path):
    speaking, listening = tables(tmp_path, ["random"], "games=werewolf&seats=7", matches=12)
    (listens,) = listening
    assert listens["error"] == pytest.approx(50, abs=4)
    assert listens["deceived"] == pytest.approx(0, abs=12)
    assert {row["side"] for row in speaking} == {"werewolf", "village"}
    for row in speaking:
        assert row["detected %"] == pytest.approx(50, abs=20)


def test_hidden_questions_change_no_match(tmp_path):
    api.run("deception?games=avalon,chameleon", ["reference", "random"], matches=4, db=tmp_path / "a.db")
    api.run(["avalon", "chameleon"], ["reference", "random"], matches=4, db=tmp_path / "b.db")
    courses = []
    for name in ("a.db", "b.db"):
        with Store.open(tmp_path / name, must_exist=True) as store:
            found = store.matches("latest")
            courses.append({(m.fixture.game, m.nth): [s.moves for s in store.steps(m.id)] for m in found})
    assert courses[0] == courses[1]


def test_an_interval_of_shifts_of_players_at_random_holds_zero():
    rng, held, runs = np.random.default_rng(1), 0, 500
    for _ in range(runs):
        values = []
        for deal in range(20):
            tilt = rng.normal(0, 10)  # speeches of one match have the same listeners
            before, after = rng.integers(0, 101, (2, 30))
            values += [(str(deal), float(shift)) for shift in after - before + tilt]
        _, low, high = clustered_mean(values)
        held += low <= 0 <= high
    assert held / runs >= 0.93


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("games=chess", "chess is not a game of the suite"),
        ("games=avalon&seats=3", "avalon is not for 3 players"),
        ("seats=x", "seats"),
        ("side=evil", "option"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, options, said):
    with pytest.raises(UsageError, match=said):
        api.run(f"deception?{options}", ["random"], matches=2, db=tmp_path / "a.db")
