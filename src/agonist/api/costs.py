"""What an evaluation is likely to take, before it starts."""

from __future__ import annotations

from collections.abc import Sequence

from agonist.api.plan import plan_of
from agonist.api.registry import game_registry
from agonist.core import UsageError, nearest
from agonist.models.estimate import Estimate
from agonist.models.family import family_of
from agonist.models.prices import load_prices
from agonist.models.protocol import Usage
from agonist.models.providers import PROVIDERS
from agonist.players.spec import parse_player
from agonist.run_config import RunConfig, blocking
from agonist.tournament.estimate import estimates_of
from agonist.tournament.forecast import price_of
from agonist.tournament.suite import Entry


def estimate(targets: Sequence[str], entry: Entry) -> dict[str, Estimate]:
    """What each model would take, by player: found by playing each game once with a stand-in.

    Dollars are `None` where no price is known.
    """
    fixtures, entries = plan_of(targets, entry)
    prices = load_prices()
    specs = {player: fixture.spec(player) for fixture in fixtures for player in fixture.players}
    estimates = {}
    for player, estimate in blocking(estimates_of(game_registry(entry.prompts, entries), fixtures)).items():
        spec = parse_player(specs[player])
        provider = spec.name.partition("/")[0]
        if provider not in PROVIDERS:
            raise UsageError(nearest("provider", provider, PROVIDERS))
        price = price_of(spec, prices)
        thought = family_of(spec.name).thought_at(spec.options.get("reasoning_effort"))
        usages = [
            Usage(
                prompt=round(estimate.prompt),
                completion=round(estimate.completion + each * estimate.requests),
            )
            for each in (thought.usual, thought.few, thought.many)
        ]
        costs = [None if price is None else price.cost(usage) for usage in usages]
        usual, low, high = usages
        estimates[player] = Estimate(round(estimate.requests), usual, costs[0], low, high, costs[1], costs[2])
    return estimates


def expect_budget(config: RunConfig, targets: Sequence[str], entry: Entry) -> None:
    """Raise `UsageError` for a budget with which some player could not even be asked once."""
    limits = {"usd": config.usd, "tokens": config.tokens, "requests": config.requests}
    if all(limit is None for limit in limits.values()):
        return
    for player, taken in estimate(targets, entry).items():
        if not taken.requests:
            continue
        usd = (taken.low_cost or 0.0) / taken.requests
        one = {"usd": usd, "tokens": taken.low.total / taken.requests, "requests": 1}
        for name, limit in limits.items():
            if limit is not None and 0 <= limit < one[name]:
                shown = f"${limit:g}" if name == "usd" else f"{limit:,} {name}"
                least = f"${usd:.2g}" if name == "usd" else f"{one[name]:,.0f} {name}"
                raise UsageError(
                    f"a budget of {shown} is less than a single request of {player} is likely to take "
                    f"({least}); give more with --budget-{name}"
                )
