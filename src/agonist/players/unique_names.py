"""Unique names of the players in a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from agonist.core import UsageError
from agonist.players.options import SERVING
from agonist.players.spec import PlayerSpec, parse_player


def name_player(text: str, specs: dict[str, str]) -> str:
    """The name of the player with this specification, which is added to `specs` under the name.

    A name that is in `specs` already is returned unchanged, and so is a text that is not a specification:
    making the player refuses it later. Raises `UsageError` if the name belongs to another player.

    >>> specs = {}
    >>> name_player("vllm/m?base_url=http://10.0.0.1:8000/v1&temperature=0.0", specs)
    'vllm/m?temperature=0'
    >>> specs
    {'vllm/m?temperature=0': 'vllm/m?base_url=http://10.0.0.1:8000/v1&temperature=0'}
    """
    if text in specs:
        return text
    if (spec := _parsed(text)) is None:
        return text
    known = specs.setdefault(spec.label, spec.canonical)
    if known != spec.canonical:
        if spec.given:
            raise UsageError(
                f"two players are named {spec.given!r}: {known} and {spec.canonical}; give one another name"
            )
        raise UsageError(
            f"{known} and {spec.canonical} are the same player except for {', '.join(SERVING)}; "
            f"give each a name, as in first={known}"
        )
    return spec.label


def unambiguous(players: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Unambiguous names for the players of several runs, by name and specification.

    It is the name, followed by the identity if different players have the same name.

    >>> players = [("fast", "openai/a"), ("fast", "openai/b"), ("slow", "openai/c")]
    >>> list(unambiguous(players).values())
    ['fast (openai/a)', 'fast (openai/b)', 'slow']
    """
    who = {(name, spec): identity(spec) for name, spec in players}
    namesakes: dict[str, set[str]] = {}
    for (name, _), one in who.items():
        namesakes.setdefault(name, set()).add(one)
    return {
        (name, spec): name if len(namesakes[name]) == 1 else f"{name} ({one})"
        for (name, spec), one in who.items()
    }


def identity(spec: str) -> str:
    """The identity of a specification's player; the specification itself if this version cannot read it."""
    return spec if (player := _parsed(spec)) is None else player.identity


def _parsed(spec: str) -> PlayerSpec | None:
    """The parts of a specification; `None` if this version cannot read it."""
    try:
        return parse_player(spec)
    except UsageError:
        return None


def is_yardstick(name: str, spec: str = "") -> bool:
    """Whether a player is built in and goes by its own name: it is there to compare others with.

    Models, agents, people, and whoever was given a name are what is measured.

    >>> is_yardstick("mcts?playouts=20"), is_yardstick("mine", "random"), is_yardstick("openai/x")
    (True, False, False)
    """
    if (player := _parsed(spec or name)) is None:
        return False
    measured = player.is_model or player.is_agent or player.address or player.name == "human"
    return not measured and name == player.identity


def address(spec: str) -> str:
    """The address of an HTTP agent; empty for every other player, and for an invalid specification."""
    return "" if (player := _parsed(spec)) is None else player.address


def without_attack(name: str, spec: str) -> str:
    """The name of the same player without its attack.

    >>> without_attack("attack:fast?as=pia", "attack:openai/x?as=pia"), without_attack("fast", "openai/x")
    ('fast', 'fast')
    """
    parsed = _parsed(spec)
    if parsed is None or "attack" not in parsed.methods:
        return name
    plain = "".join(f"{method}:" for method in parsed.methods if method != "attack") + parsed.name
    if name == parsed.identity:
        rest = "&".join(f"{key}={value}" for key, value in parsed.options.items() if key != "as")
        return parse_player(f"{plain}?{rest}" if rest else plain).identity
    return name.removeprefix("attack:").removesuffix(f"?as={parsed.options['as']}")


def variant(name: str, text: str, method: str, options: Mapping[str, str]) -> tuple[str, str]:
    """Name and specification of the same player with another method or other options.

    >>> variant("openai/x?top_p=1", "openai/x?top_p=1", "cot", {"temperature": "0.0"})
    ('cot:openai/x?temperature=0&top_p=1', 'cot:openai/x?temperature=0&top_p=1')
    >>> variant("fast", "openai/x?base_url=https://x.example/v1", "", {"temperature": "0.5"})
    ('fast?temperature=0.5', 'openai/x?base_url=https://x.example/v1&temperature=0.5')
    """
    spec = parse_player(text)
    methods = "".join(f"{one}:" for one in filter(None, (method, *spec.methods)))
    changed = "&".join(f"{key}={value}" for key, value in (dict(spec.options) | dict(options)).items())
    new = parse_player(f"{methods}{spec.name}{'?' if changed else ''}{changed}")
    if name == spec.identity:
        return new.identity, new.canonical
    added = "&".join(f"{key}={value}" for key, value in options.items())
    return f"{method}{':' if method else ''}{name}{'?' if added else ''}{added}", new.canonical
