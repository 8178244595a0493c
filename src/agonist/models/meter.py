"""What models have taken, in total, and the budget held against it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from agonist.core import UsageError
from agonist.models.budget import Spending
from agonist.models.errors import ProviderError
from agonist.models.estimate import tokens_of, tokens_of_messages
from agonist.models.prices import VARIABLE, Price
from agonist.models.protocol import Usage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agonist.models.budget import Budget
    from agonist.models.protocol import Message, Model, Reply, Settings

UNKNOWN = 1000
"""Tokens set aside for a model's first completion where nothing limits it."""

CAUTIOUS = Price(15.0, 15.0, 75.0)
"""What is held back for a model of unknown price whose provider reports costs: a dear model's price."""

FADING = 0.95
"""How fast a long completion is forgotten, a call."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What one model took. `requests` counts retries, `failures` calls without an answer.

    `cost` is in dollars, `None` where no price is known; `seconds` are those of answered requests,
    added up. `estimated` is how many answers came without token counts, which were guessed.
    """

    requests: int = 0
    answers: int = 0
    failures: int = 0
    estimated: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float | None = 0.0
    seconds: float = 0.0


class Meter:
    """Totals by model name."""

    def __init__(self) -> None:
        self._totals: dict[str, Totals] = {}

    @property
    def totals(self) -> Mapping[str, Totals]:
        """What each model took until now."""
        return dict(self._totals)

    def answered(self, name: str, reply: Reply, usage: Usage, cost: float | None) -> None:
        """A call gave a reply, which took so much."""
        old = self._totals.get(name, Totals())
        self._totals[name] = replace(
            old,
            requests=old.requests + reply.tries,
            answers=old.answers + 1,
            estimated=old.estimated + (reply.usage != usage),
            usage=old.usage + usage,
            cost=None if cost is None or old.cost is None else old.cost + cost,
            seconds=old.seconds + reply.seconds,
        )

    def failed(self, name: str, requests: int) -> None:
        """A call gave none, after so many requests."""
        old = self._totals.get(name, Totals())
        self._totals[name] = replace(old, requests=old.requests + requests, failures=old.failures + 1)


class Metered:
    """A model whose calls are counted, priced and held to a budget.

    Without `price`, costs are unknown, and a budget in dollars is refused (`UsageError`): it would
    limit nothing. With `reports_cost`, replies say what they cost, and a dear model's price is held
    back. Where an answer comes without token counts, they are guessed, so that a budget holds all
    the same. A call that fails after the model may have worked is charged as estimated.
    """

    def __init__(
        self,
        model: Model,
        budget: Budget | None = None,
        price: Price | None = None,
        meter: Meter | None = None,
        *,
        reports_cost: bool = False,
    ) -> None:
        if budget is not None and budget.usd is not None and price is None and not reports_cost:
            raise UsageError(
                f"no price is known for {model.name}, so a budget in dollars cannot hold; give its price "
                f"in a file named by {VARIABLE}, or limit tokens or requests instead"
            )
        self.model = model
        self.budget = budget
        self.price = price
        self._held_price = CAUTIOUS if price is None and reports_cost else price
        self.meter = meter if meter is not None else Meter()
        self._longest = 0.0

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.model.name

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The model's reply with its cost. Raises `BudgetSpent` before anything is sent."""
        if self.budget is None:
            return (await self._call(messages, settings))[0]
        likely = Usage(prompt=tokens_of_messages(messages), completion=self._completion(settings))
        estimate = self._spending(likely, 1)
        async with self.budget.hold(estimate) as held:
            try:
                reply, usage = await self._call(messages, settings)
            except ProviderError as error:
                held.settle(replace(estimate if error.billed else Spending(), requests=error.tries))
                raise
            spent = self._spending(usage, reply.tries)
            held.settle(spent if reply.cost is None else replace(spent, usd=reply.cost))
            self._longest = max(usage.completion, FADING * self._longest)
            return reply

    async def _call(self, messages: Sequence[Message], settings: Settings) -> tuple[Reply, Usage]:
        try:
            reply = await self.model.complete(messages, settings)
        except ProviderError as error:
            self.meter.failed(self.name, error.tries)
            raise
        usage = reply.usage
        if usage == Usage():
            usage = Usage(prompt=tokens_of_messages(messages), completion=tokens_of(reply.text))
        # What the provider says it charged is surer than a list of prices.
        known = None if self.price is None else self.price.cost(usage)
        cost = known if reply.cost is None else reply.cost
        self.meter.answered(self.name, reply, usage, cost)
        return replace(reply, cost=cost), usage

    def _completion(self, settings: Settings) -> int:
        if self._longest:
            return int(self._longest)
        return settings.max_tokens if settings.max_tokens is not None else UNKNOWN

    def _spending(self, usage: Usage, requests: int) -> Spending:
        price = self._held_price
        return Spending(0.0 if price is None else price.cost(usage), usage.total, requests)
