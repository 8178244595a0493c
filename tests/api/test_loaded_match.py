"""Stored matches in Python: read, played on by others, asked about, and given matches as a run."""

from collections import Counter
from dataclasses import replace

import pytest

import agonist
from agonist.core import CHANCE, UsageError
from agonist.games import KITS
from agonist.kit.indicators import course_of
from agonist.metrics.pooled_indicators import of_moves, values_of
from agonist.metrics.results import block_of, shared_deal
from agonist.metrics.run_matches import Played
from agonist.store import Reader
from agonist.suites.registry import indicators_of

POKER = "texas_holdem?hands=2"


@pytest.fixture
def db(tmp_path):
    return tmp_path / "agonist.db"


@pytest.fixture
def poker(db):
    played = agonist.play(POKER, ["random", "reference"], seed=3, db=db)
    return played, agonist.load_match(1, db=db)


def test_a_stored_match_is_read_with_its_states_and_steps(poker):
    played, loaded = poker
    assert (loaded.record, loaded.steps, loaded.outcome) == (played.record, played.steps, played.outcome)
    assert loaded.states == list(played.record.states())
    assert (loaded.players, loaded.status, loaded.parent) == (("random", "reference"), "finished", None)


def test_the_calls_of_a_stored_match_are_read(db, monkeypatch):
    from agonist.models.mock_endpoint import Endpoint

    with Endpoint("sensible") as endpoint:
        monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        agonist.play("tictactoe", ["openai/sensible", "random"], seed=1, db=db)
    first, *_ = agonist.load_match(1, db=db).steps[0].calls
    assert first.sent
    assert first.text


@pytest.mark.parametrize("name", list(KITS))
@pytest.mark.every(3)
def test_a_match_that_the_same_players_play_on_ends_as_it_did(name, db):
    quick = {key: value for key, value in KITS[name].quick_options.items() if not isinstance(value, tuple)}
    target = f"{name}?{'&'.join(f'{key}={value}' for key, value in quick.items())}" if quick else name
    players = ["random"] * agonist.make(target).seats
    played = agonist.play(target, players, seed=5, db=db)
    loaded = agonist.load_match(1, db=db)
    again = agonist.play(loaded.fork(len(loaded.steps) // 2, players))
    assert (again.record, again.outcome) == (played.record, played.outcome)


def test_a_fork_is_one_match_with_its_parent_and_step(db, poker):
    played, loaded = poker
    forked = agonist.play(loaded.fork(4, ["reference", "reference"]), db=db)
    assert forked.record.moves[:4] == played.record.moves[:4]
    assert forked.record.moves != played.record.moves
    stored = agonist.load_match(2, db=db)
    assert (stored.parent, stored.players, stored.record) == (
        (1, 4),
        ("reference", "reference"),
        forked.record,
    )
    # A fork of a fork begins with both.
    again = agonist.play(stored.fork(6, ["random", "random"]), db=db)
    assert again.record.moves[:6] == forked.record.moves[:6]
    assert agonist.load_match(3, db=db).parent == (2, 6)


def test_another_seed_deals_other_cards_from_there_on_and_the_same_before(poker):
    _, loaded = poker

    def dealt(seed):
        record = agonist.play(loaded.fork(3, ["reference"] * 2, seed=seed)).record
        return [moves[CHANCE] for moves in record.moves if CHANCE in moves]

    assert len({str(dealt(seed)) for seed in range(5)}) > 1
    assert len({str(dealt(seed)[0]) for seed in range(5)}) == 1


def test_an_unfinished_match_is_read_and_played_on_by_others(db):
    fixture = agonist.fixture("tictactoe", ["random", "random"], seed=1)
    heard = []

    def stop(nth, _step):
        heard.append(nth)
        if nth == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        agonist.play(fixture, db=db, on_step=stop)
    loaded = agonist.load_match(1, db=db)
    assert loaded.outcome is None
    assert loaded.status != "finished"
    assert len(loaded.steps) == 4
    assert agonist.play(loaded.fork(4, ["reference", "reference"]), db=db).outcome.reason


def test_given_matches_are_played_as_one_run(db, poker):
    _, loaded = poker
    matches = [loaded.fork(4, ["reference", "random"], seed=seed) for seed in range(3)]
    matches.append(
        replace(agonist.fixture("tictactoe", ["random", "reference"]), script={"cell@0": [(2, 2)]})
    )
    status = agonist.run_fixtures(matches, db=db)
    assert (status.status, status.progress.finished) == ("finished", 4)
    last = agonist.load_match(5, db=db)
    assert last.record.moves[0] == {0: (2, 2)}
    assert agonist.report(status.run, db=db).overall.strict
    assert agonist.resume(status.run, db=db).progress.finished == 4


def test_a_fork_is_stored_only_beside_its_parent(db, poker, tmp_path):
    _, loaded = poker
    agonist.play("tictactoe", ["random", "random"], db=tmp_path / "other.db")
    for other in ("other.db", "new.db"):
        with pytest.raises(UsageError, match="match 1"):
            agonist.play(loaded.fork(4, ["random", "random"]), db=tmp_path / other)


def test_forks_are_no_part_of_the_board_over_all_runs(db, poker, capsys):
    from agonist.cli.app import leave

    _, loaded = poker
    agonist.play(loaded.fork(4, ["newcomer=reference", "random"]), db=db)
    assert leave(["leaderboard", "--db", str(db)]) == 0
    assert "newcomer" not in capsys.readouterr().out


@pytest.mark.parametrize("step", [-1, 99, True, "3", None])
def test_a_fork_begins_within_the_match(poker, step):
    end = len(poker[1].steps)
    with pytest.raises(UsageError, match="match 1"):
        poker[1].fork(end if step is None else step, ["random", "random"])


def test_what_a_fork_needs_is_said(poker, db):
    _, loaded = poker
    with pytest.raises(UsageError, match="2 seats"):
        loaded.fork(4, ["random"])
    with pytest.raises(UsageError, match="its players"):
        agonist.play(loaded.fork(4, ["random", "random"]), ["random", "random"])
    with pytest.raises(UsageError, match="called 'a'"):
        agonist.run_fixtures(
            [agonist.fixture("tictactoe", [f"a={spec}", "random"]) for spec in ("reference", "minimax")],
            db=db,
        )


def test_a_player_answers_in_any_state():
    game = agonist.make("tictactoe")
    state = game.new()
    for nth, cell in enumerate([(1, 1), (2, 2), (1, 2)]):
        state = game.act(state, {nth % 2: cell})
    for player in ("reference", "minimax?depth=3"):
        step = agonist.answer("tictactoe", state, player)
        assert step.moves == {1: (1, 3)}, player
    assert agonist.answer(
        "guess_average?seats=3", agonist.make("guess_average?seats=3").new(), "random", seat=2
    )


def test_who_is_to_answer_is_named_where_several_are_asked():
    game = agonist.make("guess_average?seats=3")
    with pytest.raises(UsageError, match=r"0 \(Player 1\) and 1 \(Player 2\)"):
        agonist.answer("guess_average?seats=3", game.new(), "random")
    with pytest.raises(UsageError, match="chance"):
        agonist.answer("liars_dice", agonist.make("liars_dice").new(), "random")


@pytest.mark.parametrize("target", ["tictactoe", POKER, "sealed_bid_auction?seats=2&rounds=4"])
def test_moves_that_a_fork_took_over_are_no_players_in_usage_indicators_and_turns(target, db):
    agonist.play(target, ["reference", "reference"], seed=3, db=db)
    loaded = agonist.load_match(1, db=db)
    at = len(loaded.steps) // 2
    agonist.play(loaded.fork(at, ["random", "b=random"]), db=db)
    with Reader.open(db) as store:
        fork = store.match(2)
        own, played = store.steps(2)[at:], Played(store, fork)
        asked = Counter(seat for step in own for seat in step.moves if seat != CHANCE)
        assert Counter(seat for _, seat, _ in played.course.moves()) == asked
        assert [turn.moves for _, turn in played.turns()] == [
            s.moves for s in own if set(s.moves) != {CHANCE}
        ]
        assert len(played.log) == len(loaded.steps[:at]) + len(own)
        measured = values_of(played, indicators_of(fork.fixture.game))
        assert all("gamma" not in seat.by_key and "blinds" not in seat.by_key for seat in measured)
        if "auction" in target:
            assert all(len(seat.by_key["off"]) <= asked[0] < 4 for seat in measured)
        usage = {one.player: one.asked for one in agonist.report(fork.run, db=db).usage}
        assert usage == {name: asked[seat] for seat, name in enumerate(fork.fixture.players)}


@pytest.mark.parametrize(
    "game",
    ["chameleon", "codenames", "hanabi", "liars_dice", "pirate_game", "sealed_bid_auction", "texas_holdem"],
)
def test_indicators_of_a_fork_add_up_with_those_of_its_first_steps_to_the_whole_matchs(game):
    indicators, played = indicators_of(game), agonist.play(game, ["random"] * KITS[game].game.seats, seed=5)
    record, outcome = played.record, played.outcome
    course = course_of(
        record.game,
        ["random"] * len(outcome.scores),
        outcome.scores,
        [1] * len(outcome.scores),
        list(record.states()),
        [(moves, ()) for moves in record.moves],
    )
    half = len(course.decisions) // 2
    whole, before, after = (
        of_moves(indicators, replace(course, decisions=course.decisions[part]))
        for part in (slice(None), slice(half), slice(half, None))
    )
    for seat, one, other in zip(whole, before, after, strict=True):
        for key, values in seat.items():
            assert sorted(values) == sorted([*one.get(key, []), *other.get(key, [])]), key


def test_forks_of_one_match_are_one_piece_of_evidence_however_many_there_are(db):
    agonist.play(POKER, ["random", "random"], seed=3, db=db)
    agonist.play(POKER, ["random", "random"], seed=4, db=db)
    one, other = (agonist.load_match(number, db=db) for number in (1, 2))
    players = ["a=reference", "b=random"]
    again = agonist.run_fixtures([one.fork(4, players, seed=seed) for seed in range(6)], db=db)
    forks = agonist.load_match(3, db=db)
    assert forks.fork(5, players).deal == forks.fixture.deal == one.fork(2, players).deal
    assert other.fork(4, players).deal != forks.fixture.deal
    with Reader.open(db) as store:
        found = store.matches(again.run)
        assert len({block_of(match) for match in found}) == len({Played(store, m).deal for m in found}) == 1
        assert len({shared_deal(match) for match in found}) == 6, "other deals from the fourth step on"
    report = agonist.report(again.run, db=db)
    assert report.overall.strict[0].matches == 6
    assert any("played on" in warning for warning in report.warnings)
