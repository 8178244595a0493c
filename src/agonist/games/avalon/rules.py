"""Avalon: good players look for three quests without a traitor; evil players hide, and look for Merlin.

The rules are those of the rulebook of "The Resistance: Avalon" (Don Eskridge, Indie Boards & Cards) for 5 to
10 players, with its optional characters and the Lady of the Lake. At a table everyone talks at once. Here the
leader says something with a team, and then, in seat order, everyone else does before the vote; evil players
talk before the Assassin names Merlin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal, TypeAlias

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
    Pick,
    Seat,
    Shuffle,
    Speech,
    Traits,
    UsageError,
    add_event,
    events_for,
    form,
    option,
)
from agonist.games.avalon.roles import (
    EVIL_PLAYERS,
    TEAM_SIZES,
    TWO_FAILS_FROM,
    Role,
    is_evil,
    seen_by,
)

Phase: TypeAlias = Literal[
    "roles", "leader", "team", "talk", "vote", "quest", "lady", "counsel", "assassin", "over"
]

QUESTS_TO_WIN: Final = 3
MOST_REJECTED: Final = 5
"""After this many rejected teams for one quest, evil wins."""


@dataclass(frozen=True, slots=True)
class State:
    """The roles, the quests so far, and where the round stands."""

    phase: Phase = "roles"
    roles: tuple[Role, ...] = ()
    leader: Seat = 0
    team: tuple[Seat, ...] = ()
    to_speak: tuple[Seat, ...] = ()
    rejected: int = 0
    """Teams that were rejected for this quest."""
    quests: tuple[bool, ...] = ()
    """Whether each quest so far succeeded."""
    lady: tuple[Seat, ...] = ()
    """Who has had the Lady of the Lake, in order; the last has it."""
    named: Seat | None = None
    """Whom the Assassin took for Merlin."""
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows.

    Events: `("role", role, seats shown)` and `("loyalty", holder, seat, evil)` to one seat alone; to all
    `("leader", seat)`, `("team", quest, attempt, leader, seats)`, `("said", seat, text)`,
    `("votes", approving seats, rejecting seats)`, `("quest", quest, seats, fails, success)`,
    `("lady", seat)`, `("examined", holder, seat)`, `("unmasked", evil seats, Assassin)`, `("named", seat)`,
    `("over", roles)`.
    """

    seat: Seat | None
    role: Role | None
    phase: Phase
    leader: Seat
    team: tuple[Seat, ...]
    to_speak: tuple[Seat, ...]
    rejected: int
    quests: tuple[bool, ...]
    lady: tuple[Seat, ...]
    named: Seat | None
    log: tuple[Event, ...]


@dataclass(frozen=True)
class Avalon(Game[State, View]):
    """The side that wins scores 1, each of its players, the other 0."""

    name: ClassVar[str] = "avalon"
    title: ClassVar[str] = "Avalon"
    sizes: ClassVar[Sequence[int]] = range(5, 11)

    seats: int = 5
    percival: bool = False
    """Whether a good player is Percival, who is shown Merlin."""
    morgana: bool = False
    """Whether an evil player is Morgana, who looks like Merlin to Percival."""
    mordred: bool = False
    """Whether an evil player is Mordred, whom Merlin isn't shown."""
    oberon: bool = False
    """Whether an evil player is Oberon, who doesn't know the others of evil, nor they him."""
    lady: bool = False
    """Whether the Lady of the Lake goes round: after the second, third and fourth quest, its holder learns
    the side of another player, who gets it."""
    talk: bool = True
    """Whether players talk; without, they only act."""
    max_words: int = option(60, low=1, high=1000)
    """Words in the longest speech."""

    def __post_init__(self) -> None:
        super().__post_init__()
        named = 1 + self.morgana + self.mordred + self.oberon
        if named > EVIL_PLAYERS[self.seats]:
            raise UsageError(
                f"avalon: of {self.seats} players {EVIL_PLAYERS[self.seats]} are evil, one of them the "
                f"Assassin: morgana, mordred and oberon are {named - 1} more; choose fewer, or more players"
            )
        if self.morgana and not self.percival:
            raise UsageError("avalon: Morgana deceives Percival: set percival too, or leave morgana out")

    @property
    def traits(self) -> Traits:
        return Traits(
            simultaneous=True,
            hidden=True,
            talk=self.talk,
            abilities=("social deduction", "deception", "communication", "cooperation"),
            sources=("The Resistance: Avalon, rulebook (Don Eskridge)",),
        )

    @property
    def deck(self) -> tuple[Role, ...]:
        """The roles in play."""
        extra: tuple[tuple[Role, bool], ...] = (
            ("Morgana", self.morgana),
            ("Mordred", self.mordred),
            ("Oberon", self.oberon),
        )
        evil: list[Role] = ["Assassin", *(role for role, plays in extra if plays)]
        good: list[Role] = ["Merlin"]
        if self.percival:
            good.append("Percival")
        many = EVIL_PLAYERS[self.seats]
        evil.extend("Minion" for _ in range(many - len(evil)))
        good.extend("Servant" for _ in range(self.seats - many - len(good)))
        return (*good, *evil)

    def team_size(self, quest: int) -> int:
        """The players on a quest, counted from 1."""
        return TEAM_SIZES[self.seats][quest - 1]

    def fails_needed(self, quest: int) -> int:
        """The cards by which a quest fails, counted from 1."""
        return 2 if quest == 4 and self.seats >= TWO_FAILS_FROM else 1

    def new(self) -> State:
        return State()

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        everyone = tuple(range(self.seats))
        match state.phase:
            case "roles":
                return {CHANCE: Shuffle(self.deck, self.seats, about="roles")}
            case "leader":
                return {CHANCE: Draw(everyone, about="leader")}
            case "team":
                size = self.team_size(quest_of(state.quests))
                team = Pick(everyone, size, size, about="team")
                if not self.talk:
                    return {state.leader: team}
                return {state.leader: form("team", team=team, say=Speech(self.max_words, optional=True))}
            case "talk" | "counsel":
                return {state.to_speak[0]: Speech(self.max_words, about=state.phase)}
            case "vote":
                return {seat: Choice(("approve", "reject"), about="vote") for seat in everyone}
            case "quest":
                return {seat: self._card(state.roles[seat]) for seat in state.team}
            case "lady":
                unexamined = tuple(seat for seat in everyone if seat not in state.lady)
                return {state.lady[-1]: Choice(unexamined, about="lady")}
            case "assassin":
                good = tuple(seat for seat in everyone if not is_evil(state.roles[seat]))
                return {state.roles.index("Assassin"): Choice(good, about="assassin")}
            case "over":
                return {}

    def _card(self, role: Role) -> Ask:
        return Choice(("success", "fail") if is_evil(role) else ("success",), about="quest")

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "roles":
                log = state.log
                for seat, role in enumerate(moves[CHANCE]):
                    log = add_event(log, "role", role, seen_by(moves[CHANCE], seat), to=[seat])
                return replace(state, roles=moves[CHANCE], phase="leader", log=log)
            case "leader":
                log = add_event(state.log, "leader", moves[CHANCE])
                lady: tuple[Seat, ...] = ()
                if self.lady:
                    lady = ((moves[CHANCE] - 1) % self.seats,)
                    log = add_event(log, "lady", *lady)
                return replace(state, leader=moves[CHANCE], lady=lady, phase="team", log=log)
            case "team":
                return self._propose(state, moves[state.leader])
            case "talk" | "counsel":
                return self._hear(state, moves[state.to_speak[0]])
            case "vote":
                return self._vote(state, moves)
            case "quest":
                return self._quest(state, sum(card == "fail" for card in moves.values()))
            case "lady":
                return self._examine(state, moves[state.lady[-1]])
            case "assassin":
                named = next(iter(moves.values()))
                return self._end(replace(state, named=named, log=add_event(state.log, "named", named)))
            case "over":
                raise AssertionError(moves)

    def _propose(self, state: State, answer: Any) -> State:
        team, text = answer if self.talk else (answer, "")
        quest, attempt = quest_of(state.quests), state.rejected + 1
        log = add_event(state.log, "team", quest, attempt, state.leader, team)
        if text.strip():
            log = add_event(log, "said", state.leader, text)
        others = tuple((state.leader + step) % self.seats for step in range(1, self.seats))
        state = replace(state, team=team, log=log)
        return _speaking(state, "talk", others) if self.talk else replace(state, phase="vote")

    def _hear(self, state: State, text: str) -> State:
        log = add_event(state.log, "said", state.to_speak[0], text)
        return _speaking(replace(state, log=log), state.phase, state.to_speak[1:])

    def _vote(self, state: State, moves: Moves) -> State:
        """More than half must approve: a tie rejects the team."""
        approving = tuple(seat for seat in sorted(moves) if moves[seat] == "approve")
        rejecting = tuple(seat for seat in sorted(moves) if moves[seat] == "reject")
        state = replace(state, log=add_event(state.log, "votes", approving, rejecting))
        if len(approving) > len(rejecting):
            return replace(state, phase="quest")
        state = replace(state, rejected=state.rejected + 1)
        return self._end(state) if state.rejected == MOST_REJECTED else self._next_leader(state)

    def _next_leader(self, state: State) -> State:
        return replace(state, phase="team", team=(), leader=(state.leader + 1) % self.seats)

    def _quest(self, state: State, fails: int) -> State:
        quest = quest_of(state.quests)
        success = fails < self.fails_needed(quest)
        log = add_event(state.log, "quest", quest, state.team, fails, success)
        state = replace(state, quests=(*state.quests, success), rejected=0, log=log)
        if state.quests.count(False) == QUESTS_TO_WIN:
            return self._end(state)
        if state.quests.count(True) == QUESTS_TO_WIN:
            return self._unmask(state)
        if self.lady and quest >= 2:
            return replace(state, phase="lady", team=())
        return self._next_leader(state)

    def _examine(self, state: State, seat: Seat) -> State:
        holder = state.lady[-1]
        log = add_event(state.log, "examined", holder, seat)
        log = add_event(log, "loyalty", holder, seat, is_evil(state.roles[seat]), to=[holder])
        return self._next_leader(replace(state, lady=(*state.lady, seat), log=log))

    def _unmask(self, state: State) -> State:
        evil, assassin = evil_seats(state.roles), state.roles.index("Assassin")
        log = add_event(state.log, "unmasked", evil, assassin)
        speakers = tuple(seat for seat in evil if seat != assassin) if self.talk else ()
        return _speaking(replace(state, team=(), log=log), "counsel", speakers)

    def _end(self, state: State) -> State:
        return replace(state, phase="over", team=(), log=add_event(state.log, "over", state.roles))

    def observe(self, state: State, seat: Seat | None) -> View:
        role = state.roles[seat] if seat is not None and state.roles else None
        return View(
            seat, role, state.phase, state.leader, state.team, state.to_speak, state.rejected, state.quests,
            state.lady, state.named, events_for(state.log, seat),
        )  # fmt: skip

    @property
    def score_range(self) -> tuple[float, float]:
        return 0.0, 1.0

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        evil_wins, reason = self._ending(state)
        scores = tuple(float(is_evil(role) == evil_wins) for role in state.roles)
        return Outcome(scores, reason, self.teams(state))

    def _ending(self, state: State) -> tuple[bool, str]:
        """Whether evil won, and the reason."""
        if state.rejected == MOST_REJECTED:
            return True, f"{MOST_REJECTED} teams were rejected for one quest"
        if state.named is None:
            return True, f"{QUESTS_TO_WIN} quests failed"
        if state.roles[state.named] == "Merlin":
            return True, "the Assassin found Merlin"
        return False, f"{QUESTS_TO_WIN} quests succeeded and the Assassin did not find Merlin"

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        if not state.roles:
            return ()
        evil = evil_seats(state.roles)
        return tuple(seat for seat in range(self.seats) if seat not in evil), evil


def _speaking(state: State, phase: Phase, speakers: tuple[Seat, ...]) -> State:
    """These seats speak in this order, then what follows that talk: the vote, or the Assassin's choice."""
    then: Phase = "vote" if phase == "talk" else "assassin"
    return replace(state, phase=phase if speakers else then, to_speak=speakers)


def quest_of(quests: Sequence[bool]) -> int:
    """The number of the quest that is being played, counted from 1."""
    return len(quests) + 1


def evil_seats(roles: Sequence[Role]) -> tuple[Seat, ...]:
    return tuple(seat for seat, role in enumerate(roles) if is_evil(role))
