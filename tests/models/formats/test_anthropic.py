"""Claude over the Messages API, against a stand-in that is as strict as the reference."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.models.formats.conftest import is_png, with_picture, wrong

from agonist.models.errors import (
    ContextTooLong,
    OptionRejected,
    QuotaSpent,
    RateLimited,
    RequestRejected,
    ServerFailed,
    Unauthorised,
)
from agonist.models.mock_endpoint.rejected_requests import anthropic
from agonist.models.protocol import Message, Settings

KEY = "key-of-this-test-0123456789"


def between(low, high):
    return lambda value: type(value) in (int, float) and low <= value <= high


TEXT = {
    "type!": {"text"},
    "text!": lambda text: isinstance(text, str) and bool(text),
    "cache_control": {"type!": {"ephemeral"}, "ttl": {"5m", "1h"}},
}

IMAGE = {
    "type!": {"image"},
    "source!": {"type!": {"base64"}, "media_type!": {"image/png"}, "data!": is_png},
}


def block(value):
    """A block of a message: text or an image."""
    return not wrong(value, IMAGE if isinstance(value, dict) and value.get("type") == "image" else TEXT)


# Anthropic's API reference, "Create a Message", version 2023-06-01.
MESSAGES: dict[str, Any] = {
    "model!": str,
    "max_tokens!": between(1, 128_000),
    "messages!": [{"role!": {"user", "assistant"}, "content!": [block]}],
    "system": [TEXT],
    "temperature": between(0, 1),
    "top_p": between(0, 1),
    "top_k": int,
    "stop_sequences": [str],
    "thinking": {
        "type!": {"enabled", "adaptive", "disabled"},
        "budget_tokens": int,
        "display": {"summarized", "omitted"},
    },
    "output_config": {
        "effort": {"low", "medium", "high", "xhigh", "max"},
        "format": {"type!": {"json_schema"}, "schema!": dict},
    },
    "metadata": {"user_id": str},
    "service_tier": {"auto", "standard_only"},
}


def message_rules(body: dict[str, Any]) -> str:
    """What the reference says beside the fields."""
    if why := anthropic(body):
        return why
    if body.get("thinking", {}).get("type") == "enabled" and "4-5" not in body["model"]:
        return '"thinking.type.enabled" is not supported for this model'
    marks = str(body).count("cache_control")
    if marks > 4:
        return f"a maximum of 4 blocks with cache_control may be provided; found {marks}"
    return "" if body["messages"][0]["role"] == "user" else "messages: first message must use the user role"


def message_answer(body: dict[str, Any]) -> dict[str, Any]:
    thought = (
        [{"type": "thinking", "thinking": "Three is free.", "signature": "EqQB"}]
        if "thinking" in body
        else []
    )
    cached = "cache_control" in str(body)
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": [*thought, {"type": "text", "text": "Action: "}, {"type": "text", "text": "3"}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": 100,
            "cache_creation_input_tokens": 200 if cached else 0,
            "cache_read_input_tokens": 1000 if cached else 0,
            "output_tokens": 50,
            "service_tier": "standard",
        },
    }


def message_error(status: int, message: str) -> dict[str, Any]:
    kinds = {
        400: "invalid_request_error",
        401: "authentication_error",
        404: "not_found_error",
        529: "overloaded_error",
    }
    return {
        "type": "error",
        "error": {"type": kinds.get(status, "api_error"), "message": message},
        "request_id": "req_1",
    }


SCHEMA = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
GROWN = [
    Message("system", "You play."),
    Message("user", "Your move?"),
    Message("assistant", "Action: 2"),
    Message("user", "And now?"),
]


@pytest.fixture
async def claude(serve):
    return await serve(
        path="/v1/messages",
        headers={"x-api-key": KEY, "anthropic-version": "2023-06-01"},
        shape=MESSAGES,
        answer=message_answer,
        complain=message_error,
        extra=message_rules,
    )


async def test_the_stand_in_refuses_what_the_reference_does_not_have(claude):
    with pytest.raises(RequestRejected, match="min_p: unknown field"):
        await claude.ask("anthropic/claude-opus-5-5", Settings(body={"min_p": 0.1}))


async def test_an_answer_has_its_text_and_its_usage_with_what_was_cached(claude):
    reply = await claude.ask(
        "anthropic/claude-sonnet-5-5", Settings(temperature=0.5, top_p=1, max_tokens=500)
    )
    assert (reply.text, reply.finish, reply.thought) == ("Action: 3", "stop", "")
    usage = reply.usage
    assert (usage.prompt, usage.cached, usage.written, usage.completion) == (1300, 1000, 200, 50)
    assert claude.bodies[0]["system"][0]["text"] == "You play."
    assert [message["role"] for message in claude.bodies[0]["messages"]] == ["user"]


async def test_a_limit_is_always_sent_as_the_api_wants_one(claude):
    await claude.ask("anthropic/claude-opus-5-5", Settings())
    await claude.ask("anthropic/claude-3-haiku-20240307", Settings())
    assert [body["max_tokens"] for body in claude.bodies] == [16_000, 4_096]


async def test_the_stable_prefix_is_marked_for_the_cache(claude):
    await claude.ask("anthropic/claude-opus-5-5", Settings())
    await claude.ask("anthropic/claude-opus-5-5", Settings(), talk=GROWN)
    first, second = claude.bodies
    assert "cache_control" in first["system"][0]
    assert "cache_control" not in str(first["messages"])  # a question that may never be sent again
    marked = ["cache_control" in message["content"][0] for message in second["messages"]]
    assert marked == [False, False, True]


@pytest.mark.parametrize(
    ("model", "effort", "thinking"),
    [
        ("claude-sonnet-4-5", "low", {"type": "enabled", "budget_tokens": 2_048}),
        ("claude-opus-4-5-20251101", "high", {"type": "enabled", "budget_tokens": 16_384}),
        ("claude-opus-4-6", "high", {"type": "adaptive", "display": "summarized"}),
        ("claude-opus-5-5", "xhigh", {"type": "adaptive", "display": "summarized"}),
        ("claude-haiku-4-5", "none", {"type": "disabled"}),
    ],
)
async def test_effort_is_a_budget_for_older_models_only(claude, model, effort, thinking):
    reply = await claude.ask(f"anthropic/{model}", Settings(reasoning_effort=effort))
    body = claude.bodies[0]
    assert body["thinking"] == thinking
    assert body.get("output_config") == ({"effort": effort} if thinking["type"] == "adaptive" else None)
    assert reply.thought == "Three is free."
    assert reply.text == "Action: 3"


@pytest.mark.parametrize(
    ("effort", "most", "budget"), [("high", 4_096, 3_072), ("high", 1_500, 1_024), ("low", 16_000, 2_048)]
)
async def test_a_budget_of_thought_fits_the_limit_and_sampling_is_left_out(claude, effort, most, budget):
    settings = Settings(reasoning_effort=effort, max_tokens=most, temperature=0)
    reply = await claude.ask("anthropic/claude-haiku-4-5", settings)
    assert (reply.text, reply.left_out) == ("Action: 3", ("temperature",))
    last = claude.bodies[-1]
    assert (last["thinking"]["budget_tokens"], last["max_tokens"]) == (budget, most)


async def test_a_limit_that_leaves_no_room_for_thought_is_told_with_one_that_does(claude):
    settings = Settings(reasoning_effort="low", max_tokens=1_000)
    with pytest.raises(OptionRejected, match="max_tokens=2048 or more, or leave reasoning_effort out"):
        await claude.ask("anthropic/claude-haiku-4-5", settings)
    assert claude.bodies == []


async def test_a_call_of_a_tool_that_nobody_offered_is_shown(claude):
    block = {"type": "tool_use", "id": "t1", "name": "play", "input": {"column": 3}}
    claude.acts = [(200, {**message_answer({"model": "m"}), "content": [block]}, {})]
    reply = await claude.ask("anthropic/m", Settings())
    assert reply.text == '<tool_call>{"name":"play","arguments":{"column":3}}</tool_call>'


async def test_structured_output_stop_texts_and_a_users_own_fields(claude):
    settings = Settings(schema=SCHEMA, stop=("END",), top_k=5, body={"service_tier": "standard_only"})
    await claude.ask("anthropic/claude-haiku-5-5", settings)
    body = claude.bodies[0]
    assert body["output_config"]["format"] == {"type": "json_schema", "schema": SCHEMA}
    assert (body["stop_sequences"], body["top_k"], body["service_tier"]) == (["END"], 5, "standard_only")


@pytest.mark.parametrize("setting", [{"seed": 7}, {"min_p": 0.1}, {"top_logprobs": 2}])
async def test_what_the_api_has_no_field_for_is_refused_before_anything_is_sent(claude, setting):
    with pytest.raises(OptionRejected, match=next(iter(setting))):
        await claude.ask("anthropic/claude-opus-5-5", Settings(**setting))
    assert claude.bodies == []


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("refusal", "refusal"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("stop_sequence", "stop"),
        ("pause_turn", "pause_turn"),
    ],
)
async def test_why_it_stopped(claude, reason, finish):
    answer = {**message_answer({"model": "m"}), "stop_reason": reason}
    claude.acts = [(200, answer, {})]
    assert (await claude.ask("anthropic/m", Settings())).finish == finish


async def test_an_overloaded_api_is_tried_again(claude):
    claude.acts = [(529, message_error(529, "Overloaded"), {})] * 2
    reply = await claude.ask("anthropic/claude-opus-5-5", Settings())
    assert (reply.text, reply.tries) == ("Action: 3", 3)


@pytest.mark.parametrize(
    ("status", "message", "kind"),
    [
        (529, "Overloaded", ServerFailed),
        (401, "invalid x-api-key", Unauthorised),
        (429, "This request would exceed your rate limit", RateLimited),
        (400, "Your credit balance is too low to access the Anthropic API.", QuotaSpent),
        (400, "prompt is too long: 210000 tokens > 200000 maximum", ContextTooLong),
        (400, "`temperature` and `top_p` cannot both be specified for this model.", OptionRejected),
    ],
)
async def test_errors_are_told_apart(claude, status, message, kind):
    claude.acts = [(status, message_error(status, message), {})] * 3
    with pytest.raises(kind) as error:
        await claude.ask("anthropic/claude-opus-5-5", Settings(temperature=0, top_p=1))
    assert KEY not in str(error.value)


async def test_a_model_that_refuses_a_temperature_is_asked_without(claude):
    claude.acts = [(400, message_error(400, "`temperature` is deprecated for this model."), {})]
    reply = await claude.ask("anthropic/claude-opus-4-7", Settings(temperature=0))
    assert reply.left_out == ("temperature",)
    assert ["temperature" in body for body in claude.bodies] == [True, False]


async def test_a_picture_is_a_block_before_its_text_and_no_mark_for_the_cache_stands_on_it(claude):
    await claude.ask("anthropic/claude-opus-5-5", Settings(), talk=with_picture(GROWN))
    (body,) = claude.bodies
    assert [block["type"] for block in body["messages"][-1]["content"]] == ["image", "text"]
    # The next request has this message without its picture: it is the same up to the answer before.
    marked = ["cache_control" in str(message) for message in body["messages"]]
    assert marked == [False, True, False]


async def test_the_stand_in_refuses_a_damaged_picture(claude):
    asked = with_picture(GROWN)
    broken = replace(asked[-1].image, data=asked[-1].image.data[:-5])
    with pytest.raises(RequestRejected):
        await claude.ask(
            "anthropic/claude-opus-5-5", Settings(), talk=[*GROWN[:-1], replace(asked[-1], image=broken)]
        )
