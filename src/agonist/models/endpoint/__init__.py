"""An endpoint for tests: a scripted mock model behind OpenAI's protocol, with faults on demand.

async with Endpoint("careful", Faults(rate_429=0.2), latency=0.2) as endpoint:
    ...  # talk to endpoint.url
"""

from agonist.models.endpoint.command import PORT, serve
from agonist.models.endpoint.faults import RATES, Faults
from agonist.models.endpoint.mock_model import MOCK_MODELS, MockModel, mock_model_named, script
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
