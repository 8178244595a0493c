"""Endpoints that fail at random: after resuming, every match is finished once, and each verifies."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from unittest.mock import patch

from tests.faults.trials.case import agonist, decent, expect, inside, some

from agonist import api
from agonist.models.mock_endpoint import Endpoint, Faults
from agonist.models.retry import RetryPolicy
from agonist.store import Store

KINDS = (
    "429",
    "500",
    "503",
    "cut_off",
    "empty",
    "garbage",
    "invalid_utf8",
    "wrong_json",
    "html",
    "length",
    "refusal",
    "prose",
)


def trial(rng: Random, folder: Path) -> str:
    rates = {kind: round(rng.random() * 0.2, 2) for kind in {some(rng, KINDS) for _ in range(3)}}
    waits = rng.random() < 0.2
    budget = 1 + int(rng.random() * 30) if rng.random() < 0.4 else None
    retry_after = 4 if waits else 0  # more than the first waits would be without it
    if waits:
        rates["429"] = 0.1
    faults = Faults.parse([*(f"{kind}={rate}" for kind, rate in rates.items()), f"retry_after={retry_after}"])
    policy = some(rng, ("default", "strict", "default?retries=0"))
    at_once = some(rng, ("1", "4", "64"))
    # Waiting is part of what is tried in a fifth of the cases; in the others nobody waits.
    with patch.object(RetryPolicy, "wait", RetryPolicy.wait if waits else lambda *_: 0.001), inside(folder):
        code = tried(faults, int(rng.random() * 1e9), policy, at_once, budget)
    return f"{'with waits, ' if waits else ''}{'a budget, ' if budget else ''}the run ended with {code}"


def tried(faults: Faults, seed: int, policy: str, at_once: str, budget: int | None) -> int:
    """A run at an endpoint that fails, resumed when it has recovered; the code of the run."""
    matches = 4
    with Endpoint("sensible", faults, seed=seed) as bad:
        model = f"endpoint/sensible?base_url={bad.url}"
        words = ("tictactoe", "--player", model, "--opponent", "random", "--matches", matches)
        limit = ("--budget-requests", budget) if budget else ()
        began = time.monotonic()
        said = agonist("run", *words, "--policy", policy, "--concurrency", at_once, *limit)
        took = time.monotonic() - began
        decent(said, (0, 4, 5) if budget else (0, 4))
        if budget:
            expect(
                bad.requests <= budget, f"{bad.requests} requests were sent with a budget of {budget}", said
            )
            expect(said.code != 5 or bad.requests == budget, f"{bad.requests} of {budget} were sent", said)
        counted(bad.requests)
        asked = bad.statuses[429] and not said.code
        expect(
            not asked or took >= faults.retry_after, f"it waited {took:.2f} seconds, not {faults.retry_after}"
        )
    with Endpoint("sensible", port=bad.port) as good:
        for _ in range(3 * (said.code != 0)):
            resumed = agonist("resume", "latest", *(("--budget-requests", 500) if budget else ()))
            decent(resumed, (0, 4))
            if resumed.code == 0:
                break
        counted(bad.requests + good.requests)
    (run,) = json.loads(agonist("runs", "--json").out)
    expect(run["finished"] == run["matches"] == matches, f"{run['finished']} of {matches} are finished")
    with Store.open("agonist.db", must_exist=True) as store:
        keys = [match.fixture.key for match in store.results()]
    expect(len(set(keys)) == len(keys) == matches, "a match is stored twice")
    for number in range(1, matches + 1):
        decent(agonist("replay", number, "--verify"), (0,))
    return said.code


def counted(requests: int) -> None:
    """Check that the report counts as many requests as the endpoints were sent."""
    sent = sum(each.sent for each in api.report("latest", db="agonist.db").usage)
    expect(sent == requests, f"{sent} requests were counted, and {requests} sent")
