"""A game of OpenSpiel's as a game of ours: who is asked, what follows, who sees what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from math import isfinite
from types import MappingProxyType
from typing import Any, ClassVar, Final

import pyspiel

from agonist.adapters.openspiel.parameters import SPELT, check_lists
from agonist.adapters.openspiel.states import (
    Action,
    History,
    Parameters,
    after,
    begun,
    keep_asks,
    kept_asks,
    kept_if_few,
    loaded,
    spiel_of,
)
from agonist.adapters.openspiel.views import Shown, View, in_words, seen, texts_for
from agonist.core import CHANCE, Ask, Choice, Draw, Game, Moves, Outcome, Seat, Traits, UsageError, counted
from agonist.games import find_kit
from agonist.kit import make_game

NOBODY: Final[Mapping[Seat, Ask]] = MappingProxyType({})
NO_TEXTS: Final = ("", "")
TOGETHER: Final = int(pyspiel.PlayerId.SIMULTANEOUS)
SOURCE: Final = "OpenSpiel (Lanctot et al., 2019)"

PARTNERS: Final[Mapping[str, tuple[tuple[Seat, ...], ...]]] = {
    "bridge": ((0, 2), (1, 3)),
    "euchre": ((0, 2), (1, 3)),
    "python_team_dominoes": ((0, 2), (1, 3)),
    "spades": ((0, 2), (1, 3)),
    "tiny_bridge_4p": ((0, 2), (1, 3)),
}
"""The teams of games whose teams are fixed. Where all are paid alike, all are one team."""

_SPELT_BY_US: Final = {ours: theirs for theirs, ours in SPELT.items()}


@dataclass(frozen=True)
class SpielGame(Game[History, View]):
    """The rules of one of the library's games; subclasses have its parameters as their fields."""

    short_name: ClassVar[str]
    """What the library calls the game."""
    seats_parameter: ClassVar[str]
    """What it calls the number of players; empty if this is fixed."""
    usual_seats: ClassVar[int]
    library_values: ClassVar[Mapping[str, Any]]
    """The library's own values of its parameters, by our names of them."""
    usual: ClassVar[Mapping[str, Any]] = {}
    """The values of options that are usual here, where they aren't the library's own."""
    abilities: ClassVar[Sequence[str]] = ()
    """What playing well takes, where somebody has said so."""
    sources: ClassVar[Sequence[str]] = ()
    """Where a game's own rules in words are from."""

    seats: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        for each in fields(self):
            # Where less than 0 is the usual value, the library chooses; what 0 means it does not check.
            if type(each.default) is int and each.default < 0 and not getattr(self, each.name):
                raise UsageError(f"{self.name}: {each.name} is more than 0, or {each.default}; not 0")
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        check_lists(self.short_name, {**given, "numPlayers": self.seats})
        players = self.spiel.num_players()  # loads the game, so that what the library refuses is told at once
        if players != self.seats:
            raise UsageError(
                f"{self.name} is for {counted(players, 'player')} with these options, not {self.seats}"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self.name, {each.name: getattr(self, each.name) for each in fields(self)})

    @cached_property
    def parameters(self) -> Parameters:
        """The parameters that differ from the library's own."""
        found = {
            _SPELT_BY_US.get(each.name, each.name): value
            for each in fields(self)
            if each.name != "seats" and (value := getattr(self, each.name)) != self.library_values[each.name]
        }
        if self.seats_parameter and self.seats != self.usual_seats:
            found[self.seats_parameter] = self.seats
        return tuple(sorted(found.items()))

    @cached_property
    def spiel(self) -> Any:
        """The library's game."""
        return loaded(self.short_name, self.parameters)

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """All parameters by the library's names, whether given or not."""
        return dict(self.spiel.get_parameters())

    @cached_property
    def kind(self) -> Any:
        """The library's description of the game with these parameters."""
        return self.spiel.get_type()

    @cached_property
    def tells(self) -> tuple[bool, bool]:
        """Whether the library has a text of what a seat has learnt, and one of what it sees."""
        kind = self.kind
        return bool(kind.provides_information_state_string), bool(kind.provides_observation_string)

    @cached_property
    def one_at_a_time(self) -> bool:
        """Whether several seats never act at once."""
        return bool(self.kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL)

    @cached_property
    def traits(self) -> Traits:
        kinds = pyspiel.GameType
        return Traits(
            simultaneous=self.kind.dynamics == kinds.Dynamics.SIMULTANEOUS and self.seats > 1,
            hidden=self.kind.information == kinds.Information.IMPERFECT_INFORMATION,
            constant_sum=self.kind.utility in (kinds.Utility.ZERO_SUM, kinds.Utility.CONSTANT_SUM),
            abilities=tuple(self.abilities),
            sources=(*self.sources, SOURCE),
        )

    @property
    def score_range(self) -> tuple[float, float] | None:
        low, high = self.spiel.min_utility(), self.spiel.max_utility()
        return (low, high) if isfinite(low) and isfinite(high) else None

    def new(self) -> History:
        return begun(self.short_name, self.parameters, self.spiel)

    def turn(self, state: History) -> Mapping[Seat, Ask]:
        asks = kept_asks(state)
        if asks is None:
            asks = self._asks(spiel_of(state))
            keep_asks(state, asks)
        return asks

    def _asks(self, spiel: Any) -> Mapping[Seat, Ask]:
        player = spiel.current_player()
        if player >= 0:
            return _to_move(player, tuple(spiel.legal_actions()))
        if player == CHANCE:
            return _to_draw(player, tuple(spiel.chance_outcomes()))
        if player == TOGETHER:
            every = ((seat, spiel.legal_actions(seat)) for seat in range(self.seats))
            return MappingProxyType(
                {seat: Choice(_plain(actions), "move") for seat, actions in every if actions}
            )
        return NOBODY

    def act(self, state: History, moves: Moves) -> History:
        action: Action
        if self.one_at_a_time or not spiel_of(state).is_simultaneous_node():
            ((_, action),) = moves.items()
        else:
            action = tuple([moves.get(seat, 0) for seat in range(self.seats)])
        return after(state, action)

    def observe(self, state: History, seat: Seat | None) -> View:
        if not self.traits.hidden:
            return Shown(seat, state) if self.traits.simultaneous else state
        asks, spiel = self.turn(state), spiel_of(state)
        return seen(
            seat,
            NO_TEXTS if seat is None else texts_for(spiel, self.tells, seat),
            () if seat is None or seat not in asks else in_words(spiel, seat, asks[seat].options() or ()),
            tuple(asks),
            () if asks else _scores(spiel),
            (self, state),
        )

    def outcome(self, state: History) -> Outcome | None:
        spiel = spiel_of(state)
        if not spiel.is_terminal():
            return None
        return Outcome(_scores(spiel), self.ending(spiel), self.teams(state))

    def paid(self, state: History) -> tuple[float, ...] | None:
        goes_on = self.kind.reward_model == pyspiel.GameType.RewardModel.REWARDS
        return _scores(spiel_of(state)) if goes_on else None

    def facts(self, spiel: Any, seat: Seat | None) -> Any:
        """What a seat (`None`: a bystander) may know of a hidden state, as plain values that hash, where the
        library's texts are not enough for a game's own words; a part of what the view is compared by.
        """
        del spiel, seat

    def ending(self, spiel: Any) -> str:
        """Why the game is over, in a phrase."""
        del spiel
        return "by its rules the game is over"

    def teams(self, state: History) -> tuple[tuple[Seat, ...], ...]:
        del state
        if self.kind.utility == pyspiel.GameType.Utility.IDENTICAL and self.seats > 1:
            return (tuple(range(self.seats)),)
        return PARTNERS.get(self.short_name, ())


def _remade(name: str, options: Mapping[str, Any]) -> Game[Any, Any]:
    """A game that was copied or pickled: its class is made anew from its name."""
    return make_game(find_kit(name).game, options)


@kept_if_few
def _to_move(player: int, actions: tuple[int, ...]) -> Mapping[Seat, Ask]:
    """The question to one who moves alone."""
    return MappingProxyType({int(player): Choice(_plain(actions), "move")})


@kept_if_few
def _to_draw(chance: int, outcomes: tuple[tuple[int, float], ...]) -> Mapping[Seat, Ask]:
    """The question to chance."""
    actions, weights = zip(*outcomes, strict=True)
    return MappingProxyType({int(chance): Draw(_plain(actions), weights, "chance")})


def _plain(actions: Sequence[Any]) -> tuple[int, ...]:
    """Actions as plain numbers; games in Python may have their own kinds."""
    return tuple(actions) if not actions or type(actions[0]) is int else tuple(map(int, actions))


def _scores(spiel: Any) -> tuple[float, ...]:
    """The library's returns; whole numbers as such."""
    return tuple([int(score) if score == int(score) else float(score) for score in spiel.returns()])
