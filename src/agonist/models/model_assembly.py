"""Building a model with its client, limits, budget and cache."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from agonist.core import UsageError
from agonist.models.cache import Cache, Cached
from agonist.models.prices import FREE, Prices, load_prices
from agonist.models.providers import route
from agonist.models.usage_meter import Meter, Metered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from agonist.models.budget import Budget
    from agonist.models.client import HttpModel
    from agonist.models.prices import Price
    from agonist.models.protocol import Message, Model, Reply, Settings
    from agonist.models.providers import Route
    from agonist.models.transformers_in_process import InProcessModel

_caches: dict[Path, Cache] = {}


class Stack:
    """A model made by `build`. Cached replies bypass the budget, since they cost nothing."""

    def __init__(self, route: Route, metered: Metered, cached: Cached | None) -> None:
        self.route = route
        self.metered = metered
        self._top: Model = metered if cached is None else cached
        self._cached = cached

    @property
    def name(self) -> str:
        """Provider and model."""
        return self.route.name

    @property
    def meter(self) -> Meter:
        """The usage so far."""
        return self.metered.meter

    @property
    def price(self) -> Price | None:
        """The model's price, if known."""
        return self.metered.price

    def salted(self, salt: str) -> Stack:
        """The same model for one match, with its own samples if there is a cache (see `Cached`)."""
        return Stack(self.route, self.metered, None if self._cached is None else self._cached.salted(salt))

    def labelled(self, label: str) -> Stack:
        """The same model, counted under another name in the meter."""
        metered = self.metered.labelled(label)
        cached = self._cached
        again = None if cached is None else Cached(metered, cached.cache, cached.base_url, cached.salt)
        return Stack(self.route, metered, again)

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The model's reply. Raises `ProviderError`, `BudgetSpent` or `CacheError`."""
        return await self._top.complete(messages, settings)


def connect(
    name: str,
    *,
    base_url: str | None = None,
    key_env: str | None = None,
    api_version: str | None = None,
    headers: Mapping[str, str] | None = None,
    timeout: float | None = None,
    max_concurrency: int | None = None,
    rpm: float | None = None,
    tpm: float | None = None,
    adaptive: bool = False,
    environ: Mapping[str, str] | None = None,
    public_only: bool = False,
) -> HttpModel | InProcessModel:
    """A model without cache, budget or prices: behind an HTTP endpoint (see `route` and `Limits`), or in this
    process.

    `timeout`, in seconds per request, overrides that of the settings. Keys and addresses come from `environ`,
    by default the environment of this process. `public_only` refuses addresses of this machine and of private
    networks. Nothing is sent yet.

    Raises `UsageError` for a wrong name or number; `NoKey` where a key is missing.
    """
    if name.startswith("transformers/"):
        if public_only or base_url or key_env:
            raise UsageError(
                f"{name} runs in the process that plays: it has no address and no key, and cannot be "
                "used on a public site"
            )
        from agonist.models.transformers_in_process import InProcessModel

        return InProcessModel(name, timeout)
    # The HTTP library is slow to import, and `agonist games` does not need it.
    from agonist.models.client import HttpModel

    where = route(
        name, base_url=base_url, key_env=key_env, api_version=api_version, headers=headers, environ=environ
    )
    return HttpModel(
        where,
        timeout=timeout,
        max_concurrency=max_concurrency,
        rpm=rpm,
        tpm=tpm,
        adaptive=adaptive,
        public_only=public_only,
    )


def build(
    client: HttpModel | InProcessModel,
    *,
    budget: Budget | None = None,
    cache: Cache | str | os.PathLike[str] | None = None,
    prices: Prices | str | os.PathLike[str] | None = None,
    meter: Meter | None = None,
    label: str | None = None,
) -> Stack:
    """A connected model that is priced, metered, held to a budget and cached.

    `cache` and `prices` also as paths. Give the same `budget` and `meter` to all models of a run, and
    different `label`s for the meter to models of the same name. A model on this machine costs nothing unless
    the user's own price file says otherwise.

    Raises `UsageError` for a budget in dollars without a known price.
    """
    table = prices if isinstance(prices, Prices) else load_prices(prices)
    price = FREE if client.route.local and client.name not in table.overrides else table.find(client.name)
    metered = Metered(client, budget, price, meter, label, reports_cost=client.route.format == "openrouter")
    if cache is None:
        return Stack(client.route, metered, None)
    if not isinstance(cache, Cache):
        opened = Cache(cache)
        cache = _caches.setdefault(opened.path.absolute(), opened)
        if cache is opened:
            cache.check()
    return Stack(client.route, metered, Cached(metered, cache, client.route.base_url))


async def aclose_all() -> None:
    """Close all connections of the running event loop, and the caches opened by path.

    Call it before the loop ends. Models stay usable: they connect again when asked.
    """
    # Without a client no connection is open, and the HTTP library need not be imported.
    if "agonist.models.connection_pool" in sys.modules:
        await sys.modules["agonist.models.connection_pool"].aclose()
    for cache in _caches.values():
        cache.close()
