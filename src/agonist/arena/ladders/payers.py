"""The money and keys with which a ladder's match is played: each owner pays for their own agents."""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import quote

from agonist.arena.agents.error_messages import explained
from agonist.arena.agents.player_factories import environment_of, registry_beside, with_programs
from agonist.arena.agents.public_addresses import members_may_use_private
from agonist.arena.agents.spending import limited
from agonist.core import AgonistError, Seat
from agonist.models.errors import BudgetSpent, NoKey, Unauthorised
from agonist.players.player import Player, PlayerFactory, Question, SeatContext
from agonist.players.registry import PlayerRegistry
from agonist.run_config import RunConfig
from agonist.store import Store, StoredMatch
from agonist.store.engines.failure import StoreError
from agonist.store.platform.leases import may_cost
from agonist.store.platform.matchmaker_queries import Seated, seated
from agonist.store.platform.owner_notices import add_notice
from agonist.store.platform.spending import allowances, costs


def paid_players(store: Store, stored: StoredMatch, players: PlayerRegistry) -> dict[Seat, PlayerFactory]:
    """The player factory of each agent's seat in a match.

    An owner's agents share equally the money reserved for the match, less its cost so far. Members' agents
    are reached with the keys that their owners have stored, and with nothing from the environment; all others
    as `players` does. An agent that cannot be made, for example without its key, never answers.
    """
    match = stored.id
    seats = seated(store, match)
    limits = store.read(lambda connection: allowances(connection, match))
    spent = store.read(lambda connection: costs(connection, match)) if limits else {}
    paying = Counter(owner for owner, _, costs_money in {_payer(each) for each in seats} if costs_money)
    factories: dict[int, PlayerFactory] = {}
    for each in seats:
        if each.agent not in factories:
            usd = None
            if may_cost(each.player) and each.owner in limits:
                usd = max(limits[each.owner] - spent.get(each.owner, 0.0), 0.0) / paying[each.owner]
            tell = _OwnerNotice(store, each, match, usd)
            factories[each.agent] = explained(_factory(store, each, stored, usd, players), each.name, tell)
    return {each.seat: factories[each.agent] for each in seats}


class _OwnerNotice:
    """Tells the owner of an agent why it cannot play, once a day."""

    def __init__(self, store: Store, each: Seated, match: int, usd: float | None) -> None:
        self._store, self._each, self._match, self._usd = store, each, match, usd

    def __call__(self, error: AgonistError) -> None:
        name = self._each.name
        about = f"/agents/{quote(name)}{'/edit' if self._each.owner else ''}"
        match error:
            case Unauthorised():
                why = f"The endpoint of {name} refuses its key, so it forfeits: choose another key."
            case NoKey():
                why = f"{name} has no key, so it forfeits: choose one."
            case BudgetSpent():
                about = f"/matches/{self._match}"
                why = (
                    f"{name} reached the most that a match may cost you before its end, and forfeited it: "
                    "limit its tokens, or choose a cheaper model."
                )
            case _:
                return
        owner = self._each.owner
        self._store.change(lambda connection: add_notice(connection, owner, why, about, once_a_day=True))


def _payer(each: Seated) -> tuple[int, int, bool]:
    return each.owner, each.agent, may_cost(each.player)


def _factory(
    store: Store, each: Seated, stored: StoredMatch, usd: float | None, players: PlayerRegistry
) -> PlayerFactory:
    own = with_programs(players, store, stored.run, stored.fixture.players[each.seat])
    try:
        text, environ = environment_of(store, each.player, each.owner or None, each.key)
        private = members_may_use_private() if each.owner else players.private_addresses
        config = RunConfig(environ=environ, private_addresses=private)

        def make(config: RunConfig) -> PlayerFactory:
            return registry_beside(own, config).factory(stored.fixture.styled(text))

        return make(config) if usd is None else limited(config, usd, make)
    except StoreError:
        raise
    except NoKey:
        whose = "its owner can choose one on its edit page" if each.owner else "put it into the environment"
        return _absent(NoKey(f"{each.name} has no key: {whose}"))
    except AgonistError as error:
        return _absent(error)


def _absent(error: AgonistError) -> PlayerFactory:
    def make(_context: SeatContext) -> Player:
        return _Absent(error)

    return make


class _Absent(Player):
    """A player in place of an agent that cannot be made; it never answers."""

    def __init__(self, error: AgonistError) -> None:
        self._error = error

    async def answer(self, question: Question) -> Any:
        raise self._error
