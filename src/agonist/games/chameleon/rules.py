"""Chameleon: all players but one know a secret word, and try to find out who does not.

The scenario of MAgIC (Xu et al., 2024): everyone is told the topic, and all but the chameleon are told a word
of the topic. Each player gives a clue in turn. Then all vote at once. The chameleon is caught only if it has
more votes than anybody else, and can then still save half the score by guessing the word. The paper numbers
four outcomes, which are here the scores of a side, in halves as its code credits them: caught and guessed
wrong (0 for the chameleon, 1 for the others), caught and guessed right (a half each), another player accused
(1 and 0), or a tie (a half each); see `CREDITS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, TypeAlias

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
    add_event,
    events_for,
    option,
)
from agonist.games.chameleon.topics import TOPICS, check_topics, codes_of

Phase: TypeAlias = Literal["topic", "code", "chameleon", "clue", "vote", "guess", "over"]
Ending: TypeAlias = Literal["guessed wrong", "guessed right", "wrong accusation", "tie"]

CREDITS: Final[Mapping[Ending, tuple[float, float]]] = {
    "guessed wrong": (0.0, 1.0),
    "guessed right": (0.5, 0.5),
    "wrong accusation": (1.0, 0.0),
    "tie": (0.5, 0.5),
}
"""The scores of the chameleon and of each other player: half the credits of the published code's flags 0 to
3."""


@dataclass(frozen=True, slots=True)
class State:
    """What happened so far. The log has every vote for its voter only, and the result for all."""

    phase: Phase = "topic"
    topic: str = ""
    code: str = ""
    chameleon: Seat | None = None
    round: int = 1
    """The round of clues, counted from 1."""
    spoken: int = 0
    """The number of players who have given their clue in this round, in seat order."""
    ending: Ending | None = None
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows. `code` is `None` for the chameleon and bystanders until the game is over.

    Events: `("topic", topic)`, `("code", code)` or `("chameleon",)` in private, `("clue", round, seat,
    text)`, `("voted", seat)` in private, `("accused", seat or None)`, `("guess", text)`, `("over", ending,
    chameleon, code)`.
    """

    seat: Seat | None
    phase: Phase
    topic: str
    code: str | None
    is_chameleon: bool | None
    """`None` for a bystander, and before it is drawn."""
    round: int
    spoken: int
    log: tuple[Event, ...]


@dataclass(frozen=True)
class Chameleon(Game[State, View]):
    """The chameleon plays against all others, who win or lose together."""

    name: ClassVar[str] = "chameleon"
    title: ClassVar[str] = "Chameleon"
    version: ClassVar[int] = 2
    sizes: ClassVar[Sequence[int]] = range(3, 9)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        talk=True,
        abilities=("judgement", "reasoning", "deception", "self-awareness", "communication"),
        sources=("MAgIC (Xu et al., 2024)",),
    )

    seats: int = 3
    clue_rounds: int = option(1, low=1)
    """Rounds of clues before the vote."""
    max_words: int = option(25, low=1)
    """Words in the longest clue."""
    codes_told: bool = False
    """Whether everyone is told the possible words of the topic, one of which is secret."""
    topics: tuple[str, ...] = ()
    """Topics with their words, such as `Fruits:apple/pear`; empty: the built-in list."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_topics(self.topics)

    @property
    def codes(self) -> Mapping[str, tuple[str, ...]]:
        """The codes under each topic that can be drawn."""
        return codes_of(self.topics or TOPICS)

    def new(self) -> State:
        return State()

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        match state.phase:
            case "topic":
                return {CHANCE: Draw(tuple(self.codes), about="topic")}
            case "code":
                return {CHANCE: Draw(self.codes[state.topic], about="code")}
            case "chameleon":
                return {CHANCE: Draw(tuple(range(self.seats)), about="chameleon")}
            case "clue":
                forbidden = () if state.spoken == state.chameleon else (state.code,)
                return {state.spoken: Speech(max_words=self.max_words, forbidden=forbidden, about="clue")}
            case "vote":
                return {seat: Choice(self._others(seat), about="vote") for seat in range(self.seats)}
            case "guess":
                assert state.chameleon is not None
                if self.codes_told:
                    return {state.chameleon: Choice(self.codes[state.topic], about="code_guess")}
                return {state.chameleon: Speech(max_words=5, about="code_guess")}
            case "over":
                return {}

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(other for other in range(self.seats) if other != seat)

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "topic":
                log = add_event(state.log, "topic", moves[CHANCE])
                return replace(state, topic=moves[CHANCE], phase="code", log=log)
            case "code":
                return replace(state, code=moves[CHANCE], phase="chameleon")
            case "chameleon":
                return self._deal(state, moves[CHANCE])
            case "clue":
                return self._hear(state, moves[state.spoken])
            case "vote":
                return self._count(state, moves)
            case "guess":
                assert state.chameleon is not None
                return self._judge(state, moves[state.chameleon])
            case "over":
                raise AssertionError(moves)

    def _deal(self, state: State, chameleon: Seat) -> State:
        log = add_event(state.log, "chameleon", to=[chameleon])
        log = add_event(log, "code", state.code, to=self._others(chameleon))
        return replace(state, chameleon=chameleon, phase="clue", log=log)

    def _hear(self, state: State, clue: str) -> State:
        log = add_event(state.log, "clue", state.round, state.spoken, clue)
        state = replace(state, spoken=state.spoken + 1, log=log)
        if state.spoken < self.seats:
            return state
        if state.round < self.clue_rounds:
            return replace(state, round=state.round + 1, spoken=0)
        return replace(state, phase="vote")

    def _count(self, state: State, votes: Moves) -> State:
        log = state.log
        for voter, target in sorted(votes.items()):
            log = add_event(log, "voted", target, to=[voter])
        accused = most_voted(list(votes.values()))
        state = replace(state, log=add_event(log, "accused", accused))
        if accused is None:
            return end(state, "tie")
        return replace(state, phase="guess") if accused == state.chameleon else end(state, "wrong accusation")

    def _judge(self, state: State, guess: str) -> State:
        state = replace(state, log=add_event(state.log, "guess", guess))
        return end(state, "guessed right" if same_word(guess, state.code) else "guessed wrong")

    def observe(self, state: State, seat: Seat | None) -> View:
        log = events_for(state.log, seat)
        events = {event[0]: event for event in log}
        known = events["over"][3] if "over" in events else events["code"][1] if "code" in events else None
        dealt = state.chameleon is not None and seat is not None
        return View(
            seat=seat,
            phase=state.phase,
            topic=state.topic,
            code=known,
            is_chameleon="chameleon" in events if dealt else None,
            round=state.round,
            spoken=state.spoken,
            log=log,
        )

    def outcome(self, state: State) -> Outcome | None:
        if state.ending is None:
            return None
        hidden, others = CREDITS[state.ending]
        scores = tuple(hidden if seat == state.chameleon else others for seat in range(self.seats))
        return Outcome(scores, REASONS[state.ending], self.teams(state))

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        if state.chameleon is None:
            return ()
        return (self._others(state.chameleon), (state.chameleon,))


REASONS: Final[Mapping[Ending, str]] = {
    "guessed wrong": "the chameleon was caught and guessed a wrong word",
    "guessed right": "the chameleon was caught and guessed the word",
    "wrong accusation": "another player was taken for the chameleon",
    "tie": "the vote was tied",
}


def end(state: State, ending: Ending) -> State:
    """The state at the end, with everything revealed."""
    log = add_event(state.log, "over", ending, state.chameleon, state.code)
    return replace(state, phase="over", ending=ending, log=log)


def most_voted(votes: Sequence[Seat]) -> Seat | None:
    """The player with more votes than anybody else; `None` if several have the most.

    >>> most_voted([1, 0, 1]), most_voted([1, 2, 0])
    (1, None)
    """
    (first, most), *rest = Counter(votes).most_common()
    return None if rest and rest[0][1] == most else first


def same_word(guess: str, code: str) -> bool:
    """Whether a guess is the word, whatever its case, white space, article or closing punctuation.

    >>> same_word("The  Apple!", "apple"), same_word("pineapple", "apple")
    (True, False)
    """
    return _folded(guess) == _folded(code)


def _folded(text: str) -> str:
    words = text.casefold().strip(" \t\n.!?\"'“”‘’").split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("a", "an", "the") else words)
