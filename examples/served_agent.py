"""An agent behind HTTP: an OpenAI-compatible endpoint that remembers each match by its headers.

Start it with `python served_agent.py`, then type in another terminal:
agonist run prisoners_dilemma --player 'vllm/served?base_url=http://127.0.0.1:8077/v1' --opponent random
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict

from aiohttp import web

PORT = 8077
CHOICE = re.compile(r'^- "(\w+)": one of (.+)$', re.MULTILINE)

played: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
"""What was played, by match and seat."""


async def completions(request: web.Request) -> web.Response:
    """Plays the option that it has played least in this match."""
    body = await request.json()
    seat = (request.headers["X-Agonist-Match"], request.headers["X-Agonist-Seat"])
    key, listed = CHOICE.findall(body["messages"][-1]["content"])[-1]
    options = re.findall(r'"([^"]*)"', listed)
    option = min(options, key=played[seat].__getitem__)
    if request.headers["X-Agonist-Attempt"] == "1":  # a repeated question is not a new turn
        played[seat][option] += 1
    message = {"role": "assistant", "content": json.dumps({key: option})}
    return web.json_response(
        {
            "id": "served",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 0, "completion_tokens": 1, "total_tokens": 1},
        }
    )


def app() -> web.Application:
    """The server, to be run here or inside another program."""
    served = web.Application(client_max_size=2**24)
    served.router.add_post("/v1/chat/completions", completions)
    return served


if __name__ == "__main__":
    web.run_app(app(), host="127.0.0.1", port=PORT)
