"""Hanabi: as OpenSpiel plays it with the same deck, and hand-worked cases of the rulebook."""

import asyncio
import re
from collections import Counter
from random import Random

import pyspiel
import pytest
from tests.games.other_options import breaches

from agonist.core import CHANCE, IllegalAction, UsageError
from agonist.games.hanabi import KIT, PRESETS, Hanabi
from agonist.games.hanabi.cards import COLORS, pack
from agonist.games.hanabi.public_state import Known
from agonist.kit import make_game
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer

FULL = PRESETS["full"]


def dealt(game, *first):
    """After a deal that starts with these cards; the rest of the deck lies in the order of the pack."""
    rest = Counter(pack(game.colors, game.ranks)) - Counter(first)
    return game.act(game.new(), {CHANCE: (*first, *rest.elements())})


def after(game, state, *moves):
    """After these moves; each is checked."""
    for move in moves:
        ((seat, ask),) = game.turn(state).items()
        ask.check(move)
        state = game.act(state, {seat: move})
    return state


def hint(to, value):
    return ("hint", (to, value))


# OpenSpiel: the same deck, the same actions


def openspiel_game(game):
    return pyspiel.load_game(
        "hanabi",
        {
            "players": game.seats,
            "colors": game.colors,
            "ranks": game.ranks,
            "hand_size": game.cards_each,
            "max_information_tokens": game.tokens,
            "max_life_tokens": game.lives,
            "observation_type": "card_knowledge",
        },
    )


def openspiel_text(mover, seats, move):
    """A move as OpenSpiel names it."""
    match move:
        case ("play", place):
            return f"(Play {place})"
        case ("discard", place):
            return f"(Discard {place})"
        case ("hint", (to, value)):
            kind = "color" if value in COLORS else "rank"
            return f"(Reveal player +{(to - mover) % seats} {kind} {value})"


def openspiel_view(text):
    """What OpenSpiel's observation says: numbers, fireworks, hands with what is known, discards."""
    numbers = {
        key: int(re.search(rf"{key}: (\d+)", text)[1]) for key in ("Info tokens", "Life tokens", "Deck size")
    }
    heights = {color: int(height) for color, height in re.findall(r"([RYGWB])(\d)", text.split("Hands:")[0])}
    hands = text.split("Hands:")[1].split("Deck size")[0].replace("Cur player\n", "").split("-----")
    cards = [re.findall(r"(\S\S) \|\| (\S)(\S)\|([RYGWB]+)(\d+)", hand) for hand in hands]
    discards = sorted(re.findall(r"[RYGWB]\d", text.split("Discards:")[1]))
    return numbers, heights, cards, discards


def our_view(view):
    """The same of ours, hands from one's own on."""
    table = view.table
    numbers = {"Info tokens": table.tokens, "Life tokens": table.lives, "Deck size": table.deck}
    heights = dict(zip(COLORS, table.fireworks, strict=False))
    cards = [
        [
            (
                card or "XX",
                known.colors if known.color_told else "X",
                known.ranks if known.rank_told else "X",
                known.colors,
                known.ranks,
            )
            for card, known in zip(view.hands[seat], table.known[seat], strict=True)
        ]
        for seat in (*range(view.seat, table.seats), *range(view.seat))
    ]
    return numbers, heights, cards, sorted(table.discards)


def compare_with_openspiel(game, seed, careful):
    """Play at random in both; `careful`: cards that do not fit are not played, so that games last."""
    rng = Random(f"openspiel {seed}")
    theirs = openspiel_game(game).new_initial_state()
    cards = pack(game.colors, game.ranks)
    deck = tuple(rng.sample(cards, len(cards)))
    drawn = iter(deck)
    ours = game.act(game.new(), {CHANCE: deck})
    while True:
        while theirs.is_chance_node():
            color, rank = next(drawn)
            theirs.apply_action(COLORS.index(color) * game.ranks + int(rank) - 1)
        asks = game.turn(ours)
        assert theirs.is_terminal() == (not asks)
        if not asks:
            break
        ((seat, ask),) = asks.items()
        assert theirs.current_player() == seat
        legal = {theirs.action_to_string(seat, action): action for action in theirs.legal_actions()}
        moves = {openspiel_text(seat, game.seats, move): move for move in ask.options()}
        assert moves.keys() == legal.keys()
        for player in range(game.seats):
            # A player who is to move or not: the observation is the same but for a mark.
            assert openspiel_view(theirs.observation_string(player)) == our_view(game.observe(ours, player))
        wise = [
            text
            for text, move in moves.items()
            if move[0] != "play" or not careful or ours.table.fits(ours.hands[seat][move[1]])
        ]
        fitting = [text for text in wise if text.startswith("(Play")]
        text = rng.choice(fitting if careful and fitting else wise or list(moves))
        theirs.apply_action(legal[text])
        ours = game.act(ours, {seat: moves[text]})
    assert theirs.returns() == list(game.outcome(ours).scores)
    return ours


SIZES = [
    {},
    {"lives": 3},
    {"tokens": 1, "colors": 3, "ranks": 4, "hand_size": 3, "lives": 2},
    {"colors": 1, "ranks": 5, "hand_size": 5, "lives": 2},
    *({**FULL, "seats": seats} for seats in (2, 3, 4, 5)),
]


@pytest.mark.parametrize("options", SIZES, ids=lambda options: "-".join(map(str, options.values())))
def test_legal_moves_views_and_returns_as_openspiel_says(options):
    game = Hanabi(**options)
    for seed in range(6):
        compare_with_openspiel(game, seed, careful=False)
    ends = Counter(compare_with_openspiel(game, seed, careful=True).table.end for seed in range(6))
    assert ends["turns"] + ends["complete"] > 0, "no match came to the last turns"


# The rulebook


def test_first_one_may_not_discard_and_hints_must_touch():
    game = Hanabi()
    state = dealt(game, "R1", "R2", "Y1", "Y2")
    options = game.turn(state)[0].options()
    assert options == (
        *(("play", 0), ("play", 1)),
        *(hint(1, "Y"), hint(1, "1"), hint(1, "2")),
    )


def test_a_hint_tells_what_cards_are_and_what_they_are_not():
    game = Hanabi()
    state = after(game, dealt(game, "R1", "R2", "Y1", "R3"), hint(1, "Y"))
    assert state.table.known[1] == (
        Known("Y", "12345", color_told=True),
        Known("R", "12345"),
    )
    state = after(game, state, hint(0, "2"))
    assert state.table.known[0] == (Known("RY", "1345"), Known("RY", "2", rank_told=True))
    assert state.table.tokens == 1


def test_without_tokens_there_is_no_hint_and_discarding_gives_one_back():
    game = Hanabi(tokens=1)
    state = after(game, dealt(game, "R1", "R2", "Y1", "R3"), hint(1, "Y"))
    assert {move[0] for move in game.turn(state)[1].options()} == {"play", "discard"}
    with pytest.raises(IllegalAction):
        game.turn(state)[1].check(hint(0, "R"))
    state = after(game, state, ("discard", 0))
    assert state.table.tokens == 1
    assert state.table.discards == ("Y1",)
    assert {move[0] for move in game.turn(state)[0].options()} == {"play", "hint"}


def test_later_cards_move_down_and_the_new_one_knows_nothing():
    game = Hanabi()
    state = after(game, dealt(game, "R1", "R2", "Y1", "Y2", "Y5"), hint(1, "1"), hint(0, "1"), ("play", 0))
    assert state.hands[0] == ("R2", "Y5")
    assert state.table.known[0] == (Known("RY", "2345"), Known("RY", "12345"))
    assert state.table.fireworks == (1, 0)


def test_completing_a_colour_gives_a_token_back_but_never_more_than_there_are():
    game = Hanabi(hand_size=5)
    state = dealt(game, "R1", "R2", "R3", "R4", "R5", "Y1", "Y2", "Y3", "Y4", "R1")
    full = after(game, state, *[("play", 0)] * 9)
    assert full.table.fireworks == (5, 4)
    assert full.table.tokens == 3
    spent = after(game, state, ("play", 0), hint(0, "5"), *[("play", 0)] * 6)
    assert spent.table.tokens == 2
    assert after(game, spent, ("play", 0)).table.tokens == 3


@pytest.mark.parametrize(("bomb", "points"), [("zero", 0), ("keep", 2)])
def test_losing_the_last_life_ends_it_and_costs_what_the_option_says(bomb, points):
    game = Hanabi(bomb=bomb)
    state = after(game, dealt(game, "R1", "R3", "R2", "Y2"), *[("play", 0)] * 2, ("play", 1))
    assert state.table.fireworks == (2, 0)
    assert state.table.end == "lives"
    assert game.turn(state) == {}
    assert game.outcome(state).scores == (points, points)
    assert game.outcome(state).reason == "the last life was lost with fireworks of height 2 in all"


def test_a_life_less_is_a_card_less():
    game = Hanabi(lives=2)
    state = after(game, dealt(game, "R1", "R3", "R2", "Y2", "Y5"), ("play", 1))
    assert state.table.lives == 1
    assert state.table.discards == ("R3",)
    assert state.table.tokens == 3
    assert state.hands[0] == ("R1", "Y5")


def test_all_fireworks_complete_is_the_end():
    game = Hanabi(colors=1, hand_size=3)
    state = after(game, dealt(game, "R1", "R3", "R5", "R2", "R4", "R1"), *[("play", 0)] * 5)
    assert game.turn(state) == {}
    assert game.outcome(state).scores == (5, 5)
    assert game.outcome(state).reason == "all fireworks are complete"


def test_after_the_last_card_everyone_has_one_more_turn():
    game = Hanabi(colors=1, hand_size=4, tokens=5)  # 10 cards, 2 to draw
    state = dealt(game, "R1", "R2", "R3", "R4", "R1", "R1", "R2", "R3")
    state = after(game, state, ("play", 0), hint(0, "2"))
    assert state.table.deck == 1
    state = after(game, state, ("play", 0))
    assert (state.table.deck, state.table.turns) == (0, 2)
    state = after(game, state, hint(0, "3"), ("play", 0))
    assert len(state.hands[0]) == 3
    assert game.turn(state) == {}
    assert game.outcome(state).scores == (3, 3)


def test_all_seats_are_one_team():
    game = Hanabi(**{**FULL, "seats": 4})
    assert game.teams(game.new()) == ((0, 1, 2, 3),)
    assert [Hanabi(**{**FULL, "seats": seats}).cards_each for seats in (2, 3, 4, 5)] == [5, 5, 4, 4]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hand_size": 11}, r"hand_size is from 1 to 10 \(there are 20 cards for 2 players\), not 11"),
    ],
)
def test_options_that_cannot_be_are_refused(options, message):
    with pytest.raises(UsageError, match=message):
        make_game(Hanabi, options)


# Who sees what


def test_everybody_sees_all_hands_but_his_own_until_the_end():
    game = Hanabi()
    state = dealt(game, "R1", "R3", "R2", "Y2")
    assert game.observe(state, 0).hands == ((None, None), ("R2", "Y2"))
    assert game.observe(state, 1).hands == (("R1", "R3"), (None, None))
    assert game.observe(state, None).hands == ((None, None), (None, None))
    over = after(game, state, ("play", 1))
    assert game.observe(over, 0).hands == game.observe(over, None).hands == (("R1",), ("R2", "Y2"))


def test_a_guess_holds_what_hints_allow_each_way_equally_often():
    game = Hanabi(colors=1, hand_size=2)
    state = after(game, dealt(game, "R1", "R2", "R5", "R3"), hint(1, "5"), hint(0, "2"))
    view = game.observe(state, 0)
    hands = Counter(KIT.sample_state(game, view, Random(str(n))).hands[0] for n in range(600))
    # card 2 is a 2; card 1 is neither a 2 nor (since Player 2 has the only 5) a 5: three 1s, one 3, two 4s
    assert hands.keys() == {("R1", "R2"), ("R3", "R2"), ("R4", "R2")}
    assert abs(hands["R1", "R2"] - 300) < 50
    assert abs(hands["R3", "R2"] - 100) < 40


def test_own_cards_are_secret_unless_another_such_card_is_seen():
    game = Hanabi()
    state = dealt(game, "R1", "R3", "R1", "Y2")
    assert KIT.secrets(game, state, 0) == ("red 3",)
    assert KIT.secrets(game, state, 1) == ("yellow 2",)


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [
        {**FULL, "seats": 3},
        {**FULL, "seats": 5, "lives": 30},
        {"seats": 3, "colors": 3, "ranks": 1},
        {"hand_size": 1, "tokens": 1, "lives": 9, "bomb": "keep"},
    ],
)
def test_the_contract_holds_for_other_options(options):
    assert breaches(KIT, options, range(2)) == []


# Words


def test_the_scene_tells_positive_and_negative_hints_and_nothing_of_the_own_cards():
    game = Hanabi()
    state = after(game, dealt(game, "Y4", "R2", "Y1", "R3"), hint(1, "Y"), hint(0, "2"))
    scene = KIT.words.scene(game, game.observe(state, 0))
    assert "- card 1: any colour; rank 1, 3, 4 or 5\n- card 2: any colour; rank 2 (told)" in scene
    assert "- card 1: yellow 1. Known to Player 2: yellow (told); any rank" in scene
    assert "- card 2: red 3. Known to Player 2: red (by elimination); any rank" in scene
    assert "Player 2 hinted: of your cards, card 2 is rank 2 and no other is." in scene
    assert "yellow 4" not in scene


def test_the_request_says_what_is_not_allowed():
    game = Hanabi(tokens=1)
    state = dealt(game, "Y4", "R2", "Y1", "R3")
    assert "cannot discard" in KIT.words.request(game, game.observe(state, 0), game.turn(state)[0])
    state = after(game, state, hint(1, "Y"))
    assert "cannot hint now" in KIT.words.request(game, game.observe(state, 1), game.turn(state)[1])


# The convention player


def scores(factory, matches, **options):
    game = Hanabi(**options)
    played = [asyncio.run(play(KIT, game, [factory] * game.seats, seed=str(n))) for n in range(matches)]
    return [match.outcome.scores[0] for match in played]


@pytest.mark.long
def test_the_reference_scores_seven_where_random_play_loses_its_life():
    reference = scores(ReferencePlayer, 40)
    assert min(reference) > 0, "a hint broke its promise"
    assert sum(reference) / 40 > 6.8
    assert sum(scores(lambda _context: RandomPlayer(), 40)) / 40 < 0.5


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.long
def test_the_reference_scores_twenty_in_the_full_game(seats):
    reference = scores(ReferencePlayer, 8, **{**FULL, "seats": seats})
    assert sum(reference) / 8 > 19.5


def test_the_reference_points_at_a_card_that_fits_and_plays_one_that_was_pointed_at():
    game = Hanabi()
    state = dealt(game, "R4", "Y4", "R1", "R3")
    move = KIT.reference(game, game.observe(state, 0), game.turn(state)[0], Random("1"))
    # red would point at the newer card, the red 3
    assert move == hint(1, "1")
    state = after(game, dealt(game, "R4", "Y4", "R3", "R1"), hint(1, "R"))
    assert KIT.reference(game, game.observe(state, 1), game.turn(state)[1], Random("1")) == ("play", 1)


def test_fireworks_built_down_begin_with_the_highest_rank_and_end_with_the_lowest():
    """As the usual game with all ranks mirrored: the pack, what fits, and the token for the last card."""
    up, down = Hanabi(ranks=3, hand_size=3), Hanabi(ranks=3, hand_size=3, order="down")

    def mirrored(card):
        return f"{card[0]}{4 - int(card[1])}"

    assert sorted(map(mirrored, up.cards)) == sorted(down.cards)
    rng = Random(5)
    for _ in range(20):
        deck = rng.sample(up.cards, len(up.cards))
        one = up.act(up.new(), {CHANCE: tuple(deck)})
        other = down.act(down.new(), {CHANCE: tuple(map(mirrored, deck))})
        while asks := up.turn(one):
            ((seat, ask),) = asks.items()
            move = ask.sample(rng)
            one = up.act(one, {seat: move})
            if move[0] == "hint" and move[1][1].isdecimal():
                move = ("hint", (move[1][0], str(4 - int(move[1][1]))))
            down.turn(other)[seat].check(move)
            other = down.act(other, {seat: move})
            assert (other.table.fireworks, other.table.tokens) == (one.table.fireworks, one.table.tokens)
        assert down.outcome(other) == up.outcome(one)
