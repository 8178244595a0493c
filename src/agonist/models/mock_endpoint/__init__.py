"""An endpoint for tests: a scripted mock model behind OpenAI's protocol, with faults on demand.

async with Endpoint("careful", Faults(rate_429=0.2), latency=0.2) as endpoint:
    ...  # talk to endpoint.url
"""

from typing import TYPE_CHECKING, Final

from agonist.core.on_demand import on_demand
from agonist.models.mock_endpoint.fault_injection import FAULTS as FAULTS
from agonist.models.mock_endpoint.fault_injection import Faults as Faults
from agonist.models.mock_endpoint.mock_model_type import MockModel as MockModel
from agonist.models.mock_endpoint.mock_models import MOCK_MODELS as MOCK_MODELS
from agonist.models.mock_endpoint.mock_models import mock_model_named as mock_model_named

if TYPE_CHECKING:
    from agonist.models.mock_endpoint.command import serve as serve
    from agonist.models.mock_endpoint.server import Endpoint as Endpoint

PORT: Final = 8321
"""The default port of `agonist endpoint`."""


# Help names mock models and faults, and need not wait for aiohttp.
__getattr__, __dir__ = on_demand(__name__, {"server": ("Endpoint",), "command": ("serve",)})
