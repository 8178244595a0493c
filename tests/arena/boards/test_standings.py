"""Boards of a whole database: the same numbers as the command line and the suite, read as matches end."""

import pytest
from tests.reports.conftest import MUTE, play_run

import agonist
from agonist.api import play, run
from agonist.arena.boards.comparison import compare
from agonist.arena.boards.finished_matches import kind_of
from agonist.arena.boards.rater import Rater
from agonist.metrics.head_to_head import pairs_of
from agonist.metrics.leaderboard import leaderboard
from agonist.metrics.results import results_of
from agonist.metrics.run_matches import Played
from agonist.store import Store
from agonist.store.engines.failure import StoreError
from agonist.store.platform.agents import add_agent
from agonist.store.platform.trials import add_trial
from agonist.suites.wis import indicators as wis
from agonist.suites.wis.hits_and_trials import GameFacts
from agonist.suites.wis.suite import Wis


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("standings") / "agonist.db"
    play_run(path, ["who_is_spy", "tictactoe", "hanabi"], ["random", "reference"], matches=6)
    play_run(path, ["texas_holdem?hands=1"], ["random", "reference", "other=random"], matches=20)
    return path


@pytest.fixture
def store(database):
    with Store.open(database) as opened:
        yield opened


@pytest.fixture
def rater(store):
    return Rater(store)


@pytest.mark.parametrize("game", ["", "who_is_spy", "tictactoe", "texas_holdem", "hanabi"])
def test_a_board_has_the_rows_of_the_command_line(store, rater, game):
    rows = leaderboard(store.results(game=game or None))
    assert [line.row for line in rater.of(game).rows] == rows


def test_a_rank_is_1_and_how_many_have_their_lower_end_above_ones_upper_end(rater):
    lines = rater.of("texas_holdem").rows
    for line in lines:
        above = sum(other.row.low > line.row.high for other in lines)
        assert line.rank == 1 + above


def test_indicators_of_who_is_spy_are_those_of_the_suite(store, rater):
    facts = [
        seat for match in store.results(game="who_is_spy") for seat in GameFacts(Played(store, match)).seats()
    ]
    for line in rater.of("who_is_spy").rows:
        own = [seat for seat in facts if seat.player == line.row.player]
        assert line.measured["average"] == wis.score(own)
        assert line.measured["votes"] == wis.vote_accuracy(own)
        assert line.measured["fouls"] == wis.foul_rate(own)
        assert line.measured["points"].value == wis.points(own)
        assert line.measured["win-as-spy"] == wis.win_rate(wis.spies(own))


AS_ON_THE_COMMAND_LINE = {
    "average": ("rating", "low", "high"),
    "points": ("points",),
    "win-as-spy": ("spy wins, %",),
    "win-as-civilian": ("civilian wins, %",),
}
"""By indicator, the columns of `agonist leaderboard --suite wis`: its value, and the ends of its interval."""


@pytest.mark.parametrize("deals", [2, pytest.param(400, marks=pytest.mark.long)])
def test_a_board_of_who_is_spy_is_that_of_agonist_leaderboard_suite_wis(tmp_path, deals, monkeypatch):
    monkeypatch.setattr("agonist.arena.boards.seat_measurements.CALL_SECONDS", 0.0)
    players = {"fast": "reference", "dull": "random"}
    run("wis", players, matches=deals, db=tmp_path / "agonist.db")
    with Store.open(tmp_path / "agonist.db") as store:
        (table,) = Wis().leaderboard(store).tables
        rater = Rater(store)
        rater.of("who_is_spy")
        for thread in rater._measurer._threads.values():
            thread.join(500)
        board = Rater(store).of("who_is_spy")
        matches = 6 * deals
        assert len(list(store.results(game="who_is_spy"))) == matches
        assert (board.measured, board.unmeasured) == (matches, 0)
        lines = {line.row.player: line for line in board.rows}
        assert len(lines) == len(table.rows) == len(players)
        for row in table.rows:
            cells = dict(zip(table.header, row, strict=True))
            line = lines[cells["player"]]
            assert line.measured_seats == cells["matches"]
            for key, columns in AS_ON_THE_COMMAND_LINE.items():
                span = line.measured[key]
                times = 100 if columns[0].endswith("%") else 1
                for column, value in zip(columns, (span.value, span.low, span.high), strict=False):
                    assert f"{times * value:.{table.digits}f}" == f"{cells[column]:.{table.digits}f}"


def test_win_rates_by_role_add_up_to_that_of_all_seats(rater):
    for line in rater.of("tictactoe").rows:
        assert set(line.roles) == {"first", "second"}
        points = sum(won for won, _ in line.roles.values())
        assert points / line.seats == pytest.approx(line.row.win_rate)


def test_by_ability_only_games_that_ask_for_it_count(rater):
    assert rater.of(ability="deception").matches == rater.of("who_is_spy").matches


def test_boards_of_made_up_names_are_neither_fitted_nor_kept(rater):
    for made_up in ({"ability": "nothing of the kind"}, {"game": "no such game"}):
        assert rater.of(**made_up).rows == ()
    assert len(rater._boards) == 0


def test_without_forfeits_says_how_many_ranks_that_moves(tmp_path):
    with Store.open(tmp_path / "forfeits.db") as store:
        play_run(tmp_path / "forfeits.db", ["tictactoe"], ["random", "reference", MUTE], matches=10)
        rater = Rater(store)
        everything, without = rater.of(), rater.of(without_forfeits=True)
        assert without.matches < everything.matches
        before = {line.row.player: line.rank for line in everything.rows}
        for line in without.rows:
            assert line.moved == before[line.row.player] - line.rank
        mute = next(line for line in everything.rows if line.row.player == MUTE)
        assert mute.forfeits + mute.fallback == mute.seats
        assert mute.kind == "model"
        rows = leaderboard(store.results())
        assert [line.row for line in rater.of("tictactoe").rows] == rows
        assert sum(row.unscored for row in rows if row.player == MUTE) == mute.row.matches


def test_a_board_is_current_as_soon_as_a_match_has_ended_and_leaves_trials_out(tmp_path):
    with Store.open(tmp_path / "live.db") as store:
        play_run(tmp_path / "live.db", ["tictactoe"], ["random", "reference"], matches=2)
        rater = Rater(store)
        assert rater.of().matches == 2
        fixture = next(iter(store.results())).fixture
        for trial in (False, True):
            run = store.start_run({}, [fixture])
            if trial:
                agent = add_agent(store, "Fox", "random")
                add_trial(store, run, agent.version.id, "test")
            (match,) = store.matches(run)
            store.finish(match.id, play("tictactoe", list(fixture.players), seed=3), 1.0)
            store.flush()
            # Whoever looks twice within a second is shown the same board.
            rater._boards.clear()
            assert rater.of().matches == 3
            assert rater.of(run=run).matches == 1


def test_two_players_compare_as_pairs_of_reports_do_and_on_deals_where_one_failed(store, rater):
    found = compare(store, rater, "random", "reference", "texas_holdem")
    matches = [
        m for m in store.results(game="texas_holdem") if {"random", "reference"} <= set(m.fixture.players)
    ]
    pair = next(p for p in pairs_of(results_of(matches, "strict")) if p.player == "random")
    assert (found.overall.wins, found.overall.losses, found.overall.rate) == (
        pair.wins,
        pair.losses,
        pair.rate,
    )
    for deal in (*found.a_failed, *found.b_failed):
        failed, did_not = store.match(deal.failed.match), store.match(deal.did_not.match)
        assert failed.fixture.seed == did_not.fixture.seed
        assert deal.failed.seat == deal.did_not.seat
        assert deal.failed.points < deal.did_not.points
        one, other = store.steps(failed), store.steps(did_not)
        same = deal.failed.step - 1
        assert [step.moves for step in one[:same]] == [step.moves for step in other[:same]]
        assert [s.moves for s in one[same : same + 1]] != [s.moves for s in other[same : same + 1]]
    assert found.a_failed
    assert all(failed.failed.points < failed.did_not.points for failed in found.b_failed)


def test_kinds_of_players():
    kinds = [
        kind_of(spec) for spec in ("openai/x", "reference", "ann=human", "http:http://127.0.0.1:1", "m:A")
    ]
    assert kinds == ["model", "built-in", "person", "agent", "agent"]


def test_a_board_that_may_not_be_fitted_again_yet_says_that_it_is_behind(tmp_path, monkeypatch):
    path = tmp_path / "agonist.db"
    play_run(path, ["tictactoe"], ["random", "reference"], matches=2)
    with Store.open(path) as store:
        rater = Rater(store)
        assert not rater.of("tictactoe").behind
        play_run(path, ["tictactoe"], ["random", "reference"], matches=2)
        monkeypatch.setattr("agonist.arena.boards.rater.LEAST_PAUSE", 3600)
        waiting = rater.of("tictactoe")
        for name, value in (
            ("LEAST_PAUSE", 0),
            ("PAUSE_FACTOR", 0),
            ("QUICK_FIT_SECONDS", 60),
            ("FIRST_FIT_SECONDS", 60),
        ):
            monkeypatch.setattr(f"agonist.arena.boards.rater.{name}", value)
        fresh = rater.of("tictactoe")
    assert (waiting.matches, waiting.behind, waiting.end) == (2, True, fresh.end)
    assert (fresh.matches, fresh.behind) == (4, False)


def test_players_who_win_and_lose_together_are_compared_by_their_scores(store, rater):
    found = compare(store, rater, "random", "reference", "hanabi")
    assert found.overall is None
    assert found.abilities == []
    assert found.matches == 6


def test_a_database_that_fails_in_between_is_read_again(store, monkeypatch):
    def failing(*_):
        raise StoreError("the database is away")

    rater = Rater(store)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "usage_of", failing)
        with pytest.raises(StoreError, match="is away"):
            rater.of("tictactoe")
    monkeypatch.setattr("agonist.arena.boards.rater.LEAST_PAUSE", 0.0)
    while (board := rater.of("tictactoe")).pending:
        pass
    assert board.matches == 6


def test_a_match_that_was_played_on_from_another_counts_for_nobody(tmp_path):
    db = tmp_path / "agonist.db"
    agonist.play("tictactoe", ["random", "reference"], seed=1, db=db)
    agonist.play(agonist.load_match(1, db=db).fork(3, ["reference", "random"]), db=db)
    with Store.open(db) as store:
        assert [row.row.matches for row in Rater(store).of().rows] == [1, 1]
