"""The reader of answers is never surprised."""

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.models.answer import Misshapen, Overlong, Refused, read
from agonist.models.protocol import Reply
from agonist.models.redaction import HIDDEN, excerpt, redact

NAMES = [
    "choices",
    "message",
    "content",
    "refusal",
    "reasoning",
    "reasoning_content",
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


@settings(deadline=None)
@given(
    st.one_of(JSON, st.fixed_dictionaries({"choices": st.lists(JSON, min_size=1)}, optional={"usage": JSON}))
)
def test_any_json_is_a_reply_or_is_told_apart(answer):
    try:
        reply = read(orjson.dumps(answer), "m", 0.0)
    except (Misshapen, Overlong, Refused):
        return
    assert isinstance(reply, Reply)
    assert isinstance(reply.text, str)
    assert 0 <= reply.usage.cached <= reply.usage.prompt
    assert 0 <= reply.usage.reasoning <= reply.usage.completion


@settings(deadline=None)
@given(st.binary())
def test_any_bytes_are_a_reply_or_are_told_apart(body):
    try:
        read(body, "m", 0.0)
    except (Misshapen, Overlong, Refused):
        return


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
