"""Requests and answers of the chat completions API, as JSON.

Answers are taken apart here and not by the SDK, which passes on whatever it is given: what is not
of the documented shape is told apart from what a model said.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import orjson

from agonist.models.protocol import Reply, Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agonist.models.protocol import Message, Settings

LONGEST = 1_000_000  # characters of text; the longest models write a tenth of it
MOST_TOKENS = 100_000_000  # that anyone can mean in one answer
BOM = "\ufeff"


class Misshapen(ValueError):
    """The body is no chat completion; the message says why."""


class Overlong(ValueError):
    """The text is longer than `LONGEST`."""


class Refused(ValueError):
    """The body is an error, whatever the status was; `code` is its HTTP status or 0."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def question(
    model: str, messages: Sequence[Message], settings: Settings, *, new_limit: bool = False
) -> dict[str, Any]:
    """The body of a request; options that are `None` are left out.

    `new_limit` names the length limit as reasoning models want it (`max_completion_tokens`).
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": message.role, "content": _sendable(message.content)} for message in messages],
    }
    options = {
        "temperature": settings.temperature,
        "max_completion_tokens" if new_limit else "max_tokens": settings.max_tokens,
        "top_p": settings.top_p,
        "seed": settings.seed,
        "reasoning_effort": settings.reasoning_effort,
    }
    body |= {name: value for name, value in options.items() if value is not None}
    if settings.schema is not None:
        schema = {"name": "answer", "strict": True, "schema": dict(settings.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if settings.top_logprobs is not None:
        body |= {"logprobs": True, "top_logprobs": settings.top_logprobs}
    return body


def read(body: bytes, model: str, seconds: float) -> Reply:
    """The reply in a body; `model` stands in where it does not name one.

    Raises `Misshapen`, `Overlong` or `Refused`.
    """
    answer = _json(body)
    if not isinstance(answer, dict):
        raise Misshapen("it is not a JSON object")
    choices = answer.get("choices")
    if isinstance(answer.get("error"), dict | str) and not choices:
        raise Refused(_code(answer["error"]))
    if not isinstance(choices, list) or not choices:
        raise Misshapen("it has no choices")
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        raise Misshapen("its first choice has no message")
    finish = choice.get("finish_reason")
    if finish == "error":
        raise Refused(_code(choice.get("error")))
    text = _text(message.get("content"))
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal:
        text, finish = whole(refusal), "refusal"
    thought = whole(_thought(message))
    if len(text) + len(thought) > LONGEST:
        raise Overlong
    return Reply(
        text=text,
        finish=whole(finish) if isinstance(finish, str) and finish else "unknown",
        usage=_usage(answer.get("usage")),
        model=whole(answer["model"]) if isinstance(answer.get("model"), str) and answer["model"] else model,
        seconds=seconds,
        logprobs=_logprobs(choice.get("logprobs")),
        thought=thought,
    )


def whole(text: str) -> str:
    """The text without a byte order mark before it, and with no half of a character in it."""
    return text.removeprefix(BOM).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _sendable(content: str) -> str:
    # A byte order mark may be sent, half a character may not.
    return content if content.isascii() else BOM * content.startswith(BOM) + whole(content)


def _json(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        pass
    try:
        # It takes halves of characters and infinities, which some servers write.
        return json.loads(body.decode("utf-8-sig"), parse_int=_whole_number)
    except UnicodeDecodeError:
        raise Misshapen("it is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise Misshapen(f"it is not JSON ({error})") from None


def _whole_number(digits: str) -> int | float:
    # Python refuses to read thousands of digits; nobody can mean them.
    return int(digits) if len(digits) < 100 else float(digits)


def _text(content: Any) -> str:
    if content is None:
        return ""
    if isinstance(content, str):
        return whole(content) if content.startswith(BOM) or not content.isascii() else content
    if isinstance(content, list):  # parts; those of other types are thought, or pictures
        texts = [
            part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"
        ]
        known = [text for text in texts if isinstance(text, str)]
        if len(known) == len(texts):
            return whole("".join(known))
    raise Misshapen("the content of its message is no text")


def _thought(message: dict[str, Any]) -> str:
    """Reasoning sent apart from the text."""
    for name in ("reasoning_content", "reasoning"):  # vLLM and DeepSeek; OpenRouter, Groq and newer vLLM
        if isinstance(thought := message.get(name), str) and thought:
            return thought
    content = message.get("content")
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    return "".join(_texts([part.get("thinking") for part in parts if part.get("type") == "thinking"]))


def _texts(thinking: list[Any]) -> list[str]:
    """The texts in parts of the type `thinking` (Mistral): each a text, or a list of parts of its own."""
    pieces = [piece for part in thinking for piece in (part if isinstance(part, list) else [part])]
    found = [piece.get("text") if isinstance(piece, dict) else piece for piece in pieces]
    return [text for text in found if isinstance(text, str)]


def _usage(given: Any) -> Usage:
    if not isinstance(given, dict):
        return Usage()
    prompt, completion = _count(given, "prompt_tokens"), _count(given, "completion_tokens")
    cached = _count(given.get("prompt_tokens_details"), "cached_tokens")
    reasoning = _count(given.get("completion_tokens_details"), "reasoning_tokens")
    # Some endpoints leave thought out of the completion, though they charge for it; the total shows it.
    completion = max(completion, _count(given, "total_tokens") - prompt)
    cached = min(prompt, cached or _count(given, "prompt_cache_hit_tokens"))  # the latter is DeepSeek's word
    return Usage(prompt, cached, completion, min(reasoning, completion))


def _count(given: Any, name: str) -> int:
    number = given.get(name) if isinstance(given, dict) else None
    if not isinstance(number, int | float) or isinstance(number, bool):
        return 0
    if not number <= MOST_TOKENS:
        shown = f"{number:.3g}" if isinstance(number, float) else f"{number:,}"
        raise Misshapen(f"it counts {shown} {name}, which nobody can mean")
    return int(number) if number > 0 else 0


def _logprobs(given: Any) -> tuple[tuple[str, float, tuple[tuple[str, float], ...]], ...] | None:
    tokens = given.get("content") if isinstance(given, dict) else None
    if not isinstance(tokens, list):
        return None
    try:
        return tuple(
            (
                whole(str(token["token"])),
                float(token["logprob"]),
                tuple(
                    (whole(str(other["token"])), float(other["logprob"])) for other in token["top_logprobs"]
                ),
            )
            for token in tokens
        )
    except (KeyError, TypeError, ValueError, OverflowError):
        raise Misshapen("its log-probabilities are not of the documented shape") from None


def _code(error: Any) -> int:
    code = error.get("code") if isinstance(error, dict) else None
    if isinstance(code, str) and code.isdecimal() and len(code) == 3:
        code = int(code)
    return code if isinstance(code, int) and not isinstance(code, bool) and 300 <= code <= 599 else 0
