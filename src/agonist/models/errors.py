"""Errors between Agonist and a model: `ProviderError` and its kinds, and `BudgetSpent`. None of them is a
player's fault.
"""

from __future__ import annotations

from typing import ClassVar

from agonist.core import AgonistError


class ProviderError(AgonistError):
    """The endpoint gave no answer. The message never holds a key.

    `max_tries` is how many tries make sense in total, 1 if a retry cannot help; `after` the seconds that the
    server asked to wait before the next; `tries` the requests that were sent before giving up.
    """

    exit_code = 4

    kind: ClassVar[str] = "provider"
    fatal: ClassVar[bool] = False
    """Whether all further requests will fail too, until the user changes something."""

    billed: ClassVar[bool] = False
    """Whether the provider may have charged for it."""

    def __init_subclass__(
        cls, *, kind: str | None = None, fatal: bool | None = None, billed: bool | None = None
    ) -> None:
        """What is not given is as in the class above."""
        for name, value in (("kind", kind), ("fatal", fatal), ("billed", billed)):
            if value is not None:
                setattr(cls, name, value)

    def __init__(self, message: str, *, max_tries: int = 1, after: float | None = None) -> None:
        super().__init__(message)
        self.max_tries = max_tries
        self.after = after
        self.tries = 1

    def given_up(self, tries: int, waited: float) -> ProviderError:
        """The same error, with the number of tries and the time in its message."""
        text = f"{self} (tried {tries} times in {waited:.0f} s of waiting)" if tries > 1 else str(self)
        last = type(self)(text, after=self.after)
        last.tries = tries
        return last


class NoKey(ProviderError, kind="no_key", fatal=True):
    """The environment holds no usable key."""


class Unauthorised(ProviderError, kind="unauthorised", fatal=True):
    """The key is wrong, or may not use this model."""


class ModelNotFound(ProviderError, kind="not_found", fatal=True):
    """There is no such model, or nothing at this address."""


class OptionRejected(ProviderError, kind="option", fatal=True):
    """The model rejects one of the settings."""


class RequestRejected(ProviderError, kind="rejected"):
    """The endpoint rejects this request."""


class ContextTooLong(RequestRejected, kind="context"):
    """The messages do not fit into the model's context."""


class Unreachable(ProviderError, kind="unreachable"):
    """There is no connection to the endpoint."""


class CutOff(ProviderError, kind="cut_off", billed=True):
    """The connection broke before the answer was complete."""


class TimedOut(ProviderError, kind="timed_out", billed=True):
    """There was no complete answer in time."""


class RateLimited(ProviderError, kind="rate_limited"):
    """The endpoint answered 429 (too many requests) for longer than is waited."""


class QuotaSpent(RateLimited, kind="quota", fatal=True):
    """The account has no credit left."""


class ServerFailed(ProviderError, kind="server_error"):
    """The endpoint failed for longer than is waited."""


class NotAnAnswer(ProviderError, kind="not_an_answer", billed=True):
    """The response is not in the format of the API."""


class HugeAnswer(NotAnAnswer, kind="huge_answer"):
    """The answer is longer than we read."""


class OtherMatch(ProviderError, kind="other_match", billed=True):
    """The answer belongs to another match than the one that asked."""


class AgentBusy(ProviderError, kind="busy", fatal=True):
    """Another process plays with this agent, which can play one match at a time."""


class BudgetSpent(AgonistError):
    """The user's limit of dollars, tokens or requests is reached.

    `option` is the option with which `agonist resume` continues: a limit twice as large.
    """

    exit_code = 5

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option
