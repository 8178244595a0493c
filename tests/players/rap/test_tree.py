"""The search as its specification says it, by a second program that is written straight from the page."""

import asyncio
import math
from random import Random

import pytest

from agonist.players.rap.tree import Plan, State, search

CALLS_PER_MOVE = {(2, 2): 14.5, (3, 3): 18.8, (5, 5): 25.0, (10, 5): 30.4, (10, 10): 38.5, (25, 5): 45.9}
"""(actions, imagined actions) -> calls a move: the published player's mean over 300 random moves."""


class Toy:
    """A world in which everything is drawn once by what it is asked for; it writes down what it is asked."""

    def __init__(self, seed, imagined=3, same_state=0.0):
        self.seed, self.imagined, self.same_state = seed, imagined, same_state
        self.asked, self.known = [], {}

    def draw(self, *key):
        if key not in self.known:
            self.asked.append(key)
            self.known[key] = Random(f"{self.seed}:{key}").random()
        return self.known[key]

    def listed(self, state):
        self.draw("actions", state)
        return [f"{state.text}{letter}" for letter in "abcdefghij"[: self.imagined]]

    def fast(self, state, actions, at):
        self.draw("number", state, tuple(actions))
        rng = Random(f"{self.seed}:{state}:{len(actions)}")
        # An endpoint lists five tokens at most; what they have is shared out among them.
        listed = dict.fromkeys(rng.sample(range(len(actions)), min(len(actions), 5)), 0.0)
        listed = {place: rng.random() for place in listed}
        share = listed.get(at, 0.0) / sum(listed.values())
        return share + self.draw("good", state, actions[at])

    def after(self, state, action):
        self.draw("others", state)
        drawn = self.draw("state", state, action)
        return State("same" if drawn < self.same_state else action, state.depth + 1)

    def chance(self, state):
        return self.draw("win", state)

    # The same, as the search asks.
    async def actions(self, state):
        return self.listed(state)

    async def promise(self, state, actions):
        return [self.fast(state, actions, at) for at in range(len(actions))]

    async def step(self, state, action):
        return self.after(state, action)

    async def win(self, state):
        return self.chance(state)


class Written:
    """Section 3 of the specification and its rulings 12 to 15, read aloud."""

    class Node:
        def __init__(self, parent=None, action=None, fast=0.0):
            self.parent, self.action, self.reward, self.fast = parent, action, fast, fast
            self.state, self.children, self.totals = None, None, []
            self.depth = 0 if parent is None else parent.depth + 1

        def q(self):
            return self.fast if self.state is None else sum(self.totals) / len(self.totals)

    def __init__(self, world, actions, depth, iterations, w_exp):
        self.world, self.real, self.limit, self.w_exp = world, actions, depth, w_exp
        self.root = self.Node()
        self.root.state = State("")
        for _ in range(iterations):
            path = [self.root]
            while path[-1].children and path[-1].depth < self.limit:
                path.append(max(path[-1].children, key=self.uct))
            if path[-1].depth < self.limit:
                self.expand(path[-1])
                while path[-1].depth < self.limit and path[-1].children:
                    path.append(max(path[-1].children, key=lambda child: child.fast))
                    if path[-1].state is None:
                        self.expand(path[-1])
            total = 0.0
            for node in reversed(path):
                total += node.reward
                node.totals.append(total)
        self.choice = self.best([self.root])[1]

    def uct(self, node):
        return node.q() + self.w_exp * math.sqrt(math.log(len(node.parent.totals)) / max(1, len(node.totals)))

    def expand(self, node):
        if node.state is None:
            node.state = self.world.after(node.parent.state, node.action)
            node.reward = node.fast + 2 * self.world.chance(node.state) - 1
        if node.depth >= self.limit:
            return
        actions = self.real if node is self.root else self.world.listed(node.state)
        node.children = [
            self.Node(node, action, self.world.fast(node.state, actions, at))
            for at, action in enumerate(actions)
        ]

    def best(self, path):
        if path[-1].depth >= self.limit:
            return sum(node.reward for node in path[1:]), self.root.children.index(path[1])
        known = [child for child in path[-1].children or () if child.state is not None]
        return max(
            (self.best([*path, child]) for child in known), key=lambda x: x[0], default=(-math.inf, None)
        )


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("iterations", [1, 4, 10])
def test_calls_and_choice_are_those_of_the_page_on_random_games(depth, iterations):
    for seed in range(60):
        rng = Random(seed)
        actions = [f"{letter}" for letter in "abcdefgh"[: rng.randint(1, 8)]]
        w_exp, same = rng.choice((0.0, 0.5, 1.0)), rng.choice((0.0, 0.5))
        ours, theirs = (Toy(seed, rng.randint(1, 4), same) for _ in range(2))
        theirs.imagined = ours.imagined
        plan = Plan(depth, iterations, w_exp, compat=True)
        choice = asyncio.run(search(State(""), actions, ours, plan))
        expected = Written(theirs, actions, depth, iterations, w_exp)
        assert (choice, ours.asked) == (expected.choice, theirs.asked), seed


@pytest.mark.parametrize(("sizes", "calls"), CALLS_PER_MOVE.items())
@pytest.mark.every(3)
def test_a_move_takes_as_many_calls_as_the_published_player_took(sizes, calls):
    # The page does not say how the probabilities were drawn, hence the 6%.
    taken = []
    for seed in range(300):
        toy = Toy(seed, sizes[1])
        asyncio.run(search(State(""), [str(n) for n in range(sizes[0])], toy, Plan(compat=True)))
        assert len(toy.asked) >= 9 + sum(sizes)
        taken.append(len(toy.asked))
    # The page does not say how its random probabilities were drawn.
    assert sum(taken) / len(taken) == pytest.approx(calls, rel=0.06)


def test_the_default_tries_more_of_the_real_actions_than_the_published_player():
    def tried(compat):
        found = 0
        for seed in range(40):
            toy = Toy(seed, 3)
            asyncio.run(search(State(""), list("abcde"), toy, Plan(compat=compat)))
            found += sum(1 for key in toy.asked if key[0] == "state" and key[1].depth == 0)
        return found / 40

    assert tried(compat=True) < 2.5
    assert tried(compat=False) > tried(compat=True) + 0.5


def test_the_default_finds_the_winning_move_that_promises_less():
    class Forced(Toy):
        def chance(self, state):
            self.draw("win", state)
            return 1.0 if state.text.startswith("e") else 0.0

    found = [
        asyncio.run(search(State(""), list("abcde"), Forced(seed, 2), Plan(iterations=20)))
        for seed in range(30)
    ]
    assert found.count(4) >= 24


def test_a_search_without_actions_to_imagine_still_has_an_answer():
    class Empty(Toy):
        def listed(self, state):
            return []

    assert asyncio.run(search(State(""), list("ab"), Empty(1), Plan())) in (0, 1)
