"""Ids of tokens as the endpoint for tests gives them: like vLLM's, and as awkward."""

from random import Random

import pytest
from tests.models.mock_endpoint.test_server import ASKED, answer, body, post

from agonist.models.mock_endpoint import Endpoint, Faults
from agonist.models.mock_endpoint.token_counts_by_conversation import SeenTokens
from agonist.models.mock_endpoint.tokenizer import END, decode, encode, sampled
from agonist.models.model_assembly import aclose_all, build, connect
from agonist.models.protocol import Message, Origin, Settings


@pytest.fixture(autouse=True)
async def _closed():
    yield
    await aclose_all()


IDS = {"logprobs": True, "return_token_ids": True}


async def test_ids_stand_where_vllm_puts_them_and_only_if_asked():
    async with Endpoint("thinker") as endpoint:
        whole = await answer(endpoint, body(**IDS))
        plain = await answer(endpoint, body())
    assert "token_ids" not in plain
    assert decode(whole["token_ids"]) == whole["message"]["content"] == plain["message"]["content"]
    assert "<think>" in decode(whole["token_ids"])
    assert whole["token_ids"][-1] == END
    entries = whole["logprobs"]["content"]
    assert len(entries) == len(whole["token_ids"])
    assert all(each["logprob"] <= 0 and each["top_logprobs"] == [] for each in entries)


async def test_the_client_reads_them_streamed_or_not():
    async with Endpoint("first") as endpoint:
        model = build(connect("endpoint/first", base_url=endpoint.url))
        ask = [Message("user", ASKED)]
        reply = await model.complete(ask, Settings(token_ids=True))
        streamed = await model.complete(ask, Settings(token_ids=True, body={"stream": True}))
    assert reply.token_ids is not None
    assert streamed.token_ids is not None
    assert decode(reply.token_ids.prompt or ()) == ASKED
    assert decode(reply.token_ids.completion or ()) == reply.text
    assert (streamed.token_ids.prompt, streamed.token_ids.completion) == (
        reply.token_ids.prompt,
        reply.token_ids.completion,
    )
    assert streamed.token_ids.logprobs is None


@pytest.mark.parametrize(
    ("fault", "lacking"),
    [("no_token_ids", "everything"), ("no_prompt_ids", "prompt"), ("odd_logprobs", "a log-probability")],
)
async def test_ids_can_be_missing_or_odd(fault, lacking):
    async with Endpoint("first", Faults(**{fault: 1.0})) as endpoint:
        model = build(connect("endpoint/first", base_url=endpoint.url))
        tokens = (await model.complete([Message("user", ASKED)], Settings(token_ids=True))).token_ids
    if lacking == "everything":
        assert tokens is None
    else:
        assert tokens is not None
        assert (tokens.prompt is None) == (lacking == "prompt")
        missing = len(tokens.completion or ()) - len(tokens.logprobs or ())
        assert missing == (lacking == "a log-probability")


async def test_what_openai_refuses_is_refused():
    async with Endpoint("first", Faults(openai=1.0)) as endpoint:
        status, _, raw = await post(endpoint, body(**IDS))
        assert (status, b"return_token_ids" in raw) == (400, True)
        model = build(connect("endpoint/first", base_url=endpoint.url))
        reply = await model.complete([Message("user", ASKED)], Settings(token_ids=True))
    assert (reply.token_ids, reply.left_out) == (None, ("token_ids",))


def test_an_answer_tokenised_again_gives_other_ids():
    rng = Random(1)
    texts = ['{"cell": "(1, 1)"}', "<think>né</think> 中\ud83d", "x" * 40]
    for text in texts:
        wrote = sampled(text, rng)
        assert decode(wrote) == decode(encode(text)) == text
        assert wrote != encode(text)
    assert (sampled("", rng), encode("")) == ([], [])
    with pytest.raises(ValueError, match="no token"):
        decode([2**32 - 1])


def test_a_conversation_goes_on_from_what_was_written_and_differs_where_a_thought_was_dropped():
    user = {"role": "user", "content": "Your move?"}
    for text, kept in (("<think>Hm.</think>3", True), ("3", False)):
        seen = SeenTokens()
        first = seen.prompt("s", [user])
        wrote = (*sampled("<think>Hm.</think>3", Random(1)), END)
        seen.note("s", first, wrote, "<think>Hm.</think>3")
        again = seen.prompt("s", [user, {"role": "assistant", "content": text}, user])
        seen.note("s", again, (END,), "4")
        call = seen.calls("s")[-1]
        assert (call.after, call.common == len(first) + len(wrote)) == (0, kept)
        assert call.common >= len(first)
    assert seen.prompt("other", [user]) == first
    assert seen.calls("other") == ()


async def test_conversations_are_told_apart_by_their_session():
    async with Endpoint("first") as endpoint:
        model = build(connect("endpoint/first", base_url=endpoint.url))
        for seat in (0, 1, 0):
            settings = Settings(token_ids=True, origin=Origin("m", seat, 0))
            await model.complete([Message("user", ASKED)], settings)
        assert endpoint.tokens.sessions == ("m-1", "m-0")
        assert [len(endpoint.tokens.calls(session)) for session in ("m-0", "m-1")] == [2, 1]
