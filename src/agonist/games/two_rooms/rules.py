"""Two Rooms and a Boom: is the Bomber with the President when time is up?

The published game for 6, 8 or 10 players (Tuesday Knight Games, rulebook 3) with its basic cards: free talk
in two rooms, card shares, leaders who can be replaced, a hostage each after every round. Time is counted in
ticks: everyone acts at once, and may say 3, 2 and 1 messages in the three rounds. GameBench (Costarelli et
al., 2024) has one question each, leaders drawn at random and no shares (preset `gamebench`); its code never
tells the President and the Bomber who they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal

from agonist.core import (
    CHANCE,
    Ask,
    Choice,
    Draw,
    Game,
    Moves,
    Outcome,
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
from agonist.games.two_rooms.room_actions import lead, talk, talk_menu
from agonist.games.two_rooms.state import COLOUR, ROUNDS, State, View, deck, room_of

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "gamebench": {"talk": "questions", "leaders": "drawn", "sharing": False}
}
"""GameBench's game: a question each, fixed leaders drawn at random, no card is ever shown."""


@dataclass(frozen=True)
class TwoRooms(Game[State, View]):
    """Blue wins if President and Bomber end in different rooms, Red if they end in the same room."""

    name: ClassVar[str] = "two_rooms"
    title: ClassVar[str] = "Two Rooms and a Boom"
    version: ClassVar[int] = 2
    sizes: ClassVar[Sequence[int]] = (6, 8, 10)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        talk=True,
        constant_sum=True,
        abilities=("social deduction", "cooperation", "deception", "communication"),
        sources=("Two Rooms and a Boom, rulebook 3", "GameBench (Costarelli et al., 2024)"),
    )

    seats: int = 6
    talk: Literal["free", "questions"] = "free"
    """`free`: everyone talks at the same time; `questions`: each player in turn asks one question."""
    leaders: Literal["appointed", "drawn"] = "appointed"
    """Players appoint and replace leaders, or chance draws them for the whole game."""
    sharing: bool = True
    """Whether cards may be shared, shown and revealed."""
    colours: bool = False
    """Whether only the colour of a card may be shared or shown too, as with more than ten players."""
    messages: tuple[int, ...] = (3, 2, 1)
    """Messages that each player may send in each round of free talk, from 0 to 20."""
    pauses: int = option(2, low=0, high=20)
    """Turns of each round beyond its messages, for shares and votes."""
    max_words: int = option(60, low=1, high=1000)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.messages) != ROUNDS or not all(0 <= count <= 20 for count in self.messages):
            raise UsageError(f"{self.name}: messages are {ROUNDS} numbers from 0 to 20, not {self.messages}")
        if self.talk == "questions" and (self.leaders != "drawn" or self.sharing):
            raise UsageError(f"{self.name}: talk=questions needs leaders=drawn and sharing=false")

    def new(self) -> State:
        return State(spent=(0,) * self.seats, votes=(None,) * self.seats)

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        match state.phase:
            case "cards":
                return {CHANCE: Shuffle(deck(self.seats), self.seats, about="cards")}
            case "rooms":
                return {CHANCE: Shuffle(tuple(range(self.seats)), self.seats, about="rooms")}
            case "leader":
                return {CHANCE: Draw(state.drawing[0], about="leader")}
            case "talk":
                return {seat: self._menu(state, seat) for seat in range(self.seats)}
            case "question":
                seat = state.asked
                others = self._others(state, seat)
                return {seat: form("question", to=Choice(others), text=Speech(self.max_words))}
            case "answer":
                assert state.question is not None
                return {state.question[1]: Speech(self.max_words, about="answer")}
            case "hostages":
                return {s: Choice(self._others(state, s), about="hostage") for s in _leaders(state)}
            case "parley":
                return {s: Speech(self.max_words, optional=True, about="parley") for s in _leaders(state)}
            case "over":
                return {}

    def _others(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        return tuple(s for s in state.rooms[room_of(state.rooms, seat)] if s != seat)

    def _menu(self, state: State, seat: Seat) -> Ask:
        return talk_menu(
            state,
            seat,
            messages=self.messages[state.round],
            max_words=self.max_words,
            electing=self.leaders == "appointed",
            sharing=self.sharing,
            colours=self.colours,
        )

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "cards":
                log = state.log
                for seat, card in enumerate(moves[CHANCE]):
                    log = add_event(log, "card", card, to=(seat,))
                return replace(state, cards=moves[CHANCE], phase="rooms", log=log)
            case "rooms":
                return self._enter(state, moves[CHANCE])
            case "leader":
                first, *rest = state.drawing
                number = room_of(state.rooms, first[0])
                state = lead(state, number, moves[CHANCE], "drawn")
                return self._settle(replace(state, drawing=tuple(rest)))
            case "talk":
                return self._talked(state, moves)
            case "question":
                return self._asked(state, moves[state.asked])
            case "answer":
                return self._answered(state, moves)
            case "hostages":
                return self._name_hostages(state, moves)
            case "parley":
                return self._exchange(state, moves)
            case "over":
                raise AssertionError(moves)

    def _enter(self, state: State, order: tuple[Seat, ...]) -> State:
        half = self.seats // 2
        rooms = tuple(sorted(order[:half])), tuple(sorted(order[half:]))
        state = replace(state, rooms=rooms, log=add_event(state.log, "rooms", rooms))
        state = replace(state, log=add_event(state.log, "round", 1))
        return self._settle(replace(state, drawing=rooms if self.leaders == "drawn" else ()))

    def _settle(self, state: State) -> State:
        """Go on to the next phase: drawing a leader, talk, or hostages when the time is up."""
        if state.drawing:
            return replace(state, phase="leader")
        if self.talk == "questions":
            over = state.asked == self.seats
            return replace(state, phase="hostages" if over else "question")
        if state.tick < self.messages[state.round] + self.pauses:
            return replace(state, phase="talk")
        without = tuple(room for n, room in enumerate(state.rooms) if state.leaders[n] is None)
        return replace(state, drawing=without, phase="leader" if without else "hostages")

    def _talked(self, state: State, moves: Moves) -> State:
        quiet = all(move == ("wait",) for move in moves.values())
        end = self.messages[state.round] + self.pauses
        return self._settle(replace(talk(state, moves), tick=end if quiet else state.tick + 1))

    def _asked(self, state: State, request: tuple[Seat, str]) -> State:
        seat, (to, text) = state.asked, request
        number = room_of(state.rooms, seat)
        log = add_event(state.log, "asks", seat, to, text, to=state.rooms[number])
        log = add_event(log, "asks there", seat, to, to=state.rooms[1 - number])
        return replace(state, asked=seat + 1, question=(seat, to), phase="answer", log=log)

    def _answered(self, state: State, moves: Moves) -> State:
        assert state.question is not None
        asker, seat = state.question
        room = state.rooms[room_of(state.rooms, seat)]
        log = add_event(state.log, "answers", seat, asker, moves[seat], to=room)
        return self._settle(replace(state, question=None, log=log))

    def _name_hostages(self, state: State, moves: Moves) -> State:
        """Each room learns its own hostage, who is final, before the leaders parley."""
        leaders = _leaders(state)
        log = state.log
        for room, leader in zip(state.rooms, leaders, strict=True):
            log = add_event(log, "hostage", moves[leader], to=room)
        hostages = tuple(moves[leader] for leader in leaders)
        return replace(state, hostages=hostages, phase="parley", log=log)

    def _exchange(self, state: State, moves: Moves) -> State:
        log = state.log
        for leader, text in sorted(moves.items()):
            if text.strip():
                log = add_event(log, "parley", leader, text, to=_leaders(state))
        first, second = state.hostages
        (ours, theirs) = state.rooms
        rooms = (
            tuple(sorted({*ours, second} - {first})),
            tuple(sorted({*theirs, first} - {second})),
        )
        log = add_event(log, "exchange", (first, second), rooms)
        if state.round + 1 == ROUNDS:
            log = add_event(log, "over", state.cards)
            return replace(state, rooms=rooms, hostages=(), phase="over", log=log)
        return self._settle(
            replace(
                self.new(),
                cards=state.cards,
                rooms=rooms,
                leaders=state.leaders,
                round=state.round + 1,
                log=add_event(log, "round", state.round + 2),
            )
        )

    def observe(self, state: State, seat: Seat | None) -> View:
        card = state.cards[seat] if seat is not None and state.cards else None
        inside = state.rooms[room_of(state.rooms, seat)] if seat is not None and state.rooms else ()
        number = room_of(state.rooms, seat) if seat is not None and state.rooms else None
        votes = ((s, vote) for s in inside if (vote := state.votes[s]) is not None)
        return View(
            seat=seat,
            phase=state.phase,
            card=card,
            rooms=state.rooms,
            leaders=state.leaders,
            round=state.round,
            tick=state.tick,
            spent=0 if seat is None else state.spent[seat],
            votes=tuple(votes),
            offers=tuple(offer for offer in state.offers if seat in offer[:2]),
            heir=None if number is None else state.heirs[number],
            barred=tuple(s for s in state.barred if s in inside),
            drawing=state.drawing,
            question=state.question,
            asked=state.asked,
            hostage=state.hostages[number] if state.hostages and number is not None else None,
            log=events_for(state.log, seat),
        )

    @property
    def score_range(self) -> tuple[float, float]:
        return 0.0, 1.0

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        boom = room_of(state.rooms, state.cards.index("President")) == room_of(
            state.rooms, state.cards.index("Bomber")
        )
        winner = "Red" if boom else "Blue"
        reason = "the Bomber is with the President" if boom else "the President is safe from the Bomber"
        scores = tuple(float(COLOUR[card] == winner) for card in state.cards)
        return Outcome(scores, reason, self.teams(state))

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Blue and Red, once the cards are dealt."""
        if not state.cards:
            return ()
        blue = tuple(s for s, card in enumerate(state.cards) if COLOUR[card] == "Blue")
        return blue, tuple(s for s in range(self.seats) if s not in blue)


def _leaders(state: State) -> tuple[Seat, ...]:
    """The leaders of the two rooms; called only when there are two."""
    return tuple(leader for leader in state.leaders if leader is not None)
