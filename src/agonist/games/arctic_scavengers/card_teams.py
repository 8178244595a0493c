"""Which cards can work together, and what they achieve.

People who act must have the action. Each may carry one tool and follow one card of Group Leaders; these add
to what is printed. So a total does not depend on who carries what, only on there being enough people.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from agonist.games.arctic_scavengers.cards import CATALOG, Action, Cards, in_order, medicine


@lru_cache(maxsize=20_000)
def worth(cards: Cards, action: Action) -> int:
    """The total of these cards with the best use of each tool and leader; other cards add nothing.

    >>> worth(("Refugee", "Scavenger", "Shovel"), "dig"), worth(("Refugee", "Spear"), "fight")
    (3, 0)
    """
    found = [(CATALOG[name].kind, CATALOG[name].value(action)) for name in cards]
    actors = [value for kind, value in found if kind == "person" and value is not None]
    tools = sorted((value for kind, value in found if kind == "tool" and value is not None), reverse=True)
    leaders = [value or 0 for kind, value in found if kind == "leader"]
    return sum(actors) + sum(tools[: len(actors)]) + sum(leaders[: len(actors)])


@lru_cache(maxsize=20_000)
def teams(hand: Cards, action: Action) -> tuple[Cards, ...]:
    """All ways to send cards of a hand to an action without sending one that is of no use there.

    >>> teams(("Refugee", "Scavenger", "Shovel"), "dig")
    (('Scavenger',), ('Refugee', 'Shovel'), ('Scavenger', 'Shovel'), ('Refugee', 'Scavenger', 'Shovel'))
    """
    useful = [name for name in hand if _useful(name, action)]
    found = {
        in_order(cards)
        for size in range(1, len(useful) + 1)
        for cards in combinations(useful, size)
        if _all_needed(cards, action)
    }
    return tuple(sorted(found, key=lambda cards: (len(cards), [hand.index(name) for name in cards])))


def _useful(name: str, action: Action) -> bool:
    return CATALOG[name].kind in ("person", "tool", "leader") and CATALOG[name].value(action) is not None


def _all_needed(cards: Cards, action: Action) -> bool:
    """Whether there are enough people for tools and leaders, and a tool or leader for everyone who achieves
    nothing alone."""
    kinds = [CATALOG[name].kind for name in cards]
    actors, tools, leaders = (kinds.count(kind) for kind in ("person", "tool", "leader"))
    helpless = sum(CATALOG[name].kind == "person" and not CATALOG[name].value(action) for name in cards)
    return actors > 0 and tools <= actors and leaders <= actors and helpless <= tools + leaders


@lru_cache(maxsize=20_000)
def payments(name: str, food: int, hand: Cards) -> tuple[Cards, ...]:
    """The sets of medicine cards that pay for a mercenary together with this much food; none has a
    superfluous card.

    >>> payments("Hunter", 0, ("Pills", "Pills", "Medkit")), payments("Brawler", 1, ())
    ((('Pills',), ('Medkit',)), ())
    """
    card = CATALOG[name]
    if card.food > food:
        return ()
    needed = max(0, card.mixed - food) if card.mixed else card.meds
    held = [medicine_card for medicine_card in hand if CATALOG[medicine_card].kind == "medicine"]
    return tuple(dict.fromkeys(_just_enough(held, needed)))


def _just_enough(held: list[str], needed: int) -> Iterator[Cards]:
    for size in range(len(held) + 1):
        for cards in combinations(held, size):
            total = medicine(cards)
            if total >= needed and all(total - CATALOG[name].meds < needed for name in cards):
                yield cards
