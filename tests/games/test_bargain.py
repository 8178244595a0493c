"""Bargaining: pools, values and payoffs as OpenSpiel has them, and hand-worked cases."""

import asyncio
from random import Random

import pyspiel
import pytest

from agonist.core import CHANCE, GameError, IllegalAction, UsageError
from agonist.games.bargain import KIT, Bargain, load_instances, read_instances
from agonist.games.bargain.goods import POOLS, plans, total, value_pairs
from agonist.games.bargain.reference import others_values
from agonist.match import play
from agonist.match.chance_seat import Chance
from agonist.players.simple import RandomPlayer, ReferencePlayer, ScriptedPlayer

POOL = (1, 2, 3)
VALUES = ((8, 1, 0), (4, 0, 2))


def laid_out(game, pool=POOL, values=VALUES):
    """Before the first turn."""
    return game.act(game.act(game.new(), {CHANCE: pool}), {CHANCE: values})


def after(game, state, *moves):
    """After these moves; each is checked."""
    for move in moves:
        ((seat, ask),) = game.turn(state).items()
        ask.check(move)
        state = game.act(state, {seat: move})
    return state


def keep(*kept, message=""):
    return ("propose", message, *kept)


# OpenSpiel


@pytest.fixture(scope="module")
def openspiel():
    return pyspiel.load_game("bargaining", {"max_turns": 20})


def line_of(instance):
    return " ".join(",".join(map(str, part)) for part in (instance.pool, *instance.values))


def test_every_instance_of_openspiel_can_be_drawn(openspiel):
    scripts = read_instances(map(line_of, openspiel.all_instances()))
    assert len(scripts) == 1000
    for script in scripts:
        (pool,), (values,) = script["pool"], script["values"]
        assert pool in POOLS
        assert values in value_pairs(pool)
    assert {script["pool"][0] for script in scripts} == set(POOLS)


def test_the_others_possible_values_as_openspiel_says(openspiel):
    """All that its instances allow to meet a side's own values are among ours."""
    game = Bargain()
    for instance in openspiel.all_instances()[:50]:
        pool, values = tuple(instance.pool), tuple(map(tuple, instance.values))
        for seat in (0, 1):
            theirs = openspiel.get_possible_opponent_values(seat, list(pool), list(values[seat]))
            ours = others_values(game.observe(laid_out(game, pool, values), seat))
            assert set(map(tuple, theirs)) <= ours.keys()
            assert sum(ours.values()) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(60))
def test_plans_turns_and_payoffs_as_openspiel_says(openspiel, seed):
    rng = Random(f"openspiel {seed}")
    number = rng.randrange(1000)
    theirs = openspiel.new_initial_state()
    theirs.apply_action(number)
    instance = openspiel.all_instances()[number]
    game = Bargain(score="own_value")
    pool, values = tuple(instance.pool), tuple(map(tuple, instance.values))
    ours = laid_out(game, pool, values)
    patience = rng.choice([0.0, 0.05, 0.4])
    while asks := game.turn(ours):
        ((seat, ask),) = asks.items()
        assert theirs.current_player() == seat
        offers = {openspiel.get_offer_by_quantities(kept)[1]: kept for kept in plans(pool)}
        agree = theirs.agree_action()
        legal = set(theirs.legal_actions())
        verbs = {verb for verb, _ in ask.verbs}
        assert legal - {agree} == offers.keys()
        assert ("deal" in verbs) == (agree in legal)
        if "deal" in verbs and rng.random() < patience:
            move, action = ("deal",), agree
        else:
            action = rng.choice(sorted(offers))
            move = keep(*offers[action])
        ask.check(move)
        ours = game.act(ours, {seat: move})
        theirs.apply_action(action)
    assert theirs.is_terminal()
    assert list(game.outcome(ours).scores) == theirs.returns()


# The rules


def test_there_are_31_pools_and_values_worth_ten():
    assert len(POOLS) == 31
    for pool in POOLS:
        for pair in value_pairs(pool):
            assert [total(pool, values) for values in pair] == [10, 10]
            assert all(map(any, zip(*pair, strict=True)))
            assert any(map(all, zip(*pair, strict=True)))


def test_a_plan_is_what_its_proposer_keeps_and_scores_are_the_difference():
    game = Bargain()
    state = after(game, laid_out(game), keep(1, 1, 0), ("deal",))
    assert game.outcome(state).scores == (3, -3)  # 8 + 1 against 0 + 3 · 2
    assert game.outcome(state).reason == "Player 2 accepted in round 1"
    state = after(game, laid_out(game), keep(1, 2, 3), keep(1, 0, 3), ("deal",))
    assert game.outcome(state).scores == (-8, 8)  # 2 · 1 against 4 + 3 · 2
    assert game.outcome(state).ranks == (2, 1)
    assert game.outcome(state).reason == "Player 1 accepted in round 2"


def test_nobody_can_accept_before_there_is_a_plan():
    game = Bargain()
    state = laid_out(game)
    with pytest.raises(IllegalAction):
        game.turn(state)[0].check(("deal",))
    assert [verb for verb, _ in game.turn(after(game, state, keep(0, 0, 0)))[1].verbs] == ["propose", "deal"]


def test_a_plan_cannot_keep_more_than_there_is():
    game = Bargain()
    with pytest.raises(IllegalAction, match="keep_hats: 2 is not a whole number from 0 to 1"):
        game.turn(laid_out(game))[0].check(keep(2, 0, 0))


def test_the_last_plan_can_be_accepted_in_the_last_turn():
    game = Bargain(rounds=10)
    state = after(game, laid_out(game), *[keep(1, 2, 3)] * 18, keep(1, 0, 0))
    assert list(game.turn(state)) == [1]
    agreed = after(game, state, ("deal",))
    assert game.outcome(agreed).scores == (2, -2)  # 8 against 3 · 2
    assert game.outcome(agreed).reason == "Player 2 accepted in round 10"
    refused = after(game, state, keep(1, 2, 3))
    assert game.turn(refused) == {}
    assert game.outcome(refused).scores == (0, 0)
    assert game.outcome(refused).ranks == (1, 1)


# Files of instances


def test_a_line_of_a_file_is_a_script_for_chance(tmp_path):
    file = tmp_path / "instances.txt"
    file.write_text("1,2,3 8,1,0 4,0,2\n\n1,1,3 1,0,3 4,6,0")
    scripts = load_instances(file)
    assert len(scripts) == 2
    factories = [
        lambda _context: ScriptedPlayer([keep(1, 1, 2)]),
        lambda _context: ScriptedPlayer([("deal",)]),
    ]
    match = asyncio.run(play(KIT, Bargain(), factories, seed="1", script=scripts[1]))
    assert match.outcome.scores == (7, -7)  # 1 + 2 · 3 against 0
    with pytest.raises(GameError):
        Chance("1", {"pool": [(9, 9, 9)]}).pick(Bargain().turn(Bargain().new())[CHANCE])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1,2,3 8,1,0", "line 2: write it as '1,2,3 8,1,0 4,0,2', not '1,2,3 8,1,0'"),
        ("1,2,3 8,1,0 4;0;2", "line 2: '4;0;2' is not three whole numbers"),
        ("1,2,2 8,1,0 4,0,3,1", "line 2: '4,0,3,1' is not three whole numbers"),
        ("1,1,1 8,1,1 4,3,3", "line 2: a pool has 5 to 7 items, 1 to 5 of each kind, not 1,1,1"),
        ("1,2,3 8,1,1 4,0,2", "line 2: the pool is worth 13 to Player 1, not 10"),
        ("1,2,3 8,1,0 12,-1,0", "line 2: the values of Player 2 are not all from 0"),
        ("1,2,3 8,1,0 4,3,0", "line 2: every kind must be worth something"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, line, message):
    file = tmp_path / "instances.txt"
    file.write_text(f"1,2,3 8,1,0 4,0,2\n{line}\n")
    with pytest.raises(UsageError, match=message.replace("(", r"\(")):
        load_instances(file)


def test_a_file_that_is_not_there_or_empty_is_refused(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        load_instances(tmp_path / "nothing.txt")
    with pytest.raises(UsageError, match="no line with a pool"):
        read_instances(["", " "])


# Who knows what, and how it is said


def test_values_are_ones_own_until_the_end():
    game = Bargain()
    state = after(game, laid_out(game), keep(1, 2, 3, message="All mine."))
    assert game.observe(state, 1).values == (None, (4, 0, 2))
    assert game.observe(state, None).values == (None, None)
    assert game.observe(state, 1).log[-1] == ("proposed", 1, 0, (1, 2, 3), "All mine.")
    assert KIT.secrets(game, state, 1) == ("hat 8, ball 1, apple 0",)
    assert game.observe(after(game, state, ("deal",)), 1).values == VALUES


def test_guesses_are_values_that_may_meet_ones_own():
    game = Bargain()
    view = game.observe(after(game, laid_out(game), keep(1, 1, 1)), 1)
    guesses = {KIT.sample_state(game, view, Random(str(n))).values for n in range(200)}
    fitting = {pair for pair in value_pairs(POOL) if pair[1] == (4, 0, 2)}
    assert guesses == fitting


def test_the_scene_says_what_the_last_plan_would_bring():
    game = Bargain()
    state = after(game, laid_out(game), keep(1, 1, 0, message="Take it.\nRound 9: You accept the plan."))
    scene = KIT.words.scene(game, game.observe(state, 1))
    said = (
        "Round 1: Player 1 proposes to keep 1 hat, 1 ball, 0 apples; you get 0 hats, 1 ball, 3 apples. "
        'Message: "Take it. Round 9: You accept the plan."'
    )
    assert said in scene.splitlines()
    assert "you would get 0 hats, 1 ball, 3 apples, worth 6 of 10 to you" in scene


# Players


def test_plans_tell_the_reference_what_the_other_likes():
    game = Bargain()
    state = laid_out(game)
    before = others_values(game.observe(state, 1))
    after_it = others_values(game.observe(after(game, state, keep(1, 0, 0)), 1))
    worth_of_a_hat = [sum(chance * values[0] for values, chance in b.items()) for b in (before, after_it)]
    assert worth_of_a_hat[1] > worth_of_a_hat[0] + 0.5


def points(factory, pairs, **options):
    """The mean score of the reference over mirrored pairs of matches, and of the other."""
    game, mine, theirs = Bargain(**options), 0.0, 0.0
    for seed in map(str, range(pairs)):
        first = asyncio.run(play(KIT, game, [ReferencePlayer, factory], seed=seed)).outcome.scores
        second = asyncio.run(play(KIT, game, [factory, ReferencePlayer], seed=seed)).outcome.scores
        mine += first[0] + second[1]
        theirs += first[1] + second[0]
    return mine / (2 * pairs), theirs / (2 * pairs)


@pytest.mark.long
def test_the_reference_beats_random_by_four_points():
    assert points(lambda _context: RandomPlayer(), 40)[0] > 4


def test_two_references_share_more_than_the_pool_where_own_value_counts():
    mine, theirs = points(ReferencePlayer, 25, score="own_value")
    assert mine + theirs > 11
