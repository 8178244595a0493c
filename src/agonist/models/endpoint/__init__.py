"""An endpoint for tests: a scripted mock model behind OpenAI's protocol, with faults on demand.

async with Endpoint("careful", Faults(rate_429=0.2), latency=0.2) as endpoint:
    ...  # talk to endpoint.url
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from agonist.models.endpoint.faults import RATES, Faults
from agonist.models.endpoint.mock_model import MOCK_MODELS, mock_model_named, script
from agonist.models.endpoint.model import PORT, MockModel

if TYPE_CHECKING:
    from agonist.models.endpoint.command import serve
    from agonist.models.endpoint.server import Endpoint, Seen

__all__ = [
    "MOCK_MODELS",
    "PORT",
    "RATES",
    "Endpoint",
    "Faults",
    "MockModel",
    "Seen",
    "mock_model_named",
    "script",
    "serve",
]


def __getattr__(name: str) -> Any:
    # On demand: help names mock models and faults, and need not wait for aiohttp.
    modules = {"Endpoint": "server", "Seen": "server", "serve": "command"}
    if name not in modules:
        raise AttributeError(f"module 'agonist.models.endpoint' has no attribute {name!r}")
    return getattr(import_module(f"agonist.models.endpoint.{modules[name]}"), name)
