"""Runs in which every player may spend the same: `equal="usd=0.02/match"`.

A player that has spent its share is not asked again in that match: the policy moves for it, or it forfeits,
as with a clock that has run out. Its settings stay as they are. To scale them instead (fewer votes, less
effort) would need to know beforehand what a match takes, would make other players of them, and would still
miss the limit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from agonist.core import UsageError, nearest
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import Policy
from agonist.models.prices import PRICES_VARIABLE, load_prices
from agonist.players.spec import parse_player
from agonist.run_config import RunConfig
from agonist.tournament.match_usage_forecast import price_of

UNITS: Final = ("usd", "tokens", "seconds")

REPORTS_COST: Final = "openrouter"
"""The provider whose replies tell what they cost."""


def equal_policy(policy: Policy, equal: str) -> Policy:
    """This policy, by which a seat may spend so much a match. Raises `UsageError` for what is no such limit.

    >>> equal_policy(Policy(), "usd=0.02/match").match_usd, equal_policy(Policy(), "tokens=5000").match_tokens
    (0.02, 5000)
    """
    if not equal:
        return policy
    unit, _, rest = equal.partition("=")
    if unit not in UNITS:
        raise UsageError(f"--equal: {nearest('unit', unit, UNITS)}; write it as usd=0.02/match")
    if not (found := re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)(?:/match)?", rest, re.ASCII)):
        raise UsageError(f"--equal {equal}: write an amount a match, as usd=0.02/match, not {rest!r}")
    limit = float(found[1])
    if unit == "tokens" and limit != int(limit):
        raise UsageError(f"--equal {equal}: tokens are a whole number")
    if not limit:
        raise UsageError(f"--equal {equal}: give more than 0, or nobody is ever asked")
    changed = {f"match_{unit}": int(limit) if unit == "tokens" else limit}
    return replace(policy, **changed)  # type: ignore[arg-type]  # the right types by unit


def with_equal_cost(fixtures: Sequence[Fixture], equal: str) -> list[Fixture]:
    """These matches, in which every seat may spend so much."""
    if not equal:
        return list(fixtures)
    return [replace(each, policy=equal_policy(each.policy, equal)) for each in fixtures]


def expect_counted(fixtures: Sequence[Fixture], config: RunConfig) -> None:
    """Raise `UsageError` if what these matches limit could not be counted: for a price that is not known,
    and for a cache, whose answers cost nothing and take no time."""
    of_usd = [each for each in fixtures if each.policy.match_usd is not None]
    of_seconds = [each for each in fixtures if each.policy.match_seconds is not None]
    if (of_usd or of_seconds) and config.cache is not None:
        raise UsageError("a cached answer costs nothing: for players to spend the same, leave --cache out")
    prices = load_prices()
    for spec in map(parse_player, sorted({each.spec(name) for each in of_usd for name in each.players})):
        if spec.is_model and not spec.name.startswith(f"{REPORTS_COST}/") and not price_of(spec, prices):
            raise UsageError(
                f"no price is known for {spec.name}, so it cannot be held to dollars a match: give its price "
                f"in a file ({PRICES_VARIABLE}), or a limit of tokens"
            )
