"""The four tools of a seat, on the official SDK of the Model Context Protocol."""

from __future__ import annotations

from importlib.metadata import version

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from agonist.players.python_agents.question_exchange import Desk, answered, legal_text

INSTRUCTIONS = (
    "You play one seat of a match. Read the rules once, then call observation to see where things stand and "
    "what is asked, and answer to play. The result of answer shows what happened up to your next turn. "
    "Go on until the match is over."
)
WAITING = "The other players are still thinking. Call observation to wait for your turn."


def server_of(desk: Desk) -> MCPServer:
    """A server with the tools `rules`, `observation`, `legal_answers` and `answer` for the seat at a desk."""
    server = MCPServer("agonist", version=version("agonist"), instructions=INSTRUCTIONS, log_level="WARNING")

    @server.tool(structured_output=False)
    async def rules() -> str:
        """The rules of the game, complete enough to play from."""
        await desk.question()
        return desk.rules or WAITING

    @server.tool(structured_output=False)
    async def observation() -> str:
        """The situation, what you are asked, and how to answer. Waits for your turn."""
        question = await desk.question()
        return question.observation if question is not None else desk.over or WAITING

    @server.tool(structured_output=False)
    async def legal_answers() -> str:
        """Every legal answer to what you are asked now, one per line, if they can be listed."""
        question = await desk.question()
        return legal_text(question.legal) if question is not None else desk.over or WAITING

    @server.tool(structured_output=False)
    async def answer(text: str) -> str:
        """Answer what you are asked: a legal answer, or the JSON object that the observation asks for.

        The result says what happened since, and what you are asked next.
        """
        question = await desk.question()
        if question is None:
            raise ToolError(desk.over or WAITING)
        answered(desk, question, text)
        following = await desk.question()
        after = following.news if following is not None else desk.over or WAITING
        if desk.rejected:
            raise ToolError(f"That answer could not be played: {desk.rejected}\n\n{after}")
        return after

    return server
