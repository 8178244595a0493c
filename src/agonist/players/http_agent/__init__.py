"""HTTP agents, which use the WiS agent protocol."""

from agonist.players.http_agent.endpoint import AgentEndpoint, agent_route
from agonist.players.http_agent.player import HttpAgentPlayer

__all__ = ["AgentEndpoint", "HttpAgentPlayer", "agent_route"]
