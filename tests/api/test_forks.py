"""Many forks of one match: the same past, fresh luck, another move, and how far they end from their match."""

import pytest

import agonist
from agonist.core import CHANCE, IllegalAction, UsageError
from agonist.metrics.fork_difference import fork_differences
from agonist.store import Reader

KUHN = "openspiel:kuhn_poker"
JACK_BEFORE_KING = [0, 2]
"""What chance deals the first player and the second."""


@pytest.fixture
def db(tmp_path):
    return tmp_path / "agonist.db"


@pytest.fixture
def poker(db):
    agonist.play("texas_holdem?hands=2", ["random", "reference"], seed=3, db=db)
    return agonist.load_match(1, db=db)


def differences(fixtures, db):
    status = agonist.run_fixtures(fixtures, db=db)
    with Reader.open(db) as store:
        return fork_differences(store, status.run), store.matches(status.run)


def test_forks_share_the_past_and_differ_in_luck_and_the_same_seed_gives_the_same_forks(poker):
    forks = poker.forks(4, players={0: "reference"}, times=6)
    assert forks == poker.forks(4, players={0: "reference"}, times=6)
    assert forks != poker.forks(4, players={0: "reference"}, times=6, seed=1)
    assert [fork.players for fork in forks] == [("reference", "reference")] * 6
    records = [agonist.play(fork).record.moves for fork in forks]
    assert {record[:4] for record in map(repr, [r[:4] for r in records])} == {
        repr(poker.record.moves[:4])[:4]
    }
    flops = [next(moves[CHANCE] for moves in record[4:] if CHANCE in moves) for record in records]
    assert len(set(flops)) == 6


def test_whoever_chose_at_the_same_moment_as_a_changed_move_keeps_their_choice(db):
    agonist.play("prisoners_dilemma?rounds=4&seats=3", ["random"] * 3, seed=2, db=db)
    loaded = agonist.load_match(1, db=db)
    first, before = loaded.record.moves[:2]
    other = {"cooperate": "defect", "defect": "cooperate"}[before[0]]
    fork = loaded.fork(1, {}, moves={0: other})
    assert fork.taken_over == 2
    assert agonist.play(fork, db=db).record.moves[:2] == (first, {**before, 0: other})
    assert sum(one.asked for one in agonist.report(db=db).usage) == 2 * 3


def test_what_cannot_be_given_or_played_on_is_refused(poker, db):
    with pytest.raises(IllegalAction, match="Player 2 cannot play 'fly'"):
        poker.fork(3, {}, moves={1: "fly"})
    with pytest.raises(UsageError, match=r"seat 0 is not asked after 3 steps of match 1: seat 1 can"):
        poker.fork(3, {}, moves={0: "call"})
    with pytest.raises(UsageError, match="seats 0 to 1, not 2"):
        poker.forks(3, players={2: "random"})
    with pytest.raises(UsageError, match="1 to 10,000 times, not 0"):
        poker.forks(3, times=0)
    with pytest.raises(UsageError, match="change a player or a move"):
        poker.forks(3, control=True)
    agonist.play(poker.fork(4, {0: "reference"}), db=db)
    with pytest.raises(UsageError, match="begins with 4 steps of match 1: to play on after 2, fork that one"):
        agonist.load_match(2, db=db).fork(2, {})


def test_by_the_theory_of_kuhn_poker_a_bet_on_the_jack_before_the_king_costs_one_chip(db):
    agonist.play(KUHN, ["equilibrium", "equilibrium"], seed=_seed_of_jack_before_king(), db=db)
    loaded = agonist.load_match(1, db=db)
    at = next(nth for nth, state in enumerate(loaded.states) if 0 in loaded.record.game.turn(state))
    passes, bets = loaded.record.game.turn(loaded.states[at])[0].options()
    found, _ = differences(
        [*loaded.forks(at, moves={0: bets}, times=9), *loaded.forks(at, moves={0: passes}, times=9)], db
    )
    # A king always calls and always bets; a jack that is bet to always folds.
    assert [(one.mean, one.low) for one in found.means] == [(-2, None), (2, None), (-1, None), (1, None)]


def _seed_of_jack_before_king():
    for seed in range(50):
        match = agonist.play(KUHN, ["equilibrium", "equilibrium"], seed=seed)
        dealt = [moves[CHANCE] for moves in match.record.moves if CHANCE in moves]
        if dealt == JACK_BEFORE_KING:
            return seed
    raise AssertionError("no such deal")


@pytest.mark.slow
def test_an_effect_is_the_mean_of_pairs_on_the_same_luck_and_has_less_spread_than_the_difference(poker, db):
    found, matches = differences(poker.forks(4, players={0: "reference"}, times=40, control=True), db)
    scores = {(m.fixture.seed, m.fixture.players[0]): m.scores[0] for m in matches}
    seeds = {seed for seed, _ in scores}
    gaps = [scores[seed, "reference"] - scores[seed, "random"] for seed in seeds]
    effect = found.effects[0]
    assert effect.pairs == len(gaps) == 40
    assert effect.effect == pytest.approx(sum(gaps) / 40)
    assert effect.low < effect.effect < effect.high
    changed = found.means[0]
    assert (changed.parent, changed.forks, changed.change) == (
        poker.outcome.scores[0],
        40,
        "reference as Player 1",
    )
    assert changed.difference == tuple(
        end - changed.parent for end in (changed.mean, changed.low, changed.high)
    )
    assert [table.title for table in agonist.report(db=db).sections[0].tables] == [
        "Forks beside their match", "Effect of the change",
    ]  # fmt: skip


def test_a_match_without_an_end_has_no_difference(db):
    def stop(nth, _step):
        if nth == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        agonist.play(agonist.fixture("tictactoe", ["random", "random"], seed=1), db=db, on_step=stop)
    found, _ = differences(agonist.load_match(1, db=db).forks(4, times=3), db)
    assert {one.difference for one in found.means} == {(None, None, None)}
