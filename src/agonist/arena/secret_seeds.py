"""Matches of the site with deals that nobody can compute."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from agonist.kit import option_texts
from agonist.match import Fixture, Policy
from agonist.tournament.game_spec import Target

SEED_BITS: Final = 128
"""Bits of a seed: with 31, a player could try all of them against the cards in their own hand."""


def secret_seed() -> int:
    """A seed from the operating system, 0 to 2¹²⁸ - 1; nothing that anybody knows leads to it."""
    return secrets.randbits(SEED_BITS)


def dealt(
    target: Target,
    players: Sequence[str],
    *,
    specs: Mapping[str, str] = MappingProxyType({}),
    policy: Policy = Policy(),  # noqa: B008  a frozen value
    seed: int | None = None,
) -> Fixture:
    """The fixture of one match on a deal of its own; `players` by seat, `specs` their specifications.

    Without a `seed`, it is secret: players of the site are strangers to its host and to each other. Each
    match has another one, so that a match that is over says nothing about those that are not.
    """
    return Fixture(
        target.name,
        target.game.version,
        option_texts(target.game),
        str(secret_seed() if seed is None else seed),
        tuple(players),
        policy,
        target.kit.words.prompts.digest,
        part=target.text,
        wording=target.wording,
        specs={each: specs[each] for each in players if specs.get(each, each) != each},
    )
