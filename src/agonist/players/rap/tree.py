"""Monte Carlo tree search over what a model imagines (Hao et al., 2023, "Reasoning via Planning").

The tree is independent of models and games: an `Imagination` proposes, predicts and rates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from statistics import fmean
from typing import Protocol

from agonist.players.options import usual


@dataclass(frozen=True, slots=True)
class State:
    """What a player knows after `depth` of its own moves from the real situation."""

    text: str
    depth: int = 0


class Imagination(Protocol):
    """The answers that a search needs; each may cost requests."""

    async def actions(self, state: State) -> Sequence[str]:
        """The possible actions in a state, in words."""

    async def promise(self, state: State, actions: Sequence[str]) -> list[float]:
        """For each of these actions, how good it seems before it is tried, from 0 to 2."""

    async def step(self, state: State, action: str) -> State:
        """What the player would know after this action and the others' answers."""

    async def win(self, state: State) -> float:
        """The probability of winning in the end, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a tree is searched.

    `compat`: as in the published player, with its defects: the value of a path is the sum of its rewards, so
    that a child tried once looks better than all others, and a state at full depth that is reached on the way
    down is never imagined.
    """

    depth: int = usual("rap", "depth")
    iterations: int = usual("rap", "iterations")
    w_exp: float = usual("rap", "w_exp")
    compat: bool = usual("rap", "compat")

    def path_value(self, rewards: Sequence[float]) -> float:
        """The value of a path with these rewards."""
        return sum(rewards) if self.compat else fmean(rewards)


@dataclass(eq=False)
class Node:
    """A move and, once it is imagined, the state after it."""

    action: str = ""
    promise: float = 0.0
    parent: Node | None = None
    state: State | None = None
    reward: float = 0.0
    children: list[Node] | None = None
    returns: list[float] = field(default_factory=list)

    @property
    def depth(self) -> int:
        return 0 if self.parent is None else self.parent.depth + 1

    @property
    def value(self) -> float:
        """The mean value of the paths through it; its promise as long as it is not imagined."""
        return self.promise if self.state is None else fmean(self.returns)


async def search(root: State, actions: Sequence[str], world: Imagination, plan: Plan) -> int | None:
    """The index of the best of these actions, the first of equal ones.

    `None` if no path was imagined to the full depth, which happens only with `compat`.
    """
    tree = _Search(actions, world, plan)
    top = Node(state=root)
    for _ in range(plan.iterations):
        await tree.iterate(top)
    children = top.children or []
    _, first = _best(top, (), plan)
    if first is None:
        values = [child.value for child in children]
        return None if plan.compat or not values else values.index(max(values))
    return children.index(first)


def _best(node: Node, rewards: tuple[float, ...], plan: Plan) -> tuple[float, Node | None]:
    """The highest value of a path imagined to its end, and the path's first move; the first of equal ones."""
    if rewards and (node.depth >= plan.depth or node.children == []):
        first = node
        while first.parent is not None and first.parent.parent is not None:
            first = first.parent
        return plan.path_value(rewards), first
    imagined = [child for child in node.children or () if child.state is not None]
    found = [_best(child, (*rewards, child.reward), plan) for child in imagined]
    return max(found, key=lambda pair: pair[0], default=(float("-inf"), None))


class _Search:
    def __init__(self, actions: Sequence[str], world: Imagination, plan: Plan) -> None:
        self._actions, self._world, self._plan = actions, world, plan

    async def iterate(self, root: Node) -> None:
        """Walk down to a leaf, imagine a path from there, and add its value to every node on the way."""
        path = self._select(root)
        if not self._full(path[-1]) or not self._plan.compat:
            await self._imagine(path[-1])
            await self._play_out(path)
        rewards: list[float] = []
        for node in reversed(path):
            rewards.insert(0, node.reward if node.state is not None else node.promise)
            node.returns.append(self._plan.path_value(rewards))

    def _select(self, root: Node) -> list[Node]:
        path = [root]
        while path[-1].children and not self._full(path[-1]):
            path.append(max(path[-1].children, key=self._attraction))
        return path

    def _attraction(self, node: Node) -> float:
        """The UCT score; a child that was never tried counts with its promise."""
        assert node.parent is not None
        tries = len(node.parent.returns)
        return node.value + self._plan.w_exp * sqrt(log(tries) / max(1, len(node.returns)))

    async def _play_out(self, path: list[Node]) -> None:
        """Follow the child with the highest promise down to the full depth."""
        while not self._full(path[-1]) and path[-1].children:
            path.append(max(path[-1].children, key=lambda child: child.promise))
            await self._imagine(path[-1])

    async def _imagine(self, node: Node) -> None:
        """Predict and rate the state after a node's move, and list the actions there."""
        if node.state is None:
            assert node.parent is not None
            assert node.parent.state is not None
            node.state = await self._world.step(node.parent.state, node.action)
            node.reward = node.promise + 2 * await self._world.win(node.state) - 1
        if node.children is None and not self._full(node):
            actions = await self._world.actions(node.state) if node.parent else self._actions
            promises = await self._world.promise(node.state, actions) if actions else []
            node.children = [
                Node(action, promise, node) for action, promise in zip(actions, promises, strict=True)
            ]

    def _full(self, node: Node) -> bool:
        return node.depth >= self._plan.depth
