"""Which names accounts, agents and people at tables may have."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from agonist.core import UsageError
from agonist.models.model_families import families
from agonist.models.prices import listed_prices
from agonist.models.providers import PROVIDERS
from agonist.players.lookalike_names import keys
from agonist.players.options import BUILT_IN
from agonist.store import Store
from agonist.store.platform.taken_names import NameTaken, is_taken

OFFICIAL: Final = (
    "admin", "administrator", "agonist", "anonymous", "chance", "everybody", "free", "free seat", "guest",
    "host", "house",
    "human", "local", "me", "moderator", "new", "nobody", "operator", "person", "player", "root", "support",
    "system", "visitor", "you",
)  # fmt: skip
"""Words for roles and seats, and parts of addresses."""

_VERSION: Final = re.compile(r"[\s._-]v\d{1,5}$", re.IGNORECASE)
"""How the names end under which later versions of agents play."""


def check_word(name: str) -> None:
    """Raise `UsageError` if a name means something else here, whoever has it."""
    if keys(name) & _reserved():
        raise UsageError(
            f"{name} is reserved, since it could be taken for somebody else: choose another name"
        )
    if _VERSION.search(name):
        raise UsageError(f"{name} ends like the name of an agent's version: leave the number out")


def check_free(store: Store, name: str) -> None:
    """Raise `UsageError` if a name means something else, or looks like that of an account or an agent."""
    check_word(name)
    if is_taken(store, name):
        raise NameTaken(name)


@cache
def _reserved() -> frozenset[str]:
    """The keys of all reserved words: also of built-in players, of providers, and of known models."""
    priced = [part for name in listed_prices().models for part in (name, name.rpartition("/")[2])]
    listed = [family.name.strip("/") for family in families()]
    words = (*OFFICIAL, *BUILT_IN, *PROVIDERS, *priced, *listed)
    return frozenset(key for word in words for key in keys(word))
