"""The options of players, each described once.

Checks and the normal spelling of specifications, the defaults of styles, `agonist players`, the site's forms
and the page of options in the documentation follow from `OPTIONS`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from agonist.core.options import Range
from agonist.players.option import HTTP, MODEL, UCI, Option
from agonist.players.prompting_methods import ALONE, METHODS
from agonist.text.answer_formats import Format

BUILT_IN: Final[Mapping[str, str]] = {
    "random": "any legal answer, all equally likely",
    "baseline": "random, but sensible: the 0 of profiles (agonist games NAME)",
    "reference": "the best simple player that we know for the game (agonist games NAME)",
    "human": "a person at the terminal",
    "minimax": "alpha-beta search, in games of two in which nothing is hidden",
    "mcts": "Monte Carlo tree search, in games in which nothing is hidden",
    "equilibrium": "an equilibrium, in games small enough to be solved: perfect play where nothing is hidden",
    "fixed": "these answers, again and again",
    "scripted": "the answers in a file, one a line",
}
"""Players other than models, and what they play."""

PERSONAS: Final = ("cooperative", "selfish", "mathematician")
"""Our personas; each has a prompt of its name."""

PERSONA_FILES: Final = (".md", ".txt")
"""Endings by which the file of a user's own persona is told from the name of one of ours."""

BODY: Final = "body."
HEADER: Final = "header."
"""What options begin with whose names users complete."""

YesNo: TypeAlias = Literal["no", "yes"]
History: TypeAlias = Literal["full", "none"]
Rules: TypeAlias = Literal["told", "asked"]
Sees: TypeAlias = Literal["text", "image"]
Beliefs: TypeAlias = Literal["text", "matrix"]
Update: TypeAlias = Literal["published", "bayes"]
Vote: TypeAlias = Literal["model", "beliefs"]
Shown: TypeAlias = Literal["all", "published"]
Probabilities: TypeAlias = Literal["auto", "tokens", "sampled"]
Listed: TypeAlias = Literal["listed", "hidden"]
Compat: TypeAlias = Literal["false", "no", "true", "yes"]
"""The values of options, the usual one first."""

_SECONDS: Final = Range(0.001, 86_400)

OPTIONS: Final[tuple[Option, ...]] = (
    Option("temperature", float, "", Range(0, 2)),
    Option("top_p", float, "", Range(0, 1)),
    Option("max_tokens", int, "the longest answer, in tokens", Range(1, 10_000_000)),
    Option("reasoning_effort", str, "a value that the endpoint knows, such as low, medium, high"),
    Option("timeout", float, "seconds for one request", _SECONDS, serving=True),
    Option("keep_reasoning", YesNo, "whether cot:'s reasoning is sent again at the next turn", implied=True),
    Option("history", History, "full (one growing conversation) or none (the current view only)"),
    Option("format", Format, ""),
    Option("options", Listed, "listed or hidden: whether prompts list the options of a choice"),
    Option(
        "rules",
        Rules,
        "told (all before the game) or asked (a summary; topics when the model asks for rule(TOPIC))",
        implied=True,
    ),
    Option("see", Sees, "text, or image: the board's picture goes with each question too", implied=True),
    Option("top_k", int, "sample from this many of the likeliest tokens", Range(0, 1_000_000)),
    Option("min_p", float, "the least likelihood, relative to the likeliest token's", Range(0, 1)),
    Option("stop", str, "texts at which the answer ends, separated by |"),
    Option("body.FIELD", str, "a field of the body, as body.chat_template_kwargs.enable_thinking=false"),
    Option(
        "base_url",
        str,
        "the address of the endpoint; of several engines, with commas between them",
        serving=True,
    ),
    Option("key_env", str, "the environment variable that holds the key", serving=True, of_server=True),
    Option(
        "api_version", str, "the version of Azure's API [2024-10-21, or OPENAI_API_VERSION]", serving=True
    ),
    Option(
        "header.NAME", str, "a header; its value names an environment variable", serving=True, of_server=True
    ),
    Option(
        "prompt", str, "a text before the rules; %, &, ?, #, @, : and line breaks percent-encoded (%26 for &)"
    ),
    Option(
        "as",
        str,
        f"the persona: {', '.join(PERSONAS)}, or a file ({', '.join(PERSONA_FILES)}); or the attack",
        of_server=True,
    ),
    Option("beliefs", Beliefs, "text, or matrix (percentages asked of the model)", of="pgm"),
    Option("update", Update, "published or bayes, how a matrix follows from text", of="pgm"),
    Option("vote", Vote, "model (which sees the analysis) or beliefs (for the likeliest suspect)", of="pgm"),
    Option(
        "shown", Shown, "all requests show the analysis, or as published, votes and guesses do not", of="pgm"
    ),
    Option("depth", int, "how many of its own moves it looks ahead", Range(1, 10), "2", of="rap"),
    Option("iterations", int, "walks down its tree", Range(1, 10_000), "10", of="rap"),
    Option("w_exp", float, "how much rarely tried moves are preferred", Range(0, 1_000), "1", of="rap"),
    Option(
        "probabilities", Probabilities, "from tokens, sampled, or auto (tokens where there are any)", of="rap"
    ),
    Option("texts", int, "answers it writes where they cannot be listed", Range(1, 20), "3", of="rap"),
    Option("compat", Compat, "yes plays the published recipe, defects included", of="rap"),
    Option(
        "asks", int, "requests: 1 for both reasoning and answer", Range(1, 2), "2", of="cot", implied=True
    ),
    Option(
        "samples", int, "answers it samples; of rap, for one probability", Range(1, 1_000), "5", of="sc rap"
    ),
    Option("candidates", int, "answers to list", Range(2, 20), "3", of="bap"),
    Option("thoughts", int, "lines of thought to compare", Range(2, 20), "3", of="tot"),
    Option("steps", int, "how often the best line is thought on", Range(1, 10), "1", of="tot"),
    Option("requests", int, "requests in which it writes its program", Range(1, 100), "6", of="code"),
    Option(
        "answer_seconds",
        float,
        "processor time for each answer of its program, in seconds",
        Range(0.01, 3600),
        "2",
        of="code",
    ),
    Option("guide", YesNo, "whether the model is given the game's strategy guide", implied=True),
    Option("canary", YesNo, "whether the model is told a code word that it must never say"),
    Option("seeded", YesNo, "whether each request carries a seed; usual for endpoint/"),
    Option("token_ids", YesNo, "whether the endpoint is asked for the ids of all tokens", serving=True),
    Option("timeout", float, "seconds for each answer", _SECONDS, "10", of=HTTP, serving=True),
    Option("key_env", str, "the environment variable of its token", of=HTTP, serving=True, of_server=True),
    Option(
        "nodes",
        int,
        "positions it looks at for each move [10000, unless another limit is given]",
        Range(1, 10**12),
        of=UCI,
    ),
    Option("depth", int, "moves it looks ahead", Range(1, 200), of=UCI),
    Option("seconds", float, "time for each move; answers then differ from time to time", _SECONDS, of=UCI),
    Option("elo", int, "the strength that it plays at, if it can limit it", Range(1, 10_000), of=UCI),
    Option(
        "timeout",
        float,
        "seconds after which a silent engine is given up",
        _SECONDS,
        "60",
        of=UCI,
        serving=True,
    ),
    Option("depth", int, "moves it looks ahead", Range(1), "4", of="minimax", implied=True),
    Option("playouts", int, "games it plays out for each move", Range(1), "200", of="mcts", implied=True),
    Option("answers", str, "the answers, separated by commas or semicolons", example="0,100", of="fixed"),
    Option("file", str, "the file of answers", example="answers.txt", of="scripted", of_server=True),
)
"""All options of all players, in the order in which help lists them."""


@cache
def options_of(*kinds: str) -> Mapping[str, Option]:
    """The options of a player of these kinds, methods or names.

    >>> list(options_of("http")), options_of("rap")["depth"].usual, options_of("minimax")["depth"].usual
    (['timeout', 'key_env'], '2', '4')
    """
    return MappingProxyType({each.name: each for each in OPTIONS if set(each.owners) & set(kinds)})


MODEL_OPTIONS: Final = options_of(MODEL, *METHODS)
"""The options of every model, with any method."""

UCI_OPTIONS: Final = options_of(UCI)
"""The options of a chess engine."""

HTTP_OPTIONS: Final = options_of(HTTP)
"""The options of an HTTP agent."""

SERVING: Final = tuple(each.name for each in MODEL_OPTIONS.values() if each.serving)


def written(player: str) -> str:
    """How a built-in player is written, with its options at their usual values or as examples.

    >>> written("mcts"), written("fixed"), written("random")
    ('mcts?playouts=200', 'fixed?answers=0,100', 'random')
    """
    options = [f"{each.name}={each.usual or each.example}" for each in options_of(player).values()]
    return f"{player}{'?' if options else ''}{'&'.join(options)}"


def is_serving(option: str) -> bool:
    """Whether an option only says how a model is reached, so that it is not part of the identity."""
    return option in SERVING or option.startswith(HEADER)


def of_server(option: str) -> bool:
    """Whether the value of an option names a variable or a file of the machine that plays."""
    return option.startswith(HEADER) or any(each.of_server for each in OPTIONS if each.name == option)


def usual(kind: str, option: str) -> Any:
    """The value of an option of this kind of player where none is given, as a default in Python."""
    described = options_of(kind)[option]
    return described.value(kind, described.usual)


def methods_with(option: str) -> tuple[str, ...]:
    """The methods that have an option; empty for options that belong to no method."""
    owners = MODEL_OPTIONS[option].owners if option in MODEL_OPTIONS else (MODEL,)
    return () if MODEL in owners else owners


def takes(methods: Collection[str], option: str) -> bool:
    """Whether a player with these methods has an option; those that belong to no method count as had.

    Beside a method that sends requests of its own, `cot` asks for reasoning in each of them.

    >>> takes(["cot"], "asks"), takes(["cot", "rap"], "asks"), takes([], "depth"), takes([], "temperature")
    (True, False, False, True)
    """
    if option == "asks" and set(ALONE) & set(methods):
        return False
    owners = methods_with(option)
    return not owners or bool(set(owners) & set(methods))
