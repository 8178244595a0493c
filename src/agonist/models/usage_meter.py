"""Metering: the usage and cost of each model, held to a budget."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from agonist.core import UsageError
from agonist.models.amounts_spent import Spending
from agonist.models.call_state import CallState, current_call, making_call
from agonist.models.engines_and_last_prompts import LastPrompts
from agonist.models.errors import ProviderError, RateLimited
from agonist.models.model_families import family_of
from agonist.models.prices import PRICES_VARIABLE, Price
from agonist.models.protocol import Reply, Usage
from agonist.models.token_estimate import tokens_of, tokens_of_messages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agonist.models.budget import Budget, Hold
    from agonist.models.protocol import Message, Model, Settings

ASSUMED_COMPLETION_TOKENS = 250
"""Tokens charged for the completion of an unanswered request, while nothing is known of the model."""

PRICE_IF_UNKNOWN = Price(15.0, 15.0, 75.0)
"""The price reserved if a model's price is unknown and its provider reports costs; higher than most."""

LONGEST_FADES_BY = 0.995
"""The factor by which the longest completion fades with each call."""

LONGEST_MARGIN = 1.25
"""The assumed greatest length of the next answer, relative to the longest so far."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The usage of one model.

    `requests` counts every one that was sent, `retries` those that failed, of which `limited` were refused as
    too many (429); `failures` counts calls without an answer. `cost` is in dollars, `None` where no price is
    known; `seconds` are those of answered requests, added up. `estimated` is how many answers came without
    token counts, so that those were estimated, and `prompt_estimate` is our own estimate of all prompts
    answered; `repeated` is the part of it that the request before, of the same conversation, began with too,
    so that a cache may hold it. `closed` is what requests without an answer may have used: counted for
    budgets only.
    """

    requests: int = 0
    answers: int = 0
    failures: int = 0
    retries: int = 0
    limited: int = 0
    estimated: int = 0
    prompt_estimate: int = 0
    repeated: int = 0
    usage: Usage = field(default_factory=Usage)
    cost: float | None = 0.0
    seconds: float = 0.0
    closed: Spending = field(default_factory=Spending)

    def __add__(self, other: Totals) -> Totals:
        return Totals(
            self.requests + other.requests,
            self.answers + other.answers,
            self.failures + other.failures,
            self.retries + other.retries,
            self.limited + other.limited,
            self.estimated + other.estimated,
            self.prompt_estimate + other.prompt_estimate,
            self.repeated + other.repeated,
            self.usage + other.usage,
            None if self.cost is None or other.cost is None else self.cost + other.cost,
            self.seconds + other.seconds,
            self.closed + other.closed,
        )


class Meter:
    """The usage of each model, by name."""

    def __init__(self) -> None:
        self._totals: dict[str, Totals] = {}

    @property
    def totals(self) -> Mapping[str, Totals]:
        """The usage of each model so far."""
        return dict(self._totals)

    def of(self, name: str) -> Totals:
        """The usage of one model so far."""
        return self._totals.get(name) or Totals()

    def add(self, name: str, more: Totals) -> None:
        """Count what was metered elsewhere."""
        self._totals[name] = self.of(name) + more

    def answered(
        self, name: str, reply: Reply, requests: int, prompt_estimate: int, repeated: int = 0
    ) -> None:
        """Count a reply that took this many `requests`, and our estimates of its prompt's tokens, of which
        some are `repeated`."""
        more = Totals(
            requests,
            answers=1,
            estimated=reply.estimated,
            prompt_estimate=prompt_estimate,
            repeated=repeated,
            usage=reply.usage,
            cost=reply.cost,
            seconds=reply.seconds,
        )
        self.add(name, more)

    def retried(self, name: str, error: ProviderError) -> None:
        """Count a request that failed."""
        self.add(name, Totals(retries=1, limited=int(isinstance(error, RateLimited))))

    def unanswered(self, name: str, call: CallState) -> None:
        """Charge requests that were never answered to the budget, at their estimate."""
        times = call.unanswered
        self.add(name, Totals(closed=Spending(times * (call.cost or 0.0), times * call.usage.total)))

    def failed(self, name: str, requests: int) -> None:
        """Count a call without an answer after this many requests."""
        self.add(name, Totals(requests, failures=1))


class UsageHistory:
    """What the answers of one model have used so far, as a basis for estimates."""

    def __init__(self, name: str) -> None:
        self._family = family_of(name)
        self._answers = 0
        self._longest = 0.0
        self._written = 0
        self._ratio = 1.0

    def learn(self, prompt_estimate: int, usage: Usage) -> None:
        """Take an answer into account; `prompt_estimate` was our estimate of its prompt's tokens."""
        self._answers += 1
        self._written += usage.completion
        self._longest = max(usage.completion, LONGEST_FADES_BY * self._longest)
        if prompt_estimate:
            self._ratio = max(1.0, usage.prompt / prompt_estimate, LONGEST_FADES_BY * self._ratio)

    def prompt(self, prompt_estimate: int) -> int:
        """An upper estimate of a prompt's tokens, from our estimate `prompt_estimate`."""
        return int(prompt_estimate * self._ratio)

    def most(self, settings: Settings) -> int:
        """The assumed limit on the tokens of the next answer.

        At first it is the most that the model can write. Each answer halves it, down to a little more than
        the longest answer so far. Until then, a budget admits few calls at once.
        """
        cap = settings.max_tokens if settings.max_tokens is not None else self._family.most
        return int(min(cap, max(LONGEST_MARGIN * self._longest, cap * 0.5**self._answers)))

    def likely(self, settings: Settings) -> int:
        """The expected tokens of the next answer."""
        thought = self._family.thought_at(settings.reasoning_effort).usual
        usual = self._written / self._answers if self._answers else ASSUMED_COMPLETION_TOKENS + thought
        return int(usual if settings.max_tokens is None else min(settings.max_tokens, usual))


class Metered:
    """A model whose calls are counted, priced and held to a budget.

    Without `price`, costs are unknown, and a budget in dollars is refused (`UsageError`): it would limit
    nothing. With `reports_cost`, replies report their cost, and a high price is reserved for each call.
    Missing token counts are estimated. Every request is charged: an answered one as counted, an unanswered
    one that the provider may charge for at an estimate. `label` is the name in the meter's totals, the
    model's own unless given.
    """

    def __init__(
        self,
        model: Model,
        budget: Budget | None = None,
        price: Price | None = None,
        meter: Meter | None = None,
        label: str | None = None,
        *,
        reports_cost: bool = False,
    ) -> None:
        if budget is not None and budget.usd is not None and price is None and not reports_cost:
            raise UsageError(
                f"no price is known for {model.name}, so a budget in dollars cannot hold; give its price "
                f"in a file named by {PRICES_VARIABLE}, or limit tokens or requests instead"
            )
        self.model = model
        self.budget = budget
        self.price = price
        self._reports_cost = reports_cost
        self._held_price = PRICE_IF_UNKNOWN if price is None and reports_cost else price
        self.meter = meter if meter is not None else Meter()
        self.label = label if label is not None else model.name
        self._history = UsageHistory(model.name)
        self._last_prompts = LastPrompts()

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.model.name

    def labelled(self, label: str) -> Metered:
        """The same model and limits, counted under another name."""
        other = Metered(
            self.model, self.budget, self.price, self.meter, label, reports_cost=self._reports_cost
        )
        other._history = self._history
        return other

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The model's reply with its cost. Raises `BudgetSpent`, before anything is sent."""
        prompt_estimate, known = tokens_of_messages(messages, self.name), self._history
        prompt = known.prompt(prompt_estimate)
        repeated = 0
        if settings.origin is not None:
            same = self._last_prompts.repeated(settings.origin.session, messages)
            repeated = prompt_estimate - tokens_of_messages(messages[same:], self.name) if same else 0
        call = current_call()
        call.usage = Usage(prompt=prompt, completion=known.likely(settings))
        call.cost = self._cost(call.usage)
        call.on_failure = lambda error: self.meter.retried(self.label, error)
        with making_call(call):
            if self.budget is None:
                return await self._call(messages, settings, (prompt_estimate, repeated), call, None)
            most = Usage(prompt=prompt, completion=known.most(settings))
            async with self.budget.hold(self._spending(most, 1)) as held:
                call.on_request, call.before_retry = held.send, held.permit
                return await self._call(messages, settings, (prompt_estimate, repeated), call, held)

    async def _call(
        self,
        messages: Sequence[Message],
        settings: Settings,
        estimates: tuple[int, int],
        call: CallState,
        held: Hold | None,
    ) -> Reply:
        """`estimates`: of the prompt's tokens, and of those that are repeated."""
        prompt_estimate, _ = estimates
        reply: Reply | None = None
        try:
            reply = self._counted(await self.model.complete(messages, settings), prompt_estimate)
            return reply
        finally:
            sent = max(call.sent, 0 if reply is None else reply.tries)
            if reply is None:
                self.meter.failed(self.label, sent)
            else:
                self.meter.answered(self.label, reply, sent, *estimates)
                self._history.learn(prompt_estimate, reply.usage)
            if call.unanswered:
                self.meter.unanswered(self.label, call)
            if held is not None:
                taken = self._spending(call.usage.times(call.unanswered), sent)
                if reply is not None:
                    taken += Spending(reply.cost or 0.0, reply.usage.total)
                held.settle(taken)

    def _counted(self, reply: Reply, prompt_estimate: int) -> Reply:
        """The reply with its cost, and with estimates of the tokens that the endpoint did not count."""
        usage, written = reply.usage, reply.text + reply.thought
        if not usage.prompt:
            usage = replace(usage, prompt=self._history.prompt(prompt_estimate))
        if not usage.completion and written:
            usage = replace(usage, completion=tokens_of(written))
        known = None if self.price is None else self.price.cost(usage)
        # The cost that a provider reports is more reliable than a list of prices.
        cost = known if reply.cost is None else reply.cost
        if usage is reply.usage and cost == reply.cost and not reply.estimated:
            return reply
        return replace(reply, usage=usage, cost=cost, estimated=usage != reply.usage)

    def _cost(self, usage: Usage) -> float | None:
        return None if self._held_price is None else self._held_price.cost(usage)

    def _spending(self, usage: Usage, requests: int) -> Spending:
        return Spending(self._cost(usage) or 0.0, usage.total, requests)
