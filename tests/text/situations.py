"""One question or two of each game, for answers to be read against."""

from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from agonist.core import CHANCE, Ask, InvalidAnswer
from agonist.games import KITS
from agonist.match import Chance
from agonist.text import read

OPTIONS = {
    "auction_cents": (
        "sealed_bid_auction",
        {"seats": 2, "rounds": 1, "high": 1000, "interval": None, "unit": "cents"},
    ),
    "auction": ("sealed_bid_auction", {"seats": 3, "overbids": True}),
    "hanabi_three": ("hanabi", {"seats": 3}),
    "pirate_plan": ("pirate_game", {"seats": 5}),
    "pirate_late_plan": ("pirate_game", {"seats": 5}),
    "pirate_vote": ("pirate_game", {"seats": 5}),
    "undercover_clue": ("undercover", {"seats": 5}),
    "undercover_vote": ("undercover", {"seats": 5}),
    "avalon_vote": ("avalon", {"seats": 5}),
    "werewolf_vote": ("werewolf", {"seats": 7, "talks": 0}),
    "bargain_first": ("bargain", {}),
    "negotiation_answer": ("negotiation", {"issues": 3}),
    "chameleon_vote": ("chameleon", {}),
    "codenames_guess": ("codenames", {}),
    "commons_talk": ("commons", {"seats": 2}),
    "commons_fine": ("commons", {"seats": 3, "sanctions": "peer"}),
    "hive_second": ("hive", {}),
    "santorini_turn": ("santorini", {}),
    "chameleon_guess": ("chameleon", {}),
    "cost_sharing_vote": ("cost_sharing", {}),
    "who_is_spy_vote": ("who_is_spy", {}),
    "who_is_spy_zh": ("who_is_spy", {"language": "zh"}),
    "arctic_trash": ("arctic_scavengers", {}),
    "holdem_open": ("texas_holdem", {"positions": "llmarena", "raises": "llmarena"}),
    "holdem_checked": ("texas_holdem", {}),
}
"""Names of situations that are not simply that of a game, with the game and its options."""

CHAMELEON = 0
"""Whom chance makes the chameleon in these matches."""

BEFORE = {
    "connect_four": [4, 4, 4, 4, 4, 4],
    "tictactoe": [(2, 2), (1, 1)],
    "battle_royale": ["nobody"],
    "bargain": [("propose", "Let us share.", 1, 0, 0)],
    "pirate_vote": [(96, 1, 1, 1, 1)],
    "pirate_late_plan": [(100, 0, 0, 0, 0), "reject", (100, 0, 0, 0), "reject"],
    "undercover_vote": [f"a clue numbered {n}" for n in range(5)],
    "holdem_checked": ["check_call"],
    "codenames_guess": [("planet", 2)],
    "commons_talk": [25],
    "commons_fine": [10],
    "hive_second": ["wA1 0"],
    "werewolf_vote": [3],
    "negotiation_answer": [(1, 2, 3, "schedule", "Shall we?")],
    "avalon_vote": [((0, 1), ""), *(f"speech {n}" for n in range(4))],
    "liars_dice": [("bid", (2, 3))],
    "santorini_turn": ["b2", "d4", "d2", "b4"],
    "chameleon_vote": [f"a clue numbered {n}" for n in range(3)],
    "chameleon_guess": [*(f"a clue numbered {n}" for n in range(3)), CHAMELEON],
    "cost_sharing_vote": [((35, 35, 30), ""), ((30, 35, 35), "We fly little."), ((40, 30, 30), "")],
    "who_is_spy_vote": [f"Speech {n}: it is small." for n in range(6)],
    "who_is_spy_zh": [f"发言{n}：它很小。" for n in range(6)],
}
"""What is answered before the question, by whoever is asked; of those asked at once, each gives the same."""


@dataclass(frozen=True)
class Situation:
    """A question to a seat, and how its game reads the answers."""

    ask: Ask
    say: Any
    vocabulary: Any

    def play(self, text, form, *, cut_off=False, complete=False, refused=False):
        """The action that a text stands for, or the class of what is wrong with it."""
        try:
            action = read(
                self.ask,
                text,
                form,
                self.say,
                vocabulary=self.vocabulary,
                cut_off=cut_off,
                complete=complete,
                refused=refused,
            )
            self.ask.check(action)
        except InvalidAnswer as why:
            return why.kind if str(why) else "nothing is said of what is wrong"
        return action


@cache
def situation(name):
    """The question of a name: a game's first, or the one after some answers."""
    game_name, options = OPTIONS.get(name, (name, {}))
    kit = KITS[game_name]
    game = kit.game(**options)
    chance, state, answers = Chance("tests"), game.new(), list(BEFORE.get(name, ()))
    while True:
        asks = game.turn(state)
        if set(asks) == {CHANCE}:
            state = game.act(state, {CHANCE: chance.pick(asks[CHANCE])})
        elif answers:
            answer = answers.pop(0)
            state = game.act(
                state, {seat: chance.pick(ask) if seat == CHANCE else answer for seat, ask in asks.items()}
            )
        else:
            break
    seat, ask = next((seat, ask) for seat, ask in asks.items() if seat != CHANCE)
    view, words = game.observe(state, seat), kit.words
    return Situation(ask, partial(words.label, view), words.vocabulary(game, view))


SITUATIONS = sorted({*OPTIONS, *KITS} - {"texas_holdem", "sealed_bid_auction", "pirate_game", "undercover"})
