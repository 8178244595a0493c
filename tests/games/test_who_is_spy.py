"""Who is Spy: the rules, fouls and points of WiS (2024, appendix A), and where its sources disagree."""

import asyncio
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.other_options import breaches

from agonist.core import CHANCE, UsageError
from agonist.core.word_pairs import words_of
from agonist.games.who_is_spy import KIT, WhoIsSpy
from agonist.games.who_is_spy.rules import ABSTAIN, folded
from agonist.games.who_is_spy.words import PAIRS
from agonist.kit.word_attributes import ours
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer
from agonist.text import Prompts
from agonist.text.prompt_files import forget_words

GAME = WhoIsSpy(pairs=("tea/coffee",))
SPY = 5
"""In these games Player 6 is the spy and holds "tea"; the others hold "coffee"; Player 1 starts."""


def dealt(game=GAME, spy=SPY, starter=0):
    state = game.new()
    for drawn in (game.word_list[0], "left", spy, starter):
        state = game.act(state, {CHANCE: drawn})
    return state


def speak(game, state, texts=None):
    """A round of speeches: those given by seat, and others that are no fouls."""
    number = state.round
    while state.phase == "speech" and state.round == number:
        (seat,) = game.turn(state)
        state = game.act(state, {seat: (texts or {}).get(seat, f"hint {number} of {seat}")})
    return state


def vote(game, state, target, **votes):
    """Everyone still in votes for one player, who abstains, but for those named as `p1=3`."""
    cast = {seat: ABSTAIN if seat == target else target for seat in game.turn(state)}
    cast |= {int(key[1:]) - 1: value if value == ABSTAIN else value - 1 for key, value in votes.items()}
    return game.act(state, cast)


def nobody(game, state):
    return game.act(state, dict.fromkeys(game.turn(state), ABSTAIN))


def after(*targets, game=GAME, texts=None):
    """The state after rounds in which these were voted out; `None`: all abstain."""
    state = dealt(game)
    for target in targets:
        state = speak(game, state, texts)
        state = nobody(game, state) if target is None else vote(game, state, target)
    return state


@pytest.mark.parametrize(
    ("before", "spy", "each"),
    [
        ((), 0 - 5, 12 / 5 + 1),
        ((None,), 4 - 5, 8 / 5 + 1),
        ((None, None), 8 - 5, 4 / 5 + 1),
    ],
)
def test_a_spy_voted_out_in_round_1_2_3_keeps_0_4_8_and_civilians_share_the_rest(before, spy, each):
    scores = GAME.outcome(after(*before, SPY)).scores
    assert scores == pytest.approx((*[each] * 5, spy))


@pytest.mark.parametrize(
    ("rounds", "english", "chinese"),
    [
        (1, "in round 1, the spy gets 0,", "在第1轮出局，得0分"),
        (3, "in round 1, 2 or 3, the spy gets 0, 4 or 8,", "在第1、2、3轮出局，分别得0、4、8分"),
        (4, "in round 1, 2, 3 or 4, the spy gets 0, 3, 6 or 9,", "在第1、2、3、4轮出局，分别得0、3、6、9分"),
    ],
)
def test_the_rules_tell_what_the_spy_gets_for_each_of_their_rounds(rounds, english, chinese):
    game = replace(GAME, rounds=rounds)
    assert english in KIT.words.rules(game)
    assert chinese in KIT.words.rules(replace(game, language="zh"))
    for nth in range(rounds):
        out = after(*[None] * nth, SPY, game=game)
        assert game.outcome(out).scores[SPY] == game.pays[nth] - 5 == 12 * nth / rounds - 5


def test_only_civilians_still_in_share_and_a_vote_for_the_spy_counts_though_one_leaves_later():
    state = vote(GAME, speak(GAME, dealt()), 0, p1=6)
    state = vote(GAME, speak(GAME, state), SPY)
    assert GAME.outcome(state).scores == pytest.approx((1, 8 / 4 + 1, 8 / 4 + 1, 8 / 4 + 1, 8 / 4 + 1, 4 - 5))
    assert GAME.outcome(state).teams == ((0, 1, 2, 3, 4), (5,))


def test_a_spy_still_in_after_the_last_round_gets_all_but_the_votes():
    state = speak(GAME, after(None, None))
    state = GAME.act(state, {0: SPY, 1: SPY, 2: 3, 3: 2, 4: 2, 5: 3})
    assert GAME.outcome(state).scores == (1, 1, 0, 0, 0, 10)
    assert GAME.outcome(state).reason == "the spy is still in after the last round"


def test_appendix_a_the_civilians_win_once_the_spy_is_out_though_the_spy_has_more_points():
    outcome = GAME.outcome(speak(GAME, after(None, None), {SPY: "tea"}))
    assert outcome.scores == pytest.approx((*[4 / 5] * 5, 8))
    assert outcome.ranks == (1, 1, 1, 1, 1, 6)


def test_appendix_a_a_spy_who_is_in_at_the_end_wins_though_the_civilians_have_more_points():
    game = WhoIsSpy(seats=12, pairs=("tea/coffee",))
    state = dealt(game, spy=11)
    for _ in range(3):
        votes = {seat: 11 if seat < 5 else 0 if 5 <= seat < 10 else ABSTAIN for seat in range(12)}
        state = game.act(speak(game, state), votes)
    outcome = game.outcome(state)
    assert outcome.scores == (*[3] * 5, *[0] * 6, -3)
    assert outcome.ranks == (*[2] * 11, 1)


def test_a_spys_score_can_be_negative():
    assert min(GAME.outcome(after(SPY)).scores) == -5


def test_if_the_spy_leaves_and_no_civilian_is_in_all_five_share():
    state = speak(GAME, dealt(), dict.fromkeys(range(6), ""))
    assert GAME.outcome(state).scores == pytest.approx((*[12 / 5] * 5, 0))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(["civilians", "survivors"]), st.integers(4, 8))
@pytest.mark.slow
def test_scores_add_up_to_12_in_every_game(seed, end, seats):
    game, rng = WhoIsSpy(seats=seats, end=end, pairs=("tea/coffee",)), Random(seed)
    state = game.new()
    while asks := game.turn(state):
        moves = {}
        for seat, ask in asks.items():
            foul = ask.about == "speech" and rng.random() < 0.3
            moves[seat] = rng.choice(["", "coffee", "same"]) if foul else ask.sample(rng)
        state = game.act(state, moves)
    assert sum(game.outcome(state).scores) == pytest.approx(12)


def exits(state):
    return {gone.seat: gone.foul for gone in state.exits}


def test_of_two_equal_speeches_only_the_later_is_a_foul_in_the_same_round_and_across_rounds():
    state = speak(GAME, dealt(), {1: "You drink it.", 3: "you DRINK it!"})
    assert exits(state) == {3: "repeated"}
    state = speak(GAME, nobody(GAME, state), {0: "You drink, it"})
    assert exits(state) == {3: "repeated", 0: "repeated"}


def test_ones_own_word_and_its_plural_are_fouls_and_the_other_sides_word_is_none():
    state = speak(GAME, dealt(), {0: "I like coffees.", 1: "Not tea.", 2: "A coffeehouse has it."})
    assert exits(state) == {0: "own word"}


def test_silence_is_a_foul_and_ends_nothing():
    state = speak(GAME, dealt(), {4: " \n "})
    assert exits(state) == {4: "silent"}
    assert GAME.turn(state).keys() == {0, 1, 2, 3, 5}


def test_a_fouling_spy_loses_at_once():
    state = speak(GAME, dealt(), {SPY: "Tea!"})
    assert GAME.outcome(state).reason == "the spy left for a foul (own word) in round 1"
    assert GAME.outcome(state).scores == pytest.approx((*[12 / 5] * 5, 0))


def test_a_speech_is_cut_by_code_points_first_and_what_is_heard_is_judged():
    state = GAME.act(dealt(), {0: "é" * 400 + " coffee"})
    assert state.speeches[0] == (0, "é" * 400)
    assert exits(speak(GAME, state)) == {}
    chinese = WhoIsSpy(language="zh")
    assert chinese.act(dealt(chinese), {0: "好" * 200}).speeches[0][1] == "好" * 120


def test_in_chinese_ones_own_word_is_found_anywhere():
    game = WhoIsSpy(language="zh", pairs=("茶/咖啡",))
    assert exits(speak(game, dealt(game), {0: "我每天喝咖啡提神"})) == {0: "own word"}


def test_a_tie_or_all_abstaining_lets_nobody_leave():
    state = speak(GAME, dealt())
    tied = GAME.act(state, {0: 1, 1: 0, 2: 0, 3: 1, 4: ABSTAIN, 5: ABSTAIN})
    assert tied.alive == nobody(GAME, state).alive == (0, 1, 2, 3, 4, 5)


def test_the_original_starter_starts_again_or_the_next_one_still_in():
    state = speak(GAME, dealt(starter=3))
    assert nobody(GAME, state).to_speak == (3, 4, 5, 0, 1, 2)
    assert vote(GAME, state, 3).to_speak == (4, 5, 0, 1, 2)


def test_both_end_rules_of_the_sources_differ_only_by_fouls():
    silent = dict.fromkeys((0, 1, 2), "")
    assert GAME.outcome(speak(GAME, dealt(), silent)).reason == "fewer than three civilians are left"
    survivors = replace(GAME, end="survivors")
    state = speak(survivors, dealt(survivors), silent)
    assert survivors.outcome(state) is None
    assert survivors.turn(state).keys() == {3, 4, 5}
    assert survivors.outcome(vote(survivors, state, 3)).scores[SPY] > 10


def test_nobody_is_told_a_role_and_each_only_their_own_word():
    state = dealt()
    told = [KIT.words.scene(GAME, GAME.observe(state, seat)) for seat in range(6)]
    assert ['"tea"' in text for text in told] == [False] * 5 + [True]
    assert ['"coffee"' in text for text in told] == [True] * 5 + [False]
    assert not any("You are the spy" in text for text in told)


def test_votes_are_told_after_they_are_cast_and_words_at_the_end():
    state = after(SPY)
    told = KIT.words.scene(GAME, GAME.observe(state, 1))
    assert "Player 1 votes for Player 6" in told
    assert 'The spy was Player 6. The civilians held "coffee", the spy "tea".' in told


def test_a_seat_that_reasons_has_room_beside_the_cut_and_is_heard_by_all():
    game = replace(GAME, reasoning=(0,))
    state = game.act(dealt(game), {0: "x" * 900})
    assert len(state.speeches[0][1]) == 900
    assert "heard up to 1400 characters: Player 1 must add one" in KIT.words.rules(game)
    assert "1400" not in KIT.words.rules(GAME)
    assert "analyse" in KIT.words.request(game, game.observe(dealt(game), 0), game.turn(dealt(game))[0])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_list_has_200_pairs_or_more_without_a_word_within_its_partner(language):
    pairs = [words_of(pair) for pair in PAIRS[language]]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs) >= 200
    if language == "zh":
        assert not [pair for pair in pairs if pair[0] in pair[1] or pair[1] in pair[0]]


def test_equal_speeches_are_found_without_case_punctuation_and_white_space():
    assert folded("It is — hot!") == folded("it is  HOT") != folded("it is not hot")


def wins(spy, civilians, matches=60, language="en"):
    """How often the spy wins, everyone else being of one kind."""
    total = 0
    for seed in range(matches):
        seat = seed % 6
        players = [civilians] * 6
        players[seat] = spy
        match = asyncio.run(
            play(KIT, WhoIsSpy(language=language), players, seed=str(seed), script={"spy": [seat]})
        )
        total += match.outcome.scores[seat] >= 6
    return total / matches


def anyone(_context):
    return RandomPlayer()


@pytest.mark.parametrize("language", PAIRS)
def test_the_reference_beats_random_players_as_civilian(language):
    assert wins(anyone, ReferencePlayer, 30, language) < 0.1 < wins(anyone, anyone, 30, language)


def test_the_lexicon_says_several_things_of_every_word_of_our_lists_and_not_the_word_itself():
    for language, pairs in PAIRS.items():
        lexicon, game = ours(language), WhoIsSpy(language=language)
        for pair in pairs:
            left, right = words_of(pair)
            for word, other in ((left, right), (right, left)):
                said = lexicon.attributes[word]
                assert len(said) >= 5, word
                assert not [one for one in said if game.says_own_word(one, word)]
                assert set(said) - set(lexicon.attributes[other]), f"nothing tells {word} from {other}"


def test_the_reference_speaks_chinese_in_a_chinese_game():
    match = asyncio.run(play(KIT, WhoIsSpy(language="zh"), [ReferencePlayer] * 6, seed="1"))
    *_, end = match.record.states()
    assert len(end.speeches) >= 6
    assert not [text for _, text in end.speeches if any(letter.isascii() for letter in text)]
    assert not [gone for gone in end.exits if gone.foul]


def test_the_digest_of_the_words_covers_both_languages(tmp_path):
    words = KIT.words.prompts
    (tmp_path / "en").mkdir()
    (tmp_path / "zh").mkdir()
    for folder, language in ((tmp_path / "en", "en"), (tmp_path / "zh", "zh")):
        for path in words.speaking(language).folders[-1].glob("*.md"):
            (folder / path.name).write_bytes(path.read_bytes())
    copy = Prompts((tmp_path / "en",), (tmp_path / "zh",))
    assert copy.digest == words.digest
    (tmp_path / "zh" / "vote.md").write_text("请投票。", encoding="utf-8")
    forget_words()
    assert copy.digest != words.digest


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"reasoning": (9,)}, "0 to 5"),
        ({"pairs": ("tea",)}, "who_is_spy: write a pair"),
    ],
)
def test_impossible_options_are_refused(options, why):
    with pytest.raises(UsageError, match=why):
        WhoIsSpy(**options)


def test_the_contract_holds_for_other_options():
    for small in (
        {"seats": 4, "language": "zh", "rounds": 2},
        {"seats": 5, "end": "survivors", "reasoning": (1,), "rounds": 1},
    ):
        assert breaches(KIT, small, range(2)) == []
