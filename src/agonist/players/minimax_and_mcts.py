"""Players that look ahead in any game where nothing is hidden: minimax and Monte Carlo tree search.

They use only the five functions of a game. In games without hidden information or simultaneous moves, the
view is the state, so a search from it uses nothing that the seat may not see.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf, log, sqrt
from random import Random
from typing import Any, Final

from agonist.core import CHANCE, Ask, Draw, Game, Seat, UsageError
from agonist.kit import Kit
from agonist.kit.limits_of_user_code import code_of, is_ours
from agonist.players.background_search import think_within
from agonist.players.player import Player, Question, SeatContext

EXPLORATION: Final = sqrt(2)
"""The exploration constant of UCT, for scores scaled to 0..1 (Kocsis and Szepesvári, 2006)."""

MARGIN_DISCOUNT_PER_MOVE: Final = 0.999
"""The discount of a margin per move, so that an early win beats the same win later."""


class SearchPlayer(Player):
    """Searches in a thread, so that other matches continue."""

    def __init__(self, context: SeatContext, kind: str) -> None:
        traits = context.game.traits
        what = {
            "hidden information": traits.hidden,
            "simultaneous moves": traits.simultaneous,
            "free talk": traits.talk,
        }
        if found := [name for name, is_so in what.items() if is_so]:
            raise UsageError(
                f"{kind} cannot play {context.game.name}, which has {' and '.join(found)}: it plays games in "
                "which players move one at a time, choose among few answers and see everything"
            )
        self._game, self._seat, self._kind = context.game, context.seat, kind

    async def answer(self, question: Question) -> Any:
        what = f"the rules of {self._game.name}, searched by {self._kind},"
        search = partial(self._search, question.view, question.rng)
        return await think_within(what, search, __file__, limited=not is_ours(type(self._game)))

    def _search(self, state: Any, rng: Random) -> Any:
        # A search calls the rules unguarded, so errors of a broken game surface here.
        with code_of(f"the rules of {self._game.name}, searched by {self._kind},"):
            return self.search(state, rng)

    @abstractmethod
    def search(self, state: Any, rng: Random) -> Any:
        """The answer in this state."""

    def answers(self, ask: Ask) -> Sequence[Any]:
        """All answers to a question. Raises `UsageError` if they are too many to list."""
        options = ask.options()
        if options is None:
            raise UsageError(
                f"{self._kind} cannot play {self._game.name}: "
                f"the answers to {ask.about!r} are too many to list"
            )
        return options


class MinimaxPlayer(SearchPlayer):
    """Alpha-beta search to a fixed depth, for two players with a constant sum of scores.

    The value of a position is the player's margin at the end, or 0 at the depth limit. Moves of chance are
    weighted by their probabilities, and do not count as depth. Among equally good answers one is chosen at
    random.
    """

    def __init__(self, context: SeatContext, depth: int = 4) -> None:
        super().__init__(context, "minimax")
        if context.game.seats != 2 or not context.game.traits.constant_sum:
            raise UsageError(
                f"minimax cannot play {context.game.name} with {context.game.seats} players: it plays games "
                "of two in which one wins what the other loses; mcts plays others too"
            )
        if depth < 1:
            raise UsageError(f"minimax: depth must be 1 or more, not {depth}")
        self._depth = depth

    def search(self, state: Any, rng: Random) -> Any:
        options = list(self.answers(self._game.turn(state)[self._seat]))
        order = [options.pop(int(rng.random() * len(options))) for _ in range(len(options))]
        best, alpha = order[0], -inf
        for option in order:
            value = self._after(state, self._seat, option, self._depth - 1, alpha, inf)
            if value > alpha:
                best, alpha = option, value
        return best

    def _after(self, state: Any, seat: Seat, option: Any, depth: int, alpha: float, beta: float) -> float:
        # The window bounds discounted values, which are one move nearer below: hence the division.
        child = self._game.act(state, {seat: option})
        return MARGIN_DISCOUNT_PER_MOVE * self._value(
            child, depth, alpha / MARGIN_DISCOUNT_PER_MOVE, beta / MARGIN_DISCOUNT_PER_MOVE
        )

    def _value(self, state: Any, depth: int, alpha: float, beta: float) -> float:
        """The player's margin: exact if between alpha and beta, otherwise a bound beyond them."""
        asks = self._game.turn(state)
        if not asks:
            outcome = self._game.outcome(state)
            assert outcome is not None
            return outcome.scores[self._seat] - outcome.scores[1 - self._seat]
        ((seat, ask),) = asks.items()
        if seat == CHANCE:
            return self._expected(state, ask, depth)
        if depth == 0:
            return 0
        mine = seat == self._seat
        best = -inf if mine else inf
        for option in self.answers(ask):
            value = self._after(state, seat, option, depth - 1, alpha, beta)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def _expected(self, state: Any, ask: Ask, depth: int) -> float:
        options = self.answers(ask)
        weights = (isinstance(ask, Draw) and ask.weights) or (1,) * len(options)
        values = (self._after(state, CHANCE, option, depth, -inf, inf) for option in options)
        return sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)


def expected_scores(
    kit: Kit, game: Game[Any, Any], state: Any, playouts: int, rng: Random
) -> tuple[tuple[float, ...], float]:
    """What each seat can expect in a state in which one seat moves or chance does, by tree search: the mean
    scores of the playouts that began with the answer tried most often, and the largest of their standard
    errors.

    The playouts of a search depend on each other, so the error is too small rather than too large. Raises
    `UsageError` if the answers to a question are too many to list.
    """
    if (outcome := game.outcome(state)) is not None:
        return tuple(map(float, outcome.scores)), 0.0

    def answers(ask: Ask) -> Sequence[Any]:
        options = ask.options()
        if options is None:
            raise UsageError(f"the answers to {ask.about!r} are too many to list")
        return options

    search = _TreeSearch(game, answers, rng, kit)
    root = search.node(state)
    tried: dict[int | None, list[tuple[float, ...]]] = {}
    for _ in range(playouts):
        at, scores = search.playout(root)
        tried.setdefault(at, []).append(scores)
    most = max(tried.values(), key=len)
    by_seat = list(zip(*most, strict=True))
    means = tuple(sum(scores) / len(most) for scores in by_seat)
    squares = (
        sum((score - mean) ** 2 for score in scores) for scores, mean in zip(by_seat, means, strict=True)
    )
    return means, sqrt(max(squares)) / len(most)


@dataclass(slots=True)
class _Node:
    """A state in the tree, with the statistics of its answers."""

    state: Any
    seat: Seat | None
    ask: Ask | None
    options: Sequence[Any]
    visits: list[int]
    totals: list[float]
    children: dict[Any, _Node] = field(default_factory=dict)
    """By option; for chance, by its outcome."""
    tried: int = 0
    """How many times an answer was tried in this state."""


class MctsPlayer(SearchPlayer):
    """Monte Carlo tree search by UCT with random playouts, for any number of players, with chance or without.

    Each player is assumed to maximise their own score. The answer tried most often is chosen. Long playouts
    are cut and estimated as the game's kit says (`Kit.playouts`).
    """

    def __init__(self, context: SeatContext, playouts: int = 200) -> None:
        super().__init__(context, "mcts")
        if playouts < 1:
            raise UsageError(f"mcts: playouts must be 1 or more, not {playouts}")
        self._playouts = playouts
        self._kit = context.kit

    def search(self, state: Any, rng: Random) -> Any:
        search = _TreeSearch(self._game, self.answers, rng, self._kit)
        root = search.node(state)
        for _ in range(self._playouts):
            search.playout(root)
        most = max(range(len(root.options)), key=lambda at: (root.visits[at], root.totals[at]))
        return root.options[most]


class _TreeSearch:
    """The tree of one question."""

    def __init__(
        self,
        game: Game[Any, Any],
        answers: Callable[[Ask], Sequence[Any]],
        rng: Random,
        kit: Kit,
    ) -> None:
        self.game, self.answers, self.rng = game, answers, rng
        self.cut, self.random_end = kit.playouts, kit.random_end
        # The range of the scores seen so far, since games count in different units.
        self.low, self.high = inf, -inf

    def node(self, state: Any) -> _Node:
        asks = self.game.turn(state)
        if not asks:
            return _Node(state, None, None, (), [], [])
        ((seat, ask),) = asks.items()
        # In random order, so that the order of the list does not decide which of equals is tried first.
        options = [] if seat == CHANCE else list(self.answers(ask))
        options = [options.pop(int(self.rng.random() * len(options))) for _ in range(len(options))]
        return _Node(state, seat, ask, options, [0] * len(options), [0.0] * len(options))

    def playout(self, root: _Node) -> tuple[int | None, tuple[float, ...]]:
        """One iteration: selection, expansion, random playout, and backpropagation of the scores.

        Returns which answer of the root it tried, `None` if nobody is asked there, and the scores.
        """
        path: list[tuple[_Node, int]] = []
        node = root
        while node.seat is not None:
            if node.seat == CHANCE:
                assert node.ask is not None
                option = node.ask.sample(self.rng)
            else:
                at = self.choose(node)
                path.append((node, at))
                option = node.options[at]
            child = node.children.get(option)
            if child is None:
                child = self.node(self.game.act(node.state, {node.seat: option}))
                node.children[option] = child
                node = child
                break
            node = child
        scores = self.finish(node.state)
        self.low, self.high = min(self.low, *scores), max(self.high, *scores)
        for visited, at in path:
            assert visited.seat is not None
            visited.tried += 1
            visited.visits[at] += 1
            visited.totals[at] += scores[visited.seat]
        return (path[0][1] if path and path[0][0] is root else None), scores

    def choose(self, node: _Node) -> int:
        """The index of an answer not tried yet, or else of the one with the highest upper bound."""
        if node.tried < len(node.options):
            return node.tried
        scale = (self.high - self.low) or 1.0
        wide = EXPLORATION * sqrt(log(node.tried))
        bounds = [
            (total / visits - self.low) / scale + wide / sqrt(visits)
            for total, visits in zip(node.totals, node.visits, strict=True)
        ]
        return bounds.index(max(bounds))

    def finish(self, state: Any) -> tuple[float, ...]:
        """The scores at the end of random play, or their estimate if the game's kit cuts playouts."""
        if self.random_end is not None:
            return self.random_end(self.game, state, self.rng)
        game, random = self.game, self.rng.random
        left = self.cut.moves if self.cut else -1
        while left and (asks := game.turn(state)):
            left -= 1
            moves = {}
            for seat, ask in asks.items():
                if seat == CHANCE:
                    moves[seat] = ask.sample(self.rng)
                else:
                    options = self.answers(ask)
                    moves[seat] = options[int(random() * len(options))]
            state = game.act(state, moves)
        outcome = game.outcome(state)
        if outcome is None:
            assert self.cut is not None
            return self.cut.estimate(game, state)
        return outcome.scores
