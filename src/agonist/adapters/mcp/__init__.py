"""A seat for any client of the Model Context Protocol: the match as four tools."""

from agonist.players.python_agents.question_exchange import Desk

__all__ = ["Desk"]
