"""The description of one game by `agonist games NAME`."""

from __future__ import annotations

from dataclasses import asdict
from shlex import quote
from typing import Any

from rich.text import Text

from agonist.core import Game, Traits
from agonist.kit.option_help import option_help
from agonist.players.terminal_style import wrapped
from agonist.reports.columns_or_blocks import console, show
from agonist.reports.safe_text import printable
from agonist.text import parse_spec
from agonist.tournament.game_spec import parse_target


def description_of(target: str) -> dict[str, Any]:
    """A game with its rules in words, its options and presets, as JSON values.

    `target` may set options, as in `connect_four?rows=5`; the rules are then those of this variant. Raises
    `UsageError` for an unknown game or option.
    """
    name, _ = parse_spec(target)
    found = parse_target(target)
    kit, game = found.kit, found.game
    return {
        "name": name,
        "title": kit.title,
        **game_facts(game, game.traits),
        "options": kit.options(),
        "option_help": [asdict(option) for option in option_help(kit.game)],
        "presets": {preset: dict(options) for preset, options in kit.presets().items()},
        "reference": kit.reference_is,
        "baseline": kit.baseline_is,
        "playouts": None if kit.playouts is None else kit.playouts.moves,
        "rules": kit.words.rules(game),
        "labels": kit.skins is not None,
        "payoffs": [each.changes for each in kit.counterfactuals],
    }


def game_facts(game: Game[Any, Any] | type[Game[Any, Any]], traits: Traits) -> dict[str, Any]:
    """Version, seats and traits of a game, or of one variant, as JSON values."""
    return {
        "version": game.version,
        "seats": list(game.sizes),
        "simultaneous": traits.simultaneous,
        "hidden": traits.hidden,
        "talk": traits.talk,
        "constant_sum": traits.constant_sum,
        "abilities": list(traits.abilities),
        "sources": list(traits.sources),
    }


def print_game(target: str) -> None:
    """Print the description of a game, as wide as the terminal."""
    game = description_of(target)
    out = console()

    def say(text: str = "") -> None:
        out.print(Text(wrapped(printable(text), out.width)), soft_wrap=True)

    kinds = [kind for kind in ("simultaneous", "hidden", "talk") if game[kind]]
    say(f"{game['title']} ({game['name']}), version {game['version']} ({', '.join(kinds) or 'open'})\n")
    say("Rules, as every player gets them:\n")
    say(game["rules"])
    say()
    rows = [
        (option["name"], _value(option["default"]), option["values"], option["meaning"])
        for option in game["option_help"]
    ]
    show("Options", ("option", "default", "values", "meaning"), rows, whole=("option",))
    for preset, options in game["presets"].items():
        typed = "&".join(f"{key}={_value(value)}" for key, value in options.items())
        name = game["name"]
        say(f"\nPreset {preset}: {quote(f'{name}?{typed}') if typed else name}")
    if game["labels"]:
        say(f"\nUnder other names: {quote(game['name'] + '?labels=SEED')}")
    if changes := "; ".join(game["payoffs"]):
        say(f"\nUnder other rules: {quote(game['name'] + '?payoffs=SEED')}, one of: {changes}")
    say(f"\nReference player: {game['reference']}")
    say(f"Baseline player: {game['baseline']}")
    if game["playouts"] is not None:
        say(f"mcts: random play is cut after {game['playouts']} moves, and the outcome is estimated")
    say(f"Abilities: {', '.join(game['abilities']) or 'none listed'}")
    say(f"Sources: {'; '.join(game['sources']) or 'none listed'}")
    say(f"\nWhat models are sent: agonist prompts {quote(target)}")


def _value(value: Any) -> str:
    """A default value as a user types it."""
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case list() | tuple():
            return ",".join(map(str, value))
    return f"{value:.4g}" if isinstance(value, float) else str(value)
