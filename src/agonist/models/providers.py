"""Who serves models, at which address, and which key may be sent there."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from agonist.core import UsageError, nearest
from agonist.models.errors import NoKey

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agonist.models.openai_client import OpenAIModel


@dataclass(frozen=True, slots=True)
class Provider:
    """An OpenAI-compatible endpoint: its address and the variable its key is in (`None`: no key)."""

    base_url: str
    key_env: str | None = None


PROVIDERS: Mapping[str, Provider] = MappingProxyType(
    {
        "openai": Provider("https://api.openai.com/v1", "OPENAI_API_KEY"),
        "openrouter": Provider("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
        "groq": Provider("https://api.groq.com/openai/v1", "GROQ_API_KEY"),
        "together": Provider("https://api.together.xyz/v1", "TOGETHER_API_KEY"),
        "deepseek": Provider("https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
        "mistral": Provider("https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
        "fireworks": Provider("https://api.fireworks.ai/inference/v1", "FIREWORKS_API_KEY"),
        "xai": Provider("https://api.x.ai/v1", "XAI_API_KEY"),
        "gemini": Provider("https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
        "ollama": Provider("http://127.0.0.1:11434/v1"),
        "vllm": Provider("http://127.0.0.1:8000/v1"),
        "llamacpp": Provider("http://127.0.0.1:8080/v1"),
        "endpoint": Provider("http://127.0.0.1:8321/v1"),
    }
)


@dataclass(frozen=True, slots=True)
class Route:
    """Where requests for one model go. The key stays out of its repr."""

    name: str
    model: str
    base_url: str
    key: str | None = field(repr=False)
    key_env: str | None

    @property
    def host(self) -> str:
        """Host and port, for messages."""
        return urlsplit(self.base_url).netloc

    @property
    def local(self) -> bool:
        """Whether it is on this machine."""
        return is_loopback(self.base_url)


def route(
    name: str,
    *,
    base_url: str | None = None,
    key_env: str | None = None,
    environ: Mapping[str, str] | None = None,
) -> Route:
    """The address and key for a model named `provider/model`.

    The address is `base_url`, else (for openai) the variable OPENAI_BASE_URL, else the provider's own.
    The key is the value of the variable `key_env` where that is given. Otherwise it is the provider's
    variable, with three exceptions: nothing is sent to an address on this machine that was given;
    OPENAI_API_KEY goes to hosts of openai.com only; and no key goes out unencrypted.
    Raises `UsageError` for a wrong name or address, `NoKey` where a key is needed and missing.

    >>> route("endpoint/echo")
    Route(name='endpoint/echo', model='echo', base_url='http://127.0.0.1:8321/v1', key_env=None)
    >>> route("opanai/gpt-5-mini")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: there is no provider 'opanai'; did you mean 'openai'?
    """
    environ = os.environ if environ is None else environ
    prefix, slash, model = name.partition("/")
    if not slash or not model:
        raise UsageError(f"a model is named provider/model, such as openai/gpt-5-mini, not {name!r}")
    if prefix not in PROVIDERS:
        raise UsageError(nearest("provider", prefix, PROVIDERS))
    provider = PROVIDERS[prefix]
    given = base_url or (environ.get("OPENAI_BASE_URL") or None if prefix == "openai" else None)
    url = _checked(given if given is not None else provider.base_url)
    key: str | None = None
    variable = key_env
    if key_env is None and provider.key_env is not None and not (given is not None and is_loopback(url)):
        variable = provider.key_env
        _refuse_stranger(variable, url)
    if variable is not None:
        key = _key(variable, name, environ)
    return Route(name, model, url, key, variable)


def connect(
    name: str,
    *,
    base_url: str | None = None,
    key_env: str | None = None,
    timeout: float | None = None,
    max_concurrency: int | None = None,
    rpm: float | None = None,
    tpm: float | None = None,
) -> OpenAIModel:
    """A model behind an HTTP endpoint, without cache, budget or prices; see `route` and `Limits`.

    `timeout` (seconds a request) wins over the settings'. Nothing is sent yet.
    """
    # The SDK takes a second to import, which `agonist games` should not wait for.
    from agonist.models.openai_client import OpenAIModel

    where = route(name, base_url=base_url, key_env=key_env)
    return OpenAIModel(where, timeout=timeout, max_concurrency=max_concurrency, rpm=rpm, tpm=tpm)


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine.

    >>> is_loopback("http://localhost:8000/v1"), is_loopback("http://[::1]:80"), is_loopback("http://10.0.0.1")
    (True, True, False)
    """
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_openai(url: str) -> bool:
    """Whether an address is OpenAI's own.

    >>> is_openai("https://eu.api.openai.com/v1"), is_openai("https://openai.com.example.org/v1")
    (True, False)
    """
    host = urlsplit(url).hostname or ""
    return host == "openai.com" or host.endswith(".openai.com")


def _checked(url: str) -> str:
    shown = url.rpartition("@")[2]  # what stands before it may be a password
    try:
        parts = urlsplit(url)
        wrong = parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0
    except ValueError:
        wrong = True
    if wrong:
        raise UsageError(f"base_url {shown!r} is no address such as http://127.0.0.1:8000/v1")
    if parts.username is not None or parts.query or parts.fragment:
        raise UsageError(
            f"base_url {shown.partition('?')[0]!r} holds a user, a query or a fragment; "
            "put a key into an environment variable and name it with key_env"
        )
    return url.rstrip("/")


def _refuse_stranger(variable: str, url: str) -> None:
    host = urlsplit(url).netloc
    if variable == "OPENAI_API_KEY" and not is_openai(url):
        raise NoKey(
            f"{host} is not OpenAI's, so it does not get the key in OPENAI_API_KEY by itself; name the "
            "variable that holds its key with key_env=NAME, or use a provider that needs none, such as vllm"
        )
    if urlsplit(url).scheme != "https":
        raise NoKey(
            f"{variable} would go to {host} unencrypted; use an https address, "
            f"or say that you mean it with key_env={variable}"
        )


def _key(variable: str, name: str, environ: Mapping[str, str]) -> str:
    key = environ.get(variable, "").strip()
    if not key:
        raise NoKey(f"{name} needs a key: put it into the environment variable {variable}")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise NoKey(f"the environment variable {variable} holds characters that no key has")
    return key
