"""Pictures as PNG, for models and programs that do not accept SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from agonist.core import UsageError
from agonist.drawing import font
from agonist.drawing.style import stylesheet
from agonist.drawing.svg import svg
from agonist.extras import install

if TYPE_CHECKING:
    from agonist.kit.picture import Picture

Theme: TypeAlias = Literal["light", "dark"]

PAPER: Final[Mapping[Theme, str]] = {"light": "#ffffff", "dark": "#15191e"}

_RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_IS: Final = re.compile(r":is\(([^()]*)\)")
_OUTER_COMMA: Final = re.compile(r",(?![^()]*\))")
"""A comma outside brackets."""
_VAR: Final = re.compile(r"var\(--p-([a-z0-9-]+)(?:, ([^()]*|var\([^()]*\)))?\)")
_BOTH: Final = re.compile(r"light-dark\(([^,]+), ([^)]+)\)")


def png(picture: Picture, *, zoom: float = 1.0, theme: Theme = "light") -> bytes:
    """A picture as the bytes of a PNG file, with 48 pixels per unit at `zoom` 1.

    The same picture gives the same bytes on every machine, except for characters that our font does not have
    (`font.covers`), such as Chinese ones: these are drawn with the machine's fonts, or as boxes.

    Raises `UsageError` if the extra `pictures` is not installed, and for a `zoom` outside 0.1 to 10.
    """
    if not 0.1 <= zoom <= 10:
        raise UsageError(f"the zoom of a picture is from 0.1 to 10, not {zoom}")
    try:
        import resvg_py
    except ModuleNotFoundError:
        raise UsageError(f"PNG needs extra packages: {install('pictures')}") from None
    markup = svg(picture)
    drawn = resvg_py.svg_to_bytes(
        svg_string=markup,
        style_sheet=flat_stylesheet(theme),
        background=PAPER[theme],
        zoom=zoom,
        font_family=font.FAMILY,
        font_files=list(font.FILES),
        skip_system_fonts=font.covers(markup),
    )
    return bytes(drawn)


@cache
def flat_stylesheet(theme: Theme) -> str:
    """The stylesheet of pictures without variables, themes and `:is`, which the rasteriser does not support.

    >>> ".picture .red > rect { fill: #f4b8b1; }" in flat_stylesheet("light")
    True
    """
    rules = [
        (selector.strip(), _declarations(text))
        for selector, text in _RULE.findall(re.sub(r"/\*.*?\*/", "", stylesheet(), flags=re.DOTALL))
    ]
    known = {
        name.removeprefix("--p-"): _BOTH.sub(r"\1" if theme == "light" else r"\2", value)
        for selector, declared in rules
        if selector == ".picture"
        for name, value in declared.items()
        if name.startswith("--p-")
    }
    flat = [rule for selector, declared in rules for rule in _flat(selector, declared, known)]
    return "\n".join(flat)


def _declarations(text: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in text.split(";") if part.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}


def _flat(selector: str, declared: Mapping[str, str], known: Mapping[str, str]) -> Iterator[str]:
    """A rule in plain CSS. A variable that a class sets for its shapes becomes a rule on those shapes."""
    for name, of, shapes in (
        ("--p-fill", "fill", ("rect", "circle", "polygon")),
        ("--p-text", "fill", ("text",)),
    ):
        if name in declared and selector != ".picture":
            for shape in shapes:
                yield f"{selector} > {shape} {{ {of}: {_value(declared[name], known)}; }}"
    plain = {
        name: _value(value, known)
        for name, value in declared.items()
        if not name.startswith("--") and name not in ("font-family", "cursor", "max-width", "height")
    }
    if plain:
        body = "; ".join(f"{name}: {value}" for name, value in plain.items())
        for one in _alternatives(selector):
            yield f"{one} {{ {body}; }}"


def _value(value: str, known: Mapping[str, str]) -> str:
    """A value with its variables filled in; if a class may set one, the value without that class."""
    while found := _VAR.search(value):
        name, otherwise = found.groups()
        value = value.replace(found[0], known.get(name, otherwise or "none"))
    return value


def _alternatives(selector: str) -> list[str]:
    """A selector with commas or `:is`, expanded to a list of plain selectors.

    >>> _alternatives(".a > :is(b, c), d")
    ['.a > b', '.a > c', 'd']
    """
    found = []
    for one in _OUTER_COMMA.split(selector):
        if inner := _IS.search(one):
            each = (one[: inner.start()] + word.strip() + one[inner.end() :] for word in inner[1].split(","))
            found += [made for text in each for made in _alternatives(text)]
        else:
            found.append(one.strip())
    return found
