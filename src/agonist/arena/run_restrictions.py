"""What an evaluation that is started from a page of a public site must not do.

The person who starts it may use the server's keys for models, at those models' own addresses. They may not
read other variables or files of the server, run code in it, or connect to addresses in its network.
"""

from __future__ import annotations

from collections.abc import Iterable

from agonist.arena.agents.public_addresses import members_may_use_private
from agonist.core import UsageError
from agonist.games import of_library
from agonist.models.address_kinds import why_not_public
from agonist.models.providers import PROVIDERS
from agonist.players.options import of_server
from agonist.players.spec import parse_player
from agonist.players.written_programs.sandbox import obstacle


def check_untrusted(targets: Iterable[str], players: Iterable[str]) -> None:
    """Raise `UsageError` for a game or a player that may be named only on the server's command line."""
    for target in targets:
        if ":" in (name := target.partition("?")[0]) and not of_library(name):
            raise UsageError(f"{target}: code is not run from a page; use agonist run on the server")
    for text in players:
        spec = parse_player(text)
        if spec.engine or (spec.is_agent and not spec.address):
            raise UsageError(f"{text}: code is not run from a page; use agonist run on the server")
        if "code" in spec.methods and (why_not := obstacle(alone=True)):
            raise UsageError(f"{text}: {why_not}")
        for option in spec.options:
            if of_server(option):
                raise UsageError(f"{text}: {option} reads variables or files of the server; leave it out")
        provider = PROVIDERS.get(spec.name.partition("/")[0])
        if spec.options.get("base_url") and provider is not None and provider.key_env:
            raise UsageError(f"{text}: the server's key goes to its provider only; leave base_url out")
        for url in () if members_may_use_private() else spec.addresses:
            if why := why_not_public(url):
                raise UsageError(f"{text}: {why}")
