"""Shared by all formats: reading JSON from untrusted servers, and writing request bodies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import orjson

from agonist.models.protocol import TokenIds

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from agonist.models.protocol import LogProbs

MAX_CHARACTERS = 1_000_000  # characters, ten times the longest answers of models
MAX_TOKENS_COUNTED = 100_000_000  # more tokens in one answer are an error
BOM = "\ufeff"


class Misshapen(ValueError):
    """The body does not have the documented shape; the message says why."""


class Overlong(ValueError):
    """The text is longer than `MAX_CHARACTERS`."""


class Refused(ValueError):
    """The body is an error, whatever the status was; `code` is its HTTP status or 0."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def read_object(body: bytes) -> dict[str, Any]:
    """The JSON object in a body. Raises `Misshapen`."""
    answer = _json(body)
    if not isinstance(answer, dict):
        raise Misshapen("it is not a JSON object")
    return answer


def whole(text: str) -> str:
    """The text without a byte order mark, and with lone surrogates replaced."""
    if text.isascii():
        return text
    text = text.removeprefix(BOM)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def sendable(body: dict[str, Any]) -> bytes:
    """A body as JSON in UTF-8; lone surrogates, which cannot be sent, are replaced."""
    try:
        return orjson.dumps(body)
    except TypeError:  # found by the encoder, since a search would take as long as all the rest
        return orjson.dumps(_mended(body))


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_mended(key): _mended(inner) for key, inner in value.items()}
    return [_mended(inner) for inner in value] if isinstance(value, list | tuple) else value


def word_in(answer: Mapping[str, Any], name: str, otherwise: str) -> str:
    """A word in an answer, such as the model's name; `otherwise` where there is none."""
    word = answer.get(name)
    return whole(word) if isinstance(word, str) and word else otherwise


def tool_call(name: Any, arguments: Any) -> str:
    """A call of a tool that nobody offered, as open models write one; broken arguments stay as they are.

    >>> tool_call("play", '{"column": 3}'), tool_call("play", '{"column": ')
    ('<tool_call>{"name":"play","arguments":{"column":3}}</tool_call>',
     '<tool_call>play {"column": </tool_call>')
    """
    try:
        value = orjson.loads(arguments) if isinstance(arguments, str) else arguments
        call = orjson.dumps({"name": name, "arguments": value}).decode()
    except (orjson.JSONDecodeError, TypeError):
        call = f"{name} {arguments}"
    return f"<tool_call>{call}</tool_call>"


def log_probs(tokens: Iterable[tuple[Any, Iterable[Any]]], name: str) -> LogProbs:
    """The log-probabilities of tokens and their alternatives, under `name` in each. Raises `Misshapen`."""

    def entry(token: Any) -> tuple[str, float]:
        return whole(str(token["token"])), float(token[name])

    try:
        return tuple((*entry(token), tuple(map(entry, others))) for token, others in tokens)
    except (KeyError, TypeError, ValueError, OverflowError):
        raise Misshapen("its log-probabilities are not of the documented shape") from None


def token_ids(prompt: Any, completion: Any, logprobs: LogProbs) -> TokenIds:
    """The ids of tokens in an answer, and the log-probabilities of those that were written.

    Raises `Misshapen`.
    """
    chances = None if logprobs is None else tuple([value for _, value, _ in logprobs])
    return TokenIds(_ids(prompt), _ids(completion), chances)


def _ids(values: Any) -> tuple[int, ...] | None:
    if values is None:
        return None
    if not isinstance(values, list) or not all(type(each) is int and 0 <= each < 2**32 for each in values):
        raise Misshapen("its token ids are not a list of whole numbers from 0 up")
    return tuple(values)


def bounded(text: str, thought: str) -> tuple[str, str]:
    """Text and thought, cleaned by `whole`. Raises `Overlong`."""
    text, thought = whole(text), whole(thought)
    if len(text) + len(thought) > MAX_CHARACTERS:
        raise Overlong
    return text, thought


def count(value: Any, name: str) -> int:
    """A number of tokens in a JSON object, 0 where there is none. Raises `Misshapen` for an absurd one."""
    number = value.get(name) if isinstance(value, dict) else None
    if number is None:
        return 0
    if not isinstance(number, int | float) or isinstance(number, bool):
        return 0
    if not number <= MAX_TOKENS_COUNTED:
        shown = f"{number:.3g}" if isinstance(number, float) else f"{number:,}"
        raise Misshapen(f"it counts {shown} {name}, which is absurd")
    return int(number) if number > 0 else 0


def status_in(error: Any) -> int:
    """The HTTP status in an error object; 0 if there is none."""
    code = error.get("code") if isinstance(error, dict) else None
    if isinstance(code, str) and code.isdecimal() and len(code) == 3:
        code = int(code)
    return code if isinstance(code, int) and not isinstance(code, bool) and 300 <= code <= 599 else 0


def merged(body: dict[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """A body overlaid with a user's own fields; objects are merged, other values replaced.

    >>> merged({"a": {"x": 1}, "b": 2}, {"a": {"y": 3}})
    {'a': {'x': 1, 'y': 3}, 'b': 2}
    """
    for key, value in extra.items():
        old = body.get(key)
        body[key] = merged(dict(old), value) if isinstance(old, dict) and isinstance(value, dict) else value
    return body


def _json(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        pass
    try:
        # The standard library accepts lone surrogates and infinities, which some servers write.
        return json.loads(body.decode("utf-8-sig"), parse_int=_whole_number)
    except UnicodeDecodeError:
        raise Misshapen("it is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise Misshapen(f"it is not JSON ({error})") from None


def _whole_number(digits: str) -> int | float:
    # Python refuses to read thousands of digits.
    return int(digits) if len(digits) < 100 else float(digits)
