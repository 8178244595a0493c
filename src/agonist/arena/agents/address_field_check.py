"""Checking that the address of a member's agent may be used."""

from __future__ import annotations

from agonist.arena.agents.agent_form import InvalidForm
from agonist.arena.agents.public_addresses import checked, members_may_use_private
from agonist.core import UsageError
from agonist.models.providers import PROVIDERS
from agonist.players.spec import parse_player


async def check_reach(player: str) -> None:
    """Look the address of a player up. Raises `InvalidForm` at its field for one that may not be used."""
    spec = parse_player(player)
    if not (spec.address or spec.is_model):
        return
    field = "address" if spec.address else "base_url"
    provider = PROVIDERS.get(spec.name.partition("/")[0])
    usual = provider.base_url if provider is not None else ""
    for url in spec.addresses or filter(None, (usual,)):
        try:
            await checked(url, local=members_may_use_private())
        except UsageError as error:
            why = str(error)
            if url == usual:
                why = f"say where it is: without an address, {spec.name.partition('/')[0]} means this server"
            raise InvalidForm({field: why}) from None
