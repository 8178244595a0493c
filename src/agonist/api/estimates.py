"""Estimates of an evaluation before it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agonist.api.plan import plan_of
from agonist.core import UsageError, nearest
from agonist.match import Fixture
from agonist.models.duration_estimate import RunTime, run_time
from agonist.models.event_loop import blocking
from agonist.models.model_families import family_of
from agonist.models.prices import load_prices
from agonist.models.protocol import Usage
from agonist.models.providers import PROVIDERS
from agonist.models.token_estimate import Estimate
from agonist.players.registry import expect_players
from agonist.players.spec import parse_player
from agonist.run_config import RunConfig
from agonist.suites.registry import game_registry, suites
from agonist.tournament import GameRegistry
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.illegal_fixed_answers import expect_fixed_answers
from agonist.tournament.match_usage_forecast import price_of
from agonist.tournament.usage_estimate import TokenEstimate, added_up, seat_estimates


@dataclass(frozen=True, slots=True)
class SuiteEstimate:
    """The estimate for one suite of a run: matches, each model's requests and tokens, and time."""

    suite: str
    matches: int
    models: Mapping[str, Estimate]
    duration: RunTime


def estimate(
    targets: Sequence[str], entry: Entry, on_part: Callable[[str], None] = lambda _part: None
) -> dict[str, Estimate]:
    """The estimate for each model, by player, from one match of each game with a stand-in.

    Dollars are `None` where no price is known. The estimate may take seconds: `on_part` is called with the
    name of each game before it is estimated.
    """
    fixtures, entries = plan_of(targets, entry)
    return estimate_fixtures(fixtures, game_registry(entry.prompts, entries), on_part)


def estimate_fixtures(
    fixtures: Sequence[Fixture], games: GameRegistry, on_part: Callable[[str], None] = lambda _part: None
) -> dict[str, Estimate]:
    """As `estimate`, for given matches; those that are played on from others count as whole ones."""
    _expect_players(fixtures, games)
    return _priced(blocking(seat_estimates(games, fixtures, on_part)), fixtures)


def estimate_suites(
    targets: Sequence[str],
    entry: Entry,
    config: RunConfig | None = None,
    on_part: Callable[[str], None] = lambda _part: None,
) -> list[SuiteEstimate]:
    """The estimate for each suite among the targets, with its duration."""
    config = config or RunConfig()
    _, entries = plan_of(targets, entry)
    games, found = game_registry(entry.prompts, entries), []
    for name, suite_entry in entries.items():
        fixtures = suites()[name].schedule(suite_entry)
        _expect_players(fixtures, games)
        known = blocking(seat_estimates(games, fixtures, on_part))
        models = _priced(known, fixtures)
        row = max(
            (sum(known[f.part, p].requests for p in f.players if (f.part, p) in known) for f in fixtures),
            default=0.0,
        )
        taken = run_time(
            sum(each.requests for each in models.values()),
            sum(each.low.completion for each in models.values()),
            sum(each.high.completion for each in models.values()),
            round(row),
            config.concurrency,
            config.requests_per_minute,
        )
        found.append(SuiteEstimate(name, len(fixtures), models, taken))
    return found


def _expect_players(fixtures: Sequence[Fixture], games: GameRegistry) -> None:
    expect_players(dict.fromkeys(fixture.spec(player) for fixture in fixtures for player in fixture.players))
    expect_fixed_answers(fixtures, games)


def _priced(
    known: Mapping[tuple[str, str], TokenEstimate], fixtures: Sequence[Fixture]
) -> dict[str, Estimate]:
    prices = load_prices()
    specs = {player: fixture.spec(player) for fixture in fixtures for player in fixture.players}
    estimates = {}
    for player, estimate in added_up(known, fixtures).items():
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
    """Raise `UsageError` if the budget is too small for a single request of one of the players."""
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
