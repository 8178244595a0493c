"""Gemini over generateContent, against a stand-in that is as strict as the reference."""

from __future__ import annotations

from typing import Any

import pytest
from tests.models.formats.conftest import is_png, with_picture, wrong

from agonist.models.errors import (
    ContextTooLong,
    OptionRejected,
    RateLimited,
    RequestRejected,
    ServerFailed,
    Unauthorised,
)
from agonist.models.protocol import Message, Settings

KEY = "key-of-this-test-0123456789"


def between(low, high):
    return lambda value: type(value) in (int, float) and low <= value <= high


PART = {"text": str, "inlineData": {"mimeType!": {"image/png"}, "data!": is_png}}


def part(value):
    """A part of a message: text or an image, not both."""
    return not wrong(value, PART) and len(value) == 1


# Google's API reference, "models.generateContent", v1beta.
CONTENT: dict[str, Any] = {
    "contents!": [{"role!": {"user", "model"}, "parts!": [part]}],
    "systemInstruction": {"parts!": [{"text!": str}]},
    "generationConfig": {
        "temperature": between(0, 2),
        "topP": between(0, 1),
        "topK": int,
        "maxOutputTokens": int,
        "seed": int,
        "stopSequences": [str],
        "responseMimeType": {"text/plain", "application/json"},
        "responseJsonSchema": dict,
        "responseLogprobs": bool,
        "logprobs": between(0, 20),
        "thinkingConfig": {
            "includeThoughts": bool,
            "thinkingBudget": int,
            "thinkingLevel": {"minimal", "low", "medium", "high"},
        },
    },
    "safetySettings": [{"category!": str, "threshold!": str}],
    "cachedContent": str,
}


def content_answer(body: dict[str, Any]) -> dict[str, Any]:
    config = body.get("generationConfig", {})
    thought = [{"text": "Three is free.", "thought": True}]
    shown = thought if config.get("thinkingConfig", {}).get("includeThoughts") else []
    candidate: dict[str, Any] = {
        "content": {"role": "model", "parts": [*shown, {"text": "Action: 3", "thoughtSignature": "CpMC"}]},
        "finishReason": "STOP",
        "index": 0,
        "avgLogprobs": -0.1,
    }
    if config.get("responseLogprobs"):
        candidate["logprobsResult"] = {
            "chosenCandidates": [{"token": "3", "tokenId": 5, "logProbability": -0.1}],
            "topCandidates": [{"candidates": [{"token": "3", "tokenId": 5, "logProbability": -0.1}]}],
        }
    return {
        "candidates": [candidate],
        "usageMetadata": {
            "promptTokenCount": 1300,
            "cachedContentTokenCount": 1000,
            "candidatesTokenCount": 10,
            "thoughtsTokenCount": 40,
            "totalTokenCount": 1350,
        },
        "modelVersion": "gemini-3.8-flash-001",
        "responseId": "r1",
    }


def content_error(status: int, message: str) -> dict[str, Any]:
    kinds = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED"}
    return {
        "error": {"code": status, "message": message, "status": kinds.get(status, "INTERNAL"), "details": []}
    }


@pytest.fixture
def gemini(serve):
    """Serves one model."""

    async def start(model="gemini-3.8-flash"):
        def own(body: dict[str, Any]) -> str:
            thinking = body.get("generationConfig", {}).get("thinkingConfig", {})
            if "thinkingLevel" in thinking and "thinkingBudget" in thinking:
                return "thinking_level and thinking_budget may not both be set"
            if "thinkingLevel" in thinking and "2.5" in model:
                return "thinking_level is not supported by this model"
            if thinking and "2.0" in model:
                return "thinking is not supported by this model"
            return ""

        return await serve(
            path=f"/v1beta/models/{model}:generateContent",
            headers={"x-goog-api-key": KEY},
            shape=CONTENT,
            answer=content_answer,
            complain=content_error,
            extra=own,
        )

    return start


async def ask(served, settings, model="gemini-3.8-flash", talk=None):
    return await served.ask(f"google/{model}", settings, "/v1beta", talk)


async def test_the_stand_in_refuses_what_the_reference_does_not_have(gemini):
    with pytest.raises(RequestRejected, match="max_tokens: unknown field"):
        await ask(await gemini(), Settings(body={"max_tokens": 5}))


async def test_an_answer_has_its_text_its_thought_and_its_usage(gemini):
    reply = await ask(await gemini(), Settings())
    assert (reply.text, reply.thought, reply.finish) == ("Action: 3", "Three is free.", "stop")
    usage = reply.usage
    assert (usage.prompt, usage.cached, usage.completion, usage.reasoning) == (1300, 1000, 50, 40)
    assert reply.model == "gemini-3.8-flash-001"


async def test_every_setting_is_sent_under_its_name_in_the_api(gemini):
    served = await gemini()
    talk = [
        Message("system", "You play."),
        Message("user", "?"),
        Message("assistant", "2"),
        Message("user", "!"),
    ]
    settings = Settings(
        temperature=0,
        top_p=0.9,
        top_k=40,
        max_tokens=500,
        seed=7,
        stop=("END",),
        schema={"type": "object"},
        top_logprobs=2,
        body={"generationConfig": {"thinkingConfig": {"thinkingLevel": "low"}}},
    )
    reply = await ask(served, settings, talk=talk)
    (body,) = served.bodies
    assert [content["role"] for content in body["contents"]] == ["user", "model", "user"]
    assert body["systemInstruction"] == {"parts": [{"text": "You play."}]}
    assert body["generationConfig"] == {
        "temperature": 0,
        "topP": 0.9,
        "topK": 40,
        "maxOutputTokens": 500,
        "seed": 7,
        "stopSequences": ["END"],
        "responseMimeType": "application/json",
        "responseJsonSchema": {"type": "object"},
        "responseLogprobs": True,
        "logprobs": 2,
        "thinkingConfig": {"includeThoughts": True, "thinkingLevel": "low"},
    }
    assert reply.logprobs == (("3", -0.1, (("3", -0.1),)),)


@pytest.mark.parametrize(
    ("model", "effort", "thinking"),
    [
        ("gemini-2.5-flash", "low", {"includeThoughts": True, "thinkingBudget": 1_024}),
        ("gemini-2.5-flash", "none", {"thinkingBudget": 0}),
        ("gemini-3.8-flash", "high", {"includeThoughts": True, "thinkingLevel": "high"}),
        ("gemini-2.0-flash", None, None),
    ],
)
async def test_effort_is_a_budget_up_to_gemini_2_5_and_a_level_since(gemini, model, effort, thinking):
    served = await gemini(model)
    await ask(served, Settings(reasoning_effort=effort), model)
    assert served.bodies[0].get("generationConfig", {}).get("thinkingConfig") == thinking


async def test_a_budget_of_thought_fits_the_limit_on_the_answer(gemini):
    served = await gemini("gemini-2.5-flash")
    await ask(served, Settings(reasoning_effort="high", max_tokens=4_096), "gemini-2.5-flash")
    assert served.bodies[0]["generationConfig"]["thinkingConfig"]["thinkingBudget"] == 3_072


@pytest.mark.parametrize(
    ("candidate", "text", "finish"),
    [
        (
            {
                "content": {"parts": [{"functionCall": {"name": "play", "args": {"column": 3}}}]},
                "finishReason": "UNEXPECTED_TOOL_CALL",
            },
            '<tool_call>{"name":"play","arguments":{"column":3}}</tool_call>',
            "unexpected_tool_call",
        ),
        (
            {
                "content": {},
                "finishReason": "MALFORMED_FUNCTION_CALL",
                "finishMessage": "Malformed function call: play(column=3",
            },
            "Malformed function call: play(column=3",
            "malformed_function_call",
        ),
    ],
)
async def test_a_call_of_a_function_that_nobody_offered_is_shown_broken_or_not(
    gemini, candidate, text, finish
):
    served = await gemini()
    served.acts = [(200, {"candidates": [candidate]}, {})]
    reply = await ask(served, Settings())
    assert (reply.text, reply.finish) == (text, finish)


async def test_a_least_likelihood_is_refused_before_anything_is_sent(gemini):
    served = await gemini()
    with pytest.raises(OptionRejected, match="min_p"):
        await ask(served, Settings(min_p=0.1))
    assert served.bodies == []


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("SAFETY", "refusal"),
        ("PROHIBITED_CONTENT", "refusal"),
        ("RECITATION", "refusal"),
        ("MAX_TOKENS", "length"),
        ("MALFORMED_FUNCTION_CALL", "malformed_function_call"),
    ],
)
async def test_why_it_stopped(gemini, reason, finish):
    served = await gemini()
    served.acts = [(200, {"candidates": [{"finishReason": reason, "index": 0}]}, {})]
    reply = await ask(served, Settings())
    assert (reply.text, reply.finish) == ("", finish)


async def test_a_prompt_that_is_blocked_is_a_refusal(gemini):
    served = await gemini()
    served.acts = [
        (200, {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 9}}, {})
    ]
    reply = await ask(served, Settings())
    assert (reply.text, reply.finish, reply.usage.prompt) == ("", "refusal", 9)


async def test_the_wait_that_google_asks_for_stands_in_the_body(gemini):
    served = await gemini()
    error = content_error(429, "Resource has been exhausted")
    info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.01s"}
    error["error"]["details"] = [info]
    served.acts = [(429, error, {})]
    reply = await ask(served, Settings())
    assert reply.tries == 2


@pytest.mark.parametrize(
    ("status", "message", "details", "kind"),
    [
        (400, "API key not valid.", [{"reason": "API_KEY_INVALID"}], Unauthorised),
        (400, "The input token count (2000000) exceeds the maximum.", [], ContextTooLong),
        (429, "Resource has been exhausted", [], RateLimited),
        (503, "The model is overloaded.", [], ServerFailed),
    ],
)
async def test_errors_are_told_apart(gemini, status, message, details, kind):
    served = await gemini()
    error = content_error(status, message)
    error["error"]["details"] = details
    served.acts = [(status, error, {})] * 3
    with pytest.raises(kind) as found:
        await ask(served, Settings())
    assert KEY not in str(found.value)


async def test_a_picture_is_a_part_before_its_text(gemini):
    talk = with_picture([Message("system", "You play."), Message("user", "Your move?")])
    served = await gemini()
    await ask(served, Settings(), talk=talk)
    (turn,) = served.bodies[0]["contents"]
    assert [list(part) for part in turn["parts"]] == [["inlineData"], ["text"]]
