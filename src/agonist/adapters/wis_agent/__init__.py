"""Players of ours as agents that speak the WiS agent protocol, for any host that does."""

from agonist.adapters.wis_agent.server import PORT, AgentServer, serve

__all__ = ["PORT", "AgentServer", "serve"]
