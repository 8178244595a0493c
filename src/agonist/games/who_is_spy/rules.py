"""Who is Spy: all players have the same word, except one who has a related one; they describe it, then vote.

The rules of WiS (2024, appendix A): six seats, three rounds. In a round, everyone who is still in describes
their word in turn; then fouls are judged, and players with a foul are out at once; then everyone still in
votes at the same time, or abstains. The player with the most votes is out; in a tie nobody is. Where the
sources differ, the game ends when fewer than three civilians are in (`end="survivors"`: fewer than three
players), and a team wins and loses together, including players who are out.
"""

from __future__ import annotations

import unicodedata
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
    UsageError,
    add_event,
    events_for,
    option,
)
from agonist.core.forbidden_words import says
from agonist.core.word_pairs import check_pairs, words_of
from agonist.games.who_is_spy.words import LIMITS, PAIRS, Language

Phase: TypeAlias = Literal["words", "side", "spy", "starter", "speech", "vote", "over"]
Foul: TypeAlias = Literal["repeated", "own word", "silent"]
Votes: TypeAlias = tuple[tuple[Seat, Seat | None], ...]
"""Who voted for whom, by seat; `None` abstained."""

ABSTAIN: Final = "abstain"
POOL: Final = 12
"""The points of a game, which all scores add up to."""


@dataclass(frozen=True, slots=True)
class Exit:
    """The exit of a player: the round, and the foul, or `None` if they were voted out."""

    seat: Seat
    round: int
    foul: Foul | None


@dataclass(frozen=True, slots=True)
class State:
    """What happened so far."""

    phase: Phase = "words"
    pair: str = ""
    civilian_word: str = ""
    spy_word: str = ""
    spy: Seat = 0
    starter: Seat = 0
    round: int = 1
    alive: tuple[Seat, ...] = ()
    to_speak: tuple[Seat, ...] = ()
    speeches: tuple[tuple[Seat, str], ...] = ()
    """All speeches of the game, as others read them."""
    spoken: int = 0
    """The number of speeches from earlier rounds."""
    votes: tuple[Votes, ...] = ()
    """The votes of each round that had a vote."""
    exits: tuple[Exit, ...] = ()
    winner: Literal["", "spy", "civilians"] = ""
    """Empty until it is decided."""
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows; a bystander (seat `None`) has no word. Nobody is told who is the spy.

    Events: `("word", word)` in private, `("starter", seat)`, `("speech", round, seat, text)`, `("foul",
    round, seat, foul)`, `("ballot", round, votes)`, `("left", round, seat or None)`, and `("over", winner,
    spy, civilians' word, spy's word)`.
    """

    seat: Seat | None
    phase: Phase
    word: str | None
    starter: Seat
    round: int
    alive: tuple[Seat, ...]
    to_speak: tuple[Seat, ...]
    log: tuple[Event, ...]


@dataclass(frozen=True)
class WhoIsSpy(Game[State, View]):
    """Scores are WiS's points, which add up to 12 in every game; they can be negative.

    They do not say who won: a spy who is in at the end, otherwise the civilians (Appendix A).
    """

    name: ClassVar[str] = "who_is_spy"
    title: ClassVar[str] = "Who is Spy"
    version: ClassVar[int] = 2
    sizes: ClassVar[Sequence[int]] = range(4, 13)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        talk=True,
        constant_sum=True,
        abilities=("communication", "reasoning", "deception", "opponent modelling", "attack and defence"),
        sources=("WiS (Hu et al., 2024)",),
    )

    seats: int = 6
    rounds: int = option(3, low=1)
    language: Language = "en"
    """The language that the game is played in."""
    limit: int = option(0, low=0)
    """Characters (code points) after which a speech is cut; 0: 400 in English, 120 in Chinese."""
    end: Literal["civilians", "survivors"] = "civilians"
    """The spy wins as soon as fewer than three `civilians`, or three players (`survivors`), are still in."""
    reasoning: tuple[int, ...] = ()
    """Seats that add an analysis of who is the spy and why to their speech, as in Table 4 of WiS."""
    reasoning_limit: int = option(1000, low=1)
    """Characters after which such an analysis is cut."""
    pairs: tuple[str, ...] = ()
    """Pairs of words, such as `tea/coffee,violin/cello`; empty: the built-in list."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not set(self.reasoning) <= set(range(self.seats)):
            raise UsageError(f"{self.name}: reasoning names seats from 0 to {self.seats - 1}")
        check_pairs(self.name, self.pairs)

    @property
    def pays(self) -> tuple[float, ...]:
        """The points of a spy who is out in the first round, the second, and so on, before votes are
        counted."""
        return tuple(POOL * nth / self.rounds for nth in range(self.rounds))

    @property
    def word_list(self) -> tuple[str, ...]:
        return self.pairs or PAIRS[self.language]

    @property
    def characters(self) -> int:
        """The number of characters after which a speech is cut."""
        return self.limit or LIMITS[self.language]

    def new(self) -> State:
        return State(alive=tuple(range(self.seats)))

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        match state.phase:
            case "words":
                return {CHANCE: Draw(self.word_list, about="words")}
            case "side":
                return {CHANCE: Draw(("left", "right"), about="side")}
            case "spy":
                return {CHANCE: Draw(state.alive, about="spy")}
            case "starter":
                return {CHANCE: Draw(state.alive, about="starter")}
            case "speech":
                return {state.to_speak[0]: Speech(optional=True, cut=self._cut(state), about="speech")}
            case "vote":
                return {
                    seat: Choice((*others(state.alive, seat), ABSTAIN), about="vote") for seat in state.alive
                }
            case "over":
                return {}

    def _cut(self, state: State) -> int:
        analysis = self.reasoning_limit if state.to_speak[0] in self.reasoning else 0
        return self.characters + analysis

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "words":
                return replace(state, pair=moves[CHANCE], phase="side")
            case "side":
                left, right = words_of(state.pair)
                spy, civilian = (left, right) if moves[CHANCE] == "left" else (right, left)
                return replace(state, spy_word=spy, civilian_word=civilian, phase="spy")
            case "spy":
                return self._deal(replace(state, spy=moves[CHANCE], phase="starter"))
            case "starter":
                log = add_event(state.log, "starter", moves[CHANCE])
                return start_round(replace(state, starter=moves[CHANCE], log=log))
            case "speech":
                return self._hear(state, state.to_speak[0], moves[state.to_speak[0]])
            case "vote":
                return self._count(
                    state, tuple((s, None if t == ABSTAIN else t) for s, t in sorted(moves.items()))
                )
            case "over":
                raise AssertionError(moves)

    def _deal(self, state: State) -> State:
        log = state.log
        for seat in state.alive:
            log = add_event(log, "word", word_of(state, seat), to=[seat])
        return replace(state, log=log)

    def _hear(self, state: State, speaker: Seat, text: str) -> State:
        heard_text = text[: self._cut(state)]
        state = replace(
            state,
            to_speak=state.to_speak[1:],
            speeches=(*state.speeches, (speaker, heard_text)),
            log=add_event(state.log, "speech", state.round, speaker, heard_text),
        )
        return state if state.to_speak else self._judge(state)

    def _judge(self, state: State) -> State:
        """Fouls, after all have spoken; offenders leave at once."""
        for seat, foul in self.fouls(state).items():
            state = replace(
                state,
                alive=others(state.alive, seat),
                exits=(*state.exits, Exit(seat, state.round, foul)),
                log=add_event(state.log, "foul", state.round, seat, foul),
            )
        return self._decide(state, voted=False) or replace(state, phase="vote")

    def fouls(self, state: State) -> dict[Seat, Foul]:
        """The fouls in the speeches of this round, by seat."""
        found: dict[Seat, Foul] = {}
        before = {folded(text) for _, text in state.speeches[: state.spoken]}
        for seat, text in state.speeches[state.spoken :]:
            plain = folded(text)
            if not plain:
                found[seat] = "silent"
            elif plain in before:
                found[seat] = "repeated"
            elif self.says_own_word(text, word_of(state, seat)):
                found[seat] = "own word"
            before.add(plain)
        return found

    def says_own_word(self, text: str, word: str) -> bool:
        """In any form, but not inside another word, in English; anywhere in Chinese."""
        return word in text if self.language == "zh" else says(text, word)

    def _count(self, state: State, votes: Votes) -> State:
        log = add_event(state.log, "ballot", state.round, votes)
        gone = most_voted(votes)
        log = add_event(log, "left", state.round, gone)
        state = replace(state, votes=(*state.votes, votes), log=log)
        if gone is not None:
            exits = (*state.exits, Exit(gone, state.round, None))
            state = replace(state, alive=others(state.alive, gone), exits=exits)
        decided = self._decide(state, voted=True)
        return decided or start_round(replace(state, round=state.round + 1, spoken=len(state.speeches)))

    def _decide(self, state: State, *, voted: bool) -> State | None:
        """The state after the end, if this is the end; `voted`: whether the round is over."""
        if state.spy not in state.alive:
            winner: Literal["spy", "civilians"] = "civilians"
        elif self.too_few(state) or (voted and state.round == self.rounds):
            winner = "spy"
        else:
            return None
        log = add_event(state.log, "over", winner, state.spy, state.civilian_word, state.spy_word)
        return replace(state, phase="over", winner=winner, log=log)

    def too_few(self, state: State) -> bool:
        """Whether so few players are left that a spy who is still in wins."""
        return len(state.alive) - (self.end == "civilians") < 3

    def observe(self, state: State, seat: Seat | None) -> View:
        log = events_for(state.log, seat)
        word = next((event[1] for event in log if event[0] == "word"), None)
        return View(seat, state.phase, word, state.starter, state.round, state.alive, state.to_speak, log)

    def outcome(self, state: State) -> Outcome | None:
        if not state.winner:
            return None
        spy = 1 if state.winner == "spy" else 2
        places = tuple(spy if seat == state.spy else 3 - spy for seat in range(self.seats))
        return Outcome(self._points(state), self._reason(state), self.teams(state), places)

    def _points(self, state: State) -> tuple[float, ...]:
        """WiS's points: 12 in all; a later exit leaves the spy more, and each vote for the spy moves one."""
        spy_won = state.winner == "spy"
        spy = float(POOL) if spy_won else self.pays[exit_of(state, state.spy).round - 1]
        living = others(state.alive, state.spy) or others(range(self.seats), state.spy)
        share = 0.0 if spy_won else (POOL - spy) / len(living)
        points = [
            spy if seat == state.spy else share if seat in living else 0.0 for seat in range(self.seats)
        ]
        for votes in state.votes:
            for voter, target in votes:
                if target == state.spy and voter != state.spy:
                    points[voter] += 1
                    points[state.spy] -= 1
        return tuple(points)

    def _reason(self, state: State) -> str:
        if state.winner == "civilians":
            gone = exit_of(state, state.spy)
            how = "was voted out" if gone.foul is None else f"left for a foul ({gone.foul})"
            return f"the spy {how} in round {gone.round}"
        if self.too_few(state):
            return f"fewer than three {'civilians' if self.end == 'civilians' else 'players'} are left"
        return "the spy is still in after the last round"

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        if state.phase in ("words", "side", "spy"):
            return ()
        return (others(range(self.seats), state.spy), (state.spy,))


def start_round(state: State) -> State:
    """A round of speeches in seat order, from the original starter or the next who is still in."""
    later = tuple(seat for seat in state.alive if seat >= state.starter)
    earlier = tuple(seat for seat in state.alive if seat < state.starter)
    return replace(state, phase="speech", to_speak=later + earlier)


def exit_of(state: State, seat: Seat) -> Exit:
    """The exit of a seat that is out."""
    return next(gone for gone in state.exits if gone.seat == seat)


def word_of(state: State, seat: Seat) -> str:
    return state.spy_word if seat == state.spy else state.civilian_word


def others(alive: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in alive if other != seat)


def most_voted(votes: Votes) -> Seat | None:
    """The seat with more votes than any other; `None` for a tie, or if all abstain.

    >>> most_voted(((0, 1), (1, None), (2, 1))), most_voted(((0, 1), (1, 0)))
    (1, None)
    """
    counts = Counter(target for _, target in votes if target is not None).most_common()
    if not counts or (len(counts) > 1 and counts[0][1] == counts[1][1]):
        return None
    return counts[0][0]


def folded(text: str) -> str:
    """A speech without case, punctuation and white space: two with the same rest are the same speech.

    >>> folded(" You can drink it! ") == folded("you can DRINK it")
    True
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in plain if letter.isalnum())
