"""Accounts of one address that meet each other far more often than by chance.

That an address is shared shows nothing by itself: families, schools and networks of telephones do. But one
person with two accounts chooses the other. How often two people would meet by chance follows from how often
each plays; people who are awake at the same time meet more often, up to `TOGETHER` times.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from typing import Final

from agonist.arena.fair_play.flags import Flag, newest, raised
from agonist.arena.fair_play.matches_by_account import OwnedMatch, encounters

MOST_ACCOUNTS: Final = 8
"""An address of more accounts is that of a company or a network, and shows nothing."""

TOGETHER: Final = 4.0

LEAST_MATCHES: Final = 3


def near_pairs(addresses: Iterable[Collection[int]]) -> set[tuple[int, int]]:
    """Pairs of accounts that were seen at one address, by the accounts of each address."""
    few = (sorted(set(accounts)) for accounts in addresses if len(set(accounts)) <= MOST_ACCOUNTS)
    return {pair for accounts in few for pair in combinations(accounts, 2)}


def same_address(
    matches: Mapping[str, Iterable[OwnedMatch]], near: Collection[tuple[int, int]]
) -> list[Flag]:
    """Flags of pairs of one address, by the matches in which people chose each other."""
    from scipy.special import pdtrc

    met: Counter[int] = Counter()
    between: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for played in matches.values():
        for match, seat, other, _ in encounters(played):
            one, two = match.owners[seat], match.owners[other]
            if not match.chosen or one is None or two is None or one == two:
                continue
            met.update((one, two))
            between[min(one, two), max(one, two)].append(match.id)
    asked = [pair for pair in near if met[pair[0]] and met[pair[1]]]
    found = []
    for one, two in asked:
        together = set(between.get((one, two), ()))
        if len(together) < LEAST_MATCHES:
            continue
        by_chance = TOGETHER * met[one] * met[two] / met.total()
        evidence = (
            f"{{0}} and {{1}} were seen at one address, and met in {len(together):,} matches; by chance they "
            f"would have met in {by_chance:.2g}, even if they always play at the same time."
        )
        chance = float(pdtrc(len(together) - 1, by_chance))
        found.append(Flag("", (one, two), evidence, chance, newest(together)))
    return raised("same address", found, len(asked))
