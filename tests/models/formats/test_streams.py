"""An answer that is streamed though nobody asked is read as the same answer in one piece, in every format."""

import json

import pytest
from tests.models.formats.test_anthropic import message_answer
from tests.models.formats.test_google import content_answer

from agonist.models.formats import FORMATS
from agonist.models.formats.json_bodies import Misshapen, Refused
from agonist.models.protocol import TokenIds

ARGUMENTS = '{"column": 3}'


def halves(text):
    return [text[: len(text) // 2], text[len(text) // 2 :]]


def chat_chunks(answer):
    """Chunks by OpenAI's reference, "Chat completion chunk"."""
    (choice,), deltas = answer["choices"], [{"role": "assistant", "content": ""}]
    for name in ("reasoning_content", "content"):
        deltas += [{name: half} for half in halves(choice["message"].get(name) or "")]
    for call in choice["message"].get("tool_calls", []):
        first, second = halves(call["function"]["arguments"])
        deltas.append({"tool_calls": [{"index": 0, "function": {**call["function"], "arguments": first}}]})
        deltas.append({"tool_calls": [{"index": 0, "function": {"arguments": second}}]})
    yield from ({"model": answer["model"], "choices": [{"index": 0, "delta": each}]} for each in deltas)
    yield {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]}
    yield {"choices": [], "usage": answer["usage"]}


def message_events(answer):
    """Events by Anthropic's guide "Streaming messages"."""
    usage = answer["usage"] | {"output_tokens": 1}
    yield {"type": "message_start", "message": {**answer, "content": [], "stop_reason": None, "usage": usage}}
    yield {"type": "ping"}
    for index, block in enumerate(answer["content"]):
        kind, name = {"text": ("text_delta", "text"), "thinking": ("thinking_delta", "thinking")}.get(
            block["type"], ("input_json_delta", "partial_json")
        )
        texts = halves(block[name] if name in block else json.dumps(block["input"]))
        empty = {name: ""} if name in block else {"input": {}}
        yield {"type": "content_block_start", "index": index, "content_block": {**block, **empty}}
        for text in texts:
            yield {"type": "content_block_delta", "index": index, "delta": {"type": kind, name: text}}
        if kind == "thinking_delta":
            delta = {"type": "signature_delta", "signature": block["signature"]}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    delta = {"stop_reason": answer["stop_reason"], "stop_sequence": None}
    total = {"output_tokens": answer["usage"]["output_tokens"], "input_tokens": None}
    yield {"type": "message_delta", "delta": delta, "usage": total}
    yield {"type": "message_stop"}


def content_chunks(answer):
    """Responses by Google's reference, "models.streamGenerateContent"."""
    (candidate,) = answer["candidates"]
    for part in candidate["content"]["parts"]:
        for text in halves(part["text"]) if "text" in part else [None]:
            some = part if text is None else {**part, "text": text}
            yield {"candidates": [{"content": {"role": "model", "parts": [some]}, "index": 0}]}
    end = {"content": {"role": "model", "parts": [{"text": ""}]}, "finishReason": candidate["finishReason"]}
    yield {**answer, "candidates": [end]}


def completion(**message):
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 20, "completion_tokens": 5}
    return {"model": "echo-2026", "choices": [choice], "usage": usage}


CALL = [{"type": "function", "function": {"name": "play", "arguments": ARGUMENTS}}]
TOOL = {"type": "tool_use", "id": "t1", "name": "play", "input": json.loads(ARGUMENTS)}
FUNCTION = {"functionCall": {"name": "play", "args": json.loads(ARGUMENTS)}}
THINKING = {"thinking": {}, "generationConfig": {"thinkingConfig": {"includeThoughts": True}}, "model": "m"}

ANSWERS = {
    "chat": (
        chat_chunks,
        completion(content="Action: 3", reasoning_content="Three is free."),
        completion(content=None, tool_calls=CALL),
    ),
    "anthropic": (
        message_events,
        message_answer(THINKING),
        {**message_answer({"model": "m"}), "content": [TOOL], "stop_reason": "tool_use"},
    ),
    "google": (
        content_chunks,
        content_answer(THINKING),
        {**content_answer({}), "candidates": [{"content": {"parts": [FUNCTION]}, "finishReason": "STOP"}]},
    ),
}


def body(events):
    texts = [f"event: {each.get('type', 'chunk')}\r\ndata: {json.dumps(each)}\r\n\r\n" for each in events]
    return "".join([": a comment\r\n\r\n", *texts]).encode()


@pytest.mark.parametrize("name", ANSWERS)
def test_a_stream_is_read_as_the_same_answer_in_one_piece(name):
    split, *answers = ANSWERS[name]
    for answer in answers:
        whole = FORMATS[name].read(json.dumps(answer).encode(), "m", 0.0)
        assert FORMATS[name].read(body(split(answer)), "m", 0.0) == whole
        assert whole.text in ("Action: 3", '<tool_call>{"name":"play","arguments":{"column":3}}</tool_call>')


def test_ids_of_tokens_are_joined_from_the_chunks_as_vllm_streams_them():
    whole = completion(content="Action: 3") | {"prompt_token_ids": [1, 2]}
    first, *rest = chat_chunks(whole)
    chunks = [first | {"prompt_token_ids": [1, 2]}]
    for nth, chunk in enumerate(rest):
        chunks.append(chunk)
        for choice in chunk["choices"]:
            choice["token_ids"] = [10 + nth]
    streamed = [each for chunk in rest for choice in chunk["choices"] for each in choice["token_ids"]]
    whole["choices"][0]["token_ids"] = streamed
    read = FORMATS["chat"].read(body(chunks), "m", 0.0)
    assert read == FORMATS["chat"].read(json.dumps(whole).encode(), "m", 0.0)
    assert read.token_ids == TokenIds((1, 2), tuple(streamed), None)
    assert len(streamed) > 2


@pytest.mark.parametrize("name", ANSWERS)
def test_a_stream_that_ends_before_its_answer_or_with_an_error_is_none(name):
    split, answer, _ = ANSWERS[name]
    half = list(split(answer))[:3]
    with pytest.raises(Misshapen, match="ends before the answer"):
        FORMATS[name].read(body(half), "m", 0.0)
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    with pytest.raises(Refused):
        FORMATS[name].read(body([*half, error]), "m", 0.0)
