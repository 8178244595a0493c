"""What a program that a model has written may contain: told by its source, before anything of it runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

MODULES: Final = (
    *("bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools", "heapq"),
    *("itertools", "json", "math", "operator", "random", "re", "statistics", "string", "typing"),
)
"""What a program may import."""

FUNCTION: Final = "choose"
PARAMETERS: Final = ("view", "request", "options", "rng")
"""What a program defines: the function that answers, and what it is given."""

LONGEST: Final = 100_000
"""Characters of the longest program."""

MOST: Final = 5
"""Faults that are told at once."""


def faults_of(source: str) -> list[str]:
    """What is wrong with a program, a sentence each; nothing if it may run.

    >>> faults_of("def choose(view, request, options, rng): return options[0]")
    []
    >>> faults_of("import os")
    ['line 1: os cannot be imported', 'there is no function choose(view, request, options, rng)']
    """
    if len(source) > LONGEST:
        return [f"it has {len(source):,} characters, and {LONGEST:,} are the most"]
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        where = f"line {line}: " if line else ""
        return [f"{where}it is no valid Python: {getattr(error, 'msg', None) or error}"]
    found = list(dict.fromkeys(_faults(tree)))[:MOST]
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == FUNCTION]
    if not defined or not _takes_ours(defined[-1].args):
        found.append(f"there is no function {FUNCTION}({', '.join(PARAMETERS)})")
    return found


def _takes_ours(arguments: ast.arguments) -> bool:
    """Whether a function can be called with our parameters, in their order."""
    names = [*arguments.posonlyargs, *arguments.args]
    needed = len(names) - len(arguments.defaults)
    most = len(PARAMETERS) if arguments.vararg else len(names)
    return needed <= len(PARAMETERS) <= most and None not in arguments.kw_defaults


def _faults(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for each in names:
                    if each.name.partition(".")[0] not in MODULES:
                        yield f"line {node.lineno}: {each.name} cannot be imported"
            case ast.ImportFrom(module=module, level=level):
                if level or (module or "").partition(".")[0] not in MODULES:
                    yield f"line {node.lineno}: {'.' * level}{module or ''} cannot be imported"
            case ast.Attribute(attr=name) | ast.Name(id=name):
                if name.startswith("__") and name != "__name__":
                    yield f"line {node.lineno}: {name} cannot be used"
            case ast.AsyncFunctionDef(name=name) if name == FUNCTION:
                yield f"line {node.lineno}: {FUNCTION} must not be async"
