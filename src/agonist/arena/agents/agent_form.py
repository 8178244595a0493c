"""Converting the fields of an agent's form to the specification of a player, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final
from urllib.parse import quote, unquote

from agonist.arena.accounts.names import check_word
from agonist.arena.agents.form_fields import METHODS_CHOSEN, fields_of, sorts
from agonist.core import UsageError, nearest
from agonist.players.options import PERSONAS, of_server, options_of
from agonist.players.spec import PlayerSpec, parse_player
from agonist.players.written_programs.sandbox import obstacle

NAME: Final = re.compile(r"[^\W\d][\w.-]{0,39}")

FIELD_CHARACTERS: Final = 2_000
"""Characters of a field."""

IN_PROCESS: Final = "transformers/"
"""The prefix of specifications of Hugging Face models that run in the process that plays."""

Typed = Mapping[str, str]
"""The fields of a form by name, as they were typed."""


class InvalidForm(UsageError):
    """The form has invalid fields; `problems` has a message for each."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{field}: {why}" for field, why in problems.items()))
        self.problems = dict(problems)


def check_name(name: str) -> None:
    """Raise `InvalidForm` if an agent cannot have this name."""
    why = ""
    if not name:
        why = "give it a name"
    elif not NAME.fullmatch(name):
        why = "a name is 1 to 40 letters, digits, '.', '_' and '-', a letter first"
    else:
        try:
            check_word(name)
        except UsageError as error:
            why = str(error)
    if why:
        raise InvalidForm({"name": why})


def specification(sort: str, typed: Typed, *, public: bool) -> str:
    """The specification of the player that a form describes, in canonical form.

    `public`: the form must not name variables, files or code of the server. Raises `InvalidForm`.
    """
    if sort not in sorts(public=public):
        raise UsageError(nearest("sort of agent", sort, sorts(public=public)))
    values = {field.name: typed.get(field.name, "").strip() for field in fields_of(sort, public=public)}
    problems = dict(_misfits(sort, values, public=public))
    if problems:
        raise InvalidForm(problems)
    build = {"model": _model, "huggingface": _model, "http": _http, "player": _player, "python": _python}
    spec = build[sort](sort, values, public)
    return spec.canonical


def typed_of(text: str) -> tuple[str, dict[str, str]]:
    """The sort of a specification and what its form holds, so that it can be edited or copied."""
    spec = parse_player(text)
    if spec.address:
        return "http", {"address": spec.address, **spec.options}
    if spec.is_agent:
        return "python", {"module": spec.name, "more": _lines(spec.options)}
    if not spec.is_model:
        return "player", {"player": spec.name, **spec.options}
    sort, typed = "model", dict[str, str]()
    provider, _, model = spec.name.partition("/")
    if provider == "huggingface" or spec.name.startswith(IN_PROCESS):
        sort = "huggingface"
        typed = {"model": model, "where": "process" if spec.name.startswith(IN_PROCESS) else ""}
    else:
        typed = {"provider": provider, "model": model}
    known = {field.name for field in fields_of(sort, public=False)}
    rest = {}
    for key, value in spec.options.items():
        if key == "as" and "persona" in spec.methods and value in PERSONAS:
            typed["persona"] = value
        elif key in known:
            typed[key] = unquote(value) if key == "prompt" else value
        else:
            rest[key] = value
    typed["method"] = next((m for m in spec.methods if m in METHODS_CHOSEN and m != "direct"), "")
    typed |= {flag: "yes" for flag in ("guard",) if flag in spec.methods}
    return sort, typed | ({"more": _lines(rest)} if rest else {})


def encoded(text: str) -> str:
    """A text as the value of an option: characters with a meaning in specifications are percent-encoded.

    >>> encoded("Win & run: 100%?")
    'Win %26 run%3A 100%25%3F'
    """
    lines = text.replace("\r\n", "\n")
    return "".join(quote(sign, safe="") if sign in "%&?#@:" or sign < " " else sign for sign in lines)


def _misfits(sort: str, typed: Typed, *, public: bool) -> Iterator[tuple[str, str]]:
    """The problems of each field, checked separately."""
    for field in fields_of(sort, public=public):
        value = typed[field.name]
        if field.required and not value:
            yield field.name, "fill this in"
        elif len(value) > FIELD_CHARACTERS:
            yield field.name, f"at most {FIELD_CHARACTERS:,} characters"
        elif field.shape != "lines" and any(sign in value for sign in "&\n\r\t"):
            yield field.name, "& and line breaks are not allowed here"
        elif field.shape == "choice" and value not in [choice for choice, _ in field.choices]:
            yield field.name, "choose one from the list"


def _model(sort: str, typed: Typed, public: bool) -> PlayerSpec:
    if sort == "huggingface":
        name = ("transformers/" if typed["where"] == "process" else "huggingface/") + typed["model"]
    else:
        name = f"{typed['provider']}/{typed['model']}"
    problems: dict[str, str] = {}
    if typed["method"] == "code" and (why := obstacle(alone=public)):
        raise InvalidForm({"method": why})
    if "?" in typed["model"] or "=" in typed["model"] or " " in typed["model"]:
        raise InvalidForm({"model": "a model id has no '?', '=' or space in it"})
    _tried(name, "model", problems)
    methods = {
        "method": f"{typed['method']}:" if typed["method"] else "",
        "guard": "guard:" if typed["guard"] else "",
    }
    head, options = f"{''.join(methods.values())}{name}", dict[str, str]()
    if not problems:
        _tried(head, "method", problems)
    if typed["persona"]:
        head, options["as"] = f"persona:{head}", typed["persona"]
    plain = {
        field.name: encoded(typed[field.name]) if field.name == "prompt" else typed[field.name]
        for field in fields_of(sort, public=public)
        if typed[field.name]
        and field.name not in ("provider", "model", "where", "method", "guard", "persona", "more")
    }
    added = [(name, name, value) for name, value in plain.items()]
    added += [("more", key, value) for key, value in _options(typed["more"], problems, public=public)]
    return _with(head, options, added, problems)


def _http(_sort: str, typed: Typed, _public: bool) -> PlayerSpec:
    problems: dict[str, str] = {}
    address = typed["address"].removeprefix("http:http")
    address = f"http{address}" if address != typed["address"] else address
    if "?" in address or not address.startswith(("http://", "https://")):
        raise InvalidForm({"address": "an address is http://HOST:PORT or https://HOST, without a query"})
    _tried(f"http:{address}", "address", problems)
    added = [(key, key, typed[key]) for key in ("key_env", "timeout") if typed.get(key)]
    return _with(f"http:{address}", {}, added, problems)


def _player(_sort: str, typed: Typed, _public: bool) -> PlayerSpec:
    added = [(key, key, typed[key]) for key in options_of(typed["player"]) if typed.get(key)]
    return _with(typed["player"], {}, added, {})


def _python(_sort: str, typed: Typed, public: bool) -> PlayerSpec:
    problems: dict[str, str] = {}
    name = typed["module"]
    _tried(name, "module", problems)
    if not problems and not parse_player(name).is_agent:
        problems["module"] = "write it as module:Name"
    added = [("more", key, value) for key, value in _options(typed["more"], problems, public=public)]
    return _with(name, {}, added, problems)


def _with(
    head: str, options: dict[str, str], added: list[tuple[str, str, str]], problems: dict[str, str]
) -> PlayerSpec:
    """The specification with options, added one by one so that each problem is reported at its field."""
    if problems:
        raise InvalidForm(problems)
    for field, key, value in added:
        if key in options:
            problems[field] = f"{key} is given twice"
        elif _tried(_joined(head, {**options, key: value}), field, problems):
            options[key] = value
    if problems:
        raise InvalidForm(problems)
    return parse_player(_joined(head, options))


def _tried(text: str, field: str, problems: dict[str, str]) -> bool:
    try:
        parse_player(text)
    except UsageError as error:
        # The message begins with the specification, of which the form shows only this field.
        why = re.sub(r"^'[^']*': |^[\w.-]+/\S+: ", "", str(error))
        problems.setdefault(field, why)
        return False
    return True


def _joined(head: str, options: Mapping[str, str]) -> str:
    return f"{head}?{'&'.join(f'{key}={value}' for key, value in options.items())}" if options else head


def _options(text: str, problems: dict[str, str], *, public: bool) -> Iterator[tuple[str, str]]:
    """The options in a field, one per line."""
    for line in filter(None, map(str.strip, text.splitlines())):
        key, equals, value = map(str.strip, line.partition("="))
        if not (key and equals and value):
            problems.setdefault("more", f"write each option as NAME=VALUE, not {line[:60]!r}")
        elif "&" in line:
            problems.setdefault("more", "write one option a line, without &")
        elif public and of_server(key):
            problems.setdefault("more", f"{key} reads the server's environment or files; leave it out")
        else:
            yield key, value


def _lines(options: Mapping[str, str]) -> str:
    return "\n".join(f"{key}={value}" for key, value in options.items())
