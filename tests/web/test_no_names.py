"""The site names no game and no suite: what it shows of them is theirs, so that others' have it too."""

import ast
import re
from pathlib import Path

import agonist
from agonist.games import KITS
from agonist.suites import OURS

SITE = [Path(agonist.__file__).parent / folder for folder in ("arena", "web")]
EXAMPLES = SITE[1] / "examples"
"""Agents to download, each of which is written for a game."""

NAMES = re.compile(rf"\b({'|'.join([*KITS, *OURS])})\b")


def files(kind):
    return [path for folder in SITE for path in folder.rglob(kind) if EXAMPLES not in path.parents]


def said_in(path):
    """The modules that a file imports and its texts, without docstrings."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.ImportFrom(module=str(module)) if module.startswith(
                ("agonist.games.", "agonist.suites.")
            ):
                yield module
            case ast.Expr(value=ast.Constant()):
                node.value.value = None
            case ast.Constant(value=str(text)):
                yield text


def test_no_code_of_the_site_names_a_game_or_a_suite():
    modules = files("*.py")
    assert len(modules) > 80
    assert {(path.name, text) for path in modules for text in said_in(path) if NAMES.search(text)} == set()


def test_no_page_and_no_script_of_the_site_names_a_game_or_a_suite():
    pages = [*files("*.html"), *files("*.js")]
    assert len(pages) > 30
    assert {path.name: found.group() for path in pages if (found := NAMES.search(path.read_text()))} == {}
