"""The eighteen battle cards: each belongs to a theater and has a strength and mostly an ability."""

from __future__ import annotations

from typing import Final, TypeAlias

Card: TypeAlias = str
"""Its theater and strength, such as `Air 3`."""

THEATERS: Final = ("Air", "Land", "Sea")

_ABILITIES: Final = {
    "Air": ("Support", "Air Drop", "Maneuver", "Aerodrome", "Containment", ""),
    "Land": ("Reinforce", "Ambush", "Maneuver", "Cover Fire", "Disrupt", ""),
    "Sea": ("Transport", "Escalation", "Maneuver", "Redeploy", "Blockade", ""),
}

CARDS: Final[tuple[Card, ...]] = tuple(f"{theater} {n}" for theater in THEATERS for n in range(1, 7))

ABILITY: Final = {f"{t} {n}": name for t, names in _ABILITIES.items() for n, name in enumerate(names, 1)}
"""The name of each card's ability; empty for the three of strength 6."""

TITLE: Final = {
    card: name or {"Air 6": "Heavy Bombers", "Land 6": "Heavy Tanks", "Sea 6": "Super Battleship"}[card]
    for card, name in ABILITY.items()
}
"""The title printed on each card."""

PRINTED: Final = {card: int(card[-1]) for card in CARDS}
"""The strength printed on each card."""

MATCHING: Final = {card: card.split()[0] for card in CARDS}
"""The theater that each card belongs to."""
