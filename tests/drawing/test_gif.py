"""Pictures one after the other, as Pillow reads them."""

from io import BytesIO

import pytest
from PIL import Image

from agonist.core import UsageError
from agonist.drawing import gif
from agonist.games import KITS


def pictures(name, steps):
    kit = KITS[name]
    game = kit.game()
    state, found = game.new(), []
    for _ in range(steps):
        found.append(kit.picture(game.observe(state, None), None))
        asks = game.turn(state)
        state = game.act(state, {seat: next(iter(ask.choices)) for seat, ask in asks.items()})
    return found


def test_each_picture_is_a_frame_and_the_last_stays_longer():
    made = Image.open(BytesIO(gif(pictures("connect_four", 4), seconds=0.5, last=2.0, zoom=0.5)))
    assert (made.format, made.n_frames, made.info["loop"]) == ("GIF", 4, 0)
    times = []
    for at in range(4):
        made.seek(at)
        times.append(made.info["duration"])
    assert times == [500, 500, 500, 2000]


def test_pictures_of_several_sizes_stand_in_the_middle():
    board, cells = pictures("connect_four", 1), pictures("tictactoe", 2)
    made = Image.open(BytesIO(gif([*cells, *board], zoom=0.5)))
    alone = Image.open(BytesIO(gif(board, zoom=0.5)))
    assert made.size[0] >= alone.size[0]
    assert made.convert("RGB").getpixel((0, 0)) == (255, 255, 255)


def test_no_pictures_are_no_animation():
    with pytest.raises(UsageError, match="at least one"):
        gif([])
