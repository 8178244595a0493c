"""Where the code of an author stands that raised an error, or that a message is about."""

from __future__ import annotations

import ast
import inspect
import os
import sysconfig
import textwrap
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file, counted from 1, and the function it stands in; `function` is empty outside all."""

    path: Path
    line: int
    function: str = ""

    def __str__(self) -> str:
        """As terminals and editors make a link of it; the path is relative if below the working folder."""
        path = self.path.relative_to(Path.cwd()) if self.path.is_relative_to(Path.cwd()) else self.path
        return f"{path}:{self.line}" + (f": in {self.function}" if self.function else "")

    @property
    def is_ours(self) -> bool:
        """Whether the file belongs to this package."""
        return str(self.path).startswith(_OURS)


def place_of_error(error: BaseException) -> Place | None:
    """The last line of an author's code on the way to an error, or to the one that it follows, if any.

    An author's is what stands outside Python, its libraries and this package; else what belongs to the
    installed package that this one called; else our own games.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return Place(Path(error.filename), error.lineno or 1)
    place = _last_of_author([*traceback.walk_tb(error.__traceback__)])
    before = error.__cause__ or error.__context__
    return place_of_error(before) if place is None and before else place


def place_of_call() -> Place | None:
    """The line of an author's code that calls this function, however indirectly; `None` if none does."""
    return _last_of_author([*traceback.walk_stack(None)][::-1])


def place_of_code(code: Any) -> Place | None:
    """The line that names a function, method or class; `None` if it is in no file, or no code."""
    if isinstance(code, partial):
        return place_of_code(code.func)
    code = code.fget if isinstance(code, property) else code
    code = inspect.unwrap(code)
    if callable(code) and not (inspect.isroutine(code) or inspect.isclass(code)):
        code = type(code).__call__
    try:
        path, (lines, first) = inspect.getsourcefile(code) or "", inspect.getsourcelines(code)
    except (OSError, TypeError):
        return None
    decorators = next((n for n, line in enumerate(lines) if line.lstrip().startswith(_BEGINNINGS)), 0)
    return Place(Path(path), first + decorators, code.__qualname__)


def place_of_attribute(owner: type, name: str) -> Place | None:
    """The line of a class, or of one that it extends, that sets this attribute; else the class itself."""
    holder = next((kind for kind in owner.__mro__ if name in (*vars(kind), *_declared(kind))), owner)
    if place := place_of_code(holder):
        lines, first = inspect.getsourcelines(holder)
        for node in ast.walk(ast.parse(textwrap.dedent("".join(lines)))):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return Place(place.path, first + node.lineno - 1, place.function)  # type: ignore[attr-defined]  # it is a statement
    return place


def error_line(error: BaseException) -> str:
    """An error as one line of text."""
    kind = type(error).__name__
    try:
        whole = error.msg if isinstance(error, SyntaxError) else str(error)  # the line is told apart
        text = "".join(char for char in " ".join(whole[:8000].split()) if char.isprintable())
    except BaseException:  # noqa: BLE001  the text of a user's error may raise anything, too
        text = ""
    text = text if len(text) <= 300 else f"{text[:299]}…"
    return f"{kind}: {text}" if text else kind


def in_brackets(error: BaseException) -> str:
    """The place of an error for the end of a message; empty if it came from no author's code."""
    place = place_of_error(error)
    if place is None:
        return ""
    return f" ({place.path.name}, line {place.line}{f', in {place.function}' if place.function else ''})"


def is_an_authors(file: str) -> bool:
    """Whether a file is outside Python, all installed packages and this one."""
    return not file.startswith((_OURS, *_PYTHON)) and not _package(file)


def _last_of_author(frames: Sequence[tuple[FrameType, int]]) -> Place | None:
    """The last line of an author's code in a stack, from the outermost call on."""
    files = [frame.f_code.co_filename for frame, _ in frames]
    installed = [(n, _package(file)) for n, file in enumerate(files) if not file.startswith(_OURS)]
    installed = [(n, package) for n, package in installed if package]
    own = (
        [n for n, file in enumerate(files) if is_an_authors(file)]
        or [n for n, package in installed if package == installed[0][1]]
        or [n for n, file in enumerate(files) if file.startswith(_OUR_GAMES)]
    )
    if not own:
        return None
    frame, line = frames[own[-1]]
    code = frame.f_code
    return Place(Path(code.co_filename), line, "" if code.co_name == "<module>" else code.co_qualname)


def _package(file: str) -> str:
    """The installed package that a file belongs to; empty if it is not installed."""
    parts = Path(file).parts
    at = max((n for n, part in enumerate(parts) if part in _INSTALLED), default=len(parts))
    return "".join(parts[at + 1 : at + 2])


def _declared(kind: type) -> Sequence[str]:
    return tuple(inspect.get_annotations(kind))


_BEGINNINGS: Final = ("def ", "async def ", "class ")
_INSTALLED: Final = frozenset({"site-packages", "dist-packages"})
_HERE: Final = Path(__file__).parents[1]
_OURS: Final = str(_HERE) + os.sep
_OUR_GAMES: Final = str(_HERE / "games") + os.sep
_GENERATED: Final = ("<string>", "<frozen ", "<attrs ")
_PYTHON: Final = (
    *_GENERATED,
    str(Path(os.__file__).parent) + os.sep,
    sysconfig.get_path("stdlib") + os.sep,
)
