"""Undercover: all players have the same word, except a few who have a related one; they give clues, then
vote.

One game for the rules of LLMArena (Chen et al., 2024: five seats, ties decided at random) and of MAgIC (Xu et
al., 2024: three seats, two rounds of clues, one vote); `PRESETS` holds the options of each.
"""

from __future__ import annotations

from collections import Counter
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
    Seat,
    Speech,
    Traits,
    UsageError,
    add_event,
    events_for,
    option,
)
from agonist.core.word_pairs import PAIRS, check_pairs, words_of

Ballot: TypeAlias = tuple[tuple[Seat, Seat], ...]
"""Who voted for whom, by seat."""

Phase: TypeAlias = Literal["undercover", "words", "side", "starter", "clue", "vote", "tie", "over"]

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "llmarena": {"seats": 5, "clue_rounds": 1, "votes": None, "tie": "random", "too_few": 2},
    "magic": {"seats": 3, "clue_rounds": 2, "votes": 1, "tie": "undercovers_win", "too_few": 0},
}
"""The papers' rules as options. LLMArena's published code always makes the last of five seats the undercover:
that is chance's script `{"undercover": [4]}`. Its players learn nothing about votes and players who left;
here they always learn who left, since the speakers and the candidates show it anyway. MAgIC's outcomes differ
in the last of `State.results`: nobody (even voting), an undercover (caught), a civilian (accused)."""


@dataclass(frozen=True, slots=True)
class State:
    """The whole state. `results` has only what came of each vote; the log has the votes, some in private."""

    phase: Phase = "undercover"
    undercovers: tuple[Seat, ...] = ()
    pair: str = ""
    common: str = ""
    odd: str = ""
    starter: Seat = 0
    alive: tuple[Seat, ...] = ()
    vote: int = 1
    """The number of the next vote, counted from 1."""
    clue_round: int = 1
    """The round of clues before this vote, counted from 1."""
    to_speak: tuple[Seat, ...] = ()
    tied: tuple[Seat, ...] = ()
    results: tuple[Seat | None, ...] = ()
    """The seat that left after each vote; `None` for nobody."""
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows; a bystander (seat `None`) has no word and no role."""

    seat: Seat | None
    word: str | None
    role: str | None
    """`undercover` or `civilian`, if players are told their role."""
    phase: Phase
    starter: Seat
    alive: tuple[Seat, ...]
    vote: int
    clue_round: int
    to_speak: tuple[Seat, ...]
    results: tuple[Seat | None, ...]
    log: tuple[Event, ...]


@dataclass(frozen=True)
class Undercover(Game[State, View]):
    """Players need not be told their role; they may find it out from the others' clues."""

    name: ClassVar[str] = "undercover"
    title: ClassVar[str] = "Undercover"
    version: ClassVar[int] = 2
    sizes: ClassVar[Sequence[int]] = range(3, 13)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        talk=True,
        abilities=("communication", "opponent modelling", "deception", "judgement", "self-awareness"),
        sources=("LLMArena (Chen et al., 2024)", "MAgIC (Xu et al., 2024)"),
    )

    seats: int = 5
    undercovers: int = option(1, low=1)
    """How many players have the other word; fewer than half."""
    clue_rounds: int = option(1, low=1)
    """Rounds of clues before each vote."""
    votes: int | None = option(None, low=1)
    """The number of votes after which an undercover who is still in wins; none: no limit."""
    tie: Literal["random", "nobody", "undercovers_win"] = "random"
    """What happens on a tie for the most votes: one of them, drawn at random, is out; nobody is out; or the
    undercovers win.
    """
    too_few: int = option(2, low=0)
    """The undercovers win if at most this many civilians are still in after a vote; no more than there
    are."""
    ballots: Literal["secret", "counted", "open"] = "secret"
    """What players learn after a vote, besides who is out: nothing, the number of votes for each, or who
    voted for whom.
    """
    reveal: bool = False
    """Whether the role of a player who is out is revealed."""
    told_roles: bool = False
    """Whether players are told their own role."""
    starter: Literal["first", "drawn"] = "first"
    """Who speaks first in each round: the first seat still in, or a seat drawn at the start and those after
    it.
    """
    max_words: int = option(25, low=1)
    """Words in the longest clue."""
    pairs: tuple[str, ...] = ()
    """Pairs of words, such as `tea/coffee,violin/cello`; empty: the built-in list."""
    advice: bool = False
    """Whether the rules give advice on how to play well."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if 2 * self.undercovers >= self.seats:
            raise UsageError(
                f"undercover: of {self.seats} players fewer than half can be undercover, "
                f"not {self.undercovers}"
            )
        if self.too_few > self.seats - self.undercovers:
            raise UsageError(
                f"undercover: too_few is at most the {self.seats - self.undercovers} civilians, "
                f"not {self.too_few}"
            )
        if self.tie == "nobody" and self.votes is None:
            raise UsageError(
                "undercover: when nobody leaves on a tie, say after how many votes it ends (votes)"
            )
        check_pairs(self.name, self.pairs)

    @property
    def word_list(self) -> tuple[str, ...]:
        return self.pairs or PAIRS

    def new(self) -> State:
        return State(alive=tuple(range(self.seats)))

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        match state.phase:
            case "undercover":
                free = tuple(seat for seat in state.alive if seat not in state.undercovers)
                return {CHANCE: Draw(free, about="undercover")}
            case "words":
                return {CHANCE: Draw(self.word_list, about="words")}
            case "side":
                return {CHANCE: Draw(("left", "right"), about="side")}
            case "starter":
                return {CHANCE: Draw(state.alive, about="starter")}
            case "clue":
                speaker = state.to_speak[0]
                word = word_of(state, speaker)
                return {speaker: Speech(max_words=self.max_words, forbidden=(word,), about="clue")}
            case "vote":
                return {seat: Choice(others(state.alive, seat), about="vote") for seat in state.alive}
            case "tie":
                return {CHANCE: Draw(state.tied, about="tie")}
            case "over":
                return {}

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "undercover":
                drawn = tuple(sorted((*state.undercovers, moves[CHANCE])))
                phase: Phase = "words" if len(drawn) == self.undercovers else "undercover"
                return replace(state, undercovers=drawn, phase=phase)
            case "words":
                return replace(state, pair=moves[CHANCE], phase="side")
            case "side":
                return self._deal(state, moves[CHANCE])
            case "starter":
                log = add_event(state.log, "starter", moves[CHANCE])
                return start_round(replace(state, starter=moves[CHANCE], log=log))
            case "clue":
                return self._hear(state, state.to_speak[0], moves[state.to_speak[0]])
            case "vote":
                return self._count(state, tuple(sorted(moves.items())))
            case "tie":
                return self._leave(state, moves[CHANCE])
            case "over":
                raise AssertionError(moves)

    def _deal(self, state: State, side: str) -> State:
        left, right = words_of(state.pair)
        odd, common = (left, right) if side == "left" else (right, left)
        state = replace(state, odd=odd, common=common)
        log = state.log
        for seat in state.alive:
            log = add_event(log, "word", word_of(state, seat), to=[seat])
            if self.told_roles:
                log = add_event(log, "role", role_of(state, seat), to=[seat])
        state = replace(state, log=log)
        return replace(state, phase="starter") if self.starter == "drawn" else start_round(state)

    def _hear(self, state: State, speaker: Seat, clue: str) -> State:
        log = add_event(state.log, "clue", state.vote, state.clue_round, speaker, clue)
        state = replace(state, to_speak=state.to_speak[1:], log=log)
        if state.to_speak:
            return state
        if state.clue_round < self.clue_rounds:
            return start_round(replace(state, clue_round=state.clue_round + 1))
        return replace(state, phase="vote")

    def _count(self, state: State, ballot: Ballot) -> State:
        log = state.log
        match self.ballots:
            case "open":
                log = add_event(log, "ballot", state.vote, ballot)
            case "counted":
                log = add_event(log, "count", state.vote, votes_got(ballot))
        if self.ballots != "open":
            for voter, target in ballot:
                log = add_event(log, "voted", state.vote, target, to=[voter])
        state = replace(state, log=log)
        first = most_voted(ballot)
        if len(first) == 1:
            return self._leave(state, first[0])
        return replace(state, phase="tie", tied=first) if self.tie == "random" else self._leave(state, None)

    def _leave(self, state: State, seat: Seat | None) -> State:
        role = role_of(state, seat) if seat is not None and self.reveal else None
        state = replace(
            state,
            alive=tuple(other for other in state.alive if other != seat),
            tied=(),
            results=(*state.results, seat),
            log=add_event(state.log, "left", state.vote, seat, role),
        )
        if ending := self._ending(state):
            log = add_event(state.log, "over", ending[0], state.undercovers, state.common, state.odd)
            return replace(state, phase="over", log=log)
        return start_round(replace(state, vote=state.vote + 1, clue_round=1))

    def observe(self, state: State, seat: Seat | None) -> View:
        log = events_for(state.log, seat)
        events = {event[0]: event[1] for event in log if event[0] in ("word", "role")}
        return View(
            seat,
            events.get("word"),
            events.get("role"),
            state.phase,
            state.starter,
            state.alive,
            state.vote,
            state.clue_round,
            state.to_speak,
            state.results,
            log,
        )

    def _ending(self, state: State) -> tuple[bool, str] | None:
        """Whether the undercovers won, and the reason; `None` while it is undecided."""
        living = [seat for seat in state.undercovers if seat in state.alive]
        if not living:
            return (
                False,
                "every undercover was voted out" if self.undercovers > 1 else "the undercover was voted out",
            )
        if self.tie == "undercovers_win" and None in state.results:
            return True, "a vote was tied"
        if len(state.alive) - len(living) <= self.too_few:
            return True, "too few civilians are left"
        if len(state.results) == self.votes:
            return True, "the last vote is over and not every undercover is out"
        return None

    @property
    def score_range(self) -> tuple[float, float]:
        return 0.0, 1.0

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        ending = self._ending(state)
        assert ending is not None
        undercovers_won, reason = ending
        scores = tuple(float((seat in state.undercovers) == undercovers_won) for seat in range(self.seats))
        return Outcome(scores, reason, self.teams(state))

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        if len(state.undercovers) < self.undercovers:
            return ()
        return (tuple(s for s in range(self.seats) if s not in state.undercovers), state.undercovers)


def start_round(state: State) -> State:
    """A round of clues in seat order, from the starter or the next player who is still in."""
    later = tuple(seat for seat in state.alive if seat >= state.starter)
    earlier = tuple(seat for seat in state.alive if seat < state.starter)
    return replace(state, phase="clue", to_speak=later + earlier)


def word_of(state: State, seat: Seat) -> str:
    return state.odd if seat in state.undercovers else state.common


def role_of(state: State, seat: Seat) -> str:
    return "undercover" if seat in state.undercovers else "civilian"


def others(alive: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in alive if other != seat)


def votes_got(ballot: Ballot) -> tuple[tuple[Seat, int], ...]:
    """The number of votes by seat, for seats with at least one.

    >>> votes_got(((0, 2), (1, 2), (2, 0)))
    ((0, 1), (2, 2))
    """
    return tuple(sorted(Counter(target for _, target in ballot).items()))


def most_voted(ballot: Ballot) -> tuple[Seat, ...]:
    """The seats with the most votes.

    >>> most_voted(((0, 2), (1, 2), (2, 0)))
    (2,)
    >>> most_voted(((0, 1), (1, 0)))
    (0, 1)
    """
    got = votes_got(ballot)
    return tuple(seat for seat, votes in got if votes == max(n for _, n in got))
