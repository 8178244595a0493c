"""Environments of PettingZoo's as games: its own classic ones, and one made up to be awkward."""

import asyncio
import json
import re
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv
from pettingzoo.classic.rps import rps

import agonist
from agonist.adapters.pettingzoo import game_of_env
from agonist.adapters.pettingzoo.array_text import rendered
from agonist.cli.app import leave
from agonist.contract import check_game
from agonist.core import CHANCE, Traits, UsageError
from agonist.extras import install
from agonist.games import find_kit
from agonist.match import Record
from agonist.models.mock_endpoint import Endpoint
from agonist.store import Store

ROOT = Path(__file__).parents[3]
PLAYED = ["pettingzoo_game:TICTACTOE", "pettingzoo_game:CONNECT_FOUR"]


class Race(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """Three agents add 1 to 3 in turn; the seed says how far each may go, and whoever goes further is out.

    Each addition is a reward, and the last one in gets 5. The mask stands in the info, actions start at 1,
    and agents are out at different times.
    """

    def __init__(self):
        super().__init__()
        self.metadata = {"name": "race_v0"}
        self.possible_agents = ["red_0", "green_0", "blue_0"]
        self.steps = 0

    def observation_space(self, agent):
        return Box(0, 99, (2,), np.int64)

    def action_space(self, agent):
        return Discrete(3, start=1)

    def reset(self, seed=None, options=None):
        rng = Random(f"race {seed}")
        self.agents = list(self.possible_agents)
        self.limit = {agent: rng.randint(3, 9) for agent in self.agents}
        self.sum = dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self.agent_selection = self.agents[0]

    def _info(self, agent):
        return {"action_mask": np.array([1, 1, self.sum[agent] % 2 == 0], np.int8)}

    def observe(self, agent):
        return np.array([self.sum[agent], self.limit[agent] if self.sum[agent] else 0])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.steps += 1
        assert self.infos[agent]["action_mask"][action - 1]
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.sum[agent] += action
        self.rewards[agent] = action
        order = self.agents[self.agents.index(agent) + 1 :] + self.agents[: self.agents.index(agent)]
        self.terminations[agent] = self.sum[agent] > self.limit[agent]
        if self.terminations[agent] and len(order) == 1:
            self.rewards[order[0]] += 5
            self.terminations[order[0]] = True
        self.infos[agent] = self._info(agent)
        self.agent_selection = order[0]
        self._accumulate_rewards()
        self._deads_step_first()


@pytest.fixture
def race():
    made = []

    def make():
        made.append(Race())
        return made[-1]

    return game_of_env(make, "race"), made


def match_of(kit, seed=0):
    """A random match of the kit's game, as a record."""
    rng, game = Random(seed), kit.game()
    state, moves = game.new(), []
    while asks := game.turn(state):
        moves.append({seat: ask.sample(rng) for seat, ask in asks.items()})
        state = game.act(state, moves[-1])
    return Record(kit.name, game, tuple(moves))


def test_seats_rewards_and_deaths_are_those_of_the_environment(race):
    kit, _ = race
    record = match_of(kit)
    (opening, *moves) = record.moves
    env = Race()
    env.reset(seed=opening[CHANCE])
    totals = dict.fromkeys(env.possible_agents, 0)
    for move in moves:
        while env.last()[2]:
            env.step(None)
        ((seat, action),) = move.items()
        assert env.possible_agents[seat] == env.agent_selection
        env.step(action)
        for agent, reward in env.rewards.items():
            totals[agent] += reward
    assert record.outcome.scores == tuple(totals.values())
    assert record.outcome.reason == "the environment is done"


def test_only_what_the_mask_allows_may_be_answered(race):
    game = race[0].game()
    state = game.act(game.new(), {CHANCE: 1})
    assert game.turn(state)[0].choices == (1, 2, 3)
    for move in ({0: 1}, {1: 1}, {2: 1}):
        state = game.act(state, move)
    assert game.turn(state)[0].choices == (1, 2)


def test_a_match_costs_one_step_a_move(race):
    kit, made = race
    moves = match_of(kit).moves
    assert sum(env.steps for env in made) == len(moves) - 1


def test_an_earlier_state_and_another_branch_can_still_be_looked_at(race):
    kit, _ = race
    record = match_of(kit, seed=3)
    game, states = record.game, list(record.states())
    before = [(game.turn(state), game.observe(state, 1), game.outcome(state)) for state in states]
    other = game.act(states[2], {1: 1})
    assert game.observe(other, 1).observation[0] == 1
    fresh = game_of_env(Race, "race").game()
    assert [(fresh.turn(s), fresh.observe(s, 1), fresh.outcome(s)) for s in reversed(states)] == before[::-1]


def test_a_seat_sees_what_its_agent_observes_and_no_more(race):
    kit, _ = race
    game = kit.game()
    state = game.act(game.act(game.new(), {CHANCE: 1}), {0: 2})
    mine, other, outside = (game.observe(state, seat) for seat in (0, 1, None))
    assert mine.observation[0] == 2
    assert mine.reward == 2.0
    assert other.observation == (0, 0)
    assert outside.observation is None
    assert "Your rewards so far add up to 2." in kit.words.scene(game, mine)


def test_whoever_is_out_keeps_what_it_saw_last(race):
    kit, _ = race
    record = match_of(kit)
    *_, last = record.states()
    for seat in range(3):
        view = record.game.observe(last, seat)
        assert view.over
        assert view.observation[0] > 0
        assert "game is over for you" in kit.words.scene(record.game, view)


@pytest.mark.slow
def test_of_a_hidden_environment_only_the_clause_that_needs_a_guess_fails(race):
    for kit in (race[0], game_of_env(rps.env, "pettingzoo_rps", actions=["rock", "paper", "scissors"])):
        assert {breach.clause for breach in check_game(kit, range(3))} == {
            "views_do_not_depend_on_what_they_hide"
        }


def test_whoever_moves_second_at_the_same_time_sees_nothing_of_the_first():
    game = game_of_env(rps.env, "pettingzoo_rps", actions=["rock", "paper", "scissors"]).game()
    start = game.act(game.new(), {CHANCE: 1})
    rock, paper = (game.act(start, {0: action}) for action in (0, 1))
    assert game.observe(rock, 1) == game.observe(paper, 1)
    assert game.observe(game.act(rock, {1: 1}), 1) != game.observe(game.act(paper, {1: 1}), 1)


def test_a_limit_of_the_environment_ends_the_game():
    kit = game_of_env(lambda: rps.env(max_cycles=2), "pettingzoo_rps")
    record = match_of(kit)
    assert len(record.moves) == 1 + 2 * 2
    assert record.outcome.reason == "the environment was cut off at its limit"
    assert sum(record.outcome.scores) == 0


def test_what_cannot_be_a_game_is_refused():
    class Continuous(Race):
        def action_space(self, agent):
            return Box(0, 1, (1,))

    with pytest.raises(UsageError, match="Discrete"):
        game_of_env(Continuous, "continuous")
    with pytest.raises(UsageError, match=r"3 .* 2"):
        game_of_env(Race, "race", actions=["one", "two"])
    with pytest.raises(UsageError, match="traits"):
        game_of_env(Race, "race", traits=Traits(simultaneous=True))


def test_stacks_are_shown_plane_by_plane():
    stack = np.zeros((2, 2, 2), np.int8)
    stack[0, 1, 0] = 1
    assert rendered(stack, "", {}) == "plane 1:\n0 1\n0 0\nplane 2:\n0 0\n0 0"


@pytest.fixture
def examples(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    yield
    sys.modules.pop("pettingzoo_game", None)


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("target", PLAYED)
@pytest.mark.slow
def test_the_examples_keep_the_contract(target, capsys):
    assert leave(["check-game", target, "--matches", "2"]) == 0
    assert "clauses of the contract hold" in capsys.readouterr().out


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("target", PLAYED)
def test_random_plays_the_examples_on_the_command_line(target, capsys, tmp_path):
    assert leave(["play", target, "random", "random", "--json", "--db", str(tmp_path / "own.db")]) == 0
    played = json.loads(capsys.readouterr().out)
    assert sum(played["scores"]) == 0
    assert played["reason"] == "the environment is done"


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("target", PLAYED)
async def test_a_model_plays_the_examples(target):
    async with Endpoint("careful") as endpoint:
        players = ["random", f"endpoint/careful?base_url={endpoint.url}"]
        match = await asyncio.to_thread(agonist.play, target, players, seed=2)
    own = [step for step in match.steps if 1 in step.moves]
    asked = [call for step in own for call in step.calls]
    assert len(own) >= 2
    assert not any(step.fallback for step in match.steps)
    assert {call.error for call in asked} == {""}
    first = asked[0].sent[-1].content
    assert "M: mine, O: my opponent's" in first
    assert '"move": one of "' in first


@pytest.mark.usefixtures("examples")
def test_the_examples_play_in_a_tournament(tmp_path):
    report = agonist.run(PLAYED, ["random", "reference"], matches=2, db=tmp_path / "own.db")
    assert report.exit_code == 0
    with Store.open(tmp_path / "own.db") as store:
        scores = [match.scores for match in store.matches(report.run)]
    assert len(scores) == 4
    assert all(sum(pair) == 0 for pair in scores)


@pytest.mark.long
@pytest.mark.usefixtures("examples")
def test_search_never_loses_where_it_sees_everything():
    for seed in range(2):
        match = agonist.play(PLAYED[0], ["mcts?playouts=200", "random"], seed=seed)
        assert match.outcome.scores[0] >= 0


@pytest.mark.usefixtures("examples")
def test_a_user_improves_the_words_by_one_function():
    tictactoe = find_kit(PLAYED[0])
    game = tictactoe.game()
    shown = tictactoe.words.scene(game, game.act(game.new(), {0: 4}))
    assert "| _ | O | _ |" in shown
    assert "You are Player 2 (player_2)" in shown
    kit = game_of_env(Race, "race", render=lambda seen, agent, info: f"{agent} has {seen[0]}")
    game = kit.game()
    assert "red_0 has 0" in kit.words.scene(game, game.observe(game.act(game.new(), {CHANCE: 1}), 0))


@pytest.mark.usefixtures("examples")
def test_without_the_extra_a_user_is_told_what_to_install(monkeypatch):
    for name in [
        name for name in sys.modules if name.startswith(("agonist.adapters.pettingzoo", "pettingzoo"))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(UsageError, match="PettingZoo is not installed.*" + re.escape(install("pettingzoo"))):
        find_kit(PLAYED[0])
