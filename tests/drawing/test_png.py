"""PNG of pictures, as another program reads them."""

import io
import re
import sys

import pygame
import pytest

from agonist.core import UsageError
from agonist.drawing import png, stylesheet
from agonist.drawing.png import flat_stylesheet, has_letters
from agonist.extras import install
from agonist.kit.picture import STYLES, Cell, Picture, Token


def pixels(data):
    return pygame.image.load(io.BytesIO(data), "picture.png")


def one(style):
    return Picture(
        2, 1, (Cell(0, 0, "left", width=1, style=style), Token(1.5, 0.5, "right", style=style)), "x"
    )


@pytest.mark.parametrize(("theme", "place"), [("light", 0), ("dark", 1)])
def test_every_colour_of_the_stylesheet_is_the_one_that_pygame_finds(theme, place):
    """The colours are read from the stylesheet itself, line by line."""
    given = {}
    for line in stylesheet().splitlines():
        name, _, value = line.strip().partition(": light-dark(")
        if value:
            given[name.removeprefix("--p-")] = value.rstrip(");").split(", ")[place]
    for style in sorted(set(STYLES) - {"outline", "muted"}):
        image = pixels(png(one(style), theme=theme))
        for x in (0.62, 1.62):  # the middle of each shape, with the margin before it
            found = image.get_at((round(x * 48), round(0.62 * 48)))
            assert "#{:02x}{:02x}{:02x}".format(*found[:3]) == given[style]


def test_size_follows_the_zoom():
    assert pixels(png(one("red"))).get_size() == (108, 60)
    assert pixels(png(one("red"), zoom=2)).get_size() == (216, 120)


def test_letters_are_drawn():
    assert has_letters()
    plain, named = (png(Picture(1, 1, (Token(0.5, 0.5, "x", text=text),), "x")) for text in ("", "wQ"))
    assert plain != named


def test_nothing_is_left_that_the_rasteriser_does_not_know():
    for theme in ("light", "dark"):
        css = flat_stylesheet(theme)
        assert not any(odd in css for odd in ("var(", "light-dark", ":is", "--p-"))


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    has_letters.cache_clear()
    try:
        with pytest.raises(UsageError, match=re.escape(install("pictures"))):
            png(one("red"))
    finally:
        has_letters.cache_clear()


@pytest.mark.parametrize("zoom", [0, -1, 11, float("nan")])
def test_zooms_that_cannot_be_are_refused(zoom):
    with pytest.raises(UsageError, match=r"from 0\.1 to 10"):
        png(one("red"), zoom=zoom)
