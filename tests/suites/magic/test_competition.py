"""Who plays whom where: 143 games for each challenger (Xu et al., 2024, appendix A.1)."""

import json
from collections import Counter
from pathlib import Path

import pytest

from agonist import api
from agonist.core import UsageError
from agonist.metrics.run_matches import finished
from agonist.store import Store
from agonist.suites.magic import Magic
from agonist.suites.magic.hits_and_trials import ROLES, Facts
from agonist.suites.magic.settings import OURS, load
from agonist.tournament.evaluation_request import Entry


def entry(**more):
    return Entry(players=("reference",), opponents=("random",), **more)


def test_a_challenger_plays_143_games_in_seven_roles():
    made = Magic().schedule(entry())
    assert len(made) == 143
    roles = Counter(fixture.part.removeprefix("magic: ") for fixture in made)
    assert roles == dict.fromkeys(ROLES[:4], 20) | dict.fromkeys(ROLES[4:], 21)


def test_our_settings_are_20_20_7_7_7_and_hidden_players_sit_everywhere():
    counts = Counter(setting.game for setting in load())
    assert list(counts.values()) == [20, 20, 7, 7, 7]
    for game in ("chameleon", "undercover"):
        seats = Counter(setting.script[game][0] for setting in load() if setting.game == game)
        assert set(seats) == {0, 1, 2}
        assert max(seats.values()) <= 7


def test_in_the_social_games_the_role_is_exchanged_and_the_seat_is_not():
    for fixture in Magic().schedule(entry()):
        game, role = fixture.game, fixture.part.removeprefix("magic: ")
        if game in ("chameleon", "undercover"):
            (hidden,) = fixture.script[game]
            assert (fixture.players[hidden] == "reference") == (role == game)
            assert fixture.players.count("reference") == (1 if role == game else 2)
            assert not any(key.endswith(f"@{seat}") for seat in range(3) for key in fixture.script
                           if fixture.players[seat] == "reference")  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    db = tmp_path_factory.mktemp("magic") / "magic.db"
    status = api.run("magic", ["reference"], opponents=["random"], quick=True, db=db)
    with Store.open(db) as store:
        yield db, [Facts(played) for played in finished(store, status.run, "magic: ")]


def test_defenders_say_what_the_setting_scripts_and_then_speak_for_themselves(run):
    _, games = run
    for game in games:
        if game.role in ("chameleon", "non-chameleon", "undercover", "civilian"):
            script = game.played.match.fixture.script
            log = [
                event for event in game.played.record.game.observe(game.end, None).log if event[0] == "clue"
            ]
            for seat in range(3):
                said = [event[-1] for event in log if event[-2] == seat]
                if seat not in game.seats:
                    assert tuple(said) == tuple(script[f"clue@{seat}"])
                else:
                    assert f"clue@{seat}" not in script


def test_hidden_questions_are_asked_of_all_players_as_often_as_in_the_paper(run):
    _, games = run
    rounds = {"chameleon": 3, "non-chameleon": 3, "undercover": 2, "civilian": 2}
    for game in games:
        asked = Counter(probe.name for turn in game.played.log for probe in turn.probes)
        name = game.played.match.fixture.game
        times = rounds.get(game.role, 0) * 3
        expected = {f"magic_{name}_{what}": times for what in ("identity", "suspects")} if times else {}
        assert asked == expected


def test_the_report_has_the_papers_tables_and_figures(run):
    db, games = run
    sections = api.report(db=db).sections
    assert [section.title for section in sections] == [
        "MAgIC: seven metrics",
        "MAgIC: the economic games",
        "MAgIC: figures",
    ]
    first = sections[0].tables[0]
    assert first.rows[0][:2] == ("reference", len(games)) == ("reference", 2 * 4 + 2 * 9)
    assert len(first.rows) == 1 + 15 + 1
    assert [chart.title for chart in sections[2].charts] == [
        "Seven metrics, in percent",
        "Radar area and win rate",
        "Defections by payoffs",
        "Investment by multiplier",
    ]


def test_a_player_defends_against_itself_as_gpt_4_does_in_the_paper(tmp_path):
    db = tmp_path / "own.db"
    api.run("magic?games=prisoners_dilemma", ["reference"], matches=1, db=db)
    with Store.open(db) as store:
        (games,) = [[Facts(played) for played in finished(store, run.id, "magic: ")] for run in store.runs()]
    assert [game.seats for game in games] == [(0,), (1,), (2,)]
    assert set(games[0].played.players) == {"reference", "reference (defender)"}
    assert {game.played.match.fixture.spec("reference (defender)") for game in games} == {"reference"}


def test_in_figure_10_contributors_give_more_than_they_have():
    def contributions(options):
        made = Magic().schedule(entry(options={"games": "public_goods", **options}, matches=1))
        return {fixture.options["overspend"] for fixture in made}

    assert contributions({}) == {False}
    assert contributions({"overspend": "yes"}) == {True}


def test_the_profile_paper_is_played_at_temperature_0():
    assert {fixture.style.get("temperature") for fixture in Magic().schedule(entry())} == {None}
    made = Magic().schedule(entry(profile="paper"))
    assert {fixture.style["temperature"] for fixture in made} == {"0"}


def test_settings_are_read_from_the_published_schema(tmp_path):
    published = {
        "airportfee": [
            {
                "test_player_name": "Player 2",
                "topic": "A flies mail; B and C fly people.",
                "proposal": {"Player 1": [30, 35, 35], "Player 2": [40, 20, 40], "Player 3": [40, 40, 20]},
            }
        ],
        "prisoner": [
            {
                "test_player_name": "Player 1",
                "topic_values": {"cooperate": 2, "defect": 1, "one_defect": 4, "two_defect": 2},
            }
        ],
        "public_good": [{"test_player_name": "Player 3", "game_round": 5, "multiplier": 3.5}],
    }
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(published))
    made = Magic().schedule(entry(options={"settings": str(path)}))
    assert [fixture.players.index("reference") for fixture in made] == [1, 0, 2]
    assert made[0].script == {"proposal@0": (((30, 35, 35), ""),), "proposal@2": (((40, 40, 20), ""),)}
    assert made[1].options["one_defect"] == 4
    assert made[2].options["ratio"] == 3.5


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda s: s["chameleon"][0]["clue"].update({"Player 2": "A mountain."}), "mountain"),
        (lambda s: s["chameleon"][0].pop("clue"), "chameleon 1 has no 'clue'"),
        (
            lambda s: s["airportfee"][2]["proposal"].update({"Player 1": [50, 50, 50]}),
            "airportfee 3.*add up to 150",
        ),
        (lambda s: s["undercover"][0]["game_setting"].update(undercover_name="Anna"), "Player 1 to Player 3"),
        (lambda s: s.update(poker=[]), "lists under chameleon"),
    ],
)
def test_a_setting_that_cannot_be_played_is_named_before_the_run(tmp_path, change, why):
    settings = json.loads(OURS.read_text())
    change(settings)
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(settings))
    with pytest.raises(UsageError, match=why):
        load(path)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (entry(matches=0), "1 or more"),
        (entry(options={"games": "poker"}), "poker"),
        (entry(options={"overspend": "much"}), "overspend.*much"),
        (entry(options={"settings": "none.json"}), "none.json"),
        (entry(seats={0: "random"}), "--seat"),
    ],
)
def test_what_cannot_be_evaluated_is_refused(asked, why):
    with pytest.raises(UsageError, match=why):
        Magic().check(asked)


def test_settings_of_a_file_are_given_to_the_suites_that_take_them():
    assert api.with_settings(["magic?games=chameleon", "tictactoe"], Path("s.json")) == [
        "magic?games=chameleon&settings=s.json",
        "tictactoe",
    ]
    with pytest.raises(UsageError, match=r"tictactoe.*magic"):
        api.with_settings(["tictactoe"], Path("s.json"))


def test_an_estimate_counts_the_hidden_questions():
    asked = Entry(players=("openai/x",), options={"games": "chameleon"}, matches=1)
    estimate = api.estimate(["magic?games=chameleon"], asked)["openai/x"]
    # In both roles together the model has three seats: each is asked six hidden questions, clues and a vote.
    assert estimate.requests >= 3 * (6 + 2)
