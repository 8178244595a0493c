"""Are You the Traitor?: players talk until somebody says stop and points at another player.

The rules are those of the published game (Andrew Looney, Looney Labs) for 5 to 9 players with two wizards:
new roles in every round, treasure for the side that was right, and a player who declares 10 points or more
ends the game. Time is counted in ticks, in which everyone acts at once; when a round has had its ticks, a
player drawn by chance must point. GameBench (Costarelli et al., 2024) plays several rounds with one question
at a time, and the most treasure wins (preset `gamebench`); its code never deals new roles.
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
    add_event,
    events_for,
    form,
    menu,
    option,
)
from agonist.games.are_you_the_traitor.consequences_of_call import (
    has_enough,
    has_ring,
    judge,
    loot,
    steal,
    until_a_ring,
    victims,
    winners,
)
from agonist.games.are_you_the_traitor.state import (
    POINTS_TO_WIN,
    SEEKS,
    TREASURE,
    WIZARDS,
    State,
    View,
    points,
    roles_for,
)

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "gamebench": {"goal": "most", "rounds": 5, "talk": "questions"}
}
"""GameBench's game: the most treasure after five rounds; one question and answer at a time."""

SHOWN_FROM: Final = 6
"""With this many players or more, all but the wizards are told who the Key Holder is."""

TRAITORS_FROM: Final = 8
"""With this many players or more, Traitors know each other."""


@dataclass(frozen=True)
class AreYouTheTraitor(Game[State, View]):
    """Every player plays for their own treasure; sides change with every round."""

    name: ClassVar[str] = "are_you_the_traitor"
    title: ClassVar[str] = "Are You the Traitor?"
    version: ClassVar[int] = 2
    sizes: ClassVar[Sequence[int]] = range(5, 10)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        talk=True,
        constant_sum=True,
        abilities=("social deduction", "deception", "communication"),
        sources=("Are You the Traitor?, rule sheet (Looney Labs)", "GameBench (Costarelli et al., 2024)"),
    )

    seats: int = 5
    goal: Literal["ten", "most"] = "ten"
    """`ten`: a player who declares 10 points wins, the highest of several. `most`: the player with most
    points after all rounds wins.
    """
    rounds: int = option(12, low=1, high=42)
    """Rounds after which the game ends in any case; with goal=ten everyone then scores their share of all
    points."""
    talk: Literal["free", "questions"] = "free"
    """`free`: everyone talks at the same time; `questions`: a player drawn by chance asks one question at a
    time.
    """
    ticks: int = option(6, low=1, high=50)
    """Turns of talk, or questions, in each round before somebody must point."""
    max_words: int = option(60, low=1, high=1000)

    def new(self) -> State:
        return State(hands=((),) * self.seats)

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        everyone = tuple(range(self.seats))
        match state.phase:
            case "deck":
                return {CHANCE: Shuffle(TREASURE, len(TREASURE), about="treasure")}
            case "roles":
                return {CHANCE: Shuffle(roles_for(self.seats), self.seats, about="roles")}
            case "talk":
                return {seat: self._menu(state, seat) for seat in everyone}
            case "asker":
                return {CHANCE: Draw(everyone, about="asker")}
            case "question":
                assert state.asker is not None
                to, text = Choice(self._others(state.asker)), Speech(self.max_words)
                return {state.asker: form("question", to=to, text=text)}
            case "answer":
                assert state.question is not None
                return {state.question[1]: Speech(self.max_words, about="answer")}
            case "stops":
                return {seat: self._menu(state, seat) for seat in everyone}
            case "caller":
                may = tuple(seat for seat, _ in state.stops) or callers(state)
                return {CHANCE: Draw(may, about="caller")}
            case "call":
                assert state.caller is not None
                return {state.caller: Choice(self._others(state.caller), about="call")}
            case "counting":
                return self._counting(state)
            case "order":
                return {CHANCE: Shuffle(state.acts, len(state.acts), about="order")}
            case "steal":
                victim = state.acts[0][1]
                assert victim is not None
                hand = loot(state.hands[victim])
                kinds = tuple(dict.fromkeys(hand))
                weights = tuple(float(hand.count(kind)) for kind in kinds)
                return {CHANCE: Draw(kinds, weights, about="stolen")}
            case "over":
                return {}

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(other for other in range(self.seats) if other != seat)

    def _menu(self, state: State, seat: Seat) -> Ask:
        verbs: dict[str, Mapping[str, Ask]] = {"wait": {}}
        if state.phase == "talk":
            verbs["say"] = {"text": Speech(self.max_words)}
        if seat in callers(state):
            verbs["stop"] = {"target": Choice(self._others(seat))}
        return menu("talk" if state.phase == "talk" else "stops", **verbs)

    def _counting(self, state: State) -> Mapping[Seat, Ask]:
        """All seats with treasure that have not declared, also those that can only pass: if only the others
        were asked, everyone would know who has a ring or enough points."""
        return {
            seat: self._count(state, seat)
            for seat, hand in enumerate(state.hands)
            if hand and seat not in state.declared
        }

    def _count(self, state: State, seat: Seat) -> Ask:
        verbs: dict[str, Mapping[str, Ask]] = {"pass": {}}
        if has_ring(state, seat):
            verbs["ring"] = {"victim": Choice(victims(state, seat))}
        if self.goal == "ten" and has_enough(state, seat):
            verbs["declare"] = {}
        return menu("counting", **verbs)

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "deck":
                return replace(state, deck=moves[CHANCE], phase="roles")
            case "roles":
                return self._deal(state, moves[CHANCE])
            case "talk" | "stops":
                return self._talked(state, moves)
            case "asker":
                return replace(state, asker=moves[CHANCE], phase="question")
            case "question":
                assert state.asker is not None
                to, text = moves[state.asker]
                log = add_event(state.log, "asks", state.asker, to, text)
                return replace(state, question=(state.asker, to), phase="answer", log=log)
            case "answer":
                assert state.question is not None
                asker, seat = state.question
                log = add_event(state.log, "answers", seat, asker, moves[seat])
                return replace(state, question=None, asker=None, phase="stops", log=log)
            case "caller":
                return self._called(state, moves[CHANCE])
            case "call":
                assert state.caller is not None
                return self._settle(judge(state, state.caller, moves[state.caller]))
            case "counting":
                acts = tuple(
                    (seat, move[1] if move[0] == "ring" else None)
                    for seat, move in sorted(moves.items())
                    if move[0] != "pass"
                )
                if not acts:
                    return self._end_round(state)
                if len(acts) > 1:
                    return replace(state, acts=acts, phase="order")
                return self._settle(replace(state, acts=acts))
            case "order":
                return self._settle(replace(state, acts=moves[CHANCE]))
            case "steal":
                return self._settle(steal(state, moves[CHANCE]))
            case "over":
                raise AssertionError(moves)

    def _deal(self, state: State, roles: tuple[Any, ...]) -> State:
        """Deal new roles; all players know the two wizards, but not which is which."""
        state = replace(state, roles=roles, round=state.round + 1, tick=0)
        log = add_event(state.log, "round", state.round, wizards(state))
        for seat, role in enumerate(roles):
            log = add_event(log, "role", role, to=(seat,))
        if self.seats >= SHOWN_FROM:
            holder = roles.index("Key Holder")
            log = add_event(
                log, "key holder", holder, to=(s for s in range(self.seats) if s not in wizards(state))
            )
        if self.seats >= TRAITORS_FROM:
            traitors = tuple(seat for seat, role in enumerate(roles) if role == "Traitor")
            log = add_event(log, "traitors", traitors, to=traitors)
        return replace(state, phase=self._next_talk(), log=log)

    def _next_talk(self) -> Literal["talk", "asker"]:
        return "talk" if self.talk == "free" else "asker"

    def _talked(self, state: State, moves: Moves) -> State:
        log = state.log
        for seat, move in sorted(moves.items()):
            if move[0] == "say":
                log = add_event(log, "said", seat, move[1])
        stops = tuple((seat, move[1]) for seat, move in sorted(moves.items()) if move[0] == "stop")
        state = replace(state, tick=state.tick + 1, stops=stops, log=log)
        if len(stops) == 1:
            return self._called(state, stops[0][0])
        if stops or state.tick == self.ticks:
            return replace(state, phase="caller")
        return replace(state, phase=self._next_talk())

    def _called(self, state: State, seat: Seat) -> State:
        """The first seat that said stop has pointed already; the seat drawn when time is up must point
        now."""
        target = dict(state.stops).get(seat)
        if target is None:
            return replace(state, caller=seat, phase="call", log=add_event(state.log, "time", seat))
        return self._settle(
            judge(replace(state, log=add_event(state.log, "stops", seat, target)), seat, target)
        )

    def _settle(self, state: State) -> State:
        """Resolve rings and declarations in order; then all are asked again, until nobody does anything."""
        state = until_a_ring(state)
        if state.acts:
            return replace(state, phase="steal")
        state = replace(state, phase="counting")
        return state if self._counting(state) else self._end_round(state)

    def _end_round(self, state: State) -> State:
        if state.declared or state.round == self.rounds or not state.deck:
            log = add_event(state.log, "over", tuple(points(hand) for hand in state.hands))
            return replace(state, phase="over", log=log)
        return replace(state, phase="roles")

    def observe(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            phase=state.phase,
            role=state.roles[seat] if seat is not None and state.roles else None,
            hand=state.hands[seat] if seat is not None else (),
            cards=tuple(map(len, state.hands)),
            left=len(state.deck),
            wizards=wizards(state),
            round=state.round,
            tick=state.tick,
            question=state.question,
            asker=state.asker,
            caller=state.caller,
            declared=state.declared,
            log=events_for(state.log, seat),
        )

    @property
    def score_range(self) -> tuple[float, float]:
        return 0.0, 1.0

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        totals, best = [points(hand) for hand in state.hands], winners(state)
        if self.goal == "ten" and not state.declared and any(totals):
            scores = tuple(total / sum(totals) for total in totals)
            return Outcome(scores, f"nobody declared {POINTS_TO_WIN} points by round {state.round}")
        scores = tuple(1 / len(best) if seat in best else 0.0 for seat in range(self.seats))
        most = "declared" if state.declared else "treasure"
        return Outcome(scores, f"the most {most} is {totals[best[0]]} points")


def wizards(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat, role in enumerate(state.roles) if role in WIZARDS)


def callers(state: State) -> tuple[Seat, ...]:
    """The seats that may call: all except the Traitors."""
    return tuple(seat for seat, role in enumerate(state.roles) if role in SEEKS)
