"""The seven metrics as in the printed tables, stricter definitions, and variants of the paper and its code.

Equation numbers are those of Xu et al. (2024), section 3.3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from agonist.ratings.share_intervals import NO_SPAN, Span, combined, rate_of
from agonist.suites.magic.hits_and_trials import ROLES, Count, Facts
from agonist.suites.magic.radar_area import area

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
    """Equation 3 over the paper's 600 trials: unknown is a miss, and others' suspicions are right only if
    both are.
    """
    return _rate(games, lambda game: _plus(game.gold_published, game.inter_published))


def reasoning_by_pair(games: Sequence[Facts]) -> Span:
    """Equation 3 with others' suspicions counted pair by pair; the chameleon's own view does not count."""
    return _rate(games, lambda game: _plus(game.gold, game.inter))


def deception(games: Sequence[Facts]) -> Span:
    """Equation 4, first term: the share of games won in the hidden roles, ties included."""
    return _rate(games, lambda game: game.deceived)


def deception_equation_4(games: Sequence[Facts]) -> Span:
    """Equation 4 in full, which adds a quarter of the share of wrong guesses; n/a if nobody guessed."""
    return combined([(1, deception(games)), (0.25, _rate(games, lambda game: game.misled))])


def deception_code(games: Sequence[Facts]) -> Span:
    """As in the published code, which adds a quarter of the share of kinds of guesses that were right."""
    kinds = {game.misled[0] for game in games if game.misled[1]}
    first = deception(games)
    if first.value is None or not kinds:
        return NO_SPAN
    bonus = 0.25 * (0 in kinds) / len(kinds)
    return Span(first.value + bonus, None, None, first.trials)


def self_awareness(games: Sequence[Facts]) -> Span:
    """Equation 5, with the factor 1 - mu that it omits: right answers about the player's own identity."""
    chameleon = [game for game in games if game.role in ("chameleon", "non-chameleon")]
    undercover = [game for game in games if game.role in ("undercover", "civilian")]
    parts = [_rate(part, lambda game: game.identities) for part in (chameleon, undercover)]
    return combined([(MU, parts[0]), (1 - MU, parts[1])])


def cooperation(games: Sequence[Facts]) -> Span:
    """Equation 6: the share of cost-sharing games that end in an agreement."""
    return _rate(_in(games, "airline"), lambda game: (int(game.agreed), 1))


def coordination(games: Sequence[Facts]) -> Span:
    """As in the tables: the share of games with an agreement on the challenger's last split, by anybody."""
    return _rate(_in(games, "airline"), lambda game: (int(game.accepted_own), 1))


def coordination_by_votes(games: Sequence[Facts]) -> Span:
    """The share of games with an agreement by votes for the challenger's own proposal."""
    return _rate(_in(games, "airline"), lambda game: (int(game.voted_own), 1))


def coordination_given_success(games: Sequence[Facts]) -> Span:
    """Equation 7 as printed: the same share, of the agreements only."""
    return _rate(_in(games, "airline"), lambda game: (int(game.accepted_own), int(game.agreed)))


def rationality(games: Sequence[Facts]) -> Span:
    """Equation 8, pooled as in the tables: the share of defections and lowest contributions in all decisions
    of both games; invalid answers count as rational.
    """
    return _rate(games, lambda game: game.rational_published)


def rationality_of_valid(games: Sequence[Facts]) -> Span:
    """As `rationality`, of the valid decisions only."""
    return _rate(games, lambda game: game.rational)


METRICS: Final[Mapping[str, Callable[[Sequence[Facts]], Span]]] = {
    "judgement": judgement,
    "reasoning": reasoning,
    "deception": deception,
    "self_awareness": self_awareness,
    "cooperation": cooperation,
    "coordination": coordination,
    "rationality": rationality,
}
"""The metric of each axis of the radar chart, by the definition that the printed numbers fit."""

STRICT: Final[Mapping[str, tuple[str, Callable[[Sequence[Facts]], Span]]]] = {
    "reasoning": ("reasoning: pair by pair", reasoning_by_pair),
    "coordination": ("coordination: own proposal voted for", coordination_by_votes),
    "rationality": ("rationality: valid decisions", rationality_of_valid),
}
"""By axis, the name of its stricter definition, and the metric; other axes have none."""

VARIANTS: Final[Mapping[str, Callable[[Sequence[Facts]], Span]]] = {
    **dict(STRICT.values()),
    "deception: equation 4": deception_equation_4,
    "deception: the code": deception_code,
    "coordination: given success": coordination_given_success,
}


def win_rate(games: Sequence[Facts], role: str) -> Span:
    """The share of games won in a role; in the social games, the mean of the published credits."""
    return _rate(_in(games, role), lambda game: (game.credit, 1))


def win_rate_overall(games: Sequence[Facts]) -> Span:
    """The mean of the seven roles' win rates; n/a unless all seven were played."""
    return combined([(1 / len(ROLES), win_rate(games, role)) for role in ROLES])


def radar_area(games: Sequence[Facts]) -> Span:
    """The area of the radar chart over the seven metrics, in percent squared."""
    return _area([METRICS[axis](games) for axis in AXES])


def radar_area_strict(games: Sequence[Facts]) -> Span:
    """The same by the stricter definitions of the axes that have one."""
    chosen = {**METRICS, **{axis: metric for axis, (_, metric) in STRICT.items()}}
    return _area([chosen[axis](games) for axis in AXES])


def _area(radii: Sequence[Span]) -> Span:
    return area(radii).times(10_000)


def _in(games: Sequence[Facts], role: str) -> list[Facts]:
    return [game for game in games if game.role == role]


def _rate(games: Sequence[Facts], count: Callable[[Facts], Count]) -> Span:
    """A share pooled over games, whose settings are independent."""
    return rate_of((game.setting, count(game)) for game in games)


def _plus(one: Count, other: Count) -> Count:
    return one[0] + other[0], one[1] + other[1]
