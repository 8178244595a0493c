"""Extracting the choices that are scored from one of our matches."""

from __future__ import annotations

from typing import Any

from agonist.core import Seat, UsageError
from agonist.games.battle_royale import BattleRoyale
from agonist.games.battle_royale.rules import NOBODY
from agonist.games.diners_dilemma import DinersDilemma
from agonist.games.divide_dollar import DivideDollar
from agonist.games.el_farol import ElFarol
from agonist.games.guess_average import GuessAverage
from agonist.games.pirate_game import PirateGame
from agonist.games.public_goods import PublicGoods
from agonist.games.sealed_bid_auction import SealedBidAuction
from agonist.match import Record
from agonist.suites.gamabench.scoring.choices import Choices
from agonist.suites.gamabench.scoring.sequential import Battle, Pirates, Plan, Shot
from agonist.suites.gamabench.scoring.simultaneous import (
    Auctions,
    Bids,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
)


def choices_of(record: Record) -> Choices:
    """The choices in a match, finished or not; raises `UsageError` for a game that is not of γ-Bench."""
    *_, state = record.states()
    return choices_from(record.game, state)


def choices_from(game: Any, state: Any) -> Choices:
    """The choices up to this state."""
    match game:
        case GuessAverage():
            return Guessing(game.low, game.high, game.fraction, state.rounds)
        case ElFarol():
            return Evenings(game.fraction, state.rounds, (game.gain_min, game.gain_max, game.home))
        case DivideDollar():
            return Bids(game.golds, state.rounds)
        case PublicGoods():
            return Contributions(game.tokens, state.rounds, game.fraction)
        case DinersDilemma():
            cheap = (game.cheap_price, game.cheap_utility)
            return Dishes(state.rounds, cheap, (game.costly_price, game.costly_utility))
        case SealedBidAuction():
            valuations = tuple(auction.valuations for auction in state.rounds)
            bids = tuple(auction.bids for auction in state.rounds)
            return Auctions(valuations, bids, game.price == "second")
        case BattleRoyale():
            return _battle(game, state)
        case PirateGame():
            return _pirates(game, state)
    raise UsageError(f"γ-Bench has no score for {game.name}")


def _battle(game: BattleRoyale, state: Any) -> Battle:
    alive, shots = game.new().alive, []
    for _, _, shooter, target, hit in state.log:
        shots.append(Shot(shooter, None if target == NOBODY else target, alive, hit))
        alive = tuple(seat for seat in alive if not (hit and seat == target))
    return Battle(tuple(map(game.hit_rate, range(game.seats))), tuple(shots))


def _pirates(game: PirateGame, state: Any) -> Pirates:
    """Only plans that were voted on; a plan before its vote has nothing to score."""
    proposed: dict[int, tuple[int, ...]] = {}
    votes: dict[int, dict[Seat, bool]] = {}
    for ears, event in state.log:
        match event:
            case ("proposal", number, _, shares):
                proposed[number] = shares
            case ("own", number, vote):
                votes.setdefault(number, {})[ears[0]] = vote == "accept"
    plans = []
    for number, cast in votes.items():
        pirates = game.on_board(number - 1)
        plans.append(Plan(pirates, proposed[number], (True, *(cast[seat] for seat in pirates[1:]))))
    return Pirates(game.gold, tuple(plans))
