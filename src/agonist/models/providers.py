"""The providers of models: their addresses, and which key may be sent there."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from agonist.core import UsageError, nearest
from agonist.models.address_kinds import addresses_in, is_loopback, is_openai
from agonist.models.errors import NoKey
from agonist.models.protocol import SESSION_HEADER

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider: its address, the variable that holds its key (`None`: no key), its wire format.

    `url_env`: the variable that holds the address, for providers that give each user one of their own.
    """

    base_url: str
    key_env: str | None = None
    format: str = "chat"
    url_env: str | None = None


IN_PROCESS = "in this process"
"""The format of models that run without an endpoint."""

LACKING: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "anthropic": ("seed", "min_p", "top_logprobs"),
        "google": ("min_p",),
        IN_PROCESS: ("schema", "reasoning_effort", "top_logprobs"),
    }
)
"""By format, the settings that it has no field for."""

PROVIDERS: Mapping[str, Provider] = MappingProxyType(
    {
        "openai": Provider("https://api.openai.com/v1", "OPENAI_API_KEY", url_env="OPENAI_BASE_URL"),
        "anthropic": Provider("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY", "anthropic"),
        "google": Provider("https://generativelanguage.googleapis.com/v1beta", "GEMINI_API_KEY", "google"),
        "azure": Provider("", "AZURE_OPENAI_API_KEY", "azure", "AZURE_OPENAI_ENDPOINT"),
        "openrouter": Provider("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", "openrouter"),
        "groq": Provider("https://api.groq.com/openai/v1", "GROQ_API_KEY"),
        "together": Provider("https://api.together.xyz/v1", "TOGETHER_API_KEY"),
        "deepseek": Provider("https://api.deepseek.com/v1", "DEEPSEEK_API_KEY"),
        "mistral": Provider("https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
        "fireworks": Provider("https://api.fireworks.ai/inference/v1", "FIREWORKS_API_KEY"),
        "huggingface": Provider("https://router.huggingface.co/v1", "HF_TOKEN"),
        "xai": Provider("https://api.x.ai/v1", "XAI_API_KEY"),
        "gemini": Provider("https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
        "ollama": Provider("http://127.0.0.1:11434/v1"),
        "vllm": Provider("http://127.0.0.1:8000/v1"),
        "llamacpp": Provider("http://127.0.0.1:8080/v1"),
        "endpoint": Provider("http://127.0.0.1:8321/v1"),
        "transformers": Provider("http://127.0.0.1", format=IN_PROCESS),
    }
)


_OF_THE_CLIENT = ("host", "content-length", "transfer-encoding", "content-type", "connection")
OUR_HEADERS = frozenset({*_OF_THE_CLIENT, SESSION_HEADER.lower()})
"""Headers that no user sets: the client and `Origin` do."""

SECRET_MIN_CHARACTERS = 12
"""Header words of at least this length are treated as secrets; shorter ones occur in any answer."""

AZURE_VERSION = "2024-10-21"
"""The default version of Azure's API: the last of its dated stable ones."""


@dataclass(frozen=True, slots=True)
class Route:
    """The address, format, key and headers for one model's requests; its repr hides key and headers.

    `headers` go with every request, beside those of the format; they may hold secrets. `others` are the
    addresses of further engines that serve the same model.
    """

    name: str
    model: str
    base_url: str
    key: str | None = field(repr=False)
    key_env: str | None
    format: str = field(default="chat", repr=False)
    api_version: str = field(default="", repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    others: tuple[str, ...] = field(default=(), repr=False)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Those of all engines."""
        return (self.base_url, *self.others)

    def to(self, address: str) -> Route:
        """The route to one of its engines."""
        return replace(self, base_url=address, others=())

    @property
    def host(self) -> str:
        """Host and port, for messages."""
        return urlsplit(self.base_url).netloc

    @property
    def secrets(self) -> tuple[str, ...]:
        """Texts that may not appear in any message or record: the key, and long words of headers."""
        words = (word for _, value in self.headers for word in value.split() if "://" not in word)
        return tuple(
            filter(None, (self.key, *(word for word in words if len(word) >= SECRET_MIN_CHARACTERS)))
        )

    @property
    def local(self) -> bool:
        """Whether all engines are on this machine."""
        return all(map(is_loopback, self.addresses))


def route(
    name: str,
    *,
    base_url: str | None = None,
    key_env: str | None = None,
    api_version: str | None = None,
    headers: Mapping[str, str] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Route:
    """The address and key for a model named `provider/model`.

    The address is `base_url`, else the variable OPENAI_BASE_URL (openai) or AZURE_OPENAI_ENDPOINT (azure),
    else the provider's own; several engines are written with commas between them. `api_version` is Azure's,
    else the variable OPENAI_API_VERSION, else the last stable one. `headers` go with every request.
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
    address = base_url or (environ.get(provider.url_env) or None if provider.url_env else None)
    if provider.format == IN_PROCESS:
        raise UsageError(f"{name} runs in this process, and has no address")
    if address is None and not provider.base_url:
        raise UsageError(
            f"{prefix} serves each user at an address of their own: put it into the environment variable "
            f"{provider.url_env}, or write {name}?base_url=https://…"
        )
    urls = tuple(map(_checked, addresses_in(provider.base_url if address is None else address)))
    if twice := [url for nth, url in enumerate(urls) if url in urls[:nth]]:
        raise UsageError(f"{name}: base_url names {twice[0]} twice")
    key: str | None = None
    variable = key_env
    if key_env is None and provider.key_env is not None and not (address and all(map(is_loopback, urls))):
        variable = provider.key_env
        for url in urls:
            _refuse_stranger(variable, url)
    if variable is not None:
        key = bearer(variable, name, environ)
    version = api_version or environ.get("OPENAI_API_VERSION") or AZURE_VERSION
    return Route(
        name,
        model,
        urls[0],
        key,
        variable,
        provider.format,
        version if provider.format == "azure" else "",
        tuple(_header(name, value) for name, value in (headers or {}).items()),
        urls[1:],
    )


def _checked(url: str) -> str:
    shown = url.rpartition("@")[2]  # the text before it may be a password
    try:
        parts = urlsplit(url)
        wrong = parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0
    except ValueError:
        wrong = True
    if wrong:
        raise UsageError(f"base_url {shown!r} is not an address such as http://127.0.0.1:8000/v1")
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


def bearer(variable: str, name: str, environ: Mapping[str, str] | None = None) -> str:
    """The key in an environment variable. Raises `NoKey`, naming the model that needs it, if it is empty."""
    environ = os.environ if environ is None else environ
    key = environ.get(variable, "").strip()
    if not key:
        raise NoKey(f"{name} needs a key: put it into the environment variable {variable}")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise NoKey(f"the environment variable {variable} holds characters that are not allowed in keys")
    return key


def _header(name: str, value: str) -> tuple[str, str]:
    token = name.replace("-", "").replace("_", "")
    if not (token.isascii() and token.isalnum()):
        raise UsageError(f"{name!r} is not a valid name of a header")
    if name.lower() in OUR_HEADERS:
        raise UsageError(f"the header {name} is set automatically; leave it out")
    if not value.isascii() or not value.isprintable():
        raise UsageError(f"the value of the header {name} holds characters that are not allowed in headers")
    return name.lower(), value
