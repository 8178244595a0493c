"""The settings of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from agonist.core import UsageError, nearest
from agonist.core.duration import parse_duration
from agonist.models.amounts_spent import Spending
from agonist.models.budget import Budget
from agonist.models.model_assembly import build, connect
from agonist.models.prices import FREE
from agonist.models.protocol import Model
from agonist.models.usage_meter import Meter, Metered
from agonist.players.human_at_console import Console
from agonist.players.python_agents import OBJECT, find_agent
from agonist.players.python_agents.python_model import PYTHON, PythonModel
from agonist.players.registry import PlayerRegistry
from agonist.players.settings_and_style import headers_of
from agonist.players.spec import PlayerSpec
from agonist.tournament.run_options import FormField, run_option, run_options

Executors: TypeAlias = Literal["local", "ray"]


@dataclass(frozen=True)
class RunConfig:
    """The settings of a run: budget, cache of answers, connections, terminal.

    Args:
        usd: Dollars after which the run stops, 0 or more, including what was spent before it was resumed;
            `None` for no limit.
        tokens: Tokens, sent and written together, after which it stops.
        requests: Requests after which it stops, retries included.
        cache: A file that keeps models' answers, so that the same question is not paid for twice.
        concurrency: Matches played at once, 1 or more, by all processes together.
        adaptive: Whether requests to an endpoint begin with few at once, and climb to `concurrency` only
            while that brings more answers a second.
        requests_per_minute: The most requests a minute to each endpoint, more than 0.
        tokens_per_minute: The most tokens a minute to each endpoint, more than 0.
        workers: Processes that play, from 1 to 1,000. By default as many as this machine has cores if all
            players compute, and 1 if any waits for an endpoint, an agent or a person. Python objects can play
            in one only. With 0 a run is planned, for others to play.
        executor: `local`: workers are processes of this machine. `ray`: they are actors of Ray, one unless
            `workers` says how many, and play a run in a database of PostgreSQL; this process only watches.
        ray_address: What `ray.init` takes; by default `RAY_ADDRESS`, or else a cluster on this machine.
        max_time: How long it may play, such as `10m` or `1h30m`; then it stops as with a spent budget, and
            `resume` has as long again. Empty for no limit.
        console: Makes the terminal at which a person plays.
        headers: Sent with every request to a model. They are not stored: give them again to resume.
        keep_going: Whether a player continues even if its first 30 answers were all invalid.
        private_addresses: Whether models and HTTP agents may be on this machine or in a private network; turn
            it off if strangers choose their addresses.
        environ: The environment with the keys, if not that of this process; a stranger's player gets one with
            only its owner's key.

    Raises:
        UsageError: For a concurrency below 1 and a `max_time` that is no time; for wrong limits when the run
            begins.
    """

    usd: float | None = run_option(
        None,
        "Dollars after which it stops; prices: AGONIST_PRICES.",
        flag="budget-usd",
        form=FormField("Budget in dollars", "a budget is dollars, such as 2.50", placeholder="no limit"),
    )
    tokens: int | None = run_option(None, "Tokens after which the run stops.", flag="budget-tokens")
    requests: int | None = run_option(None, "Requests after which it stops.", flag="budget-requests")
    cache: Path | None = run_option(None, "A cache file for models' answers.")
    concurrency: int = run_option(64, "Matches played at once.", low=1)
    adaptive: bool = run_option(False, "Fewer requests at once where more bring no more answers.")
    requests_per_minute: float | None = run_option(None, "Requests a minute to each endpoint.", flag="rpm")
    tokens_per_minute: float | None = run_option(None, "Tokens a minute to each endpoint.", flag="tpm")
    workers: int | None = run_option(
        None,
        "Processes that play. By default one for each core if all players compute, and 1 if any waits for an "
        "endpoint, an agent or a person; 0 plans the run and leaves it to agonist worker --run.",
        low=0,
        high=1000,
    )
    executor: Executors = run_option(
        "local", "Where workers play: local, on this machine, or ray, in a cluster of Ray (with PostgreSQL)."
    )
    ray_address: str = run_option("", "The cluster of --executor ray; by default this machine's.")
    max_time: str = run_option("", "How long it may play, such as 10m: then it ends as with a spent budget.")
    console: Callable[[], Console] | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    keep_going: bool = run_option(False, "Continue even if a model's first 30 answers are all invalid.")
    private_addresses: bool = True
    environ: Mapping[str, str] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for name in ("concurrency", "workers"):
            run_options(RunConfig)[name].check(getattr(self, name))
        if self.executor not in get_args(Executors):
            raise UsageError(f"--executor: {nearest('executor', self.executor, get_args(Executors))}")
        if self.max_time:
            try:
                parse_duration(self.max_time)
            except UsageError as why:
                raise UsageError(f"max-time {why}") from None

    def player_registry(
        self, already: Spending | None = None, objects: Mapping[str, Any] | None = None
    ) -> PlayerRegistry:
        """A registry of players that share one budget, part of which may be spent already.

        `objects` are Python objects that play, by name.
        """
        models: dict[str, Model] = {}
        meter = Meter()
        limits = (self.usd, self.tokens, self.requests)
        budget = Budget(*limits, already=already) if any(limit is not None for limit in limits) else None

        def opened(spec: PlayerSpec) -> Model:
            if spec.name.startswith(PYTHON) and spec.text not in models:
                function = find_agent(f"{OBJECT}:{spec.name.removeprefix(PYTHON)}", objects or {})
                given = PythonModel(spec.name, function)
                models[spec.text] = Metered(given, budget, FREE, meter, spec.text)
            if spec.text not in models:
                client = connect(
                    spec.name,
                    base_url=spec.options.get("base_url"),
                    key_env=spec.options.get("key_env"),
                    api_version=spec.options.get("api_version"),
                    headers={**self.headers, **headers_of(spec, self.environ)},
                    rpm=self.requests_per_minute,
                    tpm=self.tokens_per_minute,
                    max_concurrency=self.concurrency,
                    adaptive=self.adaptive,
                    environ=self.environ,
                    public_only=not self.private_addresses,
                )
                models[spec.text] = build(
                    client, budget=budget, cache=self.cache, meter=meter, label=spec.text
                )
            return models[spec.text]

        shared: dict[str, Any] = {"objects": objects or {}, "meter": meter, "budget": budget}
        shared |= {"private_addresses": self.private_addresses, "environ": self.environ}
        if self.console is not None:
            shared["console"] = self.console
        return PlayerRegistry(opened, **shared)
