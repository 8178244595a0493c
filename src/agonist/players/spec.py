"""Player specifications: strings that anyone can type.

random    reference    human    minimax?depth=4    mcts?playouts=500    fixed?answers=0,100
    fixed?answers=(1, 1);(2, 2)    scripted?file=answers.txt
mymodule:MyAgent?depth=3
inspect:mymodule@my_agent?model=openai/gpt-5-mini
openai/gpt-5-mini    cot:openai/gpt-5-mini?temperature=0    persona:openai/x?as=selfish
http:https://agent.example.org    http:http://127.0.0.1:7860?timeout=30&key_env=TOKEN
uci:stockfish?nodes=1000
fast=openai/gpt-5-mini?temperature=0    # a name, which tables show instead of the specification
ckpt@1000=vllm/my-model    # a checkpoint, by the name of its series and its step
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from agonist.core import UsageError, nearest
from agonist.models.address_kinds import addresses_in
from agonist.players.checkpoint_names import NAME, STEP, expect_checkpoint
from agonist.players.model_spec_checks import check_model
from agonist.players.option import HTTP, MODEL, UCI, Option
from agonist.players.options import BUILT_IN, is_serving, options_of, takes
from agonist.players.prompting_methods import METHODS
from agonist.plugins import PLAYERS, plugins
from agonist.text import parse_spec

_NAMED: Final = re.compile(rf"({NAME}(?:@{STEP})?)=(.*)", re.DOTALL)

_REMOTE: Final = re.compile(r"(attack:)?(?:http:)?(https?)://([^?]*)(\?.*)?", re.DOTALL)
"""`http:URL`, or the address alone."""

_AGENT: Final = re.compile(rf"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[\w.-]+(?:@{STEP})?")
"""`module:Name`, or `object:NAME`, which may be a checkpoint."""

INSPECT: Final = "inspect:"
"""Begins the name of an agent of Inspect."""

_OF_INSPECT: Final = re.compile(rf"{INSPECT}[^\W\d]\w*(?:\.[^\W\d]\w*)*@[\w.]+")
"""`inspect:module@agent`."""


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player specification taken apart.

    `name` is a built-in player, `provider/model`, `module:Name` for a Python agent, `inspect:module@agent`
    for one of Inspect, `http:URL` for an HTTP agent, or `uci:PROGRAM` for a chess engine; `options` are
    still text; `given` is the name that the user gave the player, or empty.
    """

    text: str
    name: str
    methods: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    given: str = ""

    @property
    def is_model(self) -> bool:
        return "/" in self.name and not self.address and not self.engine

    @property
    def address(self) -> str:
        """The address of an HTTP agent; empty for every other player.

        >>> parse_player("mine=http:http://127.0.0.1:7860?timeout=30").address
        'http://127.0.0.1:7860'
        """
        return (
            self.name.removeprefix("http:") if self.name.startswith(("http:http://", "http:https://")) else ""
        )

    @property
    def engine(self) -> str:
        """The program of a chess engine; empty for every other player.

        >>> parse_player("strong=uci:/usr/games/stockfish?elo=2000").engine
        '/usr/games/stockfish'
        """
        return self.name.removeprefix(f"{UCI}:") if self.name.startswith(f"{UCI}:") else ""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses written in it: an HTTP agent's, or those of a model's engines.

        >>> parse_player("vllm/m?base_url=http://a/v1,http://b/v1").addresses
        ('http://a/v1', 'http://b/v1')
        """
        return (self.address,) if self.address else addresses_in(self.options.get("base_url", ""))

    @property
    def is_agent(self) -> bool:
        """Whether it is Python code: `module:Name`, or a player that an installed package lists."""
        return _is_agent(self.name)

    @property
    def canonical(self) -> str:
        """The specification without its name, in normalised spelling: options sorted, defaults left out.

        `history`, `format` and `options` stay where they are given: a suite sets them for players that do
        not.

        >>> parse_player("slow=mcts?playouts=0200").canonical
        'mcts'
        >>> parse_player("vllm/m?top_p=1&timeout=9&temperature=0.0").canonical
        'vllm/m?temperature=0&timeout=9&top_p=1'
        """
        return self._spelled(self.options)

    @property
    def identity(self) -> str:
        """The identity of the player, independent of its address: `canonical` without the options in
        `SERVING`.

        >>> parse_player("vllm/m?base_url=http://10.0.0.1:8000/v1&temperature=0").identity
        'vllm/m?temperature=0'
        """
        options = {key: value for key, value in self.options.items() if self.is_agent or not is_serving(key)}
        return self._spelled(options)

    @property
    def label(self) -> str:
        """The name that tables and charts show.

        >>> parse_player("fast=openai/gpt-5-mini").label, parse_player("openai/gpt-5-mini").label
        ('fast', 'openai/gpt-5-mini')
        """
        return self.given or self.identity

    @property
    def described(self) -> Mapping[str, Option]:
        """The options that it may have."""
        if self.is_model:
            return options_of(MODEL, *self.methods)
        return options_of(HTTP if self.address else UCI if self.engine else self.name)

    def value(self, option: str) -> Any:
        """The value of one of its options, given or usual. Raises `UsageError` for an impossible one."""
        described = self.described[option]
        return described.value(self.text, self.options.get(option, described.usual))

    def _spelled(self, options: Mapping[str, str]) -> str:
        if self.is_agent:  # only the agent's code knows what its options mean
            pairs = [f"{key}={options[key]}" for key in sorted(options)]
            return f"{self.name}{'?' if pairs else ''}{'&'.join(pairs)}"
        described = self.described
        defaults = {key: each.usual for key, each in described.items() if each.implied}
        defaults["seeded"] = seeded_unless_told(self.name)
        spelled = {
            key: described[key].spelled(self.text, options[key]) if key in described else options[key]
            for key in sorted(options)
        }
        changed = [f"{key}={value}" for key, value in spelled.items() if defaults.get(key) != value]
        methods = "".join(f"{method}:" for method in sorted({*self.methods} - {"direct"}))
        return f"{methods}{self.name}{'?' if changed else ''}{'&'.join(changed)}"


@lru_cache(maxsize=4096)
def parse_player(text: str) -> PlayerSpec:
    """The parts of a specification. Raises `UsageError`, which names the nearest valid name, if it is
    invalid.

    >>> parse_player("cot:openai/gpt-5-mini?temperature=0").methods
    ('cot',)
    >>> parse_player("randm")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: there is no player 'randm'; did you mean 'random'?...
    """
    if (remote := _remote(text)) is not None:
        return remote
    if re.search(r"://[^&]*[@?#]", text):
        # Checked first, since messages, reports and the database repeat specifications.
        raise UsageError(
            "the base_url of a model holds a user, a query or a fragment; put the key into an environment "
            "variable and name it with key_env=NAME"
        )
    expect_checkpoint(text)
    found = _NAMED.fullmatch(text)
    called, rest = found.groups() if found else ("", text)
    head, options = parse_spec(rest)
    if head.startswith(f"{UCI}:"):
        return _engine(PlayerSpec(text, head, (), options, called))
    methods, name = [], head
    if name.startswith(INSPECT) and not _is_agent(name):
        raise UsageError(f"{text!r}: an agent of Inspect is written {INSPECT}module@agent")
    while ":" in name.split("/")[0] and not _is_agent(name):
        method, _, name = name.partition(":")
        if method not in METHODS:
            raise UsageError(f"{text!r}: {nearest('method', method, METHODS)}")
        methods.append(method)
    spec = PlayerSpec(text, name, tuple(methods), options, called)
    if "=" in name:
        raise UsageError(
            f"{text!r}: a player's name, written before '=', is letters, digits, '.', '_' and '-', "
            "a letter first, as in fast=openai/gpt-5-mini"
        )
    _expect_free(spec)
    if spec.is_model:
        check_model(text, name, spec.methods, options)
    elif spec.is_agent:
        _check_agent(spec)
    else:
        _check_built_in(spec)
    return spec


def _remote(text: str) -> PlayerSpec | None:
    """The specification of an HTTP agent; `None` if the text is that of another player."""
    named = _NAMED.fullmatch(text)
    called, rest = named.groups() if named else ("", text)
    found = _REMOTE.fullmatch(rest)
    if found is None:
        if rest.startswith("http:"):
            raise UsageError(
                "an agent behind HTTP is written with its whole address, as http:https://HOST:PORT"
            )
        return None
    attack, scheme, place, more = found.groups()
    parts = urlsplit(f"{scheme}://{place}")
    # The text is not repeated, since it may contain a password or a key.
    if "@" in place or "#" in rest or not parts.hostname or _port(parts) == 0:
        raise UsageError(
            "the address of an agent is http:https://HOST:PORT, without a user or a fragment; put a token "
            "into an environment variable and name it with key_env=NAME"
        )
    options = parse_spec(f"agent{more}")[1] if more else {}
    described = options_of(HTTP)
    known = (*described, *(("as",) if attack else ()))
    for key in options:
        if key not in known:
            raise UsageError(f"an agent behind HTTP: {nearest('option', key, known)}")
    spec = PlayerSpec(
        text, f"http:{scheme}://{place.rstrip('/')}", ("attack",) if attack else (), options, called
    )
    _expect_free(spec)
    _check_options(spec)
    return spec


def _engine(spec: PlayerSpec) -> PlayerSpec:
    """The specification of a chess engine, checked."""
    if not spec.engine:
        raise UsageError(
            f"{spec.text!r}: a chess engine is written uci:PROGRAM, such as uci:stockfish?nodes=1000"
        )
    _check_options(spec, "option of a chess engine")
    return spec


def _port(parts: SplitResult) -> int:
    """The port of an address: 80 where it has none, 0 where it is none."""
    try:
        return 80 if parts.port is None else parts.port
    except ValueError:
        return 0


def seeded_unless_told(name: str) -> str:
    """The default of the option `seeded` for a model."""
    return "yes" if name.startswith("endpoint/") else "no"


def with_style(text: str, style: Mapping[str, str]) -> str:
    """The specification of a model with these options added, unless it has them already.

    `method` is put before a model without a method, and options of methods are added to players that have the
    method. Other players are returned unchanged.

    >>> with_style("openai/x?history=full", {"history": "none", "options": "hidden"})
    'openai/x?history=full&options=hidden'
    >>> with_style("openai/x", {"method": "cot", "temperature": "0"})
    'cot:openai/x?temperature=0'
    >>> with_style("cot:openai/x", {"asks": "1"}), with_style("openai/x", {"asks": "1"})
    ('cot:openai/x?asks=1', 'openai/x')
    >>> with_style("random", {"history": "none"})
    'random'
    """
    spec = parse_player(text)
    if not spec.is_model:
        return text
    method, methods = style.get("method", ""), spec.methods
    if method and not methods:
        start = f"{spec.given}=" if spec.given else ""
        text, methods = f"{start}{method}:{text.removeprefix(start)}", (method,)
    options = {
        key: value
        for key, value in style.items()
        if key not in (*spec.options, "method") and takes(methods, key)
    }
    more = "&".join(f"{key}={value}" for key, value in options.items())
    return f"{text}{'&' if spec.options else '?'}{more}" if more else text


def _expect_free(spec: PlayerSpec) -> None:
    """Raise `UsageError` for a player that has the name of another, or a checkpoint whose series has it."""
    series = spec.given.partition("@")[0]
    if series in BUILT_IN and spec.given != spec.name:
        raise UsageError(f"{spec.text!r}: {series} is the name of another player; choose a different name")


def _check_options(spec: PlayerSpec, what: str = "option") -> None:
    """Raise `UsageError` for an option that the player does not have, an impossible value, and an attack that
    is not named.
    """
    attacking = "attack" in spec.methods
    if attacking and "as" not in spec.options:
        raise UsageError(f"{spec.text!r}: an attack is written attack:{spec.name}?as=pia")
    for key, value in spec.options.items():
        if key in spec.described:
            spec.described[key].value(spec.text, value)
        elif not (attacking and key == "as"):
            raise UsageError(f"{spec.text!r}: {nearest(what, key, spec.described)}")


def _is_agent(name: str) -> bool:
    if name in BUILT_IN or "/" in name or name.startswith(f"{UCI}:"):
        return False
    if ":" not in name:
        return name in plugins(PLAYERS)
    if name.startswith(INSPECT):
        return _OF_INSPECT.fullmatch(name) is not None
    return _AGENT.fullmatch(name) is not None and name.partition(":")[0] not in METHODS


def _check_agent(spec: PlayerSpec) -> None:
    # Its options are checked later, against its signature.
    if spec.methods:
        raise UsageError(f"{spec.text!r}: {spec.methods[0]} is for models, written provider/model")


def _check_built_in(spec: PlayerSpec) -> None:
    if spec.name not in BUILT_IN:
        raise UsageError(
            nearest("player", spec.name, [*BUILT_IN, *plugins(PLAYERS)]) + _model_hint(spec.name)
        )
    if found := [method for method in spec.methods if method != "attack"]:
        raise UsageError(f"{spec.text!r}: {found[0]} is for models, written provider/model")
    _check_options(spec)
    for key, option in spec.described.items():
        if option.example and not spec.options.get(key):
            raise UsageError(f"{spec.text!r}: say {spec.name}?{key}=…")


def _model_hint(name: str) -> str:
    return "" if name in BUILT_IN else "; a model is written provider/model, such as openai/gpt-5-mini"
