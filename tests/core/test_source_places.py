"""Which line of whose code an error is told to come from."""

import random
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from agonist.core.source_places import place_of_attribute, place_of_code, place_of_error

INSTALLED = "/usr/lib/python3.11/site-packages"


def function(path, text):
    """The function `f` of a file with this text."""
    names = {}
    exec(compile(text, path, "exec"), names)
    return names["f"]


def error_of(call, *arguments):
    with pytest.raises(Exception) as caught:  # noqa: PT011  any error will do
        call(*arguments)
    error = caught.value
    error.__traceback__ = error.__traceback__.tb_next  # without this test's own line
    return error


def test_an_error_in_an_installed_package_is_its_own_and_not_its_librarys():
    library = function(f"{INSTALLED}/numpy/linalg.py", "def f(x):\n    return 1 / x")
    game = function(f"{INSTALLED}/chess/rules.py", "\ndef f(g):\n    return g(0)")
    assert str(place_of_error(error_of(game, library))) == f"{INSTALLED}/chess/rules.py:3: in f"


def test_an_error_is_of_the_author_and_not_of_what_they_called():
    mine = function("/home/ann/chess.py", "def f(g, *x):\n    return g(*x)")
    frozen = dataclass(frozen=True)(type("Board", (), {"__annotations__": {"size": int}}))(8)
    for call, arguments in ((random.choice, [""]), (setattr, [frozen, "size", 9]), (int, ["x"])):
        assert place_of_error(error_of(mine, call, *arguments)).line == 2, call


def test_an_error_that_nobody_outside_python_is_on_the_way_to_has_no_place():
    assert place_of_error(error_of(random.choice, "")) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [("x = (\n", 1), ("def f():\n    return 1\n  x", 3)],
)
def test_what_cannot_be_compiled_has_the_line_that_python_names(text, line):
    assert place_of_error(error_of(function, "/home/ann/chess.py", text)).line == line


def decorated(call):
    return call


class Board:
    size = 8

    @property
    def cells(self):
        return self.size**2

    @decorated
    @decorated
    def clear(self, deep=True):
        return deep

    def __call__(self):
        return self


def test_code_is_where_its_name_stands():
    lines = Path(__file__).read_text().splitlines()
    for code, line in (
        (Board, "class Board:"),
        (Board.cells, "def cells(self):"),
        (Board().clear, "def clear(self, deep=True):"),
        (partial(partial(Board.clear), deep=False), "def clear(self, deep=True):"),
        (Board(), "def __call__(self):"),
    ):
        place = place_of_code(code)
        assert lines[place.line - 1].strip() == line
        assert place.path == Path(__file__)
    assert lines[place_of_attribute(Board, "size").line - 1].strip() == "size = 8"
    assert place_of_code(len) is None
    assert place_of_code(3) is None
