"""Our games as environments, by PettingZoo's own tests and beside our own matches."""

import copy
import warnings
from collections import Counter

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import agonist
from agonist.adapters.pettingzoo import aec_env, parallel_env
from agonist.core import IllegalAction, UsageError
from agonist.games import KITS
from agonist.games.bargain import Bargain
from agonist.games.connect_four import ConnectFour
from agonist.match import Record
from agonist.tournament.game_spec import parse_target

with warnings.catch_warnings():
    # The tests' own doctest fixtures import games in a way that PettingZoo itself warns against.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, seed_test
    from pettingzoo.test.seed_test import parallel_seed_test

OF_MASKS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
)
"""What api_test says of every observation with a mask, PettingZoo's own games excepted by name."""

OF_TALK = "Action space for each agent probably should be"

OF_MASKS_ALONE = "Action mask numpy array is all zeros"
"""What it says where there are no arrays beside the mask, since who is asked nothing may give nothing."""


def small(name):
    """The game with the options the contract are checked with."""
    options = "&".join(
        f"{key}={','.join(map(str, value)) if isinstance(value, list | tuple) else value}"
        for key, value in KITS[name].quick_options.items()
    )
    return f"{name}?{options}" if options else name


@pytest.fixture(params=list(KITS))
def target(request):
    return small(request.param)


@pytest.fixture
def talk(target):
    return parse_target(target).game.traits.talk


def test_api(target, talk):
    kit = parse_target(target).kit
    known = [*OF_MASKS, *([OF_TALK] if talk else [] if kit.arrays else [OF_MASKS_ALONE])]
    with warnings.catch_warnings():
        for warning in known:
            warnings.filterwarnings("ignore", warning)
        api_test(aec_env(target), num_cycles=30)


def test_api_with_text_beside_the_arrays():
    with warnings.catch_warnings():
        for known in OF_MASKS:
            warnings.filterwarnings("ignore", known)
        api_test(aec_env("texas_holdem", text=True), num_cycles=30)


def test_seed(target):
    seed_test(lambda: aec_env(target), num_cycles=30)


def test_parallel_api(target):
    parallel_api_test(parallel_env(target), num_cycles=30)


def test_parallel_seed(target):
    parallel_seed_test(lambda: parallel_env(target), num_cycles=10)


def follow(env, record, spelled):
    """Play the players' moves of a record."""
    for moves in record.moves:
        for seat in sorted(seat for seat in moves if seat >= 0):
            for action in spelled(seat, moves[seat]):
                yield f"player_{seat}", action


@pytest.mark.parametrize("name", list(KITS))
def test_the_same_seed_and_moves_give_the_record_and_the_scores_of_a_match(name):
    target = small(name)
    seats = agonist.make(target).seats
    match = agonist.play(target, ["random"] * seats, seed=7)
    env = aec_env(target)
    env.reset(seed=7)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent, action in follow(env, match.record, lambda _seat, move: env.spelled(move)):
        assert env.agent_selection == agent
        env.step(action)
        for rewarded, reward in env.rewards.items():
            totals[rewarded] += reward
    assert env.record == match.record
    assert tuple(totals.values()) == match.outcome.scores
    assert all(env.terminations.values())
    assert Record.loads(env.record.dumps(), lambda _name: KITS[name]).outcome == match.outcome


def test_all_seats_move_together():
    target = "guess_average?seats=3&rounds=2"
    match = agonist.play(target, ["random"] * 3, seed=1)
    env = parallel_env(target)
    env.reset(seed=1)
    for moves in match.record.moves:
        actions = {f"player_{seat}": env.spelled(f"player_{seat}", move)[0] for seat, move in moves.items()}
        _, rewards, over, _, _ = env.step(actions)
    assert tuple(rewards.values()) == match.outcome.scores
    assert all(over.values())
    assert env.agents == []


def test_an_agent_whose_turn_it_is_not_has_an_empty_mask_and_is_passed_over():
    env = parallel_env("tictactoe")
    seen, _ = env.reset(seed=0)
    assert seen["player_0"]["action_mask"].all()
    assert not seen["player_1"]["action_mask"].any()
    seen, *_ = env.step({"player_0": 4, "player_1": 4})
    assert env.record.moves == ({0: (2, 2)},)
    assert seen["player_1"]["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]


def test_an_agent_that_must_act_and_does_not_is_named():
    env = parallel_env("tictactoe")
    env.reset(seed=0)
    with pytest.raises(UsageError, match="player_0 must act"):
        env.step({"player_1": 0})


def test_who_acts_second_sees_nothing_of_what_the_first_answered():
    seen = []
    for first in (0, 100):
        env = aec_env("guess_average?seats=2&rounds=1", text=True)
        env.reset(seed=0)
        env.step(first)
        seen.append((env.last()[0], env.last()[4]))
    assert data_equivalence(*seen)


@pytest.mark.parametrize("target", ["tictactoe", "undercover", "sealed_bid_auction", "texas_holdem"])
def test_one_loop_plays_every_game(target):
    env = aec_env(target, illegal="raise")
    env.reset(seed=5)
    for agent in env.agent_iter():
        *_, terminated, _, info = env.last()
        env.step(None if terminated else env.action_space(agent).sample(info["action_mask"]))
    assert env.record.outcome is not None


def test_a_game_of_words_is_observed_as_text():
    env = aec_env("undercover")
    env.reset(seed=3)
    seen, *_ = env.last()
    agent = env.agent_selection
    assert set(seen) == {"text", "option_mask"}
    assert seen["text"] == env.text(agent)
    assert env.view(agent).word in seen["text"]
    assert env.ask(agent).about == "clue"


def test_the_text_stands_beside_the_arrays_where_it_is_wanted():
    for wanted in (True, False):
        env = aec_env("tictactoe", text=wanted)
        env.reset(seed=0)
        seen, *_ = env.last()
        assert ("text" in seen) == wanted
        assert seen["observation"]["board"].shape == (3, 3, 3)
        assert "| _ | _ | _ |" in env.text("player_0")


def test_only_the_agent_that_looks_has_its_view_made_and_no_text_is_written_unasked(monkeypatch):
    env = aec_env("connect_four")
    looked = []
    observe = ConnectFour.observe
    monkeypatch.setattr(
        ConnectFour, "observe", lambda self, state, seat: looked.append(seat) or observe(self, state, seat)
    )
    monkeypatch.setattr(
        type(KITS["connect_four"].words), "scene", lambda *_: pytest.fail("a scene is written")
    )
    env.reset(seed=0)
    env.step(3)
    assert looked == []
    env.last()
    assert looked == [1]


def test_the_view_is_read_once_for_all_steps_of_an_answer_and_what_an_agent_writes_is_its_own(monkeypatch):
    looked = []
    observe = Bargain.observe
    monkeypatch.setattr(
        Bargain, "observe", lambda self, state, seat: looked.append(seat) or observe(self, state, seat)
    )
    env = aec_env("bargain")
    env.reset(seed=1)
    pools = []
    for action in env.spelled(("propose", "All for me!", 1, 1, 1)):
        pool = env.last()[0]["observation"]["pool"]
        pools.append(pool.tolist())
        pool[:] = 0
        env.step(action)
    assert len(pools) == 5
    assert pools == pools[:1] * 5
    assert any(pools[0])
    assert looked == [0]
    env.last()
    assert looked == [0, 1]


@pytest.mark.parametrize("name", [name for name in KITS if KITS[name].arrays])
def test_what_is_observed_lies_in_its_space_and_may_be_written_to(name):
    env = parallel_env(small(name), text=True)
    env.action_space("player_0").seed(1)
    seen, infos = env.reset(seed=1)
    while env.agents:
        for agent in env.agents:
            assert env.observation_space(agent).contains(seen[agent]), seen[agent]
            assert all(array.flags.writeable for array in seen[agent]["observation"].values())
        actions = {agent: env.action_space(agent).sample(infos[agent]["action_mask"]) for agent in env.agents}
        seen, *_, infos = env.step(actions)


def test_each_reset_without_a_seed_deals_the_next_match_of_the_series():
    def holes(*seeds):
        env = aec_env("texas_holdem")
        for seed in seeds:
            env.reset(seed=seed)
            yield env.record.moves[1]

    first, second, third = holes(5, None, 5)
    assert first == third != second
    assert list(holes(None, None)) == list(holes(0, None))


def test_a_script_deals_any_hand():
    env = aec_env("texas_holdem")
    env.reset(seed=0, options={"script": {"dealer": [1], "hole": [("As", "Ah", "Ks", "Kh")]}})
    assert env.agent_selection == "player_1", "heads up, the dealer has the small blind and acts first"
    assert env.view("player_1").hole[1] == ("Ks", "Kh")


def table_talk(illegal):
    env = aec_env("undercover", illegal=illegal)
    env.reset(seed=3)
    return env, {"option": 0, "text": f"I say {env.view(env.agent_selection).word}"}


def test_an_illegal_action_forfeits():
    env, illegal = table_talk("forfeit")
    mover = env.agent_selection
    env.step(illegal)
    # The civilians lose together, and the undercover is the only other side.
    assert mover == "player_0"
    assert env.rewards == {agent: 1.0 if agent == "player_1" else -1.0 for agent in env.agents}
    assert all(env.terminations.values())
    assert env.record.forfeits == (0,)


def test_an_illegal_action_may_be_replaced_by_a_random_one():
    env, illegal = table_talk("random")
    mover = env.agent_selection
    env.step(illegal)
    assert env.agent_selection != mover
    assert env.record.moves[-1][0].startswith("thing-")


def test_an_illegal_action_may_raise_and_then_another_be_given():
    env, illegal = table_talk("raise")
    with pytest.raises(IllegalAction, match="may not be said"):
        env.step(illegal)
    env.step("something kind")
    assert env.record.moves[-1] == {0: "something kind"}


def test_a_number_outside_the_mask_is_illegal():
    env = aec_env("tictactoe")
    env.reset(seed=0)
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}


def test_a_large_answer_is_given_in_several_steps_by_one_agent():
    env = aec_env("divide_dollar?seats=2&rounds=1&golds=100000", illegal="raise")
    env.reset(seed=0)
    actions = env.spelled(54321)
    assert len(actions) > 1
    for action in actions:
        assert env.agent_selection == "player_0"
        assert env.last()[0]["action_mask"][action]
        assert ("Steps given" in env.text("player_0")) == (action is not actions[0])
        env.step(action)
    assert env.agent_selection == "player_1"
    assert "Steps given" not in env.text("player_1")


def test_an_environment_can_be_copied_in_the_middle_of_a_match():
    env = aec_env("texas_holdem?hands=2", seed=4)
    env.reset()
    env.step(1)
    twin = copy.deepcopy(env)
    for each in (env, twin):
        while each.agents:
            each.step(None if each.last()[2] else 1)
    assert env.record == twin.record


def test_an_environment_can_be_copied_in_the_middle_of_an_answer():
    env = aec_env("bargain", illegal="raise")
    env.reset(seed=1)
    first, *rest = env.spelled(("propose", "All for me!", 1, 1, 1))
    env.step(first)
    twin = copy.deepcopy(env)
    for each in (env, twin):
        for action in rest:
            each.step(action)
    assert env.record == twin.record
    assert env.record.moves[-1] == {0: ("propose", "All for me!", 1, 1, 1)}


def test_after_an_illegal_step_the_answer_goes_on_where_it_was():
    env = aec_env("bargain", illegal="raise")
    env.reset(seed=1)
    for action in env.spelled(("propose", "All for me!", 1, 1, 1)):
        with pytest.raises(IllegalAction):
            env.step({"option": 1023, "text": " ".join(["too"] * 99)})
        env.step(action)
    assert env.record.moves[-1] == {0: ("propose", "All for me!", 1, 1, 1)}


def test_actions_are_sampled_from_the_mask_alone_and_all_of_them():
    space = aec_env("tictactoe").action_space("player_0")
    space.seed(1)
    mask = np.array([0, 1, 0, 0, 1, 0, 0, 0, 1], np.int8)
    drawn = Counter(int(space.sample(mask)) for _ in range(900))
    assert set(drawn) == {1, 4, 8}
    assert min(drawn.values()) > 250
    assert space.contains(space.sample(np.zeros(9, np.int8)))
    with pytest.raises(AssertionError):
        space.sample(np.ones(10, np.int8))


def test_actions_are_sampled_from_a_large_mask_of_any_type():
    env = aec_env("santorini")
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    allowed = set(mask.nonzero()[0].tolist())
    space = env.action_space("player_0")
    assert {
        int(space.sample(mask.astype(kind))) for kind in (bool, np.int8, np.int64) for _ in range(50)
    } <= (allowed)


def test_where_players_talk_a_long_text_is_drawn_only_for_a_step_that_takes_one():
    env = aec_env("bargain")
    env.reset(seed=1)
    space = env.action_space("player_0")
    space.seed(1)
    lengths = []
    for action in env.spelled(("propose", "All for me!", 1, 1, 1)):
        drawn = [space.sample(env.infos["player_0"]["action_mask"])["text"] for _ in range(20)]
        assert all(space["text"].contains(text) for text in drawn)
        lengths.append(max(map(len, drawn)) > 1)
        env.step(action)
    assert lengths == [False, True, False, False, False]
    assert len({letter for _ in range(50) for letter in space["text"].sample()}) == 95


def test_calls_before_the_first_reset_and_after_the_last_step_are_refused():
    env = aec_env("tictactoe", illegal="forfeit")
    assert not hasattr(env, "agents")
    for call in (env.step, env.observe, env.text, env.view, env.spelled):
        with pytest.raises(UsageError, match="reset"):
            call("player_0")
    env.reset(seed=0)
    for action in (0, 0, None, None):
        env.step(action)
    with pytest.raises(UsageError, match="reset"):
        env.step(None)


@pytest.mark.parametrize("value", [None, 4.7, {"choice": 4}, [4]])
def test_a_value_that_is_no_action_is_refused_and_the_match_goes_on(value):
    env = aec_env("tictactoe")
    env.reset(seed=0)
    with pytest.raises(UsageError, match="not an action"):
        env.step(value)
    env.step(np.int64(4))
    assert env.record.moves == ({0: (2, 2)},)


def test_what_cannot_be_is_refused():
    with pytest.raises(UsageError, match="did you mean 'tictactoe'"):
        aec_env("tictacto")
    with pytest.raises(UsageError, match="illegal is"):
        aec_env("tictactoe", illegal="forgive")
