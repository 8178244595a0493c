"""Users' agents: Python classes and functions that play, on views and actions or on text."""

from agonist.players.python_agents.agent_player import AgentPlayer as AgentPlayer
from agonist.players.python_agents.code_by_name import OBJECT as OBJECT
from agonist.players.python_agents.code_by_name import find_agent as find_agent
from agonist.players.python_agents.code_by_name import spec_of as spec_of
from agonist.players.python_agents.code_by_name import specs_of as specs_of
from agonist.players.python_agents.code_runner import AgentError as AgentError
from agonist.players.python_agents.context import AgentContext as AgentContext
from agonist.players.python_agents.definition import Definition as Definition
from agonist.players.python_agents.definition import define as define
from agonist.players.python_agents.definition import is_agent as is_agent
from agonist.players.python_agents.model_handle import ModelHandle as ModelHandle
