"""Language models behind one asynchronous protocol: `build("openai/gpt-5-mini")` gives one."""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.models.budget import Budget
    from agonist.models.cache import Cache, Cached, CacheError
    from agonist.models.errors import (
        BudgetSpent,
        ContextTooLong,
        CutOff,
        HugeAnswer,
        ModelNotFound,
        NoKey,
        NotAnAnswer,
        OptionRejected,
        ProviderError,
        QuotaSpent,
        RateLimited,
        RequestRejected,
        ServerFailed,
        TimedOut,
        Unauthorised,
        Unreachable,
    )
    from agonist.models.model_assembly import Stack, aclose_all, build, connect
    from agonist.models.prices import FREE, Price, Prices, load_prices
    from agonist.models.protocol import Message, Model, Reply, Settings, TokenIds, Usage
    from agonist.models.providers import PROVIDERS, Provider, Route, route
    from agonist.models.scripted import ScriptedModel
    from agonist.models.spending import Spending
    from agonist.models.token_estimate import Estimate, tokens_of, tokens_of_messages
    from agonist.models.usage_meter import Meter, Metered, Totals

__all__ = [
    "FREE",
    "PROVIDERS",
    "Budget",
    "BudgetSpent",
    "Cache",
    "CacheError",
    "Cached",
    "ContextTooLong",
    "CutOff",
    "Estimate",
    "HugeAnswer",
    "Message",
    "Meter",
    "Metered",
    "Model",
    "ModelNotFound",
    "NoKey",
    "NotAnAnswer",
    "OptionRejected",
    "Price",
    "Prices",
    "Provider",
    "ProviderError",
    "QuotaSpent",
    "RateLimited",
    "Reply",
    "RequestRejected",
    "Route",
    "ScriptedModel",
    "ServerFailed",
    "Settings",
    "Spending",
    "Stack",
    "TimedOut",
    "TokenIds",
    "Totals",
    "Unauthorised",
    "Unreachable",
    "Usage",
    "aclose_all",
    "build",
    "connect",
    "load_prices",
    "route",
    "tokens_of",
    "tokens_of_messages",
]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "budget": ("Budget",),
        "spending": ("Spending",),
        "cache": ("Cache", "CacheError", "Cached"),
        "errors": (
            "BudgetSpent",
            "ContextTooLong",
            "CutOff",
            "HugeAnswer",
            "ModelNotFound",
            "NoKey",
            "NotAnAnswer",
            "OptionRejected",
            "ProviderError",
            "QuotaSpent",
            "RateLimited",
            "RequestRejected",
            "ServerFailed",
            "TimedOut",
            "Unauthorised",
            "Unreachable",
        ),
        "token_estimate": ("Estimate", "tokens_of", "tokens_of_messages"),
        "usage_meter": ("Meter", "Metered", "Totals"),
        "prices": ("FREE", "Price", "Prices", "load_prices"),
        "protocol": ("Message", "Model", "Reply", "Settings", "TokenIds", "Usage"),
        "providers": ("PROVIDERS", "Provider", "Route", "route"),
        "scripted": ("ScriptedModel",),
        "model_assembly": ("Stack", "aclose_all", "build", "connect"),
    },
)
