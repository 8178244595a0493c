"""SVG of a picture: rectangles, circles, polygons, lines and text with classes, and nothing else.

Attributes contain only numbers, class names from fixed sets, and escaped text. So no picture can contain a
script, a style or a link, whatever its texts are.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from math import cos, hypot, pi, sin
from typing import Final, assert_never

from agonist.drawing.text_width import block, lines_of
from agonist.kit.picture import Card, Cell, Hexagon, Label, Line, Picture, Shape, Token

UNIT: Final = 48
"""Pixels per unit, if there is room."""

WIDE: Final = 11.0
"""Width in units from which a picture that is no board is scrolled on a phone instead of made smaller."""

LARGE: Final = 10.0
"""Width in units from which a phone shows a part of a board, so that its cells can be hit."""

MARGIN: Final = 0.12
"""Margin in units around a picture, so that no outline is cut off."""

_HARMLESS: Final = re.compile(r"[\w .,:;/()+*=%-]*", re.ASCII)
_UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(picture: Picture) -> str:
    """A picture as one `<svg>` element, for any page that includes the stylesheet.

    A shape that stands for options has the class `choice` and their indexes in `data-choices`.

    >>> svg(Picture(1, 1, (Token(0.5, 0.5, alt="a <b>", text="&"),), "one"))
    '<svg ...><g class="token plain" ...><title>a &lt;b&gt;</title><circle ...>&amp;</text></g></svg>'
    """
    return f"{frame(picture)}{''.join(map(element, picture.shapes))}</svg>"


def frame(picture: Picture) -> str:
    """The opening tag of a picture, with its text alternative."""
    return f'{opening(picture)}{escaped(picture.alt)}">'


def opening(picture: Picture) -> str:
    """The opening tag of a picture up to its text alternative."""
    left, top = picture.left - MARGIN, picture.top - MARGIN
    width, height = picture.width + 2 * MARGIN, picture.height + 2 * MARGIN
    kind = "picture"
    if picture.width > max(WIDE, 1.6 * picture.height):
        kind = "picture wide"
    elif picture.width > LARGE:
        kind = "picture large"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="graphics-document document" '
        f'viewBox="{_n(left)} {_n(top)} {_n(width)} {_n(height)}" width="{_n(width)}" height="{_n(height)}" '
        'aria-label="'
    )


def escaped(text: str) -> str:
    """Text escaped for use between tags and in quoted attributes; characters invalid in XML become �."""
    if _HARMLESS.fullmatch(text):
        return text
    plain = escape(_UNPRINTABLE.sub("�", text), quote=False)
    return plain.replace('"', "&quot;").replace("'", "&#39;")


@lru_cache(maxsize=20_000)
def element(shape: Shape) -> str:
    """One shape as SVG; equal shapes give equal text, so that pages can share them."""
    kind = type(shape).__name__.lower()
    names = [kind, shape.style, *filter(None, [shape.emphasis])]
    data = ""
    if shape.choices:
        names.append("choice")
        data = f' data-choices="{" ".join(str(int(n)) for n in shape.choices)}"'
    if isinstance(shape, Card) and not shape.face_up:
        names.append("closed")
    alt = escaped(shape.alt)
    return (
        f'<g class="{" ".join(names)}" role="graphics-symbol img" aria-label="{alt}"{data}>'
        f"<title>{alt}</title>{_body(shape)}</g>"
    )


def _body(shape: Shape) -> str:
    match shape:
        case Cell():
            middle = shape.x + shape.width / 2, shape.y + shape.height / 2
            size = min(0.5, shape.height * 0.6)
            return _box(shape.x, shape.y, shape.width, shape.height, 0.06) + _text(
                *middle, shape.text, shape.width * 0.9, size
            )
        case Hexagon():
            corners = [
                (_shifted(shape.x, shape.size * cos(angle)), _shifted(shape.y, shape.size * sin(angle)))
                for angle in ((n / 3 + (0 if shape.flat else 1 / 6)) * pi for n in range(6))
            ]
            points = " ".join(f"{x},{y}" for x, y in corners)
            return f'<polygon points="{points}"/>' + _text(
                shape.x, shape.y, shape.text, shape.size * 1.4, shape.size * 0.8
            )
        case Token():
            disc = f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"/>'
            return disc + _text(shape.x, shape.y, shape.text, shape.radius * 1.7, shape.radius * 1.5)
        case Card():
            return _card(shape)
        case Label():
            width = shape.width if shape.width is not None else float("inf")
            return _text(shape.x, shape.y, shape.text, width, shape.size, shape.anchor)
        case Line():
            return _line(shape)
    assert_never(shape)


def _card(card: Card) -> str:
    x, y, width, height = card.x, card.y, card.width, card.height
    outer = _box(x, y, width, height, 0.12)
    if not card.face_up:
        inset = 0.1 * min(width, height)
        inner = _box(x + inset, y + inset, width - 2 * inset, height - 2 * inset, 0.06)
        return outer + inner + _text(x + width / 2, y + height / 2, "?", width, min(0.5, height * 0.5))
    size = min(0.5, height * 0.4)
    room = height * (0.5 if card.lines else 0.9)
    titles, size = block([card.text] if card.text else [], width * 0.88, room, size)
    left = height * 0.9 - len(titles) * size * 1.15
    lines, small = block(card.lines, width * 0.88, left, min(0.3, size)) if card.lines else ([], 0.0)
    tall = len(titles) * size * 1.15 + len(lines) * small * 1.15
    top, texts = y + (height - tall) / 2, ""
    for text, step in [*((t, size) for t in titles), *((t, small) for t in lines)]:
        texts += _text(x + width / 2, top + step * 0.575, text, width, step)
        top += step * 1.15
    return outer + texts


def _line(line: Line) -> str:
    x, y, x2, y2 = line.x, line.y, line.x2, line.y2
    drawn = f'<line x1="{_n(x)}" y1="{_n(y)}" x2="{_n(x2)}" y2="{_n(y2)}"/>'
    long = hypot(x2 - x, y2 - y)
    if line.arrow and long:
        dx, dy = (x2 - x) / long, (y2 - y) / long
        back, side = 0.22, 0.11
        ends = [
            (x2, y2),
            (x2 - back * dx + side * dy, y2 - back * dy - side * dx),
            (x2 - back * dx - side * dy, y2 - back * dy + side * dx),
        ]
        drawn += f'<polygon points="{" ".join(f"{_n(a)},{_n(b)}" for a, b in ends)}"/>'
    return drawn + _text((x + x2) / 2, (y + y2) / 2 - 0.2, line.text, float("inf"), 0.3)


def _box(x: float, y: float, width: float, height: float, corner: float) -> str:
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(corner)}"/>'


def _text(x: float, y: float, text: str, width: float, size: float, anchor: str = "middle") -> str:
    if not text:
        return ""
    lines, size = lines_of(text, width, size)
    side = "" if anchor == "middle" else f' class="{anchor}"'
    top, step = y - (len(lines) - 1) * size * 0.55, size * 1.1
    return "".join(
        f'<text{side} x="{_n(x)}" y="{_n(top + nth * step)}" font-size="{_n(size)}">{escaped(line)}</text>'
        for nth, line in enumerate(lines)
    )


@lru_cache(maxsize=20_000)
def _n(units: float) -> str:
    """A length in pixels, in its shortest notation."""
    return f"{round(units * UNIT, 1) + 0.0:g}"  # 0.0 and not -0.0


@lru_cache(maxsize=20_000)
def _shifted(units: float, more: float) -> str:
    """A sum of lengths in pixels, each rounded: so all hexagons of one size have exactly the same shape."""
    return f"{round(round(units * UNIT, 1) + round(more * UNIT, 1), 1) + 0.0:g}"
