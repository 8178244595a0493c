"""The Prisoner's Dilemma: MAgIC's payoffs (Xu et al., 2024), Figure 8's results, dominance by enumeration."""

import asyncio
from itertools import product

import pytest

from agonist.games.prisoners_dilemma import KIT, PrisonersDilemma
from agonist.games.prisoners_dilemma.reference import dominant
from agonist.games.prisoners_dilemma.rules import DECISIONS
from agonist.match import play
from agonist.players.simple import FixedPlayer, RandomPlayer, ReferencePlayer

C, D = DECISIONS
FIGURE_10 = [(3, 5, 2), (3, 10, 2), (3, 20, 2), (3, 5, 3), (3, 5, 4), (3, 5, 5), (5, 5, 3)]
"""The paper's seven settings: cooperate, one_defect, two_defect; defect is 1."""


def played(game, *rounds):
    state = game.new()
    for decisions in rounds:
        state = game.act(state, dict(enumerate(decisions)))
    return state


@pytest.mark.parametrize(("cooperate", "one", "two"), FIGURE_10)
def test_payoffs_are_those_of_the_papers_seven_settings(cooperate, one, two):
    game = PrisonersDilemma(cooperate=cooperate, one_defect=one, two_defect=two)
    assert game.payoffs((C, C, C)) == (cooperate,) * 3
    assert game.payoffs((D, D, D)) == (1, 1, 1)
    assert game.payoffs((C, D, C)) == (0, one, 0)
    assert game.payoffs((D, C, D)) == (two, 0, two)


def test_both_results_of_figure_8_can_be_reached_with_its_payoffs_of_3_1_5_5():
    game = PrisonersDilemma(cooperate=3, defect=1, one_defect=5, two_defect=5)
    reached = {(0, 0, 0)}
    for _ in range(5):
        gains = [game.payoffs(decisions) for decisions in product(DECISIONS, repeat=3)]
        reached = {tuple(map(sum, zip(so_far, gain, strict=True))) for so_far in reached for gain in gains}
    assert {(5, 15, 10), (13, 8, 8)} <= reached


def test_points_add_up_over_rounds_and_decide_the_ranks():
    game = PrisonersDilemma(rounds=3)
    outcome = game.outcome(played(game, (C, C, C), (D, C, C), (D, C, D)))
    assert outcome.scores == (3 + 5 + 2, 3, 3 + 2)
    assert outcome.ranks == (1, 3, 2)
    assert game.outcome(played(game, (C, C, C), (D, C, C))) is None


def test_of_four_players_several_defectors_share_one_payoff():
    game = PrisonersDilemma(seats=4)
    assert game.payoffs((D, D, C, C)) == (2, 2, 0, 0)
    assert game.payoffs((D, D, D, C)) == (2, 2, 2, 0)


def test_the_classic_two_player_game_is_the_one_with_two_seats():
    game = PrisonersDilemma(seats=2)
    matrix = {pair: game.payoffs(pair) for pair in product(DECISIONS, repeat=2)}
    assert matrix == {(C, C): (3, 3), (C, D): (0, 5), (D, C): (5, 0), (D, D): (1, 1)}
    assert "More than one player defects" not in KIT.words.rules(game)


def test_everyone_learns_all_choices_after_a_round():
    game = PrisonersDilemma()
    told = KIT.words.scene(game, game.observe(played(game, (D, C, D)), 1))
    assert "Player 2 cooperated and scored 0; Player 3 defected and scored 2" in told
    assert "Totals: Player 1: 2, Player 2: 0, Player 3: 2." in told


@pytest.mark.parametrize("payoffs", [*FIGURE_10, (5, 3, 2), (1, 2, 0)])
def test_dominance_agrees_with_an_enumeration_of_all_tables(payoffs):
    cooperate, one, two = payoffs
    game = PrisonersDilemma(cooperate=cooperate, one_defect=one, two_defect=two)
    gains = [
        game.payoffs((D, *others))[0] - game.payoffs((C, *others))[0]
        for others in product(DECISIONS, repeat=2)
    ]
    assert dominant(game, D) == (min(gains) >= 0)
    assert dominant(game, C) == (max(gains) <= 0)


def test_where_defecting_can_cost_the_reference_cooperates_until_someone_defects():
    game = PrisonersDilemma(cooperate=9, rounds=4)
    match = asyncio.run(play(KIT, game, [ReferencePlayer] * 3, seed="1"))
    assert match.outcome.scores == (36, 36, 36)
    traitor = [
        ReferencePlayer,
        lambda context: FixedPlayer(context, ["cooperate", "defect"]),
        ReferencePlayer,
    ]
    moves = asyncio.run(play(KIT, game, traitor, seed="1")).record.moves
    assert [move[0] for move in moves] == [C, C, D, D]


def test_the_reference_never_scores_less_than_random_players_and_on_average_seven_more():
    def scores(seed):
        players = [ReferencePlayer, *[lambda _context: RandomPlayer()] * 2]
        return asyncio.run(play(KIT, PrisonersDilemma(), players, seed=str(seed))).outcome.scores

    all_scores = [scores(seed) for seed in range(60)]
    assert all(own >= max(others) for own, *others in all_scores)
    assert sum(own - (one + two) / 2 for own, one, two in all_scores) / 60 > 7
