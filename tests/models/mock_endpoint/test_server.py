"""The endpoint over real HTTP on loopback."""

import asyncio
import json
import socket
import time
import urllib.request
from contextlib import suppress
from random import Random

import aiohttp
import openai
import pytest

from agonist.core import Amount, Choice, form, menu
from agonist.models.mock_endpoint import Endpoint, Faults
from agonist.models.mock_endpoint.mock_models import MOCK_MODELS
from agonist.text import instruction, read, schema

COLUMN = Choice(("1", "2", "3"), about="column")
ASKED = instruction(COLUMN, "json")


def body(text=ASKED, **more):
    return {"model": "any", "messages": [{"role": "user", "content": text}]} | more


async def post(endpoint, sent, **headers):
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{endpoint.url}/chat/completions", json=sent, headers=headers) as response,
    ):
        return response.status, response.headers, await response.read()


async def answer(endpoint, sent):
    status, _, raw = await post(endpoint, sent)
    assert status == 200, raw
    return json.loads(raw)["choices"][0]


async def test_an_answer_has_openais_shape():
    async with Endpoint("first") as endpoint:
        _, headers, raw = await post(endpoint, body())
    given = json.loads(raw)
    assert headers["Content-Type"].startswith("application/json")
    assert given["id"].startswith("chatcmpl-")
    assert (given["object"], given["model"]) == ("chat.completion", "any")
    assert abs(given["created"] - time.time()) < 60
    (choice,) = given["choices"]
    assert choice["index"] == 0
    assert choice["finish_reason"] == "stop"
    assert choice["logprobs"] is None
    assert choice["message"]["role"] == "assistant"
    assert choice["message"]["content"] == '{"column": "1"}'
    assert choice["message"]["refusal"] is None
    usage = given["usage"]
    assert usage["prompt_tokens"] == -(-len(ASKED) // 4)
    assert usage["completion_tokens"] == 4
    assert usage["total_tokens"] == usage["prompt_tokens"] + 4
    assert usage["prompt_tokens_details"]["cached_tokens"] == 0
    assert usage["completion_tokens_details"]["reasoning_tokens"] == 0


async def test_the_openai_sdk_understands_answers_streams_and_lists():
    async with (
        Endpoint("first") as endpoint,
        openai.AsyncOpenAI(
            base_url=endpoint.url, api_key="k", http_client=openai.DefaultAioHttpClient()
        ) as sdk,
    ):
        messages = [{"role": "user", "content": ASKED}]
        whole = await sdk.chat.completions.create(model="babbler", messages=messages)
        assert whole.usage.prompt_tokens_details.cached_tokens == 0
        stream = await sdk.chat.completions.create(
            model="babbler", messages=messages, stream=True, stream_options={"include_usage": True}
        )
        chunks = [chunk async for chunk in stream]
        assert chunks[0].choices[0].delta.role == "assistant"
        pieces = [chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices]
        assert len(pieces) > 5
        assert "".join(pieces) == whole.choices[0].message.content
        assert chunks[-2].choices[0].finish_reason == "stop"
        assert chunks[-1].choices == []
        assert chunks[-1].usage.prompt_tokens_details.cached_tokens == whole.usage.prompt_tokens
        assert [model.id async for model in sdk.models.list()] == list(MOCK_MODELS)


async def test_a_stream_on_the_wire_ends_with_done_and_has_no_usage_unasked():
    async with Endpoint("first") as endpoint:
        _, headers, raw = await post(endpoint, body(stream=True))
    events = raw.decode().strip().split("\n\n")
    assert headers["Content-Type"].startswith("text/event-stream")
    assert events[-1] == "data: [DONE]"
    assert all("usage" not in json.loads(event.removeprefix("data: ")) for event in events[:-1])


async def test_cached_tokens_grow_with_the_conversation():
    async with Endpoint("first") as endpoint:
        talk, cached = [{"role": "system", "content": "r" * 400}], []
        for turn in range(3):
            talk = [*talk, {"role": "user", "content": f"{turn} {ASKED}"}]
            _, _, raw = await post(endpoint, body(messages=talk))
            given = json.loads(raw)
            cached.append(
                (given["usage"]["prompt_tokens"], given["usage"]["prompt_tokens_details"]["cached_tokens"])
            )
            talk = [*talk, given["choices"][0]["message"]]
    assert cached[0][1] == 0
    assert cached[1][1] == cached[0][0]
    assert cached[2][1] == cached[1][0]


async def test_max_tokens_cuts_the_answer():
    async with Endpoint("first") as endpoint:
        for limit in ({"max_tokens": 2}, {"max_completion_tokens": 2}):
            choice = await answer(endpoint, body(**limit))
            assert choice["finish_reason"] == "length"
            assert choice["message"]["content"] == '{"column'


@pytest.mark.parametrize("name", ["babbler", "stubborn", "echo", "careful"])
async def test_where_json_is_asked_for_the_answer_is_one_object_and_nothing_else(name):
    ask = menu("talk", wait={}, offer={"terms": form(price=Amount(1, 9), kind=COLUMN)})
    strict = {"type": "json_schema", "json_schema": {"name": "a", "strict": True, "schema": schema(ask)}}
    async with Endpoint(name) as endpoint:
        for form_of_answer in (strict, {"type": "json_object"}):
            text = instruction(ask, "schema")
            choice = await answer(endpoint, body(text, response_format=form_of_answer))
            assert isinstance(json.loads(choice["message"]["content"]), dict)


async def test_the_model_names_the_mock_model_and_seeds_count():
    async with Endpoint("first", seed=1) as endpoint, Endpoint("first", seed=2) as other:
        number = instruction(Amount(0, 10**9, about="number"), "json")

        async def said(where, **more):
            return (await answer(where, body(number, **more)))["message"]["content"]

        assert await said(endpoint) == '{"number": 0}'
        assert await said(endpoint, model="echo") == number
        drawn = await said(endpoint, model="random")
        assert drawn == await said(endpoint, model="random")
        assert drawn != await said(other, model="random")
        assert drawn != await said(endpoint, model="random", seed=5)
        assert await said(endpoint, model="random", seed=5) == await said(endpoint, model="random", seed=5)


async def test_a_key_is_asked_for_and_never_repeated():
    async with Endpoint("first", key="sesame") as endpoint:
        for headers in ({}, {"Authorization": "Bearer wrong-secret"}):
            status, _, raw = await post(endpoint, body(), **headers)
            assert status == 401
            assert json.loads(raw)["error"]["code"] == "invalid_api_key"
            assert b"secret" not in raw
            assert b"sesame" not in raw
        status, _, _ = await post(endpoint, body(), Authorization="Bearer sesame")
        assert status == 200
        assert dict(endpoint.statuses) == {401: 2, 200: 1}


async def test_unknown_models_and_addresses_are_404():
    async with Endpoint("first", models=["a", "b"]) as endpoint, aiohttp.ClientSession() as session:
        status, _, raw = await post(endpoint, body())
        assert status == 404
        assert json.loads(raw)["error"]["code"] == "model_not_found"
        assert (await answer(endpoint, body(model="b")))["message"]["content"] == '{"column": "1"}'
        async with session.get(f"{endpoint.url}/models") as response:
            assert [model["id"] for model in (await response.json())["data"]] == ["a", "b"]
        async with session.post(f"{endpoint.url}/completions") as response:
            assert response.status == 404
            assert (await response.json())["error"]["code"] == "unknown_url"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"{", "could not parse"),
        (b"[]", "must be a JSON object"),
        (b"{}", "model"),
        (json.dumps(body(messages=[])).encode(), "messages"),
        (json.dumps(body(messages=[{"role": "user"}])).encode(), "content"),
        (json.dumps(body(messages=["hi"])).encode(), "messages[0]"),
        (json.dumps(body(n=3)).encode(), "'n'"),
        (json.dumps(body(max_tokens="many")).encode(), "max_completion_tokens"),
        (json.dumps(body(response_format={"type": "xml"})).encode(), "response_format"),
        (json.dumps(body(top_logprobs=3)).encode(), "top_logprobs"),
        (json.dumps(body(stream_options=7)).encode(), "stream_options"),
    ],
)
async def test_a_bad_request_is_400_in_openais_shape(sent, said):
    async with (
        Endpoint("first") as endpoint,
        aiohttp.ClientSession() as session,
        session.post(f"{endpoint.url}/chat/completions", data=sent) as response,
    ):
        given = await response.json()
        assert response.status == 400
        assert given["error"]["type"] == "invalid_request_error"
        assert said in given["error"]["message"]
        assert endpoint.statuses == {400: 1}


async def test_parts_of_a_content_are_read():
    parts = [{"type": "text", "text": "Hello."}, {"type": "text", "text": ASKED}]
    async with Endpoint("first") as endpoint:
        choice = await answer(endpoint, body(messages=[{"role": "user", "content": parts}]))
    assert choice["message"]["content"] == '{"column": "1"}'


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("429", 429, "rate_limit_exceeded"),
        ("quota", 429, "insufficient_quota"),
        ("500", 500, None),
        ("503", 503, None),
        ("404", 404, "model_not_found"),
    ],
)
async def test_faults_with_a_status(kind, status, code):
    async with Endpoint("first", Faults.parse([kind, "retry_after=0.25"]), latency=9) as endpoint:
        got, headers, raw = await post(endpoint, body())
        assert (got, json.loads(raw)["error"]["code"]) == (status, code)
        assert headers.get("Retry-After") == ("0.25" if kind == "429" else None)
        assert endpoint.statuses == {status: 1}


async def test_faults_in_the_shape_of_the_body():
    async with Endpoint("first", Faults(wrong_json=1)) as endpoint:
        status, _, raw = await post(endpoint, body())
        assert (status, "choices" in json.loads(raw)) == (200, False)
    async with Endpoint("first", Faults(html=1)) as endpoint:
        status, headers, raw = await post(endpoint, body())
        assert (status, headers["Content-Type"].split(";")[0]) == (200, "text/html")
        assert b"<h1>" in raw


@pytest.mark.parametrize("stream", [False, True])
async def test_bytes_that_are_not_utf8(stream):
    async with Endpoint("first", Faults(invalid_utf8=1)) as endpoint:
        status, _, raw = await post(endpoint, body(stream=stream))
    assert status == 200
    with pytest.raises(UnicodeDecodeError):
        raw.decode()
    lenient = raw.decode(errors="replace")
    assert json.loads(lenient.split("\n")[0].removeprefix("data: "))["object"].startswith("chat.completion")


async def test_faults_in_the_text():
    async def said(**fault):
        async with Endpoint("first", Faults(**fault)) as endpoint:
            return await answer(endpoint, body(max_tokens=100))

    assert (await said(empty=1))["message"]["content"] == ""
    garbage = (await said(garbage=1))["message"]["content"]
    assert "column" not in garbage
    assert len(garbage) == 200
    huge = await said(huge=1)
    assert (len(huge["message"]["content"]), huge["finish_reason"]) == (1_000_000, "stop")
    length = await said(length=1)
    assert (length["message"]["content"], length["finish_reason"]) == ('{"colum', "length")
    refusal = (await said(refusal=1))["message"]
    assert refusal["content"] is None
    assert "can't" in refusal["refusal"]
    apology = (await said(apology=1))["message"]
    assert apology["refusal"] is None
    assert "can't" in apology["content"]
    prose = (await said(prose=1))["message"]["content"]
    assert prose != '{"column": "1"}'
    assert read(COLUMN, prose, "json") == "1"


@pytest.mark.parametrize("stream", [False, True])
async def test_a_connection_cut_off_in_the_middle(stream):
    async with Endpoint("first", Faults(cut_off=1)) as endpoint:
        with pytest.raises(aiohttp.ClientPayloadError):
            await post(endpoint, body(stream=stream))


async def test_a_hang_lasts_until_the_client_gives_up_and_does_not_keep_the_server_from_closing():
    started = time.monotonic()
    async with Endpoint("first", Faults(hang=1)) as endpoint:
        waiting = asyncio.create_task(post(endpoint, body("one")))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(post(endpoint, body("two")), 0.1)
        await asyncio.sleep(0.1)
        assert (endpoint.in_flight, dict(endpoint.statuses)) == (1, {0: 1})
        assert not waiting.done()
    await asyncio.gather(waiting, return_exceptions=True)
    assert time.monotonic() - started < 3


async def test_order_and_concurrency_do_not_change_answers_or_faults():
    asks = [body(f"{n}\n{ASKED}", model="random") for n in range(60)]
    faults = Faults.parse(["500=0.3", "empty=0.2"])

    async def run(order, at_once):
        async with Endpoint("random", faults, seed="s") as endpoint, aiohttp.ClientSession() as session:
            gate, found = asyncio.Semaphore(at_once), {}

            async def one(n):
                async with gate, session.post(f"{endpoint.url}/chat/completions", json=asks[n]) as response:
                    given = await response.json()
                    found[n] = response.status, given.get("choices")

            await asyncio.gather(*map(one, order))
            return found

    shuffled = sorted(range(60), key=lambda n: Random(n).random())
    assert await run(range(60), 60) == await run(shuffled, 7)


async def test_two_hundred_requests_are_in_flight_at_once():
    connector = aiohttp.TCPConnector(limit=0)
    async with (
        Endpoint("careful", latency=0.25) as endpoint,
        aiohttp.ClientSession(connector=connector) as session,
    ):

        async def one(n):
            sent = body(f"{n}\n{ASKED}")
            async with session.post(f"{endpoint.url}/chat/completions", json=sent) as response:
                return response.status

        assert set(await asyncio.gather(*map(one, range(200)))) == {200}
        assert endpoint.max_in_flight == 200
        assert (endpoint.requests, endpoint.in_flight) == (200, 0)


async def test_a_mock_model_of_ones_own_and_one_that_raises():
    async with Endpoint(lambda messages, rng: messages[-1]["content"].upper()) as endpoint:
        assert (await answer(endpoint, body("hi")))["message"]["content"] == "HI"
    async with Endpoint(lambda messages, rng: messages[7]["content"]) as endpoint:
        status, _, raw = await post(endpoint, body("hi"))
        assert status == 500
        assert "mock model failed" in json.loads(raw)["error"]["message"]


def test_it_runs_in_a_thread_of_its_own():
    with Endpoint("first") as endpoint:
        sent = json.dumps(body()).encode()
        asked = urllib.request.Request(f"{endpoint.url}/chat/completions", data=sent)
        with urllib.request.urlopen(asked, timeout=5) as response:
            assert json.loads(response.read())["choices"][0]["message"]["content"] == '{"column": "1"}'
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(asked, timeout=5)


async def test_it_listens_on_loopback_only():
    async with Endpoint("first") as endpoint:
        assert endpoint.url.startswith("http://127.0.0.1:")
        assert [each.getsockname()[0] for each in endpoint._listening.sockets] == ["127.0.0.1"]


def test_it_closes_connections_that_come_while_it_ends():
    for _try in range(10):
        with Endpoint("first") as endpoint:
            clients = [socket.socket() for _ in range(9)]
            for client in clients:
                client.setblocking(False)
                client.connect_ex(("127.0.0.1", endpoint.port))
        for client in clients:
            client.settimeout(5)
            with client, suppress(ConnectionError):
                assert client.recv(1) == b"", "closed, or refused"
