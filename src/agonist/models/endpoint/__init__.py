"""An endpoint for tests: a scripted talker behind OpenAI's protocol, with faults on demand.

async with Endpoint("careful", Faults(rate_429=0.2), latency=0.2) as endpoint:
    ...  # talk to endpoint.url
"""

from agonist.models.endpoint.command import PORT, serve
from agonist.models.endpoint.faults import RATES, Faults
from agonist.models.endpoint.server import Endpoint, Seen
from agonist.models.endpoint.talker import TALKERS, Talker, script, talker_named

__all__ = [
    "PORT",
    "RATES",
    "TALKERS",
    "Endpoint",
    "Faults",
    "Seen",
    "Talker",
    "script",
    "serve",
    "talker_named",
]
