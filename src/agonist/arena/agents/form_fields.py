"""The fields of the forms for agents, for each kind of agent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from agonist.models.providers import PROVIDERS
from agonist.players.option import MODEL, Option
from agonist.players.options import BUILT_IN, HTTP_OPTIONS, PERSONAS, options_of
from agonist.players.prompting_methods import ALONE, METHODS

Shape: TypeAlias = Literal["text", "number", "choice", "flag", "lines"]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form. `group` is the part of the form; `choices` are (value, words)."""

    name: str
    label: str
    shape: Shape = "text"
    note: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    example: str = ""
    required: bool = False
    group: str = ""


SORTS: Final[Mapping[str, str]] = {
    "model": "A model behind an endpoint",
    "huggingface": "A model of Hugging Face",
    "http": "Your HTTP agent",
    "player": "A built-in player",
    "python": "A Python class or function",
}
"""Sorts of agents, by how they are described."""

METHODS_CHOSEN: Final = ("direct", "cot", *ALONE)
"""Methods to choose from; a model has exactly one."""

ABOUT_QUESTIONS: Final = "How it is asked"
ABOUT_SAMPLING: Final = "Sampling and limits"


def _field(option: Option, label: str = "", group: str = "") -> Field:
    """The field of an option; where a few values are all, the usual one first."""
    shape: Shape = "number" if option.is_number else "choice" if option.words else "text"
    choices = tuple((word, word) for word in option.words)
    if option.is_flag:
        shape, choices = "flag", ()
    elif choices:
        choices = (("", f"{option.usual} (usual)"), *choices[1:])
    note = option.meaning if option.is_flag else option.help
    return Field(
        option.name, label or option.name.replace("_", " ").capitalize(), shape, note, choices, group=group
    )


def _fields(group: str, **labels: str) -> Iterator[Field]:
    """The fields of these options of a model, with their labels; empty: the option's name."""
    return (_field(options_of(MODEL)[name], label, group) for name, label in labels.items())


_KEY_ENV: Final = Field(
    "key_env",
    "Environment variable with its key",
    note="The key itself stays in the environment of agonist serve. Empty: the provider's usual variable.",
    example="MY_MODEL_TOKEN",
)

_TOKEN_ENV: Final = replace(
    _KEY_ENV,
    label="Environment variable with its token",
    note="Sent as Authorization: Bearer. Empty: none.",
    example="HF_TOKEN",
)

_PROMPTING: Final = (
    Field(
        "method",
        "Method",
        "choice",
        "How the model gets to an answer.",
        tuple((("" if name == "direct" else name), f"{name}: {METHODS[name]}") for name in METHODS_CHOSEN),
        group=ABOUT_QUESTIONS,
    ),
    Field(
        "persona",
        "Persona",
        "choice",
        METHODS["persona"].replace(", chosen by the option `as`", ""),
        (("", "none"), *((name, name) for name in PERSONAS)),
        group=ABOUT_QUESTIONS,
    ),
    Field(
        "prompt",
        "Your own prompt",
        "lines",
        "A text before the rules of every game: a role, how to think, what to pay attention to.",
        example="You are a patient player who …",
        group=ABOUT_QUESTIONS,
    ),
    Field("guard", "Guard", "flag", METHODS["guard"], group=ABOUT_QUESTIONS),
    *_fields(
        ABOUT_QUESTIONS,
        guide="Strategy guide",
        history="",
        format="Answers",
        options="Legal answers",
        rules="",
    ),
    *_fields(ABOUT_QUESTIONS, see="Sees"),
    *_fields(
        ABOUT_SAMPLING, temperature="", top_p="", max_tokens="Most tokens of an answer", reasoning_effort=""
    ),
    *_fields(ABOUT_SAMPLING, timeout="Seconds for a request"),
    Field(
        "more",
        "More options",
        "lines",
        "One a line, as NAME=VALUE: any option of a model or its method, such as samples or stop.",
        example="samples=5",
        group=ABOUT_SAMPLING,
    ),
)

_MODEL: Final = (
    Field(
        "provider",
        "Provider or kind of endpoint",
        "choice",
        "For any server with OpenAI's chat completions, choose vllm and give its address.",
        tuple((name, name) for name in PROVIDERS if name not in ("huggingface", "transformers")),
        required=True,
    ),
    Field("model", "Model id", example="gpt-5-mini", required=True),
    Field(
        "base_url",
        "Address",
        note="Empty: the provider's own.",
        example="https://models.example.org/v1",
    ),
    _KEY_ENV,
    *_PROMPTING,
)

_HUGGINGFACE: Final = (
    Field("model", "Model id", note="As on its page.", example="Qwen/Qwen3-8B", required=True),
    Field(
        "where",
        "Where it runs",
        "choice",
        "In this process needs the extra hf, and downloads the model when it first plays.",
        (("", "at Hugging Face, through its router"), ("process", "in the process that plays, on its CPU")),
    ),
    replace(_KEY_ENV, note="Empty: HF_TOKEN.", example="HF_TOKEN"),
    *_PROMPTING,
)

_HTTP: Final = (
    Field(
        "address",
        "Address",
        note="Where it answers POST /agent/init, /agent/perceive and /agent/interact.",
        example="https://agent.example.org",
        required=True,
    ),
    _TOKEN_ENV,
    _field(HTTP_OPTIONS["timeout"], "Seconds for an answer"),
)

_PLAYER: Final = (
    Field(
        "player",
        "Player",
        "choice",
        "",
        tuple(
            (name, f"{name}: {BUILT_IN[name].partition(' (')[0]}")
            for name in ("reference", "random", "mcts", "minimax")
        ),
        required=True,
    ),
    _field(options_of("mcts")["playouts"], "Playouts of mcts"),
    _field(options_of("minimax")["depth"], "Depth of minimax"),
)

_PYTHON: Final = (
    Field(
        "module",
        "Class or function",
        note="It must be importable in the folder where agonist serve was started.",
        example="mymodule:MyAgent",
        required=True,
    ),
    Field("more", "Options", "lines", "Its own parameters, one a line, as NAME=VALUE.", example="depth=3"),
)

_BY_SORT: Final = {
    "model": _MODEL,
    "huggingface": _HUGGINGFACE,
    "http": _HTTP,
    "player": _PLAYER,
    "python": _PYTHON,
}


def sorts(*, public: bool) -> Mapping[str, str]:
    """The sorts of agents that may be registered: on a public server nobody's code is run in it."""
    return {sort: label for sort, label in SORTS.items() if not (public and sort == "python")}


def fields_of(sort: str, *, public: bool) -> tuple[Field, ...]:
    """The fields of a sort of agent; on a public server, none that reads the server's environment."""
    found = _BY_SORT[sort]
    return tuple(_for_public(field) for field in found if field.name != "key_env") if public else found


def _for_public(field: Field) -> Field:
    if field.name == "where":
        return replace(field, choices=field.choices[:1], note="")
    return field
