"""Undercover: the rules of both papers by hand, options, words, and a reference player that reads clues."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.games.other_options import breaches

from agonist.core import CHANCE, Choice, Draw, IllegalAction, Speech, UsageError
from agonist.core.word_pairs import PAIRS, words_of
from agonist.games.undercover import KIT, PRESETS, State, Undercover, View
from agonist.games.undercover.possible_states import possible_undercovers
from agonist.games.undercover.reference import believe, by_lexicon, clues_of
from agonist.kit import make_game
from agonist.kit.word_attributes import ours
from agonist.match import Chance, opening, play
from agonist.players.simple import RandomPlayer, ReferencePlayer

LLMARENA = Undercover(**PRESETS["llmarena"])
MAGIC = Undercover(**PRESETS["magic"])
VARIANTS: tuple[dict[str, Any], ...] = (
    dict(PRESETS["llmarena"]),
    dict(PRESETS["magic"]),
    {"seats": 7, "undercovers": 2, "reveal": True, "ballots": "open", "starter": "drawn", "told_roles": True},
    {"seats": 6, "undercovers": 2, "votes": 4, "ballots": "counted", "tie": "nobody", "too_few": 0},
    {"seats": 3, "votes": 3, "tie": "nobody", "ballots": "open", "too_few": 1, "max_words": 1},
    {"seats": 4, "pairs": ("blorp/blarp", "tea/blorp"), "starter": "drawn", "clue_rounds": 2},
)


def dealt(
    game: Undercover, *undercovers: int, pair: str = "tea/coffee", side: str = "left", start: int = 0
) -> State:
    """The table after this deal."""
    script = {"undercover": undercovers, "words": [pair], "side": [side], "starter": [start]}
    state = game.new()
    for move in opening(game, Chance("1", script)):
        state = game.act(state, move)
    return state


def talk(game: Undercover, state: State) -> State:
    """Rounds of clues that say nothing, up to the vote."""
    while state.phase == "clue":
        (speaker,) = game.turn(state)
        state = game.act(state, {speaker: "Hm."})
    return state


def vote(game: Undercover, state: State, *targets: int) -> State:
    """Clues, then a vote: the targets in the order of the seats still in."""
    state = talk(game, state)
    return game.act(state, dict(zip(state.alive, targets, strict=True)))


def test_the_deal_asks_chance_in_separate_questions_that_a_script_can_fix() -> None:
    game = Undercover(seats=6, undercovers=2, starter="drawn")
    state = dealt(game, 4, 1, pair="violin/cello", side="right", start=3)
    assert state.undercovers == (1, 4)
    assert (state.odd, state.common) == ("cello", "violin")
    assert state.to_speak == (3, 4, 5, 0, 1, 2)
    assert game.teams(state) == ((0, 2, 3, 5), (1, 4))


def test_each_seat_knows_its_own_word_and_nothing_else() -> None:
    state = dealt(LLMARENA, 4)
    assert [LLMARENA.observe(state, seat).word for seat in range(5)] == ["coffee"] * 4 + ["tea"]
    assert all(LLMARENA.observe(state, seat).role is None for seat in range(5))
    assert LLMARENA.observe(state, None).word is None
    told = dealt(Undercover(told_roles=True), 4)
    assert [Undercover().observe(told, seat).role for seat in (0, 4)] == ["civilian", "undercover"]


def test_clues_are_given_in_seat_order_and_heard_at_once() -> None:
    state = dealt(LLMARENA, 4)
    assert LLMARENA.turn(state) == {0: Speech(max_words=25, forbidden=("coffee",), about="clue")}
    state = LLMARENA.act(state, {0: "It is hot."})
    assert list(LLMARENA.turn(state)) == [1]
    assert LLMARENA.observe(state, 1).log[-1] == ("clue", 1, 1, 0, "It is hot.")


def test_ones_own_word_may_not_be_said() -> None:
    (ask,) = LLMARENA.turn(dealt(LLMARENA, 0)).values()
    with pytest.raises(IllegalAction, match="'tea' may not be said"):
        ask.check("Teas are hot")
    ask.check("It is a team drink")


def test_all_vote_at_once_for_another_who_is_still_in() -> None:
    state = vote(LLMARENA, dealt(LLMARENA, 4), 1, 0, 0, 0, 0)
    state = talk(LLMARENA, state)
    assert LLMARENA.turn(state)[3] == Choice((1, 2, 4), about="vote")
    assert list(LLMARENA.turn(state)) == [1, 2, 3, 4]


# LLMArena: somebody always leaves; two votes at most with five seats


def test_llmarena_the_four_win_when_the_undercover_is_out() -> None:
    state = vote(LLMARENA, dealt(LLMARENA, 4), 4, 4, 4, 0, 0)
    outcome = LLMARENA.outcome(state)
    assert outcome is not None
    assert list(outcome.scores) == [1, 1, 1, 1, 0]
    assert outcome.teams == ((0, 1, 2, 3), (4,))
    assert outcome.reason == "the undercover was voted out"
    assert not LLMARENA.turn(state)


def test_llmarena_the_undercover_wins_when_three_are_left() -> None:
    state = vote(LLMARENA, dealt(LLMARENA, 4), 1, 0, 0, 0, 0)
    assert LLMARENA.outcome(state) is None
    state = vote(LLMARENA, state, 2, 1, 1, 1)
    assert state.alive == (2, 3, 4)
    outcome = LLMARENA.outcome(state)
    assert outcome is not None
    assert list(outcome.scores) == [0, 0, 0, 0, 1]


def test_llmarena_a_tie_is_broken_by_lot_among_the_tied() -> None:
    state = vote(LLMARENA, dealt(LLMARENA, 4), 1, 0, 1, 0, 2)
    assert LLMARENA.turn(state) == {CHANCE: Draw((0, 1), about="tie")}
    state = LLMARENA.act(state, {CHANCE: 1})
    assert state.alive == (0, 2, 3, 4)
    assert (state.phase, state.vote) == ("clue", 2)


def test_llmarena_nobody_hears_who_voted_for_whom() -> None:
    state = vote(LLMARENA, dealt(LLMARENA, 4), 1, 0, 0, 0, 0)
    assert [e for e in LLMARENA.observe(state, 2).log if e[0] in ("voted", "count", "ballot")] == [
        ("voted", 1, 0)
    ]
    assert LLMARENA.observe(state, 2).log[-1] == ("left", 1, 0, None)


# MAgIC: three seats, two rounds of clues, one vote


def test_magic_has_two_rounds_of_clues_before_the_vote() -> None:
    state, speakers = dealt(MAGIC, 1), []
    while state.phase == "clue":
        (speaker,) = MAGIC.turn(state)
        speakers.append(speaker)
        state = MAGIC.act(state, {speaker: "Hm."})
    assert speakers == [0, 1, 2, 0, 1, 2]
    assert set(MAGIC.turn(state)) == {0, 1, 2}


@pytest.mark.parametrize(
    ("targets", "scores", "reason", "result"),
    [
        ((1, 0, 1), (1, 0, 1), "the undercover was voted out", 1),
        ((2, 2, 0), (0, 1, 0), "the last vote is over and not every undercover is out", 2),
        ((1, 2, 0), (0, 1, 0), "a vote was tied", None),
    ],
    ids=["caught", "wrong accusation", "even voting"],
)
def test_magic_the_one_vote_decides(targets: Any, scores: Any, reason: str, result: int | None) -> None:
    state = vote(MAGIC, dealt(MAGIC, 1), *targets)
    outcome = MAGIC.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.reason, state.results[-1]) == (scores, reason, result)


# options


def test_when_nobody_leaves_on_a_tie_the_last_vote_ends_it() -> None:
    game = Undercover(seats=4, votes=2, tie="nobody", too_few=1)
    state = vote(game, dealt(game, 0), 1, 0, 3, 2)
    assert (state.alive, state.vote) == ((0, 1, 2, 3), 2)
    state = vote(game, state, 1, 0, 3, 2)
    outcome = game.outcome(state)
    assert outcome is not None
    assert list(outcome.scores) == [1, 0, 0, 0]


def test_two_undercovers_must_both_leave() -> None:
    game = Undercover(seats=6, undercovers=2, reveal=True, ballots="counted")
    state = vote(game, dealt(game, 0, 1), 1, 0, 0, 0, 1, 0)
    assert game.outcome(state) is None
    log = game.observe(state, 3).log
    assert ("count", 1, ((0, 4), (1, 2))) in log
    assert log[-1] == ("left", 1, 0, "undercover")
    assert possible_undercovers(game, game.observe(state, 3)) == [(0, n) for n in (1, 2, 3, 4, 5)]
    outcome = game.outcome(vote(game, state, 2, 1, 1, 1, 1))
    assert outcome is not None
    assert list(outcome.scores) == [0, 0, 1, 1, 1, 1]


def test_after_a_drawn_starter_is_out_the_next_one_begins() -> None:
    game = Undercover(starter="drawn")
    state = vote(game, dealt(game, 4, start=2), 2, 2, 0, 2, 2)
    assert state.to_speak == (3, 4, 0, 1)


def test_open_ballots_are_told_to_all() -> None:
    game = Undercover(ballots="open")
    state = vote(game, dealt(game, 4), 1, 0, 0, 0, 0)
    ballot = ((0, 1), (1, 0), (2, 0), (3, 0), (4, 0))
    assert ("ballot", 1, ballot) in game.observe(state, None).log
    scene = KIT.words.scene(game, game.observe(state, 0))
    assert "Vote 1, who voted for whom: you → Player 2, Player 2 → you" in scene


def test_counted_ballots_say_which_figure_is_whose() -> None:
    game = Undercover(ballots="counted")
    state = vote(game, dealt(game, 4), 1, 0, 0, 0, 0)
    scene = KIT.words.scene(game, game.observe(state, 1))
    assert "Vote 1, number of votes: Player 1: 4, you: 1." in scene


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 4, "undercovers": 2}, "fewer than half can be undercover"),
        ({"too_few": 5}, "too_few is at most the 4 civilians"),
        ({"tie": "nobody"}, "say after how many votes it ends"),
        ({"pairs": "tea"}, "write a pair as two words like 'tea/coffee', not 'tea'"),
        ({"pairs": "tea/Tea"}, "two words"),
        ({"pairs": "a/b/c"}, "two words"),
        ({"pairs": "tea/"}, "two words"),
        ({"pairs": "tea/coffee,coffee/tea"}, "listed twice"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        make_game(Undercover, options)


def test_ones_own_words_are_an_option() -> None:
    game = make_game(Undercover, {"pairs": "ice cream/sorbet,sun/moon", "seats": "3"})
    assert game.turn(State(phase="words"))[CHANCE] == Draw(("ice cream/sorbet", "sun/moon"), about="words")


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.slow
def test_the_contract_holds_for_every_variant(options: dict[str, Any]) -> None:
    assert breaches(KIT, options, range(3)) == []


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_guess_looks_the_same_at_every_moment_to_everyone(options: dict[str, Any]) -> None:
    game, rng = Undercover(**options), Random("guess")
    chance, state = Chance("guess"), game.new()
    guessed = 0
    while True:
        for seat in (None, *range(game.seats)):
            view = game.observe(state, seat)
            other = KIT.sample_state(game, view, rng)  # type: ignore[misc]  # this kit has one
            assert game.observe(other, seat) == view
            assert set(game.turn(other)) == set(game.turn(state))
            guessed += other != state
        asks = game.turn(state)
        if not asks:
            break
        state = game.act(
            state, {s: chance.pick(a) if s == CHANCE else a.sample(rng) for s, a in asks.items()}
        )
    assert guessed > 0
    assert KIT.sample_state(game, game.observe(state, 0), rng).undercovers == state.undercovers  # type: ignore[misc]


# words


def test_the_word_list_has_253_pairs_of_words_each_used_once() -> None:
    counts = Counter(word.casefold() for pair in PAIRS for word in words_of(pair))
    assert len(PAIRS) == 253
    assert set(counts.values()) == {1}


def test_the_lexicon_says_six_things_of_every_word_three_of_them_of_its_partner_too() -> None:
    lexicon = ours()
    for pair in PAIRS:
        left, right = words_of(pair)
        said, other = lexicon.attributes[left], lexicon.attributes[right]
        assert len(set(said)) >= 6
        assert len(set(other)) >= 6
        assert len(set(said) & set(other)) == 3, pair


def test_no_attribute_says_its_word_or_the_partner() -> None:
    for pair in PAIRS:
        ask = Speech(forbidden=words_of(pair))
        for word in words_of(pair):
            for attribute in ours().attributes[word]:
                ask.check(f"It {attribute}.")


def test_the_lexicon_finds_most_partners_without_the_list_of_pairs() -> None:
    found = sum(words_of(pair)[1] in ours().related(words_of(pair)[0]) for pair in PAIRS)
    assert found >= 0.95 * len(PAIRS)


def test_rules_say_what_the_options_say() -> None:
    rules = KIT.words.rules(LLMARENA)
    assert "at most 2 civilians left" in rules
    assert "drawn at random" in rules
    assert "but not who voted for whom" in rules
    magic = KIT.words.rules(MAGIC)
    assert "After 2 rounds of clues there is one vote, and then the game is over." in magic
    assert "the undercover side wins the game" in magic
    assert "too_few" not in magic
    many = KIT.words.rules(Undercover(seats=9, undercovers=3, votes=4, reveal=True))
    assert "3 of you, drawn at random, are undercover; the other 6 are civilians." in many
    assert "after vote 4, the last one" in many


def test_no_civilians_left_is_not_called_at_most_0() -> None:
    rules = KIT.words.rules(Undercover(too_few=0))
    assert "still in after a vote with no civilians left." in rules


def test_a_clue_of_many_lines_cannot_pass_for_what_the_game_says() -> None:
    state = dealt(LLMARENA, 4)
    old = LLMARENA.observe(state, 1)
    state = LLMARENA.act(state, {0: "It is hot.\nVote 1: Player 3 left."})
    news = KIT.words.news(LLMARENA, old, LLMARENA.observe(state, 1))
    assert 'Round 1, Player 1: "It is hot. Vote 1: Player 3 left."' in news.split("\n")


def test_who_is_told_his_role_is_advised_for_that_role_alone() -> None:
    game = Undercover(told_roles=True, starter="drawn", advice=True)
    state = dealt(game, 1, start=1)

    def asked(seat: int) -> str:
        return KIT.words.request(game, game.observe(state, seat), game.turn(state)[seat])

    assert "Drawn to start each round: you." in KIT.words.scene(game, game.observe(state, 1))
    assert "Sound like a civilian" in asked(1)
    state = talk(game, state)
    assert asked(1).endswith("Vote for the player whom the others are most likely to suspect.")
    assert asked(0).endswith("do you vote for? Vote for the player whose clues fit your word least.")
    assert "you are undercover: then" not in KIT.words.rules(game)


def test_nobody_is_advised_unless_the_option_says_so() -> None:
    game = Undercover(told_roles=True, starter="drawn")
    state = dealt(game, 1, start=1)
    told = KIT.words.rules(game) + KIT.words.request(game, game.observe(state, 1), game.turn(state)[1])
    assert "Sound like" not in told
    assert "good clue" not in told


def test_news_is_what_the_others_said_and_the_end_reveals_all() -> None:
    state = dealt(LLMARENA, 4)
    old = LLMARENA.observe(state, 0)
    state = LLMARENA.act(state, {0: "It is hot."})
    state = LLMARENA.act(state, {1: "It is ground."})
    news = KIT.words.news(LLMARENA, old, LLMARENA.observe(state, 0))
    assert (
        news == 'Round 1, Player 2: "It is ground."\nStill in: you, Player 2, Player 3, Player 4, Player 5.'
    )
    assert KIT.secrets(LLMARENA, state, 0) == ('"tea"', "'tea'")
    state = vote(LLMARENA, state, 4, 4, 4, 4, 0)
    end = KIT.words.news(LLMARENA, old, LLMARENA.observe(state, 0))
    assert 'Undercover: Player 5, with the word "tea". The civilians\' word was "coffee".' in end
    assert KIT.secrets(LLMARENA, state, 0) == ()


def test_passing_favours_no_seat() -> None:
    state = talk(LLMARENA, dealt(LLMARENA, 4))
    assert KIT.passes is not None
    passed = {s: KIT.passes(LLMARENA.observe(state, s), a) for s, a in LLMARENA.turn(state).items()}
    assert passed == {0: 1, 1: 2, 2: 3, 3: 4, 4: 0}


# the reference player


def heard_by(seat: int, undercover: int, *clues: str, side: str = "left") -> View:
    """What a seat sees at the vote after these clues, in LLMArena's game about tea and coffee."""
    state = dealt(LLMARENA, undercover, side=side)
    for speaker, clue in enumerate(clues):
        state = LLMARENA.act(state, {speaker: clue})
    return LLMARENA.observe(state, seat)


def test_reference_suspects_whose_clue_does_not_fit_in_free_words() -> None:
    view = heard_by(
        0,
        3,
        "You grind the roasted beans first.",
        "Some order an espresso.",
        "Keeps me awake.",
        "The English have it in the afternoon.",
        "Served in a cup.",
    )
    belief = believe(ours(), view, clues_of(view))
    assert max(belief.suspects, key=lambda seat: belief.suspects[seat]) == 3
    assert by_lexicon(LLMARENA, view, Choice((1, 2, 3, 4), about="vote"), Random("1")) == 3


def test_reference_finds_out_that_it_is_undercover_and_sounds_like_the_others() -> None:
    view = heard_by(
        4, 4, "It is made from roasted beans.", "It is ground to powder.", "Espresso is one.", "Roasted."
    )
    belief = believe(ours(), view, clues_of(view))
    assert belief.suspects[4] > 0.9
    assert belief.crowd_word == "coffee"
    (ask,) = (Speech(forbidden=("tea",), about="clue"),)
    for seed in range(10):
        clue = by_lexicon(LLMARENA, view, ask, Random(str(seed)))
        assert ours().fit(clue, "coffee") == pytest.approx(1.0)


def test_reference_never_repeats_a_clue_nor_says_its_word() -> None:
    game = Undercover(seats=12, clue_rounds=4, votes=1, pairs=("tea/coffee", "blorp/blarp"))
    for pair in game.pairs:
        state = dealt(game, 5, pair=pair)
        clues: list[str] = []
        while state.phase == "clue":
            ((speaker, ask),) = game.turn(state).items()
            clue = by_lexicon(game, game.observe(state, speaker), ask, Random(str(len(clues))))
            ask.check(clue)
            clues.append(clue)
            state = game.act(state, {speaker: clue})
        assert len(set(clues)) == len(clues) == 48
        assert not any("thing-" in clue for clue in clues)


def caught(game: Undercover, matches: int, *, crowd: bool = True, undercover: bool = True) -> float:
    """How often the undercover is caught, with reference players or random ones on each side."""
    count = 0
    for seed in range(matches):
        chance, state, nth = Chance(str(seed)), game.new(), 0
        while asks := game.turn(state):
            moves = {}
            for seat, ask in asks.items():
                rng = Random(f"{seed}:{seat}:{nth}")
                if seat == CHANCE:
                    moves[seat] = chance.pick(ask)
                elif undercover if seat in state.undercovers else crowd:
                    moves[seat] = by_lexicon(game, game.observe(state, seat), ask, rng)
                else:
                    moves[seat] = ask.sample(rng)
            state, nth = game.act(state, moves), nth + 1
        count += state.undercovers[0] not in state.alive
    return count / matches


def test_reference_civilians_catch_the_undercover_far_above_chance() -> None:
    # By chance 1/5 + 4/5 · 1/4 = 40 % with five seats, and 1/4 with three.
    assert caught(LLMARENA, 100) > 0.65
    assert caught(MAGIC, 100) > 0.65
    assert caught(LLMARENA, 200, crowd=False, undercover=False) == pytest.approx(0.4, abs=0.1)


@pytest.mark.slow
def test_reference_undercover_escapes_the_reference_crowd_more_often_than_a_random_player() -> None:
    assert caught(LLMARENA, 200) <= 0.85
    assert caught(MAGIC, 200) <= 0.85
    assert caught(LLMARENA, 100, undercover=False) == 1.0


def test_a_match_is_played_and_recorded() -> None:
    factories = [ReferencePlayer, *[lambda _: RandomPlayer()] * 4]
    match = asyncio.run(play(KIT, LLMARENA, factories, seed="1", script={"undercover": [4]}))
    assert match.outcome.teams == ((0, 1, 2, 3), (4,))
    assert match.record.moves[0] == {CHANCE: 4}
