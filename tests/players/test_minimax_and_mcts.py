"""Minimax and Monte Carlo tree search, on games of which the right answers are known."""

import asyncio
import dataclasses
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

import pytest

from agonist.core import CHANCE, Choice, Draw, Game, GameError, Outcome, Traits, UsageError
from agonist.games.connect_four import KIT as CONNECT_FOUR
from agonist.games.connect_four.rules import ConnectFour
from agonist.games.tictactoe import KIT as TICTACTOE
from agonist.games.tictactoe.rules import TicTacToe
from agonist.kit import Playouts
from agonist.match.playing import play
from agonist.players.minimax_and_mcts import MctsPlayer, MinimaxPlayer
from agonist.players.player import Question, SeatContext
from agonist.players.simple import RandomPlayer, ReferencePlayer


def seat_context(kit, game, seat=0):
    return SeatContext(kit, game, seat, "seed", lambda call: None)


def answer(player, game, state, seed="1"):
    ((_, ask),) = game.turn(state).items()
    return asyncio.run(player.answer(Question(state, ask, Random(seed))))


def after(game, *answers):
    state = game.new()
    for option in answers:
        (seat,) = game.turn(state)
        state = game.act(state, {seat: option})
    return state


def minimax(depth):
    return lambda at: MinimaxPlayer(at, depth=depth)


def mcts(playouts):
    return lambda at: MctsPlayer(at, playouts=playouts)


SEARCHES = pytest.mark.parametrize("make", [minimax(2), minimax(5), mcts(300)])


@SEARCHES
@pytest.mark.parametrize(
    ("columns", "best"),
    [((1, 7, 1, 7, 1, 7), 1), ((1, 7, 1, 7, 2, 7), 7)],
)
def test_wins_in_one_and_blocks(make, columns, best):
    game = CONNECT_FOUR.game()
    state = after(game, *columns)
    player = make(seat_context(CONNECT_FOUR, game, state.mover))
    assert {answer(player, game, state, seed) for seed in "123"} == {best}


def test_minimax_prefers_the_win_at_once_to_the_sure_win_later():
    game = CONNECT_FOUR.game()
    state = after(
        game, 4, 1, 5, 1, 3, 7
    )  # X has the open three 3, 4, 5: 2 and 6 win now, others a move later
    for seed in "123456":
        player = MinimaxPlayer(seat_context(CONNECT_FOUR, game), depth=5)
        assert game.act(state, {0: answer(player, game, state, seed)}).end


def plain_minimax(game, state, depth, seat):
    if state.end or not depth:
        return state.end.scores[seat] if state.end else 0
    columns = game.turn(state)[state.mover].options()
    values = [plain_minimax(game, game.act(state, {state.mover: c}), depth - 1, seat) for c in columns]
    return max(values) if state.mover == seat else min(values)


def test_alpha_beta_answers_as_a_search_without_cuts():
    game, rng, compared = CONNECT_FOUR.game(rows=4, columns=5, length=3), Random("cuts"), 0
    for plies in [2, 3, 4, 5, 6, 7, 8, 9] * 6:
        state = game.new()
        while not state.end and plies:
            state, plies = (
                game.act(state, {state.mover: game.turn(state)[state.mover].sample(rng)}),
                plies - 1,
            )
        if state.end:
            continue
        seat = state.mover
        chosen = MinimaxPlayer(seat_context(CONNECT_FOUR, game, seat), depth=4).search(state, rng)
        columns = game.turn(state)[seat].options()
        values = {c: plain_minimax(game, game.act(state, {seat: c}), 3, seat) for c in columns}
        assert values[chosen] == max(values.values())
        compared += min(values.values()) < max(values.values())
    assert compared >= 10


def result(kit, first, second, seed):
    return asyncio.run(play(kit, kit.game(), [first, second], seed=seed)).outcome.scores


def test_full_search_of_tic_tac_toe_is_perfect():
    full = minimax(9)
    assert result(TICTACTOE, full, ReferencePlayer, "1") == (0, 0)
    assert result(TICTACTOE, ReferencePlayer, full, "1") == (0, 0)


def test_full_search_gives_the_same_values_as_the_perfect_player():
    """From every position two plies deep, minimax answers with one of the perfect player's answers."""
    game = TICTACTOE.game()
    for first, second in [((2, 2), (1, 1)), ((2, 2), (1, 2)), ((1, 1), (1, 2)), ((1, 1), (3, 3))]:
        state = after(game, first, second)
        ask = game.turn(state)[0]
        perfect = {TICTACTOE.reference(game, state, ask, Random(seed)) for seed in range(60)}
        found = {answer(MinimaxPlayer(seat_context(TICTACTOE, game), depth=9), game, state, s) for s in "12"}
        assert found <= perfect


@pytest.mark.long
def test_mcts_with_many_playouts_holds_the_perfect_player():
    for seed in "1":
        assert result(TICTACTOE, mcts(1500), ReferencePlayer, seed) == (0, 0)
        assert result(TICTACTOE, ReferencePlayer, mcts(1500), seed) == (0, 0)


def test_mcts_beats_random():
    scores = [result(CONNECT_FOUR, mcts(50), lambda _: RandomPlayer(), str(n))[0] for n in range(4)]
    scores += [result(CONNECT_FOUR, lambda _: RandomPlayer(), mcts(50), str(n))[1] for n in range(4)]
    assert sum(scores) >= 6


@SEARCHES
def test_the_same_question_gets_the_same_answer(make):
    game = CONNECT_FOUR.game()
    state = after(game, 4, 4, 3)
    answers = {answer(make(seat_context(CONNECT_FOUR, game, 1)), game, state) for _ in range(3)}
    assert len(answers) == 1


@dataclass(frozen=True)
class Gamble(Game[tuple[Any, ...], tuple[Any, ...]]):
    """Seat 0 takes a sure 1 or the draw of a lot, of which the other gets the rest; odds are weights."""

    name: ClassVar[str] = "gamble"
    sizes: ClassVar[Sequence[int]] = (2, 3)
    traits: ClassVar[Traits] = Traits(constant_sum=True)

    seats: int = 2
    prize: int = 3
    odds: tuple[float, ...] = (1, 1)

    def new(self):
        return ()

    def turn(self, state) -> Mapping[int, Any]:
        match state:
            case ():
                return {0: Choice(("sure", "lot"), about="what")}
            case ("lot",):
                return {CHANCE: Draw(("blank", "prize"), self.odds, about="lot")}
        return {}

    def act(self, state, moves):
        return (*state, *moves.values())

    def observe(self, state, seat):
        return state

    def outcome(self, state):
        if self.turn(state):
            return None
        won = {"sure": 1, "blank": 0, "prize": self.prize}[state[-1]]
        return Outcome((won, self.prize - won), state[-1])


@pytest.mark.parametrize(
    ("prize", "odds", "best"),
    [(3, (1, 1), "lot"), (3, (3, 1), "sure"), (10, (8, 1), "lot"), (10, (12, 1), "sure")],
)
@pytest.mark.parametrize("make", [minimax(1), mcts(2000)])
def test_chance_is_weighed_by_its_odds(make, prize, odds, best):
    game = Gamble(prize=prize, odds=odds)
    assert answer(make(seat_context(TICTACTOE, game)), game, game.new()) == best


@dataclass(frozen=True)
class Third(Game[tuple[int, ...], tuple[int, ...]]):
    """Three choose in turn; seat 2, in its own interest, does what is good for seat 0 if that chose 1."""

    name: ClassVar[str] = "third"
    sizes: ClassVar[Sequence[int]] = (3,)
    traits: ClassVar[Traits] = Traits()

    seats: int = 3

    def new(self):
        return ()

    def turn(self, state):
        return {len(state): Choice((0, 1), about="side")} if len(state) < 3 else {}

    def act(self, state, moves):
        return (*state, *moves.values())

    def observe(self, state, seat):
        return state

    def outcome(self, state):
        if len(state) < 3:
            return None
        first, _, third = state
        # Seat 2 wants the same side as seat 0 if that is 1; then seat 0 gets most.
        return Outcome((2 if first == third == 1 else 1 - first, 0, third if first else 1 - third), "done")


def test_mcts_takes_each_of_three_to_seek_his_own():
    game = Third()
    assert answer(MctsPlayer(seat_context(TICTACTOE, game), playouts=500), game, game.new()) == 1


def of_kind(**traits):
    class Odd(Gamble):
        pass

    Odd.traits = replace(Gamble.traits, **traits)
    return Odd()


@pytest.mark.parametrize("make", [MinimaxPlayer, MctsPlayer])
@pytest.mark.parametrize(
    ("traits", "message"),
    [
        ({"hidden": True}, "cannot play gamble, which has hidden information: it plays games in which"),
        ({"simultaneous": True}, "cannot play gamble, which has simultaneous moves"),
        ({"hidden": True, "talk": True}, "hidden information and free talk"),
    ],
)
def test_games_with_secrets_are_refused_when_the_player_is_made(make, traits, message):
    with pytest.raises(UsageError, match=message):
        make(seat_context(TICTACTOE, of_kind(**traits)))


def test_minimax_refuses_games_that_are_not_of_two_or_not_of_constant_sum():
    with pytest.raises(UsageError, match="minimax cannot play third with 3 players"):
        MinimaxPlayer(seat_context(TICTACTOE, Third()))
    with pytest.raises(UsageError, match="one wins what the other loses"):
        MinimaxPlayer(seat_context(TICTACTOE, of_kind(constant_sum=False)))


def test_numbers_that_cannot_be_are_refused():
    game = TICTACTOE.game()
    with pytest.raises(UsageError, match="depth must be 1 or more, not 0"):
        MinimaxPlayer(seat_context(TICTACTOE, game), depth=0)
    with pytest.raises(UsageError, match="playouts must be 1 or more, not 0"):
        MctsPlayer(seat_context(TICTACTOE, game), playouts=0)


def test_mcts_cuts_long_random_games_where_the_kit_says_how():
    """After the first new move two are random, then the estimate counts; here it likes the centre taken."""
    game, lengths = TICTACTOE.game(), []

    def estimate(game, state):
        lengths.append(len(state.marked))
        mine = 1.0 if state.marked[0] == (2, 2) else 0.0
        return mine, -mine

    kit = dataclasses.replace(TICTACTOE, playouts=Playouts(moves=2, estimate=estimate))
    player = MctsPlayer(seat_context(kit, game), playouts=60)
    assert answer(player, game, game.new()) == (2, 2)
    assert min(lengths) == 3
    assert 50 < len(lengths) <= 60  # in the others a line ended the game before


@dataclass(frozen=True)
class Looping(TicTacToe):
    """Tic-Tac-Toe in which one position is thought about without end."""

    def outcome(self, state):
        while len(state.marked) == 3:
            pass
        return super().outcome(state)


@dataclass(frozen=True)
class Strangers(ConnectFour):
    """Connect Four as a game of somebody else's, which has a limit."""


@pytest.mark.parametrize("make", [MctsPlayer, MinimaxPlayer])
def test_a_search_of_rules_that_never_end_is_ended_and_a_long_search_is_not(make, monkeypatch):
    monkeypatch.setenv("AGONIST_CODE_SECONDS", "0.4")
    game = Looping()
    with pytest.raises(GameError, match=r"searched by \w+, took more than 0.4 seconds of processor time"):
        answer(make(seat_context(TICTACTOE, game)), game, game.new())
    # The limit is for each call of a stranger's rules, and a search makes many.
    monkeypatch.setenv("AGONIST_CODE_SECONDS", "0.02")
    four, began = Strangers(), time.process_time()
    assert answer(MctsPlayer(seat_context(CONNECT_FOUR, four), 2000), four, four.new()) is not None
    assert time.process_time() - began > 0.02
