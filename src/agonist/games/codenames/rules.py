"""Codenames: two teams find their words; only the spymasters know which they are.

The rules are the rulebook's (Chvátil, 2015) with two teams of two, as in GameBench (Costarelli et al., 2024):
one spymaster and one operative each. In the published code, a team that hits the assassin on its last guess
wins, any text is a clue, a clue of 0 ends the guesses, and operatives may stop before the first guess; none
of that is so here. Its smaller table and its points are presets.
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
    Seat,
    Shuffle,
    Traits,
    add_event,
    events_for,
    option,
)
from agonist.games.codenames.cards import TEAMS, WORDS, Colour, Team, check_words, rival
from agonist.games.codenames.clue_rules import Number, clue_ask, fault

Phase: TypeAlias = Literal["words", "starter", "key", "clue", "guess", "cover", "over"]
Ending: TypeAlias = Literal["found", "assassin"]

STOP: Final = "stop"

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "gamebench": {"neutral": 3, "starts": "red", "score": "points"},
    "gamebench-code": {"neutral": 3, "starts": "red", "score": "published"},
}
"""GameBench's table of 21 words on which Red starts: points as its paper says, and as its code counts."""


@dataclass(frozen=True, slots=True)
class State:
    """The table. Seats 0 and 2 are Red's spymaster and operative, 1 and 3 Blue's."""

    phase: Phase = "words"
    words: tuple[str, ...] = ()
    key: tuple[Colour, ...] = ()
    """The colour of each word, in the same order."""
    starter: Team = "red"
    team: Team = "red"
    """The team whose turn it is."""
    covered: tuple[str, ...] = ()
    """The words that were revealed, in order."""
    number: Number = 0
    """The number of the current clue."""
    guessed: int = 0
    """The number of guesses made on it."""
    right: tuple[int, int] = (0, 0)
    """The number of their own words that the operatives of Red and Blue found."""
    winner: Team | None = None
    ending: Ending | None = None
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows: `key` has `None` for words whose colour it does not.

    Events: `("words", words)`, `("starts", team)`, `("key", colours)` for spymasters alone, `("clue", seat,
    clue, number)`, `("no clue", seat, why)`, `("guess", seat, word, colour)`, `("covered", seat, word)`,
    `("stop", seat)`, `("over", winner, ending, key)`.
    """

    seat: Seat | None
    phase: Phase
    words: tuple[str, ...]
    key: tuple[Colour | None, ...]
    starter: Team
    team: Team
    covered: tuple[str, ...]
    number: Number
    guessed: int
    right: tuple[int, int]
    log: tuple[Event, ...]


@dataclass(frozen=True)
class Codenames(Game[State, View]):
    """Two teams of a spymaster and an operative."""

    name: ClassVar[str] = "codenames"
    title: ClassVar[str] = "Codenames"
    version: ClassVar[int] = 2
    sizes: ClassVar[Sequence[int]] = (4,)

    seats: int = 4
    first: int = option(9, low=1, high=100)
    """Words of the team that starts."""
    second: int = option(8, low=1, high=100)
    """Words of the other team."""
    neutral: int = option(7, low=0, high=100)
    """Words of neither team."""
    assassins: int = option(1, low=0, high=100)
    """Words that lose the game."""
    starts: Literal["chance", "red", "blue"] = "chance"
    """Which team starts."""
    score: Literal["win", "points", "published"] = "win"
    """`win`: 1 for a win. `points`: the words that the operative found, 0 after the assassin. `published`: as
    GameBench's code counts, own words revealed by anyone, 3 more for a win, 0 after the assassin."""
    words: tuple[str, ...] = ()
    """The words of the cards, such as `sea,ice cream`; empty: the built-in list of 400."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_words(self.name, self.all_words, self.cards)

    @property
    def traits(self) -> Traits:
        return Traits(
            hidden=True,
            talk=True,
            constant_sum=self.score == "win",
            abilities=("cooperation", "communication", "association"),
            sources=("Codenames, rulebook (Chvátil, 2015)", "GameBench (Costarelli et al., 2024)"),
        )

    @property
    def all_words(self) -> tuple[str, ...]:
        return self.words or WORDS

    @property
    def cards(self) -> int:
        """Words on the table."""
        return self.first + self.second + self.neutral + self.assassins

    def new(self) -> State:
        return State()

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        match state.phase:
            case "words":
                return {CHANCE: Shuffle(self.all_words, self.cards, about="words")}
            case "starter":
                return {CHANCE: Draw(TEAMS, about="starter")}
            case "key":
                return {CHANCE: Shuffle(self.colours(state.starter), self.cards, about="key")}
            case "clue":
                return {spymaster(state.team): clue_ask(visible(state))}
            case "guess":
                stop = (STOP,) if state.guessed else ()
                return {operative(state.team): Choice((*visible(state), *stop), about="guess")}
            case "cover":
                other = rival(state.team)
                return {spymaster(other): Choice(left(state, other), about="cover")}
            case "over":
                return {}

    def colours(self, starter: Team) -> tuple[Colour, ...]:
        """The colours of all words, if this team starts."""
        counts: Sequence[tuple[Colour, int]] = (
            (starter, self.first),
            (rival(starter), self.second),
            ("neutral", self.neutral),
            ("assassin", self.assassins),
        )
        return tuple(colour for colour, count in counts for _ in range(count))

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "words":
                log = add_event(state.log, "words", moves[CHANCE])
                state = replace(state, words=moves[CHANCE], log=log, phase="starter")
                return state if self.starts == "chance" else start(state, self.starts)
            case "starter":
                return start(state, moves[CHANCE])
            case "key":
                log = add_event(state.log, "key", moves[CHANCE], to=map(spymaster, TEAMS))
                return replace(state, key=moves[CHANCE], log=log, phase="clue")
            case "clue":
                return hear(state, *moves[spymaster(state.team)])
            case "guess":
                return guess(state, moves[operative(state.team)])
            case "cover":
                return cover(state, moves[spymaster(rival(state.team))])
            case "over":
                raise AssertionError(moves)

    def observe(self, state: State, seat: Seat | None) -> View:
        knows = seat in (spymaster("red"), spymaster("blue")) or state.phase == "over"
        key = tuple(
            colour if knows or word in state.covered else None
            for word, colour in zip(state.words, state.key, strict=False)
        )
        return View(
            seat=seat,
            phase=state.phase,
            words=state.words,
            key=key,
            starter=state.starter,
            team=state.team,
            covered=state.covered,
            number=state.number,
            guessed=state.guessed,
            right=state.right,
            log=events_for(state.log, seat),
        )

    @property
    def score_range(self) -> tuple[float, float]:
        most = max(self.first, self.second)
        return 0.0, float({"win": 1, "points": most, "published": most + 3}[self.score])

    def outcome(self, state: State) -> Outcome | None:
        if state.winner is None:
            return None
        red, blue = (self._score(state, team) for team in TEAMS)
        loser = rival(state.winner).capitalize()
        if state.ending == "assassin":
            reason = f"{loser} hit the assassin"
        else:
            reason = f"all words of {state.winner.capitalize()} are found"
        places = (1, 2, 1, 2) if state.winner == "red" else (2, 1, 2, 1)
        return Outcome((red, blue, red, blue), reason, self.teams(state), places)

    def _score(self, state: State, team: Team) -> float:
        won = team == state.winner
        if self.score == "win":
            return float(won)
        if state.ending == "assassin" and not won:
            return 0.0
        if self.score == "points":
            return float(state.right[TEAMS.index(team)])
        colours = dict(zip(state.words, state.key, strict=True))
        return sum(colours[word] == team for word in state.covered) + 3.0 * won

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return (0, 2), (1, 3)


def spymaster(team: Team) -> Seat:
    return TEAMS.index(team)


def operative(team: Team) -> Seat:
    return TEAMS.index(team) + 2


def team_of(seat: Seat) -> Team:
    return TEAMS[seat % 2]


def visible(state: State | View) -> tuple[str, ...]:
    """The words that are still visible."""
    return tuple(word for word in state.words if word not in state.covered)


def left(state: State | View, colour: Colour) -> tuple[str, ...]:
    """The visible words of a colour."""
    return tuple(
        word
        for word, key in zip(state.words, state.key, strict=True)
        if key == colour and word not in state.covered
    )


def start(state: State, team: Team) -> State:
    """Let this team start: it has the first clue, and more words."""
    return replace(state, starter=team, team=team, phase="key", log=add_event(state.log, "starts", team))


def hear(state: State, clue: str, number: Number) -> State:
    """Give a clue; without a legal one, the turn is lost and the other team covers a word."""
    seat, clue = spymaster(state.team), clue.strip()
    why = fault(clue, number, visible(state)) if clue else "no clue"
    if why:
        return replace(state, phase="cover", log=add_event(state.log, "no clue", seat, why))
    log = add_event(state.log, "clue", seat, clue, number)
    return replace(state, number=number, guessed=0, phase="guess", log=log)


def guess(state: State, word: str) -> State:
    """Make a guess: after a right one the operative may continue, up to the clue's number plus one."""
    seat, team = operative(state.team), state.team
    if word == STOP:
        return next_turn(replace(state, log=add_event(state.log, "stop", seat)))
    colour = state.key[state.words.index(word)]
    log = add_event(state.log, "guess", seat, word, colour)
    state = replace(state, covered=(*state.covered, word), guessed=state.guessed + 1, log=log)
    if colour == "assassin":
        return end(state, rival(team), "assassin")
    if colour == team:
        red, blue = state.right
        state = replace(state, right=(red + 1, blue) if team == "red" else (red, blue + 1))
    if colour != "neutral" and not left(state, colour):
        return end(state, colour, "found")
    return state if colour == team and may_go_on(state) else next_turn(state)


def may_go_on(state: State) -> bool:
    """Whether the clue allows another guess: 0 and unlimited allow any number."""
    return state.number in (0, "unlimited") or state.guessed <= int(state.number)


def cover(state: State, word: str) -> State:
    """A spymaster covers one of their words, since the other team had no legal clue."""
    other = rival(state.team)
    log = add_event(state.log, "covered", spymaster(other), word)
    state = replace(state, covered=(*state.covered, word), log=log)
    return next_turn(state) if left(state, other) else end(state, other, "found")


def next_turn(state: State) -> State:
    """Pass the turn to the other team's spymaster."""
    return replace(state, team=rival(state.team), phase="clue", number=0, guessed=0)


def end(state: State, winner: Team, ending: Ending) -> State:
    """The state at the end, with the key revealed."""
    log = add_event(state.log, "over", winner, ending, state.key)
    return replace(state, phase="over", winner=winner, ending=ending, log=log)
