"""What is drawn of a picture, whatever its words are."""

import itertools
import re
from dataclasses import replace
from xml.etree import ElementTree as Xml

import pytest

from agonist.contract import check_game
from agonist.contract.pictures import ATTRIBUTES, ELEMENTS
from agonist.drawing import stylesheet, svg
from agonist.games import KITS
from agonist.kit.picture import (
    EMPHASES,
    STYLES,
    Card,
    Cell,
    Hexagon,
    Label,
    Line,
    Picture,
    Token,
)

NASTY = '"><script>alert(1)</script><a href="javascript:x" onclick=\'y\' style="z">&amp;\x00\x1b]]>\ud800'


def one_of_each(text, **kind):
    return Picture(
        9,
        9,
        (
            Cell(0, 0, text, text, **kind),
            Hexagon(2, 2, text, text, **kind),
            Token(4, 4, text, text, **kind),
            Card(5, 5, text, text, (text, text), **kind),
            Card(7, 5, text, face_up=False, **kind),
            Label(8, 8, text, text, **kind),
            Line(0, 0, text, text, x2=9, y2=9, arrow=True, **kind),
        ),
        text,
    )


def only(*shapes, **changes):
    return Picture(1, 1, tuple(replace(shape, **changes) for shape in shapes), "x")


def test_no_text_becomes_markup():
    """XML's own parser is the judge: what it finds are our elements and attributes, and the text."""
    root = Xml.fromstring(svg(one_of_each(NASTY)))
    names = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()}
    assert names <= ELEMENTS
    assert set().union(*(element.attrib for element in root.iter())) <= ATTRIBUTES
    assert root.attrib["aria-label"] == NASTY.replace("\x00", "�").replace("\x1b", "�").replace("\ud800", "�")


def test_every_class_is_in_the_stylesheet_for_light_and_dark():
    classes = set(re.findall(r"\.([a-z]+\d?)\b", stylesheet()))
    assert {*STYLES, *EMPHASES} - {""} <= classes
    colours = re.findall(r"--p-([a-z0-9-]+): (.*);", stylesheet())
    assert all(value.startswith("light-dark(") for name, value in colours if name not in ("fill", "text"))


def _luminance(colour):
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_on_every_colour_has_the_contrast_that_wcag_asks_for(theme):
    found = re.findall(r"--p-([a-z0-9-]+): light-dark\((#\w{6}), (#\w{6})\)", stylesheet())
    colours = {name: _luminance(pair[theme]) for name, *pair in found}
    own = {"white": _luminance("#16191d"), "black": _luminance("#ffffff")}
    own |= {"shade3": colours["on-shade3"], "shade4": colours["on-shade4"]}
    for style in set(STYLES) - {"outline", "muted"}:
        one, other = sorted([own.get(style, colours["ink"]), colours[style]])
        assert (other + 0.05) / (one + 0.05) >= 4.5, style


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Picture(0, 1, (), "flat"),
        lambda: Picture(1, 1, (Token(float("nan"), 0, "nowhere"),), "x"),
        lambda: Picture(1, 1, (Token(0, 0, "inside out", radius=-1),), "x"),
        lambda: one_of_each("x", style="mauve"),
        lambda: one_of_each("x", emphasis='a" onload="b'),
        lambda: Picture(1, 1, ("a text",), "x"),  # type: ignore[arg-type]  # as told
    ],
)
def test_what_cannot_be_drawn_is_refused(wrong):
    with pytest.raises(ValueError, match=r"."):
        wrong()


def test_what_is_too_long_is_set_smaller_then_cut_and_alt_has_it_all():
    drawn = svg(Picture(2, 2, (Cell(0, 0, "donaudampfschifffahrt", "donaudampfschifffahrt"),), "one"))
    assert re.search(r'font-size="11.5">donau.*…<', drawn)
    assert "<title>donaudampfschifffahrt</title>" in drawn


CELL = Cell(0, 0, "a cell")
NUMBERS = itertools.count()


@pytest.mark.parametrize(
    ("clause", "picture"),
    [
        ("every_view_has_its_picture", lambda view, ask: object()),
        ("every_view_has_its_picture", lambda view, ask: Picture(1, 1, (CELL,), f"look {next(NUMBERS)}")),
        ("every_view_has_its_picture", lambda view, ask: 1 / 0),
        ("pictures_say_what_they_show", lambda view, ask: Picture(1, 1, (CELL,), " ")),
        ("pictures_say_what_they_show", lambda view, ask: only(CELL, alt="")),
        ("pictures_say_what_they_show", lambda view, ask: only(CELL, replace(CELL, style="red"))),
        ("pictures_offer_what_is_asked", lambda view, ask: only(CELL, choices=(9,))),
        ("pictures_lie_within_their_frame", lambda view, ask: only(CELL, x=3)),
    ],
)
def test_a_wrong_picture_is_told_so(clause, picture):
    kit = replace(KITS["tictactoe"], picture=picture)
    assert clause in {breach.clause for breach in check_game(kit, range(1), replays=0)}


def test_a_picture_that_shows_a_secret_is_told_so():
    kit = KITS["tictactoe"]
    kit = replace(kit, secrets=lambda game, state, seat: ["row 2, column 2: free"])
    assert "pictures_keep_secrets" in {breach.clause for breach in check_game(kit, range(1), replays=0)}
