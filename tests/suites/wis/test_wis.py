"""The suite of WiS: designs, indicators by the paper's definitions, and its printed tables."""

from collections import Counter
from types import SimpleNamespace

import pytest

from agonist import api
from agonist.core import CHANCE, UsageError
from agonist.games.who_is_spy import WhoIsSpy
from agonist.games.who_is_spy.rules import ABSTAIN
from agonist.match import Record
from agonist.metrics.run_matches import Played, finished
from agonist.store import Store, Turn
from agonist.suites.wis import Wis, excerpts, indicators
from agonist.suites.wis.hits_and_trials import GameFacts
from agonist.suites.wis.printed_tables import MISPRINTS, published
from agonist.tournament.evaluation_request import Entry

TEN = tuple(f"p{n}=scripted?file=x{n}" for n in range(10))


def entry(players=("random", "reference"), **more):
    return Entry(players=players, **more)


def test_in_the_balanced_design_everyone_sits_and_is_the_spy_equally_often():
    for players in (("random",), ("random", "reference"), TEN[:6], TEN):
        made = Wis().schedule(entry(players))
        sat = Counter(player for fixture in made for player in fixture.players)
        assert len(set(sat.values())) == 1
        assert sum(sat.values()) == 6 * len(made)
        blocks = Counter(fixture.block for fixture in made)
        assert set(blocks.values()) == {6}
        for block in blocks:
            seatings = [fixture.players for fixture in made if fixture.block == block]
            for seat in zip(*seatings, strict=True):
                assert Counter(seat) == Counter(seatings[0])


def test_the_papers_design_is_150_games_in_which_ten_players_sit_90_times_each():
    made = Wis().schedule(entry(TEN, options={"design": "paper"}))
    assert len(made) == 150
    assert set(Counter(player for fixture in made for player in fixture.players).values()) == {90}
    assert all(len(set(fixture.players)) == 6 for fixture in made)


def test_arms_of_the_attack_differ_by_the_spy_alone_and_share_deals_and_seats():
    made = Wis().schedule(entry(("reference",), sweep="attack", matches=6))
    by_arm = {}
    for fixture in made:
        by_arm.setdefault(fixture.part, []).append(fixture)
    assert list(by_arm) == ["wis attack: baseline", "wis attack: pia", "wis attack: pid"]
    for plain, pia, pid in zip(*by_arm.values(), strict=True):
        assert plain.seed == pia.seed == pid.seed
        (spy,) = pia.script["spy"]
        assert plain.script == pia.script == pid.script
        assert [seat for seat in range(6) if pia.players[seat] != plain.players[seat]] == [spy]
    assert {fixture.script["spy"][0] for fixture in made} == set(range(6))


def test_reasoning_is_one_civilian_on_the_same_deals():
    made = Wis().schedule(entry(sweep="reasoning", matches=6))
    plain, aloud = made[0], made[1]
    assert plain.seed == aloud.seed
    assert plain.options["reasoning"] == []
    assert aloud.options["reasoning"] == [0]
    assert aloud.script["spy"] != [0]


class Known(Played):
    """A finished game that was never stored."""

    def __init__(self, match, turns):
        super().__init__(None, match)
        self.__dict__["log"] = turns


def played(*rounds, spy=5, deal="0"):
    """A game from rounds of speeches by seat (others say something) and votes by seat."""
    game = WhoIsSpy(pairs=("tea/coffee",))
    state, moves = game.new(), []
    for drawn in ("tea/coffee", "left", spy, 0):
        moves.append({CHANCE: drawn})
        state = game.act(state, moves[-1])
    for number, (texts, votes) in enumerate(rounds):
        while state.phase == "speech" and state.round == number + 1:
            (seat,) = game.turn(state)
            moves.append({seat: texts.get(seat, f"hint {number} of {seat}")})
            state = game.act(state, moves[-1])
        if state.phase == "vote":
            moves.append({seat: votes.get(seat, ABSTAIN) for seat in game.turn(state)})
            state = game.act(state, moves[-1])
    outcome = Record("who_is_spy", game, tuple(moves)).outcome
    fixture = SimpleNamespace(
        game="who_is_spy",
        version=game.version,
        options={"pairs": ["tea/coffee"]},
        players=tuple("abcdef"),
        seed=deal,
        block="wis",
        taken_over=0,
        parent={},
    )
    ends = {"scores": outcome.scores, "ranks": outcome.ranks, "forfeits": ()}
    match = SimpleNamespace(id=1, fixture=fixture, **ends)
    return GameFacts(Known(match, [Turn(move, (), (), ()) for move in moves]))


@pytest.fixture
def example():
    """Seat a fouls in round 1; b votes right twice; the spy is voted out in round 2."""
    return played(
        ({0: ""}, {1: 5, 2: 3}),
        ({}, {1: 5, 2: 5, 3: 5, 4: 5}),
    )


def seats(game, *names):
    return [seat for seat in game.seats() if seat.player in names]


def test_vote_accuracy_by_round_counts_a_round_fouled_in_as_a_miss_and_per_vote_does_not(example):
    assert indicators.vote_accuracy(seats(example, "a")).value is None
    assert indicators.vote_accuracy_published(seats(example, "a")).value == 0
    assert indicators.vote_accuracy(seats(example, "b")).value == 1
    assert indicators.vote_accuracy(seats(example, "c")).value == 0.5


def test_foul_rate_and_accuracy_share_their_denominator_as_table_3_proves(example):
    tested = seats(example, "a", "b", "c", "d", "e")
    fouls, accuracy = indicators.foul_rate(tested), indicators.vote_accuracy_published(tested)
    assert fouls.trials == accuracy.trials == 1 + 2 * 4
    assert fouls.value == 1 / 9


def test_all_five_civilians_win_with_the_team_those_who_fouled_included(example):
    assert indicators.win_rate(seats(example, "a")).value == 1
    assert indicators.win_rate(indicators.spies(list(example.seats()))).value == 0


def test_rounds_survived_are_those_at_whose_end_the_seat_was_in(example):
    survived = {seat.player: seat.survived for seat in example.seats()}
    assert survived == {"a": 0, "b": 2, "c": 2, "d": 2, "e": 2, "f": 1}


def test_the_points_ladder_pays_one_a_game_and_adds_the_score(example):
    everyone = [seat for name in "abcdef" for seat in seats(example, name)]
    assert sum(indicators.points([seat]) - 100 for seat in everyone) == pytest.approx(12 - 6)


def test_counts_are_pooled_over_games_and_not_means_of_games(example):
    short = played(({}, dict.fromkeys(range(5), 5)), deal="1")
    pooled = indicators.vote_accuracy([*seats(example, "c"), *seats(short, "c")])
    assert pooled.value == pytest.approx(2 / 3)


def test_the_printed_percentages_are_their_implied_counts():
    for table in "234":
        for (agent, _condition), row in published(table).items():
            for metric, cell in row.items():
                if cell.low is not None and (table, agent, metric) not in MISPRINTS:
                    assert cell.low <= cell.value + 0.01
                    assert cell.value - 0.01 <= cell.high


def test_table_2_is_150_games_and_its_scores_add_up_to_20():
    rows = published("2")
    assert len(rows) == 10
    assert sum(row["average score"].value for row in rows.values()) == pytest.approx(20, abs=0.01)


def test_a_run_prints_the_papers_tables(tmp_path):
    db = tmp_path / "wis.db"
    api.run("wis", ["random", "reference"], quick=True, db=db)
    section = api.report(db=db).sections[0]
    assert [table.title for table in section.tables] == ["As Table 2", "Points ladder", "Indicators"]
    rows = section.tables[0].rows
    assert {row[:2] for row in rows[:2]} == {("random", 18), ("reference", 18)}


def test_table_2_is_in_the_order_of_the_average_score_as_printed(tmp_path):
    db = tmp_path / "wis.db"
    api.run("wis", ["reference", "random"], quick=True, db=db)
    rows = api.report(db=db).sections[0].tables[0].rows
    ours, papers = [row[-1] for row in rows[:2]], [row[-1] for row in rows[2:]]
    assert ours == sorted(ours)
    assert papers == sorted(papers)
    assert (rows[2][0], rows[-1][0]) == ("Doubao (published)", "GPT4o (published)")


def test_a_mixed_table_says_who_sits_there(tmp_path):
    db = tmp_path / "wis.db"
    who = {"me": "reference", "foe": "random", "friend": "reference"}
    found = api.run(
        "wis?table=mixed", {"me": who["me"]}, opponents=["foe=random", "friend=reference"],
        sweep="attack", matches=1, db=db,
    )  # fmt: skip
    section = next(s for s in api.report(db=db).sections if s.title == "WiS: attack and defence")
    assert section.text.startswith(
        "One civilian is the player; the other civilians are 2 × foe, 2 × friend; the spy is foe."
    )
    with Store.open(db) as store:
        baseline = next(m for m in store.matches(found.run) if m.fixture.part.endswith("baseline"))
    assert Counter(baseline.fixture.players) == {"me": 1, "foe": 3, "friend": 2}


def test_at_an_attackers_table_the_player_attacks_and_the_opponents_are_measured(tmp_path):
    db = tmp_path / "wis.db"
    asked = {"opponents": ["random"], "sweep": "attack", "matches": 2, "db": db}
    run = api.run("wis?table=attacker", {"me": "reference"}, **asked).run
    with Store.open(db) as store:
        for match in store.matches(run):
            (spy,) = match.fixture.script["spy"]
            assert match.fixture.players[spy].removeprefix("attack:").partition("?")[0] == "me"
            assert match.fixture.players.count("random") == 5
    sections = {section.title: section for section in api.report(db=db).sections}
    rows = [row[:3] for row in sections["WiS: attack and defence"].tables[0].rows[:3]]
    assert rows == [("me", "baseline", 10), ("me", "pia", 10), ("me", "pid", 10)]
    (mine,) = [row for row in sections["WiS: abilities"].tables[0].rows if row[0] == "me"]
    assert mine[sections["WiS: abilities"].tables[0].header.index("attack")] is not None


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (entry(options={"design": "circle"}), "design"),
        (entry(options={"language": "fr"}), "language"),
        (entry(("random", "random")), "twice"),
        (entry(("reference",), sweep="attack", options={"attacks": "pai"}), "attack 'pai'|pai"),
        (entry(matches=0), "1 or more"),
    ],
)
def test_what_cannot_be_evaluated_is_refused(asked, why):
    with pytest.raises(UsageError, match=why):
        Wis().check(asked)


def test_an_excerpt_names_the_round_of_its_speech_though_players_have_left_before():
    named = {2: "I think Player 6 is the spy."}
    game = played(({0: "", 1: ""}, {}), ({}, {}), (named, {2: 5}))
    (row,) = [row for row in excerpts.section([game]).tables[0].rows if "names the spy" in row[0]]
    assert row[2:4] == (3, "Player 3, c")


def test_abilities_are_columns_and_the_board_is_by_the_average_score(tmp_path):
    db = tmp_path / "a.db"
    api.run("wis", {"fast": "reference", "dull": "random"}, matches=2, db=db)
    api.run("wis", {"fast": "reference"}, sweep="attack", matches=3, db=db)
    with Store.open(db) as store:
        section = Wis().leaderboard(store)
        main, attack = (
            [GameFacts(played) for run in store.runs() for played in finished(store, run.id, part)]
            for part in ("wis: main", "wis attack: p")
        )
        (table,) = section.tables
        rows = {row[0]: dict(zip(table.header, row, strict=True)) for row in table.rows}
        assert [row[0] for row in table.rows] == sorted(rows, key=lambda name: -rows[name]["rating"])
        assert set(rows) == {"fast", "dull"}
        seats = [seat for game in main for seat in game.seats() if seat.player == "dull"]
        assert rows["dull"]["rating"] == pytest.approx(sum(seat.score for seat in seats) / len(seats))
        assert rows["dull"]["points"] == pytest.approx(100 + sum(seat.score - 1 for seat in seats))
        fouls = [seat.fouls for game in attack for seat in game.seats() if seat.player == "fast"]
        expected = 100 * sum(hits for hits, _ in fouls) / sum(due for _, due in fouls)
        assert rows["fast"]["defence"] == rows["fast"]["attack"] == pytest.approx(expected)
        assert rows["dull"]["defence"] is None
    (own,) = [each for each in api.report(db=db).sections if each.title == "WiS: abilities"]
    assert own.tables[0].header[1::3] == ("deception", "reasoning", "defence", "attack")
