"""A parser for objects that deviate from JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

DEEPEST: Final = 40
"""The deepest nesting of objects."""


_LONGEST: Final = 20_000
"""The most characters of an object that is not JSON."""

END: Final = ""
"""The character after the last one."""


class Unparsable(ValueError):
    """The text is not an object in any of these spellings."""


class Twice:
    """The value of a key that is given twice with different values."""


def joined(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of these keys and values."""
    given: dict[str, Any] = {}
    for key, value in pairs:
        given[key] = Twice() if key in given and given[key] != value else value
    return given


_CLOSING: Final = {
    '"': '"',
    "'": "'",
    "“": '”"',
    "”": '”"',
    "„": '“”"',
    "‘": "’'",
    "’": "’'",
    "«": "»",
    "`": "`",
}
_GAP: Final = re.compile(r"(?:[\s\ufeff\u200b]+|//[^\n]*|/\*.*?\*/|#[^\n]*)*", re.DOTALL)
_KEY: Final = re.compile(r"\*{0,2}([A-Za-z_][\w\\ \-]{0,60}?|\d{1,3})\*{0,2}\s*(?=[:=：])")
_SEPARATOR: Final = re.compile(r"=>|[:=：]")
_BARE: Final = re.compile(r"[^,{}\[\]\n\"“”„]{1,100}")
_QUOTED_KEY: Final = re.compile(r",\s*[\"'“‘][\w\\ -]{1,60}[\"'”’]\s*:")
_WORDS: Final = {"true": True, "false": False, "null": None, "none": None, "undefined": None}
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


@dataclass(slots=True)
class Lenient:
    """A parser that accepts other ways to write objects: comments, quotes, commas, keys and escapes.

    With `loose`, quotes inside a string need no escape: only a quote before a colon, a bracket, or a comma
    and a quoted key closes it. Single quotes are apostrophes, too; only one before a comma, a colon or a
    bracket closes a string. With `open_end`, brackets may be missing at the end of the text.
    """

    text: str
    at: int
    loose: bool = False
    open_end: bool = False
    in_list: bool = False
    start: int = field(init=False)

    def __post_init__(self) -> None:
        self.start = self.at

    def object(self, depth: int) -> dict[str, Any]:
        if depth > DEEPEST:
            raise Unparsable
        in_list, self.in_list = self.in_list, False
        self._take("{")
        if self._next() == "{":
            # A brace doubled, as in a template.
            inside = self.object(depth + 1)
            self._gap()
            self._take("}")
            return inside
        pairs = list[tuple[str, Any]]()
        while self._next() not in ("}", END):
            key = self._key()
            self._gap()
            mark = _SEPARATOR.match(self.text, self.at)
            if mark is None:
                raise Unparsable
            self.at = mark.end()
            pairs.append((key, self._value(depth)))
            self._end_of_item("}")
        self._take("}")
        self.in_list = in_list
        return joined(pairs)

    def _list(self, depth: int, opening: str) -> list[Any]:
        closing = {"[": "]", "(": ")"}[opening]
        if depth > DEEPEST:
            raise Unparsable
        in_list, self.in_list = self.in_list, True
        self._take(opening)
        items = []
        while self._next() not in (closing, END):
            items.append(self._value(depth))
            self._end_of_item(closing)
        self._take(closing)
        self.in_list = in_list
        return items

    def _end_of_item(self, closing: str) -> None:
        before = self.at
        char = self._next()
        if char in (",", ";"):
            self.at += 1
            if self.open_end and self._next() == END:
                raise Unparsable
        elif char not in (closing, END) and "\n" not in self.text[before : self.at]:
            raise Unparsable

    def _value(self, depth: int) -> Any:
        if self.at - self.start > _LONGEST:
            raise Unparsable
        match self._next():
            case "{":
                return self.object(depth + 1)
            case "[" | "(" as opening:
                return self._list(depth + 1, opening)
            case char if char in _CLOSING or self.text.startswith('\\"', self.at):
                return self._string()
        found = _BARE.match(self.text, self.at)
        if not found:
            raise Unparsable
        said = re.split(r"\s(?://|#|/\*)" if "(" in found[0] else r"\s(?://|#|/\*)|\)", found[0])[0]
        self.at += len(said)
        said = said.strip()
        if not said or ":" in said:
            raise Unparsable
        return _WORDS.get(said.casefold(), said)

    def _key(self) -> str:
        if self._next() in _CLOSING or self.text.startswith('\\"', self.at):
            return self._string()
        found = _KEY.match(self.text, self.at)
        if not found:
            raise Unparsable
        self.at = found.end()
        return found[1]

    def _string(self) -> str:
        """A string in any quotes, including escaped ones (of an object inside a string)."""
        escaped = self.text.startswith('\\"', self.at)
        self.at += escaped
        opening = self.text[self.at]
        closing = _CLOSING[opening]
        self.at += 1
        chars = list[str]()
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "\\":
                if escaped and self.text.startswith('\\"', self.at):
                    self.at += 2
                    return _joined_halves("".join(chars))
                chars.append(self._escape())
                continue
            self.at += 1
            if self.at - self.start > _LONGEST:
                raise Unparsable
            if char in closing and not escaped and self._closes(opening):
                if self.loose and not _in_pairs("".join(chars), opening):
                    raise Unparsable
                return _joined_halves("".join(chars))
            chars.append(char)
        raise Unparsable

    def _closes(self, opening: str) -> bool:
        """Whether the quote before this position closes its string."""
        if not self.loose and opening not in "'’‘`":
            return True
        gap = _GAP.match(self.text, self.at)
        at = gap.end() if gap else self.at
        if self.loose and not self.in_list and self.text.startswith(",", at):
            return _QUOTED_KEY.match(self.text, at) is not None
        return self.text[at : at + 1] in ("", *",;:}])=")

    def _escape(self) -> str:
        char = self.text[self.at + 1 : self.at + 2]
        self.at += 2
        if char == "u":
            digits = self.text[self.at : self.at + 4]
            if re.fullmatch(r"[0-9a-fA-F]{4}", digits):
                self.at += 4
                return chr(int(digits, 16))
        if char in _ESCAPES:
            # \times and \frac are LaTeX, not a tab and a form feed; \n is always a line break.
            more = self.text[self.at : self.at + 2]
            return f"\\{char}" if more.isalpha() and len(more) == 2 and char != "n" else _ESCAPES[char]
        return f"\\{char}" if char.isalnum() else char

    def _gap(self) -> None:
        gap = _GAP.match(self.text, self.at)
        self.at = gap.end() if gap else self.at

    def _next(self) -> str:
        self._gap()
        if self.at < len(self.text):
            return self.text[self.at]
        if not self.open_end:
            raise Unparsable
        return END

    def _take(self, char: str) -> None:
        following = self._next()
        if following == END and char in "}])":
            return
        if following != char:
            raise Unparsable
        self.at += 1


def _in_pairs(text: str, quote: str) -> bool:
    """Whether the quotes in a string are pairs: every second one does not follow a space."""
    inner = [at for at, char in enumerate(text) if char == quote]
    return len(inner) % 2 == 0 and all(
        (at == 0 or text[at - 1] in " \t\n([—–") == (nth % 2 == 0) for nth, at in enumerate(inner)
    )


def _joined_halves(text: str) -> str:
    """The text with pairs of escaped surrogates joined into characters."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
