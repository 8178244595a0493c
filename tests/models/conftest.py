"""A real HTTP server on loopback that plays an endpoint, well or badly."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from aiohttp import web

from agonist.models.client import HttpModel
from agonist.models.model_assembly import aclose_all
from agonist.models.protocol import Message, Reply, Settings
from agonist.models.providers import route
from agonist.models.retry import RetryPolicy

HASTE = RetryPolicy(max_tries=4, first_wait=0.01, longest_wait=0.02, max_waiting=5.0)
ASK = [Message("system", "You play."), Message("user", "Your move?")]
PLAIN = Settings(timeout=5.0)

Act = Callable[[web.Request], Awaitable[web.StreamResponse]]


def completion(text: str | None = "Action: 3", **message: Any) -> dict[str, Any]:
    """A right answer."""
    return {
        "id": "1",
        "object": "chat.completion",
        "model": "echo-2026",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": text, **message},
            }
        ],
        "usage": {
            "prompt_tokens": 20,
            "completion_tokens": 5,
            "total_tokens": 25,
            "prompt_tokens_details": {"cached_tokens": 8},
            "completion_tokens_details": {"reasoning_tokens": 2},
        },
    }


def right(answer: Any = None, *, delay: float = 0.0) -> Act:
    async def act(request: web.Request) -> web.StreamResponse:
        if delay:
            await asyncio.sleep(delay)
        return web.json_response(completion() if answer is None else answer)

    return act


def raw(body: bytes | str, status: int = 200, kind: str = "application/json", **headers: str) -> Act:
    async def act(request: web.Request) -> web.StreamResponse:
        content = body.encode() if isinstance(body, str) else body
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.Response(body=content, status=status, content_type=kind, headers=named)

    return act


def refusing(status: int, message: str = "no", **error: Any) -> Act:
    return raw(json.dumps({"error": {"message": message, **error}}), status)


@dataclass
class Server:
    """Does what `acts` say, one for each request, the last one for all further ones."""

    url: str = ""
    acts: list[Act] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    runner: web.AppRunner = field(init=False)
    inside: int = 0
    most: int = 0

    completion = staticmethod(completion)
    right = staticmethod(right)
    raw = staticmethod(raw)
    refusing = staticmethod(refusing)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        self.bodies.append(json.loads(await request.read()))
        self.headers.append({name.lower(): value for name, value in request.headers.items()})
        self.inside += 1
        self.most = max(self.most, self.inside)
        try:
            act = self.acts.pop(0) if len(self.acts) > 1 else self.acts[0] if self.acts else right()
            return await act(request)
        finally:
            self.inside -= 1

    def does(self, *acts: Act) -> None:
        """From now on do this."""
        self.acts = list(acts)

    def model(self, **options: Any) -> HttpModel:
        """A model served here, asked with short waits."""
        where = route("vllm/echo", base_url=self.url, key_env=options.pop("key_env", None))
        return HttpModel(where, **{"retry_policy": HASTE, "jitter": Random("test"), **options})

    async def ask(self, **options: Any) -> Reply:
        """One answer; `settings` and the model's options."""
        settings = options.pop("settings", PLAIN)
        return await self.model(**options).complete(ASK, settings)

    async def start(self) -> None:
        app = web.Application(client_max_size=2**24)
        app.router.add_post("/v1/chat/completions", self.handle)
        self.runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self.runner.setup()
        await web.TCPSite(self.runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self.runner.addresses[0][1]}/v1"


@pytest.fixture
async def server():
    served = Server()
    await served.start()
    yield served
    await aclose_all()
    await served.runner.cleanup()


@pytest.fixture
async def servers():
    """Three, as engines of one model."""
    three = [Server() for _ in range(3)]
    for each in three:
        await each.start()
    yield three
    await aclose_all()
    for each in three:
        await each.runner.cleanup()


@pytest.fixture(autouse=True)
def no_keys(monkeypatch):
    """No key of whoever runs the tests, and no address."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID", "AGONIST_PRICES", "GROQ_API_KEY"):
        monkeypatch.delenv(name, raising=False)
