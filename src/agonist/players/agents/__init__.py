"""Users' agents: Python classes and functions that play, on views and actions or on text."""

from agonist.players.agents.agent_player import AgentPlayer
from agonist.players.agents.code_by_name import OBJECT, find_agent, spec_of, specs_of
from agonist.players.agents.code_runner import AgentError
from agonist.players.agents.context import AgentContext
from agonist.players.agents.definition import Definition, define, is_agent
from agonist.players.agents.model_handle import ModelHandle

__all__ = [
    "OBJECT",
    "AgentContext",
    "AgentError",
    "AgentPlayer",
    "Definition",
    "ModelHandle",
    "define",
    "find_agent",
    "is_agent",
    "spec_of",
    "specs_of",
]
