"""Atari Boxing in a ring of our own making, which stands for the console: no ROM is needed."""

import asyncio
import heapq
import itertools
import re
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

from agonist.adapters.atari import Bout, fight, pettingzoo_ring
from agonist.adapters.atari.boxing import boxing_kit
from agonist.adapters.atari.boxing_env import ACTIONS, Ring
from agonist.contract import check_game
from agonist.core import UnreadableAnswer, UsageError
from agonist.extras import install
from agonist.kit import make_game
from agonist.match import Record
from agonist.match.playing import play
from agonist.players.simple import RandomPlayer, ReferencePlayer


class FakeBoxing:
    """Two boxers on a line: a step is a pixel a frame, and a punch that begins in reach scores."""

    def __init__(self, frames=400):
        self.possible_agents = ["first_0", "second_0"]
        self.frames, self.closed = frames, False

    def reset(self, seed=None):
        self.x, self.y, self.nth = [30, 110], [20 + seed % 3, 80], 0
        self.out = [False, False]
        self.total = [0, 0]
        return self._seen(), {}

    def step(self, actions):
        made = [0, 0]
        for seat, agent in enumerate(self.possible_agents):
            name = ACTIONS[actions[agent]]
            if "punch" not in name:
                self.x[seat] += ("right" in name) - ("left" in name)
                self.y[seat] += ("down" in name) - ("up" in name)
                self.x[seat], self.y[seat] = (min(140, max(10, at[seat])) for at in (self.x, self.y))
        for seat, agent in enumerate(self.possible_agents):
            punches = "punch" in ACTIONS[actions[agent]]
            if (
                punches
                and not self.out[seat]
                and abs(self.x[0] - self.x[1]) <= 30
                and abs(self.y[0] - self.y[1]) <= 6
            ):
                made[seat] = 2 if abs(self.x[0] - self.x[1]) < 15 else 1
            self.out[seat] = punches
        self.total = [a + b for a, b in zip(self.total, made, strict=True)]
        self.nth += 1
        done = self.nth >= self.frames or max(self.total) >= 100
        rewards = dict(zip(self.possible_agents, (made[0] - made[1], made[1] - made[0]), strict=True))
        ended = dict.fromkeys(self.possible_agents, done)
        return self._seen(), rewards, ended, dict.fromkeys(self.possible_agents, False), {}

    def _seen(self):
        memory = np.zeros(128, np.uint8)
        memory[[32, 33]], memory[[34, 35]], memory[17] = self.x, self.y, self.nth // 60
        memory[[18, 19]] = [0xC0 if made >= 100 else 16 * (made // 10) + made % 10 for made in self.total]
        return dict.fromkeys(self.possible_agents, memory)

    def close(self):
        self.closed = True


KIT = boxing_kit(FakeBoxing)


def test_the_game_keeps_the_contract():
    assert check_game(KIT, range(2)) == []


def test_an_answer_holds_for_the_frames_that_it_costs():
    game = make_game(KIT.game, {"frames": 10})
    state = game.act(game.act(game.new(), {-1: 0}), {0: "right", 1: "wait"})
    assert game.observe(state, 0).seen.x == (40, 110)
    twice = make_game(KIT.game, {"frames": 5})
    state = twice.act(twice.act(twice.new(), {-1: 0}), {0: "right", 1: "left"})
    assert twice.observe(state, None).seen.x == (35, 105)


def test_each_boxer_is_told_of_itself_first():
    game = make_game(KIT.game, {})
    state = game.act(game.new(), {-1: 0})
    white, black = (KIT.words.scene(game, game.observe(state, seat)) for seat in (0, 1))
    assert white.startswith(
        "Turn 0. You are Player 1, white, at x 30, y 20. Player 2, black, is at x 110, y 80:"
    )
    assert "80 to the right, 60 down" in white
    assert "You are Player 2, black, at x 110, y 80" in black
    assert "80 to the left, 60 up" in black


def test_two_punches_in_one_frame_both_count():
    """A reward is the difference of the two, and says nothing of them."""

    class Close(FakeBoxing):
        def reset(self, seed=None):
            super().reset(seed)
            self.x, self.y = [50, 60], [20, 20]
            return self._seen(), {}

    ring = Ring(Close, 0)
    ring.step(("punch", "punch"))
    assert ring.seen.points == (2, 2)


def test_points_are_those_of_the_console_and_a_replay_has_the_same():
    game = make_game(KIT.game, {"turns": 60, "frames": 8})
    match = asyncio.run(play(KIT, game, [ReferencePlayer, lambda _context: RandomPlayer()], seed="3"))
    assert match.outcome.scores[0] > match.outcome.scores[1]
    assert match.outcome.reason in ("60 turns are over", "the two minutes are over", "knockout")
    again = Record.loads(match.record.dumps(), lambda _name: KIT)
    assert again.outcome == match.outcome


def test_a_hundred_points_are_a_knockout():
    class Quick(FakeBoxing):
        def reset(self, seed=None):
            super().reset(seed)
            self.x, self.y = [50, 60], [20, 20]
            return self._seen(), {}

    ring = Ring(Quick, 0)
    for _ in range(60):
        ring.step(("punch", "wait"))
        ring.step(("wait", "wait"))
    assert ring.seen.points == (100, 0)
    assert ring.seen.over == "knockout"


class FakeClock:
    """Time that passes only when the ring asks for it; players wait in it too."""

    def __init__(self):
        self.now, self._waiting, self._nth = 0.0, [], itertools.count()

    async def until(self, seconds):
        while self._waiting and self._waiting[0][0] <= seconds:
            self.now, _, event = heapq.heappop(self._waiting)
            event.set()
            await self._let_others_run()
        self.now = max(self.now, seconds)
        await self._let_others_run()

    async def sleep(self, seconds):
        event = asyncio.Event()
        heapq.heappush(self._waiting, (self.now + seconds, next(self._nth), event))
        await event.wait()

    @staticmethod
    async def _let_others_run():
        for _ in range(6):
            await asyncio.sleep(0)


def boxer(clock, latency, answer=None):
    """Plays the rule of thumb, each answer so many seconds late."""

    class Boxer(ReferencePlayer):
        async def answer(self, question):
            await clock.sleep(latency)
            # Not in a thread, as the reference player thinks: threads have a time of their own.
            return answer or KIT.reference(None, question.view, question.ask, question.rng)

    return Boxer


def bout(first, second, clock, **more):
    made = []

    def make():
        made.append(FakeBoxing())
        return made[-1]

    found = asyncio.run(fight(KIT, make, [first, second], seed=1, clock=clock, **more))
    assert [ring.closed for ring in made] == [True]
    return found


def test_on_the_wall_clock_latency_hurts():
    clock = FakeClock()
    slow = bout(boxer(clock, 0.5), boxer(clock, 0.02), clock)
    assert slow.outcome.scores[0] < slow.outcome.scores[1]
    assert slow.frames == 400
    # 400 frames at 120 a second are 3.3 s.
    assert slow.answers[0] in (6, 7)
    assert 100 < slow.answers[1] < 170


def test_a_fight_on_the_wall_clock_can_be_fought_again_from_what_was_held():
    clock = FakeClock()
    fought: Bout = bout(boxer(clock, 0.1), boxer(clock, 0.03), clock)
    ring, ends = Ring(FakeBoxing, 1), [frame for frame, _ in fought.held[1:]]
    for (start, held), end in zip(fought.held, [*ends, fought.frames], strict=True):
        ring.step(held, end - start)
    assert ring.seen.points == fought.outcome.scores
    clock = FakeClock()
    assert bout(boxer(clock, 0.1), boxer(clock, 0.03), clock) == fought


def test_an_illegal_or_unreadable_answer_changes_nothing_and_is_counted():
    class Mumbling(ReferencePlayer):
        async def answer(self, question):
            await clock.sleep(0.1)
            raise UnreadableAnswer("hm")

    clock = FakeClock()
    found = bout(boxer(clock, 0.1, answer="bite"), Mumbling, clock, longest=120)
    assert found.held == ((0, ("wait", "wait")),)
    assert found.invalid == found.answers
    assert min(found.invalid) > 5
    assert found.outcome.reason == "120 frames are over"


def test_a_broken_player_ends_the_fight_and_says_why():
    class Broken(ReferencePlayer):
        async def answer(self, question):
            raise ZeroDivisionError("oops")

    with pytest.raises(ZeroDivisionError, match="oops"):
        asyncio.run(fight(KIT, FakeBoxing, [Broken, ReferencePlayer], seed=1, clock=FakeClock()))


def test_the_wall_clock_keeps_the_speed():
    found = asyncio.run(
        fight(KIT, FakeBoxing, [ReferencePlayer, ReferencePlayer], seed=1, speed=2_000, longest=100)
    )
    assert found.frames == 100


@pytest.mark.parametrize("given", [{"frames": 0}, {"turns": 0}, {"frames": 601}])
def test_impossible_options_are_refused(given):
    with pytest.raises(UsageError, match="is from 1 to"):
        make_game(KIT.game, given)


def test_what_to_install_is_said_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pettingzoo.atari", None)
    with pytest.raises(UsageError, match=re.escape(install("atari"))):
        pettingzoo_ring()


def test_actions_are_in_the_order_of_the_arcade_learning_environment():
    """As PettingZoo's page of Boxing lists them."""
    assert len(ACTIONS) == 18
    assert [ACTIONS.index(name) for name in ("punch", "up", "right", "left", "down")] == [1, 2, 3, 4, 5]
    assert ACTIONS.index("up-left") == 7
    assert ACTIONS.index("punch down-left") == 17


def test_the_example_is_a_command_for_a_fight_in_real_time(capsys):
    path = Path(__file__).parents[3] / "examples" / "boxing_live.py"
    main = runpy.run_path(str(path))["main"]
    bout = main(["reference", "random", "--speed", "4000", "--longest", "80"], FakeBoxing)
    shown = capsys.readouterr().out
    assert shown.startswith(f"reference {bout.outcome.scores[0]:g}, random {bout.outcome.scores[1]:g}: ")
    assert "80 frames; answers " in shown
