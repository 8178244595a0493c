"""Users' agents: Python classes and functions that play, on views and actions or on text."""

from agonist.players.python_agents.agent_player import AgentPlayer
from agonist.players.python_agents.code_by_name import OBJECT, find_agent, spec_of, specs_of
from agonist.players.python_agents.code_runner import AgentError
from agonist.players.python_agents.context import AgentContext
from agonist.players.python_agents.definition import Definition, define, is_agent
from agonist.players.python_agents.model_handle import ModelHandle

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
