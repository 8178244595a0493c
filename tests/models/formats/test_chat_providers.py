"""OpenAI, Azure and OpenRouter, against stand-ins that are as strict as their references."""

from __future__ import annotations

from typing import Any

import pytest

from agonist.core import UsageError
from agonist.models.errors import ModelNotFound, OptionRejected, RequestRejected
from agonist.models.protocol import Settings
from agonist.models.providers import route

KEY = "key-of-this-test-0123456789"


def between(low, high):
    return lambda value: type(value) in (int, float) and low <= value <= high


# Chat completions: OpenAI's API reference, "Create chat completion".
CHAT: dict[str, Any] = {
    "model!": str,
    "messages!": [{"role!": {"system", "developer", "user", "assistant"}, "content!": str, "name": str}],
    "temperature": between(0, 2),
    "top_p": between(0, 1),
    "max_tokens": int,
    "max_completion_tokens": int,
    "seed": int,
    "stop": [str],
    "reasoning_effort": {"none", "minimal", "low", "medium", "high", "xhigh"},
    "response_format": {
        "type!": {"text", "json_object", "json_schema"},
        "json_schema": {"name!": str, "strict": bool, "schema": dict, "description": str},
    },
    "logprobs": bool,
    "top_logprobs": between(0, 20),
    "user": str,
    "service_tier": {"auto", "default", "flex", "priority"},
    "verbosity": {"low", "medium", "high"},
}


def chat_answer(body: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": f"{body.get('model', 'deployed')}-2026-08-07",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": "Action: 3", "refusal": None, "annotations": []},
                "logprobs": None,
                "finish_reason": "stop",
            }
        ],
        "usage": {
            "prompt_tokens": 1200,
            "completion_tokens": 50,
            "total_tokens": 1250,
            "prompt_tokens_details": {"cached_tokens": 1024, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 40, "audio_tokens": 0},
        },
        "service_tier": "default",
    }


def chat_error(status: int, message: str) -> dict[str, Any]:
    kinds = {401: "invalid_api_key", 404: "model_not_found"}
    error = {"message": message, "type": "invalid_request_error", "param": message.partition(":")[0]}
    return {"error": {**error, "code": kinds.get(status)}}


@pytest.fixture
async def openai(serve):
    """A reasoning model: no temperature but its default, and another name for the length limit."""

    def own(body: dict[str, Any]) -> str:
        if body.get("temperature", 1) != 1:
            return (
                "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1)."
            )
        if "max_tokens" in body:
            return (
                "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."
            )
        return ""

    return await serve(
        path="/v1/chat/completions",
        headers={"authorization": f"Bearer {KEY}"},
        shape=CHAT,
        answer=chat_answer,
        complain=chat_error,
        extra=own,
    )


@pytest.fixture
async def azure(serve):
    """The data plane of 2024-10-21: the deployment stands in the path, and the body has no model."""
    new = ("model!", "verbosity", "service_tier")
    return await serve(
        path="/openai/deployments/my%20gpt/chat/completions",
        headers={"api-key": KEY},
        query={"api-version": "2024-10-21"},
        shape={name: inner for name, inner in CHAT.items() if name not in new},
        answer=chat_answer,
        complain=lambda status, message: {"error": {"code": str(status), "message": message}},
    )


@pytest.fixture
async def openrouter(serve):
    """OpenRouter's reference: the cost is in the usage, effort in `reasoning`, routing in `provider`."""
    routing = {"order": [str], "only": [str], "sort": {"price", "throughput"}, "allow_fallbacks": bool}
    own = {
        "top_k": int,
        "min_p": between(0, 1),
        "usage": {"include!": bool},
        "reasoning": {"effort": {"minimal", "low", "medium", "high"}, "max_tokens": int, "exclude": bool},
        "provider": routing,
    }

    def answer(body: dict[str, Any]) -> dict[str, Any]:
        whole = chat_answer(body)
        whole["choices"][0]["message"]["reasoning"] = "Three is free."
        whole["usage"] |= {
            "cost": 0.00125,
            "is_byok": False,
            "cost_details": {"upstream_inference_cost": None},
        }
        return {**whole, "provider": "Fireworks"}

    return await serve(
        path="/api/v1/chat/completions",
        headers={"authorization": f"Bearer {KEY}"},
        shape={name: inner for name, inner in CHAT.items() if name != "reasoning_effort"} | own,
        answer=answer,
        complain=lambda status, message: {"error": {"code": status, "message": message}},
    )


async def test_a_reasoning_model_of_openai_is_asked_as_it_wants_to_be(openai):
    settings = Settings(temperature=0, max_tokens=500, reasoning_effort="low", seed=7, stop=("END",))
    reply = await openai.ask("openai/gpt-5-mini", settings)
    assert (reply.text, reply.left_out, reply.tries) == ("Action: 3", ("temperature",), 1)
    assert (reply.usage.cached, reply.usage.reasoning, reply.cost) == (1024, 40, None)
    *_, last = openai.bodies
    assert (last["max_completion_tokens"], last["stop"]) == (500, ["END"])


async def test_every_setting_fits_the_reference_of_openai(openai):
    settings = Settings(
        temperature=1,
        top_p=0.9,
        schema={"type": "object"},
        top_logprobs=2,
        body={"service_tier": "flex", "verbosity": "low"},
    )
    assert (await openai.ask("openai/gpt-5-mini", settings)).text == "Action: 3"


async def test_openai_has_no_top_k_and_says_so(openai):
    with pytest.raises(OptionRejected, match="leave the option top_k out"):
        await openai.ask("openai/gpt-5-mini", Settings(top_k=5))


async def test_a_deployment_of_azure_is_found_by_path_and_version(azure):
    reply = await azure.ask("azure/my gpt", Settings(temperature=0, max_tokens=500), "")
    assert reply.text == "Action: 3"
    with pytest.raises(ModelNotFound, match="wrong query"):
        await azure.ask("azure/my gpt", Settings(), "", api_version="2023-05-15")


async def test_a_prompt_that_azure_filters_is_a_refusal(azure):
    error = {
        "message": "The response was filtered",
        "code": "content_filter",
        "status": 400,
        "param": "prompt",
    }
    azure.acts = [(400, {"error": {**error, "innererror": {"code": "ResponsibleAIPolicyViolation"}}}, {})]
    assert (await azure.ask("azure/my gpt", Settings(), "")).finish == "refusal"


def test_the_address_of_azure_is_each_users_own():
    key = {"AZURE_OPENAI_API_KEY": "k"}
    with pytest.raises(UsageError, match="AZURE_OPENAI_ENDPOINT"):
        route("azure/gpt", environ=key)
    environ = {
        **key,
        "AZURE_OPENAI_ENDPOINT": "https://us.openai.azure.com/",
        "OPENAI_API_VERSION": "2025-01-01",
    }
    found = route("azure/gpt", environ=environ)
    assert (found.base_url, found.api_version) == ("https://us.openai.azure.com", "2025-01-01")


async def test_openrouter_says_what_it_cost_and_where_it_was_served(openrouter):
    settings = Settings(
        top_k=40,
        min_p=0.05,
        reasoning_effort="low",
        body={"provider": {"order": ["fireworks"], "allow_fallbacks": False}},
    )
    reply = await openrouter.ask("openrouter/openai/gpt-5-mini", settings, "/api/v1")
    assert (reply.cost, reply.thought) == (0.00125, "Three is free.")
    (body,) = openrouter.bodies
    assert body["reasoning"] == {"effort": "low"}
    assert body["provider"] == {"order": ["fireworks"], "allow_fallbacks": False}


async def test_headers_go_with_every_request_and_their_values_into_no_message(openrouter):
    secret = "a-secret-of-the-gateway"
    headers = {"X-Title": "chess", "X-Gateway-Key": secret}
    openrouter.headers = {**openrouter.headers, "x-title": "chess", "x-gateway-key": secret}
    reply = await openrouter.ask("openrouter/m", Settings(), "/api/v1", headers=headers)
    assert reply.text == "Action: 3"
    openrouter.acts = [(400, {"error": {"code": 400, "message": f"wrong key {secret}"}}, {})]
    with pytest.raises(RequestRejected) as error:
        await openrouter.ask("openrouter/m", Settings(), "/api/v1", headers=headers)
    assert secret not in str(error.value)
