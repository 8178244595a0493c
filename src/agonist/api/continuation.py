"""What a stored run says of how it goes on: its limits, what it has spent, and the matches to add."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from agonist.api.plan import matches_of
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.models.spending import Spending
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.suites.registry import suites
from agonist.tournament import parse_target
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.schedule import Dealing


def config_to_resume(plan: Mapping[str, Any], config: RunConfig) -> RunConfig:
    """The settings with which a run of this plan goes on: its own limits where these set none."""
    budget = plan.get("budget", {})
    return replace(config, **{key: limit for key, limit in budget.items() if getattr(config, key) is None})


def spent_in(store: Store, run: str) -> Spending:
    """What a run has used by its stored calls, as a budget counts it."""
    tallies = store.tallies(run=run)
    return Spending(
        usd=sum(tally.charged for tally in tallies),
        tokens=sum(tally.prompt + tally.completion + tally.closed_tokens for tally in tallies),
        requests=sum(tally.tries for tally in tallies),
    )


def more_matches(store: Store, run: str) -> list[Fixture]:
    """The matches that suites and stopping rules add to a run, once all planned ones are finished."""
    plan = store.run(run).plan
    entries = {name: Entry.from_dict(entry) for name, entry in plan.get("suites", {}).items()}
    added = [more for name, entry in entries.items() for more in suites()[name].more(store, run, entry)]
    if plan.get("until") or plan.get("pairing") == "informative":
        own = Entry.from_dict({key: plan[key] for key in plan if key in {f.name for f in fields(Entry)}})
        added += [more for text in plan["targets"] for more in _grown(store, run, text, own)]
    return added


def _grown(store: Store, run: str, text: str, entry: Entry) -> list[Fixture]:
    from agonist.tournament.added_matches import growth, parse_until

    target, matches = parse_target(text, entry.prompts), matches_of(entry)
    policy = parse_policy(entry.policy or "default")
    dealing = Dealing(target, entry.seed, policy, entry.seats, entry.specs, entry.deals, matches)
    done = [m for m in store.matches(run) if m.status == "finished" and m.fixture.part == text]
    return growth(
        done,
        dealing,
        entry.players,
        entry.opponents,
        target.game.seats,
        matches=matches,
        seed=entry.seed,
        pairing=entry.pairing,
        until=parse_until(entry.until),
    )
