"""Plugins: games, players and suites that installed packages list as entry points.

A package lists its own in its `pyproject.toml`; nothing is imported before it is asked for by name:

    [project.entry-points."agonist.games"]
    nim = "my_package.nim:KIT"
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from inspect import getdoc
from typing import TYPE_CHECKING, Any, ClassVar, Final

from agonist.core import AgonistError, UsageError
from agonist.core.source_places import error_line, in_brackets

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES: Final = "agonist.games"
PLAYERS: Final = "agonist.players"
SUITES: Final = "agonist.suites"


class PluginError(AgonistError):
    """An installed package lists something that cannot be loaded."""

    exit_code: ClassVar[int] = 6


@dataclass(frozen=True, slots=True)
class Plugin:
    """One name in one group, and all packages that claim it."""

    group: str
    name: str
    claims: tuple[EntryPoint, ...]

    @property
    def what(self) -> str:
        """The kind of plugin, in a word."""
        return self.group.rpartition(".")[2].removesuffix("s")

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages that list it."""
        return tuple(sorted({_package(claim) for claim in self.claims}))

    @property
    def value(self) -> str:
        """Where it is, as `module:Name`."""
        return self.claims[0].value

    def load(self) -> Any:
        """The object itself. Raises `PluginError`, or `UsageError` where several packages claim the name."""
        if len({claim.value for claim in self.claims}) > 1:
            places = " and ".join(sorted(f"{_package(claim)} ({claim.value})" for claim in self.claims))
            raise UsageError(
                f"several packages list a {self.what} {self.name!r}: {places}; name it by its module"
            )
        try:
            return self.claims[0].load()
        except AgonistError:
            raise
        except (Exception, SystemExit) as error:
            raise PluginError(
                f"the {self.what} {self.name!r} of the package {self.packages[0]} cannot be loaded: "
                f"{error_line(error)}{in_brackets(error)}"
            ) from error

    def about(self) -> str:
        """The first line of its documentation, or why it cannot be loaded."""
        try:
            return (getdoc(self.load()) or "").partition("\n")[0]
        except AgonistError as error:
            return str(error)


def plugins(group: str) -> Mapping[str, Plugin]:
    """What installed packages list in a group, by name; nothing is loaded."""
    return _plugins(group, tuple(sys.path))


def shadowed(group: str, ours: Collection[str]) -> list[str]:
    """A warning for each name that a package lists and that is one of ours; ours is played."""
    return [
        f"the {plugin.what} {plugin.name!r} of the package {', '.join(plugin.packages)} has the name of one "
        f"of ours, which is played; name it {plugin.value}"
        for plugin in plugins(group).values()
        if plugin.name in ours
    ]


@lru_cache(maxsize=8)
def _plugins(group: str, path: tuple[str, ...]) -> Mapping[str, Plugin]:
    # Reading the metadata of all packages takes milliseconds, and games are looked up at every match.
    del path
    from importlib.metadata import entry_points  # imported here, since it loads the parsers of mail

    claims: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=group):
        claims.setdefault(entry.name, []).append(entry)
    return {name: Plugin(group, name, tuple(found)) for name, found in sorted(claims.items())}


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "?"
