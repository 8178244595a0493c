"""Packages that load a module only when one of its names is used.

So commands and code that writes rules need not load network clients and databases.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def on_demand(
    package: str, modules: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` for a package. `modules`: the names that each of its modules defines.

    `dir()` lists the package's `__all__`, or all these names if it promises none; `modules` may have names
    besides those of `__all__`, for our own use.
    A name that is also a module of the package cannot be offered: importing the module would hide it.
    """
    places = {name: module for module, names in modules.items() for name in names}

    def get(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{places[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return get, lambda: sorted(getattr(sys.modules[package], "__all__", places))
