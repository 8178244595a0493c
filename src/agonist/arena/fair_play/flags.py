"""Flags, and how unlikely a coincidence must be before one is raised.

Four questions are asked of a site at once (`KINDS`), each with a quarter of `LEVEL`. Within each, Holm's
procedure (1979) allows for the number of pairs or players that were looked at. So when all play honestly, and
as the tests suppose, whoever looks once sees any flag at all with a probability of at most `LEVEL`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

LEVEL: Final = 0.05

KINDS: Final = ("same address", "points at one address", "transferred points", "thrown matches")


@dataclass(frozen=True, slots=True)
class Flag:
    """What an admin should look at; `accounts` are one or two, `evidence` is a sentence with {0} and {1}
    in the place of their names.

    `chance`: how likely it, or more, would be among as many honest ones, at most. `matches`: ids, newest
    first.
    """

    kind: str
    accounts: tuple[int, ...]
    evidence: str
    chance: float
    matches: tuple[int, ...]

    @property
    def key(self) -> str:
        """The same when it is found again, perhaps with more matches."""
        return " ".join([self.kind.replace(" ", "-"), *map(str, self.accounts)])


def raised(kind: str, found: Iterable[Flag], asked: int) -> list[Flag]:
    """The flags of one kind that hold, unlikeliest first; `asked`: of how many one could have been raised.

    A flag that is left out of `found` is one with a chance of 1.
    """
    level = LEVEL / len(KINDS)
    kept: list[Flag] = []
    for nth, flag in enumerate(sorted(found, key=lambda flag: (flag.chance, flag.accounts))):
        if flag.chance * (asked - nth) > level:
            break
        kept.append(flag)
    return [Flag(kind, each.accounts, each.evidence, each.chance * asked, each.matches) for each in kept]


def newest(matches: Iterable[int]) -> tuple[int, ...]:
    """Ids of matches, newest first, each once."""
    return tuple(sorted(set(matches), reverse=True))
