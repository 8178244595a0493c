"""Arrays beside the observation tensors of OpenSpiel, where it has the game."""

from random import Random

import numpy as np
import pyspiel
import pytest
from tests.games.hive_authorities import RADIUS, lock_step

from agonist.core import CHANCE
from agonist.games import KITS
from agonist.games.hanabi.cards import COLORS, pack
from agonist.games.texas_holdem.cards import DECK
from agonist.kit.arrays import history
from agonist.tournament.game_spec import parse_target


def test_all_games_but_those_of_words_have_arrays_and_say_what_each_is():
    words = {
        "are_you_the_traitor", "avalon", "chameleon", "codenames", "two_rooms", "undercover", "werewolf",
        "who_is_spy",
    }  # fmt: skip
    assert {name for name, kit in KITS.items() if kit.arrays is None} == words
    for name in KITS.keys() - words:
        arrays = KITS[name].arrays
        meanings = arrays.shapes.__doc__
        if "history" in arrays.shapes(KITS[name].game()):
            meanings += history.__doc__
        assert all(f"`{each}`" in meanings for each in arrays.shapes(KITS[name].game())), name


@pytest.mark.parametrize(
    ("target", "theirs"),
    [
        ("tictactoe", "tic_tac_toe"),
        ("connect_four", "connect_four"),
        ("connect_four?rows=4&columns=5", "connect_four(rows=4,columns=5)"),
    ],
)
def test_boards_are_the_planes_of_open_spiel(target, theirs):
    game, spiel, rng = parse_target(target).game, pyspiel.load_game(theirs), Random(target)
    arrays = KITS[game.name].arrays
    for _ in range(5):
        state, other = game.new(), spiel.new_initial_state()
        while asks := game.turn(state):
            for seat in (0, 1):
                board = arrays.values(game, game.observe(state, seat), seat)["board"]
                assert list(board) == other.observation_tensor(seat)
            assert arrays.shapes(game)["board"].shape == tuple(spiel.observation_tensor_shape())
            ((seat, ask),) = asks.items()
            action = ask.sample(rng)
            state = game.act(state, {seat: action})
            other.apply_action(
                action - 1 if game.name == "connect_four" else 3 * (action[0] - 1) + action[1] - 1
            )


def seen(game, state, seat):
    """The arrays of a seat, each as a flat list."""
    values = KITS[game.name].arrays.values(game, game.observe(state, seat), seat)
    return {name: list(numbers) for name, numbers in values.items()}


def test_cards_and_chips_of_texas_holdem_are_the_tensor_of_open_spiel():
    """Its `universal_poker`: who looks, the own cards, the community cards, the chips that each has paid."""
    blinds = "blind=2 1,firstPlayer=2 1 1 1,stack=100 100"
    cards = "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1"
    spiel = pyspiel.load_game(f"universal_poker(numPlayers=2,numRounds=4,betting=nolimit,{cards},{blinds})")
    game = parse_target("texas_holdem").game
    other = spiel.new_initial_state()
    deal = ("Qd", "3c", "As", "Th", "2c", "Kd", "7h", "9s", "4d")
    state = game.act(game.act(game.new(), {CHANCE: 1}), {CHANCE: deal[:4]})
    for street in ((), deal[4:7], deal[7:8], deal[8:9]):
        if street:
            state = game.act(state, {CHANCE: street})
        for card in street or deal[:4]:
            other.apply_action(DECK.index(card))
        for _ in range(2):
            for seat in (0, 1):
                ours = seen(game, state, seat)
                assert other.observation_tensor(seat)[2:] == ours["hole"] + ours["board"] + ours["paid"]
            state = game.act(state, {state.table.mover: "check_call"})
            other.apply_action(1)


@pytest.mark.parametrize("dice", [1, 3])
def test_dice_and_the_last_bid_of_liars_dice_are_in_the_tensor_of_open_spiel(dice):
    """Who looks, a one-hot row for each own die, and bits for bids, of which the highest is the last."""
    game = parse_target(f"liars_dice?seats=2&dice={dice}&wild=high&hands=1").game
    rng = Random(dice)
    for _ in range(5):
        rolled = [rng.randint(1, 6) for _ in range(2 * dice)]
        state, other = game.act(game.new(), {CHANCE: tuple(rolled)}), None
        other = pyspiel.load_game(f"liars_dice(numdice={dice})").new_initial_state()
        for die in rolled:
            other.apply_action(die - 1)
        while state.phase == "bid":
            for seat in (0, 1):
                ours, theirs = seen(game, state, seat), other.observation_tensor(seat)[2:]
                rows = [theirs[6 * n : 6 * n + 6] for n in range(dice)]
                assert sorted(rows, reverse=True) == [ours["dice"][6 * n : 6 * n + 6] for n in range(dice)]
                bids = [n for n, bit in enumerate(theirs[6 * dice : 18 * dice]) if bit]
                assert [n for n, bit in enumerate(ours["bid"]) if bit] == bids[-1:]
            action = rng.choice(game.turn(state)[state.mover].options())
            state = game.act(state, {state.mover: action})
            other.apply_action(12 * dice if action == ("doubt",) else 6 * action[1][0] + action[1][1] - 7)


def test_hands_of_hanabi_are_those_of_the_hanabi_learning_environment_in_open_spiel():
    """The tensor begins with the hands of the others, a one-hot row for each card."""
    game = parse_target("hanabi?seats=3&colors=3&hand_size=3").game
    settings = {"players": 3, "colors": 3, "ranks": 5, "hand_size": 3}
    other = pyspiel.load_game("hanabi", settings).new_initial_state()
    cards = pack(3, 5)
    deck = tuple(Random(3).sample(cards, len(cards)))
    state = game.act(game.new(), {CHANCE: deck})
    for card in deck[:9]:
        other.apply_action(COLORS.index(card[0]) * 5 + int(card[1]) - 1)
    for seat in range(3):
        hands, hand = seen(game, state, seat)["hands"], 3 * 15
        assert not any(hands[hand * seat : hand * seat + hand])
        after = [*range(seat + 1, 3), *range(seat)]
        shown = [bit for each in after for bit in hands[hand * each : hand * each + hand]]
        assert other.observation_tensor(seat)[: 2 * hand] == shown


def test_planes_of_hive_are_those_of_open_spiel():
    """Pieces of each player by kind, and covered ones; its board has the first piece in the middle."""
    compared, side = 0, 2 * RADIUS + 1

    def look(game, state, theirs):
        nonlocal compared
        arrays = KITS["hive"].arrays
        for seat in (0, 1) if state.turns else ():
            ours = np.array(arrays.values(game, state, seat)["board"])
            ours = ours.reshape(arrays.shapes(game)["board"].shape)
            tensor = np.array(theirs.observation_tensor(seat)).reshape(-1, side, side)
            # Between the pieces and the covered ones it has pieces that may not move and places for new ones.
            spiel = np.concatenate([tensor[:10], tensor[14:16]])
            _, rows, columns = np.nonzero(spiel)
            cut = spiel[:, rows.min() :, columns.min() :][:, : ours.shape[1], : ours.shape[2]]
            padded = np.zeros_like(ours[:12])
            padded[:, : cut.shape[1], : cut.shape[2]] = cut
            assert np.array_equal(padded, ours[:12])
            compared += bool(ours[10:12].any())

    lock_step(4, "arrays", 80, look=look)
    assert compared > 20
