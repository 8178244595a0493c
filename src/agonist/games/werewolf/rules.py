"""Werewolf: at night werewolves kill, by day the village talks and votes a player out.

The rules are those of Kaggle's `werewolf` environment (`GAME_RULE.md`) and of Werewolf Arena (Bailis et al.,
2024, arXiv 2407.13943), with two more roles that most sets of rules have: the Hunter and the Masons. At night
everyone is asked to name a player, so that nobody can tell roles by who is asked: werewolves a victim, the
Seer whom they look at, the Doctor whom they protect, and all others whom they suspect, without effect.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeAlias

from agonist.core import (
    CHANCE,
    Ask,
    Choice,
    Draw,
    Event,
    Game,
    Log,
    Moves,
    Outcome,
    Seat,
    Shuffle,
    Speech,
    Traits,
    UsageError,
    add_event,
    events_for,
    option,
)
from agonist.games.werewolf.roles import MASONS, Role, fellows, wolves

Phase: TypeAlias = Literal["roles", "night", "victim", "speaker", "talk", "vote", "tie", "shot", "over"]


@dataclass(frozen=True, slots=True)
class State:
    """The roles, who is alive, and where the day stands."""

    phase: Phase = "roles"
    roles: tuple[Role, ...] = ()
    alive: tuple[Seat, ...] = ()
    day: int = 1
    """The number of the night and of the day after it, counted from 1."""
    most_named: tuple[Seat, ...] = ()
    """Who has most of the werewolves' or the village's votes, until one of them is drawn."""
    guarded: Seat | None = None
    """Whom the Doctor protected last."""
    to_speak: tuple[Seat, ...] = ()
    talks: int = 0
    """Rounds of talk so far on this day."""
    hunter: Seat | None = None
    """The Hunter, after they have left and before they have shot."""
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows.

    Events, to one seat alone or to the werewolves: `("role", role, fellows)`, `("chose", night, target)`,
    `("seen", night, target, is a werewolf)`, `("pack", night, ((werewolf, target), …))`. To all: `("night",
    number)`, `("died", night, seat or None, role or None)`, `("speaker", seat)`, `("said", seat, text)`,
    `("ballot", day, ((voter, target), …))`, `("exiled", day, seat or None, role or None)`, `("shot", hunter,
    target, role or None)`, `("over", roles)`.
    """

    seat: Seat | None
    role: Role | None
    phase: Phase
    alive: tuple[Seat, ...]
    day: int
    to_speak: tuple[Seat, ...]
    talks: int
    hunter: Seat | None
    guarded: Seat | None
    """Whom this seat protected last, if it is the Doctor."""
    log: tuple[Event, ...]


@dataclass(frozen=True)
class Werewolf(Game[State, View]):
    """The side that wins scores 1, each of its players, alive or not; the other 0."""

    name: ClassVar[str] = "werewolf"
    title: ClassVar[str] = "Werewolf"
    sizes: ClassVar[Sequence[int]] = range(7, 13)

    seats: int = 8
    werewolves: int = option(2, low=1)
    """How many players are werewolves; fewer than half."""
    seer: bool = True
    """Whether a player is the Seer, who learns each night whether a player is a werewolf."""
    doctor: bool = True
    """Whether a player is the Doctor, who protects a player each night."""
    hunter: bool = False
    """Whether a player is the Hunter, who takes another along when they leave."""
    masons: bool = False
    """Whether two players are Masons, who know each other."""
    doctor_self: bool = True
    """Whether the Doctor may protect themselves."""
    doctor_repeats: bool = True
    """Whether the Doctor may protect the same player on two nights in a row."""
    tie: Literal["random", "nobody"] = "random"
    """What happens by day on a tie for the most votes: one of them is drawn and leaves, or nobody leaves."""
    reveal: bool = True
    """Whether the role of a player who leaves is shown."""
    talks: int = option(1, low=0, high=10)
    """Rounds of talk on each day, in which everyone speaks once; 0: nobody talks."""
    max_words: int = option(60, low=1, high=1000)
    """Words in the longest speech."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if 2 * self.werewolves >= self.seats:
            raise UsageError(
                f"werewolf: of {self.seats} players fewer than half can be werewolves, not {self.werewolves}"
            )

    @property
    def traits(self) -> Traits:
        return Traits(
            simultaneous=True,
            hidden=True,
            talk=self.talks > 0,
            abilities=("social deduction", "deception", "communication", "cooperation"),
            sources=("Kaggle, werewolf (GAME_RULE.md)", "Werewolf Arena (Bailis et al., 2024)"),
        )

    @property
    def deck(self) -> tuple[Role, ...]:
        """The roles in play."""
        village: list[Role] = []
        village += ["Seer"] if self.seer else []
        village += ["Doctor"] if self.doctor else []
        village += ["Hunter"] if self.hunter else []
        village += ["Mason" for _ in range(MASONS if self.masons else 0)]
        pack: list[Role] = ["Werewolf" for _ in range(self.werewolves)]
        villagers: list[Role] = ["Villager" for _ in range(self.seats - len(pack) - len(village))]
        return (*pack, *village, *villagers)

    def new(self) -> State:
        return State(alive=tuple(range(self.seats)))

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        match state.phase:
            case "roles":
                return {CHANCE: Shuffle(self.deck, self.seats, about="roles")}
            case "night":
                return {seat: Choice(self._named_at_night(state, seat), "night") for seat in state.alive}
            case "victim" | "tie":
                return {CHANCE: Draw(state.most_named, about=state.phase)}
            case "speaker":
                return {CHANCE: Draw(state.alive, about="speaker")}
            case "talk":
                return {state.to_speak[0]: Speech(self.max_words, about="talk")}
            case "vote":
                return {seat: Choice(others(state.alive, seat), about="vote") for seat in state.alive}
            case "shot":
                assert state.hunter is not None
                return {state.hunter: Choice(state.alive, about="shot")}
            case "over":
                return {}

    def _named_at_night(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """Whom a player may name at night, by their role."""
        match state.roles[seat]:
            case "Werewolf":
                pack = wolves(state.roles)
                return tuple(other for other in state.alive if other not in pack)
            case "Doctor":
                may = state.alive if self.doctor_self else others(state.alive, seat)
                return may if self.doctor_repeats else others(may, state.guarded)
        return others(state.alive, seat)

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "roles":
                return self._deal(state, moves[CHANCE])
            case "night":
                return self._night(state, moves)
            case "victim":
                return self._morning(state, moves[CHANCE])
            case "speaker":
                log = add_event(state.log, "speaker", moves[CHANCE])
                return replace(state, phase="talk", to_speak=from_seat(state.alive, moves[CHANCE]), log=log)
            case "talk":
                return self._hear(state, moves[state.to_speak[0]])
            case "vote":
                return self._count(state, tuple(sorted(moves.items())))
            case "tie":
                return self._exile(state, moves[CHANCE])
            case "shot":
                assert state.hunter is not None
                return self._shoot(state, state.hunter, moves[state.hunter])
            case "over":
                raise AssertionError(moves)

    def _deal(self, state: State, roles: tuple[Role, ...]) -> State:
        log = state.log
        for seat, role in enumerate(roles):
            log = add_event(log, "role", role, fellows(roles, seat), to=[seat])
        return _nightfall(replace(state, roles=roles, log=log))

    def _night(self, state: State, moves: Moves) -> State:
        """Everyone has named a player; chance draws among those whom most werewolves named."""
        log, night = state.log, state.day
        pack = tuple(seat for seat in sorted(moves) if state.roles[seat] == "Werewolf")
        for seat in sorted(moves):
            if seat not in pack:
                log = add_event(log, "chose", night, moves[seat], to=[seat])
            if state.roles[seat] == "Seer":
                found = state.roles[moves[seat]] == "Werewolf"
                log = add_event(log, "seen", night, moves[seat], found, to=[seat])
        log = add_event(
            log, "pack", night, tuple((seat, moves[seat]) for seat in pack), to=wolves(state.roles)
        )
        doctors = [seat for seat in moves if state.roles[seat] == "Doctor"]
        return replace(
            state,
            phase="victim",
            most_named=most_named(moves[seat] for seat in pack),
            guarded=moves[doctors[0]] if doctors else None,
            log=log,
        )

    def _morning(self, state: State, victim: Seat) -> State:
        if victim == state.guarded:
            state = replace(state, most_named=(), log=add_event(state.log, "died", state.day, None, None))
            return self._dawn(state)
        role = state.roles[victim] if self.reveal else None
        log = add_event(state.log, "died", state.day, victim, role)
        return self._left(replace(state, most_named=(), log=log), victim, "night")

    def _left(self, state: State, seat: Seat, when: Literal["night", "day"]) -> State:
        """A player leaves; the Hunter shoots first, unless the game is over."""
        state = replace(state, alive=others(state.alive, seat))
        if state.roles[seat] == "Hunter" and not self._is_over(state):
            return replace(state, phase="shot", hunter=seat)
        return self._dawn(state) if when == "night" else self._dusk(state)

    def _shoot(self, state: State, hunter: Seat, target: Seat) -> State:
        role = state.roles[target] if self.reveal else None
        by_day = state.log[-1][1][0] == "exiled"
        log = add_event(state.log, "shot", hunter, target, role)
        state = replace(state, hunter=None, alive=others(state.alive, target), log=log)
        return self._dusk(state) if by_day else self._dawn(state)

    def _dawn(self, state: State) -> State:
        if self._is_over(state):
            return _end(state)
        return replace(state, phase="speaker" if self.talks else "vote", talks=0)

    def _dusk(self, state: State) -> State:
        return _end(state) if self._is_over(state) else _nightfall(replace(state, day=state.day + 1))

    def _hear(self, state: State, text: str) -> State:
        log = add_event(state.log, "said", state.to_speak[0], text)
        state = replace(state, to_speak=state.to_speak[1:], log=log)
        if state.to_speak:
            return state
        state = replace(state, talks=state.talks + 1)
        return replace(state, phase="vote") if state.talks == self.talks else replace(state, phase="speaker")

    def _count(self, state: State, ballot: tuple[tuple[Seat, Seat], ...]) -> State:
        state = replace(state, log=add_event(state.log, "ballot", state.day, ballot))
        first = most_named(target for _, target in ballot)
        if len(first) == 1:
            return self._exile(state, first[0])
        if self.tie == "random":
            return replace(state, phase="tie", most_named=first)
        return self._dusk(replace(state, log=add_event(state.log, "exiled", state.day, None, None)))

    def _exile(self, state: State, seat: Seat) -> State:
        role = state.roles[seat] if self.reveal else None
        log = add_event(state.log, "exiled", state.day, seat, role)
        return self._left(replace(state, most_named=(), log=log), seat, "day")

    def _is_over(self, state: State) -> bool:
        return is_over(state.roles, state.alive)

    def observe(self, state: State, seat: Seat | None) -> View:
        role = state.roles[seat] if seat is not None and state.roles else None
        return View(
            seat, role, state.phase, state.alive, state.day, state.to_speak, state.talks, state.hunter,
            state.guarded if role == "Doctor" else None, events_for(state.log, seat),
        )  # fmt: skip

    @property
    def score_range(self) -> tuple[float, float]:
        return 0.0, 1.0

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        pack = wolves(state.roles)
        village_wins = not {*pack} & {*state.alive}
        scores = tuple(float((seat not in pack) == village_wins) for seat in range(self.seats))
        reason = "no werewolf is left" if village_wins else "as many werewolves as others are left"
        return Outcome(scores, reason, self.teams(state))

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        if not state.roles:
            return ()
        pack = wolves(state.roles)
        return others(range(self.seats), *pack), pack


def is_over(roles: Sequence[Role], alive: Sequence[Seat]) -> bool:
    """Whether no werewolf is left, or as many as others."""
    left = sum(roles[seat] == "Werewolf" for seat in alive)
    return left == 0 or 2 * left >= len(alive)


def others(seats: Iterable[Seat], *without: Seat | None) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat not in without)


def from_seat(alive: Sequence[Seat], first: Seat) -> tuple[Seat, ...]:
    """The living in seat order, from this one on.

    >>> from_seat((0, 2, 3, 5), 3)
    (3, 5, 0, 2)
    """
    return (*(seat for seat in alive if seat >= first), *(seat for seat in alive if seat < first))


def most_named(targets: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those who were named most often.

    >>> most_named([2, 5, 2, 5, 1])
    (2, 5)
    """
    got = Counter(targets)
    return tuple(sorted(seat for seat, votes in got.items() if votes == max(got.values())))


def _nightfall(state: State) -> State:
    return replace(state, phase="night", log=add_event(state.log, "night", state.day))


def _end(state: State) -> State:
    return replace(state, phase="over", log=add_event(state.log, "over", state.roles))
