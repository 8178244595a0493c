"""Endpoints that fail at random: after resuming, every match is finished once, and each verifies."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from tests.faults.trials.case import agonist, decent, expect, inside, some

from agonist.models.endpoint import Endpoint, Faults
from agonist.models.retry import Patience
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
    faults = Faults.parse([*(f"{kind}={rate}" for kind, rate in rates.items()), "retry_after=0"])
    wait, Patience.wait = Patience.wait, lambda *_: 0.001  # type: ignore[method-assign]  # nobody waits here
    matches = 4
    try:
        with inside(folder):
            with Endpoint("sensible", faults, seed=int(rng.random() * 1e9)) as bad:
                port = int(bad.url.split(":")[2].removesuffix("/v1"))
                model = f"endpoint/sensible?base_url={bad.url}"
                words = ("tictactoe", "--player", model, "--opponent", "random", "--matches", str(matches))
                policy = some(rng, ("default", "strict", "default?retries=0"))
                said = agonist(
                    "run", *words, "--policy", policy, "--concurrency", some(rng, ("1", "4", "64"))
                )
            decent(said, (0, 4))
            with Endpoint("sensible", port=port):
                for _ in range(3 * (said.code != 0)):
                    resumed = agonist("resume", "latest")
                    decent(resumed, (0, 4))
                    if resumed.code == 0:
                        break
            (run,) = json.loads(agonist("runs", "--json").out)
            expect(
                run["finished"] == run["matches"] == matches, f"{run['finished']} of {matches} are finished"
            )
            with Store.open("agonist.db", must_exist=True) as store:
                keys = [match.fixture.key for match in store.results()]
            expect(len(set(keys)) == matches, "a match is stored twice")
            verified = agonist("replay", str(1 + int(rng.random() * matches)), "--verify")
            decent(verified, (0,))
    finally:
        Patience.wait = wait  # type: ignore[method-assign]  # as it was
    return f"run ended with {said.code}"
