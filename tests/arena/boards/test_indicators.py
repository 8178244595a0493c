"""Columns of leaderboards: the same numbers as the suites', and those of a rulebook's positions."""

from dataclasses import asdict, replace
from threading import Event

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import update
from tests.reports.conftest import play_run

from agonist.arena.boards.rater import Rater
from agonist.arena.boards.seat_measurements import Measurer
from agonist.games import KITS
from agonist.games.connect_four.indicators import threats as threats_at_connect_four
from agonist.games.connect_four.rules import ConnectFour
from agonist.games.tictactoe.indicators import threats as threats_at_tictactoe
from agonist.games.tictactoe.rules import Board, TicTacToe
from agonist.kit import Indicator, make_game, option_texts
from agonist.kit.indicators import course_of
from agonist.kit.missed_win_indicators import winning
from agonist.metrics.pooled_indicators import Pool, SeatValues
from agonist.metrics.run_matches import Played, players_of
from agonist.ratings import clustered_mean
from agonist.ratings.share_intervals import NO_SPAN, rate
from agonist.store import Store
from agonist.store.runs.schema import MATCHES
from agonist.suites.gamabench.results import result_of
from agonist.suites.gamabench.scoring import GAMES
from agonist.suites.gamebench.match_shares import scored
from agonist.suites.llmarena.bid_deviation import deviations
from agonist.suites.llmarena.environment_scores import rewards, undercover_wins
from agonist.suites.llmarena.hanabi_actions_by_stage import section
from agonist.suites.magic.hits_and_trials import Facts as MagicFacts
from agonist.suites.registry import indicators_of


def pooled(indicator, seats):
    """One player's number with its interval; matches on one deal are one piece of evidence."""
    pool = Pool([indicator])
    for nth, seat in enumerate(seats):
        pool.add(nth, [seat])
    seated = np.arange(len(seats)), np.zeros((len(seats), 1), dtype=np.intp)
    return pool.by_player([seated], 1).spans[0][indicator.key]


def target_of(name):
    """A game as it is typed, with its small options."""
    kit = KITS[name]
    small, usual = option_texts(make_game(kit.game, kit.quick_options)), option_texts(kit.game())
    changed = {key: value for key, value in small.items() if usual.get(key) != value}
    typed = {key: ",".join(map(str, v)) if isinstance(v, list) else v for key, v in changed.items()}
    return f"{name}?{'&'.join(f'{key}={value}' for key, value in typed.items())}" if typed else name


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    path = tmp_path_factory.mktemp("indicators") / "agonist.db"
    play_run(path, [target_of(name) for name in KITS], ["random", "reference"], matches=2)
    play_run(
        path,
        ["prisoners_dilemma", "cost_sharing", "chameleon"],
        ["random", "reference", "b=random"],
        matches=2,
    )
    with Store.open(path) as opened:
        yield opened


def played(store, game):
    return [Played(store, match) for match in store.results(game=game)]


def measured_in(store, game):
    """The measurements on each seat of the matches of a game, by match."""
    measurer = Measurer(store)
    found = {match.match.id: measurer.values_of(game, match.match.id) for match in played(store, game)}
    return {match: seats for match, seats in found.items() if seats}


def column(store, game, key, player, matches=None):
    """What the board has in a column for a player."""
    matches = played(store, game) if matches is None else matches
    facts = measured_in(store, game)
    own = [facts[m.match.id][seat] for m in matches for seat in m.seats_of(player)]
    (indicator,) = (each for each in indicators_of(game).columns if each.key == key)
    return pooled(indicator, own)


@pytest.mark.parametrize("game", KITS)
def test_every_listed_game_has_columns_and_no_match_measures_anything_else(store, game):
    keys = [each.key for each in indicators_of(game).columns]
    assert len(keys) == len(set(keys)) > 1
    facts = measured_in(store, game)
    assert len(facts) >= 2
    assert {key for seats in facts.values() for seat in seats for key in seat.by_key} <= set(keys)
    for each in indicators_of(game).columns:
        assert pooled(each, [SeatValues("a", {})]) == NO_SPAN, "n/a without evidence"
        if each.kind == "share":
            every = [
                value for seats in facts.values() for seat in seats for value in seat.by_key.get(each.key, ())
            ]
            assert all(0 <= value <= 1 for value in every)


def test_the_draws_of_a_row_are_their_number_also_where_a_game_measures_their_share(store):
    for line in Rater(store).of("connect_four").rows:
        assert asdict(line.row).items() <= line.as_dict().items()


def test_tic_tac_toes_reference_player_plays_perfectly(store):
    assert column(store, "tictactoe", "perfect-moves", "reference").value == 1
    assert column(store, "tictactoe", "perfect-moves", "random").value < 1


@pytest.mark.parametrize("game", GAMES)
def test_scores_of_gamma_bench_are_those_of_the_suite(store, game):
    matches = played(store, game)
    for player in ("random", "reference"):
        theirs = [result_of(match, player, 0, "updated").groups[player].value for match in matches]
        theirs = [value for value in theirs if value is not None]
        assert column(store, game, "gamma", player).value == pytest.approx(sum(theirs) / len(theirs))


def test_bids_are_measured_as_llmarena_measures_them(store):
    matches = played(store, "sealed_bid_auction")
    for player, bids in deviations(matches).items():
        mine = column(store, "sealed_bid_auction", "off", player)
        assert (mine.value, mine.low, mine.high) == pytest.approx(clustered_mean(bids))


def test_hanabi_has_the_points_and_actions_of_llmarena(store):
    matches = played(store, "hanabi")
    (found,) = section(matches)
    actions, ends = found.tables
    for player in players_of(matches):
        (row,) = (row for row in actions.rows if row[:2] == (player, "all"))
        mine = [column(store, "hanabi", key, player).value for key in ("plays", "hints", "discards")]
        assert [100 * value for value in mine] == pytest.approx([row[3], row[6], row[9]])
        (end,) = (row for row in ends.rows if row[0] == player)
        assert column(store, "hanabi", "height", player).value == end[5]
        assert 100 * column(store, "hanabi", "lost", player).value == end[8]


def test_big_blinds_a_hand_are_the_mean_score_of_llmarena_in_big_blinds(store):
    # A big blind is 2 chips, and a small match has two hands.
    for player, score in rewards(played(store, "texas_holdem"), unit=2 * 2).items():
        assert column(store, "texas_holdem", "blinds", player).value == pytest.approx(score.value)


def test_wins_as_undercover_are_those_of_llmarena(store):
    matches = []
    for match in played(store, "undercover"):
        fixture = replace(match.match.fixture, script={"undercover": list(match.end.undercovers)})
        matches.append(replace(match, match=replace(match.match, fixture=fixture)))
    for player, score in undercover_wins(matches).items():
        assert 100 * column(store, "undercover", "win-as-undercover", player).value == score.value


def as_magic(match, seat, role):
    """A match as if MAgIC had put the player of this seat to the test, alone on it."""
    names = tuple(f"{player}{nth}" for nth, player in enumerate(match.players))
    fixture = replace(
        match.match.fixture, part=f"magic: {role}", block=f"magic/s/{names[seat]}", players=names
    )
    return MagicFacts(replace(match, match=replace(match.match, fixture=fixture)))


@pytest.mark.parametrize(
    ("game", "key", "role_of", "count"),
    [
        ("prisoners_dilemma", "defections", lambda end, seat: "prisoner", lambda facts: facts.rational),
        ("cost_sharing", "agreed", lambda end, seat: "airline", lambda facts: (facts.agreed, 1)),
        ("cost_sharing", "own-plan", lambda end, seat: "airline", lambda facts: (facts.voted_own, 1)),
        (
            "chameleon", "votes",
            lambda end, seat: "chameleon" if seat == end.chameleon else "non-chameleon",
            lambda facts: facts.votes,
        ),
    ],
)  # fmt: skip
def test_choices_are_counted_as_magic_counts_them(store, game, key, role_of, count):
    matches = played(store, game)
    for player in players_of(matches):
        counts = [
            count(as_magic(match, seat, role_of(match.end, seat)))
            for match in matches
            for seat in match.seats_of(player)
        ]
        assert column(store, game, key, player).value == rate(counts).value


def test_shares_of_points_are_those_of_gamebench(store):
    for match in played(store, "air_land_sea"):
        theirs = scored(match)
        for (player,), share in zip(theirs.sides, theirs.scores, strict=True):
            assert column(store, "air_land_sea", "share", player, [match]).value == share


def test_matches_that_somebody_forfeited_are_not_measured(tmp_path):
    play_run(tmp_path / "agonist.db", ["tictactoe"], ["random", "reference"], matches=2)
    with Store.open(tmp_path / "agonist.db") as store:
        (match, *_) = store.results(game="tictactoe")
        forfeited = update(MATCHES).where(MATCHES.c.id == match.id).values(forfeits="[0]")
        store.change(lambda connection: connection.execute(forfeited))
        assert Measurer(store).values_of("tictactoe", match.id) == []
        others = list(store.results(game="tictactoe"))[1:]
        assert Rater(store).of("tictactoe").measured == len(others)


@pytest.fixture
def few_at_once(monkeypatch):
    """Measure one match in a call, and have the thread wait until the event is set."""
    allowed = Event()
    all_of_them = Measurer._measure_all

    def later(self, game, matches):
        allowed.wait(60)
        all_of_them(self, game, matches)

    for name, value in (("MATCHES_AT_ONCE", 1), ("CALL_SECONDS", -1.0), ("REST_FACTOR", 0.0)):
        monkeypatch.setattr(f"agonist.arena.boards.seat_measurements.{name}", value)
    monkeypatch.setattr(Measurer, "_measure_all", later)
    yield allowed
    allowed.set()


def test_a_board_says_what_is_not_measured_yet_and_is_whole_without_anybody_looking(
    tmp_path, few_at_once, monkeypatch
):
    monkeypatch.setattr("agonist.arena.boards.rater.LEAST_PAUSE", 0.0)
    monkeypatch.setattr("agonist.arena.boards.rater.PAUSE_FACTOR", 0.0)
    play_run(tmp_path / "agonist.db", ["tictactoe"], ["random", "reference"], matches=4)
    with Store.open(tmp_path / "agonist.db") as store:
        count = len(list(store.results(game="tictactoe")))
        rater = Rater(store)
        board = rater.of("tictactoe")
        assert (board.measured, board.unmeasured, board.behind) == (1, count - 1, True)
        assert [line.measured_seats for line in board.rows] == [1, 1]
        assert [line.as_dict()["unmeasured_seats"] for line in board.rows] == [count - 1] * 2
        few_at_once.set()
        rater._measurer._threads["tictactoe"].join(60)
        board = rater.of("tictactoe")
        assert (board.measured, board.unmeasured, board.behind) == (count, 0, False)
        assert [line.as_dict()["unmeasured_seats"] for line in board.rows] == [0, 0]


def test_what_was_measured_is_kept_until_the_measurements_change(tmp_path, monkeypatch):
    play_run(tmp_path / "agonist.db", ["tictactoe"], ["random", "reference"], matches=2)
    with Store.open(tmp_path / "agonist.db") as store:
        board = Rater(store).of("tictactoe")
        read = []
        monkeypatch.setattr(
            Measurer, "_values", lambda self, game, match, reader: read.append(match.id) or []
        )
        again = Rater(store).of("tictactoe")
        assert read == []
        assert [line.measured for line in again.rows] == [line.measured for line in board.rows]
        kit = KITS["tictactoe"]
        changed = replace(kit, indicators=replace(kit.indicators, version=2))
        monkeypatch.setattr("agonist.suites.registry.find_kit", {"tictactoe": changed}.get)
        assert Rater(store).of("tictactoe").measured == 0
        assert sorted(read) == sorted(match.id for match in store.results(game="tictactoe"))


@pytest.mark.parametrize("kind", ["share", "number", "points"])
@given(st.data())
@settings(max_examples=60, deadline=None)
@pytest.mark.slow
def test_what_is_pooled_for_all_players_at_once_is_what_the_suites_functions_give_for_each(kind, data):
    numbers = st.sampled_from((0.0, 1.0)) if kind == "share" else st.integers(-5, 9).map(float)
    seat = st.tuples(st.integers(0, 2), st.sampled_from("abcd"), st.lists(numbers, max_size=3))
    seats = data.draw(st.lists(seat, max_size=12))
    pool, one = Pool([Indicator("x", "X", kind)]), Indicator("x", "X", kind)
    for match, (_, deal, found) in enumerate(seats):
        pool.add(match, [SeatValues(deal, {"x": tuple(found)})])
    players = np.array([[player] for player, *_ in seats], dtype=np.intp).reshape(-1, 1)
    every = pool.by_player([(np.arange(len(seats)), players)], 3)
    for player in range(3):
        own = [(deal, found) for who, deal, found in seats if who == player]
        values = [(deal, value) for deal, found in own for value in found]
        span = every.spans[player][one.key]
        assert every.seats[player] == len(own)
        if not values:
            assert span == NO_SPAN
        elif kind == "share":
            deals = dict.fromkeys(deal for deal, _ in values)
            counts = [
                (sum(v for d, v in values if d == deal), sum(d == deal for d, _ in values)) for deal in deals
            ]
            expected = rate(counts)
            assert (span.value, span.trials) == (expected.value, expected.trials)
            assert (span.low, span.high) == pytest.approx((expected.low, expected.high))
        elif kind == "number":
            assert (span.value, span.low, span.high) == pytest.approx(clustered_mean(values))
        else:
            assert span.value == 100 + sum(value - 1 for _, value in values)


def measured_at(game, moves):
    """What is measured in a match of two by its moves."""
    states = [game.new()]
    steps = []
    for move in moves:
        (seat,) = game.turn(states[-1])
        steps.append(({seat: move}, ()))
        states.append(game.act(states[-1], {seat: move}))
    outcome = game.outcome(states[-1])
    course = course_of(game, ("a", "b"), outcome.scores, outcome.ranks, states, steps)
    return KITS[game.name].indicators.measure(course)


def test_three_in_a_column_of_connect_four_win_or_must_be_met():
    game = ConnectFour()
    board = game.new()
    for column_ in (1, 2, 1, 2, 1):
        (seat,) = game.turn(board)
        board = game.act(board, {seat: column_})
    assert threats_at_connect_four(game, board, 1) == [1]
    assert winning(game, game.act(board, {1: 2}), 0) == [1]
    # Player 2 does not meet the threat, Player 1 does not see the win, and then takes it.
    first, second = measured_at(game, [1, 2, 1, 2, 1, 3, 3, 3, 1])
    assert first["missed-wins"] == [1, 0]
    assert second["unmet-threats"] == [1, 1]
    assert first["moves-to-win"] == [5]
    assert "moves-to-win" not in second


def test_two_in_a_row_of_tictactoe_win_or_must_be_met():
    board = Board(((1, 1), (2, 2), (1, 2)))
    assert threats_at_tictactoe(TicTacToe(), board, 1) == [(1, 3)]
    assert winning(TicTacToe(), Board((*board.marked, (3, 3))), 0) == [(1, 3)]
    moves = [(1, 1), (2, 2), (1, 2), (1, 3), (3, 1), (2, 1), (2, 3), (3, 2), (3, 3)]
    first, second = measured_at(TicTacToe(), moves)
    assert second["unmet-threats"] == [0, 0]
    assert first["drawn"] == second["drawn"] == [1]
