"""Which choices the rules of γ-Bench do not allow; published records contain some, since their code allowed
them.
"""

from __future__ import annotations

from agonist.suites.gamabench.scoring.choices import (
    Auctions,
    Battle,
    Bids,
    Choices,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
    Pirates,
)


def answers(choices: Choices) -> int:
    """How many answers players gave in a match: a choice each round, a shot, a plan or a vote."""
    match choices:
        case Battle(shots=shots):
            return len(shots)
        case Pirates(plans=plans):
            return sum(len(plan.pirates) for plan in plans)
        case _:
            return sum(map(len, choices.rounds))


def illegal(choices: Choices) -> int:
    """The number of choices that break the rules in the prompts.

    >>> illegal(Bids(100, ((187, 3), (50, 50))))
    1
    """
    match choices:
        case Guessing(low=low, high=high, rounds=rounds):
            return sum(not low <= number <= high for row in rounds for number in row)
        case Evenings(rounds=rounds):
            return sum(word not in ("go", "stay") for row in rounds for word in row)
        case Bids(golds=golds, rounds=rounds):
            return sum(not 0 <= bid <= golds for row in rounds for bid in row)
        case Contributions(tokens=tokens, rounds=rounds):
            return sum(not 0 <= put <= tokens for row in rounds for put in row)
        case Dishes(rounds=rounds):
            return sum(word not in ("cheap", "costly") for row in rounds for word in row)
        case Auctions(valuations=valuations, rounds=rounds):
            pairs = zip(valuations, rounds, strict=True)
            return sum(not 0 <= b <= v for worth, row in pairs for v, b in zip(worth, row, strict=True))
        case Battle(shots=shots):
            targets = [(shot.target, shot.alive, shot.shooter) for shot in shots]
            return sum(t is not None and (t not in alive or t == own) for t, alive, own in targets)
        case Pirates(gold=gold, plans=plans):
            return sum(min(plan.shares) < 0 or sum(plan.shares) != gold for plan in plans)
