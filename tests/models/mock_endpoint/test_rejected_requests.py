"""Mock providers as awkward as the real ones: what they refuse, and that our requests adapt to it."""

import json

import pytest
from tests.models.mock_endpoint.test_server import body, post

from agonist import api
from agonist.models.client import HttpModel
from agonist.models.mock_endpoint import Endpoint, Faults
from agonist.models.mock_endpoint.rejected_requests import REFUSALS
from agonist.models.model_assembly import aclose_all
from agonist.models.protocol import Message, Settings
from agonist.models.providers import route


def form(schema):
    return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}


def whole(**properties):
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


BID = {"type": "integer", "minimum": 0, "maximum": 9}
SYSTEM = [{"role": "system", "content": "You play."}, {"role": "user", "content": "?"}]
BUDGET = {"type": "enabled", "budget_tokens": 2_048}

TABLE = [
    ("openai", {"response_format": form(whole(bid=BID))}, ""),
    ("anthropic", {"response_format": form(whole(bid={"type": "integer"}))}, ""),
    ("anthropic", {"response_format": form(whole(bid=BID))}, "'maximum' is not supported"),
    ("anthropic", {"response_format": form(whole(bids={"type": "array", "items": BID}))}, "'maximum'"),
    ("openai", {"response_format": form(whole(all={"type": "array", "maxItems": 2}))}, "'maxItems'"),
    ("openai", {"response_format": form({**whole(bid=BID), "required": []})}, "missing 'bid'"),
    ("openai", {"response_format": form({"type": "object", "properties": {}})}, "'additionalProperties'"),
    ("openai", {"reasoning_effort": "low", "temperature": 0}, "'temperature' is not supported"),
    ("openai", {"reasoning_effort": "low", "max_tokens": 9}, "'max_completion_tokens'"),
    ("openai", {"reasoning_effort": "none", "temperature": 0, "max_tokens": 9}, ""),
    ("anthropic", {"thinking": BUDGET, "max_tokens": 2_048}, "must be greater than `thinking.budget_tokens`"),
    ("anthropic", {"thinking": BUDGET, "max_tokens": 2_049}, ""),
    ("anthropic", {"thinking": BUDGET, "max_tokens": 4_096, "temperature": 0}, "when thinking is enabled"),
    ("anthropic", {"messages": SYSTEM}, ""),
    ("gemma", {"messages": SYSTEM}, "System role not supported"),
    ("gemma", {"messages": SYSTEM[1:], "temperature": 0}, ""),
]


@pytest.mark.parametrize(("fault", "sent", "why"), TABLE)
async def test_what_such_a_provider_refuses_is_refused_in_its_words_and_all_else_is_answered(
    fault, sent, why
):
    async with Endpoint(faults=Faults(**{fault: 1})) as endpoint:
        status, _, raw = await post(endpoint, body(**sent))
    assert status == (400 if why else 200)
    assert why in json.loads(raw).get("error", {}).get("message", "")


@pytest.mark.parametrize(
    ("fault", "left_out"),
    [("openai", {"temperature"}), ("anthropic", {"temperature", "bounds"}), ("gemma", {"system"})],
)
async def test_a_request_leaves_out_what_is_refused_and_records_it(fault, left_out):
    settings = Settings(temperature=0, reasoning_effort="low", max_tokens=400, schema=whole(bid=BID))
    async with Endpoint(faults=Faults(**{fault: 1})) as endpoint:
        model = HttpModel(route("endpoint/m", base_url=endpoint.url))
        for _ in range(2):
            reply = await model.complete([Message("system", "You play."), Message("user", "?")], settings)
            assert set(reply.left_out) == left_out
        await aclose_all()
    assert endpoint.statuses == {400: endpoint.requests - 2, 200: 2}  # it is learnt once


@pytest.mark.parametrize("fault", REFUSALS)
def test_a_game_of_numbers_is_played_with_schemas_at_such_a_provider(fault, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Endpoint("careful", Faults(**{fault: 1})) as endpoint:
        player = f"m=endpoint/m?base_url={endpoint.url}&format=schema&temperature=0"
        done = api.run("guess_average?rounds=1", [player], matches=1)
    assert (done.status, sum(done.progress.invalid.values())) == ("finished", 0)
