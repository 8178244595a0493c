"""Clauses of the contract on pictures, for games that have them."""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree as Xml

from agonist.contract.sample_matches import Broken, Sample, expect
from agonist.drawing import svg
from agonist.kit import guarded
from agonist.kit.picture import Card, Picture, Shape

ELEMENTS: Final = frozenset({"svg", "g", "title", "rect", "circle", "polygon", "line", "text"})
ATTRIBUTES: Final = frozenset(
    (
        *("class", "role", "aria-label", "data-choices", "viewBox", "width", "height", "x", "y"),
        *("x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "points", "font-size"),
    )
)


def every_view_has_its_picture(sample: Sample) -> None:
    """Every view has a picture, the same one each time, whether or not its seat is asked something."""
    for where, view, ask, picture in sample.pictures:
        expect(isinstance(picture, Picture), f"{where} the picture is a {type(picture).__name__}")
        again = guarded(sample.kit).picture
        expect(again and again(view, ask) == picture, f"{where} equal views give different pictures")


def pictures_say_what_they_show(sample: Sample) -> None:
    """Everything has `alt`, and shapes that differ in style differ in text or `alt` too."""
    for where, _view, _ask, picture in sample.pictures:
        expect(picture.alt.strip(), f"{where} the picture has no description (alt)")
        styles: dict[tuple[str, str, str], str] = {}
        for shape in picture.shapes:
            expect(shape.alt.strip(), f"{where} {_named(shape)} has no description (alt)")
            text_of = type(shape).__name__, shape.text, shape.alt
            style = styles.setdefault(text_of, shape.style)
            expect(style == shape.style, f"{where} colour alone tells {style} from {shape.style}: {text_of}")
        closed = [s for s in picture.shapes if isinstance(s, Card) and not s.face_up and (s.text or s.lines)]
        expect(not closed, f"{where} a card that lies face down has a text: {closed[:1]}")


def pictures_offer_what_is_asked(sample: Sample) -> None:
    """`choices` are indexes of the ask's options; a seat that is asked nothing is offered none."""
    for where, _view, ask, picture in sample.pictures:
        options = (ask.options() if ask else None) or ()
        for shape in picture.shapes:
            wrong = [n for n in shape.choices if type(n) is not int or not 0 <= n < len(options)]
            expect(
                not wrong,
                f"{where} {_named(shape)} selects the options {wrong}, but there are only {len(options)}",
            )
            expect(
                len(set(shape.choices)) == len(shape.choices),
                f"{where} {_named(shape)} selects one option twice",
            )


def pictures_lie_within_their_frame(sample: Sample) -> None:
    """No shape's position is outside the width and height of its picture."""
    for where, _view, _ask, picture in sample.pictures:
        for shape in picture.shapes:
            x, y = shape.x - picture.left, shape.y - picture.top
            inside = -1e-6 <= x <= picture.width + 1e-6 and -1e-6 <= y <= picture.height + 1e-6
            expect(inside, f"{where} {_named(shape)} lies outside the picture")


def pictures_keep_secrets(sample: Sample) -> None:
    """No secret that the kit declares appears in the picture of a seat's view."""
    for nth, state, seat, ask in sample.questions():
        picture = guarded(sample.kit).picture
        if picture is None:
            return
        text = text_of(picture(sample.game.observe(state, seat), ask)).casefold()
        for secret in sample.kit.secrets(sample.game, state, seat):
            found = re.search(rf"(?<!\w){re.escape(secret.casefold())}(?!\w)", text)
            expect(not found, f"at move {nth} the picture shows seat {seat} the secret {secret!r}")


def pictures_are_harmless_svg(sample: Sample) -> None:
    """The SVG of every picture parses, and contains only shapes, text and classes of the stylesheet."""
    for where, _view, _ask, picture in sample.pictures:
        try:
            root = Xml.fromstring(svg(picture))
        except Xml.ParseError as error:
            raise Broken(f"{where} the SVG does not parse: {error}") from None
        for element in root.iter():
            name = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
            expect(name in ELEMENTS, f"{where} the SVG has <{name}>")
            odd = set(element.attrib) - ATTRIBUTES
            expect(not odd, f"{where} the SVG has the attributes {sorted(odd)}")


def text_of(picture: Picture) -> str:
    """All texts in a picture, `alt` included."""
    texts = [picture.alt]
    for shape in picture.shapes:
        texts += [shape.text, shape.alt, *(shape.lines if isinstance(shape, Card) else ())]
    return "\n".join(texts)


def _named(shape: Shape) -> str:
    return f"{type(shape).__name__} {shape.alt or shape.text!r}"
