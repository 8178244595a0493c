"""Air, Land & Sea: the revised rulebook case by case, the rulings for what it leaves open, and each bug that
GameBench's published code has."""

import asyncio
from dataclasses import replace

import pytest

from agonist.core import CHANCE, IllegalAction, UsageError
from agonist.games.air_land_sea import KIT, AirLandSea
from agonist.games.air_land_sea.battle import withdrawal
from agonist.games.air_land_sea.cards import CARDS
from agonist.games.air_land_sea.field import Field, Lying
from agonist.games.air_land_sea.state import Pending, PublicState, State
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer
from agonist.suites.gamebench.share_rule import share_of

GAME = AirLandSea()
ROW = ("Air", "Land", "Sea")


def lying(text):
    """`Air 3` lies face up, `-Air 3` facedown, `?Air 3` facedown but both have seen it."""
    return Lying(text.lstrip("-?"), up=text[0] not in "-?", seen=text[0] != "-")


def battle(
    *, hands=((), ()), row=ROW, first=0, player=0, deck=(), dropping=(False, False), points=(0, 0), **stacks
):
    """A battle under way: stacks are given as `air0=("Air 3", "-Sea 1")`, bottom to top."""
    field = Field(row)
    for where, cards in stacks.items():
        field = field.with_stack(where[:-1].title(), int(where[-1]), tuple(map(lying, cards)))
    table = PublicState(
        phase="battle",
        field=field,
        first=first,
        battle=1,
        points=points,
        player=player,
        dropping=dropping,
        todo=(Pending("play", player),),
    )
    return State(table, tuple(map(tuple, hands)), tuple(deck))


def after(state, *answers):
    """The state after these answers, each given by whoever is asked."""
    for answer in answers:
        ((seat, ask),) = GAME.turn(state).items()
        ask.check(answer)
        state = GAME.act(state, {seat: answer})
    return state


def asked(state):
    """Who is asked for what, and the options."""
    ((seat, ask),) = GAME.turn(state).items()
    return seat, ask.about, tuple(ask.options())


def cards(state, theater, side):
    return [("" if c.up else "-") + c.card for c in state.table.field.stack(theater, side)]


def total(state, theater, side):
    return state.table.field.total(theater, side)


def opened(row=ROW, first=0, deal=CARDS):
    state = GAME.new()
    for drawn in (row, first, deal):
        state = GAME.act(state, {CHANCE: drawn})
    return state


# The rulebook


def test_rulebook_setup_six_cards_each_and_six_in_the_deck_and_the_1st_player_begins():
    state = opened(first=1)
    assert [len(hand) for hand in state.hands] == [6, 6]
    assert len(state.deck) == 6
    assert asked(state)[:2] == (1, "play")


def test_rulebook_a_card_is_deployed_where_it_belongs_and_improvised_anywhere():
    state = battle(hands=(("Air 6",), ("Sea 6",)))
    assert set(asked(state)[2]) == {
        ("deploy", ("Air 6", "Air")),
        *(("improvise", "Air 6", theater) for theater in ROW),
        ("withdraw",),
    }


@pytest.mark.parametrize(
    ("seat", "by_cards"),
    [(0, {0: 6, 1: 4, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2}), (1, {0: 6, 1: 6, 2: 4, 3: 3, 4: 3, 5: 2, 6: 2})],
)
def test_rulebook_table_of_withdrawal_for_the_1st_and_the_2nd_player(seat, by_cards):
    table = battle(first=0).table
    assert {cards: withdrawal(table, seat, cards) for cards in range(7)} == by_cards


def test_rulebook_ties_and_empty_theaters_go_to_the_1st_player():
    state = battle(first=1, air0=["Air 6"], air1=["-Sea 6", "-Sea 5", "-Sea 4"])
    field = state.table.field
    assert [field.controller(theater, 1) for theater in ROW] == [1, 1, 1]
    assert [field.controller(theater, 0) for theater in ROW] == [0, 0, 0]


def test_rulebook_most_theaters_win_6_points_when_all_cards_are_played():
    state = battle(hands=(("Air 6",), ()), first=1, land0=["Land 6"], sea1=["Sea 3"])
    state = after(state, ("deploy", ("Air 6", "Air")))
    assert state.table.points == (6, 0)
    assert state.table.phase == "deal"


def test_rulebook_the_first_with_12_points_wins_the_war():
    state = battle(hands=(("Air 6",), ("Sea 1",)), points=(3, 10))
    state = after(state, ("withdraw",))
    assert GAME.turn(state) == {}
    assert GAME.outcome(state).scores == (3, 14)


def test_bug_of_the_published_code_the_rightmost_theater_moves_to_the_far_left_and_roles_swap():
    state = after(battle(hands=(("Air 6",), ("Sea 1",)), row=("Sea", "Air", "Land"), first=0), ("withdraw",))
    assert state.table.field.row == ("Land", "Sea", "Air")
    assert state.table.first == 1


def test_rulebook_all_eighteen_cards_are_shuffled_and_dealt_anew():
    state = after(battle(hands=(("Air 6",), ("Sea 1",)), air0=["Air 1"]), ("withdraw",))
    assert GAME.turn(state)[CHANCE].things == CARDS
    state = GAME.act(state, {CHANCE: CARDS})
    assert not any(cards(state, theater, side) for theater in ROW for side in (0, 1))
    assert state.hands[1] == CARDS[6:12]


def test_rulebook_a_player_without_cards_is_skipped():
    state = battle(hands=(("Air 6",), ("Sea 6", "Sea 3")))
    state = after(state, ("deploy", ("Air 6", "Air")), ("deploy", ("Sea 6", "Sea")))
    assert asked(state)[0] == 1


def test_rulebook_a_facedown_card_has_strength_2_and_no_ability():
    state = after(battle(hands=(("Land 5", "Air 6"), ("Sea 6",))), ("improvise", "Land 5", "Air"))
    assert total(state, "Air", 0) == 2
    assert asked(state)[:2] == (1, "play")


def test_rulebook_an_ongoing_ability_works_though_it_is_covered():
    state = battle(land0=["Sea 2", "Land 6"], air0=["-Air 6"])
    assert total(state, "Air", 0) == 4


def test_rulebook_a_flip_triggers_the_ability_for_the_owner_of_the_card():
    state = battle(hands=(("Air 3", "Air 6"), ("Sea 6",)), land1=["-Land 2"])
    state = after(state, ("deploy", ("Air 3", "Air")), ("Land", 1))
    assert cards(state, "Land", 1) == ["Land 2"]
    assert asked(state)[:2] == (1, "ambush")


def test_rulebook_an_ability_that_cannot_be_used_is_skipped():
    state = after(battle(hands=(("Air 3", "Air 6"), ("Sea 6",))), ("deploy", ("Air 3", "Air")))
    assert asked(state)[:2] == (1, "play")


def test_rulebook_mandatory_abilities_leave_no_way_out_and_optional_ones_do():
    state = battle(hands=(("Land 2", "Sea 1"), ("Sea 6",)), air0=["-Air 6"])
    assert ("stay",) not in asked(after(state, ("deploy", ("Land 2", "Land"))))[2]
    assert ("stay",) in asked(after(state, ("deploy", ("Sea 1", "Sea"))))[2]


def test_rulebook_maneuver_reaches_both_sides_next_door_and_only_there():
    state = battle(hands=(("Air 3", "Air 6"), ("Sea 6",)), land0=["-Sea 3"], land1=["Land 6"], sea1=["Sea 5"])
    state = after(state, ("deploy", ("Air 3", "Air")))
    assert set(asked(state)[2]) == {("Land", 0), ("Land", 1)}


def test_rulebook_only_uncovered_cards_are_flipped():
    state = battle(hands=(("Land 2", "Air 6"), ("Sea 6",)), sea1=["-Sea 3", "-Sea 2"])
    state = after(state, ("deploy", ("Land 2", "Land")), ("Sea", 1))
    assert cards(state, "Sea", 1) == ["-Sea 3", "Sea 2"]


def test_rulebook_containment_destroys_facedown_plays_of_either_side():
    state = battle(hands=(("Air 6", "Air 2"), ("Sea 6", "Land 6")), air1=["Air 5"])
    state = after(state, ("improvise", "Air 6", "Land"), ("improvise", "Sea 6", "Sea"))
    assert [gone.card for gone in state.table.destroyed] == ["Air 6", "Sea 6"]
    assert not cards(state, "Land", 0)
    assert not cards(state, "Sea", 1)


def test_rulebook_blockade_destroys_the_fourth_card_next_door_whoever_plays_it():
    state = battle(
        hands=(("Land 6", "Air 6"), ("Land 2", "Land 1")),
        sea0=["Sea 5"],
        land0=["-Air 1"],
        land1=["-Sea 1", "-Sea 2"],
    )
    state = after(state, ("deploy", ("Land 6", "Land")), ("deploy", ("Land 2", "Land")))
    assert [gone.card for gone in state.table.destroyed] == ["Land 6", "Land 2"]
    assert asked(state)[:2] == (0, "play")


def test_rulebook_blockade_leaves_the_third_card_and_its_own_theater_alone():
    state = battle(
        hands=(("Land 6", "Sea 6"), ("Air 1",)),
        sea0=["Sea 5", "-Air 4"],
        sea1=["-Land 3"],
        land1=["-Sea 1", "-Sea 2"],
    )
    assert not after(state, ("deploy", ("Land 6", "Land"))).table.destroyed
    assert not after(state, ("deploy", ("Sea 6", "Sea"))).table.destroyed


def test_rulebook_moving_and_flipping_are_not_playing():
    state = battle(
        hands=(("Sea 1", "Air 6"), ("Sea 6",)),
        air1=["Air 5"],
        sea0=["Sea 5"],
        air0=["-Air 2"],
        land0=["-Air 1"],
        land1=["-Sea 2", "-Sea 3"],
    )
    state = after(state, ("deploy", ("Sea 1", "Sea")), ("Air", 0, "Land"))
    assert cards(state, "Land", 0) == ["-Air 1", "-Air 2"]
    assert not state.table.destroyed


def test_rulebook_aerodrome_lets_cards_of_strength_3_or_less_land_anywhere():
    state = battle(hands=(("Sea 3", "Sea 4"), ("Land 3",)), air0=["Air 4"])
    deploys = [option for option in asked(state)[2] if option[0] == "deploy"]
    assert deploys == [*(("deploy", ("Sea 3", theater)) for theater in ROW), ("deploy", ("Sea 4", "Sea"))]


def test_rulebook_air_drop_lets_the_next_card_land_anywhere():
    state = after(battle(hands=(("Air 2", "Sea 6"), ("Land 6", "Land 3"))), ("deploy", ("Air 2", "Air")))
    assert ("deploy", ("Land 6", "Sea")) not in asked(state)[2]
    state = after(state, ("deploy", ("Land 6", "Land")))
    assert ("deploy", ("Sea 6", "Air")) in asked(state)[2]


def test_rulebook_disrupt_is_instant_and_finishes_both_flips_before_what_they_trigger():
    state = battle(hands=(("Land 5", "Air 6"), ("Sea 6",)), air0=["-Land 2"], sea1=["-Sea 3"])
    state = after(state, ("deploy", ("Land 5", "Land")))
    assert asked(state)[:2] == (0, "disrupt")
    state = after(state, ("Air", 0))
    assert asked(state)[:2] == (1, "disrupt")
    state = after(state, ("Sea", 1))
    assert asked(state)[:2] == (0, "ambush")
    state = after(state, ("Land", 0))
    assert asked(state)[:2] == (1, "maneuver")


def test_bug_of_the_published_code_disrupt_asks_each_player_for_their_own_flip():
    state = battle(hands=(("Land 5", "Air 6"), ("Sea 6",)), air0=["Air 1"], air1=["-Sea 3"])
    seat, _, options = asked(after(state, ("deploy", ("Land 5", "Land")), ("Air", 0)))
    assert (seat, options) == (1, (("Air", 1),))


def test_rulebook_order_of_strength_base_then_cover_fire_then_support():
    state = battle(land0=["Land 6", "-Air 6", "Land 4", "Sea 3"], air0=["Air 1"])
    assert state.table.field.strengths("Land", 0) == (4, 4, 4, 3)
    assert total(state, "Land", 0) == 15 + 3


def test_bug_of_the_published_code_escalation_and_cover_fire_work_in_the_leftmost_theater():
    assert total(battle(row=("Sea", "Air", "Land"), sea0=["Sea 2"], land0=["-Air 6"]), "Land", 0) == 4
    assert total(battle(row=("Land", "Air", "Sea"), land0=["-Sea 1", "Land 4"]), "Land", 0) == 8


def test_bug_of_the_published_code_the_effect_of_the_last_card_counts_in_the_end():
    state = battle(
        hands=(("Sea 2",), ()), first=1, air0=["-Air 6"], air1=["Air 3"], sea0=["Sea 3"], land1=["Land 6"]
    )
    assert after(state, ("deploy", ("Sea 2", "Sea"))).table.points == (6, 0)


def test_bug_of_the_published_code_destroyed_cards_go_facedown_under_the_deck():
    state = battle(hands=(("Air 6", "Land 1"), ("Sea 6", "Sea 3")), air1=["Air 5"], deck=())
    state = after(
        state, ("improvise", "Air 6", "Land"), ("deploy", ("Sea 3", "Sea")), ("deploy", ("Land 1", "Land"))
    )
    assert GAME.observe(state, 0).drawn == "Air 6"
    assert GAME.observe(state, 1).drawn is None


def test_bug_of_the_published_code_containment_destroys_what_reinforce_plays():
    state = battle(hands=(("Land 1", "Air 6"), ("Sea 6",)), air1=["Air 5"], deck=["Sea 2"])
    state = after(state, ("deploy", ("Land 1", "Land")), "Sea")
    assert [gone.card for gone in state.table.destroyed] == ["Sea 2"]


def test_bug_of_the_published_code_the_points_of_both_are_told():
    state = battle(hands=(("Air 6",), ("Sea 6",)), points=(4, 9))
    for seat in (0, 1):
        told = KIT.words.scene(GAME, GAME.observe(state, seat))
        assert ("you 4, Player 2 9" in told) if seat == 0 else ("you 9, Player 1 4" in told)


def test_bug_of_the_published_code_a_facedown_card_is_told_with_its_strength_under_escalation():
    state = battle(hands=(("Air 6",), ("Sea 6",)), sea1=["Sea 2"], air1=["-Air 1"])
    assert "facedown card, counts 4" in KIT.words.scene(GAME, GAME.observe(state, 0))


# The rulings


def test_ruling_1_transport_reaches_covered_cards_face_up_or_down_and_itself():
    state = battle(hands=(("Sea 1", "Air 6"), ("Sea 6",)), air0=["-Air 5", "Air 4"])
    state = after(state, ("deploy", ("Sea 1", "Sea")))
    assert {("Air", 0, "Land"), ("Air", 1, "Sea"), ("Sea", 0, "Air")} <= set(asked(state)[2])
    state = after(state, ("Air", 0, "Sea"))
    assert cards(state, "Sea", 0) == ["Sea 1", "-Air 5"]
    assert cards(state, "Air", 0) == ["Air 4"]


def test_ruling_1_redeploy_reaches_covered_facedown_cards_only():
    state = battle(hands=(("Sea 4", "Air 6"), ("Sea 6",)), air0=["-Air 5", "Air 4"])
    state = after(state, ("deploy", ("Sea 4", "Sea")))
    assert asked(state)[2] == (("stay",), ("Air", 0))


def test_ruling_2_ambush_may_flip_itself_and_must_if_it_is_the_only_card():
    state = after(battle(hands=(("Land 2", "Air 6"), ("Sea 6",))), ("deploy", ("Land 2", "Land")))
    assert asked(state)[2] == (("Land", 0),)
    assert cards(after(state, ("Land", 0)), "Land", 0) == ["-Land 2"]


def test_ruling_2_disrupt_flipped_by_its_owner_still_resolves_fully():
    state = battle(hands=(("Land 5", "Air 6"), ("Sea 6",)), sea1=["-Sea 6"])
    state = after(state, ("deploy", ("Land 5", "Land")), ("Land", 0))
    assert cards(state, "Land", 0) == ["-Land 5"]
    assert asked(state)[:2] == (1, "disrupt")


def test_ruling_3_an_ability_that_waits_resolves_though_its_card_is_flipped_facedown_before():
    state = battle(hands=(("Land 5", "Air 6"), ("Sea 6",)), air0=["-Land 2"], land1=["-Air 3"])
    state = after(state, ("deploy", ("Land 5", "Land")), ("Air", 0), ("Land", 1), ("Land", 1))
    assert cards(state, "Land", 1) == ["-Air 3"]
    assert asked(state)[:2] == (1, "maneuver")


def test_ruling_4_abilities_resolve_first_in_first_out():
    state = battle(
        hands=(("Land 5", "Air 6"), ("Sea 6",)), air0=["-Land 2"], air1=["-Sea 3"], sea1=["-Land 3"]
    )
    state = after(state, ("deploy", ("Land 5", "Land")), ("Air", 0), ("Air", 1))
    assert [step.kind for step in state.table.todo] == ["ambush", "maneuver"]
    state = after(state, ("Sea", 1))
    assert [(step.kind, step.theater) for step in state.table.todo] == [
        ("maneuver", "Air"),
        ("maneuver", "Sea"),
    ]


def test_ruling_5_aerodrome_helps_its_owner_only_and_only_from_the_hand():
    state = battle(hands=(("Sea 3",), ("Land 3",)), air1=["Air 4"])
    assert ("deploy", ("Sea 3", "Air")) not in asked(state)[2]


def test_ruling_5_aerodrome_covers_the_extra_play_of_redeploy():
    state = battle(hands=(("Sea 4", "Air 6"), ("Sea 6",)), air0=["Air 4"], land0=["-Land 3"])
    state = after(state, ("deploy", ("Sea 4", "Sea")), ("Land", 0))
    assert ("deploy", ("Land 3", "Sea")) in asked(state)[2]


@pytest.mark.parametrize("how", [("deploy", ("Land 6", "Land")), ("improvise", "Land 6", "Land")])
def test_ruling_6_air_drop_is_used_up_by_the_next_play_of_any_kind(how):
    state = battle(hands=(("Land 6", "Sea 6"), ("Land 3",)), dropping=(True, False))
    assert after(state, how).table.dropping == (False, False)


@pytest.mark.parametrize(
    ("card", "ability", "deck"), [("Land 1", "Reinforce", ()), ("Air 3", "Maneuver", ("Sea 1",))]
)
def test_an_ability_that_finds_no_card_is_told(card, ability, deck):
    state = battle(hands=((card, "Sea 6"), ("Sea 5",)), deck=deck)
    state = after(state, ("deploy", (card, card.split()[0])))
    assert asked(state)[:2] == (1, "play")
    for seat, whose in ((None, "Player 1's"), (0, "Your"), (1, "Player 1's")):
        view = GAME.observe(state, seat)
        assert f"{whose} {ability} has no effect" in KIT.words.sentence(GAME, view, view.log[-1])


def test_players_are_told_that_a_rating_by_shares_counts_every_point():
    assert "share of both players' points" in KIT.words.rules(GAME)


def test_ruling_6_reinforce_uses_up_an_air_drop_too():
    state = battle(
        hands=(("Air 3", "Sea 6"), ("Sea 5",)), dropping=(False, True), land1=["-Land 1"], deck=["Sea 2"]
    )
    state = after(state, ("deploy", ("Air 3", "Air")), ("Land", 1))
    assert state.table.dropping == (False, True)
    assert after(state, "Sea").table.dropping == (False, False)


def test_ruling_6_a_flip_on_the_enemys_turn_arms_an_air_drop():
    state = battle(hands=(("Sea 3", "Air 6"), ("Sea 6",)), row=("Sea", "Air", "Land"), air1=["-Air 2"])
    state = after(state, ("deploy", ("Sea 3", "Sea")), ("Air", 1))
    assert state.table.dropping == (False, True)
    assert ("deploy", ("Sea 6", "Land")) in asked(state)[2]


def test_ruling_7_the_extra_play_follows_the_normal_rules_and_is_no_withdrawal():
    state = battle(hands=(("Sea 4",), ("Sea 6",)), land0=["-Land 3"])
    state = after(state, ("deploy", ("Sea 4", "Sea")), ("Land", 0))
    assert asked(state)[:2] == (0, "extra_play")
    assert {option[0] for option in asked(state)[2]} == {"deploy", "improvise"}
    assert ("deploy", ("Land 3", "Sea")) not in asked(state)[2]
    with pytest.raises(IllegalAction):
        after(state, ("withdraw",))


def test_ruling_7_redeploy_flipped_on_the_enemys_turn_acts_at_once_and_leaves_the_turns_alone():
    state = battle(hands=(("Air 3", "Air 6"), ("Sea 6",)), land1=["-Land 6", "-Sea 4"])
    state = after(state, ("deploy", ("Air 3", "Air")), ("Land", 1))
    assert asked(state)[:2] == (1, "redeploy")
    state = after(state, ("Land", 0), ("deploy", ("Land 6", "Land")))
    assert asked(state)[:2] == (1, "play")


def test_ruling_8_reinforce_shows_the_card_to_its_owner_alone_before_the_theater_is_chosen():
    state = battle(hands=(("Land 1", "Air 6"), ("Sea 6",)), deck=["Sea 2", "Air 1"])
    state = after(state, ("deploy", ("Land 1", "Land")))
    assert asked(state)[1:] == ("reinforce", ("Air", "Sea"))
    assert [GAME.observe(state, seat).drawn for seat in (None, 0, 1)] == [None, "Sea 2", None]
    state = after(state, "Air")
    assert cards(state, "Air", 0) == ["-Sea 2"]
    assert GAME.observe(state, 1).table.field.stack("Air", 0) == (Lying(None, up=False),)


def test_ruling_9_support_counts_3_next_to_an_empty_theater():
    state = battle(row=("Land", "Air", "Sea"), air0=["Air 1"])
    assert [total(state, theater, 0) for theater in ("Land", "Air", "Sea")] == [3, 1, 3]


def test_ruling_10_what_is_destroyed_facedown_stays_unseen_and_what_blockade_destroyed_face_up_was_seen():
    state = battle(
        hands=(("Air 6", "Land 6"), ("Sea 6", "Land 2")),
        air1=["Air 5"],
        sea0=["Sea 5"],
        land0=["-Air 1"],
        land1=["-Sea 1", "-Sea 2"],
    )
    state = after(
        state, ("improvise", "Air 6", "Air"), ("deploy", ("Sea 6", "Sea")), ("deploy", ("Land 6", "Land"))
    )
    assert [gone.card for gone in GAME.observe(state, 0).table.destroyed] == ["Air 6", "Land 6"]
    assert [gone.card for gone in GAME.observe(state, 1).table.destroyed] == [None, "Land 6"]


# Views and words


def everything_told(state, seat):
    view = GAME.observe(state, seat)
    ask = GAME.turn(state).get(seat)
    request = KIT.words.request(GAME, view, ask) if ask else ""
    return f"{view} {KIT.words.scene(GAME, view)} {request}"


def test_canary_the_other_hand_the_deck_and_facedown_cards_are_told_to_nobody():
    state = after(opened(), ("improvise", "Air 2", "Sea"))
    for seat, hidden in ((1, {*CARDS[:6], *CARDS[12:]}), (0, {*CARDS[6:]}), (None, set(CARDS))):
        told = everything_told(state, seat)
        assert [card for card in hidden if card in told] == []


def test_a_card_that_both_have_seen_and_that_lies_facedown_again_is_known_to_both():
    state = battle(hands=(("Land 2", "Air 6"), ("Sea 6",)), sea1=["Sea 3"])
    state = after(state, ("deploy", ("Land 2", "Land")), ("Sea", 1))
    assert GAME.observe(state, 0).table.field.stack("Sea", 1) == (Lying("Sea 3", up=False, seen=True),)


def test_the_war_must_be_won_with_a_point_or_more():
    with pytest.raises(UsageError, match="to_win is from 1 to 60, not 0"):
        AirLandSea(to_win=0)


def test_the_reference_player_wins_nearly_all_against_random_play_on_mirrored_deals():
    game, share = AirLandSea(to_win=6), 0.0
    for seed in range(6):
        for sides in ((0,), (1,)), ((1,), (0,)):
            players = [ReferencePlayer if seat in sides[0] else random_player for seat in range(game.seats)]
            scores = asyncio.run(play(KIT, game, players, seed=str(seed))).outcome.scores
            share += share_of("air_land_sea", scores, sides)[0] / 12
    assert share > 0.8


def random_player(_context):
    return RandomPlayer()


def test_where_the_weaker_side_controls_the_stronger_loses_and_ties_stay_with_the_1st_player():
    field = battle(air0=("Air 3",), air1=("Air 2",), sea0=("-Sea 1",), sea1=("-Sea 2",)).table.field
    for weaker in (False, True):
        now = replace(field, weaker=weaker)
        assert [now.controller(theater, 0) for theater in ROW] == [int(weaker), 0, 0]
    game = AirLandSea(control="weaker")
    state = game.act(game.new(), {CHANCE: ROW})
    assert state.table.field.weaker
    assert "less strength controls" in KIT.words.rules(game)
