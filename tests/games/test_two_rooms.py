"""Two Rooms and a Boom: rulebook 3, rulings 42 to 48 on its gaps, and the faults of GameBench's code."""

import asyncio
from dataclasses import replace
from random import Random

import pytest
from tests.games.other_options import breaches

from agonist.contract.sample_matches import sample_match
from agonist.core import CHANCE, IllegalAction, UsageError
from agonist.games.two_rooms import KIT, PRESETS, TwoRooms
from agonist.games.two_rooms.reference import believed
from agonist.games.two_rooms.state import deck
from agonist.kit import make_game
from agonist.match import play
from agonist.match.chance_seat import Chance
from agonist.players.simple import RandomPlayer, ReferencePlayer

GAME = TwoRooms()
CARDS = ("President", "Red Team", "Blue Team", "Bomber", "Blue Team", "Red Team")
ORDER = (0, 1, 2, 3, 4, 5)


def dealt(game=GAME, cards=CARDS, order=ORDER):
    """Players 1 to 3 in the first room, 4 to 6 in the second."""
    state = game.act(game.new(), {CHANCE: cards})
    return game.act(state, {CHANCE: order})


def ticks(state, *rounds, game=GAME):
    """The state after these turns of talk; who is not named waits."""
    for moves in rounds:
        asks = game.turn(state)
        every = {seat: moves.get(seat, ("wait",)) for seat in asks}
        for seat, ask in asks.items():
            ask.check(every[seat])
        state = game.act(state, every)
    return state


LED = {1: ("appoint", 0), 4: ("appoint", 3)}
"""Player 2 appoints Player 1, and Player 5 Player 4."""


def wait_out(state, game=GAME):
    """Until hostages are asked for."""
    while state.phase == "talk":
        state = ticks(state, {}, game=game)
    while state.phase == "leader":
        state = game.act(state, {CHANCE: game.turn(state)[CHANCE].choices[0]})
    return state


def swapped(state, first, second, game=GAME):
    """After this round, with these hostages."""
    state = wait_out(state, game)
    leaders = list(game.turn(state))
    state = game.act(state, dict(zip(leaders, (first, second), strict=True)))
    return game.act(state, dict.fromkeys(game.turn(state), ""))


def seen(state, seat, game=GAME):
    return KIT.words.scene(game, game.observe(state, seat))


# Set-up and end


@pytest.mark.parametrize("seats", [6, 8, 10])
def test_rulebook_half_of_each_team_one_president_and_one_bomber(seats):
    cards = deck(seats)
    assert len(cards) == seats
    assert cards.count("President") == cards.count("Bomber") == 1
    assert sum(card in ("President", "Blue Team") for card in cards) == seats // 2


def test_rulebook_three_rounds_and_red_wins_with_both_in_one_room():
    state = ticks(dealt(), LED)
    state = swapped(state, 1, 4)
    assert GAME.outcome(state) is None
    state = swapped(ticks(state, {}), 2, 5)
    state = swapped(ticks(state, {}), 4, 1)
    outcome = GAME.outcome(state)
    assert outcome.reason == "the President is safe from the Bomber"
    assert outcome.scores == (1, 0, 1, 0, 1, 0)
    assert outcome.teams == ((0, 2, 4), (1, 3, 5))


def test_rulebook_the_bomber_with_the_president_wins_for_red():
    state = ticks(dealt(order=(0, 1, 3, 2, 4, 5)), {1: ("appoint", 0), 4: ("appoint", 2)})
    for first, second in ((1, 4), (4, 1), (1, 4)):
        state = swapped(state, first, second)
    assert GAME.outcome(state).scores == (0, 1, 0, 1, 0, 1)


def test_rulebook_messages_are_3_2_and_1_in_the_three_rounds():
    state = ticks(dealt(), LED)
    for number, messages in enumerate((3, 2, 1)):
        for _ in range(messages):
            state = ticks(state, {2: ("say", "room", "hello")})
        if state.phase == "talk" and state.round == number:
            assert "say" not in dict(GAME.turn(state)[2].verbs)
        if number < 2:
            state = swapped(state, *((1, 4), (4, 1))[number])


def test_a_leader_is_never_the_hostage_and_leads_on_in_the_next_round():
    state = wait_out(ticks(dealt(), LED))
    with pytest.raises(IllegalAction):
        GAME.turn(state)[0].check(0)
    assert swapped(state, 1, 4).leaders == (0, 3)


# Rulings


def test_42_no_colour_share_at_ten_players_or_fewer_unless_it_is_chosen():
    shares = dict(dict(GAME.turn(dealt())[0].verbs)["share"].parts)
    assert set(shares) == {"player"}
    game = TwoRooms(colours=True)
    state = ticks(dealt(game), {0: ("reveal", "colour"), 1: ("show", "colour", 2)}, game=game)
    assert "Player 1 reveals to the room: Blue." in seen(state, 1, game)
    assert "You see that Player 2 holds: Red." in seen(state, 2, game)


def test_42_a_reveal_shows_the_whole_card_to_the_room_and_only_there():
    state = ticks(dealt(), {0: ("reveal",)})
    assert "Player 1 reveals to the room: President." in seen(state, 2)
    assert "reveals" not in seen(state, 3)


def test_43_the_first_leader_is_appointed_by_another_never_by_oneself():
    with pytest.raises(IllegalAction):
        GAME.turn(dealt())[0].check(("appoint", 0))
    assert ticks(dealt(), LED).leaders == (0, 3)


def test_43_nature_decides_between_several_and_where_nobody_was_appointed():
    state = ticks(dealt(), {0: ("appoint", 1), 1: ("appoint", 2), 4: ("appoint", 3)})
    assert GAME.turn(state)[CHANCE].choices == (1, 2)
    assert GAME.act(state, {CHANCE: 2}).leaders == (2, 3)
    state = ticks(dealt(), {})
    assert GAME.turn(state)[CHANCE].choices == (0, 1, 2)


def test_43_the_room_and_nobody_else_hears_who_appointed_the_leader():
    state = ticks(dealt(), {1: ("appoint", 0)})
    assert "Player 2 appoints you as leader." in seen(state, 0)
    assert "You appoint Player 1 as leader." in seen(state, 1)
    assert "Player 2 appoints Player 1 as leader." in seen(state, 2)
    for seat in (None, 3, 4, 5):
        assert "Player 2 appoints" not in seen(state, seat)


def test_who_must_answer_is_known_in_the_other_room_too_but_not_what_is_said():
    game = make_game(TwoRooms, PRESETS["gamebench"])
    state = dealt(game)
    while state.phase == "leader":
        state = game.act(state, {CHANCE: game.turn(state)[CHANCE].choices[0]})
    state = game.act(state, {0: (2, "canary 4711")})
    assert "In the other room, Player 1 asks Player 3 a question." in seen(state, 4, game)
    assert "canary" not in seen(state, 4, game)
    for seat in (None, *range(6)):
        assert game.observe(state, seat).question == (0, 2)


def test_players_read_of_shown_cards_only_where_cards_can_be_shown():
    for options in ({}, {"sharing": False}, PRESETS["gamebench"]):
        game = make_game(TwoRooms, options)
        rules = KIT.words.rules(game)
        assert ("Cards always show the truth" in rules) == game.sharing
        assert ("No card is shown before the game is over" in rules) == (not game.sharing)


def test_44_usurping_needs_more_than_half_the_room_oneself_allowed():
    state = ticks(dealt(), LED, {1: ("vote", 1)})
    assert state.leaders == (0, 3)
    assert ticks(state, {2: ("vote", 1)}).leaders == (1, 3)


def test_44_ties_change_nothing():
    game = TwoRooms(seats=8)
    state = game.act(game.act(game.new(), {CHANCE: deck(8)}), {CHANCE: tuple(range(8))})
    state = ticks(state, {1: ("appoint", 0), 5: ("appoint", 4)}, game=game)
    votes = {0: ("vote", 1), 1: ("vote", 1), 2: ("vote", 2), 3: ("vote", 2)}
    assert ticks(state, votes, game=game).leaders == (0, 4)


def test_45_abdication_only_to_a_willing_player():
    state = ticks(dealt(), LED, {0: ("abdicate", 2)})
    assert state.leaders == (0, 3)
    assert ticks(state, {2: ("take_lead",)}).leaders == (2, 3)
    assert "take_lead" not in dict(GAME.turn(state)[1].verbs)


def test_45_an_ex_leader_is_barred_for_the_round_and_not_beyond():
    state = ticks(dealt(), LED, {0: ("abdicate", 2)}, {2: ("take_lead",)})
    for move in (("vote", 0), ("abdicate", 0)):
        with pytest.raises(IllegalAction):
            GAME.turn(state)[2].check(move)
    state = swapped(state, 1, 4)
    GAME.turn(state)[2].check(("abdicate", 0))


def test_46_hostages_are_announced_and_final_before_the_leaders_parley_without_them():
    state = wait_out(ticks(dealt(), LED))
    assert set(GAME.turn(state)) == {0, 3}
    state = GAME.act(state, {0: 1, 3: 4})
    assert state.phase == "parley"
    assert "You are the hostage who will leave this room." in seen(state, 1)
    assert "hostage" not in seen(state, 1).replace("You are the hostage", "")
    state = GAME.act(state, {0: "canary 5150", 3: ""})
    assert state.rooms == ((0, 2, 4), (1, 3, 5))
    for seat in (None, *range(6)):
        assert ("canary 5150" in seen(state, seat)) == (seat in (0, 3))


def test_47_a_one_way_reveal_is_legal_and_cards_are_never_swapped():
    state = ticks(dealt(), {0: ("show", 1)})
    assert "You see that Player 1 holds: President." in seen(state, 1)
    assert "holds" not in seen(state, 0)
    assert state.cards == CARDS


def test_48_leadership_is_public_and_carries_over():
    state = swapped(ticks(dealt(), LED), 1, 4)
    for seat in (None, *range(1, 6)):
        assert "Player 1 is now the leader of their room (appointed)." in seen(state, seat)
    assert state.leaders == (0, 3)


def test_48_third_parties_see_that_a_share_happened_and_not_what():
    state = ticks(dealt(), {0: ("share", 1)}, {1: ("accept", (0, "card"))})
    assert "You see that Player 2 holds: Red Team." in seen(state, 0)
    assert "You see that Player 1 holds: President." in seen(state, 1)
    assert "Player 1 and Player 2 share their cards." in seen(state, 2)
    assert "holds" not in seen(state, 2)
    assert "share" not in seen(state, 3)


def test_offers_made_to_each_other_and_accepted_at_once_are_one_share():
    state = ticks(dealt(), {0: ("share", 1), 1: ("share", 0)})
    state = ticks(state, {0: ("accept", (1, "card")), 1: ("accept", (0, "card"))})
    assert state.offers == ()
    assert sum(event[0] == "shares" for event in GAME.observe(state, 2).log) == 1


# Faults of the published code


def test_bug_president_and_bomber_are_told_who_they_are():
    state = dealt()
    assert "Your card: President. You are on the Blue team." in seen(state, 0)
    assert "Your card: Bomber. You are on the Red team." in seen(state, 3)


def test_bug_the_numbers_of_players_do_not_tell_their_team():
    teams = set()
    for seed in range(40):
        state = GAME.act(GAME.new(), {CHANCE: Chance(str(seed)).pick(GAME.turn(GAME.new())[CHANCE])})
        teams.add(GAME.teams(state)[0])
    assert len(teams) > 10


def test_bug_everyone_knows_their_own_number_and_room():
    for seat in range(6):
        assert f"You are Player {seat + 1}." in seen(dealt(), seat)
        assert "room: you" in seen(dealt(), seat) or ", you" in seen(dealt(), seat)


def test_bug_what_is_said_to_one_player_does_not_reach_the_leader():
    state = ticks(dealt(), LED, {2: ("say", 1, "canary 8086")})
    for seat in (None, *range(6)):
        assert ("canary 8086" in seen(state, seat)) == (seat in (1, 2))


def test_canary_what_is_said_to_a_room_stays_in_it():
    state = ticks(dealt(), {2: ("say", "room", "canary 6502")})
    for seat in (None, *range(6)):
        assert ("canary 6502" in seen(state, seat)) == (seat in (0, 1, 2))


def test_canary_nobody_is_told_another_card_that_was_not_shown():
    for seed in range(6):
        sample = sample_match(KIT, seed)
        for _, state, seat, _ask in sample.questions():
            told = KIT.words.scene(sample.game, sample.game.observe(state, seat))
            view = sample.game.observe(state, seat)
            shown = {e[1] for e in view.log if e[0] in ("sees", "reveals")}
            for other, card in enumerate(state.cards):
                if card in ("President", "Bomber") and other != seat and other not in shown:
                    assert f"Your card: {card}" not in told
                    assert f"Player {other + 1}: {card}" not in told


def test_bug_a_player_who_is_not_in_the_room_cannot_be_chosen():
    state = wait_out(ticks(dealt(), LED))
    with pytest.raises(IllegalAction):
        GAME.turn(state)[0].check(4)


# The paper's game


def test_the_papers_preset_has_a_question_each_leaders_by_lot_and_no_shares():
    game = make_game(TwoRooms, PRESETS["gamebench"])
    state = game.act(game.act(game.new(), {CHANCE: CARDS}), {CHANCE: ORDER})
    for leader in (2, 4):
        assert game.turn(state)[CHANCE].about == "leader"
        state = game.act(state, {CHANCE: leader})
    for asker in range(6):
        assert list(game.turn(state)) == [asker]
        other = {0: 1, 1: 2, 2: 0, 3: 4, 4: 5, 5: 3}[asker]
        state = game.act(state, {asker: (other, f"question {asker}")})
        assert f"question {asker}" in KIT.words.request(
            game, game.observe(state, other), game.turn(state)[other]
        )
        state = game.act(state, {other: f"answer {asker}"})
        room = (0, 1, 2) if asker < 3 else (3, 4, 5)
        for seat in range(6):
            assert (f"answer {asker}" in seen(state, seat, game)) == (seat in room)
    assert set(game.turn(state)) == {2, 4}


# Players


def anyone(_context):
    return RandomPlayer()


def test_the_reference_beats_random_players_on_either_side():
    won = {0: 0.0, 1: 0.0}
    for seed in range(8):
        cards = Chance.of_match(str(seed)).pick(GAME.turn(GAME.new())[CHANCE])
        for side in (0, 1):
            own = GAME.teams(GAME.act(GAME.new(), {CHANCE: cards}))[side]
            players = [ReferencePlayer if seat in own else anyone for seat in range(6)]
            match = asyncio.run(play(KIT, GAME, players, seed=str(seed)))
            won[side] += match.outcome.scores[own[0]]
    assert sum(won.values()) >= 11


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"messages": (1, 2)}, "3 numbers"),
        ({"talk": "questions"}, "needs leaders=drawn"),
    ],
)
def test_impossible_options_are_refused(options, why):
    with pytest.raises(UsageError, match=why):
        make_game(TwoRooms, options)


@pytest.mark.parametrize(
    "small", [PRESETS["gamebench"], {"seats": 8, "colours": True, "messages": (1, 1, 0), "pauses": 0}]
)
@pytest.mark.slow
def test_the_contract_holds_for_other_options(small):
    assert breaches(KIT, small, range(1)) == []


def test_ticks_do_not_depend_on_the_order_of_seats():
    rng = Random("order")
    for _ in range(20):
        state = dealt()
        while state.phase == "talk":
            asks = GAME.turn(state)
            moves = {seat: ask.sample(rng) for seat, ask in asks.items()}
            back = dict(reversed(moves.items()))
            after = GAME.act(state, moves)
            assert GAME.act(state, back) == after
            state = after


def test_in_the_game_of_questions_the_reference_names_its_card_and_believes_others_who_do():
    game = make_game(TwoRooms, PRESETS["gamebench"])
    state = replace(
        game.new(),
        cards=("President", "Blue Team", "Blue Team", "Bomber", "Red Team", "Red Team"),
        rooms=((0, 3, 4), (1, 2, 5)),
        log=((None, ("asks", 3, 0, "My card: Bomber. What is yours?")), (None, ("answers", 4, 3, "Red."))),
    )
    assert believed(game, game.observe(state, 0)) == {3: "Bomber"}
    twice = replace(state, log=(*state.log, (None, ("answers", 4, 3, "I am the Bomber."))))
    assert believed(game, game.observe(twice, 0)) == {}
