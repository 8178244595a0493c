"""The protocol of a model: it completes a conversation, asynchronously."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agonist.models.image import Image


SESSION_HEADER: Final = "X-Session-ID"

LogProbs: TypeAlias = tuple[tuple[str, float, tuple[tuple[str, float], ...]], ...] | None
"""`(token, logprob, ((alternative, logprob), …))` for each token of a text."""


@dataclass(frozen=True, slots=True)
class TokenIds:
    """The tokens of one request as its engine had them, by their ids; `None` for what the endpoint left out.

    `prompt`: what it read, the template of the chat included. `completion`: all that it wrote, so thoughts,
    calls of tools and the token that ended the answer too. `logprobs`: of each token of the completion, the
    natural logarithm of its probability. They are kept as they came, even if their numbers differ.
    """

    prompt: tuple[int, ...] | None = None
    completion: tuple[int, ...] | None = None
    logprobs: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation; a user's turn may have an `image` of the position in the text."""

    role: Literal["system", "user", "assistant"]
    content: str
    image: Image | None = None

    def plain(self) -> dict[str, Any]:
        """The message as a JSON object; an image without its file.

        >>> Message("user", "Your move?").plain()
        {'role': 'user', 'content': 'Your move?'}
        """
        image = {} if self.image is None else {"image": self.image.plain()}
        return {"role": self.role, "content": self.content, **image}


@dataclass(frozen=True, slots=True)
class Origin:
    """The match, seat and step that a request belongs to.

    `match` is an opaque id, the same when a match is resumed; `seat` and `turn` (the step of the match)
    count from 0, `attempt` from 1. `probe` names a hidden question, and is empty for a move.
    """

    match: str
    seat: int
    turn: int
    attempt: int = 1
    probe: str = ""

    @property
    def session(self) -> str:
        """The conversation it belongs to: all requests of one seat of one match.

        >>> Origin("1f0c2b7a-17", 0, 4).session
        '1f0c2b7a-17-0'
        """
        return f"{self.match}-{self.seat}"

    def headers(self) -> dict[str, str]:
        """HTTP headers by which a served agent can distinguish its matches, and a router in front of several
        engines can keep a conversation on one (`X-Session-ID`, as routers of vLLM and prime-rl read it).

        They hold no model, no game and no seed, so that every endpoint may see them.

        >>> Origin("1f0c2b7a-17", 0, 4).headers()
        {'X-Session-ID': '1f0c2b7a-17-0', 'X-Agonist-Match': '1f0c2b7a-17', 'X-Agonist-Seat': '0',
         'X-Agonist-Turn': '4', 'X-Agonist-Attempt': '1'}
        """
        sent = {
            SESSION_HEADER: self.session,
            "X-Agonist-Match": self.match,
            "X-Agonist-Seat": str(self.seat),
            "X-Agonist-Turn": str(self.turn),
            "X-Agonist-Attempt": str(self.attempt),
        }
        return sent | ({"X-Agonist-Probe": self.probe} if self.probe else {})


@dataclass(frozen=True, slots=True)
class Settings:
    """How to answer; `None` leaves it to the endpoint.

    `schema` is a JSON schema the answer must follow (structured output). `top_logprobs` asks for the
    log-probabilities of each token and of that many alternatives. `timeout` is in seconds, for one
    request from sending to the last byte; waiting for a free place or for a retry does not count.
    `token_ids` asks for the ids of all tokens, and for the log-probabilities of those that it writes.
    `stop` holds texts at which to stop. `body` holds fields of the provider's own that are laid over the
    request's, such as `{"chat_template_kwargs": {"enable_thinking": False}}`.
    `origin` says which match and move the request belongs to; it is sent as headers, and answers of a plain
    model do not depend on it.
    """

    temperature: float | None = None
    max_tokens: int | None = None
    top_p: float | None = None
    seed: int | None = None
    schema: Mapping[str, Any] | None = None
    reasoning_effort: str | None = None
    top_logprobs: int | None = None
    top_k: int | None = None
    min_p: float | None = None
    stop: tuple[str, ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 120.0
    origin: Origin | None = None
    token_ids: bool = False


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as counted by the endpoint; all zero if it did not count them and they were not estimated.

    `cached` is the part of `prompt` read from the provider's cache, `written` the part written to it, which
    some providers charge more for; `reasoning` the part of `completion` that was hidden thought.

    >>> Usage(prompt=10, completion=2) + Usage(prompt=5, cached=4)
    Usage(prompt=15, cached=4, completion=2, reasoning=0, written=0)
    """

    prompt: int = 0
    cached: int = 0
    completion: int = 0
    reasoning: int = 0
    written: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt + other.prompt,
            self.cached + other.cached,
            self.completion + other.completion,
            self.reasoning + other.reasoning,
            self.written + other.written,
        )

    def times(self, number: int) -> Usage:
        """The usage multiplied by a number."""
        return Usage(
            self.prompt * number,
            self.cached * number,
            self.completion * number,
            self.reasoning * number,
            self.written * number,
        )

    @property
    def total(self) -> int:
        """Prompt and completion together."""
        return self.prompt + self.completion


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer.

    `finish` says why it stopped: `stop`, `length` (cut off at the limit), `refusal`, or the endpoint's own
    word. `model` is the name of the model that answered, as the endpoint gives it. `seconds` is the time from
    sending the answered request to its last byte; `tries` counts the requests sent, failed ones too (0 from
    the cache). `cost` is in dollars, `None` where no price is known. `logprobs` has `(token, logprob,
    ((alternative, logprob), …))` for each token of the text. `thought` is the reasoning that the endpoint
    sent separately from the text, or empty. `left_out` lists the settings that were not sent, since the model
    does not take them.
    """

    text: str
    finish: str
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    seconds: float = 0.0
    tries: int = 1
    cost: float | None = None
    from_cache: bool = False
    logprobs: LogProbs = None
    thought: str = ""
    left_out: tuple[str, ...] = ()
    estimated: bool = False
    """Whether `usage` is our estimate, since the endpoint did not count tokens."""
    token_ids: TokenIds | None = None
    """The tokens as the engine had them, where it was asked for them and gave them."""


class Model(Protocol):
    """Anything that answers messages. Raises `ProviderError` or `BudgetSpent`, never `InvalidAnswer`."""

    @property
    def name(self) -> str:
        """The name as the user wrote it, such as `openai/gpt-5-mini`."""

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The model's answer to these messages."""
