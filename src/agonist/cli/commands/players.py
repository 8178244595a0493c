"""The command `players`."""

from __future__ import annotations

import sys

from rich.text import Text

from agonist.plugins import PLAYERS, plugins, shadowed
from agonist.reports.columns_or_blocks import console, show


def players() -> int:
    """List the players: built in, methods, models and their options."""
    from agonist.models.providers import IN_PROCESS, PROVIDERS
    from agonist.players import BUILT_IN, METHODS
    from agonist.players.options import HTTP_OPTIONS, MODEL_OPTIONS, UCI_OPTIONS, written

    show(
        "Built in",
        ("player", "plays"),
        [(written(name), plays) for name, plays in BUILT_IN.items()],
        whole=("player",),
    )
    packaged = [
        (name, ", ".join(plugin.packages), plugin.about())
        for name, plugin in plugins(PLAYERS).items()
        if name not in BUILT_IN
    ]
    if packaged:
        show("Of installed packages", ("player", "package", "what"), packaged, whole=("player",))
    for line in shadowed(PLAYERS, BUILT_IN):
        print(f"agonist: {line}", file=sys.stderr)
    models = [
        (
            f"{name}/…",
            IN_PROCESS if provider.format == IN_PROCESS else provider.base_url or f"in {provider.url_env}",
            provider.key_env or "no key",
        )
        for name, provider in PROVIDERS.items()
    ]
    show("Models, written provider/model", ("model", "address", "key from"), models, whole=("model",))
    title = "Options of models, as in 'openai/gpt-5-mini?temperature=0'"
    show(
        title,
        ("option", "values"),
        [(each.name, each.help) for each in MODEL_OPTIONS.values()],
        whole=("option",),
    )
    methods = list(METHODS.items())
    show("Methods, as in cot:openai/gpt-5-mini", ("method", "what it does"), methods, whole=("method",))
    http = [(each.name, each.help) for each in HTTP_OPTIONS.values()]
    show("HTTP agents, written http:URL", ("option", "values"), http, whole=("option",))
    engines = [(each.name, each.help) for each in UCI_OPTIONS.values()]
    show("Chess engines, written uci:PROGRAM", ("option", "values"), engines, whole=("option",))
    out = console()
    for line in (
        "Your own class or function plays as module:Name?option=value, such as 'mymodule:MyAgent?depth=3'",
        "Any player may have a name, which tables and charts show: 'fast=openai/gpt-5-mini?temperature=0'",
    ):
        out.print(Text(line))
    return 0
