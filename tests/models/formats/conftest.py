"""Stand-ins for providers on loopback, which refuse every field that is not in the provider's reference."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from aiohttp import web
from tests.models.png import size_of_png

from agonist.kit.picture import Cell, Picture, Token
from agonist.models.client import HttpModel
from agonist.models.model_assembly import aclose_all
from agonist.models.protocol import Message, Reply, Settings
from agonist.models.providers import route
from agonist.models.retry import RetryPolicy
from agonist.players.board_image import image_of

Shape = Any
"""What a value may be: a type or types, a set of values, a list of one shape, a mapping of fields to shapes
(those whose names end in ! must be there), or a function that says whether it fits."""


def wrong(value: Any, shape: Shape, path: str = "") -> str:
    """What is wrong with a value, and where; empty if nothing is."""
    if isinstance(shape, Mapping):
        if not isinstance(value, dict):
            return f"{path}: an object is expected"
        known = {name.rstrip("!"): inner for name, inner in shape.items()}
        for name in shape:
            if name.endswith("!") and name.rstrip("!") not in value:
                return f"{path}{name.rstrip('!')}: field required"
        for name, inner in value.items():
            if name not in known:
                return f"{path}{name}: unknown field"
            if found := wrong(inner, known[name], f"{path}{name}."):
                return found
        return ""
    if isinstance(shape, list):
        if not isinstance(value, list) or not value:
            return f"{path}: a list is expected"
        return next(filter(None, (wrong(one, shape[0], f"{path}{n}.") for n, one in enumerate(value))), "")
    if isinstance(shape, set):
        return "" if value in shape else f"{path}: {value!r} is none of {sorted(map(str, shape))}"
    if isinstance(shape, type | tuple):
        fits = isinstance(value, shape) and not (isinstance(value, bool) and shape is not bool)
    else:
        fits = shape(value)
    return "" if fits else f"{path}: {value!r} does not fit"


KEY = "key-of-this-test-0123456789"
ASK = [Message("system", "You play."), Message("user", "Your move?")]


@dataclass
class StandIn:
    """One provider: where it is asked, what a request may hold, how it answers and complains."""

    path: str
    headers: Mapping[str, str]
    shape: Shape
    answer: Callable[[dict[str, Any]], dict[str, Any]]
    complain: Callable[[int, str], dict[str, Any]]
    query: Mapping[str, str] = field(default_factory=dict)
    extra: Callable[[dict[str, Any]], str] = lambda _body: ""
    acts: list[tuple[int, dict[str, Any], dict[str, str]]] = field(default_factory=list)
    """Answers that are given first, whatever is asked: status, body and headers."""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    url: str = ""

    async def ask(
        self,
        name: str,
        settings: Settings,
        base: str = "/v1",
        talk: Sequence[Message] | None = None,
        **options: Any,
    ) -> Reply:
        """One answer of a model served here; `base` is the path of its provider's address."""
        where = route(name, base_url=self.url + base, key_env="OWN_KEY", environ={"OWN_KEY": KEY}, **options)
        model = HttpModel(where, retry_policy=RetryPolicy(max_tries=3, first_wait=0.001, longest_wait=0.002))
        return await model.complete(ASK if talk is None else talk, settings)

    def app(self) -> web.Application:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self.handle)
        return app

    async def handle(self, request: web.Request) -> web.Response:
        if request.method != "POST" or request.raw_path.partition("?")[0] != self.path:
            return self._error(404, f"nothing is served at {request.method} {request.raw_path}")
        if dict(request.query) != dict(self.query):
            return self._error(404, f"wrong query {dict(request.query)}")
        for name, value in {**self.headers, "content-type": "application/json"}.items():
            if request.headers.get(name) != value:
                return self._error(401, f"{name} is {request.headers.get(name)!r}")
        body = json.loads(await request.read())
        self.bodies.append(body)
        if self.acts:
            status, answer, headers = self.acts.pop(0)
            return web.json_response(answer, status=status, headers=headers)
        if complaint := wrong(body, self.shape) or self.extra(body):
            return self._error(400, complaint)
        return web.json_response(self.answer(body))

    def _error(self, status: int, message: str) -> web.Response:
        return web.json_response(self.complain(status, message), status=status)


@pytest.fixture
async def serve():
    """Serves stand-ins: `await serve(path=…, headers=…, …)` gives one with its `url`."""
    runners = []

    async def start(**given: Any) -> StandIn:
        served = StandIn(**given)
        runner = web.AppRunner(served.app(), shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        runners.append(runner)
        served.url = "http://{}:{}".format(*runner.addresses[0][:2])
        return served

    yield start
    await aclose_all()
    for runner in runners:
        await runner.cleanup()


def is_png(value: object) -> bool:
    """Whether a text is the base64 of a whole PNG of a sane size."""
    try:
        size_of_png(b64decode(value, validate=True))  # type: ignore[arg-type]  # anything may stand there
    except (TypeError, ValueError):
        return False
    return True


def with_picture(talk: Sequence[Message]) -> list[Message]:
    """The same conversation, the last message with a picture."""
    board = Picture(2, 1, (Cell(0, 0, "left"), Token(1.5, 0.5, "right", text="X")), "two things")
    return [*talk[:-1], replace(talk[-1], image=image_of(board))]
