"""What players of euchre are told, beside what the library plays."""

from random import Random

import pytest

from agonist.adapters.openspiel import find_kit
from agonist.adapters.openspiel.games.euchre.seat_knowledge import CARDS, CLUBS, PASS, power, suit_of
from agonist.adapters.openspiel.states import spiel_of
from agonist.core import CHANCE
from agonist.kit import make_game

ALL_OPTIONS = [{}, {"allow_lone_defender": True, "stick_the_dealer": False}]
DEAL = [0, *range(21)]
"""Player 1 deals: everybody has five cards of one suit, Player 1 clubs; the ace of clubs is open."""


def states(options, seed):
    """The states of a random match in which some players play alone."""
    game, rng = make_game(find_kit("euchre").game, options), Random(seed)
    found = [game.new()]
    while asks := game.turn(found[-1]):
        found.append(game.act(found[-1], {seat: ask.sample(rng) for seat, ask in asks.items()}))
    return game, found


def after(options, actions):
    game = make_game(find_kit("euchre").game, options)
    state = game.new()
    for action in actions:
        ((seat, _),) = game.turn(state).items()
        state = game.act(state, {seat: action})
    return game, state


@pytest.mark.parametrize("options", ALL_OPTIONS)
def test_the_rules_say_who_wins_a_trick_and_what_must_be_followed_as_open_spiel_has_it(options):
    lone = 0
    for seed in range(12):
        game, course = states(options, seed)
        for state in course:
            hand = game.facts(spiel_of(state), None)
            lone += len(hand.alone) > 0
            for trick in hand.tricks:
                led = suit_of(trick.cards[0][1], hand.trumps)
                in_order = max(
                    trick.cards,
                    key=lambda each, led=led, hand=hand: (
                        suit_of(each[1], hand.trumps) in (led, hand.trumps),
                        power(each[1], hand.trumps),
                    ),
                )
                assert trick.winner == in_order[0]
                assert not any(hand.out(seat) for seat, _ in trick.cards)
            for seat, ask in game.turn(state).items():
                legal = ask.options()
                if seat == CHANCE or legal[0] >= CARDS or hand.discarding:
                    continue
                mine = game.facts(spiel_of(state), seat).hand
                if hand.tricks and len(hand.tricks[-1].cards) < hand.size:
                    led = suit_of(hand.tricks[-1].cards[0][1], hand.trumps)
                    follow = [card for card in mine if suit_of(card, hand.trumps) == led]
                    assert list(legal) == (follow or list(mine))
    assert lone


@pytest.mark.parametrize("options", ALL_OPTIONS)
@pytest.mark.parametrize("seed", range(8))
def test_a_hand_is_paid_as_the_rules_say(options, seed):
    game, course = states(options, seed)
    end = course[-1]
    hand, scores = game.facts(spiel_of(end), None), game.outcome(end).scores
    if hand.declarer is None:
        assert scores == (0, 0, 0, 0)
        return
    took = sum(trick.winner % 2 == hand.declarer % 2 for trick in hand.tricks)
    defended_alone = any(seat % 2 != hand.declarer % 2 for seat in hand.alone)
    paid = (
        (4 if hand.declarer in hand.alone else 2)
        if took == 5
        else 1
        if took >= 3
        else -4
        if defended_alone
        else -2
    )
    assert list(scores) == [paid if seat % 2 == hand.declarer % 2 else -paid for seat in range(4)]


def test_the_dealers_discard_is_the_dealers_secret():
    game, state = after({}, [*DEAL, CLUBS, 0])
    assert game.facts(spiel_of(state), 0).discard == 0
    assert all(game.facts(spiel_of(state), seat).discard is None for seat in (1, 2, 3, None))
    words = find_kit("euchre").words
    assert "You discarded the 9 of clubs." in words.scene(game, game.observe(state, 0))
    assert all("9 of clubs" not in words.scene(game, game.observe(state, seat)) for seat in (1, 2, 3, None))


def test_a_dealer_who_is_stuck_must_name_a_suit():
    for options, may_pass in zip(ALL_OPTIONS, (False, True), strict=True):
        game, state = after(options, [*DEAL, *[PASS] * 7])
        assert (PASS in game.turn(state)[0].options()) == may_pass
        rules = find_kit("euchre").words.rules(game)
        assert ("must name a suit" in rules) != may_pass
        assert ("if one of them plays alone" in rules) == may_pass


@pytest.mark.parametrize("options", ALL_OPTIONS)
def test_a_state_is_drawn_from_what_a_seat_knows_alone(options):
    kit, rng = find_kit("euchre"), Random(1)
    for seed in range(3):
        game, course = states(options, seed)
        for state in course:
            for seat in set(game.turn(state)) - {CHANCE}:
                view = game.observe(state, seat)
                other = kit.sample_state(game, view, Random(rng.random()))
                assert game.observe(other, seat) == view
                assert game.turn(other) == game.turn(state)
                again = [
                    kit.sample_state(game, each, Random(7)) for each in (view, game.observe(other, seat))
                ]
                assert again[0] == again[1], "the true hands have led the draw"


def test_cards_that_nobody_has_and_the_discard_are_drawn_too():
    game, state = after({}, [*DEAL, CLUBS, 0, 30])
    kit = find_kit("euchre")
    found = [kit.sample_state(game, game.observe(state, 1), Random(n)).actions for n in range(40)]
    assert len({actions[len(DEAL) + 1] for actions in found}) > 5, "the discard"
    assert any({21, 22, 23} & set(actions[: len(DEAL)]) for actions in found), "cards that were not dealt"


def test_an_upcard_that_was_turned_down_is_told_to_the_end():
    game, state = after({}, [*DEAL, *[PASS] * 4, CLUBS + 1, 30])
    words = find_kit("euchre").words
    assert "the ace of clubs, was turned down" in words.scene(game, game.observe(state, 1))
    game, state = after({}, [*DEAL, CLUBS, 0, 30])
    assert "turned down" not in words.scene(game, game.observe(state, 1))
