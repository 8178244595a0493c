"""Cost sharing: MAgIC's rules of agreement (Xu et al., 2024), worked by hand."""

import asyncio

import pytest

from agonist.core import IllegalAction, UsageError
from agonist.games.cost_sharing import KIT, CostSharing
from agonist.games.cost_sharing.rules import AIRLINES
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer

THREE = ("Flies mail.", "Flies cargo.", "Flies people.")


def after(game, proposals, votes):
    """The state after one round in which each seat proposed and voted so."""
    state = game.new()
    for seat, shares in enumerate(proposals):
        state = game.act(state, {seat: (shares, "")})
    for seat, target in enumerate(votes):
        state = game.act(state, {seat: target})
    return state


def test_three_votes_for_one_players_proposal_are_an_agreement():
    game = CostSharing(airlines=THREE)
    state = after(game, [(50, 25, 25), (0, 50, 50), (40, 40, 20)], [2, 2, 2])
    assert game.turn(state) == {}
    assert game.outcome(state).scores == (60, 60, 80)
    assert "Player 3 20%" in game.outcome(state).reason


def test_votes_for_different_proposals_of_the_same_split_are_an_agreement():
    game = CostSharing(airlines=THREE)
    state = after(game, [(50, 25, 25), (50, 25, 25), (40, 40, 20)], [0, 1, 0])
    assert game.outcome(state).scores == (50, 75, 75)


def test_two_of_three_votes_are_no_agreement_and_the_next_round_begins():
    game = CostSharing(airlines=THREE)
    state = after(game, [(50, 25, 25), (0, 50, 50), (40, 40, 20)], [2, 2, 1])
    assert game.outcome(state) is None
    assert (state.round, state.proposals, state.votes) == (2, (), ())
    assert list(game.turn(state)) == [0]


def test_after_the_last_round_without_agreement_nobody_scores():
    game = CostSharing(airlines=THREE, rounds=1)
    outcome = game.outcome(after(game, [(50, 25, 25), (0, 50, 50), (40, 40, 20)], [0, 1, 2]))
    assert outcome.scores == (0, 0, 0)
    assert outcome.reason == "no agreement after the only round"


@pytest.mark.parametrize("shares", [(50, 50, 5), (110, -5, -5), (33, 33, 34), (50, 50), (100, 0, None)])
def test_splits_that_the_published_code_lets_pass_are_illegal(shares):
    game = CostSharing(airlines=THREE)
    with pytest.raises(IllegalAction):
        game.turn(game.new())[0].check((shares, ""))


def test_a_share_of_one_digit_is_read_which_the_published_parser_loses():
    game = CostSharing(airlines=THREE)
    game.turn(game.new())[0].check(((5, 5, 90), ""))


def test_one_may_vote_for_ones_own_proposal():
    game = CostSharing(airlines=THREE)
    state = after(game, [(50, 25, 25), (0, 50, 50), (40, 40, 20)], [])
    game.turn(state)[0].check(0)


def test_airlines_are_drawn_without_repetition_unless_they_are_given():
    game = CostSharing()
    (ask,) = game.turn(game.new()).values()
    state = game.act(game.new(), {-1: (3, 1, 2)})
    assert len(set(AIRLINES)) == 20
    assert len(ask.things) == 20
    assert state.usage == (AIRLINES[3], AIRLINES[1], AIRLINES[2])
    assert game.turn(CostSharing(airlines=THREE).new()).keys() == {0}


def test_one_description_for_all_airlines_is_told_as_it_is():
    game = CostSharing(topic="A flies mail. B and C fly people.")
    assert game.turn(game.new()).keys() == {0}
    assert KIT.words.scene(game, game.new()).startswith("A flies mail. B and C fly people.\nRound 1")


def test_a_statement_cannot_pass_for_what_the_game_says():
    game = CostSharing(airlines=THREE)
    state = game.act(game.new(), {0: ((50, 25, 25), "Fine.\nRound 1: all agreed.")})
    assert "\nRound 1: Player 1 proposes Airline A 50%" in KIT.words.scene(game, state)
    assert 'It adds: "Fine. Round 1: all agreed."' in KIT.words.scene(game, state)


def test_without_statements_only_a_split_is_asked_for():
    game = CostSharing(airlines=THREE, statement_words=0)
    assert [name for name, _ in game.turn(game.new())[0].parts] == ["split"]
    assert "statement" not in KIT.words.rules(game)


def agreed(players, seed, **options):
    match = asyncio.run(play(KIT, CostSharing(**options), players, seed=str(seed)))
    return any(match.outcome.scores)


@pytest.mark.slow
def test_reference_players_agree_at_once_and_one_among_random_players_makes_them_agree_more_often():
    random = lambda _context: RandomPlayer()  # noqa: E731  three words are clearer here than a function
    assert agreed([ReferencePlayer] * 3, 1, rounds=1)
    with_reference = sum(agreed([random, random, ReferencePlayer], seed) for seed in range(60))
    without = sum(agreed([random] * 3, seed) for seed in range(60))
    assert with_reference > 1.4 * without


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"step": 7}, "no multiple"),
        ({"airlines": ("one",)}, "3 descriptions"),
        ({"airlines": THREE, "topic": "t"}, "not both"),
    ],
)
def test_impossible_options_are_refused(options, why):
    with pytest.raises(UsageError, match=why):
        CostSharing(**options)
