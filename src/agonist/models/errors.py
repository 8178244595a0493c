"""Errors between Agonist and a model. None of them is a player's fault.

* ProviderError          the endpoint gave no answer; exit code 4
  - NoKey                the environment variable with the key is empty
  - Unauthorised         401 or 403
  - ModelNotFound        404
  - OptionRejected       an option this model does not take
  - RequestRejected      another 4xx
    - ContextTooLong     the messages do not fit into the model
  - Unreachable          no connection
  - CutOff               the connection broke before the answer was complete
  - TimedOut             no answer in time
  - RateLimited          429 for longer than our patience
    - QuotaSpent         the account has no credit left
  - ServerFailed         408, 409 or 5xx for longer than our patience
  - NotAnAnswer          something that is no API answer
    - HugeAnswer         longer than we read
  - OtherMatch           an agent answered for another match
  - AgentBusy            another process plays with this agent
* BudgetSpent            the user's own limit; exit code 5
"""

from __future__ import annotations

from typing import ClassVar

from agonist.core import AgonistError


class ProviderError(AgonistError):
    """The endpoint gave no answer. The message never holds a key."""

    exit_code = 4

    kind: ClassVar[str] = "provider"
    fatal: ClassVar[bool] = False
    """Whether all further requests will fail too, until the user changes something."""

    billed: ClassVar[bool] = False
    """Whether the provider may have charged for it."""

    def __init__(self, message: str, *, worth: int = 1, after: float | None = None) -> None:
        super().__init__(message)
        self.worth = worth
        """How many tries make sense in total; 1 if a retry cannot help."""
        self.after = after
        """Seconds the server asked to wait before the next try."""
        self.tries = 1
        """Requests that were sent before giving up."""

    def given_up(self, tries: int, waited: float) -> ProviderError:
        """The same error, with the number of tries and the time in its message."""
        much = f"{self} (tried {tries} times in {waited:.0f} s of waiting)" if tries > 1 else str(self)
        last = type(self)(much, after=self.after)
        last.tries = tries
        return last


class NoKey(ProviderError):
    """The environment holds no usable key."""

    kind = "no_key"
    fatal = True


class Unauthorised(ProviderError):
    """The key is wrong, or may not use this model."""

    kind = "unauthorised"
    fatal = True


class ModelNotFound(ProviderError):
    """There is no such model, or nothing at this address."""

    kind = "not_found"
    fatal = True


class OptionRejected(ProviderError):
    """The model rejects one of the settings."""

    kind = "option"
    fatal = True


class RequestRejected(ProviderError):
    """The endpoint rejects this request."""

    kind = "rejected"


class ContextTooLong(RequestRejected):
    """The messages do not fit into the model's context."""

    kind = "context"


class Unreachable(ProviderError):
    """There is no connection to the endpoint."""

    kind = "unreachable"


class CutOff(ProviderError):
    """The connection broke before the answer was complete."""

    kind = "cut_off"
    billed = True


class TimedOut(ProviderError):
    """There was no complete answer in time."""

    kind = "timed_out"
    billed = True


class RateLimited(ProviderError):
    """The endpoint answered 429 (too many requests) for longer than our patience."""

    kind = "rate_limited"


class QuotaSpent(RateLimited):
    """The account has no credit left."""

    kind = "quota"
    fatal = True


class ServerFailed(ProviderError):
    """The endpoint failed for longer than our patience."""

    kind = "server_error"


class NotAnAnswer(ProviderError):
    """The response is not in the format of the API."""

    kind = "not_an_answer"
    billed = True


class HugeAnswer(NotAnAnswer):
    """The answer is longer than we read."""

    kind = "huge_answer"


class OtherMatch(ProviderError):
    """The answer belongs to another match than the one that asked."""

    kind = "other_match"
    billed = True


class AgentBusy(ProviderError):
    """Another process plays with this agent, which can play one match at a time."""

    kind = "busy"
    fatal = True


class BudgetSpent(AgonistError):
    """The user's limit of dollars, tokens or requests is reached.

    `option` is the option with which `agonist resume` continues: a limit twice as large.
    """

    exit_code = 5

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option
