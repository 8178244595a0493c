"""Key moments of games whose events do not tell them, by positions that the rulebooks decide."""

from dataclasses import replace

import pytest
from tests.reports.conftest import play_run

from agonist.arena.replay.key_moments import LEAST_SWING, words_of
from agonist.arena.replay.shown_match import Replay
from agonist.core import CHANCE
from agonist.games import KITS
from agonist.games.battle_royale.rules import BattleRoyale
from agonist.games.connect_four.rules import ConnectFour
from agonist.games.hive.rules import HiveGame
from agonist.games.santorini.rules import BY_NAME, Board, Santorini
from agonist.games.tictactoe.rules import TicTacToe
from agonist.store import Store
from agonist.store.platform.step_queries import turns_from


def told(game, moves):
    """What is said of each step of a match."""
    kit, state, found = KITS[game.name], game.new(), []
    for move in moves:
        (seat,) = game.turn(state)
        after = game.act(state, {seat: move})
        found.append(words_of(kit, game, state, after, {seat: move}))
        state = after
    return found


def test_threats_missed_wins_and_double_threats_of_connect_four():
    column = told(ConnectFour(), [1, 2, 1, 2, 1, 3, 3, 3, 1])
    assert column[4:] == ["a threat", "a threat not met", "a missed win", "a threat not met", ""]
    # Three in the bottom row with both ends free: the textbook's double threat.
    assert told(ConnectFour(), [3, 3, 4, 4, 5])[4] == "a double threat"


def test_a_fork_of_tictactoe_is_a_double_threat():
    assert told(TicTacToe(), [(1, 1), (2, 2), (3, 3), (3, 1), (1, 3)])[4] == "a double threat"


def test_a_worker_of_santorini_climbs_to_level_2_and_does_not_take_the_third():
    game = Santorini()
    a, b, c, far = (BY_NAME[name] for name in ("a1", "b1", "c1", "e5"))
    one = 1 << a | 1 << b | 1 << c
    board = Board((one, 1 << b | 1 << c, 1 << c, 0), (a, BY_NAME["a5"], far, BY_NAME["e4"]))
    climbed = game.act(board, {0: "a1-b1-a1"})
    say = KITS["santorini"].key_moments
    assert say(game, board, climbed, {0: "a1-b1-a1"}) == "a worker on level 2"
    mine = replace(climbed, mover=0)
    assert say(game, mine, game.act(mine, {0: "b1-b2-a2"}), {0: "b1-b2-a2"}) == "a missed win"


def test_hive_tells_queens_and_how_far_they_are_surrounded():
    steps = told(HiveGame(), scripted(HiveGame(), 60))
    assert steps.count("the Queen of Player 1") == steps.count("the Queen of Player 2") == 1


def scripted(game, most):
    """The first legal moves of a game."""
    state, moves = game.new(), []
    while (asked := game.turn(state)) and len(moves) < most:
        ((seat, ask),) = asked.items()
        moves.append(ask.options()[len(moves) % len(ask.options())])
        state = game.act(state, {seat: moves[-1]})
    return moves


def test_a_hit_of_battle_royale_is_told_when_chance_decides():
    game = BattleRoyale()
    aimed = replace(game.new(), aim=3)
    (ask,) = game.turn(aimed).values()
    outcomes = {
        words_of(KITS[game.name], game, aimed, game.act(aimed, {CHANCE: o}), {}) for o in ask.options()
    }
    assert outcomes == {"Player 4 is hit", ""}


def test_the_estimate_of_tree_search_tells_swings(monkeypatch):
    kit = KITS["tictactoe"]
    worth = iter([(0.0, 0.0), (-LEAST_SWING, LEAST_SWING)])
    swinging = replace(kit, playouts=type("P", (), {"estimate": lambda *_: next(worth)}))
    game = TicTacToe()
    after = game.act(game.new(), {0: (2, 2)})
    assert words_of(swinging, game, game.new(), after, {0: (2, 2)}) == "a swing to Player 2"


@pytest.fixture(scope="module")
def replays(tmp_path_factory):
    """Stored matches of games with key moments of their own."""
    path = tmp_path_factory.mktemp("moments") / "agonist.db"
    targets = ["hanabi", "texas_holdem?hands=1", "codenames", "battle_royale"]
    play_run(path, targets, ["random", "reference"], matches=1)
    with Store.open(path) as store:
        yield {
            stored.fixture.game: Replay(stored, turns_from(store, stored.id, 0), find_named)
            for stored in store.results()
        }


def find_named(name, _wording):
    return KITS[name]


@pytest.mark.parametrize("game", ["hanabi", "texas_holdem", "codenames", "battle_royale"])
def test_key_moments_of_a_stored_match_are_steps_of_it_with_words(replays, game):
    replay = replays[game]
    found = replay.moments
    steps = [moment.nth for moment in found]
    assert steps == sorted(set(steps))
    assert steps[-1] == replay.last
    assert all(moment.words for moment in found)


def test_a_forfeit_is_a_key_moment(replays):
    replay = replays["hanabi"]
    forfeited = replace(replay.stored, forfeits=(0,))
    *_, last = Replay(forfeited, replay.turns, find_named).moments
    assert (last.words, last.kind) == ("a forfeit", "wrong")
