"""An endpoint for tests: a scripted mock model behind OpenAI's protocol, with faults on demand.

async with Endpoint("careful", Faults(rate_429=0.2), latency=0.2) as endpoint:
    ...  # talk to endpoint.url
"""

from typing import TYPE_CHECKING, Final

from agonist.core.on_demand import on_demand
from agonist.models.mock_endpoint.fault_injection import FAULTS, Faults
from agonist.models.mock_endpoint.mock_model_type import MockModel
from agonist.models.mock_endpoint.mock_models import MOCK_MODELS, mock_model_named

if TYPE_CHECKING:
    from agonist.models.mock_endpoint.command import serve
    from agonist.models.mock_endpoint.server import Endpoint

PORT: Final = 8321
"""The default port of `agonist endpoint`."""

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


# Help names mock models and faults, and need not wait for aiohttp.
__getattr__, __dir__ = on_demand(__name__, {"server": ("Endpoint",), "command": ("serve",)})
