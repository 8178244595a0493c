"""Columns of finished matches hold what their matches say."""

from itertools import product

import pytest

from agonist.arena.boards.match_arrays import MatchGroup, Numbering, Numberings, Variant
from agonist.core import Outcome
from agonist.core.outcome import by_seat, places, points
from agonist.metrics.results import places_of, points_of, sides_of
from agonist.store.platform.finished_match_rows import EndedRow

SCORES = list(product((0.0, 1.0, 2.0, 3.0), repeat=4))
LOST = [(), (0,), (2,), (0, 3), (0, 1, 2, 3)]


@pytest.mark.parametrize("teams", [(), ((0, 2), (1, 3)), ((0, 1, 2),)], ids=str)
def test_places_and_points_of_many_matches_are_those_of_each(teams):
    numbers = Numberings(*(Numbering() for _ in range(4)))
    group = MatchGroup(0, "nim", 4, teams, numbers)
    numbers.variants.of(Variant("nim", 1, "nim", {}, "nim?#"), "nim")
    for name in "abcd":
        numbers.players.of((name, name))
    rows = [
        EndedRow(nth, "nim", {}, scores, Outcome(scores, "", teams).ranks, teams, forfeits, fallback, 0.0,
                 "run", trial=False)
        for nth, (scores, forfeits, fallback) in enumerate(product(SCORES, LOST[:3], LOST))
    ]  # fmt: skip
    for row in rows:
        group.add(row, [0, 1, 2, 3], 0, 7)
    columns = group.columns()
    won = columns.points()
    for at, row in enumerate(rows):
        match = group.match(at).as_match()
        own, lost = sides_of(match), {*row.forfeits, *row.fallback}
        expected = places(own, row.ranks, lost)
        assert tuple(columns.places[at]) == expected == places_of(match, own, "strict")
        assert won[at].tolist() == points_of(match) == by_seat(own, points(expected))
