"""A seat for any client of the Model Context Protocol: the match as four tools."""

from agonist.adapters.mcp.question_exchange import Desk

__all__ = ["Desk"]
