"""The mock endpoint in the formats of Anthropic and Google: matches over the wire are those of OpenAI's."""

import json

import aiohttp
import pytest

import agonist
from agonist.models.mock_endpoint import Endpoint, Faults

FORMATS = {
    "endpoint/m": ("/v1", "&seeded=no"),
    "anthropic/m": ("/v1", ""),
    "google/m": ("/v1beta", "&seeded=no"),
}
"""The address below the host, and what keeps a seed from being sent, by which the mock would draw."""


def played(model, game, endpoint, more=""):
    """A match of a model against a random player, which is named `m` in every format."""
    base, unseeded = FORMATS[model]
    url = endpoint.url.removesuffix("/v1") + base
    return agonist.play(game, [f"m={model}?base_url={url}{unseeded}{more}", "random"], seed=3)


@pytest.mark.parametrize("model", [*FORMATS][1:])
@pytest.mark.parametrize("game", ["tictactoe", "guess_average?seats=2&rounds=3", "bargain"])
@pytest.mark.parametrize("more", ["", "&format=schema", "&history=none&max_tokens=400"])
def test_a_match_in_a_providers_format_is_the_same_as_in_openais(model, game, more):
    with Endpoint("careful") as endpoint:
        one, other = (played(each, game, endpoint, more) for each in ("endpoint/m", model))
        assert set(endpoint.statuses) == {200}
    assert other.record.moves == one.record.moves
    calls = [[call for step in match.steps for call in step.calls] for match in (one, other)]
    assert [(c.text, c.finish, c.error) for c in calls[1]] == [(c.text, c.finish, c.error) for c in calls[0]]
    assert [c.usage.total for c in calls[1]] == [c.usage.total for c in calls[0]]
    assert all(c.usage.prompt for c in calls[1])


@pytest.mark.parametrize("model", [*FORMATS][1:])
@pytest.mark.parametrize(
    ("fault", "finish"), [("refusal", "refusal"), ("length", "length"), ("no_usage", "stop")]
)
def test_faults_are_those_of_the_format(model, fault, finish):
    with Endpoint("careful", Faults(**{fault: 1.0})) as endpoint:
        match = played(model, "tictactoe", endpoint)
    call = match.steps[0].calls[0]
    assert (call.finish, call.estimated) == (finish, fault == "no_usage")


@pytest.mark.parametrize("model", [*FORMATS][1:])
def test_errors_are_told_and_tried_again_in_the_format(model, monkeypatch):
    monkeypatch.setattr("agonist.models.retry.RetryPolicy.wait", lambda *_: 0.001)
    with Endpoint("careful", Faults(rate_429=0.5, retry_after=0.01)) as endpoint:
        assert played(model, "tictactoe", endpoint).record.moves
        assert endpoint.statuses[429] > 0


@pytest.mark.parametrize("model", [*FORMATS][1:])
def test_the_key_is_asked_for_in_the_providers_header(model, monkeypatch):
    monkeypatch.setenv("MOCK_KEY", "sesame-sesame")
    with Endpoint("careful", key="sesame-sesame") as endpoint:
        assert played(model, "tictactoe", endpoint, "&key_env=MOCK_KEY").record.moves
        monkeypatch.setenv("MOCK_KEY", "another-another")
        with pytest.raises(agonist.ProviderError):
            played(model, "tictactoe", endpoint, "&key_env=MOCK_KEY")


BOUNDED = {"type": "integer", "minimum": 0}
OBJECT = {"type": "object", "properties": {"n": BOUNDED}, "required": ["n"], "additionalProperties": False}
USER = {"role": "user", "content": [{"type": "text", "text": "?"}]}


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("/v1/messages", {"messages": [USER]}, "max_tokens"),
        ("/v1/messages", {"messages": [{**USER, "role": "assistant"}], "max_tokens": 9}, "user"),
        ("/v1/messages", {"messages": [USER, {**USER, "role": "system"}], "max_tokens": 9}, "system"),
        (
            "/v1/messages",
            {
                "messages": [USER],
                "max_tokens": 9,
                "output_config": {"format": {"type": "json_schema", "schema": OBJECT}},
            },
            "'minimum' is not supported",
        ),
        (
            "/v1/messages",
            {"messages": [USER], "max_tokens": 1024, "thinking": {"type": "enabled", "budget_tokens": 1024}},
            "must be greater than",
        ),
        ("/v1beta/models/m:generateContent", {"contents": [{"role": "assistant", "parts": []}]}, "assistant"),
        (
            "/v1beta/models/m:generateContent",
            {
                "contents": [{"role": "user", "parts": [{"text": "?"}]}],
                "generationConfig": {"responseJsonSchema": {**OBJECT, "pattern": "x"}},
            },
            "'pattern' is not supported",
        ),
    ],
)
async def test_what_the_references_of_anthropic_and_google_do_not_have_is_refused(path, body, why):
    async with Endpoint("careful") as endpoint, aiohttp.ClientSession() as session:
        url = endpoint.url.removesuffix("/v1") + path
        headers = {"anthropic-version": "2023-06-01"}
        async with session.post(url, json={"model": "m", **body}, headers=headers) as got:
            answer = json.loads(await got.read())
    assert got.status == 400
    assert why in answer["error"]["message"]
    assert answer.get("type", "error") == "error"
