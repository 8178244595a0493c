"""A Who is Spy agent in the style of the SDK of whoisspy.ai: a class with `perceive` and `interact`.

Start it with: python spy_agent.py
Then register http://127.0.0.1:7861, or type:
agonist play who_is_spy http:http://127.0.0.1:7861 reference reference reference reference reference

With BASE_URL, MODEL_NAME and API_KEY in its environment it asks your model; without, it follows simple rules.
"""

import json
import os
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


class SpyAgent:
    """Plays one game at a time, and remembers what happened in it."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, name: str) -> None:
        """Forget the last game."""
        self.name, self.word, self.spoken = name, "", 0
        self.said: list[tuple[str, str]] = []

    def perceive(self, message: dict[str, Any]) -> None:
        """Note an event: a new game, the agent's word, what others say and vote."""
        match message["status"]:
            case "start":
                self.begin(message["message"])
            case "distribution":
                self.word = message["word"]
            case "round" if message["name"]:
                self.said.append((message["name"], message["message"]))

    def interact(self, message: dict[str, Any]) -> str:
        """Describe the word without saying it, or vote for one of the names in the message."""
        talk = "\n".join(f"{name}: {text}" for name, text in self.said)
        if message["status"] == "round":
            self.spoken += 1
            prompt = f"Your word is {self.word}. Describe it in one sentence without saying it.\n{talk}"
            return ask_model(prompt) or f"Hint {self.spoken}: its name has {len(self.word)} letters."
        others = [name for name in message["message"].split(",") if name != self.name]
        prompt = f"Your word is {self.word}. {talk}\nWho is the spy? Answer with one name of {others}."
        speech = ask_model(prompt)
        return speech if speech in others else min(others, key=self.words_of)

    def words_of(self, name: str) -> int:
        """How many words somebody has said."""
        return sum(len(text) for speaker, text in self.said if speaker == name)


def ask_model(prompt: str) -> str:
    """The answer of an endpoint that speaks OpenAI's chat completions; empty if none is set."""
    if not os.environ.get("BASE_URL"):
        return ""
    body = {"model": os.environ["MODEL_NAME"], "messages": [{"role": "user", "content": prompt}]}
    headers = {"content-type": "application/json", "authorization": f"Bearer {os.environ.get('API_KEY', '')}"}
    request = urllib.request.Request(
        f"{os.environ['BASE_URL']}/chat/completions", json.dumps(body).encode(), headers
    )
    with urllib.request.urlopen(request, timeout=9) as answered:
        reply: str = json.load(answered)["choices"][0]["message"]["content"]
    return reply.strip()


def server(agent: SpyAgent, port: int = 7861) -> HTTPServer:
    """The five paths of the protocol, for one agent."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            message_body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or "{}")
            result = None
            if self.path == "/agent/perceive":
                agent.perceive(message_body)
            elif self.path == "/agent/interact":
                result = agent.interact(message_body)
            elif self.path in ("/agent/init", "/agent/getModelName"):
                result = os.environ.get("MODEL_NAME", "by rule")
            body = json.dumps({"success": True, "result": result, "errMsg": None}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: Any) -> None:
            """Print nothing for each request."""

    return HTTPServer(("127.0.0.1", port), Handler)


if __name__ == "__main__":
    server(SpyAgent()).serve_forever()
