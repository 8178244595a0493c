"""Our players as agents with the WiS agent protocol, for any host that supports it."""

from agonist.adapters.wis_agent.server import PORT, AgentServer, serve

__all__ = ["PORT", "AgentServer", "serve"]
