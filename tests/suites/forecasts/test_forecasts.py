"""Forecasts beside what came: computed by hand at a table that is known, and known of players at random."""

from statistics import fmean

import pytest

from agonist import api
from agonist.core import UsageError
from agonist.metrics.run_matches import finished
from agonist.store import Store


class Trusting:
    """Harvests 30, expects 5 of each other, says that it would fine, and fines Player 1, or Player 2 if it is
    Player 1."""

    def answer(self, view, ask, rng):
        match ask.about:
            case "harvest":
                return min(30, ask.high)
            case "fine":
                return ask.choices[1]
        return ask.sample(rng)

    def probe(self, view, ask, rng):
        return (min(20, view.stock), "yes")


class Knowing:
    """Rejects all, and takes the other's BATNA for 35 and the first issue for the one that matters most."""

    def answer(self, view, ask, rng):
        return tuple("reject" if name == "vote" else part.sample(rng) for name, part in ask.parts)

    def probe(self, view, ask, rng):
        assert sum(table is not None for table in view.tables) == 1, "only one's own table is seen"
        return (35, "budget")


def tables(tmp_path, players, options, **named):
    api.run(f"forecasts?{options}", players, db=tmp_path / "a.db", **named)
    (section,) = [s for s in api.report(db=tmp_path / "a.db").sections if s.title == "Forecasts"]
    return [[dict(zip(table.header, row, strict=False)) for row in table.rows] for table in section.tables]


def test_a_month_of_five_who_take_thirty_and_expect_twenty_of_four(tmp_path):
    """All ask for 30 of 100: each gets 20, so the four others get 80, which is 60 more than was expected."""
    options = "games=commons&designs=usual/sanctions:peer"
    (rows,) = tables(tmp_path, {"trusting": Trusting}, options, matches=2)
    for row in rows:
        assert (row["forecasts"], row["error"], row["bias"], row["would fine %"]) == (10, 60, -60, 100)
    assert {row["design"]: row["fined %"] for row in rows} == {"sanctions:peer": 100, "usual": None}


def test_what_parties_are_taken_for_is_compared_with_their_tables(tmp_path):
    (rows,) = tables(tmp_path, {"knowing": Knowing}, "games=negotiation", matches=4)
    with Store.open(tmp_path / "a.db", must_exist=True) as store:
        ends = [played.end.tables for played in finished(store, "latest", "forecasts: ")]
    by_role = {row["role"]: row for row in rows}
    for role, seat in (("opener", 0), ("responder", 1)):
        row, others = by_role[role], [end[1 - seat] for end in ends]
        error = fmean(abs(35 - other.batna) for other in others)
        found = 100 * fmean(other.weights[0] == max(other.weights) for other in others)
        assert row["estimates"] == 4
        assert (row["BATNA error, first"], row["issue %, first"]) == pytest.approx((error, found))


def test_estimates_of_players_at_random_are_as_far_off_as_computed(tmp_path):
    """Uniform from 0 to 100 against uniform from 20 to 50."""
    expected = fmean(abs(said - so) for said in range(101) for so in range(20, 51))
    (rows,) = tables(tmp_path, ["random"], "games=negotiation", matches=30)
    assert fmean(row["BATNA error, first"] for row in rows) == pytest.approx(expected, abs=6)


def test_hidden_questions_change_no_match(tmp_path):
    api.run("forecasts?designs=usual", ["reference", "random"], matches=2, db=tmp_path / "a.db")
    api.run(["commons", "negotiation"], ["reference", "random"], matches=2, db=tmp_path / "b.db")
    courses = []
    for name in ("a.db", "b.db"):
        with Store.open(tmp_path / name, must_exist=True) as store:
            found = store.matches("latest")
            courses.append({(m.fixture.game, m.nth): [s.moves for s in store.steps(m.id)] for m in found})
    assert courses[0] == courses[1]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("games=chess", "chess is not a game of the suite"),
        ("designs=taxes:high", "taxes"),
        ("designs=sanctions:graduated", "needs quota='agreed'"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, options, said):
    with pytest.raises(UsageError, match=said):
        api.run(f"forecasts?{options}", ["random"], matches=2, db=tmp_path / "a.db")
