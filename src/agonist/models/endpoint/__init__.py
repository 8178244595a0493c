"""An endpoint for tests: a scripted mock model behind OpenAI's protocol, with faults on demand.

async with Endpoint("careful", Faults(rate_429=0.2), latency=0.2) as endpoint:
    ...  # talk to endpoint.url
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from agonist.models.endpoint.faults import FAULTS, Faults
from agonist.models.endpoint.mock_models import MOCK_MODELS, mock_model_named
from agonist.models.endpoint.model import PORT, MockModel

if TYPE_CHECKING:
    from agonist.models.endpoint.command import serve
    from agonist.models.endpoint.server import Endpoint

__all__ = [
    "FAULTS",
    "MOCK_MODELS",
    "PORT",
    "Endpoint",
    "Faults",
    "MockModel",
    "mock_model_named",
    "serve",
]


def __getattr__(name: str) -> Any:
    # On demand: help names mock models and faults, and need not wait for aiohttp.
    modules = {"Endpoint": "server", "serve": "command"}
    if name not in modules:
        raise AttributeError(f"module 'agonist.models.endpoint' has no attribute {name!r}")
    return getattr(import_module(f"agonist.models.endpoint.{modules[name]}"), name)
