"""A local endpoint for OpenAI's chat completions over HTTP, with faults on demand.

It serves `POST /v1/chat/completions` (streamed or not) and `GET /v1/models`; and in the formats of Anthropic
and Google, `POST /v1/messages` and `POST /v1beta/models/MODEL:generateContent`.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import threading
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, Final, Self

import orjson
from aiohttp import web

from agonist.core import UsageError
from agonist.models.mock_endpoint.fault_injection import NOT_UTF8_MARK, REFUSAL, RESPONSES, TEXTS, Faults
from agonist.models.mock_endpoint.logprobs import logprobs_of, logprobs_of_tokens
from agonist.models.mock_endpoint.mock_model_type import MockModel
from agonist.models.mock_endpoint.mock_models import MOCK_MODELS, mock_model_named
from agonist.models.mock_endpoint.openai_wire import (
    Failure,
    Request,
    completion,
    error,
    listing,
    request_in,
    stream,
)
from agonist.models.mock_endpoint.provider_wires import ANTHROPIC, API_VERSION, GOOGLE, ProviderWire
from agonist.models.mock_endpoint.rejected_requests import REFUSALS
from agonist.models.mock_endpoint.token_counts_by_conversation import SeenTokens
from agonist.models.mock_endpoint.tokenizer import END, sampled
from agonist.models.mock_endpoint.usage import CHARACTERS_PER_TOKEN, Prompt, PromptCache
from agonist.models.protocol import SESSION_HEADER, Usage

_LOG: Final = logging.getLogger(__name__)
_MAX_REQUEST_BYTES: Final = 64 * 2**20
_RECENT: Final = 200
_TURNS_TO_CONNECT: Final = 3
"""Within so many turns of the event loop, a connection that was accepted is known to the server."""


class Endpoint:
    """The server, as a context manager: `async with` in the running loop, `with` in a thread of its own.

    `mock_model` is a function or a specification (`mock_model_named`); a request whose `model` names one of
    `MOCK_MODELS` is answered by that one. `latency` is in seconds, before every answer but errors.
    `port` 0 takes a free one. With `key`, requests without it get 401; with `models`, other models get 404.
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
        logprobs: bool = True,
    ) -> None:
        self._mock_model = mock_model_named(mock_model) if isinstance(mock_model, str) else mock_model
        self.name = str(getattr(mock_model, "__name__", mock_model))
        """The name of the mock model."""
        self.faults = faults or Faults()
        self.latency, self.host, self.key = latency, host, key
        self._models, self._logprobs, self._seed = tuple(models), logprobs, seed
        if not 0 <= port <= 65_535:
            raise UsageError(f"a port is a number from 0 (any that is free) to 65535, not {port}")
        self._port = port
        self._cache = PromptCache()
        self._times: Counter[str] = Counter()
        self._closing: asyncio.Event
        self._runner: web.AppRunner
        self._listening: asyncio.Server
        self._thread: threading.Thread
        self._loop: asyncio.AbstractEventLoop
        self.requests = 0
        """Requests for completions, malformed ones included."""
        self.in_flight = 0
        self.max_in_flight = 0
        self.statuses: Counter[int] = Counter()
        """Responses by status; those that were never finished are under 0."""
        self.served: dict[str, Usage] = {}
        """Tokens by model, as a provider would charge for them, read by the client or not."""
        self.recent: deque[Request] = deque(maxlen=_RECENT)
        """The latest requests that could be read."""
        self.tokens = SeenTokens()
        """The tokens of conversations for which ids were asked."""

    @property
    def url(self) -> str:
        """The base URL for clients, such as `http://127.0.0.1:8321/v1`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self._port}/v1"

    @property
    def port(self) -> int:
        """The port it listens at; before it is entered, the one that was asked for."""
        return self._port

    async def __aenter__(self) -> Self:
        self._closing = asyncio.Event()
        app = web.Application(client_max_size=_MAX_REQUEST_BYTES)
        app.router.add_post("/v1/chat/completions", self._completions)
        app.router.add_get("/v1/models", self._list)
        app.router.add_post("/v1/messages", self._messages)
        app.router.add_post(r"/v1beta/models/{model:[^/]+}:generateContent", self._contents)
        app.router.add_route("*", "/{rest:.*}", self._nowhere)
        self._runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.2)
        await self._runner.setup()
        server = self._runner.server
        assert server is not None, "set up"
        loop = asyncio.get_running_loop()
        try:
            self._listening = await loop.create_server(server, self.host, self._port, backlog=4096)
        except OSError as why:
            await self._runner.cleanup()
            raise UsageError(
                f"cannot listen on port {self._port} of {self.host} ({why.strerror or why}); choose another"
            ) from None
        self._port = self._listening.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing.set()
        # asyncio forgets a connection, open, whose transport it makes after the server was closed.
        with suppress(NotImplementedError):  # on Windows
            for listening in self._listening.sockets:
                asyncio.get_running_loop().remove_reader(listening)
        for _turn in range(_TURNS_TO_CONNECT):
            await asyncio.sleep(0)
        self._listening.close()
        await self._runner.cleanup()

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="agonist-endpoint", daemon=True)
        self._thread.start()
        try:
            asyncio.run_coroutine_threadsafe(self.__aenter__(), self._loop).result()
        except BaseException:
            self._end_thread()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self.__aexit__(), self._loop).result()
        self._end_thread()

    def _end_thread(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _completions(self, http: web.Request) -> web.StreamResponse:
        return await self._counted(http, None)

    async def _messages(self, http: web.Request) -> web.StreamResponse:
        return await self._counted(http, ANTHROPIC)

    async def _contents(self, http: web.Request) -> web.StreamResponse:
        return await self._counted(http, GOOGLE)

    async def _counted(self, http: web.Request, wire: ProviderWire | None) -> web.StreamResponse:
        self.requests += 1
        self.in_flight += 1
        self.max_in_flight = max(self.max_in_flight, self.in_flight)
        status = 0
        try:
            response = await self._respond(http, self.requests, wire)
            status = response.status
            return response
        except Failure as why:
            status = why.status
            return _response(why.body if wire is None else wire.error_of(status, why.body), status)
        finally:
            self.in_flight -= 1
            self.statuses[status] += 1

    async def _respond(self, http: web.Request, number: int, wire: ProviderWire | None) -> web.StreamResponse:
        self._admit(http, wire)
        raw = await http.read()
        if wire is not None:
            if wire is ANTHROPIC and http.headers.get("anthropic-version") != API_VERSION:
                raise Failure(400, "anthropic-version: header is required")
            own, raw = wire.body_in(raw, http.match_info.get("model", ""))
        request = request_in(raw) if wire is None else replace(request_in(raw), body=own)
        if self._models and request.model not in self._models:
            message = f"The model `{request.model}` does not exist or you do not have access to it."
            raise Failure(404, message, code="model_not_found")
        self.recent.append(request)
        prompt = self._cache.count(request.model, request.messages)
        same = f"{self._seed}:{prompt.digests[-1].hex()}:{request.seed}"
        self._times[same] += 1
        fault = self.faults.draw(f"{same}:{self._times[same]}", number)
        if fault in RESPONSES:
            status, body = RESPONSES[fault]
            body = body if wire is None else wire.error_of(status, body)
            headers = {"Retry-After": f"{self.faults.retry_after:g}"} if fault == "429" else None
            return _response(body, status, headers)
        if fault in REFUSALS and (why := REFUSALS[fault](request.body)):
            raise Failure(400, why)
        if fault == "hang":
            await self._closing.wait()
            raise web.HTTPServiceUnavailable
        if self.latency:
            await asyncio.sleep(self.latency)
        self._cache.remember(prompt)
        try:
            rng = Random(same)
            answer = self._answer(request, prompt, fault, rng)
            if request.token_ids and fault not in ("refusal", "no_token_ids"):
                self._add_tokens(answer, request, http.headers.get(SESSION_HEADER, ""), fault, rng)
            usage = Usage(prompt.tokens, prompt.cached, answer["usage"]["completion_tokens"])
            self.served[request.model] = self.served.get(request.model, Usage()) + usage
            if fault == "no_usage":
                answer["usage"] = {}
            if request.stream:
                chunks = [*stream(answer, usage=request.stream_usage)]
            else:
                chunks = [orjson.dumps(answer if wire is None else wire.answer(answer))]
        except Exception as why:  # noqa: BLE001 - mock models are user code, and the client gets the error
            _LOG.exception("the mock model failed")
            return _response(error(f"The mock model failed: {why!r}", "server_error"), 500)
        body = b"".join(chunks).replace(NOT_UTF8_MARK.encode(), b"\xff\xfe\x80")
        return await _send(http, body, stream=request.stream, whole=fault != "cut_off")

    def _admit(self, http: web.Request, wire: ProviderWire | None = None) -> None:
        header = http.headers.get("Authorization" if wire is None else wire.key, "")
        sent = header.removeprefix("Bearer ").encode(errors="surrogateescape")
        if self.key is not None and not hmac.compare_digest(sent, self.key.encode()):
            raise Failure(401, "Incorrect API key provided.", code="invalid_api_key")

    def _answer(self, request: Request, prompt: Prompt, fault: str, rng: Random) -> dict[str, Any]:
        if fault == "refusal":
            return completion(request, prompt, None, "stop", refusal=REFUSAL)
        text = MOCK_MODELS.get(request.model, self._mock_model)(request.messages, rng)
        if request.json:
            text = _first_object(text)
        if fault in TEXTS:
            text = TEXTS[fault](text, rng)
        finish = "length" if fault == "length" else "stop"
        # Endpoints with huge answers ignore length limits, too.
        if request.limit and fault != "huge" and len(text) > request.limit * CHARACTERS_PER_TOKEN:
            text, finish = text[: request.limit * CHARACTERS_PER_TOKEN], "length"
        wanted = self._logprobs and request.top_logprobs is not None
        logprobs = logprobs_of(text, request.top_logprobs or 0, rng) if wanted else None
        return completion(request, prompt, text, finish, logprobs=logprobs)

    def _add_tokens(
        self, answer: dict[str, Any], request: Request, session: str, fault: str, rng: Random
    ) -> None:
        """Add the ids of tokens to an answer, as vLLM gives them."""
        (choice,) = answer["choices"]
        text, prompt = choice["message"]["content"], self.tokens.prompt(session, request.messages)
        wrote = tuple(sampled(text, rng)) + ((END,) if choice["finish_reason"] == "stop" else ())
        self.tokens.note(session, prompt, wrote, text)
        choice["token_ids"] = list(wrote)
        if fault != "no_prompt_ids":
            answer["prompt_token_ids"] = list(prompt)
        if choice["logprobs"] is not None and not request.top_logprobs:
            given = wrote[:-1] if fault == "odd_logprobs" else wrote
            choice["logprobs"] = logprobs_of_tokens(given, rng)

    async def _list(self, http: web.Request) -> web.StreamResponse:
        try:
            self._admit(http)
        except Failure as why:
            return _response(why.body, why.status)
        return _response(orjson.dumps(listing(self._models or tuple(MOCK_MODELS))))

    async def _nowhere(self, http: web.Request) -> web.StreamResponse:
        return _response(error(f"Invalid URL ({http.method} {http.path})", code="unknown_url"), 404)


def _first_object(text: str) -> str:
    """The first JSON object in a text, bare, or one around the text, for clients that want JSON only."""
    at = text.find("{")
    while at >= 0:
        try:
            return text[at : json.JSONDecoder().raw_decode(text, at)[1]]
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
    return json.dumps({"answer": text}, ensure_ascii=False)


def _response(body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    kind = "text/html" if body.startswith(b"<") else "application/json"
    return web.Response(body=body, status=status, headers=headers, content_type=kind)


async def _send(http: web.Request, body: bytes, *, stream: bool, whole: bool) -> web.StreamResponse:
    """Send a body; unless `whole`, send only half of it and close the connection."""
    kind = "text/event-stream" if stream else "application/json"
    if whole:
        return web.Response(body=body, content_type=kind)
    response = web.StreamResponse()
    response.content_type = kind
    if not stream:
        response.content_length = len(body)
    await response.prepare(http)
    await response.write(body[: len(body) // 2])
    if http.transport is not None:
        http.transport.close()
    return response
