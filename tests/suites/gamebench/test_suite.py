"""GameBench: who meets whom, what is counted, and what is said of it."""

import json
from collections import Counter

import pytest

from agonist import api
from agonist.core import UsageError
from agonist.games import find_kit
from agonist.ratings.bootstrapped_ratings import Scored, rate, rate_as_gamebench
from agonist.suites import SUITES
from agonist.suites.gamebench.games import BY_ID, TITLES, game_of, sides
from agonist.suites.gamebench.match_shares import read_published
from agonist.suites.gamebench.panels import against, chances
from agonist.suites.gamebench.printed_tables import published
from agonist.suites.gamebench.results_over_games import general_factor, without_each
from agonist.suites.gamebench.suite import sections
from agonist.tournament.evaluation_request import Entry

SUITE = SUITES["gamebench"]


def entry(*players, **more):
    return Entry(players or ("random", "reference"), **more)


def test_every_pair_meets_at_every_game_on_deals_with_the_sides_exchanged():
    fixtures = SUITE.schedule(entry("random", "reference", "mcts", matches=2))
    assert Counter(f.game for f in fixtures) == dict.fromkeys((t.game for t in TITLES), 6)
    for first, second in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert (first.seed, first.block) == (second.seed, second.block)
        swap = dict(zip(sorted(set(first.players)), sorted(set(first.players), reverse=True), strict=True))
        assert [swap[name] for name in first.players] == list(second.players)


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.game)
def test_each_side_of_a_deal_is_a_team_of_the_game(title):
    game = game_of(title, "published")
    ours, theirs = sides(game, "0/x/0")
    assert sorted((*ours, *theirs)) == list(range(game.seats))
    # Are You the Traitor? has five seats: whole matches are mirrored, so that its sides even out.
    assert abs(len(ours) - len(theirs)) <= 1


def test_the_order_of_names_changes_no_deal():
    one, other = (
        {(f.game, f.seed) for f in SUITE.schedule(entry(*names, matches=2))}
        for names in (("random", "reference"), ("reference", "random"))
    )
    assert one == other


def test_the_reductions_of_the_paper_are_the_presets_of_the_games():
    for title in TITLES:
        made = game_of(title, "paper")
        assert {key: getattr(made, key) for key in title.paper} == dict(title.paper)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"matches": 3}, "matches.*3"),
        ({"seats": {0: "human"}}, "--seat"),
        ({"options": {"games": "chess"}}, "chess"),
        ({"options": {"rules": "own"}}, "own.*published|rules"),
        ({"sweep": "guide"}, "guide.*random"),
    ],
)
def test_what_cannot_be_is_refused(given, said):
    with pytest.raises(UsageError, match=said):
        SUITE.check(entry(**given))


def test_a_run_ends_in_ratings_scores_and_panels(tmp_path):
    db = tmp_path / "g.db"
    status = api.run_entry(["gamebench?games=santorini+air_land_sea"], entry(matches=2), db=db)
    assert status.status == "finished"
    found = {section.title: section for section in api.report(db=db).sections}
    ratings = found["GameBench: ratings"].tables[1]
    assert ratings.header == ("player", "overall", "air_land_sea", "santorini")
    assert ratings.rows[0][0] == "reference"
    scores = found["GameBench: scores"].tables[0]
    assert scores.rows[0][:2] == ("reference", 1.0)
    assert len(found["GameBench: panels"].charts) == 6
    assert found["GameBench: ratings"].tables[0].rows[0][2] is None  # two deals are too few for an interval


@pytest.mark.slow
def test_the_guide_is_told_to_one_arm_only_and_compared_on_the_same_deals(tmp_path):
    from agonist.models.mock_endpoint import Endpoint

    db = tmp_path / "g.db"
    with Endpoint("careful") as endpoint:
        model = f"m=endpoint/careful?base_url={endpoint.url}"
        status = api.run_entry(
            ["gamebench?games=santorini"],
            Entry((model,), opponents=("random",), matches=2, sweep="guide"),
            db=db,
        )
        told = ["Advice from experienced players" in str(request) for request in endpoint.recent]
    assert status.status == "finished"
    assert 0 < sum(told) < len(told)
    (section,) = (s for s in api.report(db=db).sections if s.title == "GameBench: sweep guide")
    (table,) = section.tables
    assert table.header[2::3][:3] == ("guide=no", "guide=yes", "difference")
    assert [row[1] for row in table.rows] == ["all games", "santorini"]
    mine = table.rows[0]
    assert mine[8] == pytest.approx(mine[5] - mine[2])


def test_every_game_of_the_suite_has_a_guide():
    assert all(find_kit(title.game).words.prompts.has("guide") for title in TITLES)


SAMPLE = [
    {"game": "sea_battle", "gpt-4": 0.0, "gpt-4-cot": 1.0},
    {"game": "two_rooms_and_a_boom", "gpt4-rap": 1, "random": 0},
    {"game": "air_land_sea", "gpt-3": 0.75, "random": 0.25},
    {"game": "hive", "gpt-3": 0.5, "random": 0.5},
    {"game": "codenames", "gpt-3": 0.0, "random": 1.0},
]


@pytest.mark.slow
def test_a_published_list_is_read_stored_and_reported(command, tmp_path):
    (tmp_path / "matches.json").write_text(json.dumps(SAMPLE))
    first = command("import", "gamebench", tmp_path / "matches.json")
    again = command("import", "gamebench", tmp_path / "matches.json")
    assert (first.code, again.code) == (0, 0)
    assert first.err.split(" are run ")[1] == again.err.split(" are run ")[1]
    assert "gpt-4-rap" in first.out
    report = command("report", "latest", "--profile", "paper")
    assert report.code == 0
    assert "may be the wrong way round" in " ".join(report.out.split())
    board = json.loads(command("leaderboard", "--suite", "gamebench", "--json").out)
    assert {row["player"] for row in board} >= {"gpt-3", "random"}


@pytest.mark.parametrize(
    ("match", "said"),
    [
        ({"game": "chess", "a": 1, "b": 0}, "match 1.*chess"),
        ({"game": "pit", "a": 1, "b": 1}, "match 1.*scores"),
    ],
)
def test_a_match_that_cannot_be_is_named(match, said):
    with pytest.raises(UsageError, match=said):
        read_published(json.dumps([match]), "f")


def test_the_printed_tables_are_complete_and_name_their_true_games():
    assert {len(row) for row in published("2").values()} == {10}
    assert set(published("2")["random"]) == {"overall", *BY_ID}
    # Table 3 is a mean of scores; nobody scores where nobody played.
    assert "arctic_scavengers" not in published("3")["human"]


def many(seed=0, matches=120):
    """Matches in which the strength of six players is the same in all games, but for one game."""
    from random import Random

    rng, names, found = Random(seed), "abcdef", []
    for title in TITLES:
        for nth in range(matches):
            one, other = sorted(rng.sample(range(6), 2))
            better = rng.random() < (0.5 if title.game == "pit" else 0.85)
            found.append(
                Scored(
                    title.game, ((names[one],), (names[other],)), (float(better), float(not better)), str(nth)
                )
            )
    return found


def test_one_factor_is_found_where_one_strength_decides():
    ratings = rate(many(), resamples=20)
    factor = general_factor(
        {game: {r.player: r.rating for r in rows} for game, rows in ratings.games.items()}
    )
    assert factor is not None
    assert sorted(factor.scores, key=factor.scores.get, reverse=True)[:2] == ["a", "b"]
    assert min(factor.loadings, key=lambda game: abs(factor.loadings[game])) == "pit"
    assert factor.alpha > 0.9
    assert general_factor({"go": {"a": 1.0, "b": 0.0}}) is None


def test_a_factor_of_known_loadings_is_recovered():
    import numpy as np

    rng = np.random.default_rng(1)
    strength, loadings = rng.normal(size=4000), np.array([0.9, 0.7, 0.5, 0.3])
    noise = rng.normal(size=(4000, 4)) * np.sqrt(1 - loadings**2)
    table = strength[:, None] * loadings + noise
    found = general_factor({f"g{j}": {f"p{i:04}": float(table[i, j]) for i in range(4000)} for j in range(4)})
    assert list(found.loadings.values()) == pytest.approx(list(loadings), abs=0.05)


def test_leaving_a_game_out_leaves_its_matches_out():
    played = many(matches=15)
    table = without_each(played, rate(played, resamples=20))
    assert len(table.header) == 2 + len(TITLES)
    without = table.header.index("without hive")
    rest = rate([match for match in played if match.game != "hive"], resamples=5).overall
    assert {row[0]: row[without] for row in table.rows} == pytest.approx({r.player: r.rating for r in rest})


def test_panels_add_up():
    played = many(matches=15)
    ratings = rate(played, resamples=20).overall
    names = "abcdef"
    met, got = (against("t", played, names, points=points) for points in (False, True))
    assert sum(filter(None, met.rows[0][1:])) == sum(("a",) in m.sides for m in played)
    for i in range(6):
        for j in range(6):
            if i != j:
                assert got.rows[i][j + 1] + got.rows[j][i + 1] == met.rows[i][j + 1]
    chance = chances("t", ratings)
    assert chance.rows[0][2] + chance.rows[1][1] == pytest.approx(1)


def test_all_sections_stand_for_the_paper_s_profile():
    played = many()[:60]
    found = sections(played, "paper")
    expected = rate_as_gamebench(played).overall[0]
    assert found[0].tables[0].rows[0][:2] == (expected.player, expected.rating)
