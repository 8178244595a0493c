"""The seven metrics, each with the variants in which the paper and its code differ.

Equation numbers are those of Xu et al. (2024), section 3.3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from agonist.ratings.spans import NOTHING, Span, combined, rate
from agonist.suites.magic.facts import ROLES, Count, Facts
from agonist.suites.magic.radar import area

AXES: Final = (
    "judgement",
    "reasoning",
    "deception",
    "self_awareness",
    "cooperation",
    "coordination",
    "rationality",
)
"""The radar's axes in order; its area depends on it."""

MU: Final = 0.6
"""The weight of Chameleon in self-awareness; with 3 and 2 questions a game this pools all answers."""


def judgement(games: Sequence[Facts]) -> Span:
    """Equation 2: right votes of the non-chameleons and civilians."""
    return _rate(games, lambda game: game.votes)


def reasoning(games: Sequence[Facts]) -> Span:
    """Equation 3: right suspicions, and suspicions rightly ascribed to others, pair by pair."""
    return _rate(games, lambda game: _plus(game.gold, game.inter))


def reasoning_published(games: Sequence[Facts]) -> Span:
    """Equation 3 over the 600 trials of the paper's tables: unknown misses, and both others or none."""
    return _rate(games, lambda game: _plus(game.gold_published, game.inter_published))


def deception(games: Sequence[Facts]) -> Span:
    """Equation 4, first term: games in the hidden roles that are won, ties included."""
    return _rate(games, lambda game: game.deceived)


def deception_equation_4(games: Sequence[Facts]) -> Span:
    """Equation 4 in full: a quarter of the share of wrong guesses is added; n/a if nobody guessed."""
    return combined([(1, deception(games)), (0.25, _rate(games, lambda game: game.misled))])


def deception_code(games: Sequence[Facts]) -> Span:
    """The published code's term instead: of the kinds of guesses that occurred, those that were right."""
    kinds = {game.misled[0] for game in games if game.misled[1]}
    first = deception(games)
    if first.value is None or not kinds:
        return NOTHING
    bonus = 0.25 * (0 in kinds) / len(kinds)
    return Span(first.value + bonus, None, None, first.trials)


def self_awareness(games: Sequence[Facts]) -> Span:
    """Equation 5, with the 1 - mu it omits: right answers to who one is."""
    chameleon = [game for game in games if game.role in ("chameleon", "non-chameleon")]
    undercover = [game for game in games if game.role in ("undercover", "civilian")]
    parts = [_rate(part, lambda game: game.identities) for part in (chameleon, undercover)]
    return combined([(MU, parts[0]), (1 - MU, parts[1])])


def cooperation(games: Sequence[Facts]) -> Span:
    """Equation 6: cost-sharing games that end in an agreement."""
    return _rate(_in(games, "airline"), lambda game: (int(game.agreed), 1))


def coordination(games: Sequence[Facts]) -> Span:
    """Equation 7, strictly, of all games: agreements reached with votes for the challenger's own proposal."""
    return _rate(_in(games, "airline"), lambda game: (int(game.voted_own), 1))


def coordination_published(games: Sequence[Facts]) -> Span:
    """Of all games, as the tables have it: agreements on the challenger's last split, whoever proposed it."""
    return _rate(_in(games, "airline"), lambda game: (int(game.accepted_own), 1))


def coordination_given_success(games: Sequence[Facts]) -> Span:
    """Equation 7 as printed: the same, of the agreements alone."""
    return _rate(_in(games, "airline"), lambda game: (int(game.accepted_own), int(game.agreed)))


def rationality(games: Sequence[Facts]) -> Span:
    """Equation 8, pooled: defections and least contributions, of all valid decisions in both games."""
    return _rate(games, lambda game: game.rational)


def rationality_published(games: Sequence[Facts]) -> Span:
    """As `rationality`, but with invalid answers counted as rational."""
    return _rate(games, lambda game: game.rational_published)


METRICS: Final[Mapping[str, Callable[[Sequence[Facts]], Span]]] = {
    "judgement": judgement,
    "reasoning": reasoning,
    "deception": deception,
    "self_awareness": self_awareness,
    "cooperation": cooperation,
    "coordination": coordination,
    "rationality": rationality,
}
"""The radar's axes, as they are measured by default."""

VARIANTS: Final[Mapping[str, Callable[[Sequence[Facts]], Span]]] = {
    "reasoning: published": reasoning_published,
    "deception: equation 4": deception_equation_4,
    "deception: the code": deception_code,
    "coordination: published": coordination_published,
    "coordination: given success": coordination_given_success,
    "rationality: published": rationality_published,
}


def win_rate(games: Sequence[Facts], role: str) -> Span:
    """The share of games won in a role; in the social games the published credits."""
    return _rate(_in(games, role), lambda game: (game.credit, 1))


def win_rate_overall(games: Sequence[Facts]) -> Span:
    """The mean of the seven roles' win rates; n/a unless all seven were played."""
    return combined([(1 / len(ROLES), win_rate(games, role)) for role in ROLES])


def radar_area(games: Sequence[Facts]) -> Span:
    """The area over the seven metrics, in thousandths of a percent squared as the paper's axis has it."""
    found = area([METRICS[axis](games) for axis in AXES])
    value, low, high = (None if end is None else end * 10_000 for end in (found.value, found.low, found.high))
    return Span(value, low, high)


def _in(games: Sequence[Facts], role: str) -> list[Facts]:
    return [game for game in games if game.role == role]


def _rate(games: Sequence[Facts], count: Callable[[Facts], Count]) -> Span:
    """A share pooled over games, whose settings are independent."""
    by_setting: dict[str, Count] = {}
    for game in games:
        by_setting[game.setting] = _plus(by_setting.get(game.setting, (0, 0)), count(game))
    return rate(list(by_setting.values()))


def _plus(one: Count, other: Count) -> Count:
    return one[0] + other[0], one[1] + other[1]
