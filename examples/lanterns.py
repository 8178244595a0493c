"""A game with dice, hidden cards and bids in a single file, to begin your own from.

Two dice are a prize, and everyone holds two cards that only they see, calm or storm. Players bid how many
cards they would turn over without a storm, their own first.

From this folder, type: agonist check-game lanterns:KIT
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Literal, TypeAlias

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
    counted,
    events_for,
    form,
    menu,
    option,
    player_name,
)
from agonist.kit import Course, Indicator, Indicators, Kit, Measurements, Words, note
from agonist.text import Prompts

Card: TypeAlias = str
"""Calm or storm."""
Hand: TypeAlias = tuple[Card, ...]
"""The cards of a player, calm ones first."""

HAND = 2
"""Cards that each player is dealt."""


@dataclass(frozen=True, slots=True)
class State:
    """All hands, and who bids. Between rounds there are no hands."""

    phase: Literal["deal", "bid", "over"]
    scores: tuple[int, ...]
    round: int = 0
    prize: int = 0
    hands: tuple[Hand, ...] = ()
    mover: Seat = 0
    bid: int = 0
    bidder: Seat | None = None
    passed: tuple[Seat, ...] = ()
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows: its own hand, and what is public; `seat` is `None` for bystanders.

    Events: `("round", number, first die, second die)`, `("dealt", hand)` to each seat alone, `("bid", seat,
    cards)`, `("passed", seat)`, `("turned", seat, cards in order, points)`.
    """

    seat: Seat | None
    phase: str
    scores: tuple[int, ...]
    round: int
    prize: int
    hand: Hand
    mover: Seat
    bid: int
    bidder: Seat | None
    passed: tuple[Seat, ...]
    log: tuple[Event, ...]


@dataclass(frozen=True)
class Lanterns(Game[State, View]):
    """The highest bidder turns cards over, and gains the prize, or loses it at the first storm."""

    name: ClassVar[str] = "lanterns"
    title: ClassVar[str] = "Lanterns"
    sizes: ClassVar[Sequence[int]] = range(2, 7)
    traits: ClassVar[Traits] = Traits(hidden=True, abilities=("probability", "opponent modelling"))

    seats: int = 3
    rounds: int = option(3, low=1, high=20)
    """Rounds, each with new dice and cards."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards that are shuffled for each round; a third are storms, and a third stay undealt."""
        return ("calm",) * 2 * self.seats + ("storm",) * self.seats

    def new(self) -> State:
        return State("deal", (0,) * self.seats)

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        match state.phase:
            case "deal":
                die = Draw((1, 2, 3, 4, 5, 6))
                cards = Shuffle(self.deck, take=HAND * self.seats)
                return {CHANCE: form("deal", first=die, second=die, cards=cards)}
            case "bid":
                bids = tuple(range(state.bid + 1, HAND * self.seats + 1))
                verbs: dict[str, Mapping[str, Ask]] = {"bid": {"cards": Choice(bids)}} if bids else {}
                return {state.mover: menu("turn", **verbs, **{"pass": {}})}
            case "over":
                return {}

    def act(self, state: State, moves: Moves) -> State:
        if state.phase == "deal":
            return self._deal(state, *moves[CHANCE])
        seat = state.mover
        match moves[seat]:
            case ("bid", cards):
                log = add_event(state.log, "bid", seat, cards)
                state = replace(state, bid=cards, bidder=seat, log=log)
            case ("pass",):
                state = replace(state, passed=(*state.passed, seat), log=add_event(state.log, "passed", seat))
        order = [(seat + step) % self.seats for step in range(1, self.seats)]
        left = [other for other in order if other not in (*state.passed, state.bidder)]
        return replace(state, mover=left[0]) if left else self._turn_over(state)

    def _deal(self, state: State, first: int, second: int, cards: Sequence[Card]) -> State:
        log = add_event(state.log, "round", state.round + 1, first, second)
        hands: list[Hand] = []
        for seat in range(self.seats):
            hands.append(tuple(sorted(cards[HAND * seat : HAND * (seat + 1)])))
            log = add_event(log, "dealt", hands[-1], to=[seat])
        return State(
            "bid",
            state.scores,
            state.round + 1,
            first + second,
            tuple(hands),
            mover=state.round % self.seats,
            log=log,
        )

    def _turn_over(self, state: State) -> State:
        """The bidder turns over their own cards, then those of the next players, up to the first storm."""
        scores, log = state.scores, state.log
        if state.bidder is not None:
            seats = [(state.bidder + step) % self.seats for step in range(self.seats)]
            cards = [card for seat in seats for card in state.hands[seat]][: state.bid]
            shown = cards[: cards.index("storm") + 1] if "storm" in cards else cards
            points = -state.prize if "storm" in cards else state.prize
            scores = tuple(score + points * (seat == state.bidder) for seat, score in enumerate(scores))
            log = add_event(log, "turned", state.bidder, tuple(shown), points)
        phase: Literal["deal", "over"] = "over" if state.round == self.rounds else "deal"
        return State(phase, scores, state.round, log=log)

    def observe(self, state: State, seat: Seat | None) -> View:
        hand = state.hands[seat] if seat is not None and state.hands else ()
        return View(
            seat, state.phase, state.scores, state.round, state.prize, hand,
            state.mover, state.bid, state.bidder, state.passed, events_for(state.log, seat),
        )  # fmt: skip

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        return Outcome(tuple(map(float, state.scores)), f"{counted(self.rounds, 'round')} played")


def sample_state(game: Lanterns, view: View, rng: Random) -> State:
    """A state with this view: the cards that this seat has not seen are dealt again."""
    hands: tuple[Hand, ...] = ()
    if view.phase == "bid":
        unseen = list(game.deck)
        for card in view.hand:
            unseen.remove(card)
        rng.shuffle(unseen)
        hands = tuple(
            view.hand if seat == view.seat else tuple(sorted(unseen.pop() for _ in range(HAND)))
            for seat in range(game.seats)
        )
    log: Log = ()
    for event in view.log:
        alone = [view.seat] if event[0] == "dealt" and view.seat is not None else None
        log = add_event(log, *event, to=alone)
    phase: Any = view.phase
    return State(
        phase, view.scores, view.round, view.prize, hands,
        view.mover, view.bid, view.bidder, view.passed, log,
    )  # fmt: skip


class LanternsWords(Words[Lanterns, View]):
    """Lanterns in words. Longer texts are files beside the code: `self.prompts.fill("rules", …)`."""

    def rules(self, game: Lanterns) -> str:
        storms = game.deck.count("storm")
        return (
            f"You are one of {game.seats} players of Lanterns. The game has {counted(game.rounds, 'round')}; "
            f"the most points win. In each round {len(game.deck)} cards are shuffled, of which {storms} are "
            f"storms and the others calm, and each player is dealt {HAND}, which only they see. Two dice are "
            "rolled for all to see; their sum is the prize. Then players bid in turn how many cards they "
            "would turn over without a storm, each bid higher than the last, or pass; whoever passes is out "
            "of the round. When all others have passed, the highest bidder turns over as many cards as they "
            "bid: first their own, calm ones before storms, then in the same way those of the next player, "
            "and so on. If none is a storm, they gain the prize, otherwise they lose as much. If all pass, "
            "nobody gains anything."
        )

    def scene(self, game: Lanterns, view: View) -> str:
        """How the last round ended, and all of this one."""
        starts = [n for n, event in enumerate(view.log) if event[0] in ("turned", "round")]
        events = view.log[starts[-2 if view.phase == "bid" else -1 :][0] :] if starts else ()
        who = [] if view.seat is None else [f"You are {player_name(view.seat)}."]
        scores = ", ".join(f"{player_name(seat)} {score}" for seat, score in enumerate(view.scores))
        return "\n".join(
            [*who, *(self.sentence(game, view, event) for event in events), f"Points: {scores}."]
        )

    def sentence(self, game: Lanterns, view: View, event: Event) -> str:
        match event:
            case ("round", number, first, second):
                return f"Round {number}: the dice show {first} and {second}. The prize is {first + second}."
            case ("dealt", hand):
                return f"Your cards: {', '.join(hand)}."
            case ("bid", seat, cards):
                return f"{player_name(seat)} bid {counted(cards, 'card')}."
            case ("passed", seat):
                return f"{player_name(seat)} passed."
            case ("turned", seat, cards, points):
                won = f"gained {points}" if points > 0 else f"lost {-points}"
                return f"{player_name(seat)} turned over {', '.join(cards)}, and {won}."
        raise AssertionError(event)

    def request(self, game: Lanterns, view: View, ask: Ask) -> str:
        last = f"The last bid is {counted(view.bid, 'card')}." if view.bid else "Nobody has bid yet."
        return f"{last} Do you bid, or pass?"

    def label(self, view: View, key: str, option: Any) -> str:
        return counted(option, "card") if key == "cards" else str(option)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        """What else a model may write for an option."""
        return (str(option),) if key == "cards" else ("raise",) if option == "bid" else ()

    def known(self, game: Lanterns, view: View, key: str) -> Sequence[str] | None:
        """All that is an option in some state: a bid that is too low is illegal, not unreadable."""
        if key == "action":
            return ["bid", "raise", "pass"]
        bids = range(1, HAND * game.seats + 1)
        return [*map(str, bids), *(counted(cards, "card") for cards in bids)]


def by_odds(game: Lanterns, view: View, ask: Ask, rng: Random) -> Any:
    """The lowest bid, if it is likelier than not to meet no storm."""
    del ask, rng
    return ("bid", view.bid + 1) if chance_of_calm(game, view) > 0.5 else ("pass",)


def chance_of_calm(game: Lanterns, view: View) -> float:
    """The probability that the lowest bid meets no storm; 0 if there is no bid left."""
    cards = view.bid + 1
    if cards > HAND * game.seats or "storm" in view.hand[:cards]:
        return 0.0
    unseen, calm = len(game.deck) - HAND, game.deck.count("calm") - view.hand.count("calm")
    whole_hands = max(cards - HAND, 0) // HAND * HAND
    chance = comb(calm, whole_hands) / comb(unseen, whole_hands)
    if cards - HAND > whole_hands:  # one card more, which is a storm only if both of that player are
        chance *= 1 - comb(unseen - calm, HAND) / comb(unseen - whole_hands, HAND)
    return chance


def measure(course: Course) -> list[Measurements]:
    """Of the bids, those that would have met no storm."""
    found = course.nothing()
    for state, seat, action in course.moves():
        if action[0] == "bid":
            seats = [(seat + step) % course.game.seats for step in range(course.game.seats)]
            cards = [card for other in seats for card in state.hands[other]][: action[1]]
            note(found[seat], true_bids="storm" not in cards)
    return found


def key_moments(game: Lanterns, before: State, after: State, moves: Moves) -> str:
    """Prizes that are lost."""
    del game, moves
    lost = [seat for seat, score in enumerate(after.scores) if score < before.scores[seat]]
    return f"{player_name(lost[0])} meets a storm" if lost else ""


KIT = Kit(
    game=Lanterns,
    words=LanternsWords(Prompts((Path(__file__).parent,))),
    reference=by_odds,
    reference_is="a heuristic: bids one card more while that is likelier than not to meet no storm",
    sample_state=sample_state,
    quick_options={"rounds": 2},
    indicators=Indicators((Indicator("true-bids", "True bids", "share"),), measure),
    key_moments=key_moments,
)
