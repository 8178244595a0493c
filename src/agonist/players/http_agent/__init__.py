"""HTTP agents, which use the WiS agent protocol."""

from agonist.players.http_agent.client import AgentEndpoint, agent_route
from agonist.players.http_agent.http_agent_player import HttpAgentPlayer

__all__ = ["AgentEndpoint", "HttpAgentPlayer", "agent_route"]
