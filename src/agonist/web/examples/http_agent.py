"""An HTTP agent, for Who is Spy and every game that lists its answers: python http_agent.py

Register its address, or type: agonist play tictactoe http:http://127.0.0.1:7860 random
Where the answers are too many to list, as in bargain, write what `ask` describes.
"""

import json
import random
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


def answer(question: dict[str, Any]) -> str:
    """One of the listed legal answers; a name in a vote; otherwise a few words."""
    if question.get("options"):
        return str(random.choice(question["options"]))
    if question.get("status") == "vote":
        return str(random.choice(question["message"].split(",")))
    return random.choice(["It is small.", "Many people own one.", "You may find it at home."])


class Agent(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or "{}")
        result = answer(question) if self.path == "/agent/interact" else None
        body = json.dumps({"success": True, "result": result, "errMsg": None}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: Any) -> None:
        """Print nothing for each request."""


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", 7860), Agent).serve_forever()
