"""Are You the Traitor?: the rule sheet's cases, rulings 33 to 40, and the faults of GameBench's code."""

import asyncio
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from tests.games.other_options import breaches

from agonist.contract.sample_matches import sample_match
from agonist.core import CHANCE, IllegalAction
from agonist.games.are_you_the_traitor import KIT, PRESETS, AreYouTheTraitor
from agonist.games.are_you_the_traitor.consequences_of_call import loot
from agonist.games.are_you_the_traitor.state import POINTS, SIDE, TREASURE, points, roles_for
from agonist.kit import make_game
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer

GAME = AreYouTheTraitor()
ROLES = ("Evil Wizard", "Good Wizard", "Key Holder", "Traitor", "Guard")
EVIL, GOOD, HOLDER, TRAITOR, GUARD = range(5)
DECK = ("bag of gold",) * 12 + tuple(card for card in TREASURE if card != "bag of gold")


def dealt(game=GAME, roles=ROLES, deck=DECK, hands=None):
    """The first round, with these roles in the order of the seats."""
    state = game.act(game.new(), {CHANCE: deck})
    if hands is not None:
        state = replace(state, hands=tuple(hands))
    return game.act(state, {CHANCE: roles})


def tick(state, game=GAME, **moves):
    """The state after a turn in which all wait but those named by their role."""
    named = {globals()[name.upper()]: move for name, move in moves.items()}
    asks = game.turn(state)
    every = {seat: named.get(seat, ("wait",)) for seat in asks}
    for seat, ask in asks.items():
        ask.check(every[seat])
    return game.act(state, every)


def scene(state, seat, game=GAME):
    return KIT.words.scene(game, game.observe(state, seat))


def hands(*of):
    return [tuple(hand) for hand in of] + [()] * (5 - len(of))


def counts(state):
    return [len(hand) for hand in state.hands]


# Roles and calls


def test_rule_sheet_roles_for_five_players_and_more():
    assert Counter(roles_for(5)) == Counter(ROLES)
    assert Counter(roles_for(8)) == Counter({**dict.fromkeys(ROLES, 1), "Traitor": 2, "Guard": 3})
    assert all(len(roles_for(seats)) == seats for seats in range(5, 10))


def test_rule_sheet_42_treasure_cards():
    assert len(TREASURE) == 42
    assert Counter(TREASURE)["magic ring"] == 5
    assert sum(map(POINTS.__getitem__, TREASURE)) == 2 * 5 + 5 * 4 + 12 * 3 + 11 * 2 + 5 + 5


@pytest.mark.parametrize(
    ("caller", "target"), [("evil", HOLDER), ("holder", GOOD), ("good", TRAITOR), ("guard", TRAITOR)]
)
def test_rule_sheet_a_right_call_pays_every_member_of_the_callers_side(caller, target):
    state = tick(dealt(), **{caller: ("stop", target)})
    side = SIDE[ROLES[globals()[caller.upper()]]]
    assert counts(state) == [int(SIDE[role] == side) for role in ROLES]


@pytest.mark.parametrize(("caller", "target"), [("evil", GUARD), ("holder", EVIL), ("guard", HOLDER)])
def test_rule_sheet_a_wrong_call_pays_every_member_of_the_other_side(caller, target):
    state = tick(dealt(), **{caller: ("stop", target)})
    side = SIDE[ROLES[globals()[caller.upper()]]]
    assert counts(state) == [int(SIDE[role] != side) for role in ROLES]


def test_rule_sheet_a_traitor_may_not_call():
    assert "stop" not in dict(GAME.turn(dealt())[TRAITOR].verbs)
    assert "stop" in dict(GAME.turn(dealt())[GUARD].verbs)


def test_nobody_can_point_at_themselves():
    with pytest.raises(IllegalAction):
        GAME.turn(dealt())[GUARD].check(("stop", GUARD))


def test_39_a_good_wizard_who_points_at_the_evil_wizard_is_wrong():
    state = tick(dealt(), good=("stop", EVIL))
    assert counts(state) == [1, 0, 0, 1, 0]


def test_40_nature_orders_stops_of_the_same_moment():
    state = tick(dealt(), good=("stop", EVIL), guard=("stop", TRAITOR))
    assert GAME.turn(state)[CHANCE].choices == (GOOD, GUARD)
    assert counts(GAME.act(state, {CHANCE: GOOD})) == [1, 0, 0, 1, 0]
    assert counts(GAME.act(state, {CHANCE: GUARD})) == [0, 1, 1, 0, 1]


def test_when_time_is_up_somebody_who_may_call_must_point():
    state = dealt()
    for _ in range(GAME.ticks):
        state = tick(state)
    assert GAME.turn(state)[CHANCE].choices == (EVIL, GOOD, HOLDER, GUARD)
    state = GAME.act(state, {CHANCE: HOLDER})
    assert "You look for the Good Wizard" in scene(state, HOLDER)
    state = GAME.act(state, {HOLDER: GOOD})
    assert counts(state) == [0, 1, 1, 0, 1]


# Treasure


def able(state, game=GAME):
    """The seats that can do more than pass while treasure is counted."""
    return {seat for seat, ask in game.turn(state).items() if len(ask.verbs) > 1}


def passed(state, game=GAME):
    """The state after all who are asked pass."""
    return game.act(state, dict.fromkeys(game.turn(state), ("pass",)))


def test_who_is_asked_while_treasure_is_counted_does_not_tell_who_has_a_ring_or_ten_points():
    for rich in (("magic ring", "bag of gold"), ("crown jewels", "crown jewels"), ("bag of gold",) * 2):
        state = tick(dealt(hands=hands(rich, (), (), ("bag of gold",))), good=("stop", TRAITOR))
        assert set(GAME.turn(state)) == {EVIL, GOOD, HOLDER, TRAITOR, GUARD}
        view, ask = GAME.observe(state, GUARD), GAME.turn(state)[GUARD]
        assert ask.options() == (("pass",),)
        assert "You can only pass" in KIT.words.request(GAME, view, ask)


def test_who_is_asked_after_an_answer_does_not_tell_who_the_traitor_is():
    game = make_game(AreYouTheTraitor, PRESETS["gamebench"])
    state = game.act(dealt(game), {CHANCE: GUARD})
    state = game.act(state, {GUARD: (EVIL, "Who are you?")})
    asks = game.turn(game.act(state, {EVIL: "A friend."}))
    assert set(asks) == set(range(5))
    assert asks[TRAITOR].options() == (("wait",),)


def test_only_its_user_is_told_that_a_ring_was_too_late():
    state = tick(dealt(hands=hands(("magic ring",), (), (), ("magic ring",))), good=("stop", TRAITOR))
    state = GAME.act(state, {EVIL: ("ring", TRAITOR), TRAITOR: ("ring", EVIL)})
    state = GAME.act(state, {CHANCE: ((EVIL, TRAITOR), (TRAITOR, EVIL))})
    state = GAME.act(state, {CHANCE: "magic ring"})
    told = ["was not used on Player 1" in scene(state, seat) for seat in (None, *range(5))]
    assert told == [False, False, False, False, True, False]


def declared(state, *seats, game=GAME):
    """The state after these seats declare and all others who are asked pass; those named first are first."""
    moves = {seat: ("declare",) if seat in seats else ("pass",) for seat in game.turn(state)}
    state = game.act(state, moves)
    return game.act(state, {CHANCE: tuple((seat, None) for seat in seats)}) if len(seats) > 1 else state


def test_35_several_at_10_or_more_the_highest_wins_and_a_tie_is_shared():
    rich = hands(("crown jewels", "platinum pyramid"), ("platinum pyramid",) * 2, ("crown jewels",) * 2)
    state = tick(dealt(hands=rich), good=("stop", TRAITOR))
    assert [points(hand) for hand in state.hands] == [9, 11, 13, 0, 3]
    assert able(state) == {GOOD, HOLDER}
    state = passed(declared(state, GOOD, HOLDER))
    assert GAME.turn(state) == {}
    assert GAME.outcome(state).scores == (0, 0, 1, 0, 0)
    tied = hands((), ("platinum pyramid",) * 2, ("platinum pyramid",) * 2)
    state = passed(declared(tick(dealt(hands=tied), good=("stop", TRAITOR)), GOOD, HOLDER))
    assert GAME.outcome(state).scores == (0, 0.5, 0.5, 0, 0)


def test_36_totals_are_private_until_declared_and_the_game_goes_on_without_a_declaration():
    rich = hands((), ("platinum pyramid",) * 2)
    state = tick(dealt(hands=rich), good=("stop", TRAITOR))
    verbs = [verb for verb, _ in GAME.turn(state)[GOOD].verbs]
    assert verbs == ["pass", "declare"]
    assert "declare your 11 points" in KIT.words.request(
        GAME, GAME.observe(state, GOOD), GAME.turn(state)[GOOD]
    )
    quiet = declared(state)
    assert quiet.phase == "roles"
    told = declared(state, GOOD)
    assert "Player 2 declares 11 points." in scene(told, GUARD)
    assert "11 points" not in scene(quiet, GUARD)


def test_36_who_has_most_but_does_not_declare_does_not_win():
    rich = hands((), ("platinum pyramid",) * 2, ("crown jewels",) * 2)
    state = declared(tick(dealt(hands=rich), good=("stop", TRAITOR)), GOOD)
    assert able(state) == {HOLDER}
    state = declared(state)
    assert GAME.outcome(state).scores == (0, 1, 0, 0, 0)


def test_36_a_ring_that_is_first_resolves_before_the_points_are_counted():
    rich = hands(("magic ring",), ("platinum pyramid",) * 2)
    state = tick(dealt(hands=rich), good=("stop", TRAITOR))
    assert able(state) == {EVIL, GOOD}
    state = GAME.act(state, {EVIL: ("ring", GOOD), GOOD: ("declare",)})
    state = GAME.act(state, {CHANCE: ((EVIL, GOOD), (GOOD, None))})
    state = GAME.act(state, {CHANCE: "platinum pyramid"})
    assert GAME.outcome(state) is None
    assert "declares" not in scene(state, GUARD)
    assert [points(hand) for hand in state.hands] == [4, 7, 3, 0, 3]


def test_36_no_ring_takes_from_a_player_who_has_declared():
    rich = hands(("magic ring",), ("platinum pyramid",) * 2)
    state = tick(dealt(hands=rich), good=("stop", TRAITOR))
    state = GAME.act(state, {EVIL: ("ring", GOOD), GOOD: ("declare",)})
    state = GAME.act(state, {CHANCE: ((GOOD, None), (EVIL, GOOD))})
    assert points(state.hands[GOOD]) == 11
    assert state.hands[EVIL] == ("magic ring",)
    victims = dict(dict(GAME.turn(state)[EVIL].verbs)["ring"].parts)["victim"].choices
    assert victims == (HOLDER, GUARD)
    assert GAME.outcome(GAME.act(state, {EVIL: ("pass",)})).scores == (0, 1, 0, 0, 0)


def test_37_a_ring_may_be_used_while_others_count_and_lift_its_user_above_them():
    rich = hands(("magic ring", *("platinum pyramid",) * 2), ("platinum pyramid",) * 2)
    state = declared(tick(dealt(hands=rich), good=("stop", TRAITOR)), GOOD)
    state = GAME.act(state, {EVIL: ("ring", GUARD)})
    state = GAME.act(state, {CHANCE: "bag of gold"})
    state = passed(declared(state, EVIL))
    assert [points(hand) for hand in state.hands] == [11, 11, 3, 0, 0]
    assert GAME.outcome(state).scores == (0.5, 0.5, 0, 0, 0)


def test_37_the_user_picks_the_victim_and_ring_and_its_point_are_gone():
    state = tick(dealt(hands=hands(("magic ring",), ("silver goblet",))), good=("stop", TRAITOR))
    victims = dict(dict(GAME.turn(state)[EVIL].verbs)["ring"].parts)["victim"].choices
    assert victims == (GOOD, HOLDER, GUARD)
    state = GAME.act(state, {EVIL: ("ring", GUARD)})
    state = GAME.act(state, {CHANCE: "bag of gold"})
    assert state.hands[EVIL] == ("bag of gold",)
    assert state.hands[GUARD] == ()


def test_rule_sheet_a_statue_is_taken_first():
    assert loot(("crown jewels", "gilded statue", "magic ring")) == ("gilded statue",)
    state = tick(
        dealt(hands=hands(("magic ring",), ("crown jewels", "gilded statue"))), good=("stop", TRAITOR)
    )
    state = GAME.act(state, {EVIL: ("ring", GOOD)})
    assert GAME.turn(state)[CHANCE].choices == ("gilded statue",)


def test_bug_rings_that_were_stolen_or_have_no_victim_left_fall_away():
    """The published code raised an IndexError on a stale list of statue owners."""
    rich = hands(("magic ring",), (), (), ("magic ring",))
    state = tick(dealt(hands=rich), good=("stop", TRAITOR))
    state = GAME.act(state, {EVIL: ("ring", TRAITOR), TRAITOR: ("ring", EVIL)})
    state = GAME.act(state, {CHANCE: ((EVIL, TRAITOR), (TRAITOR, EVIL))})
    state = GAME.act(state, {CHANCE: "magic ring"})
    assert state.hands[EVIL] == ("magic ring",)
    assert state.hands[TRAITOR] == ()
    assert able(state) == {EVIL}
    assert GAME.act(state, {EVIL: ("pass",)}).phase == "roles"


def test_bug_the_treasure_deck_cannot_run_below_empty():
    short = replace(dealt(), deck=("bag of gold", "silver goblet"))
    state = tick(short, good=("stop", TRAITOR))
    assert sum(counts(state)) == 2
    assert "The deck is empty: there was no card for Player 5." in scene(state, EVIL)
    state = passed(state)
    assert GAME.outcome(state).scores[GOOD] == pytest.approx(3 / 5)


def test_bug_the_number_of_rounds_has_a_cap_and_then_everyone_scores_their_share():
    game = AreYouTheTraitor(rounds=1)
    state = game.act(dealt(game), {s: ("stop", TRAITOR) if s == GUARD else ("wait",) for s in range(5)})
    state = passed(state, game)
    assert game.outcome(state).scores == pytest.approx((0, 1 / 3, 1 / 3, 0, 1 / 3))


def test_33_the_papers_preset_counts_the_most_treasure_after_several_rounds():
    game = make_game(AreYouTheTraitor, {**PRESETS["gamebench"], "rounds": 1, "talk": "free"})
    deck = tuple(sorted(TREASURE, key=lambda card: card != "crown jewels"))
    state = game.act(
        dealt(game, deck=deck), {s: ("stop", TRAITOR) if s == GUARD else ("wait",) for s in range(5)}
    )
    assert [points(hand) for hand in state.hands][:3] == [0, 5, 5]
    state = passed(state, game)
    assert game.outcome(state).scores == (0, 0.5, 0.5, 0, 0)


def test_34_cards_count_for_whoever_held_the_seat_and_roles_change_every_round():
    state = passed(tick(dealt(), good=("stop", TRAITOR)))
    assert GAME.turn(state)[CHANCE].about == "roles"
    state = GAME.act(state, {CHANCE: ROLES[::-1]})
    assert counts(state) == [0, 1, 1, 0, 1]
    assert GAME.observe(state, 4).role == "Evil Wizard"
    assert GAME.teams(state) == ()


# What each knows


def test_38_up_to_five_players_nobody_is_told_the_key_holder():
    state = dealt()
    for seat in range(5):
        assert ("Key Holder" in scene(state, seat).split("You look")[0]) == (seat == HOLDER)


def test_38_from_six_players_on_all_but_the_wizards_are_told():
    game = AreYouTheTraitor(seats=6)
    state = dealt(game, (*ROLES, "Guard"))
    told = ["Player 3 is the Key Holder" in scene(state, seat, game) for seat in range(6)]
    assert told == [False, False, False, True, True, True]


def test_38_from_eight_players_on_traitors_see_each_other():
    game = AreYouTheTraitor(seats=8)
    state = dealt(game, (*ROLES, "Traitor", "Guard", "Guard"))
    assert "Player 6 is the Traitor" in scene(state, TRAITOR, game)
    for seat in (EVIL, GOOD, GUARD):
        assert "is the Traitor" not in scene(state, seat, game)


def test_39_each_wizard_knows_the_side_of_the_other_and_nobody_else_does():
    state = dealt()
    assert "Player 2 is the Good Wizard" in scene(state, EVIL)
    assert "Player 1 is the Evil Wizard" in scene(state, GOOD)
    for seat in (HOLDER, TRAITOR, GUARD):
        assert "is the Good Wizard" not in scene(state, seat)
        assert "The two wizards: Player 1 and Player 2." in scene(state, seat)


def test_bug_roles_are_dealt_anew_and_seat_numbers_do_not_tell_them():
    seen = {seat: set() for seat in range(5)}
    for seed in range(30):
        sample = sample_match(KIT, seed)
        for state in sample.states:
            for seat, role in enumerate(state.roles):
                seen[seat].add(role)
    assert all(roles == set(ROLES) for roles in seen.values())


def test_bug_everyone_hears_the_same_talk():
    state = tick(dealt(), guard=("say", "canary 4711"))
    for seat in (None, *range(5)):
        assert "canary 4711" in scene(state, seat)


def test_canary_treasure_is_known_to_its_owner_alone():
    state = tick(dealt(deck=("crown jewels", *(c for c in DECK if c != "crown jewels"), "crown jewels")),
                 good=("stop", TRAITOR))  # fmt: skip
    for seat in (None, *range(5)):
        told = scene(state, seat)
        assert ("You drew: crown jewels" in told) == (seat == GOOD)
        assert "Player 2: 1" in told or seat == GOOD


def test_canary_another_deal_of_what_is_hidden_looks_the_same():
    state = dealt()
    other = replace(state, roles=("Good Wizard", "Evil Wizard", "Traitor", "Key Holder", "Guard"))
    assert scene(other, GUARD) == scene(state, GUARD)
    assert scene(other, None) == scene(state, None)


def test_the_end_of_a_round_shows_all_roles():
    state = tick(dealt(), good=("stop", TRAITOR))
    for seat in (None, *range(5)):
        assert "Player 4: Traitor, Player 5: Guard" in scene(state, seat)


# The paper's talk


def test_the_papers_preset_has_one_question_and_answer_then_stops():
    game = make_game(AreYouTheTraitor, PRESETS["gamebench"])
    state = dealt(game)
    assert game.turn(state)[CHANCE].about == "asker"
    state = game.act(state, {CHANCE: TRAITOR})
    state = game.act(state, {TRAITOR: (GUARD, "Who are you?")})
    assert "Who are you?" in KIT.words.request(game, game.observe(state, GUARD), game.turn(state)[GUARD])
    state = game.act(state, {GUARD: "A friend."})
    assert set(game.turn(state)) == set(range(5))
    for seat in (None, *range(5)):
        assert "A friend." in scene(state, seat, game)
    state = game.act(state, dict.fromkeys(game.turn(state), ("wait",)))
    assert game.turn(state)[CHANCE].about == "asker"


# Players


def anyone(_context):
    return RandomPlayer()


@pytest.mark.slow
def test_the_reference_beats_random_players():
    won = 0.0
    for seed in range(40):
        players = [ReferencePlayer if (seat + seed) % 2 else anyone for seat in range(5)]
        match = asyncio.run(play(KIT, GAME, players, seed=str(seed)))
        share = sum(match.outcome.scores[seat] for seat in range(5) if (seat + seed) % 2)
        won += share - (0.4 if seed % 2 == 0 else 0.6)
    assert won / 40 > 0.05


def test_stops_do_not_depend_on_the_order_of_seats():
    rng = Random("order")
    for _ in range(20):
        state = dealt()
        moves = {seat: ask.sample(rng) for seat, ask in GAME.turn(state).items()}
        assert GAME.act(state, moves) == GAME.act(state, dict(reversed(moves.items())))


@pytest.mark.parametrize(
    "small", [{**PRESETS["gamebench"], "rounds": 2, "ticks": 2}, {"seats": 8, "rounds": 2, "ticks": 1}]
)
def test_the_contract_holds_for_other_options(small):
    assert breaches(KIT, small, range(1)) == []
