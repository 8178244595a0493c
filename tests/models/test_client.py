"""The client over real HTTP, on good days and bad ones."""

import asyncio
import json
import socket
import time

import pytest
from aiohttp import web
from tests.models.conftest import ASK, PLAIN

from agonist.core import UsageError
from agonist.models.client import HttpModel
from agonist.models.errors import (
    ContextTooLong,
    CutOff,
    HugeAnswer,
    ModelNotFound,
    NotAnAnswer,
    OptionRejected,
    QuotaSpent,
    RateLimited,
    RequestRejected,
    ServerFailed,
    TimedOut,
    Unauthorised,
    Unreachable,
)
from agonist.models.model_assembly import aclose_all
from agonist.models.protocol import Message, Origin, Settings, TokenIds, Usage
from agonist.models.providers import route
from agonist.models.retry import RetryPolicy

KEY = "k3y-0123456789-of-mine"


async def test_an_answer_arrives_with_its_usage(server):
    reply = await server.ask()
    assert (reply.text, reply.finish, reply.model, reply.tries) == ("Action: 3", "stop", "echo-2026", 1)
    assert reply.usage == Usage(prompt=20, cached=8, completion=5, reasoning=2)
    assert reply.cost is None
    assert not reply.from_cache
    assert 0 < reply.seconds < 5


async def test_only_what_is_set_is_sent(server):
    await server.ask()
    assert server.bodies[0] == {
        "model": "echo",
        "messages": [{"role": "system", "content": "You play."}, {"role": "user", "content": "Your move?"}],
    }


async def test_where_a_request_comes_from_is_sent_in_headers(server):
    await server.ask(settings=Settings(origin=Origin("1f0c2b7a-17", 1, 4, attempt=2, probe="guess")))
    await server.ask()
    told, plain = [
        {key: value for key, value in seen.items() if key.startswith(("x-agonist", "x-session"))}
        for seen in server.headers
    ]
    assert told == {
        "x-session-id": "1f0c2b7a-17-1",
        "x-agonist-match": "1f0c2b7a-17",
        "x-agonist-seat": "1",
        "x-agonist-turn": "4",
        "x-agonist-attempt": "2",
        "x-agonist-probe": "guess",
    }
    assert plain == {}


async def test_all_requests_of_a_seat_and_of_no_other_are_one_session(server):
    # As prime-rl's and vLLM's routers want it: turns, attempts and hidden questions stay on one engine.
    seat = [Origin("m", 0, 0), Origin("m", 0, 4), Origin("m", 0, 4, attempt=2), Origin("m", 0, 4, probe="x")]
    for origin in (*seat, Origin("m", 1, 4), Origin("n", 0, 4)):
        await server.ask(settings=Settings(origin=origin))
    sessions = [seen["x-session-id"] for seen in server.headers]
    assert len(set(sessions[:4])) == 1
    assert len(set(sessions)) == 3


async def test_the_session_is_not_a_header_that_users_set():
    with pytest.raises(UsageError):
        route("vllm/echo", headers={"x-session-id": "all-the-same"})


async def test_every_setting_is_sent_under_its_name_in_the_api(server):
    schema = {"type": "object", "properties": {"action": {"type": "string"}}}
    await server.ask(
        settings=Settings(
            temperature=0.5,
            max_tokens=100,
            top_p=0.9,
            seed=7,
            schema=schema,
            reasoning_effort="low",
            top_logprobs=3,
        )
    )
    sent = server.bodies[0]
    assert (sent["temperature"], sent["max_tokens"], sent["top_p"], sent["seed"]) == (0.5, 100, 0.9, 7)
    assert (sent["reasoning_effort"], sent["logprobs"], sent["top_logprobs"]) == ("low", True, 3)
    assert sent["response_format"]["type"] == "json_schema"
    assert sent["response_format"]["json_schema"]["schema"] == schema


async def test_a_cut_off_answer_is_passed_through(server):
    answer = server.completion("Let me thi")
    answer["choices"][0]["finish_reason"] = "length"
    server.does(server.right(answer))
    assert (await server.ask()).finish == "length"


async def test_a_refusal_is_told_apart_from_a_text(server):
    server.does(server.right(server.completion(None, refusal="I will not.")))
    reply = await server.ask()
    assert (reply.finish, reply.text) == ("refusal", "I will not.")


async def test_an_empty_answer_is_an_answer(server):
    server.does(server.right(server.completion(None)))
    assert (await server.ask()).text == ""


async def test_text_in_parts_is_joined_without_the_thought(server):
    parts = [
        {"type": "thinking", "thinking": []},
        {"type": "text", "text": "3 "},
        {"type": "text", "text": "4"},
    ]
    server.does(server.right(server.completion(parts)))
    assert (await server.ask()).text == "3 4"


async def test_missing_usage_is_zero_and_hidden_thought_is_counted_by_the_total(server):
    without, hidden = server.completion(), server.completion()
    del without["usage"]
    hidden["usage"] = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 115}
    server.does(server.right(without), server.right(hidden))
    assert (await server.ask()).usage == Usage()
    assert (await server.ask()).usage == Usage(prompt=10, completion=105)


async def test_logprobs_are_read(server):
    answer = server.completion("3")
    top = [{"token": "3", "logprob": -0.1}, {"token": "4", "logprob": -2.5}]
    answer["choices"][0]["logprobs"] = {"content": [{"token": "3", "logprob": -0.1, "top_logprobs": top}]}
    server.does(server.right(answer))
    assert (await server.ask()).logprobs == (("3", -0.1, (("3", -0.1), ("4", -2.5))),)


PROMPT, WROTE = [151_644, 8948, 198], [18, 151_645]


def with_ids(answer, place):
    """An answer as vLLM (0.10, `place` the answer) or SGLang (July 2026, `place` the choice) gives it."""
    (choice,) = answer["choices"]
    (answer if place == "answer" else choice)["prompt_token_ids"] = PROMPT
    choice["token_ids"] = WROTE
    tokens = [
        {"token": token, "logprob": value, "top_logprobs": []} for token, value in (("3", -0.1), ("", -2))
    ]
    choice["logprobs"] = {"content": tokens}
    return answer


@pytest.mark.parametrize("place", ["answer", "choice"])
async def test_ids_of_tokens_are_asked_for_and_read_as_vllm_and_sglang_give_them(server, place):
    server.does(server.right(with_ids(server.completion("3"), place)))
    reply = await server.ask(settings=Settings(token_ids=True))
    assert reply.token_ids == TokenIds(tuple(PROMPT), tuple(WROTE), (-0.1, -2.0))
    assert reply.logprobs is None
    sent = server.bodies[0]
    assert (sent["return_token_ids"], sent["logprobs"], "top_logprobs" in sent) == (True, True, False)


async def test_ids_are_not_asked_for_unless_they_are_wanted(server):
    reply = await server.ask()
    assert reply.token_ids is None
    assert not {"return_token_ids", "logprobs"} & server.bodies[0].keys()


async def test_an_endpoint_that_refuses_to_give_ids_is_asked_without(server, caplog):
    refusal = "Unrecognized request argument supplied: return_token_ids"
    server.does(server.refusing(400, refusal), server.right())
    reply = await server.ask(settings=Settings(token_ids=True))
    assert (reply.token_ids, reply.left_out) == (None, ("token_ids",))
    assert "return_token_ids" not in server.bodies[1]
    assert "ids of tokens" in caplog.text


@pytest.mark.parametrize("wrong", [["3"], [-1], [True], [1.5], "3", [2**32], {"ids": []}])
async def test_ids_that_are_no_ids_are_no_answer(server, wrong):
    answer = with_ids(server.completion("3"), "answer")
    answer["choices"][0]["token_ids"] = wrong
    server.does(server.right(answer))
    with pytest.raises(NotAnAnswer, match="token ids"):
        await server.ask(settings=Settings(token_ids=True), retry_policy=RetryPolicy(max_tries=1))


async def test_ids_of_an_answer_that_echoes_a_key_are_dropped(server, monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    server.does(server.right(with_ids(server.completion(f"you sent {KEY}"), "answer")))
    assert (await server.ask(settings=Settings(token_ids=True), key_env="MY_KEY")).token_ids is None


@pytest.mark.parametrize("status", [401, 403])
async def test_a_wrong_key_is_not_tried_again(server, status):
    server.does(server.refusing(status, "who are you"))
    with pytest.raises(Unauthorised, match="who are you") as error:
        await server.ask()
    assert error.value.fatal
    assert error.value.exit_code == 4
    assert len(server.bodies) == 1


async def test_an_unknown_model_is_named(server):
    server.does(server.refusing(404, "model not found"))
    with pytest.raises(ModelNotFound, match="'echo'") as error:
        await server.ask()
    assert error.value.fatal
    assert len(server.bodies) == 1


async def test_a_web_page_is_no_answer(server):
    server.does(server.raw("<!doctype html><h1>Welcome</h1>", kind="text/html"))
    with pytest.raises(NotAnAnswer, match="web page; base_url is probably wrong"):
        await server.ask()
    assert len(server.bodies) == 1  # it never answered, so the address is wrong


async def test_a_page_from_an_endpoint_that_has_answered_is_a_bad_moment(server):
    server.does(server.right(), server.raw("<h1>Busy</h1>", kind="text/html"), server.right())
    await server.ask()
    assert (await server.ask()).tries == 2


async def test_garbage_is_tried_again_even_at_first(server):
    server.does(server.raw("garbage"), server.right())
    assert (await server.ask()).tries == 2


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "it is empty"),
        (b"not json", "not JSON"),
        (b'{"choices": [{"message": {"content": "\xff\xfe"}}]}', "not UTF-8"),
        (b"[]", "not a JSON object"),
        (b"{}", "no choices"),
        (b'{"choices": []}', "no choices"),
        (b'{"choices": {"0": 1}}', "no choices"),
        (b'{"choices": [7]}', "no message"),
        (b'{"choices": [{"text": "3"}]}', "no message"),
        (b'{"choices": [{"message": {"content": 3}}]}', "no text"),
        (b'{"choices": [{"message": {"content": [{"type": "text"}]}}]}', "no text"),
        (b'{"choices": [{"message": {"content": "3"}, "logprobs": {"content": [1]}}]}', "log-probabilities"),
        (b"[" * 100_000, "not JSON"),
    ],
)
async def test_what_is_not_of_the_documented_shape_is_no_answer(server, body, why):
    server.does(server.raw(body))
    with pytest.raises(NotAnAnswer, match=why):
        await server.ask()


async def test_an_error_that_comes_with_success_counts_as_its_code(server):
    body = {"error": {"message": "slow down", "code": 429}}
    server.does(server.right(body), server.right())
    assert (await server.ask()).tries == 2
    server.does(server.right({"error": {"message": "no such model", "code": "404"}}))
    with pytest.raises(ModelNotFound):
        await server.ask()


async def test_a_text_of_over_a_million_characters_is_refused(server):
    server.does(server.right(server.completion("a" * 1_000_001)))
    with pytest.raises(HugeAnswer, match="1,000,000 characters"):
        await server.ask()
    assert len(server.bodies) == 1


@pytest.mark.parametrize("status", [200, 500])
async def test_an_endless_answer_is_not_read_to_its_end(server, status):
    sent = 0

    async def endless(request):
        nonlocal sent
        response = web.StreamResponse(status=status)
        await response.prepare(request)
        while sent < 400 * 2**20:
            await response.write(b"a" * 2**20)
            sent += 2**20
        return response

    server.does(endless)
    with pytest.raises(HugeAnswer, match="bytes"):
        await server.ask()
    assert sent < 40 * 2**20


async def test_too_many_requests_are_tried_again_when_the_server_says(server):
    server.does(server.raw("{}", 429, Retry_After="0.3"), server.right())
    started = time.perf_counter()
    reply = await server.ask()
    assert reply.tries == 2
    assert time.perf_counter() - started >= 0.3


async def test_a_wait_beyond_patience_is_not_begun(server):
    server.does(server.raw("{}", 429, Retry_After="3600"))
    with pytest.raises(RateLimited, match="asks to wait 3600 s") as error:
        await server.ask()
    assert not error.value.fatal
    assert len(server.bodies) == 1


async def test_a_wait_beyond_patience_does_not_hold_up_others(server):
    server.does(server.raw("{}", 429, Retry_After="3600"), server.right())
    model = server.model()
    with pytest.raises(RateLimited):
        await model.complete([], Settings())
    assert (await asyncio.wait_for(model.complete([], Settings()), 2)).tries == 1


async def test_too_many_requests_for_too_long(server):
    server.does(server.refusing(429))
    with pytest.raises(RateLimited, match="tried 4 times") as error:
        await server.ask()
    assert error.value.tries == len(server.bodies) == 4


async def test_an_account_without_credit_is_not_tried_again(server):
    server.does(server.refusing(429, "You exceeded your quota", code="insufficient_quota"))
    with pytest.raises(QuotaSpent) as error:
        await server.ask()
    assert error.value.fatal
    assert len(server.bodies) == 1


@pytest.mark.parametrize("status", [408, 409, 500, 502, 503, 529])
async def test_a_failing_server_is_tried_again(server, status):
    server.does(server.refusing(status), server.right())
    assert (await server.ask()).tries == 2


async def test_a_server_that_keeps_failing(server):
    server.does(server.refusing(500, "oh no"))
    with pytest.raises(ServerFailed, match="oh no"):
        await server.ask()
    assert len(server.bodies) == 4


async def test_a_hanging_server_is_given_up(server):
    server.does(server.right(delay=5.0))
    with pytest.raises(TimedOut, match=r"within 0\.1 s"):
        await server.ask(settings=Settings(timeout=0.1))
    assert len(server.bodies) == 3


async def test_a_body_that_drips_is_given_up_too(server):
    async def drip(request):
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(100):
            await response.write(b" ")
            await asyncio.sleep(0.03)
        return response

    server.does(drip, server.right())
    assert (await server.ask(settings=Settings(timeout=0.2))).tries == 2


async def test_the_timeout_of_the_model_wins_over_the_settings(server):
    server.does(server.right(delay=0.3))
    with pytest.raises(TimedOut, match=r"0\.05"):
        await server.ask(timeout=0.05)


async def test_a_connection_closed_before_any_answer_is_tried_again(server):
    async def close(request):
        request.transport.abort()
        return web.Response()

    server.does(close, server.right())
    assert (await server.ask()).tries == 2
    server.does(close)
    with pytest.raises(CutOff, match="closed the connection"):
        await server.ask()


async def test_a_connection_closed_within_an_answer_is_tried_again(server):
    async def half(request):
        response = web.StreamResponse(headers={"Content-Length": "1000"})
        await response.prepare(request)
        await response.write(b'{"choices": [')
        request.transport.close()
        return response

    server.does(half, server.right())
    assert (await server.ask()).tries == 2


async def test_something_that_does_not_speak_http():
    async def babble(reader, writer):
        writer.write(b"220 mail.example.org ESMTP\r\n")
        await writer.drain()
        writer.close()

    babbler = await asyncio.start_server(babble, "127.0.0.1", 0)
    port = babbler.sockets[0].getsockname()[1]
    model = HttpModel(
        route("vllm/echo", base_url=f"http://127.0.0.1:{port}/v1"), retry_policy=RetryPolicy(max_tries=1)
    )
    with pytest.raises(NotAnAnswer, match="malformed HTTP"):
        await model.complete([Message("user", "?")], Settings(timeout=2))
    babbler.close()
    await aclose_all()


async def test_nobody_listens():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    policy = RetryPolicy(first_wait=0.01)
    model = HttpModel(route("vllm/echo", base_url=f"http://127.0.0.1:{port}/v1"), retry_policy=policy)
    with pytest.raises(Unreachable, match="is it running") as error:
        await model.complete([Message("user", "?")], Settings())
    assert error.value.tries == 2
    await aclose_all()


async def test_a_redirection_is_not_followed_with_the_key(server):
    server.does(server.raw("", 307, Location="https://elsewhere.example.org/v1"))
    with pytest.raises(NotAnAnswer, match=r"elsewhere\.example\.org.*as base_url"):
        await server.ask()


async def test_the_length_limit_is_renamed_once_for_a_model_that_wants_it(server):
    refusal = server.refusing(400, "Use 'max_completion_tokens' instead.", param="max_tokens")
    server.does(refusal, server.right())
    reply = await server.ask(settings=Settings(max_tokens=50))
    await server.ask(settings=Settings(max_tokens=50))
    assert reply.text == "Action: 3"
    assert [min(body) for body in server.bodies] == ["max_tokens", *["max_completion_tokens"] * 2]


@pytest.mark.parametrize(
    "refusal",
    [
        # As OpenAI's reasoning models say it, and Claude since Opus 4.7.
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) is.",
        "Unsupported parameter: 'temperature' is not supported with this model.",
        "`temperature` is deprecated for this model.",
    ],
)
async def test_a_model_that_samples_by_its_own_rules_is_asked_without_and_the_reply_says_so(
    server, refusal, caplog
):
    server.does(server.refusing(400, refusal), server.right())
    model = server.model()
    first, second = [
        await model.complete([Message("user", "?")], Settings(temperature=0, top_p=1)) for _ in range(2)
    ]
    assert ["temperature" in body for body in server.bodies] == [True, False, False]
    assert all("top_p" in body for body in server.bodies)
    assert first.left_out == second.left_out == ("temperature",)
    assert [record.getMessage() for record in caplog.records] == [
        "vllm/echo takes no temperature: requests leave it out, and its default applies"
    ]


@pytest.mark.parametrize(
    ("status", "refusal"),
    [
        (400, "System role not supported"),  # vLLM with the template of Gemma
        (400, "Conversation roles must alternate user/assistant/user/assistant/..."),  # of Mistral 7B
        (400, "Developer instruction is not enabled for models/gemma-3-27b-it"),  # Google
        (400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."),  # OpenAI
        (500, "Jinja Exception: System role not supported"),  # llama.cpp
    ],
)
async def test_without_a_system_message_the_rules_stand_before_the_first_question_and_the_reply_says_so(
    server, status, refusal, caplog
):
    server.does(server.refusing(status, refusal), server.right())
    model = server.model()
    first, second = [await model.complete(ASK, PLAIN) for _ in range(2)]
    assert first.left_out == second.left_out == ("system",)
    assert len(server.bodies) == 3
    assert server.bodies[1]["messages"] == [{"role": "user", "content": "You play.\n\nYour move?"}]
    assert server.bodies[2]["messages"] == server.bodies[1]["messages"]
    assert len(caplog.records) == 1


async def test_a_template_that_fails_without_a_system_message_too_is_an_error_after_one_more_try(server):
    server.does(server.refusing(400, "Conversation roles must alternate user/assistant/user/assistant/..."))
    with pytest.raises(RequestRejected):
        await server.ask()
    assert len(server.bodies) == 2


async def test_what_a_model_does_not_take_while_it_thinks_is_sent_while_it_does_not(server):
    thinking = "`temperature` may only be set to 1 when thinking is enabled."
    server.does(server.refusing(400, thinking), server.right())
    model = server.model()
    for effort in ("high", None):
        await model.complete(ASK, Settings(temperature=0, reasoning_effort=effort))
    assert ["temperature" in body for body in server.bodies] == [True, False, True]


def stream(*chunks: object, last: str = "[DONE]") -> str:
    data = [json.dumps(chunk) for chunk in chunks] + [last]
    return ": a comment\r\n\r\n" + "".join(f"data: {each}\n\n" for each in data)


def chunk(finish: str | None = None, **delta: object) -> dict[str, object]:
    return {"model": "echo-2026", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


async def test_an_answer_that_is_streamed_though_nobody_asked_is_read(server):
    usage = {"choices": [], "usage": {"prompt_tokens": 20, "completion_tokens": 5}}
    chunks = (
        chunk(role="assistant", content=""),
        chunk(reasoning_content="Three "),
        chunk(reasoning_content="is free."),
        chunk(content="Action"),
        chunk(content=": 3"),
        chunk("stop"),
        usage,
    )
    server.does(server.raw(stream(*chunks), kind="text/event-stream"))
    reply = await server.ask()
    assert (reply.text, reply.thought, reply.finish) == ("Action: 3", "Three is free.", "stop")
    assert (reply.model, reply.usage) == ("echo-2026", Usage(prompt=20, completion=5))


async def test_a_stream_that_ends_early_or_with_an_error_is_no_answer(server):
    server.does(server.raw(stream(chunk(content="Act"), last="")))
    with pytest.raises(NotAnAnswer, match="ends before the answer"):
        await server.ask()
    server.does(server.raw(stream(chunk(content="Act"), {"error": {"message": "overloaded", "code": 503}})))
    with pytest.raises(ServerFailed, match="overloaded"):
        await server.ask()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ('{"column": 3}', '<tool_call>{"name":"play","arguments":{"column":3}}</tool_call>'),
        ('{"column": ', '<tool_call>play {"column": </tool_call>'),
    ],
)
@pytest.mark.parametrize("streamed", [False, True])
async def test_a_call_of_a_tool_that_nobody_offered_is_shown_with_its_arguments_broken_or_not(
    server, arguments, text, streamed
):
    calls = [{"type": "function", "function": {"name": "play", "arguments": arguments}}]
    half = len(arguments) // 2
    parts = [
        chunk(tool_calls=[{"index": 0, "function": {"name": "play", "arguments": arguments[:half]}}]),
        chunk("tool_calls", tool_calls=[{"index": 0, "function": {"arguments": arguments[half:]}}]),
    ]
    whole = server.completion(None, tool_calls=calls)
    server.does(server.raw(stream(*parts)) if streamed else server.right(whole))
    assert (await server.ask()).text == text


async def test_what_a_filter_stops_is_a_refusal(server):
    filtered = {"message": "The prompt was filtered.", "code": "content_filter", "status": 400}
    server.does(server.raw(json.dumps({"error": filtered}), 400))
    assert (await server.ask()).finish == "refusal"
    answer = server.completion("I")
    answer["choices"][0]["finish_reason"] = "content_filter"
    server.does(server.right(answer))
    assert (await server.ask()).finish == "refusal"


@pytest.mark.parametrize(
    ("message", "param", "settings", "advice"),
    [
        (
            "Only the default (1) is supported",
            "temperature",
            Settings(temperature=0),
            "option temperature out",
        ),
        ("temperature must be at most 1", None, Settings(temperature=2), "option temperature out"),
        ("json_schema is not supported", None, Settings(schema={}), "another format than schema"),
        ("logprobs are not allowed", "logprobs", Settings(top_logprobs=2), "option top_logprobs out"),
        (
            "must be less than 8192",
            "max_tokens",
            Settings(max_tokens=10**6),
            "option max_tokens out, or lower it",
        ),
    ],
)
async def test_an_option_that_is_not_taken_is_named_with_what_to_do(server, message, param, settings, advice):
    server.does(server.refusing(400, message, param=param))
    with pytest.raises(OptionRejected, match=advice) as error:
        await server.ask(settings=settings)
    assert error.value.fatal
    assert len(server.bodies) == 1


async def test_other_rejections_are_not_blamed_on_options(server):
    server.does(server.refusing(400, "bad temperature"))  # none was sent
    with pytest.raises(RequestRejected, match="bad temperature"):
        await server.ask()


@pytest.mark.parametrize(
    "message",
    [
        "This model's maximum context length is 4096 tokens. However, you requested 5000.",  # OpenAI, vLLM
        "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",  # vLLM
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",  # Google
        "prompt is too long: 210000 tokens > 200000 maximum",  # Anthropic
        "input length and `max_tokens` exceed context limit: 199000 + 16000 > 200000",  # Anthropic
        "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",  # xAI
        "the request exceeds the available context size. try increasing the context size",  # llama.cpp
        "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",  # Mistral
        "Please reduce the length of the messages or completion.",  # Groq
    ],
)
async def test_messages_that_are_too_long_are_told_with_the_option_that_shortens_them(server, message):
    server.does(server.refusing(400, message))
    with pytest.raises(ContextTooLong, match="history=none"):
        await server.ask()
    server.does(server.refusing(400, "no", code="context_length_exceeded"))
    with pytest.raises(ContextTooLong, match=r"history=none.* max_tokens"):
        await server.ask(settings=Settings(max_tokens=4000))


@pytest.mark.parametrize(
    "echo",
    [
        f"Incorrect API key provided: {KEY}",
        f"headers: Authorization: Bearer {KEY}",
        f"HEADERS: AUTHORIZATION: BEARER {KEY.upper()}",
        "x" * 180 + KEY,  # where the excerpt is cut
        "Incorrect API key provided: sk-ab12*****wxyz",
        json.dumps({"authorization": "bearer something-else-secret"}),
    ],
)
@pytest.mark.parametrize("status", [200, 400, 401, 404, 429, 500])
async def test_keys_do_not_get_into_errors(server, monkeypatch, echo, status):
    monkeypatch.setenv("MY_KEY", KEY)
    server.does(server.refusing(status, echo) if status != 200 else server.raw(echo))
    with pytest.raises(Exception, match="echo") as error:
        await server.ask(key_env="MY_KEY", retry_policy=RetryPolicy(max_tries=1))
    seen = ""
    links: BaseException | None = error.value
    while links is not None:
        seen += str(links) + repr(links)
        links = links.__cause__ or links.__context__
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    for secret in (KEY, KEY[:8], "sk-ab12", "something-else"):
        assert secret.lower() not in seen.lower()


@pytest.mark.parametrize("text", [f"you sent {KEY}", "you sent it"])
async def test_keys_that_are_split_over_tokens_do_not_get_into_logprobs(server, monkeypatch, text):
    monkeypatch.setenv("MY_KEY", KEY)
    answer = server.completion(text)
    tokens = ["you ", "sent ", *(KEY[at : at + 4] for at in range(0, len(KEY), 4))]
    entries = [{"token": token, "logprob": -0.1, "top_logprobs": []} for token in tokens]
    answer["choices"][0]["logprobs"] = {"content": entries}
    server.does(server.right(answer))
    reply = await server.ask(key_env="MY_KEY")
    assert reply.logprobs is None
    assert KEY not in repr(reply)


async def test_keys_do_not_get_into_texts_and_reprs(server, monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    server.does(server.right(server.completion(f"you sent {KEY}")))
    model = server.model(key_env="MY_KEY")
    assert (await model.complete([Message("user", "?")], Settings())).text == "you sent [key]"
    assert KEY not in repr(model.route)


async def test_nothing_of_the_environment_goes_to_other_hosts(server, monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "sk-secret-of-openai")
    monkeypatch.setenv(
        "OPENAI_CUSTOM_HEADERS", "X-Secret: sk-secret-of-openai\nAuthorization: Bearer sk-secret"
    )
    await server.ask()
    assert "secret" not in str(server.headers[0])
    assert "authorization" not in server.headers[0]


def test_a_second_event_loop_gets_connections_of_its_own():
    async def main() -> tuple[int, int]:
        async def handle(request):
            return web.json_response({"choices": [{"message": {"content": "3"}, "finish_reason": "stop"}]})

        app = web.Application()
        app.router.add_post("/v1/chat/completions", handle)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", port)
        await site.start()
        replies = await asyncio.gather(
            *(model.complete([Message("user", "?")], Settings()) for _ in range(20))
        )
        await aclose_all()
        await runner.cleanup()
        return len(replies), sum(reply.tries for reply in replies)

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    model = HttpModel(route("vllm/echo", base_url=f"http://127.0.0.1:{port}/v1"), max_concurrency=3, rpm=1e6)
    assert asyncio.run(main()) == (20, 20)
    assert asyncio.run(main()) == (20, 20)
