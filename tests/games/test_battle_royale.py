"""Battle royale: γ-Bench's rules worked by hand; the reference against the known duels and truels."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from agonist.core import CHANCE, AmbiguousAnswer, Choice, Draw, IllegalAction, UsageError
from agonist.games.battle_royale import KIT, PRESETS, BattleRoyale
from agonist.games.battle_royale.rules import State
from agonist.kit import make_game
from agonist.match import Chance, play
from agonist.players.simple import RandomPlayer, ReferencePlayer
from agonist.text import read


def shots(game, *fired, state=None):
    """The state after these shots: each a target and `hit` or `miss`, or `nobody`."""
    state = state or game.new()
    for shot in fired:
        target, luck = shot if shot != "nobody" else (shot, None)
        state = game.act(state, {state.shooter: target})
        state = game.act(state, {CHANCE: luck}) if luck else state
    return state


def test_hit_rates_rise_from_35_to_80_percent_by_default():
    assert [BattleRoyale().hit_rate(seat) for seat in range(10)] == list(range(35, 81, 5))


def test_they_shoot_in_order_of_hit_rate_in_turn_and_skip_who_is_out():
    game = BattleRoyale(seats=4)
    state, order = game.new(), []
    for shot in [(1, "hit"), (0, "miss"), (2, "hit"), (3, "miss"), (0, "miss")]:
        order.append(state.shooter)
        state = shots(game, shot, state=state)
    assert (order, state.alive, state.shooter) == ([0, 2, 3, 0, 3], (0, 3), 0)


def test_a_shooter_chooses_among_nobody_and_the_living_others():
    game = BattleRoyale(seats=4)
    state = shots(game, (2, "hit"))
    assert game.turn(state) == {1: Choice(("nobody", 0, 3), about="target")}
    for wrong in (1, 2, 4, None):
        with pytest.raises(IllegalAction):
            game.turn(state)[1].check(wrong)


def test_chance_decides_by_the_hit_rate_whenever_someone_is_aimed_at():
    game = BattleRoyale(seats=3)
    state = game.act(game.new(), {0: 2})
    assert game.turn(state) == {CHANCE: Draw(("hit", "miss"), (35, 65), about="hit")}
    chance, hits = Chance("1"), 0
    for _ in range(4000):
        hits += chance.pick(game.turn(state)[CHANCE]) == "hit"
    assert 0.33 < hits / 4000 < 0.37


def test_a_miss_on_purpose_asks_chance_nothing_and_is_told_as_such():
    game = BattleRoyale(seats=3)
    state = shots(game, "nobody", (2, "miss"), (0, "hit"))
    assert state.log == (("shot", 1, 0, "nobody", False), ("shot", 2, 1, 2, False), ("shot", 3, 2, 0, True))
    told = KIT.words.scene(game, state)
    assert "Shot 1: Player 1 missed on purpose." in told
    assert "Shot 2: Player 2 shot at Player 3 and missed." in told
    assert "Shot 3: Player 3 shot at Player 1 and hit. Player 1 is out." in told
    assert "Player 2 (40%), Player 3 (45%)." in told


def test_a_target_cannot_contradict_an_action():
    game = BattleRoyale(seats=3)
    ask = game.turn(game.new())[0]

    def say(key, option):
        return KIT.words.label(game.new(), key, option)

    assert read(ask, '{"target": "player 3"}', "json", say) == 2
    assert read(ask, '{"target": "nobody"}', "json", say) == "nobody"
    with pytest.raises(AmbiguousAnswer):
        read(ask, '{"action": "shoot", "target": null}', "json", say)
    with pytest.raises(IllegalAction):
        read(ask, '{"target": "Player 1"}', "json", say)


def test_who_is_left_last_wins_and_the_others_rank_by_how_long_they_stood():
    game = BattleRoyale(seats=4)
    state = shots(game, (3, "hit"), (0, "hit"))
    assert game.outcome(state) is None
    outcome = game.outcome(shots(game, (1, "hit"), state=state))
    assert outcome.scores == (1, 2, 3, 0)
    assert outcome.ranks == (3, 2, 1, 4)
    assert "Player 3" in outcome.reason


def test_at_the_cap_those_who_are_left_share_the_places():
    game = BattleRoyale(seats=4, shot_cap=3)
    outcome = game.outcome(shots(game, (2, "hit"), "nobody", "nobody"))
    assert outcome.scores == (2, 2, 0, 2)
    assert outcome.ranks == (1, 1, 4, 1)
    assert "3 players" in outcome.reason


def test_the_shot_at_the_cap_still_counts():
    game = BattleRoyale(seats=2, shot_cap=1)
    assert game.outcome(shots(game, (1, "hit"))).scores == (1, 0)


def test_the_papers_20_shots_are_not_told():
    quiet = make_game(BattleRoyale, PRESETS["gamabench"])
    ask = quiet.turn(quiet.new())[0]
    told = KIT.words.rules(quiet) + KIT.words.request(quiet, quiet.new(), ask)
    assert quiet.shot_cap == 20
    assert "20" not in told.replace("35%", "")
    assert "after shot 20" in KIT.words.rules(replace(quiet, told_rounds=True))


def test_the_shooter_is_told_who_he_is():
    game = BattleRoyale(seats=4)
    state = shots(game, (1, "hit"))
    told = KIT.words.request(game, state, game.turn(state)[2])
    assert "You are Player 3 with a hit rate of 45%, number 2 of 3" in told
    assert "shot 2 of 100" in told


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"seats": 15}, "at most 100 percent, not 105"),
    ],
)
def test_options_that_cannot_be_are_refused(options, why):
    with pytest.raises(UsageError, match=why):
        BattleRoyale(**options)


@pytest.mark.parametrize(("base", "interval"), [(51, 1), (35, 5), (10, 10)])
def test_table_9_s_hit_rates_are_options(base, interval):
    game = BattleRoyale(base_hit_rate=base, interval=interval)
    assert game.hit_rate(9) == {51: 60, 35: 80, 10: 100}[base]


def test_the_reference_shoots_at_the_strongest_other():
    game = BattleRoyale()
    assert KIT.reference(game, game.new(), None, Random(0)) == 9
    assert KIT.reference(game, State(tuple(range(10)), shooter=9), None, Random(0)) == 8
    # The weakest of three, who in equilibrium would miss on purpose.
    assert KIT.reference(game, State((0, 3, 5)), None, Random(0)) == 5


def test_reference_wins_more_often_than_the_random_player_in_his_seat():
    # Four random players win one match in four, over all seats.
    game = BattleRoyale(seats=4, base_hit_rate=40, interval=15)
    wins = 0
    for seed in range(150):
        factories = [*[lambda _context: RandomPlayer()] * 3]
        factories.insert(seed % 4, ReferencePlayer)
        wins += asyncio.run(play(KIT, game, factories, seed=f"{seed}")).outcome.ranks[seed % 4] == 1
    assert wins / 150 > 0.33


def test_if_the_first_one_out_wins_each_has_a_point_for_everyone_who_is_out_later():
    game = BattleRoyale(seats=4, wins="first", shot_cap=2)
    state = shots(game, (3, "hit"), (0, "hit"))
    assert game.outcome(state).scores == (2, 0.5, 0.5, 3)
    assert "first player who is out wins" in KIT.words.rules(game)
    start = game.new()
    assert KIT.reference(game, start, game.turn(start)[0], Random(0)) == "nobody"
