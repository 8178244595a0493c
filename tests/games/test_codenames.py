"""Codenames: the rulebook's cases (Chvátil, 2015), rulings C1 to C6, and the faults of GameBench's code."""

import asyncio
from dataclasses import replace
from random import Random
from time import process_time

import pytest
from tests.games.other_options import breaches

from agonist.core import CHANCE, IllegalAction, UnreadableAnswer, UsageError
from agonist.games.codenames import KIT, PRESETS, Codenames
from agonist.games.codenames.cards import WORDS, check_words
from agonist.games.codenames.clue_rules import clue_ask, fault
from agonist.games.codenames.rules import STOP, left, visible
from agonist.kit import make_game
from agonist.kit.word_attributes import ours
from agonist.match import play
from agonist.players.player import Player
from agonist.players.simple import RandomPlayer, ReferencePlayer

TABLE = ("red1", "red2", "red3", "blue1", "blue2", "none1", "none2", "doom")
REAL = ("apple", "tennis", "river", "horse", "lion", "moon", "piano", "doctor")
OPTIONS = {"first": 3, "second": 2, "neutral": 2, "words": REAL}
RED1, RED2, RED3, BLUE1, BLUE2, NONE1, _, DOOM = REAL
KEY = ("red",) * 3 + ("blue",) * 2 + ("neutral",) * 2 + ("assassin",)


def table(**options):
    """A small table in which Red starts and has apple, tennis and river."""
    game = make_game(Codenames, {**OPTIONS, **options})
    state = game.new()
    while CHANCE in (asks := game.turn(state)):
        drawn = {"words": REAL, "starter": "red", "key": KEY}[asks[CHANCE].about]
        asks[CHANCE].check(drawn)
        state = game.act(state, {CHANCE: drawn})
    return game, state


def played(*answers, **options):
    """The table after these answers, each by whoever is asked, and legal."""
    game, state = table(**options)
    for answer in answers:
        ((seat, ask),) = game.turn(state).items()
        ask.check(answer)
        state = game.act(state, {seat: answer})
    return game, state


def asked(game, state):
    return next(iter(game.turn(state)), None)


# Set-up


def test_rulebook_25_words_9_for_the_starting_team_8_7_and_the_assassin():
    game = Codenames()
    assert game.cards == 25
    for starter, other in (("red", "blue"), ("blue", "red")):
        colours = game.colours(starter)
        counts = [colours.count(colour) for colour in (starter, other, "neutral", "assassin")]
        assert counts == [9, 8, 7, 1]


def test_rulebook_the_starting_team_is_drawn_and_the_9_words_follow_it():
    game = Codenames()
    state = game.act(game.new(), {CHANCE: WORDS[:25]})
    state = game.act(state, {CHANCE: "blue"})
    assert game.turn(state)[CHANCE].things.count("blue") == 9
    state = game.act(state, {CHANCE: game.colours("blue")})
    assert asked(game, state) == 1


def test_our_list_is_400_words_that_the_lexicon_knows():
    assert len(set(WORDS)) == 400
    assert all(ours().knows(word) for word in WORDS)
    check_words("codenames", WORDS, 25)


def test_the_papers_preset_has_21_words_and_red_starts():
    game = make_game(Codenames, PRESETS["gamebench"])
    assert (game.cards, game.starts, game.score) == (21, "red", "points")
    state = game.act(game.new(), {CHANCE: WORDS[:21]})
    assert game.turn(state)[CHANCE].about == "key"


# Guessing


def test_rulebook_own_words_let_the_operative_go_on_up_to_one_more_than_the_number():
    game, state = played(("fruit", 1), RED1)
    assert asked(game, state) == 2
    game, state = played(("fruit", 1), RED1, RED2)
    assert asked(game, state) == 1


@pytest.mark.parametrize("word", [BLUE1, NONE1])
def test_rulebook_a_word_of_the_other_team_or_of_neither_ends_the_turn(word):
    game, state = played(("fruit", 3), word)
    assert asked(game, state) == 1
    assert state.covered == (word,)


def test_rulebook_one_guess_is_compulsory_and_stopping_before_it_as_published_is_illegal():
    game, state = played(("fruit", 2))
    with pytest.raises(IllegalAction):
        game.turn(state)[2].check(STOP)
    game, state = played(("fruit", 2), RED1, STOP)
    assert asked(game, state) == 1


@pytest.mark.parametrize("number", [0, "unlimited"])
def test_bug_of_the_published_code_after_a_clue_of_0_any_number_of_guesses_is_allowed(number):
    game, state = played(("fruit", number), RED1, RED2)
    assert asked(game, state) == 2


def test_rulebook_the_assassin_loses_at_once():
    game, state = played(("fruit", 2), DOOM)
    assert game.outcome(state).scores == (0, 1, 0, 1)
    assert game.outcome(state).reason == "Red hit the assassin"
    assert game.turn(state) == {}


def test_c1_bug_of_the_published_code_the_assassin_on_guess_number_plus_one_loses_too():
    """Clue 1, an own word, then the assassin: the code has the guessing side win 1:0."""
    for score in ("win", "points", "published"):
        game, state = played(("fruit", 1), RED1, DOOM, score=score)
        scores = game.outcome(state).scores
        assert scores[0] == scores[2] == 0
        assert scores[1] > 0 or score == "points"


def test_rulebook_a_team_wins_when_all_its_words_are_covered():
    game, state = played(("fruit", 2), RED1, RED2, RED3)
    assert game.outcome(state).scores == (1, 0, 1, 0)
    assert game.outcome(state).teams == ((0, 2), (1, 3))


def test_rulebook_a_team_wins_even_if_the_other_found_its_last_word():
    game, state = played(("cat", 1), BLUE1, ("dog", 1), BLUE2)
    assert game.outcome(state).scores == (0, 1, 0, 1)
    game, state = played(("cat", 1), BLUE1, ("dog", 1), RED1, ("bus", 1), BLUE2)
    assert game.outcome(state).scores == (0, 1, 0, 1)


def test_covered_words_cannot_be_guessed_again():
    game, state = played(("fruit", 2), RED1)
    assert RED1 not in game.turn(state)[2].options()


# Clues


def test_rulebook_a_visible_word_is_no_clue_and_a_covered_one_is():
    assert fault("horse", 2, ["horse"])
    game, state = played(("fruit", 1), RED1, STOP)
    game.turn(state)[1].check((RED1, 1))


@pytest.mark.parametrize("clue", ["break", "Broken", "BREAKAGE", "breaking", "breaks", "Breaker"])
def test_rulebook_no_form_of_break_while_it_is_visible(clue):
    assert fault(clue, 1, ["break"])


@pytest.mark.parametrize("clue", ["horse", "shoe", "snowshoe", "horses"])
def test_rulebook_no_part_of_horseshoe_while_it_is_visible(clue):
    assert fault(clue, 1, ["horseshoe"])


def test_a_compound_of_a_visible_word_is_a_form_of_it():
    assert fault("raincoat", 1, ["rain"])
    assert fault("snowman", 1, ["snow"])


@pytest.mark.parametrize(("clue", "card"), [("carrot", "car"), ("boil", "oil"), ("broth", "brother")])
def test_c2_letters_inside_another_word_forbid_nothing(clue, card):
    assert not fault(clue, 1, [card])
    assert not fault(card, 1, [clue])


UNRELATED = (
    *(("gray", "grass"), ("care", "car"), ("rate", "rat"), ("rival", "river"), ("early", "earring")),
    *(("poke", "poker"), ("apart", "apartment"), ("window", "wind"), ("season", "sea"), ("carpet", "car")),
    *(("butt", "butter"), ("coward", "cow"), ("cargo", "car"), ("planet", "plane"), ("mandate", "man")),
    *(("justice", "ice"), ("sunrise", "rose"), ("legal", "leg"), ("flour", "flow"), ("irony", "iron")),
)


@pytest.mark.parametrize(("clue", "card"), UNRELATED)
def test_a_word_of_another_origin_is_no_form_of_a_card(clue, card):
    assert not fault(clue, 1, [card])
    assert not fault(card, 1, [clue])


RELATED = (
    *(("doghouse", "dog"), ("carpool", "car"), ("seahorse", "sea"), ("seahorse", "horse")),
    *(
        ("waitress", "waiter"),
        ("waiters", "waitress"),
        ("breakdown", "break"),
        ("unhorsed", "horse"),
        ("thief", "theft"),
    ),
    *(("arrival", "arrive"), ("geese", "goose"), ("stolen", "steal"), ("sunshine", "sun"), ("icy", "ice")),
    *(("footwear", "foot"), ("heartbroken", "break"), ("sunglasses", "glass"), ("actress", "actor")),
    *(("icecream", "ice cream"), ("icy", "ice cream"), ("creamy", "ice cream"), ("york", "New York")),
)


@pytest.mark.parametrize(("clue", "card"), RELATED)
def test_rulebook_no_form_derivation_or_part_of_a_visible_word(clue, card):
    assert card.upper() in fault(clue, 1, ["piano", card])
    if " " not in card:
        assert clue.upper() in fault(card, 1, [clue])


def test_a_refused_spymaster_is_told_which_card_and_what_it_shares():
    with pytest.raises(IllegalAction, match="'waitress' shares 'waiter' with the card WAITER"):
        clue_ask(("piano", "waiter")).check(("waitress", 2))


def test_a_clue_is_checked_within_a_millisecond():
    fault("warm", 1, WORDS[:25])
    start = process_time()
    for clue in WORDS[25:]:
        fault(clue, 1, WORDS[:25])
    assert (process_time() - start) / len(WORDS[25:]) < 0.001


@pytest.mark.parametrize("clue", ["two words", "ice-cream", "a1", "...", "x_y", "a, b"])
def test_bug_of_the_published_code_more_than_one_word_is_no_clue(clue):
    assert "one word" in fault(clue, 1, [])
    game, state = table()
    with pytest.raises(IllegalAction):
        game.turn(state)[0].check((clue, 1))


def test_c3_digits_may_be_clues_but_not_the_number_twice():
    assert not fault("8", 3, ["ball", "figure"])
    assert not fault("eight", 3, ["ball"])
    game, state = table()
    for clue in ("3", "three", "03"):
        with pytest.raises(IllegalAction, match="repeat the number"):
            game.turn(state)[0].check((clue, 3))


def test_c4_sound_alikes_are_told_and_not_checked():
    assert not fault("knight", 1, ["night"])
    assert "sound like" in KIT.words.rules(Codenames())


def test_bug_of_the_published_code_a_negative_number_is_refused():
    game, state = table()
    for number in (-1, 10, "2", None):
        with pytest.raises(IllegalAction):
            game.turn(state)[0].check(("fruit", number))


def test_c5_an_invalid_clue_ends_the_turn_and_the_rival_covers_one_of_their_words():
    for clue in ("", "apples", "two words"):
        game, state = table()
        state = game.act(state, {0: (clue, 1)})
        assert game.turn(state)[1].options() == (BLUE1, BLUE2)
        state = game.act(state, {1: BLUE1})
        assert state.covered == (BLUE1,)
        assert asked(game, state) == 1
        assert game.turn(state)[1].about == "clue"


def test_c5_covering_the_last_word_wins():
    game, state = played(("", 1), BLUE1, ("sport", 1), RED1, ("", 1), BLUE2)
    assert game.outcome(state).scores == (0, 1, 0, 1)


class Mute(Player):
    async def answer(self, question):
        raise UnreadableAnswer("nothing to read")


def test_c5_a_clue_of_the_policy_is_no_clue_so_the_turn_is_lost():
    game, _ = table()
    players = [lambda _: Mute(), ReferencePlayer, lambda _: Mute(), ReferencePlayer]
    match = asyncio.run(play(KIT, game, players, seed="0"))
    clues = [step.moves[0] for step in match.steps if 0 in step.moves and 0 in step.fallback]
    assert any(isinstance(move, tuple) for move in clues)
    assert all(move[0] == "" for move in clues if isinstance(move, tuple))
    assert match.outcome.scores == (0, 1, 0, 1)


# Scores


def test_c6_points_are_right_guesses_and_0_after_the_assassin():
    game, state = played(("cat", 1), BLUE1, ("dog", 1), BLUE2, score="points")
    assert game.outcome(state).scores == (0, 1, 0, 1)
    game, state = played(("fruit", 2), RED1, RED2, RED3, score="points")
    assert game.outcome(state).scores == (3, 0, 3, 0)
    game, state = played(("fruit", 2), RED1, DOOM, score="points")
    assert game.outcome(state).scores == (0, 0, 0, 0)


def test_c6_the_codes_points_count_words_opened_by_the_enemy_and_3_for_the_win():
    game, state = played(("cat", 1), BLUE1, ("dog", 1), BLUE2, score="published")
    assert game.outcome(state).scores == (0, 5, 0, 5)
    game, state = played(("fruit", 2), RED1, DOOM, score="published")
    assert game.outcome(state).scores == (0, 3, 0, 3)


# What each knows


def test_canary_only_the_spymasters_are_told_whose_a_hidden_word_is():
    game, state = played(("fruit", 2), RED1)
    for seat in (None, 0, 1, 2, 3):
        view = game.observe(state, seat)
        told = KIT.words.scene(game, view)
        assert (f"The assassin: {DOOM}" in told) == (seat in (0, 1))
        assert f"{RED1} (red)" in told
        knows = [colour for word, colour in zip(view.words, view.key, strict=True) if word != RED1]
        assert all(knows) if seat in (0, 1) else not any(knows)


def test_canary_another_key_looks_the_same_to_operatives_and_bystanders():
    game, state = played(("fruit", 2), RED1)
    other = replace(state, key=("red", "blue", "assassin", "red", "blue", "red", "neutral", "neutral"))
    for seat in (None, 2, 3):
        assert KIT.words.scene(game, game.observe(other, seat)) == KIT.words.scene(
            game, game.observe(state, seat)
        )


def test_bug_of_the_published_code_all_clues_and_guesses_of_both_teams_stay_known():
    game, state = played(("fruit", 2), RED1, NONE1, ("cat", 1), BLUE1, STOP)
    for seat in (None, 0, 1, 2, 3):
        told = KIT.words.scene(game, game.observe(state, seat))
        for said in ("the clue: fruit, 2", RED1, NONE1, "the clue: cat, 1", BLUE1):
            assert said in told


def test_the_end_shows_the_key_to_everyone():
    game, state = played(("fruit", 2), DOOM)
    for seat in (None, 0, 1, 2, 3):
        assert f"Red's words: {RED1}, {RED2}, {RED3}" in KIT.words.scene(game, game.observe(state, seat))


# Players


def anyone(_context):
    return RandomPlayer()


def test_the_reference_beats_random_players():
    won = 0.0
    for seed in range(8):
        players = [ReferencePlayer, anyone] * 2 if seed % 2 else [anyone, ReferencePlayer] * 2
        match = asyncio.run(play(KIT, Codenames(), players, seed=str(seed)))
        won += match.outcome.scores[1 - seed % 2]
    assert won >= 7


@pytest.mark.slow
def test_references_need_few_turns_and_rarely_hit_the_assassin():
    clues, deaths = 0, 0
    for seed in range(5):
        match = asyncio.run(play(KIT, Codenames(), [ReferencePlayer] * 4, seed=str(seed)))
        clues += sum(
            isinstance(move, tuple) for step in match.steps for s, move in step.moves.items() if s >= 0
        )
        deaths += "assassin" in match.outcome.reason
    assert clues / 5 < 15
    assert deaths <= 1


def test_random_clues_are_legal_words():
    game, state = table()
    ask = game.turn(state)[0]
    for seed in range(100):
        word, number = ask.sample(Random(seed))
        ask.check((word, number))
        assert word in WORDS


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"words": ("a", "b")}, "need as many words"),
        ({"words": ("apple", "Apple"), "first": 1, "second": 1, "neutral": 0, "assassins": 0}, "given twice"),
        ({"words": ("stop",)}, "other than 'stop'"),
        ({"neutral": 99, "first": 100, "second": 100, "assassins": 100, "words": WORDS[:300]}, "399 cards"),
    ],
)
def test_impossible_options_are_refused(options, why):
    with pytest.raises(UsageError, match=why):
        make_game(Codenames, options)


def test_the_contract_holds_for_the_paper_and_for_words_that_the_lexicon_does_not_know():
    for small in (
        {**PRESETS["gamebench-code"], "first": 3, "second": 2},
        {"words": TABLE, "first": 3, "second": 2, "neutral": 2},
    ):
        assert breaches(KIT, small, range(2)) == []


def test_left_and_visible_leave_covered_words_out():
    _, state = played(("fruit", 2), RED1)
    assert left(state, "red") == (RED2, RED3)
    assert RED1 not in visible(state)


@pytest.mark.parametrize(("assassins", "told"), [(0, ""), (1, "The assassin: "), (2, "An assassin: ")])
@pytest.mark.parametrize("score", ["win", "points", "published"])
def test_the_rules_tell_of_as_many_assassins_as_there_are(assassins, told, score):
    rules = KIT.words.rules(Codenames(assassins=assassins, score=score))
    assert ("the team loses the game at once" in rules) == bool(assassins)
    assert told in rules
    assert ("scores 0." in rules) == (bool(assassins) and score != "win")
