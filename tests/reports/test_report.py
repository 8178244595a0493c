import json
from collections import Counter
from dataclasses import replace

import pytest

from agonist import api
from agonist.core import CHANCE, UsageError
from agonist.games.titles import title_of_part
from agonist.match import Fixture, invalid_answers
from agonist.metrics import Chart, ResultTable, Section, results
from agonist.metrics.head_to_head import pairs_of
from agonist.metrics.leaderboard import leaderboard
from agonist.ratings import Result
from agonist.reports import report as report_module
from agonist.reports.number_format import NOT_AVAILABLE
from agonist.reports.questions.seat_rotation import uneven_blocks
from agonist.reports.render import render
from agonist.reports.report import report_of
from agonist.reports.report_tables import tables_of
from agonist.reports.usage import CLASSES
from agonist.store import StoredMatch
from agonist.store.runs.matches_as_arrays import MatchColumns

EVIL, MUTE = "evil/</script><script>alert(1)</script>", "mute/x_y%&"


def test_invalid_answers_are_those_of_the_transcripts(store, run):
    report = report_of(store, run)
    invalid, asked, fallback = Counter(), Counter(), Counter()
    for match in store.matches(run):
        steps, names = store.steps(match.id), match.fixture.players
        invalid.update({(names[seat], kind): n for (seat, kind), n in invalid_answers(steps).items()})
        for step in steps:
            asked.update(names[seat] for seat in step.moves if seat != CHANCE)
            fallback.update(names[seat] for seat in step.fallback)
    for usage in report.usage:
        assert list(usage.invalid) == list(CLASSES)
        known = {kind: invalid[usage.player, kind] for kind in CLASSES if kind != "provider error"}
        assert {kind: usage.invalid[kind] for kind in known} == known
        assert (usage.asked, usage.fallback) == (asked[usage.player], fallback[usage.player])
    by_name = {usage.player: usage for usage in report.usage}
    assert by_name[MUTE].invalid["empty"] == 3 * by_name[MUTE].fallback > 0
    assert by_name[EVIL].invalid["unreadable"] == by_name[EVIL].invalid["provider error"] > 0
    assert by_name["random"].requests == 0 == sum(by_name["random"].invalid.values())


def test_tokens_and_dollars_add_up(store, run):
    evil, mute = (next(t for t in report_of(store, run).usage if t.player == name) for name in (EVIL, MUTE))
    first = evil.invalid["unreadable"]
    second = evil.requests - first
    assert evil.prompt == 100 * first + 120 * second
    assert evil.cached == 60 * first + 100 * second
    assert evil.completion == 20 * first + 5 * second
    assert evil.cost == pytest.approx(0.01 * first + 0.02 * second)
    assert evil.seconds == pytest.approx(0.5 * first + 0.25 * second)
    assert mute.cost is None, "nobody knows its price"


def test_an_unknown_price_is_not_zero(store, run):
    costs = next(table for table in tables_of(report_of(store, run)) if table.name == "costs")
    dollars = {row[0]: row[costs.columns.index("Dollars")] for row in costs.rows}
    assert dollars[MUTE] == NOT_AVAILABLE
    assert dollars["random"] == "0.0000"


def test_boards_are_those_of_the_matches(store, run):
    report = report_of(store, run, method="bradley-terry")
    matches = store.matches(run)
    assert list(report.overall.strict) == leaderboard(matches, method="bradley-terry", board="strict")
    assert [section.part for section in report.parts] == ["tictactoe", "guess_average?seats=4&rounds=2"]
    assert report.parts[0].fallback != report.parts[0].strict
    assert {row.player: row.score for row in report.parts[1].fallback}["reference"] is not None


def test_a_whole_run_warns_of_nothing(store, run):
    report = report_of(store, run)
    assert (report.warnings, report.finished, report.status) == ((), report.matches, "finished")


def test_json_is_plain(store, run):
    report = report_of(store, run)
    plain = report.as_json()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert plain["overall"]["strict"][0]["player"] == report.overall.strict[0].player


def test_json_has_null_for_what_it_has_no_number_for(store, run):
    report = report_of(store, run)
    endless = replace(report, lines=(replace(report.lines[0], scores=(float("inf"), float("nan"))),))
    assert endless.as_json()["lines"][0]["scores"] == [None, None]


class Partly:
    """A store in which some matches of a run are not finished."""

    def __init__(self, store, unfinished):
        self._store, self._unfinished = store, unfinished

    def __getattr__(self, name):
        return getattr(self._store, name)

    def columns(self, run):
        return MatchColumns.of(
            replace(match, status="suspended", scores=(), ranks=(), error="the endpoint is down")
            if match.nth in self._unfinished
            else match
            for match in self._store.matches(run)
        )


def test_a_partial_run_is_labelled(store, run):
    report = report_of(Partly(store, {1, 2, 3, 10}), run)
    assert report.warnings[0] == f"Partial: {report.matches - 4} of {report.matches} matches are finished."
    uneven = report.warnings[1]
    assert uneven.startswith("Seats are not evenly rotated, so ratings may favour some of them: ")
    parts = {report.lines[nth].part for nth in (1, 2, 3, 10)}
    assert all(f"{title_of_part(part)} between " in uneven for part in parts)
    assert "the endpoint is down" in str(report.as_json()["lines"])
    assert sum(row.matches for row in report.overall.fallback) < sum(
        row.matches for row in report_of(store, run).overall.fallback
    )


def test_no_such_run(store):
    with pytest.raises(UsageError):
        report_of(store, "nothing")


@pytest.mark.parametrize(
    ("seatings", "even"),
    [
        (["ab", "ba"], True),
        (["ab"], False),
        (["abc", "cab", "bca"], True),
        (["abc", "cab"], False),
        (["axy", "xay", "xya"], True),  # a challenger and their opponents
        (["axy", "xya"], False),
        (["aa"], True),
        (["ababa", "babab"], True),
        (["ababa"], False),
    ],
)
def test_a_block_is_even_if_someone_has_sat_everywhere(seatings, even):
    fixtures = [
        Fixture(game="g", version=1, options={}, seed="0", players=tuple(players), block="b")
        for players in seatings
    ]
    matches = [StoredMatch(n, "r", n, fixture, "finished") for n, fixture in enumerate(fixtures)]
    assert uneven_blocks(MatchColumns.of(matches)) == (
        [] if even else [("g", tuple(sorted(set(seatings[0]))))]
    )


def test_deals_that_are_played_once_each_are_even_together_if_seats_are_exchanged_between_them():
    def uneven(*seatings):
        fixtures = [
            Fixture(game="g", version=1, options={}, seed="0", players=tuple(players), block=f"b{n}")
            for n, players in enumerate(seatings)
        ]
        matches = [StoredMatch(n, "r", n, fixture, "finished") for n, fixture in enumerate(fixtures)]
        return uneven_blocks(MatchColumns.of(matches))

    assert uneven("ab", "ba", "ab", "ba") == []
    assert uneven("ab", "ba", "ab") == [("g", ("a", "b"))] * 3
    assert uneven("ab", "ba", "ac") == [("g", ("a", "c"))]


def test_pairs_meet_across_sides_only():
    team = Result((("a", "b"), ("c", "a")), (1, 2))
    table = {(pair.player, pair.opponent): (pair.wins, pair.losses) for pair in pairs_of([team])}
    assert table == {
        ("a", "c"): (1, 0),
        ("c", "a"): (0, 1),
        ("b", "c"): (1, 0),
        ("c", "b"): (0, 1),
        ("b", "a"): (1, 0),
        ("a", "b"): (0, 1),
    }


def test_what_suites_measured_is_in_every_format(store, run):
    chart = Chart("Ends", {"xAxis": {}, "yAxis": {}, "series": [{"type": "bar", "data": [1]}]}, "one bar")
    table = ResultTable("RunConfig", ("player", "mean", "n"), (("a<b>", 0.126, 3), ("b", None, 4)), digits=2)
    report = report_of(store, run, sections=[Section("Suite", "What it says.", (table,), (chart,))])
    table = next(table for table in tables_of(report) if table.title == "Suite: RunConfig")
    assert table.rows == (("a<b>", "0.13", "3"), ("b", NOT_AVAILABLE, "4"))
    assert report.as_json()["sections"][0]["tables"][0]["rows"] == [["a<b>", 0.126, 3], ["b", None, 4]]
    page = render(report, "html")
    assert "a&lt;b&gt;" in page
    assert 'aria-label="one bar"' in page
    assert "What it says." in render(report, "table")


def test_of_two_players_boards_and_pairs_say_the_same_of_a_run_that_stopped_by_its_results(tmp_path):
    db = tmp_path / "matches.db"
    api.run("tictactoe", ["random", "reference"], matches=4, until="decided", db=db)
    found = api.report(db=db)
    ends = {pair.player: (pair.low, pair.high) for pair in found.pairs}
    for row in found.overall.strict:
        assert (row.win_low, row.win_high) == pytest.approx(ends[row.player])


def test_a_report_looks_at_each_match_a_few_times_however_many_there_are(store, run, monkeypatch):
    """A table of parts that was made anew for each match took minutes for 24,000."""
    looks = Counter()

    def counted(match):
        looks[match.id] += 1
        return results.part_of(match)

    monkeypatch.setattr(report_module, "part_of", counted)
    report_of(store, run)
    assert max(looks.values(), default=0) < 10


def test_all_tables_of_a_report_count_the_same_matches(store, run):
    report = report_of(Partly(store, {1, 2, 3, 10}), run)
    done = [line for line in report.lines if line.status == "finished"]
    assert report.finished == len(done) == report.matches - 4
    assert sum(sum(counts.values()) for counts in report.endings.values()) == report.matches
    assert sum(count for *_, count in report.failures) == 4
    losses = {one.player: (one.won, one.drawn, one.beaten + one.invalid) for one in report.losses}
    for row in report.overall.strict:
        assert losses[row.player] == (row.wins, row.draws, row.losses)
        assert row.matches == sum(row.player in line.players for line in done)
    for boards in report.parts:
        of_part = [line for line in done if line.part == boards.part]
        for row in boards.strict:
            assert row.matches == sum(row.player in line.players for line in of_part)
            assert row.win_rate == pytest.approx(
                (row.wins + row.draws / 2) / (row.wins + row.draws + row.losses)
            )
            forfeits = [line for line in of_part if line.forfeits or line.fallback]
            assert row.unscored == sum(row.player in line.players for line in forfeits)
    assert any(row.unscored for boards in report.parts for row in boards.strict)
