"""Reference players of dressed games earn more than players who answer at random."""

from random import Random

import pytest

from agonist.core import CHANCE, uniform
from agonist.games import find_kit
from agonist.kit import make_game
from agonist.match import Chance

TABLE = [
    # game, options, matches, the least gain a match over a player at random in the same seat
    ("leduc_poker", {}, 200, 1.0),
    ("leduc_poker", {"seats": 3}, 100, 1.0),
    ("goofspiel", {"num_cards": 6}, 60, 0.3),
    ("goofspiel", {"num_cards": 5, "imp_info": True, "returns_type": "point_difference"}, 60, 0.5),
    ("blackjack", {}, 200, 0.2),
    ("battleship", {"board_height": 6, "board_width": 6, "num_shots": 14}, 12, 0.9),
    ("coin_game", {}, 30, 3.0),
    ("crazy_eights", {"seats": 2, "max_turns": 30}, 24, 30.0),
    ("euchre", {}, 150, 0.2),
    ("gin_rummy", {}, 6, 20.0),
    ("hearts", {}, 24, 2.5),
    ("phantom_ttt", {}, 60, 0.4),
    ("phantom_ttt", {"gameversion": "abrupt"}, 60, 0.4),
    ("dark_hex", {"board_size": 4, "num_rows": 4, "num_cols": 4}, 40, 0.6),
    ("oshi_zumo", {}, 30, 0.6),
    ("oshi_zumo", {"min_bid": 1, "coins": 12, "size": 1}, 60, 0.3),
    ("blotto", {}, 400, 0.05),
    ("first_sealed_auction", {}, 200, 0.2),
    ("liars_dice", {}, 150, 0.6),
    ("liars_dice", {"numdice": 2, "bidding_rule": "reset-quantity"}, 80, 0.6),
]


def mean_score(name, options, matches, chosen):
    """The mean score of the player `chosen`, who takes each seat in turn, among others at random."""
    kit, total = find_kit(f"openspiel:{name}"), 0.0
    game = make_game(kit.game, options)
    for nth in range(matches):
        own, rng, chance, state = nth % game.seats, Random(nth), Chance(f"match {nth}"), game.new()
        while asks := game.turn(state):
            moves = {}
            for seat, ask in asks.items():
                if seat == CHANCE:
                    moves[seat] = chance.pick(ask)
                elif seat == own:
                    moves[seat] = chosen(kit, game, state, seat, ask, rng)
                else:
                    moves[seat] = uniform(ask, rng)
            state = game.act(state, moves)
        total += game.outcome(state).scores[own]
    return total / matches


def by_reference(kit, game, state, seat, ask, rng):
    return kit.reference(game, game.observe(state, seat), ask, rng)


def at_random(kit, game, state, seat, ask, rng):
    return uniform(ask, rng)


@pytest.mark.parametrize(("name", "options", "matches", "gain"), TABLE)
@pytest.mark.every(3)
def test_a_reference_player_earns_more_than_one_at_random(name, options, matches, gain):
    best, other = (mean_score(name, options, matches, chosen) for chosen in (by_reference, at_random))
    assert best > other + gain, (best, other)
