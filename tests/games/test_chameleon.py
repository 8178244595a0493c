"""Chameleon: MAgIC's four outcomes and credits (Xu et al., 2024), and what each player may know."""

import asyncio

import pytest
from tests.games.other_options import breaches

from agonist.core import CHANCE, IllegalAction, UsageError
from agonist.games.chameleon import KIT, Chameleon
from agonist.games.chameleon.topics import TOPICS, codes_of
from agonist.kit.word_attributes import ours
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer

GAME = Chameleon()


def dealt(game=GAME, chameleon=1, topic="Fruits", code="apple"):
    state = game.new()
    for drawn in (topic, code, chameleon):
        state = game.act(state, {CHANCE: drawn})
    return state


def voted(votes, game=GAME, **deal):
    state = dealt(game, **deal)
    for nth in range(game.clue_rounds * game.seats):
        state = game.act(state, {nth % game.seats: f"clue {nth}"})
    return game.act(state, dict(enumerate(votes)))


def test_flag_0_of_the_published_code_caught_and_guessed_wrong_is_0_against_2_credits():
    state = GAME.act(voted([1, 0, 1]), {1: "pear"})
    assert GAME.outcome(state).scores == (1, 0, 1)
    assert GAME.outcome(state).teams == ((0, 2), (1,))


def test_flag_1_caught_but_guessed_right_is_1_against_1():
    state = GAME.act(voted([1, 0, 1]), {1: "An APPLE."})
    assert GAME.outcome(state).scores == (0.5, 0.5, 0.5)


def test_flag_2_a_wrong_accusation_is_2_against_0():
    assert GAME.outcome(voted([2, 2, 0])).scores == (0, 1, 0)


def test_flag_3_an_even_vote_is_1_against_1_and_nobody_guesses():
    state = voted([1, 2, 0])
    assert GAME.turn(state) == {}
    assert GAME.outcome(state).scores == (0.5, 0.5, 0.5)


def test_two_of_four_votes_are_a_tie_with_two_others_and_enough_against_one_each():
    four = Chameleon(seats=4)
    assert four.outcome(voted([1, 0, 1, 0], four)).reason == "the vote was tied"
    assert four.turn(voted([1, 2, 1, 0], four)).keys() == {1}


def test_the_vote_for_oneself_that_the_published_parser_accepts_is_illegal():
    state = dealt()
    for seat in range(3):
        state = GAME.act(state, {seat: "round"})
    with pytest.raises(IllegalAction):
        GAME.turn(state)[0].check(0)


def test_those_who_know_the_word_may_not_say_it_and_the_chameleon_is_not_given_away_by_that():
    state = dealt()
    with pytest.raises(IllegalAction):
        GAME.turn(state)[0].check("Apples are round.")
    GAME.turn(GAME.act(state, {0: "It is round."}))[1].check("Is it an apple?")


def test_everyone_is_told_topic_and_role_and_only_the_others_the_word():
    state = dealt()
    told = [KIT.words.scene(GAME, GAME.observe(state, seat)) for seat in range(3)]
    assert all('The topic is "Fruits".' in text for text in told)
    assert ["apple" in text for text in told] == [True, False, True]
    assert ["You are the chameleon" in text for text in told] == [False, True, False]
    assert "apple" not in KIT.words.scene(GAME, GAME.observe(state, None))


def test_a_vote_is_known_to_its_voter_alone_until_the_end_and_then_too():
    state = voted([1, 0, 1])
    assert "You voted for Player 2." in KIT.words.scene(GAME, GAME.observe(state, 0))
    assert "voted for" not in KIT.words.scene(GAME, GAME.observe(state, None))


def test_the_end_reveals_everything_to_everyone():
    for seat in (None, 0, 1, 2):
        told = KIT.words.scene(GAME, GAME.observe(voted([2, 2, 0]), seat))
        who = "You were" if seat == 1 else "Player 2 was"
        assert f'{who} the chameleon, and the secret word was "apple".' in told


def test_with_the_list_of_words_the_guess_is_one_of_them():
    game = Chameleon(codes_told=True)
    state = voted([1, 0, 1], game)
    assert game.turn(state)[1].options() == codes_of(TOPICS)["Fruits"]
    assert '"banana"' in KIT.words.scene(game, game.observe(state, 1))


def test_our_list_is_20_topics_of_8_words_that_the_lexicon_knows():
    codes = codes_of(TOPICS)
    assert len(codes) == 20
    assert {len(set(words)) for words in codes.values()} == {8}
    assert all(ours().knows(word) for words in codes.values() for word in words)


def chameleon_score(chameleon, others, matches=120):
    """The chameleon's mean score, everyone else being of one kind."""
    total = 0.0
    for seed in range(matches):
        players = [others] * 3
        players[seed % 3] = chameleon
        script = {"chameleon": [seed % 3]}
        match = asyncio.run(play(KIT, GAME, players, seed=str(seed), script=script))
        total += match.outcome.scores[seed % 3]
    return total / matches


def anyone(_context):
    return RandomPlayer()


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.slow
def test_of_references_neither_the_chameleon_nor_the_others_win_nearly_always(seats):
    game, won = Chameleon(seats=seats), {"chameleon": 0, "others": 0}
    for seed in range(100):
        outcome = asyncio.run(play(KIT, game, [ReferencePlayer] * seats, seed=str(seed))).outcome
        if len(set(outcome.ranks)) > 1:
            won["chameleon" if outcome.ranks.count(1) == 1 else "others"] += 1
    assert 0.25 < won["chameleon"] / sum(won.values()) < 0.75


@pytest.mark.slow
def test_the_reference_hides_and_seeks_far_better_than_random_players():
    assert chameleon_score(ReferencePlayer, ReferencePlayer) > chameleon_score(anyone, ReferencePlayer) + 0.3
    assert chameleon_score(ReferencePlayer, anyone) > 0.6


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"topics": ("Fruits",)}, "write a topic"),
        ({"topics": ("Fruits:apple/Apple",)}, "stands twice"),
        ({"topics": ("A:b", "A:c")}, "same topic"),
    ],
)
def test_impossible_options_are_refused(options, why):
    with pytest.raises(UsageError, match=why):
        Chameleon(**options)


def test_the_contract_holds_for_other_options():
    for small in (
        {"seats": 4, "codes_told": True},
        {"topics": ("Blorps:blorp/blarp", "Bleeps:blip"), "max_words": 3},
    ):
        assert breaches(KIT, small, range(3)) == []
