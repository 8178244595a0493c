"""Games on boards: who plays them well, and how they are drawn and clicked."""

from random import Random

import pytest

from agonist.games import find_kit
from agonist.kit import make_game
from agonist.kit.picture import Token

PLAYERS = {"othello": 4}
"""Our own reference players, and how many matches each plays."""


def won(name, matches, opponent):
    """The points of the reference player, each seat in turn."""
    kit = find_kit(f"openspiel:{name}")
    game, points = make_game(kit.game, kit.quick_options), 0
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
    """The game, and its state after these moves in our words."""
    kit = find_kit(f"openspiel:{name}")
    game = make_game(kit.game, options)
    state = game.new()
    for text in texts.split():
        ((seat, ask),) = game.turn(state).items()
        labels = {kit.words.label(state, "move", action): action for action in ask.options()}
        state = game.act(state, {seat: labels[text]})
    return game, state


CLICKS = [
    ("othello", "", {}, ["d3"], "d3"),
    ("breakthrough", "", {}, ["b7", "c6"], "b7-c6"),
    ("breakthrough", "d7-d6 e2-e3 d6-d5 e3-e4", {}, ["e4", "d5"], "d5xe4"),
    ("hex", "b2", {"swap": True}, ["swap"], "swap"),
]


@pytest.mark.parametrize(("name", "moves", "options", "clicks", "meant"), CLICKS)
def test_a_move_is_a_click_on_each_cell_of_its_name(name, moves, options, clicks, meant):
    kit = find_kit(f"openspiel:{name}")
    game, state = state_after(name, moves, **options)
    ((_, ask),) = game.turn(state).items()
    picture = kit.picture(state, ask)
    left = set(range(len(ask.options())))
    for click in clicks:
        (choices,) = {shape.choices for shape in picture.shapes if shape.alt.partition(":")[0] == click}
        left &= set(choices)
    assert [kit.words.label(state, "move", ask.options()[nth]) for nth in left] == [meant]


def test_the_last_move_is_marked_and_the_pieces_have_their_signs():
    _, state = state_after("breakthrough", "d7-d6")
    tokens = [
        shape for shape in find_kit("breakthrough").picture(state, None).shapes if isinstance(shape, Token)
    ]
    assert [shape.alt for shape in tokens if shape.emphasis == "last"] == ["d6: black piece"]
    assert [shape.text for shape in tokens].count("w") == 16


def test_hex_cells_touch_six_others_as_the_rules_say():
    # x joins top and bottom through b1, a2 and a3 alone, which only touch over the slanted edges.
    game, state = state_after("hex", "b1 c1 a2 c2 a3", num_rows=3, num_cols=3)
    assert game.outcome(state).reason == "a chain of x joins the top and the bottom"
