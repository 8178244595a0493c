"""An agent behind HTTP that speaks the WiS agent protocol, without any package.

Five paths, one game at a time.

Start it with `python wis_agent.py`, then type in another terminal:
agonist run who_is_spy --player 'mine=http:http://127.0.0.1:7860' --opponent reference --matches 6
"""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

PORT = 7860

memory: dict[str, Any] = {}
"""What the agent knows of the game that it plays."""


def perceive(asked: dict[str, Any]) -> None:
    """Take note of a message."""
    match asked["status"]:
        case "start":
            memory.update(name=asked["message"], said=[], word="")
        case "distribution":
            memory["word"] = asked["word"]
        case "round" if asked["name"]:
            memory["said"].append((asked["name"], asked["message"]))


def interact(asked: dict[str, Any]) -> str:
    """Give a clue, or vote for the player who has said least."""
    if asked["status"] == "round":
        return f"It has {len(memory['word'])} letters; this is speech {len(memory['said']) + 1}."
    others = [name for name in asked["message"].split(",") if name != memory["name"]]
    return min(others, key=lambda name: sum(len(text) for speaker, text in memory["said"] if speaker == name))


class Agent(BaseHTTPRequestHandler):
    """Answers `POST /agent/…` with success, result and errMsg."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        result = None
        match self.path:
            case "/agent/init":
                memory.clear()
                result = "letter counter"
            case "/agent/getModelName":
                result = "letter counter"
            case "/agent/perceive":
                perceive(asked)
            case "/agent/interact":
                result = interact(asked)
        body = json.dumps({"success": True, "result": result, "errMsg": None}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *given: Any) -> None:
        """Log nothing."""


def server(port: int = PORT) -> HTTPServer:
    """The agent's server at a port of this machine."""
    return HTTPServer(("127.0.0.1", port), Agent)


if __name__ == "__main__":
    server().serve_forever()
