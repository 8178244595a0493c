"""The reader of answers is never surprised."""

import base64
import html
import json
from urllib.parse import quote, quote_plus

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.models.formats import FORMATS
from agonist.models.formats.chat import question, read
from agonist.models.formats.json_bodies import Misshapen, Overlong, Refused, sendable
from agonist.models.protocol import Message, Reply, Settings
from agonist.models.redaction import HIDDEN, excerpt, redact, without

NAMES = [
    "choices",
    "message",
    "content",
    "refusal",
    "reasoning",
    "reasoning_content",
    "reasoning_details",
    "usage",
    "prompt_tokens",
    "logprobs",
    "error",
    "code",
    "model",
]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5),
    max_leaves=20,
)


@settings(max_examples=50, deadline=None)
@given(
    st.one_of(JSON, st.fixed_dictionaries({"choices": st.lists(JSON, min_size=1)}, optional={"usage": JSON}))
)
@pytest.mark.slow
def test_any_json_is_a_reply_or_is_told_apart(answer):
    try:
        reply = read(orjson.dumps(answer), "m", 0.0)
    except (Misshapen, Overlong, Refused):
        return
    assert isinstance(reply, Reply)
    assert isinstance(reply.text, str)
    assert 0 <= reply.usage.cached <= reply.usage.prompt
    assert 0 <= reply.usage.reasoning <= reply.usage.completion


CHUNKS = [
    *(*NAMES, "choices", "delta", "tool_calls", "function", "arguments", "finish_reason", "index"),
    *("type", "message", "content_block", "partial_json", "stop_reason", "thinking", "input"),
    *("candidates", "parts", "finishReason", "promptFeedback"),
]
ENVELOPES = {
    "chat": lambda chunk: {"choices": [{"delta": chunk, "finish_reason": "stop"}]},
    "anthropic": lambda chunk: {"type": "content_block_delta", "delta": chunk, "index": chunk.get("index")},
    "google": lambda chunk: {"candidates": [{"content": chunk, "finishReason": "STOP"}]},
}


@settings(max_examples=50, deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from(CHUNKS), JSON, max_size=4), max_size=4))
@pytest.mark.slow
def test_any_stream_is_a_reply_or_is_told_apart(chunks):
    for name, envelope in ENVELOPES.items():
        whole = map(envelope, chunks)
        end = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}}
        body = b"".join(b"data: %b\n\n" % orjson.dumps(event) for event in (*chunks, *whole, end))
        try:
            FORMATS[name].read(body, "m", 0.0)
        except (Misshapen, Overlong, Refused):
            continue


@pytest.mark.slow
@settings(deadline=None)
@given(st.binary())
def test_any_bytes_are_a_reply_or_are_told_apart(body):
    try:
        read(body, "m", 0.0)
    except (Misshapen, Overlong, Refused):
        return


@pytest.mark.slow
@settings(deadline=None)
@given(st.text(), st.text("abcdefghijklmnop0123456789", min_size=12), st.text())
def test_no_key_survives_redaction_wherever_it_stands(before, key, after):
    text = before + key + after + "Bearer " + key
    assert key not in redact(text, key)
    assert key not in excerpt(text, key)
    assert HIDDEN in redact(text, key)


@pytest.mark.parametrize(
    ("message", "thought"),
    [
        ({"content": "7", "reasoning_content": "Six or seven?"}, "Six or seven?"),  # vLLM, DeepSeek
        ({"content": "7", "reasoning": "Six or seven?"}, "Six or seven?"),  # OpenRouter, Groq
        ({"content": "7", "reasoning": None, "reasoning_content": ""}, ""),
        (
            {
                "content": "7",
                "reasoning_details": [
                    {"type": "reasoning.summary", "summary": "Six or "},
                    {"type": "reasoning.text", "text": "seven?", "signature": "c2ln"},
                    {"type": "reasoning.encrypted", "data": "eA=="},
                ],
            },
            "Six or seven?",
        ),  # OpenRouter
        (
            {
                "content": [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "Six or seven?"}]},
                    {"type": "text", "text": "7"},
                ]
            },
            "Six or seven?",
        ),  # Mistral
    ],
)
def test_reasoning_is_kept_apart_from_the_text(message, thought):
    body = orjson.dumps({"choices": [{"message": message, "finish_reason": "stop"}]})
    reply = read(body, "m", 0.0)
    assert (reply.text, reply.thought) == ("7", thought)


def completion(text='"x"', usage="null", more=""):
    return f'{{"choices": [{{"message": {{"content": {text}}}}}], "usage": {usage}{more}}}'.encode()


def test_half_a_character_and_a_byte_order_mark_are_read():
    assert read(b"\xef\xbb\xbf" + completion(), "m", 0.0).text == "x"
    assert read(completion(r'"\ufeffx"'), "m", 0.0).text == "x"
    half = read(completion(r'"column 3 \ud83d"'), "m", 0.0).text
    assert half == "column 3 \ufffd"
    assert read(completion(r'"\ud83d\ude00"'), "m", 0.0).text == "\U0001f600"
    sent = sendable(question("m", [Message("user", "half \ud83d of it")], Settings()))
    assert orjson.loads(sent)["messages"][0]["content"] == "half \ufffd of it"


@pytest.mark.parametrize("count", ["1" * 5000, "1" * 30, "1e300", "99999999999", "NaN", "Infinity"])
@pytest.mark.parametrize("name", ["prompt_tokens", "completion_tokens", "total_tokens"])
def test_absurd_token_counts_are_the_providers_error(count, name):
    with pytest.raises(Misshapen, match=name):
        read(completion(usage=f'{{"{name}": {count}}}'), "m", 0.0)


@pytest.mark.parametrize("count", ["-1", "-1e300", "null", '"many"', "[]", "true"])
def test_a_count_that_says_nothing_counts_nothing(count):
    assert read(completion(usage=f'{{"completion_tokens": {count}}}'), "m", 0.0).usage.total == 0


@pytest.mark.parametrize("code", ["1" * 5000, '"' + "1" * 5000 + '"', "1e400", "-3", "null"])
def test_an_error_code_of_any_length_is_an_error(code):
    with pytest.raises(Refused) as refused:
        read(f'{{"error": {{"message": "no", "code": {code}}}}}'.encode(), "m", 0.0)
    assert refused.value.code == 0


def test_nesting_without_end_is_no_answer():
    with pytest.raises(Misshapen):
        read(b"[" * 200_000 + b"]" * 200_000, "m", 0.0)


KEY = "sk-proj-Zx81/TqLm+N0pQrStUvWxYz"
ENCODED = {
    "as it is": KEY,
    "in capitals": KEY.upper(),
    "base64": base64.b64encode(KEY.encode()).decode(),
    "base64 of the header": base64.b64encode(f"Bearer {KEY}\n".encode()).decode(),
    "base64 for addresses": base64.urlsafe_b64encode(KEY.encode()).decode(),
    "base64 of a name and it": base64.b64encode(f"me:{KEY}".encode()).decode(),
    "for addresses": quote(KEY, safe=""),
    "for forms": quote_plus(KEY).lower(),
    "JSON with its slashes": json.dumps(KEY).replace("/", "\\/"),
    "HTML": html.escape(KEY),
}


@pytest.mark.parametrize("form", ENCODED)
def test_a_key_echoed_in_another_form_is_recognised(form):
    text = f"The key {ENCODED[form]} is wrong."
    for said in (without(text, KEY), redact(text, KEY), excerpt(text, KEY)):
        assert HIDDEN in said
        held = "".join(said.removeprefix("The key ").removesuffix(" is wrong.").split(HIDDEN))
        # What is left is of what stood around it.
        assert not any(piece in held for piece in (KEY[at : at + 5] for at in range(8, len(KEY) - 5)))
        assert len(held) < 30


def test_no_half_of_a_key_is_quoted_where_a_long_response_is_cut():
    key = "k3y.of.no.known.spelling"
    for width in range(7_950, 8_050):
        assert key[:5] not in excerpt(" " * width + key, key)
        assert key[:5] not in excerpt(("x" * width + key).encode(), key)


def test_words_are_no_key():
    text = "Development of sk-proj- keys: ... and *** say nothing; my-local is a name."
    assert without(text, KEY, "my-local-development-server", "EMPTY", None, "") == text


def test_hiding_takes_no_longer_than_reading():
    for text in ("a" * 200_000, "*" * 200_000, "sk-" * 70_000, "a*" * 100_000, "." * 200_000):
        without(text, KEY, "a" * 20 + "1b")
