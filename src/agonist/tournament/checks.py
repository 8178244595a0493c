"""Whether a run can be played as planned, before its first move and without any request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from agonist.core import UsageError
from agonist.match import Fixture
from agonist.models.errors import ProviderError
from agonist.players.unique_names import address
from agonist.tournament.game_spec import GameRegistry, expect_words
from agonist.tournament.illegal_fixed_answers import expect_fixed_answers
from agonist.tournament.stored_match_play import terms_of

if TYPE_CHECKING:
    from agonist.players.registry import PlayerRegistry
    from agonist.tournament.players_set_aside import SetAside


def check(
    fixtures: Iterable[Fixture],
    player_registry: PlayerRegistry,
    game_registry: GameRegistry,
    set_aside: SetAside | None = None,
) -> None:
    """Check, before the first move and without any request, that the run can be played as planned.

    Raises `UsageError`, `RecordError` if rules or words have changed, and `ProviderError` for a missing key,
    unless `set_aside` is given, which then gets such players.
    """
    tried = set[tuple[str, str]]()
    kinds = _kinds(fixtures)
    if kinds:
        expect_words(game_registry.prompts, (game_registry.kit(fixture.game).name for fixture in kinds))
    expect_fixed_answers(kinds, game_registry)
    for fixture in kinds:
        _check_game(fixture, game_registry)
        _check_single_seats(fixture)
        for seat, player in enumerate(fixture.players):
            spec = fixture.spec(player)
            if (fixture.game, spec) not in tried:
                tried.add((fixture.game, spec))
                kit, game, _ = terms_of(fixture, game_registry)
                try:
                    player_registry.try_out(spec, kit, game, seat)
                except ProviderError as error:
                    if set_aside is None:
                        raise
                    set_aside.add(player, error)


def _kinds(fixtures: Iterable[Fixture]) -> list[Fixture]:
    """The first fixture of each kind; most of a run differ in their seeds only."""
    found: dict[tuple[Any, ...], Fixture] = {}
    for each in fixtures:
        rules = (each.game, each.version, each.wording, each.prompts, repr(each.options), each.probes)
        found.setdefault((*rules, each.policy, each.players, repr(each.specs)), each)
    return list(found.values())


def _check_game(fixture: Fixture, game_registry: GameRegistry) -> None:
    """Check what a match has in common with others of its game: rules, words, hidden questions, policy."""
    kit, _, _ = terms_of(fixture, game_registry)
    fixture.policy.check(kit)


def _check_single_seats(fixture: Fixture) -> None:
    """Refuse a match that gives an HTTP agent two seats: it plays one at a time."""
    seated = Counter(filter(None, (address(fixture.spec(player)) for player in fixture.players)))
    for where, count in seated.items():
        if count > 1:
            raise UsageError(
                f"the agent at {where} would have {count} seats of one match of {fixture.game}, and plays "
                "one at a time; name others for the rest (--opponent), or start copies at other addresses"
            )
