"""Drawing a state that a seat cannot tell from the true one.

A few games can do so themselves. For the others a match is played again from its beginning: the seat plays
what it played, and chance and the others whatever keeps the seat's texts what they were. Nothing is used that
the seat does not know: its own actions, what it was shown one after the other, and who is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pyspiel

from agonist.adapters.openspiel.states import Action, History, apply, loaded, replayed, spiel_of
from agonist.adapters.openspiel.views import texts_for
from agonist.core import Seat
from agonist.kit import CannotSample

SAMPLED: Final = frozenset(
    (
        "bargaining", "blackjack", "bridge", "colored_trails", "euchre", "gin_rummy", "hearts", "kuhn_poker",
        "leduc_poker", "universal_poker",
    )
)  # fmt: skip
"""Games for which the library can draw such a state, where a player is asked. In Oh Hell, too, but what it
draws never deals a card that truly nobody has."""

TRIALS: Final = 20_000
"""Actions tried for one state, before it is given up."""

MOST_TOGETHER: Final = 100
"""Actions tried in one state in which several act at once."""


def resampled(history: History, tells: tuple[bool, bool], seat: Seat, rng: Random) -> History:
    """A state that this seat cannot tell from `history`, at random. Raises `CannotSample`.

    `tells`: which texts the library has, as for `texts_for`.
    """
    if history.name in SAMPLED and (spiel := spiel_of(history)).is_player_node():
        actions = spiel.resample_from_infostate(seat, rng.random).history()
        return History(history.name, history.parameters, tuple(actions))
    return _Replay(history, tells, seat, rng).found()


class _Replay:
    """The search for one state."""

    def __init__(self, history: History, tells: tuple[bool, bool], seat: Seat, rng: Random) -> None:
        self.history, self.tells, self.seat, self.rng = history, tells, seat, rng
        self.played: list[int] = []
        self.shown = [texts_for(replayed(history, 0), tells, seat)]
        spiel = replayed(history, 0)
        for action in history.actions:
            if (own := _own(spiel, action, seat)) is not None:
                self.played.append(own)
            apply(spiel, action)
            if (seen := texts_for(spiel, tells, seat)) != self.shown[-1]:
                self.shown.append(seen)
        self.asked = _asked(spiel)
        self.left = TRIALS

    def found(self) -> History:
        """The first state found. Raises `CannotSample` when all trials are spent."""
        while self.left > 0:
            self.left -= 1
            actions = self._attempt()
            if actions is not None:
                return History(self.history.name, self.history.parameters, tuple(actions))
        raise CannotSample(
            f"the library cannot draw states of {self.history.name}, and {TRIALS:,} trials found none"
        )

    def _attempt(self) -> list[Action] | None:
        """The actions of one match that shows the seat what it was shown; `None` at a dead end."""
        spiel = loaded(self.history.name, self.history.parameters).new_initial_state()
        actions: list[Action] = []
        own = at = 0
        while not (own == len(self.played) and at == len(self.shown) - 1 and _asked(spiel) == self.asked):
            for action in self._candidates(spiel, own):
                self.left -= 1
                child = spiel.clone()
                apply(child, action)
                seen = texts_for(child, self.tells, self.seat)
                if seen == self.shown[at] or (at + 1 < len(self.shown) and seen == self.shown[at + 1]):
                    break
                if self.left <= 0:
                    return None
            else:
                return None
            own += _own(spiel, action, self.seat) is not None
            at += seen != self.shown[at]
            actions.append(action)
            spiel = child
        return actions

    def _candidates(self, spiel: Any, own: int) -> Iterator[Action]:
        """What may happen now, in random order: likely outcomes of chance come first."""
        player = int(spiel.current_player())
        if spiel.is_terminal():
            return
        if player == pyspiel.PlayerId.CHANCE:
            weighted = [(self.rng.random() ** (1 / p), int(a)) for a, p in spiel.chance_outcomes() if p > 0]
            yield from (action for _, action in sorted(weighted, reverse=True))
        elif player >= 0:
            legal = [int(action) for action in spiel.legal_actions()]
            yield from self._mine(legal, own) if player == self.seat else self._shuffled(legal)
        else:
            for _ in range(MOST_TOGETHER):
                yield tuple([self._one(spiel, other, own) for other in range(spiel.num_players())])

    def _mine(self, legal: list[int], own: int) -> list[int]:
        """What the seat played then, if it could play it here."""
        return [action for action in self.played[own : own + 1] if action in legal]

    def _shuffled(self, legal: list[int]) -> list[int]:
        self.rng.shuffle(legal)
        return legal

    def _one(self, spiel: Any, player: Seat, own: int) -> int:
        """An action of one of those who act at once."""
        legal = [int(action) for action in spiel.legal_actions(player)]
        options = self._mine(legal, own) if player == self.seat else legal
        return options[int(self.rng.random() * len(options))] if options else 0


def _own(spiel: Any, action: Action, seat: Seat) -> int | None:
    """The part of an action in this state that is the seat's; `None` if it does not act."""
    if type(action) is tuple:
        return action[seat]
    return action if spiel.current_player() == seat else None  # type: ignore[return-value]  # it is a number


def _asked(spiel: Any) -> tuple[int, ...]:
    """Who is asked."""
    player = int(spiel.current_player())
    if player != pyspiel.PlayerId.SIMULTANEOUS:
        return (player,)
    return tuple([seat for seat in range(spiel.num_players()) if spiel.legal_actions(seat)])
