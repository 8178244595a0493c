"""Mirrored pairs: two matches on one deal, in which the two players exchange their sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

from agonist.core import UsageError
from agonist.kit import option_texts
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.suites.gamebench.games import Title, chosen, game_of, sides
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import GameRegistry
from agonist.tournament.schedule import sits_once

MATCHES: Final = 10
QUICK: Final = 2
"""Matches of two players at one game: five mirrored pairs, and one for a first impression."""

POLICY: Final = "default?retries=2"
"""Three attempts in all, and then a move at random, as the paper has it."""

STYLE: Final = {"history": "none"}
"""Models are sent the rules and what they see now, as in the paper; views keep what happened before."""

ANCHORS: Final = ("random", "reference")
"""The opponents of a single player."""


def pairs_of(entry: Entry) -> list[tuple[str, str]]:
    """The pairs of players: all pairs, or each player with each opponent."""
    if entry.opponents:
        return [(one, other) for one, other in product(entry.players, entry.opponents) if one != other]
    if len(entry.players) == 1:
        return [(entry.players[0], anchor) for anchor in ANCHORS if anchor != entry.players[0]]
    return list(combinations(entry.players, 2))


def schedule(entry: Entry) -> list[Fixture]:
    """All matches, game by game."""
    return [
        fixture
        for title in chosen(entry.options.get("games", ""))
        for one, other in pairs_of(entry)
        for fixture in mirrored(entry, title, one, other, f"gamebench: {title.game}")
    ]


def mirrored(
    entry: Entry, title: Title, one: str, other: str, part: str, deal: tuple[str, str] | None = None
) -> Iterator[Fixture]:
    """The matches of two players at one game: on each deal two, the sides exchanged.

    `deal`: the two players whose deals are used, if not the deals of these two.
    """
    game = game_of(title, entry.options.get("rules", "published"))
    kit = GameRegistry(entry.prompts).kit(title.game)
    matches = entry.matches or (QUICK if entry.quick else MATCHES)
    first, second = sorted((one, other))
    if game.seats > 2 and (single := sits_once((one, other), entry.specs)):
        raise UsageError(
            f"gamebench: {min(single)} is an HTTP agent, which can take only one seat in a match; "
            f"{title.game} gives each player several: leave it out with games=…"
        )
    for turn in range(matches):
        seed = f"{entry.seed}/{title.game}/{' '.join(sorted(deal or (one, other)))}/{turn // 2}"
        ours, _ = sides(game, seed)
        pair = (first, second) if turn % 2 == 0 else (second, first)
        seated = [pair[0] if seat in ours else pair[1] for seat in range(game.seats)]
        yield Fixture(
            game=title.game,
            version=game.version,
            options=option_texts(game),
            seed=seed,
            players=tuple(seated),
            specs=entry.specs_of(dict.fromkeys(seated)),
            policy=parse_policy(entry.policy or POLICY),
            prompts=kit.words.prompts.digest,
            block=f"gamebench/{seed}",
            part=part,
            style=STYLE,
        )


def everyone(entry: Entry) -> Sequence[str]:
    """All players of an evaluation."""
    return list(dict.fromkeys(name for pair in pairs_of(entry) for name in pair))
