"""Santorini against an independent brute-force generator, the rulebook, and published counts."""

from random import Random

import pytest

from agonist.core import Outcome
from agonist.games.santorini import KIT, PRESETS, Board, Santorini
from agonist.games.santorini.rules import BY_NAME, NAMES, turns
from agonist.games.santorini.text import every_turn
from agonist.kit import make_game
from agonist.text import read

PUBLISHED = Santorini()
PAPER = make_game(Santorini, PRESETS["gamebench"])
BOTH = pytest.mark.parametrize("game", [PUBLISHED, PAPER], ids=["published", "paper"])


def board(workers, mover=0, turns=0, **heights):
    """A board with workers on these cells and towers of these heights."""
    levels = tuple(sum(1 << BY_NAME[cell] for cell, h in heights.items() if h > level) for level in range(4))
    return Board(levels, tuple(BY_NAME[cell] for cell in workers.split()), mover, turns)


def options(game, state):
    return [option for ask in game.turn(state).values() for option in ask.options()]


def after(game, *actions):
    state = game.new()
    for action in actions:
        assert action in options(game, state)
        state = game.act(state, {state.mover: action})
    return state


class BruteForce:
    """The rules again, by trying every triple of cells on a grid of coordinates."""

    def __init__(self, state):
        cells = [(column, row) for row in range(5) for column in range(5)]
        self.height = {cell: state.height(5 * cell[1] + cell[0]) for cell in cells}
        self.workers = [cells[worker] for worker in state.workers]

    @staticmethod
    def near(a, b):
        return a != b and max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1

    def turns(self, movers):
        found = {}
        for worker in movers:
            start = self.workers[worker]
            for goal in self.height:
                taken = goal in self.workers or self.height[goal] == 4
                if taken or not self.near(start, goal) or self.height[goal] - self.height[start] > 1:
                    continue
                if self.height[goal] == 3 and self.height[start] == 2:
                    found[self.name(start, goal)] = self.result(worker, goal, None)
                    continue
                others = [other for at, other in enumerate(self.workers) if at != worker]
                for built in self.height:
                    if self.near(goal, built) and built not in others and self.height[built] < 4:
                        found[self.name(start, goal, built)] = self.result(worker, goal, built)
        return found

    def result(self, worker, goal, built):
        workers = [goal if at == worker else other for at, other in enumerate(self.workers)]
        return workers, {cell: h + (cell == built) for cell, h in self.height.items()}

    @staticmethod
    def name(*cells):
        return "-".join("abcde"[column] + str(row + 1) for column, row in cells)


@BOTH
def test_random_games_are_as_the_brute_force_says_and_counts_agree_at_every_turn(game):
    """Legal turns, the board after one, and the end, of which each kind is seen."""
    rng, ends = Random("brute force"), set()
    for _ in range(25):
        state = game.new()
        for _ in range(4):
            state = game.act(state, {state.mover: game.turn(state)[state.mover].sample(rng)})
        nth = 0
        while not state.end:
            own = (0, 1) if state.mover == 0 else (2, 3)
            movers = own if game.free_choice else (own[nth // 2 % 2],)
            theirs = BruteForce(state).turns(movers)
            ours = options(game, state)
            assert sorted(ours) == sorted(theirs)
            turn = ours[int(rng.random() * len(ours))]
            mover, state = state.mover, game.act(state, {state.mover: turn})
            result = BruteForce(state)
            assert (result.workers, result.height) == theirs[turn]
            nth += 1
        assert state.mover != mover
        won = len(turn) == 5
        assert state.end.scores[mover] == (1 if won else -state.end.scores[1 - mover])
        ends.add(state.end.reason)
        if not won:
            own = (0, 1) if state.mover == 0 else (2, 3)
            assert not BruteForce(state).turns(own if game.free_choice else (own[nth // 2 % 2],))
            assert state.end.scores[mover] == 1
    assert "stepped up to level 3" in ends


@pytest.mark.parametrize(
    ("game", "counts"), [(PUBLISHED, [80, 6176, 426384]), (PAPER, [40, 1544, 58508])], ids=["free", "fixed"]
)
def test_perft_from_the_position_of_the_rulings_is_as_counted_there(game, counts):
    """S3: workers A (1,1) (3,3) and B (1,3) (3,1), counted from 0; a winning move is one turn."""
    start = board("b2 d4 b4 d2")

    def perft(state, depth):
        if depth == 1:
            return len(options(game, state))
        return sum(perft(game.act(state, {state.mover: turn}), depth - 1) for turn in options(game, state))

    assert [perft(start, depth) for depth in (1, 2, 3)] == counts


def test_ruling_s1_the_start_player_places_both_workers_by_the_rulebook_and_one_by_the_paper():
    published = after(PUBLISHED, "b2", "d4", "b4")
    assert published.workers == (BY_NAME["b2"], BY_NAME["d4"], BY_NAME["b4"], -1)
    assert [after(PUBLISHED, *("b2", "d4", "b4", "d2")[:n]).mover for n in range(5)] == [0, 0, 1, 1, 0]
    paper = after(PAPER, "b2", "d4", "b4")
    assert paper.workers == (BY_NAME["b2"], BY_NAME["b4"], BY_NAME["d4"], -1)
    assert [after(PAPER, *("b2", "d4", "b4", "d2")[:n]).mover for n in range(5)] == [0, 1, 0, 1, 0]


def test_ruling_s2_a_win_is_a_climb_from_2_to_3_and_needs_no_build():
    state = board("c3 a1 e5 e1", c3=2, c4=3, d4=3, b3=2)
    assert {turn for turn in options(PUBLISHED, state) if len(turn) == 5} == {"c3-c4", "c3-d4"}
    won = PUBLISHED.act(state, {0: "c3-c4"})
    assert PUBLISHED.outcome(won) == Outcome((1, -1), "stepped up to level 3")
    assert won.levels == state.levels
    assert PUBLISHED.turn(won) == {}
    # From level to level 3 nothing is climbed: no position of play has that, but the rule says so.
    along = PUBLISHED.act(board("c3 a1 e5 e1", c3=3, c4=3), {0: "c3-c4-c3"})
    assert along.end is None


def test_ruling_s3_the_papers_workers_move_in_the_order_a1_b1_a2_b2():
    state, movers = after(PAPER, "b2", "d4", "b4", "d2"), []
    for _ in range(8):
        movable = {turn[:2] for turn in options(PAPER, state)}
        movers.append({"ABXY"[state.workers.index(BY_NAME[cell])] for cell in movable})
        turn = next(turn for turn in options(PAPER, state) if len(turn) == 8)
        state = PAPER.act(state, {state.mover: turn})
    assert movers == [{"A"}, {"X"}, {"B"}, {"Y"}] * 2


def test_rulebook_a_worker_climbs_one_level_at_most_and_steps_down_any():
    state = board("c3 a1 e5 e1", c3=2, b2=0, b3=1, b4=2, c4=4, d4=3, d3=4)
    targets = {turn[3:5] for turn in options(PUBLISHED, state) if turn.startswith("c3")}
    assert targets == {"b2", "b3", "b4", "d4", "c2", "d2"}
    state = board("c3 a1 e5 e1", b2=1, b3=2, b4=3, c4=4)
    assert {turn[3:5] for turn in options(PUBLISHED, state) if turn.startswith("c3")} == {
        "b2",
        "d4",
        "d3",
        "d2",
        "c2",
    }


def test_rulebook_builds_are_next_to_the_worker_that_moved_and_on_no_worker_or_dome():
    state = board("a1 e5 b3 d5", a2=4)
    turns_to_b1 = {turn for turn in options(PUBLISHED, state) if turn.startswith("a1-b1")}
    assert turns_to_b1 == {"a1-b1-a1", "a1-b1-b2", "a1-b1-c1", "a1-b1-c2"}
    assert "a1-b2-b3" not in options(PUBLISHED, state)


def test_rulebook_the_fourth_build_is_a_dome_and_closes_the_tower():
    state = board("a1 e5 e1 a5", b2=3)
    domed = PUBLISHED.act(state, {0: "a1-b1-b2"})
    assert domed.height(BY_NAME["b2"]) == 4
    assert not any(
        "b2" in turn for turn in [*turns(board("a1 e5 e1 a5", b2=4), True), *options(PUBLISHED, domed)]
    )


@BOTH
def test_rulebook_a_player_without_a_legal_turn_loses(game):
    """A is walled in. By the rulebook B moves instead; with the order fixed the player has lost."""
    walls = {"a2": 2, "b1": 2, "b2": 2}
    state = game.act(board("a1 e5 c3 e1", 1, 3, **walls), {1: "c3-c4-d4"})
    if game.free_choice:
        assert state.end is None
        assert {turn[:2] for turn in options(game, state)} == {"e5"}
        both = board("a1 e5 c3 e1", 1, 3, **walls, d4=2, d5=2, e4=1)
        state = game.act(both, {1: "e1-d1-c1"})
        assert state.end is None
        state = game.act(both, {1: "c3-d3-e4"})
    assert game.outcome(state) == Outcome((-1, 1), "no legal turn")
    assert game.turn(state) == {}


def test_published_code_let_an_invalid_placement_crash_and_here_it_is_refused():
    ask = PUBLISHED.new() and PUBLISHED.turn(PUBLISHED.new())[0]
    with pytest.raises(Exception, match="is not one of"):
        ask.check("f6")
    taken = after(PUBLISHED, "c3")
    assert "c3" not in options(PUBLISHED, taken)


def test_published_code_looked_for_the_end_after_both_had_moved_and_here_it_is_the_end_at_once():
    state = board("c3 a1 e5 e1", mover=1, turns=3, e5=2, e4=3, c3=2, c4=3)
    assert PUBLISHED.act(state, {1: "e5-e4"}).end == Outcome((-1, 1), "stepped up to level 3")


def test_published_code_named_no_cells_and_here_an_option_names_all_three():
    state = board("b2 d4 b4 d2")
    assert "b2-c3-d3" in options(PUBLISHED, state)
    scene = KIT.words.scene(PUBLISHED, PUBLISHED.act(state, {0: "b2-c3-d3"}))
    assert scene.splitlines()[0] == (
        "Last turn: Player 1 moved A from b2 (level 0) to c3 (level 0) and built on d3, which is now level 1."
    )


def test_both_players_are_told_whose_worker_is_next():
    state = board("b2 d4 b4 d2", mover=1, turns=3)
    assert "Y on d2 must take it" in KIT.words.request(PAPER, state, PAPER.turn(state)[1])
    rules = KIT.words.rules(PAPER)
    assert "A, X, B, Y, and then A again" in rules


@pytest.mark.parametrize(
    "said",
    [
        "b2-c3-d3",
        "B2 C3 D3",
        "A-c3-d3",
        "A to c3, build d3",
        "A from b2 to c3, build on d3",
        "b2 to c3 build d3",
    ],
)
def test_turns_are_read_as_people_write_them(said):
    state = board("b2 d4 b4 d2")
    words = KIT.words
    ask = PUBLISHED.turn(state)[0]
    answer = read(
        ask,
        f'{{"turn": "{said}"}}',
        "json",
        lambda key, option: words.label(state, key, option),
        vocabulary=words.vocabulary(PUBLISHED, state),
    )
    assert answer == "b2-c3-d3"


def test_known_turns_are_all_that_can_ever_be_legal():
    rng, seen = Random(1), set()
    for _ in range(5):
        state = PUBLISHED.new()
        while not state.end:
            offered = options(PUBLISHED, state)
            seen |= set(offered)
            state = PUBLISHED.act(state, {state.mover: offered[int(rng.random() * len(offered))]})
    assert seen <= {*every_turn(), *NAMES}


def test_reference_wins_at_once_or_else_stops_the_opponents_win():
    wins = board("c3 a1 e5 e1", c3=2, c4=3, d4=1)
    threatened = board("c3 a1 e5 e1", c3=1, e1=2, d2=3, d3=1)  # Y steps up to d2 unless A builds a dome there
    for seed in range(3):
        turn = KIT.reference(PUBLISHED, wins, PUBLISHED.turn(wins)[0], Random(seed))
        assert turn == "c3-c4"
        turn = KIT.reference(PUBLISHED, threatened, PUBLISHED.turn(threatened)[0], Random(seed))
        assert turn[6:] == "d2"


@BOTH
def test_reference_beats_random_from_either_seat(game):
    for seat in (0, 1):
        state, rng = game.new(), Random(seat)
        while asks := game.turn(state):
            ((mover, ask),) = asks.items()
            move = KIT.reference(game, state, ask, rng) if mover == seat else ask.sample(rng)
            state = game.act(state, {mover: move})
        assert state.end.scores[seat] == 1


def test_every_turn_is_three_clicks_at_most_in_the_picture():
    state = board("b2 d4 b4 d2", c3=1, c2=1)
    ask = PUBLISHED.turn(state)[0]
    picture = KIT.picture(state, ask)
    for n in range(len(ask.options())):
        left = [set(shape.choices) for shape in picture.shapes if n in shape.choices]
        assert set.intersection(*left) == {n}
    assert {shape.text for shape in picture.shapes} >= {"A", "B", "X", "Y", "+", "1"}
