"""The four questions of a report, on matches whose answers can be worked out by hand."""

from dataclasses import replace

import pytest
from scipy.stats import norm

from agonist import api
from agonist.core import Outcome
from agonist.match import Fixture, Step
from agonist.metrics.head_to_head import Pair
from agonist.metrics.leaderboard import Row
from agonist.players.model_call_record import ModelCall
from agonist.players.unique_names import is_yardstick
from agonist.reports.ending_of_match import ENDINGS, ending_of
from agonist.reports.headline import headline
from agonist.reports.player_summaries import glances
from agonist.reports.questions.certainty import sureness
from agonist.reports.questions.losses import Examples, Losses, failures_of, losses_of, mirrored_of
from agonist.reports.questions.marks_by_ability import Mark, matrix, profile
from agonist.reports.questions.players_marked_0_and_100 import anchors_of, declared_in
from agonist.reports.report import report_of
from agonist.store import Reader, StoredMatch
from agonist.store.runs.matches_as_arrays import MatchColumns


def row(player, score=None, half=None, rank=(1, 1), **more):
    blank = dict.fromkeys(Row.__dataclass_fields__)
    low, high = (None, None) if half is None else (score - half, score + half)
    given = {
        "player": player,
        "score": score,
        "score_low": low,
        "score_high": high,
        "matches": 20,
        "note": "",
    }
    return Row(**(blank | given | {"rank_low": rank[0], "rank_high": rank[1]} | more))


ANCHORS = {"random": "random", "reference": "reference"}


def test_a_mark_is_the_score_between_both_anchors():
    rows = [row("random", 10, 1), row("reference", 30, 2), row("model", 25, 1.5)]
    marks = {mark.player: mark for mark in matrix([("game", rows)], ANCHORS)}
    assert marks["random"].value == 0
    assert marks["reference"].value == 100
    model = marks["model"]
    assert model.value == pytest.approx(75)
    # The delta method for (s − r) / (f − r), with the half widths of three independent means.
    slopes = (1 / 20, -(1 - 0.75) / 20, -0.75 / 20)
    half = 100 * sum((slope * half) ** 2 for slope, half in zip(slopes, (1.5, 1, 2), strict=True)) ** 0.5
    assert model.high - model.value == pytest.approx(half)
    assert model.value - model.low == pytest.approx(half)


def test_the_interval_of_a_mark_holds_as_often_as_it_says():
    """Simulated: three means with normal errors; the true share is 60."""
    from numpy.random import default_rng

    rng, held, times = default_rng(5), 0, 800
    errors = 1.0, 1.5, 0.8
    for _ in range(times):
        zero, hundred, own = (
            mean + error * rng.standard_normal() for mean, error in zip((0, 50, 30), errors, strict=True)
        )
        z = norm.ppf(0.975)
        names = zip(("random", "reference", "model"), (zero, hundred, own), errors, strict=True)
        rows = [row(name, score, z * error) for name, score, error in names]
        model = matrix([("game", rows)], ANCHORS)[2]
        held += model.low <= 60 <= model.high
    assert 0.925 <= held / times <= 0.975


def test_where_a_game_declares_sensible_answers_only_the_baseline_player_is_the_zero():
    rows = [row("random", 0, 1), row("baseline", 10, 1), row("reference", 30, 2), row("model", 20, 1.5)]
    with_baseline = {"baseline": "baseline", "reference": "reference"}
    for declared in ((), ("game",)):
        assert matrix([("game", rows)], with_baseline, declared)[3].value == pytest.approx(50)
    assert matrix([("game", rows)], ANCHORS)[3].value == pytest.approx(100 * 20 / 30)
    assert matrix([("game", rows)], ANCHORS, ("game",))[3].measure == "win rate"


@pytest.mark.parametrize(("game", "declares"), [("air_land_sea", True), ("tictactoe", False)])
def test_a_run_is_marked_from_the_baseline_player_or_from_random_where_no_game_declares_one(
    tmp_path, game, declares
):
    status = api.run([game], ["random", "reference", "mine=baseline"], matches=1, db=tmp_path / "a.db")
    with Reader.open(tmp_path / "a.db") as store:
        matches = store.matches(status.run)
    assert anchors_of(matches) == {"baseline": "mine", "reference": "reference"}
    without = [match for match in matches if "mine" not in match.fixture.players]
    assert anchors_of(without) == {"random": "random", "reference": "reference"}
    assert bool(declared_in(matches)) is declares


def test_without_both_anchors_a_mark_is_the_win_rate():
    rows = [row("random", 10, 1), row("model", 25, 1.5, win_rate=0.7, win_low=0.5, win_high=0.9)]
    (_, model) = matrix([("game", rows)], {"random": "random"})
    assert (model.measure, model.value, model.low, model.high) == ("win rate", 70, 50, 90)


def test_where_the_anchors_do_not_differ_nothing_is_put_between_them():
    rows = [row("random", 10, 8), row("reference", 12, 8), row("model", 11, 1, win_rate=0.5)]
    marks = matrix([("game", rows)], ANCHORS)
    assert {mark.measure for mark in marks} == {"win rate"}
    assert "do not differ" in marks[2].note


def test_the_profile_is_the_mean_over_games_and_never_mixes_measures():
    marks = [
        Mark("a", "chess", "anchored", 80, 70, 90),
        Mark("a", "go", "anchored", 40, 30, 50),
        Mark("a", "poker", "win rate", 10, 0, 20),
    ]
    abilities = {"chess": ("planning",), "go": ("planning", "space"), "poker": ("planning",)}
    by_name = {mark.part: mark for mark in profile(marks, abilities)}
    planning = by_name["planning"]
    assert (planning.value, planning.games) == (60, 2)
    assert planning.high - planning.low == pytest.approx(20 / 2**0.5)
    assert by_name["space"].value == 40


def match(number, players, scores, block="", **more):
    fixture = Fixture("tictactoe", 1, {}, more.pop("seed", "7"), players, block=block)
    ends = {"scores": scores, "ranks": Outcome(scores, "").ranks}
    return StoredMatch(number, "run", number, fixture, more.pop("status", "finished"), **ends, **more)


MATCHES = [
    match(1, ("a", "b"), (1, -1), "deal", reason="three in a line"),
    match(2, ("b", "a"), (-1, 1), "deal", reason="three in a line"),
    match(3, ("a", "b"), (0, 0)),
    match(4, ("a", "b"), (1, -1), forfeits=(1,), fallback=(1,)),
    match(5, ("a", "b"), (1, -1), fallback=(0,)),
    match(6, ("a", "b"), (), status="suspended", error="the endpoint is down"),
    match(7, ("a", "b"), (), status="suspended", error="the endpoint is down"),
]


def test_losses_are_told_apart_by_their_cause():
    """Match 4: b forfeits. Match 5: a has a fallback move, and has lost it on the strict board."""
    assert losses_of(MatchColumns.of(MATCHES)) == [
        Losses("a", won=3, drawn=1, invalid=1, unfinished=2),
        Losses("b", won=1, drawn=1, beaten=2, invalid=1, unfinished=2),
    ]


def test_endings_are_apart_from_who_won():
    assert [ending_of(one) for one in MATCHES] == [
        *["played to the end"] * 3,
        "forfeited by invalid answers",
        "played to the end with fallback moves",
        *["suspended"] * 2,
    ]
    assert {ending_of(one) for one in MATCHES} <= set(ENDINGS)
    assert failures_of(MatchColumns.of(MATCHES)) == [(("tictactoe",), "suspended", "the endpoint is down", 2)]


def test_one_deal_on_which_one_player_failed_and_another_did_not():
    (one,) = mirrored_of(MatchColumns.of(MATCHES))
    assert (one.seat, one.lost, one.lost_match, one.won, one.won_match) == (0, "b", 2, "a", 1)
    alone = [replace(match, fixture=replace(match.fixture, block="")) for match in MATCHES]
    assert mirrored_of(MatchColumns.of(alone)) == [], "matches without a deal in common are not compared"


def test_pairs_that_are_dealt_the_same_are_compared():
    """As in `agonist run --deals shared`: each pair of players has blocks of its own."""
    matches = [
        match(1, ("a", "reference"), (1, -1), "poker/a/0"),
        match(2, ("b", "reference"), (-1, 1), "poker/b/0"),
        match(3, ("b", "reference"), (-1, 1), "poker/b/1", seed="8"),
    ]
    (one,) = mirrored_of(MatchColumns.of(matches))
    assert (one.lost, one.lost_match, one.won, one.won_match) == ("b", 2, "a", 1)


def test_examples_are_of_different_matches_first_and_of_every_class():
    bad = [
        ModelCall(text=f"{kind} {n}", seat=0, error=kind) for n in range(3) for kind in ("empty", "illegal")
    ]
    found = Examples()
    for one in MATCHES[:5]:
        found.add(one, [Step({0: 1}, tuple(bad))])
    examples = [example for example in found.all() if example.player == "a"]
    assert [example.kind for example in examples] == ["empty"] * 3 + ["illegal"] * 3
    assert [example.match for example in examples[:3]] == [1, 3, 4]
    assert {example.step for example in examples} == {1}


def test_the_headline_names_a_best_player_only_where_the_ranks_do(store, run):
    report = report_of(store, run)

    def titled(*rows):
        return headline(replace(report, overall=replace(report.overall, strict=rows)))

    first, second = row("ann", rating=1600.0, rank=(1, 1)), row("bob", rating=1400.0, rank=(2, 2))
    assert titled(first, second) == "ann is the best of 4 players in 2 games taken together"
    open_first, open_second = replace(first, rank_high=2), replace(second, rank_low=1)
    assert "nobody is clearly the best" in titled(open_first, open_second)
    assert titled(open_first, open_second, row("eve", rating=1.0, rank=(3, 3))).startswith(
        "ann leads 3 other players in 2 games taken together; 1 of them may be as good"
    )
    assert titled(row("ann", rank=(None, None))) == "4 players in 2 games"


def test_arms_of_a_sweep_are_one_game_in_the_headline(store, run):
    report = report_of(store, run)

    def titled(*parts):
        lines = tuple(replace(report.lines[0], part=part) for part in parts)
        return headline(replace(report, lines=lines, overall=replace(report.overall, strict=())))

    assert titled("el_farol|methods=direct", "el_farol|methods=cot").endswith(" in El Farol Bar")
    assert titled("el_farol|mode=explicit").endswith(" in El Farol Bar (mode explicit)")
    assert titled("el_farol|methods=cot", "pirate_game|methods=cot").endswith(" in 2 games")


def test_sureness_says_what_ranks_leave_open():
    sure = list(sureness([row("ann", rank=(1, 1)), row("bob", rank=(2, 2))]))
    assert sure == ["ann is better than every other player.", "The whole order is settled."]
    unsure = " ".join(sureness([row("ann", rank=(1, 2)), row("bob", rank=(1, 2), matches=4)]))
    assert "Any of ann and bob may be the best" in unsure
    assert "Fewer than 10 matches each: bob." in unsure
    assert list(sureness([])) == ["There are too few results to say who is better."]


def test_the_headline_is_about_the_readers_own_players(store, run):
    report = report_of(store, run)

    def titled(rows, pairs):
        return headline(replace(report, overall=replace(report.overall, strict=rows), pairs=pairs))

    mine, reference, zero = (
        replace(row(name, rating=1500.0, rank=(1, 3)), yardstick=is_yardstick(name))
        for name in ("openai/mine", "reference", "random")
    )
    clear = Pair("openai/mine", "random", 9, 0, 1, 0.9, 0.6, 0.98)
    behind = Pair("openai/mine", "reference", 1, 0, 9, 0.1, 0.02, 0.4)
    assert titled((reference, mine, zero), (clear, behind)).startswith(
        "openai/mine beats random and loses to reference in "
    )
    games = {line.part for line in report.lines}
    assert titled((reference, mine), (behind,)).endswith(f" in {len(games)} games taken together")
    close = replace(clear, low=0.4)
    assert titled((reference, mine, zero), (close, behind)).endswith("; undecided against random")
    assert titled((reference, mine, zero), (close,)).endswith(": undecided against random")
    named = replace(mine, player="after")
    before = row("before", rating=1400.0, rank=(4, 4))
    two = titled((replace(named, rank_high=2), reference, before), ())
    assert two.startswith("after is the best of your 2 players in ")


def test_a_glance_has_strength_weakness_losses_and_cost_of_each_own_player(store, run):
    report = report_of(store, run)
    found = {one.player: one for one in glances(report)}
    usage = {one.player: one for one in report.usage}
    assert set(found) == {name for name in usage if usage[name].requests}
    for name, one in found.items():
        best = max(mark.value for mark in report.marks if mark.player == name and mark.value is not None)
        assert f"{best:.0f}" in one.strongest
        assert f"{usage[name].prompt + usage[name].completion:,} tokens" in one.cost
        lost = next(losses for losses in report.losses if losses.player == name)
        assert not lost.invalid or f"{lost.invalid} by invalid answers" in one.lost
