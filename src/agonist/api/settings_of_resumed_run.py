"""What a stored run says of how it goes on: its limits, what it has spent, and the matches to add."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from agonist.api.equal_cost import with_equal_cost
from agonist.api.plan import first_wordings, matches_in_first, plan_of
from agonist.core import UsageError
from agonist.games.titles import title_of_part
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.models.amounts_spent import Spending
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.suites.registry import suites
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import in_each_wording
from agonist.tournament.schedule import Dealing

if TYPE_CHECKING:
    from agonist.tournament.adaptive_matches import Growth


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


def more_matches(store: Store, run: str, say: Callable[[str], None] = lambda _text: None) -> list[Fixture]:
    """The matches that suites and stopping rules add to a run, once all planned ones are finished.

    `say`: told what was chosen between new deals and further wordings, and why.
    """
    plan = store.run(run).plan
    entries = {name: Entry.from_dict(entry) for name, entry in plan.get("suites", {}).items()}
    added = [more for name, entry in entries.items() for more in suites()[name].more(store, run, entry)]
    if plan.get("until") or plan.get("pairing") == "informative":
        for text in plan["targets"]:
            grown = _grown(store, run, text, _own_entry(plan))
            added += grown.fixtures
            if grown.why:
                say(f"{title_of_part(text)}: {grown.why}")
    return with_equal_cost(added, str(plan.get("equal", "")))


def with_players(
    plan: Mapping[str, Any], players: Sequence[str]
) -> tuple[Entry, dict[str, Any], list[Fixture]]:
    """The entry and the plan of a run with these players added, and the matches in which they play.

    They meet whom they would have met from the start, on the same deals. Nothing else is planned anew, and a
    player that the run has already adds nothing. Raises `UsageError` for a run that nobody planned by a
    design, and for one that ends by its results.
    """
    if "budget" not in plan or plan.get("given"):
        raise UsageError("players can be added to runs of agonist run: this one has given matches, no design")
    if plan.get("until") == "decided":
        raise UsageError(
            "this run is played until its players are decided, and looks at their results six times at most: "
            "start another run for more players"
        )
    before = _own_entry(plan)
    if before.until and len(before.prompts) > 1:
        raise UsageError(
            "this run chooses wordings by its results, of players who all had the same: start another run "
            "for more players"
        )
    entry = replace(before, players=(*before.players, *players))
    entry = replace(entry, players=tuple(dict.fromkeys(entry.players)))
    known = {player for fixture in plan_of(plan["targets"], before)[0] for player in fixture.players}
    fixtures, entries = plan_of(plan["targets"], entry)
    suites_of_run = {name: each.as_dict() for name, each in entries.items()}
    return (
        entry,
        {**plan, **entry.as_dict(), "suites": suites_of_run},
        [fixture for fixture in fixtures if not known.issuperset(fixture.players)],
    )


def _own_entry(plan: Mapping[str, Any]) -> Entry:
    """What was asked for when the run was started."""
    return Entry.from_dict({key: plan[key] for key in plan if key in {f.name for f in fields(Entry)}})


def _grown(store: Store, run: str, text: str, entry: Entry) -> Growth:
    from agonist.tournament.adaptive_matches import growth, parse_until

    first, *others = in_each_wording(text, entry.prompts)
    each = matches_in_first(entry, first.game.seats)
    policy = parse_policy(entry.policy or "default")
    rest = (entry.seed, policy, entry.seats, entry.specs, entry.deals, each)
    dealings = [Dealing(target, *rest) for target in (first, *others)]
    done = [m for m in store.matches(run) if m.status == "finished" and m.fixture.part == text]
    return growth(
        done,
        dealings,
        entry.players,
        entry.opponents,
        first.game.seats,
        matches=each * first_wordings(entry),
        seed=entry.seed,
        pairing=entry.pairing,
        until=parse_until(entry.until),
    )
