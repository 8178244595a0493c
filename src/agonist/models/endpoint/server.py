"""A local endpoint for OpenAI's chat completions over HTTP, with faults on demand.

It serves `POST /v1/chat/completions` (streamed or not), `GET /v1/models`, `GET /health`, and `GET /stats`:
the number of requests, and answers and tokens by model, as a provider would charge for them.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any, Final, Self

from aiohttp import web

from agonist.core import UsageError
from agonist.models.endpoint.faults import Faults
from agonist.models.endpoint.likelihood import logprobs_of
from agonist.models.endpoint.mock_model import MOCK_MODELS, mock_model_named
from agonist.models.endpoint.model import MockModel
from agonist.models.endpoint.schema import obey
from agonist.models.endpoint.sending import frames_of, send
from agonist.models.endpoint.spoiling import (
    REFUSAL,
    failure,
    json_response,
    no_model,
    spoiled,
)
from agonist.models.endpoint.usage import Counted, PromptCache
from agonist.models.endpoint.wire import Answer, BadRequest, Request, cut, error, listing, read

_LOG: Final = logging.getLogger(__name__)
_LARGEST: Final = 64 * 2**20
_REMEMBERED: Final = 200_000


@dataclass(frozen=True, slots=True)
class Seen:
    """A request that could be read, and the kind of fault it met, if any."""

    request: Request
    fault: str
    cached: int
    """Tokens of the prompt that were cached."""


@dataclass(slots=True)
class Served:
    """The number of answers of one model, and their tokens."""

    answers: int = 0
    prompt: int = 0
    cached: int = 0
    completion: int = 0


class Endpoint:
    """The server, as a context manager: `async with` in the running loop, `with` in a thread of its own.

    `mock_model` is a function or a specification (`mock_model_named`); a request whose `model` names one of
    `MOCK_MODELS` is answered by that one. `latency` is in seconds, before every answer but errors.
    `port` 0 takes a free one. With `key`, requests without it get 401; with `models`, other models get 404.
    The `keep` latest requests are kept in `recent`.
    """

    def __init__(
        self,
        mock_model: MockModel | str = "sensible",
        faults: Faults | None = None,
        *,
        latency: float = 0.0,
        host: str = "127.0.0.1",
        port: int = 0,
        key: str | None = None,
        models: Sequence[str] = (),
        seed: int | str = 0,
        keep: int = 200,
        logprobs: bool = True,
    ) -> None:
        self._mock_model = mock_model_named(mock_model) if isinstance(mock_model, str) else mock_model
        self._faults = faults or Faults()
        self._latency, self._key, self._seed = latency, key, seed
        self._models, self._logprobs = tuple(models), logprobs
        if not 0 <= port <= 65_535:
            raise UsageError(f"a port is a number from 0 (any that is free) to 65535, not {port}")
        self._host, self._port = host, port
        self._cache = PromptCache()
        self._times: OrderedDict[str, int] = OrderedDict()
        self._closing: asyncio.Event
        self._runner: web.AppRunner
        self._thread: threading.Thread
        self._loop: asyncio.AbstractEventLoop
        self.requests = 0
        """Requests for completions, malformed ones included."""
        self.in_flight = 0
        self.max_in_flight = 0
        self.statuses: Counter[int] = Counter()
        """Responses by status; those that were never finished are under 0."""
        self.served: dict[str, Served] = {}
        """Answers and tokens by model, as a provider would charge for them, read by the client or not."""
        self.faulted: Counter[str] = Counter()
        """Requests that met a fault, by kind."""
        self.recent: deque[Seen] = deque(maxlen=keep)

    @property
    def url(self) -> str:
        """The base URL for clients, such as `http://127.0.0.1:8321/v1`."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}/v1"

    @property
    def port(self) -> int:
        """The port it listens at; before it is entered, the one that was asked for."""
        return self._port

    async def __aenter__(self) -> Self:
        self._closing = asyncio.Event()
        app = web.Application(client_max_size=_LARGEST)
        app.router.add_post("/v1/chat/completions", self._completions)
        app.router.add_get("/v1/models", self._list)
        app.router.add_get("/health", self._health)
        app.router.add_get("/stats", self._stats)
        app.router.add_route("*", "/{rest:.*}", self._nowhere)
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.2)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port, backlog=4096).start()
        except OSError as why:
            await self._runner.cleanup()
            raise UsageError(
                f"cannot listen on port {self._port} of {self._host} ({why.strerror or why}); choose another"
            ) from None
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing.set()
        await self._runner.cleanup()

    def __enter__(self) -> Self:
        ready = threading.Event()
        failed: list[BaseException] = []

        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            async with self:
                ready.set()
                await self._closing.wait()

        def run() -> None:
            try:
                asyncio.run(serve())
            except BaseException as why:  # noqa: BLE001 - raised again in the thread that started it
                failed.append(why)
            finally:
                ready.set()

        self._thread = threading.Thread(target=run, name="agonist-endpoint", daemon=True)
        self._thread.start()
        ready.wait()
        if failed:
            raise failed[0]
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(RuntimeError):  # the loop is closed already
            self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()

    async def _completions(self, http: web.Request) -> web.StreamResponse:
        self.requests += 1
        self.in_flight += 1
        self.max_in_flight = max(self.max_in_flight, self.in_flight)
        status = 0
        try:
            response = await self._respond(http, self.requests)
            status = response.status
            return response
        except BadRequest as why:
            status = why.status
            return json_response(why.body, status)
        finally:
            self.in_flight -= 1
            self.statuses[status] += 1

    async def _respond(self, http: web.Request, number: int) -> web.StreamResponse:
        self._admit(http)
        request = read(await http.read())
        if self._models and request.model not in self._models:
            raise no_model(request.model)
        counted = self._cache.count(request.model, request.messages)
        same = f"{self._seed}:{counted.digest}:{request.seed}"
        key = f"{same}:{self._nth(same)}"
        fault = self._faults.draw(key, number)
        self.recent.append(Seen(request, fault, counted.cached))
        if fault:
            self.faulted[fault] += 1
        if response := failure(fault, request.model, self._faults):
            return response
        if fault == "hang":
            await self._closing.wait()
            raise web.HTTPServiceUnavailable
        if delay := self._latency + self._faults.delay(key):
            await asyncio.sleep(delay)
        self._cache.remember(counted)
        try:
            answer = self._answer(request, counted, fault, Random(same))
            self._count(request.model, answer.usage)
            if fault == "no_usage":
                answer = replace(answer, usage={})
            frames = frames_of(request, answer)
        except Exception as why:  # noqa: BLE001 - mock models are user code, and the client gets the error
            _LOG.exception("the mock model failed")
            return json_response(error(f"The mock model failed: {why!r}", "server_error"), 500)
        return await send(http, frames, stream=request.stream, whole=fault != "cut_off")

    def _count(self, model: str, usage: Mapping[str, Any]) -> None:
        served = self.served.setdefault(model, Served())
        served.answers += 1
        served.prompt += usage["prompt_tokens"]
        served.cached += usage["prompt_tokens_details"]["cached_tokens"]
        served.completion += usage["completion_tokens"]

    def _admit(self, http: web.Request) -> None:
        given = http.headers.get("Authorization", "").removeprefix("Bearer ")
        if self._key is not None and not hmac.compare_digest(
            given.encode(errors="surrogateescape"), self._key.encode()
        ):
            raise BadRequest(
                401, "Incorrect API key provided.", "invalid_request_error", code="invalid_api_key"
            )

    def _nth(self, same: str) -> int:
        """How many times this same request has come, this time included."""
        nth = self._times.pop(same, 0) + 1
        self._times[same] = nth
        if len(self._times) > _REMEMBERED:
            self._times.popitem(last=False)
        return nth

    def _answer(self, request: Request, counted: Counted, fault: str, rng: Random) -> Answer:
        refused = fault == "refusal"
        mock_model = MOCK_MODELS.get(request.model, self._mock_model)
        text = "" if refused else mock_model(request.messages, rng)
        if request.json and not refused:
            text = obey(text, request.schema, rng)
        text = spoiled(fault, text, rng, self._faults)
        # Endpoints with answers of this length ignore length limits, too.
        text, finish = (text, "stop") if fault == "huge" else cut(text, request.limit)
        return Answer(
            id=f"chatcmpl-{counted.digest[:24]}",
            created=int(time.time()),
            model=request.model,
            text=None if refused else text,
            refusal=REFUSAL if refused else None,
            finish="length" if fault == "length" else finish,
            usage=counted.usage(REFUSAL if refused else text),
            logprobs=None
            if refused or request.alternatives is None or not self._logprobs
            else logprobs_of(text, request.alternatives, rng),
        )

    async def _list(self, http: web.Request) -> web.StreamResponse:
        try:
            self._admit(http)
        except BadRequest as why:
            return json_response(why.body, why.status)
        return json_response(listing(self._models or tuple(MOCK_MODELS)))

    async def _health(self, http: web.Request) -> web.StreamResponse:
        del http
        counts = {"requests": self.requests, "in_flight": self.in_flight, "max_in_flight": self.max_in_flight}
        return json_response({"status": "ok"} | counts)

    async def _stats(self, http: web.Request) -> web.StreamResponse:
        del http
        by_model = {model: asdict(served) for model, served in self.served.items()}
        return json_response({"requests": self.requests, "in_flight": self.in_flight, "served": by_model})

    async def _nowhere(self, http: web.Request) -> web.StreamResponse:
        said = f"Invalid URL ({http.method} {http.path})"
        return json_response(error(said, "invalid_request_error", code="unknown_url"), 404)
