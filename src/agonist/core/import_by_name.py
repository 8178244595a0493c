"""Finding a Python object that a user names as `module:NAME`."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from agonist.core.errors import UsageError, nearest


def named_object(name: str, kind: str, fits: Callable[[str, Any], bool]) -> Any:
    """The object of `module:NAME`; `NAME` may have dots.

    `kind`: what is looked for, in words. `fits(key, value)`: whether what the module holds under a name is of
    this kind, to suggest the nearest. Raises `UsageError` if there is no such module or name, and whatever
    the module itself raises.

    >>> named_object("math:sqr", "function", lambda key, value: callable(value))
    Traceback (most recent call last):
    agonist.core.errors.UsageError: 'math:sqr': in math there is no function 'sqr'; did you mean 'sqrt'?
    """
    module, _, attribute = name.partition(":")
    if not all(part.isidentifier() for part in (*module.split("."), *attribute.split("."))):
        raise UsageError(
            f"{name!r}: write module:NAME, with the module as Python imports it: mine:NAME for mine.py"
        )
    try:
        here: Any = importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
            raise  # the module is here, and what it imports is not
        if (file := module.removesuffix(".py")) != module:
            raise UsageError(f"{name!r}: a module is named without .py: {file}:{attribute}") from None
        raise UsageError(
            f"{name!r}: there is no module {missing.name!r} here; change to the folder of "
            f"{missing.name}.py, or install its package"
        ) from None
    for part in attribute.split("."):
        if not hasattr(here, part):
            known = [key for key, value in getattr(here, "__dict__", {}).items() if fits(key, value)]
            raise UsageError(f"{name!r}: in {module} {nearest(kind, part, known)}")
        here = getattr(here, part)
    return here
