"""The suite as a schedule and as tables, on small games played by simple players."""

import csv
import io
from fractions import Fraction
from math import inf
from random import Random

import pytest

from agonist import api, run_config
from agonist.core import UsageError
from agonist.models.protocol import Reply, Usage
from agonist.players import parse_player
from agonist.players.settings_and_style import style_of
from agonist.players.spec import with_style
from agonist.reports.render import render
from agonist.store import Store
from agonist.suites import SUITES
from agonist.suites.gamabench.report.board import setting_of
from agonist.suites.gamabench.report.charts import left_out, scores
from agonist.suites.gamabench.report.round_measures import MEASURES, distance_by, series
from agonist.suites.gamabench.report.sweep_tables import attainable, components, differences, least_p
from agonist.suites.gamabench.report.tables_in_paper_layout import tables
from agonist.suites.gamabench.results import collect, overalls
from agonist.suites.gamabench.scoring import (
    GAMES,
    Auctions,
    Battle,
    Bids,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
    Shot,
    choices_of,
    score,
)
from agonist.suites.gamabench.suite import incomparable, profile_of
from agonist.suites.gamabench.sweeps import LEVEL_ELSEWHERE, OPTIONS, SWEEPS, arms_of
from agonist.tournament.evaluation_request import Entry

SUITE = SUITES["gamabench"]


def played(folder, *players, targets="gamabench?rounds=2&seats=4", **more):
    """The entry and its sections, after a run."""
    db = folder / "matches.db"
    report = api.run(targets, players, db=db, **more)
    assert report.status == "finished"
    with Store.open(db) as store:
        entry = Entry.from_dict(store.run(report.run).plan["suites"]["gamabench"])
        profile = profile_of(entry)
        return SUITE.sections(store, report.run, entry), collect(store, report.run, entry, profile)


def test_one_player_takes_all_ten_seats_of_eight_games_five_times():
    fixtures = SUITE.schedule(Entry(("random",)))
    assert len(fixtures) == 40
    assert {fixture.game for fixture in fixtures} == set(GAMES)
    assert all(fixture.players == ("random",) * 10 for fixture in fixtures)
    assert all(fixture.options["rounds"] == 20 for fixture in fixtures if "rounds" in fixture.options)
    assert {f.seed for f in fixtures} == {f"0/{run}" for run in range(5)}
    assert {f.policy.retries for f in fixtures} == {5}
    assert len({f.key for f in fixtures}) == 40
    (cap,) = {f.options["shot_cap"] for f in fixtures if f.game == "battle_royale"}
    (valuations,) = {f.options["valuations"] for f in fixtures if f.game == "sealed_bid_auction"}
    assert (cap, valuations) == (20, "published")


def test_runs_go_through_all_games_before_the_next_so_that_a_part_is_a_table():
    fixtures = SUITE.schedule(Entry(("random",)))
    assert [fixture.seed for fixture in fixtures[:8]] == ["0/0"] * 8


def test_fixed_seats_stay_and_opponents_move_on():
    entry = Entry(("random",), ("reference",), {"games": "divide_dollar"}, {0: "fixed?answers=91"}, matches=2)
    first, second = SUITE.schedule(entry)
    assert first.players[:4] == ("fixed?answers=91", "reference", "random", "reference")
    assert second.players[:4] == ("fixed?answers=91", "random", "reference", "random")


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (Entry(("random",), options={"games": "chess"}), "chess"),
        (Entry(("random",), options={"game": "el_farol"}), "did you mean 'games'"),
        (Entry(("random",), options={"rounds": "many"}), "rounds is a whole number"),
        (Entry(("random",), seats={10: "human"}), "10.*0 to 9"),
        (Entry(("random",), sweep="temperature"), "did you mean 'temperatures'"),
        (Entry(("random",), sweep="temperatures"), "for models"),
        (Entry(("random",), profile="printed"), "printed"),
        (Entry(("random",), matches=0), "matches.*0"),
        (Entry(("random",), options={"wordings": "v9"}), "v9"),
        (Entry(("cot:openai/x",), sweep="methods"), "cot:openai/x.*methods|sc:.*methods"),
        (Entry(("sc:openai/x?samples=3",), sweep="methods"), "cot:openai/x.*methods|sc:.*methods"),
        (Entry(("persona:openai/x?as=selfish",), sweep="personas"), "as=selfish.*personas"),
        (Entry(("openai/x?temperature=0",), sweep="temperatures"), "temperature=0.*temperatures"),
        (Entry(("openai/x?body.temperature=0",), sweep="temperatures"), "temperature=0.*temperatures"),
        (Entry(("random",), sweep="prompts", options={"wordings": "v2"}), "wordings="),
        (Entry(("random",), options={"temperatures": "0,1"}), "--sweep temperatures"),
        (Entry(("openai/x",), sweep="temperatures", options={"temperatures": "hot"}), "temperature"),
        (Entry(("random",), options={"mode": "loud"}), "mode"),
        (Entry(("random",), options={"price": "third"}), "price"),
        (Entry(("openai/x",), sweep="personas", options={"personas": "pirate.md"}), "pirate.md"),
    ],
)
def test_what_there_is_not_is_refused(entry, told):
    with pytest.raises(UsageError, match=told):
        SUITE.schedule(entry)


def test_the_table_stands_beside_the_published_rows(tmp_path):
    (section,), found = played(tmp_path, "reference", matches=2)
    paper, intervals, *_ = section.tables
    assert paper.header == ("model", "source", *GAMES, "overall", "note")
    own = paper.rows[0]
    assert own[:2] == ("reference", "this run: 2 matches a game")
    assert own[2 + list(GAMES).index("divide_dollar")] == "100.0 ± 0.0"
    printed = {(row[0], row[1]): row for row in paper.rows}
    assert printed["gpt-4t-0125", "Table 1"][2] == "91.6 ± 0.6"
    assert "0613" in str(printed["gpt-3.5-0125", "Table 1"][-1])
    assert len([row for row in paper.rows if row[1] == "leaderboard"]) == 13
    assert "Not comparable" in section.text
    assert intervals.rows[-1][:3] == ("reference", "overall", 2)
    both = overalls(found)
    first = [result.score.value for result in found if result.run == 0]
    assert both[0] == pytest.approx(sum(first) / 8)


def test_without_all_eight_games_there_is_no_overall(tmp_path):
    (section,), _ = played(
        tmp_path, "random", targets="gamabench?games=el_farol,pirate_game&rounds=2&seats=4"
    )
    own = dict(zip(section.tables[0].header, section.tables[0].rows[0], strict=True))
    assert (own["overall"], own["guess_average"]) == (None, None)
    assert "±" in own["el_farol"]


def test_groups_of_seats_are_scored_beside_the_pool(tmp_path):
    targets = "gamabench?games=divide_dollar&rounds=1"
    (section,), _ = played(
        tmp_path,
        "fixed?answers=1",
        targets=targets,
        matches=1,
        seats={9: "fixed?answers=91"},
        profile="paper",
    )
    rows = {row[2]: row[4] for row in section.tables[-1].rows}
    assert rows == {
        "all seats": 100,
        "fixed?answers=1": pytest.approx(10),
        "fixed?answers=91": pytest.approx(-710),
    }
    assert section.tables[0].rows[0][0] == "fixed?answers=1 × 9 + fixed?answers=91"


def test_a_run_mostly_played_by_the_fallback_has_no_rating(tmp_path):
    script = tmp_path / "script.txt"
    script.write_text("perhaps\n")
    (section,), found = played(tmp_path, f"scripted?file={script}", matches=1)
    *scores, overall, note = section.tables[0].rows[0]
    assert "el_farol 8 of 8" in note
    assert "no overall score for 1 of 1 runs" in note
    assert overall is None
    assert overalls(found) == []
    assert scores.count(None) == 0
    with Store.open(tmp_path / "matches.db") as store:
        (row,) = SUITE.leaderboard(store).tables[0].rows
    assert row[2] is None
    assert "no overall score" in row[-1]


def test_quick_runs_say_that_they_cannot_be_compared(tmp_path):
    (section,), found = played(tmp_path, "random", targets="gamabench?games=diners_dilemma", quick=True)
    assert [len(result.choices.rounds) for result in found] == [5, 5]
    assert "quick" in section.text


def test_unfinished_games_leave_gaps():
    paper, *_ = tables([], Entry(("random",)), "paper")
    assert set(paper.rows[0][2:-1]) == {None}


def test_charts_compare_players_and_show_each_choice(tmp_path):
    (section,), _ = played(tmp_path, "random", "reference", matches=1)
    titles = [chart.title for chart in section.charts]
    assert titles[0] == "Scores in the games"
    assert "Divide the Dollar: sum of the bids" in titles
    assert "Divide the Dollar: bids in run 1 of random" in titles
    assert "Pirate Game: wrong votes on each plan, in percent" in titles
    alive = section.charts[titles.index("Battle Royale: players left after each shot")].option["series"]
    assert alive[0]["data"][0] in (3, 4)
    lines = section.charts[titles.index("Divide the Dollar: sum of the bids")].option["series"]
    assert [(line["name"], len(line["data"])) for line in lines] == [("random", 2), ("reference", 2)]


def test_charts_show_who_chose_a_word_and_no_score_below_0_as_a_good_one(tmp_path):
    found = played(tmp_path, "fixed?answers=go,stay", targets="gamabench?games=el_farol&rounds=2", matches=1)
    ((section,), _) = found
    charts = {chart.title: chart for chart in section.charts}
    (title,) = [title for title in charts if "who went" in title]
    (series,) = charts[title].option["series"]
    assert series["data"] == [[1, seat, seat] for seat in range(1, 11)]
    targets = "gamabench?games=divide_dollar,el_farol,diners_dilemma&rounds=1&seats=4"
    script = tmp_path / "script.txt"
    script.write_text("100\ngo\ncheap\n")
    (section,), _ = played(tmp_path, f"scripted?file={script}", targets=targets, matches=1, profile="paper")
    radar = section.charts[0]
    assert "divide_dollar -200" in radar.shows
    assert radar.option["series"][0]["data"][0]["value"][1] == 0


def test_a_report_says_whom_its_figures_leave_out():
    assert left_out(["a", "b", "c"]) == ""
    assert left_out("abcd") == " Figures compare all players, and show single runs of the first 3."
    assert "the first 13 of 20 players" in left_out([str(n) for n in range(20)])


def test_games_that_somebody_has_not_played_are_not_drawn_as_0(tmp_path):
    (_, found) = played(tmp_path, "random", "reference", matches=1)
    less = [one for one in found if (one.player, one.game) != ("random", "el_farol")]
    (chart,) = scores(less, ["random", "reference"])
    assert chart.option["series"][0]["type"] == "bar"
    assert chart.option["series"][0]["data"][1] is None
    assert "el_farol" not in chart.shows.partition(";")[0]
    (whole,) = scores(found, ["random", "reference"])
    assert whole.option["series"][0]["type"] == "radar"


def test_a_run_with_an_unfinished_game_keeps_its_finished_ones_in_the_means(tmp_path):
    _, found = played(tmp_path, "random", matches=2)
    less = [one for one in found if (one.run, one.game) != (1, "pirate_game")]
    paper, intervals, runs, *_ = tables(less, Entry(("random",)), "updated")
    assert paper.rows[0][1] == "this run: 1 to 2 matches a game"
    counts = {row[1]: row[2] for row in intervals.rows}
    assert (counts["el_farol"], counts["pirate_game"], counts["overall"]) == (2, 1, 1)
    assert runs.rows[1][2:] == (*[one.score.value for one in less if one.run == 1], None, None)


def test_a_battle_that_is_over_keeps_its_survivor_in_the_mean_over_runs():
    shot = Shot(0, 1, (0, 1), hit=True)
    short, long = Battle((50, 50), (shot,)), Battle((50, 50), (Shot(0, None, (0, 1)),) * 2)
    left = next(measure for measure in MEASURES["battle_royale"] if measure.lasts)
    assert series([short, long], left) == [1.5, 1.5]


def test_gains_targets_bills_and_winning_numbers_by_hand():
    def of(game, name, choices):
        return next(measure for measure in MEASURES[game] if measure.name.startswith(name)).of(choices)

    guesses = Guessing(0, 100, Fraction(2, 3), ((0, 30, 60),))
    assert of("guess_average", "target", guesses) == [20]
    assert of("guess_average", "winning", guesses) == [30]
    evenings = Evenings(Fraction(1, 2), (("go", "stay"), ("go", "go")))
    assert of("el_farol", "average gain", evenings) == [7.5, 0]
    assert of("divide_dollar", "average gain", Bids(100, ((30, 50), (90, 50)))) == [40, 0]
    assert of("public_goods", "average gain", Contributions(20, ((10, 0),), Fraction(2))) == [5]
    dishes = Dishes((("cheap", "costly"),))
    assert of("diners_dilemma", "bill", dishes) == [30]
    assert of("diners_dilemma", "average gain", dishes) == [2.5]
    auction = Auctions(((10, 40),), ((5, 20),), second_price=True)
    assert of("sealed_bid_auction", "price", auction) == [5]
    assert of("sealed_bid_auction", "gain", auction) == [35]


def test_csv_has_the_scores_of_the_suite(tmp_path):
    db = tmp_path / "m.db"
    report = api.run("gamabench?games=divide_dollar&rounds=2&seats=4", ["reference"], db=db, matches=2)
    text = render(api.report(report.run, db=db, profile="paper"), "csv")
    (row,) = [row for row in csv.DictReader(io.StringIO(text)) if row["board"] == "gamabench"]
    assert (row["part"], row["method"], row["player"]) == ("divide_dollar", "paper", "reference")
    assert (row["rating"], row["matches"], row["low"], row["wins"]) == ("100.0", "2", "", "")


def test_a_report_can_be_scored_by_another_profile_than_the_run_was_asked_for(tmp_path):
    db = tmp_path / "m.db"
    targets = "gamabench?games=divide_dollar&rounds=1"
    name = api.run(targets, ["fixed?answers=100"], db=db, matches=1).run
    texts = [api.report(name, db=db, profile=profile).sections[0] for profile in ("", "paper")]
    assert [section.tables[0].rows[0][4] for section in texts] == ["0.0", "-800.0"]
    assert all("each model's default temperature" in section.text for section in texts)
    with pytest.raises(UsageError, match="did you mean 'paper'"):
        api.report(name, db=db, profile="papr")


def test_mixed_tables_are_drawn_by_group_as_in_figure_12(tmp_path):
    targets = "gamabench?games=divide_dollar&rounds=3"
    (section,), _ = played(
        tmp_path, "fixed?answers=1", targets=targets, matches=1, seats={9: "fixed?answers=91"}
    )
    (chart,) = [one for one in section.charts if one.title.endswith("sum of the bids, by group of seats")]
    lines = {line["name"]: line["data"] for line in chart.option["series"]}
    assert lines == {"fixed?answers=1": [9.0] * 3, "fixed?answers=91": [91.0] * 3}
    (chart,) = [one for one in section.charts if one.title.endswith("points of the score, by group of seats")]
    lines = {line["name"]: line["data"] for line in chart.option["series"]}
    # The bids miss the equal parts, 90 and 10 golds, by 81 each.
    assert lines == {"fixed?answers=1": [90.0] * 3, "fixed?answers=91": [810.0] * 3}
    warnings = api.report(db=tmp_path / "matches.db").warnings
    assert not any("Seats" in warning for warning in warnings), "seats of a mixed table are as they are meant"


@pytest.mark.parametrize(("profile", "away"), [("updated", 0.0), ("paper", 100.0)])
def test_distances_of_rounds_are_by_the_profile_of_the_scores(profile, away):
    """At a ratio of 1 the paper and its later code are complements of each other."""
    middle = Guessing(0, 100, Fraction(1), ((50, 50), (40, 60)))
    assert distance_by(profile).of(middle) == [away, away]
    assert score(middle, profile).value == 100 - away


def test_each_run_has_its_curve_and_its_scores(tmp_path):
    (section,), found = played(tmp_path, "random", matches=2)
    (curve,) = [
        one
        for one in section.charts
        if one.title == "El Farol Bar: share of those who go in each run of random"
    ]
    assert [line["name"] for line in curve.option["series"]] == ["run 1", "run 2"]
    runs = next(table for table in section.tables if table.title == "Scores of each run")
    assert [row[:2] for row in runs.rows] == [("random", 1), ("random", 2)]
    assert [row[-1] for row in runs.rows] == pytest.approx(overalls(found))
    raw = next(table for table in section.tables if table.title == "Raw scores")
    (gap,) = [row for row in raw.rows if row[1:3] == ("el_farol", "gap")]
    assert gap[4] == pytest.approx(sum(one.score.raw["gap"] for one in found if one.game == "el_farol") / 2)


@pytest.mark.parametrize("sweep", SWEEPS)
@pytest.mark.parametrize("game", GAMES)
def test_the_null_arm_is_the_control_but_for_its_label(sweep, game):
    control, *others, null = arms_of(sweep, game)
    assert control.control
    assert not any(arm.control for arm in (*others, null))
    for field in ("wording", "options", "method", "settings"):
        assert getattr(control, field) == getattr(null, field)


def test_the_grids_are_those_of_table_9():
    sizes = {game: len(levels) for game, levels in OPTIONS.items()}
    assert list(sizes.values()) == [13, 6, 5, 5, 6, 4, 3, 4]
    assert all(LEVEL_ELSEWHERE[game] in dict(levels) for game, levels in OPTIONS.items())
    SUITE.schedule(Entry(("random",), sweep="options", matches=1))  # all of them can be played


def test_a_sweep_takes_the_wordings_in_turn_and_its_null_arm_other_seeds():
    entry = Entry(("openai/x",), options={"games": "el_farol"}, sweep="temperatures")
    fixtures = SUITE.schedule(entry)
    assert len(fixtures) == 5 * 7
    control = [f for f in fixtures if f.part == "el_farol|temperatures=1.0"]
    assert [f.wording for f in control] == ["", *(f"gamabench/v{n}" for n in range(2, 6))]
    assert {f.players[0] for f in control} == {"openai/x?temperature=1"}
    null = [f for f in fixtures if f.part == "el_farol|temperatures=null"]
    assert [f.seed for f in null] == [f"0/again/{run}" for run in range(5)]
    assert [f.players for f in null] == [f.players for f in control]
    assert len({f.prompts for f in control}) == 5


def test_a_named_player_keeps_its_name_in_the_arms_of_a_sweep():
    entry = Entry(("fast=openai/x?top_p=1",), options={"games": "el_farol"}, sweep="methods", matches=1)
    direct, cot, null = SUITE.schedule(entry)
    assert (direct.players[0], cot.players[0], null.players[0]) == ("fast", "cot:fast", "fast")
    assert (direct.spec("fast"), cot.spec("cot:fast")) == ("openai/x?top_p=1", "cot:openai/x?top_p=1")


def test_a_control_compares_with_its_null_arm_so_that_five_runs_can_show_a_difference():
    """Of 15 runs there are 3003 ways to pick 5: with 12 arms compared, Holm's least p is 12/3003."""
    assert least_p(5, 10) == pytest.approx(1 / 3003)
    for sweep in SWEEPS:
        for game in GAMES:
            assert attainable(len(arms_of(sweep, game)), 5) < 0.005
    (note,) = SUITE.notes(Entry(("random",), options={"games": "guess_average"}, sweep="options"))
    assert "guess_average 0.004 (12 compared)" in note
    _, blind = SUITE.notes(Entry(("random",), sweep="options", quick=True))
    assert "--matches 4" in blind


def test_the_test_of_a_sweep_finds_a_large_difference_among_twelve_arms_of_five_runs():
    """benchmarks/sweeps.py measures how often it does, and how often it finds what is not there."""
    rng = Random(1)
    samples = {arm: [rng.gauss(50, 5) for _ in range(5)] for arm in ("control", *"abcdefghijkl", "null")}
    samples["a"] = [value + 25 for value in samples["a"]]
    verdicts = {row[1]: row[-1] for row in differences({"guess_average": samples}).rows}
    assert verdicts.pop("a") == "yes"
    assert set(verdicts.values()) == {"no"}


def test_own_levels_take_the_place_of_the_papers(tmp_path):
    persona = tmp_path / "pirate.md"
    persona.write_text("You are a pirate.")
    entry = Entry(("openai/x",), sweep="personas", options={"personas": f"selfish,{persona}"}, matches=1)
    names = {f.part.partition("=")[2]: f.players[0] for f in SUITE.schedule(entry) if f.game == "el_farol"}
    assert list(names) == ["none", "selfish", "pirate", "null"]
    assert names["pirate"] == f"persona:openai/x?as={persona}"
    assert style_of(parse_player(names["pirate"])).persona == "You are a pirate."
    entry = Entry(("openai/x",), sweep="temperatures", options={"temperatures": "0,1.5"}, matches=1)
    assert [f.part.partition("=")[2] for f in SUITE.schedule(entry)[:4]] == ["1.0", "0", "1.5", "null"]
    levels = tmp_path / "levels.toml"
    levels.write_text('[divide_dollar]\n"few golds" = { golds = 10 }\n')
    options = {"games": "divide_dollar,el_farol", "levels": str(levels)}
    fixtures = SUITE.schedule(Entry(("random",), sweep="options", options=options, matches=1))
    golds = {f.part: f.options["golds"] for f in fixtures if f.game == "divide_dollar"}
    assert golds == {
        "divide_dollar|options=100": 100,
        "divide_dollar|options=few golds": 10,
        "divide_dollar|options=null": 100,
    }
    assert len(fixtures) == 3 + 7


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[chess]\na = {}", "chess"),
        ("[divide_dollar]\ngolds = 5", "divide_dollar.*NAME"),
        ("not toml", "not TOML"),
        ("", "levels.toml"),
        ('[divide_dollar]\n"x" = { gold = 5 }', "did you mean 'golds'"),
        ('[divide_dollar]\n"null" = { golds = 5 }', "null"),
    ],
)
def test_levels_that_cannot_be_are_refused(tmp_path, text, told):
    (tmp_path / "levels.toml").write_text(text)
    options = {"games": "divide_dollar", "levels": str(tmp_path / "levels.toml")}
    with pytest.raises(UsageError, match=told):
        SUITE.schedule(Entry(("random",), sweep="options", options=options))


def test_the_papers_conditions_are_one_switch():
    """Huang et al.: temperature 1, asked again in the same words, no word of a limit in Battle Royale."""
    paper = SUITE.schedule(Entry(("openai/x",), profile="paper", matches=1))
    assert {fixture.style["temperature"] for fixture in paper} == {"1"}
    assert with_style("openai/x", paper[0].style) == "openai/x?temperature=1"
    assert {fixture.game: fixture.wording for fixture in paper if fixture.wording} == {
        "battle_royale": "gamabench/paper-v1"
    }
    assert {(fixture.policy.feedback, fixture.policy.then) for fixture in paper} == {(False, "random")}
    usual = SUITE.schedule(Entry(("openai/x",), matches=1))
    assert {fixture.policy.feedback for fixture in usual} == {True}
    assert {tuple(fixture.style) for fixture in usual} == {()}
    assert {fixture.wording for fixture in usual} == {""}


def test_explicit_and_second_price_are_options_and_no_rows_of_the_papers_setting():
    entry = Entry(("random",), options={"mode": "explicit", "price": "second"}, matches=1)
    options = {fixture.game: fixture.options for fixture in SUITE.schedule(entry)}
    assert options["el_farol"]["mode"] == "explicit"
    assert options["sealed_bid_auction"]["price"] == "second"
    assert setting_of(entry) == "mode=explicit, price=second"
    assert "explicit" in incomparable(entry)


@pytest.mark.parametrize("game", GAMES)
def test_scores_of_the_default_profile_lie_between_0_and_100(game):
    for player in ("random", "reference"):
        match = api.play(f"{game}?seats=4", [player] * 4, seed=5)
        choices = choices_of(match.record)
        for seats in ([0], [0, 1], range(4)):
            value = score(choices, profile_of(Entry(())), seats).value
            assert value is None or 0 <= value <= 100


def test_methods_and_personas_are_put_before_the_model():
    asked = {"options": {"games": "el_farol"}, "matches": 1}
    methods = SUITE.schedule(Entry(("openai/x",), sweep="methods", **asked))
    assert [f.players[0] for f in methods] == ["openai/x", "cot:openai/x", "openai/x"]
    # The paper's player reasons in its answer, not in a request of its own.
    assert [f.style for f in methods] == [{}, {"asks": "1"}, {}]
    personas = SUITE.schedule(
        Entry(("openai/x",), options={"games": "el_farol"}, sweep="personas", matches=1)
    )
    assert personas[2].players[0] == "persona:openai/x?as=selfish"


def test_a_difference_that_is_there_is_found_and_one_that_is_not_is_not(tmp_path):
    targets = "gamabench?games=divide_dollar&rounds=2&seats=4&wordings=v1"
    (section,), _ = played(tmp_path, "random", targets=targets, sweep="options")
    arms, differences = section.tables
    verdicts = {row[1]: row[-1] for row in differences.rows}
    assert verdicts["null"] in ("no", "yes")
    assert {row[1] for row in arms.rows} == {"50", "100", "200", "400", "800", "null", "average of arms"}
    assert {row[2] for row in arms.rows if row[1] != "average of arms"} == {5}
    published = {row[1]: row[-2] for row in arms.rows}
    assert published["200"] == 82.5


def test_a_player_who_heeds_the_temperature_is_found_out(tmp_path, monkeypatch):
    monkeypatch.setattr(run_config, "connect", lambda name, **_: _bidder(name))
    monkeypatch.setattr(run_config, "build", lambda model, **_: model)
    targets = "gamabench?games=divide_dollar&rounds=1&seats=4&wordings=v1"
    (section,), _ = played(tmp_path, "openai/x", targets=targets, sweep="temperatures", profile="paper")
    rows = {row[1]: row for row in section.tables[1].rows}
    assert rows["0.0"][-1] == "yes"
    assert rows["0.0"][2] == pytest.approx(300)
    assert rows["0.8"][-1] == "no"
    assert rows["null"][2] == 0


def _bidder(name):
    class Bidder:
        """Bids everything when it is hot."""

        def __init__(self):
            self.name = name

        async def complete(self, messages, settings):
            bid = 25 if settings.temperature < 0.5 else 100
            return Reply(f'{{"bid_amount": {bid}}}', "stop", Usage(), name)

    return Bidder()


def test_the_parts_of_a_spread_by_hand():
    # RunConfig 2 and 6; within each, two values 2 apart: variances 2. Between: 8 - 2/2 = 7.
    mean, between, within, low, high = components([[1, 3], [5, 7]], -inf)
    assert (mean, within**2) == (4, pytest.approx(2))
    assert between**2 == pytest.approx(7)
    # Of two means, Student's t with one degree of freedom: 12.706 standard errors of 2.
    assert (high - low) / 2 == pytest.approx(12.706 * 2, rel=1e-3)


def test_intervals_of_bounded_scores_stay_within_what_is_possible(tmp_path):
    levels = tmp_path / "levels.toml"
    levels.write_text('[guess_average]\n"100 to 200" = { low = 100, high = 200 }\n', encoding="utf-8")
    targets = f"gamabench?games=guess_average&levels={levels}&rounds=2"
    (section,), _ = played(tmp_path, "random", targets=targets, sweep="options", matches=2)
    *arms, average = section.tables[0].rows
    assert average[3] <= 100
    for row in arms:
        assert 0 <= row[5] < row[3] < row[6] <= 100
    for row in section.tables[1].rows:
        assert -100 <= row[3] < row[2] < row[4] <= 100
    targets = "gamabench?rounds=2&games=el_farol,divide_dollar,diners_dilemma,battle_royale,pirate_game"
    (section,), _ = played(tmp_path, "random", targets=targets, matches=2)
    (raw,) = (table for table in section.tables if table.title == "Raw scores")
    most = {"gap": 900, "cheap": 1, "shots": 20, "at the strongest": 1, "right votes": 1, "distance": 200}
    assert {row[2] for row in raw.rows} == set(most)
    for row in raw.rows:
        assert row[6] is None or 0 <= row[6] <= row[4] <= row[7] <= most[row[2]]


def test_the_sweep_of_prompts_tells_wordings_from_runs(tmp_path):
    targets = "gamabench?games=el_farol&rounds=2&seats=4"
    (section,), found = played(tmp_path, "random", targets=targets, sweep="prompts", matches=2)
    assert {result.wording for result in found} == {"", *(f"gamabench/v{n}" for n in range(2, 6))}
    assert [table.title for table in section.tables][-1] == "Spread between wordings"
    (row,) = section.tables[-1].rows
    assert row[:2] == ("el_farol", 5)
    assert {r[-1] for r in section.tables[1].rows} <= {"not enough evidence"}
