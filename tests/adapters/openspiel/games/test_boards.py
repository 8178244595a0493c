"""Games on boards: who plays them well, and how they are drawn and clicked."""

from random import Random

import pytest

from agonist.adapters.openspiel.games.backgammon.text import steps_of
from agonist.adapters.openspiel.games.mancala.title_and_endings import counts
from agonist.adapters.openspiel.states import spiel_of
from agonist.core import UsageError
from agonist.games import find_kit
from agonist.kit import make_game
from agonist.kit.picture import Token

PLAYERS = {"backgammon": 2, "lines_of_action": 2, "nine_mens_morris": 2, "othello": 4}
"""Our own reference players, and how many matches each plays."""


def won(name, matches, opponent):
    """The points of the reference player, each seat in turn."""
    kit = find_kit(f"openspiel:{name}")
    game, points = kit.game(), 0
    for match in range(matches):
        rng, state, mine = Random(match), game.new(), match % 2
        while asks := game.turn(state):
            ((seat, ask),) = asks.items()
            player = kit.reference if seat == mine else opponent
            state = game.act(state, {seat: player(game, game.observe(state, seat), ask, rng)})
        points += game.outcome(state).scores[mine]
    return points


@pytest.mark.parametrize("name", PLAYERS)
def test_our_reference_players_beat_random_ones(name):
    def at_random(game, view, ask, rng):
        return ask.sample(rng)

    assert won(name, PLAYERS[name], at_random) >= PLAYERS[name] // 2


def state_after(name, texts, **options):
    """The game, and its state after these moves in our words; of chance, the number after a #."""
    kit = find_kit(f"openspiel:{name}")
    game = make_game(kit.game, options)
    state = game.new()
    for text in texts.split(", ") if texts else ():
        ((seat, ask),) = game.turn(state).items()
        labels = {kit.words.label(state, "move", action): action for action in ask.options() if seat >= 0}
        state = game.act(state, {seat: int(text[1:]) if text.startswith("#") else labels[text]})
    return game, state


MILL = "a7, b6, d7, d6, g7"
OPENING = "#2"
"""Player 1 begins with 3-1."""
FIVES = "#34"
CLICKS = [
    ("othello", "", {}, ["d3"], "d3"),
    ("breakthrough", "", {}, ["b7", "c6"], "b7-c6"),
    ("breakthrough", "d7-d6, e2-e3, d6-d5, e3-e4", {}, ["e4", "d5"], "d5xe4"),
    ("hex", "b2", {"swap": True}, ["swap"], "swap"),
    ("go", "", {}, ["pass"], "pass"),
    ("checkers", "", {}, ["c3", "d4"], "c3-d4"),
    ("amazons", "from d10, to d7", {}, ["d10"], "arrow d10"),
    ("mancala", "A3", {}, ["A6"], "A6"),
    ("nine_mens_morris", MILL, {}, ["b6"], "b6"),
    ("lines_of_action", "", {}, ["c1", "a3"], "c1xa3"),
    ("clobber", "", {}, ["a1", "a2"], "a1xa2"),
    ("gomoku", "", {}, ["h8"], "h8"),
    ("y", "", {}, ["a19"], "a19"),
    ("dots_and_boxes", "", {}, ["b2-b3"], "b2-b3"),
    ("backgammon", OPENING, {}, ["point 13", "point 10", "point 24", "point 23"], "24/23 13/10"),
    ("backgammon", f"{OPENING}, 8/5 6/5, {FIVES}", {}, ["point 8", "point 3", "twice"], "8/3(2)"),
]


@pytest.mark.parametrize(("name", "moves", "options", "clicks", "meant"), CLICKS)
def test_a_move_is_a_click_on_each_cell_of_its_name(name, moves, options, clicks, meant):
    kit = find_kit(f"openspiel:{name}")
    game, state = state_after(name, moves, **options)
    ((_, ask),) = game.turn(state).items()
    picture = kit.picture(state, ask)
    left = set(range(len(ask.options())))
    for click in clicks:
        shapes = [shape for shape in picture.shapes if shape.alt.partition(":")[0] == click]
        (choices,) = {shape.choices for shape in shapes if shape.choices}
        left &= set(choices)
    assert [kit.words.label(state, "move", ask.options()[nth]) for nth in left] == [meant]


def test_the_last_move_is_marked_and_the_pieces_have_their_signs():
    _, state = state_after("breakthrough", "d7-d6")
    tokens = [
        shape for shape in find_kit("breakthrough").picture(state, None).shapes if isinstance(shape, Token)
    ]
    assert [shape.alt for shape in tokens if shape.emphasis == "last"] == ["d6: black piece"]
    assert [shape.text for shape in tokens].count("w") == 16


def test_whoever_closes_a_box_draws_again_and_has_it():
    game, state = state_after("dots_and_boxes", "a1-b1, a1-a2, b1-b2, c1-d1, a2-b2")
    assert list(game.turn(state)) == [0]
    scene = find_kit("dots_and_boxes").words.scene(game, state)
    assert "1 .---.   .---. 1\n  | x |" in scene
    assert "Boxes: x 1, o 0." in scene


def test_both_orders_of_two_moves_in_backgammon_lead_to_the_same_and_differ_in_words():
    kit, rng = find_kit("backgammon"), Random(3)
    game = kit.game()
    state, pairs = game.new(), 0
    for _ in range(30):
        ((seat, ask),) = game.turn(state).items()
        if seat == 0:
            plays = {}
            for action in ask.options():
                play = kit.words.label(state, "move", action)
                plays.setdefault(steps_of(play), {})[play] = str(spiel_of(state).child(action))
            assert sum(map(len, plays.values())) == len(ask.options())
            assert all(len({*found.values()}) == 1 for found in plays.values())
            pairs += sum(len(found) == 2 for found in plays.values())
        state = game.act(state, {seat: ask.sample(rng)})
    assert pairs


def test_a_king_beside_the_number_of_its_row_is_drawn():
    # The library draws a white king as 8, and the number of a row right before its first cell.
    kit, rng = find_kit("checkers"), Random(11)
    game = kit.game()
    state, kings = game.new(), 0
    while asks := game.turn(state):
        ((seat, ask),) = asks.items()
        state = game.act(state, {seat: ask.sample(rng)})
        rows = kit.words.grid(state).rows
        assert [len(row) for row in rows] == [8] * 8
        kings += sum(row.startswith("O") for row in rows)
    assert kings


def test_hex_cells_touch_six_others_as_the_rules_say():
    # x joins top and bottom through b1, a2 and a3 alone, which only touch over the slanted edges.
    game, state = state_after("hex", "b1, c1, a2, c2, a3", num_rows=3, num_cols=3)
    assert game.outcome(state).reason == "a chain of x joins the top and the bottom"


OPTIONS = [
    # There is no suicide in Go, no retaking of a ko at once, and i is no column.
    ("go", "a2, e5, b1, e4, pass", {"board_size": 5}, "a1", False),
    ("go", "b1, c1, a2, d2, b3, c3, c2, b2", {"board_size": 5}, "c2", False),
    ("go", "b1, c1, a2, d2, b3, c3, c2, b2, e5, e4", {"board_size": 5}, "c2", True),
    ("go", "", {}, "j9", True),
    ("go", "", {}, "k9", False),
    # Captures must be made in Checkers, any of them, and jumps go on.
    ("checkers", "c3-d4, b6-a5, d4-e5", {}, "f6xd4", True),
    ("checkers", "c3-d4, b6-a5, d4-e5", {}, "h6-g5", False),
    # Men in mills are safe, and a mill takes one man at once.
    ("nine_mens_morris", MILL, {}, "d6", True),
    ("nine_mens_morris", MILL, {}, "c5", False),
    # In Lines of Action one jumps over one's own pieces only, as far as there are pieces on the line.
    ("lines_of_action", "", {}, "b1-h1", True),
    ("lines_of_action", "", {}, "b1-b2", False),
    # An arrow may land where the amazon came from.
    ("amazons", "from d10, to d7", {}, "arrow d10", True),
    # Stones in Clobber don't move onto empty cells.
    ("clobber", "a1xb1", {}, "a2xa1", False),
    # A double is two plays, the other order of two moves is a play, too, and both dice must be played.
    ("backgammon", f"{OPENING}, 8/5 6/5, {FIVES}, 8/3(2)", {}, "13/8(2)", True),
    ("backgammon", OPENING, {}, "6/5 8/5", True),
    ("backgammon", OPENING, {}, "8/5", False),
    # Whoever closes a box draws again.
    ("dots_and_boxes", "a1-b1, a1-a2, b1-b2, c1-d1, a2-b2", {}, "c3-c4", True),
    # Whoever ends in their own store moves again.
    ("mancala", "A3", {}, "A6", True),
]


@pytest.mark.parametrize(("name", "moves", "options", "move", "allowed"), OPTIONS)
def test_open_spiel_allows_what_our_rules_say(name, moves, options, move, allowed):
    game, state = state_after(name, moves, **options)
    ((_, ask),) = game.turn(state).items()
    label = find_kit(f"openspiel:{name}").words.label
    assert (move in [label(state, "move", action) for action in ask.options()]) == allowed


@pytest.mark.parametrize(
    ("name", "moves", "options", "scores"),
    [
        ("go", "pass, pass", {}, (-1, 1)),
        ("go", "e5, pass, pass", {"komi": 80.5}, (1, -1)),
        ("go", "e5, pass, pass", {"komi": 81.0}, (0, 0)),
        ("go", "pass, pass", {"board_size": 19, "handicap": 2, "komi": 360.0}, (-1, 1)),
        ("hex", "a2, a1, a3, b1, b3, c1", {"board_size": 3}, (-1, 1)),
        ("gomoku", "a1, a9, b1, c9, d1, e9, c1", {"connect": 3}, (1, -1)),
        ("gomoku", "a1, a9, b1, c9, c1", {"connect": 3, "anti": True}, (-1, 1)),
        ("gomoku", "a1, a9, b1, c9, o1", {"connect": 3, "wrap": True}, (1, -1)),
        ("y", "a1, b1, a2, b2, a3", {"board_size": 3}, (1, -1)),
    ],
)
def test_open_spiel_pays_what_our_rules_say(name, moves, options, scores):
    game, state = state_after(name, moves, **options)
    assert game.outcome(state).scores == scores


def test_open_spiel_sows_as_our_rules_of_mancala_say():
    for seed in range(5):
        rng, pits, mover = Random(seed), [0, *[4] * 6, 0, *[4] * 6], 0
        game, state = state_after("mancala", "")
        while asks := game.turn(state):
            ((seat, ask),) = asks.items()
            assert seat == mover
            assert counts(spiel_of(state)) == tuple(pits)
            pit = ask.sample(rng)
            state = game.act(state, {seat: pit})
            hand, pits[pit], mine, theirs = pits[pit], 0, (7, 0)[seat], (0, 7)[seat]
            while hand:
                pit = (pit + 1) % 14
                if pit != theirs:
                    pits[pit] += 1
                    hand -= 1
            own = pit in range(1 + mine - 7 if mine else 8, 7 if mine else 14)
            if own and pits[pit] == 1 and pits[14 - pit]:
                pits[mine] += 1 + pits[14 - pit]
                pits[pit] = pits[14 - pit] = 0
            mover = seat if pit == mine else 1 - seat
        first, second = sum(pits[1:8]), sum(pits[8:]) + pits[0]
        assert not (any(pits[1:7]) and any(pits[8:]))
        assert game.outcome(state).ranks == (
            (1, 1) if first == second else (1, 2) if first > second else (2, 1)
        )


def test_go_is_usually_on_nine_by_nine_points_and_is_stored_with_all_options():
    kit = find_kit("go")
    assert kit.game().spiel.get_parameters()["board_size"] == 9
    assert kit.game(board_size=19).spiel.get_parameters()["board_size"] == 19
    assert kit.options()["board_size"] == 9


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("checkers", {"rows": 9, "columns": 9}),
        ("hex", {"swap": True, "num_cols": 5, "num_rows": 3}),
        ("gomoku", {"size": 27}),
        ("backgammon", {"hyper_backgammon": True}),
    ],
)
def test_options_by_which_the_library_fails_are_refused(name, options):
    with pytest.raises(UsageError):
        make_game(find_kit(name).game, options)


def test_other_boards_have_rules_scenes_and_pictures():
    for name, options in [
        ("gomoku", {"dims": 3, "size": 4, "connect": 3}),
        ("gomoku", {"wrap": True, "anti": True}),
        ("hex", {"num_cols": 4, "num_rows": 3, "string_rep": "explicit"}),
        ("hex", {"board_size": 26}),
        ("breakthrough", {"rows": 4, "columns": 2}),
        ("breakthrough", {"rows": 26, "columns": 26}),
        ("go", {"board_size": 19, "handicap": 3}),
        ("checkers", {"rows": 9, "columns": 7}),
        ("clobber", {"rows": 12, "columns": 26}),
        ("y", {"board_size": 26}),
        ("dots_and_boxes", {"num_cols": 25, "num_rows": 11, "utility_margin": True}),
        ("dots_and_boxes", {"num_cols": 25, "num_rows": 40}),
    ]:
        kit = find_kit(name)
        game = make_game(kit.game, options)
        state, rng = game.new(), Random(1)
        for _ in range(3):
            ((seat, ask),) = game.turn(state).items()
            state = game.act(state, {seat: ask.sample(rng)})
        assert "{" not in kit.words.rules(game) + kit.words.scene(game, state)
        assert kit.picture(state, next(iter(game.turn(state).values()))).shapes
