"""Sea Battle: rulings on its gaps, properties that any resolver must have, and faults of the published code.

Rulings: claims are decided together (fix point), B1 to B10. Original: collisions of ships of one class, as
YPPedia describes those of Puzzle Pirates.
"""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from agonist.core import CHANCE
from agonist.games.sea_battle import KIT, SeaBattle
from agonist.games.sea_battle.movement_and_shots import (
    COURSES,
    HEADINGS,
    SIDES,
    Ship,
    afloat,
    after_volley,
    sail,
    target,
    turned,
    volley,
)
from agonist.games.sea_battle.rules import State, fleet, team_of
from agonist.kit import make_game
from agonist.match import play
from agonist.players.simple import RandomPlayer, ReferencePlayer

GAME = SeaBattle()
RIM = GAME.all_rocks(())


def ships(*places):
    """A fleet from (x, y, heading[, damage])."""
    return {seat: Ship((x, y), heading, *damage) for seat, (x, y, heading, *damage) in enumerate(places)}


def sailed(places, courses, rocks=(), *, original=False):
    return sail(ships(*places), dict(enumerate(courses)), GAME.all_rocks(rocks), original=original).fleet


def seen(after):
    return [(*ship.cell, ship.heading, ship.damage) for _, ship in sorted(after.items())]


def sea(rng, count=6, size=8, rocks=4):
    """A crowded sea: rocks, ships and orders."""
    game = SeaBattle(size=size, rocks=rocks)
    cells = list(game.cells)
    rng.shuffle(cells)
    placed = {s: Ship(cells[s], rng.choice(HEADINGS), rng.randrange(10)) for s in range(count)}
    orders = {seat: (rng.choice(COURSES), rng.choice(SIDES)) for seat in placed}
    return game.all_rocks(cells[count : count + rocks]), placed, orders


def fought(rocks, placed, orders, *, original=False):
    after = sail(placed, {s: o[0] for s, o in orders.items()}, rocks, original=original).fleet
    firing = afloat(after)
    hits = volley(firing, {s: orders[s][1] for s in firing}, rocks)
    return {**after, **after_volley(firing, hits)}, hits


# Properties


@pytest.mark.parametrize("original", [False, True])
def test_bug_of_the_published_code_two_ships_in_one_cell_never_happens(original):
    rng = Random("cells")
    for _ in range(600):
        rocks, placed, orders = sea(rng)
        after, _ = fought(rocks, placed, orders, original=original)
        cells = [ship.cell for ship in after.values()]
        assert len(set(cells)) == len(cells)
        assert not rocks & set(cells)


@pytest.mark.parametrize("original", [False, True])
def test_the_order_of_seats_does_not_matter(original):
    rng = Random("seats")
    for _ in range(300):
        rocks, placed, orders = sea(rng)
        names = list(placed)
        rng.shuffle(names)
        swap = dict(enumerate(names))
        after, hits = fought(rocks, placed, orders, original=original)
        swapped, swapped_hits = fought(
            rocks, {swap[s]: x for s, x in placed.items()}, {swap[s]: x for s, x in orders.items()},
            original=original,
        )  # fmt: skip
        assert swapped == {swap[seat]: ship for seat, ship in after.items()}
        assert swapped_hits == {swap[s]: h if h is None else swap[h] for s, h in hits.items()}


@pytest.mark.parametrize("original", [False, True])
def test_mirrored_boards_give_mirrored_results(original):
    rng, flip = Random("mirror"), {"left": "right", "right": "left"}
    sides = {"east": "west", "west": "east"}

    def mirrored(ship):
        return replace(
            ship, cell=(7 - ship.cell[0], ship.cell[1]), heading=sides.get(ship.heading, ship.heading)
        )

    for _ in range(300):
        rocks, placed, orders = sea(rng)
        after, hits = fought(rocks, placed, orders, original=original)
        other, other_hits = fought(
            {(7 - x, y) for x, y in rocks},
            {seat: mirrored(ship) for seat, ship in placed.items()},
            {seat: tuple(flip.get(part, part) for part in order) for seat, order in orders.items()},
            original=original,
        )
        assert other == {seat: mirrored(ship) for seat, ship in after.items()}
        assert other_hits == hits


def test_boards_turned_by_a_quarter_give_turned_results():
    rng = Random("quarter")

    def rotated(ship):
        x, y = ship.cell
        return replace(ship, cell=(y, 7 - x), heading=turned(ship.heading, "right"))

    for _ in range(300):
        rocks, placed, orders = sea(rng)
        after, hits = fought(rocks, placed, orders)
        turn = {seat: rotated(ship) for seat, ship in placed.items()}
        other, other_hits = fought({(y, 7 - x) for x, y in rocks}, turn, orders)
        assert other == {seat: rotated(ship) for seat, ship in after.items()}
        assert other_hits == hits


# Rulings


@pytest.mark.parametrize(
    ("course", "end"),
    [("left", (4, 6, "west", 0)), ("right", (6, 6, "east", 0)), ("forward", (5, 6, "north", 0))],
)
def test_b8_x_east_y_north_and_left_is_counter_clockwise(course, end):
    assert seen(sailed([(5, 5, "north")], [course])) == [end]


def test_several_claimants_of_one_cell_all_stop_with_damage():
    after = sailed([(5, 5, "east"), (7, 5, "west"), (6, 4, "north")], ["forward"] * 3)
    assert seen(after) == [(5, 5, "east", 1), (7, 5, "west", 1), (6, 4, "north", 1)]


def test_bug_of_the_published_code_ships_that_meet_head_on_do_not_pass_through_each_other():
    after = sailed([(5, 5, "east"), (6, 5, "west")], ["forward", "forward"])
    assert seen(after) == [(5, 5, "east", 1), (6, 5, "west", 1)]


def test_bug_of_the_published_code_a_follower_cannot_enter_the_cell_of_one_that_was_stopped():
    after = sailed([(5, 5, "east"), (4, 5, "east"), (3, 5, "east")], ["forward"] * 3, rocks=[(6, 5)])
    assert seen(after) == [(5, 5, "east", 1), (4, 5, "east", 1), (3, 5, "east", 1)]


def test_b6_a_cell_vacated_in_the_same_step_is_free_in_rows_and_in_rings():
    assert seen(sailed([(5, 5, "east"), (4, 5, "east")], ["forward"] * 2)) == [
        (6, 5, "east", 0),
        (5, 5, "east", 0),
    ]
    ring = [(5, 5, "east"), (6, 5, "north"), (6, 6, "west"), (5, 6, "south")]
    assert [ship.damage for ship in sailed(ring, ["forward"] * 4).values()] == [0] * 4
    assert sailed(ring, ["forward"] * 4)[0].cell == (6, 5)


def test_b6_head_on_claims_of_the_second_step_both_stop():
    after = sailed([(5, 4, "north"), (6, 4, "north")], ["right", "left"])
    assert seen(after) == [(5, 5, "east", 0), (6, 5, "west", 0)]


def test_b5_at_most_one_damage_for_each_ship_and_step():
    after = sailed(
        [(5, 5, "north"), (4, 5, "east"), (6, 5, "west"), (5, 4, "north")], ["stay", *["forward"] * 3]
    )
    assert [ship.damage for ship in after.values()] == [1, 1, 1, 1]


@pytest.mark.parametrize("original", [False, True])
def test_b5_a_ship_stopped_by_a_rock_and_rammed_from_behind_takes_one_damage_and_is_told_of_one(original):
    placed = ships((5, 5, "east"), (4, 5, "east"))
    rocks = GAME.all_rocks([(6, 5)])
    after = sail(placed, {0: "forward", 1: "forward"}, rocks, original=original)
    assert seen(after.fleet) == [(5, 5, "east", 1), (4, 5, "east", 1)]
    assert (after.aground, after.struck) == ((0,), (1,))


@pytest.mark.parametrize("original", [False, True])
def test_b5_no_ship_takes_more_than_one_damage_a_step(original):
    rng = Random("at most")
    for _ in range(600):
        rocks, placed, orders = sea(rng)
        courses = {seat: course for seat, (course, _) in orders.items()}
        after = sail(placed, courses, rocks, original=original).fleet
        for seat, ship in after.items():
            steps = 2 if original or courses[seat] in SIDES else 1
            assert ship.damage - placed[seat].damage <= steps


def test_b5_a_ship_that_stays_is_hit_when_any_claim_on_its_cell_failed():
    after = sailed([(5, 5, "north"), (4, 5, "east")], ["stay", "forward"])
    assert seen(after) == [(5, 5, "north", 1), (4, 5, "east", 1)]


def test_simplified_a_stopped_turner_still_turns_and_makes_its_second_step():
    after = sailed([(5, 5, "north"), (5, 6, "east")], ["left", "stay"])
    assert seen(after) == [(4, 5, "west", 1), (5, 6, "east", 1)]


def test_simplified_ships_stop_each_other_in_the_second_step_without_damage_but_rocks_damage():
    assert seen(sailed([(5, 5, "north"), (6, 6, "north")], ["right", "stay"])) == [
        (5, 6, "east", 0),
        (6, 6, "north", 0),
    ]
    assert seen(sailed([(5, 5, "north")], ["right"], rocks=[(6, 6)])) == [(5, 6, "east", 1)]
    assert seen(sailed([(1, 22, "north")], ["left"])) == [(1, 22, "west", 2)]


def test_b2_cadesim_regression_of_two_sloops_only_the_bumped_one_moves_and_both_are_damaged():
    after = sailed([(5, 5, "east"), (6, 5, "north")], ["forward", "stay"], original=True)
    assert seen(after) == [(5, 5, "east", 1), (7, 5, "north", 1)]


def test_b2_original_a_ship_behind_the_one_that_bumps_finds_its_cell_taken():
    after = sailed(
        [(5, 5, "east"), (6, 5, "north"), (4, 5, "east")], ["forward", "stay", "forward"], original=True
    )
    assert seen(after) == [(5, 5, "east", 1), (7, 5, "north", 1), (4, 5, "east", 1)]


def test_b2_original_nothing_is_bumped_into_a_rock_a_ship_or_a_claimed_cell():
    for extra, rocks in (([], [(7, 5)]), ([(7, 5, "east")], []), ([(7, 4, "north")], [])):
        courses = ["forward", "stay", *["forward"] * len(extra)]
        after = sailed([(5, 5, "east"), (6, 5, "north"), *extra], courses, rocks, original=True)
        assert after[0].cell == (5, 5)
        assert after[1].cell == (6, 5)
        assert (after[0].damage, after[1].damage) == (1, 1)


def test_b2_original_a_turner_and_the_simplified_game_do_not_bump():
    assert sailed([(5, 5, "east"), (6, 5, "north")], ["left", "stay"], original=True)[1].cell == (6, 5)
    assert sailed([(5, 5, "east"), (6, 5, "north")], ["forward", "stay"])[1].cell == (6, 5)


def test_b3_original_a_turner_stopped_in_step_1_turns_and_makes_no_second_step():
    after = sailed([(5, 5, "north"), (5, 6, "east")], ["left", "stay"], original=True)
    assert seen(after) == [(5, 5, "west", 1), (5, 6, "east", 1)]


def test_b4_original_collisions_of_the_second_step_damage_too():
    after = sailed([(5, 5, "north"), (6, 6, "north")], ["right", "stay"], original=True)
    assert seen(after) == [(5, 6, "east", 1), (6, 6, "north", 1)]


def battle(places, turn=1, **options):
    game = make_game(SeaBattle, {"seats": len(places), "rocks": 0, **options})
    return game, State(game.size, "orders", ships=tuple(ships(*places).values()), turn=turn)


def test_b7_a_fatally_rammed_ship_does_not_fire():
    game, state = battle([(5, 5, "north", 9), (3, 5, "north"), (5, 6, "east"), (10, 10, "north")])
    after = game.act(state, {0: ("forward", "left"), **dict.fromkeys((1, 2, 3), ("stay", "right"))})
    assert after.ships[0].damage == 10
    assert after.ships[1].damage == 0
    assert ("sunk", (0,)) in game.observe(after, 1).log


def test_b7_ships_sink_each_other_and_no_ship_left_is_a_draw():
    game, state = battle([(5, 5, "north", 9), (7, 5, "north", 8)])
    after = game.act(state, {0: ("stay", "right"), 1: ("stay", "left")})
    assert game.outcome(after).scores == (0.5, 0.5)
    assert game.turn(after) == {}


def test_bug_of_the_published_code_a_ship_that_is_being_sunk_still_stops_shots_of_the_same_volley():
    placed = ships((5, 5, "north"), (4, 5, "north"), (3, 5, "north", 8), (2, 5, "north"))
    line = {seat: placed[seat] for seat in (0, 2, 3)} | {4: Ship((3, 7), "east")}
    assert volley(line, {0: "left", 2: "left", 3: "left", 4: "right"}, RIM) == {0: 2, 2: 3, 3: None, 4: 2}


def test_b10_rocks_stop_shots_friends_are_hit_and_shots_fly_three_cells():
    placed = ships((5, 5, "north"), (9, 9, "north"), (8, 5, "north"))
    assert target(placed, 0, "right", RIM) == 2
    assert target(placed, 0, "right", RIM | {(7, 5)}) is None
    assert target(ships((5, 5, "north"), (9, 5, "north")), 0, "right", RIM) is None


def test_b1_damage_is_two_a_shot_one_a_ramming_and_ten_sinks():
    game, state = battle([(5, 5, "north"), (7, 5, "north")])
    after = game.act(state, {0: ("stay", "right"), 1: ("stay", "right")})
    assert [ship.damage for ship in after.ships] == [0, 2]
    assert [Ship((1, 1), "north", damage).afloat for damage in (9, 10)] == [True, False]


def test_b9_at_the_cap_each_team_scores_its_share_of_the_health_left():
    game, state = battle([(5, 5, "north", 4), (9, 9, "north", 8)], turn=60)
    after = game.act(state, dict.fromkeys((0, 1), ("stay", "right")))
    assert game.outcome(after).scores == (0.75, 0.25)


def test_a_team_with_the_only_ships_left_wins_though_most_of_it_is_sunk():
    game, state = battle([(5, 5, "north", 10), (7, 7, "north", 10), (3, 3, "east"), (3, 4, "north", 8)])
    after = game.act(state, {2: ("stay", "left"), 3: ("stay", "left")})
    assert game.outcome(after).scores == (1, 0, 1, 0)
    assert game.outcome(after).teams == ((0, 2), (1, 3))


def test_sunk_ships_get_no_orders_and_block_nothing():
    game, state = battle([(5, 5, "north"), (5, 6, "north", 10), (9, 9, "north"), (12, 12, "north")])
    assert set(game.turn(state)) == {0, 2, 3}
    after = game.act(state, dict.fromkeys((0, 2, 3), ("forward", "left")))
    assert after.ships[0].cell == (5, 6)


def dealt(game, rng):
    state = game.new()
    while CHANCE in (asks := game.turn(state)):
        state = game.act(state, {CHANCE: asks[CHANCE].sample(rng)})
    return state


def test_everyone_is_told_the_reach_the_damage_and_how_every_ship_fares():
    state = dealt(GAME, Random("told"))
    rules, scene = KIT.words.rules(GAME), KIT.words.scene(GAME, GAME.observe(state, 2))
    assert "A shot flies 3 cells" in rules
    assert all(f"Player {n}" in scene for n in range(1, 7))
    assert scene.count("damage 0 of 10") == 6
    assert max(map(len, scene.splitlines())) < 120


def test_signals_reach_ones_own_team_and_nobody_else():
    game = SeaBattle(chat=True)
    state = dealt(game, Random("chat"))
    assert set(game.turn(state)) == set(fleet(state))
    state = game.act(state, {seat: "canary 7319" if seat == 1 else "" for seat in range(6)})
    for seat in (None, *range(6)):
        told = KIT.words.scene(game, game.observe(state, seat))
        assert ("canary 7319" in told) == (seat in (3, 5))
    assert team_of(6, 1) == (1, 3, 5)


def anyone(_context):
    return RandomPlayer()


def test_the_reference_beats_random_captains():
    game = SeaBattle(seats=2, size=10, rocks=4, turns=20)
    won = 0.0
    for seed in range(6):
        players = [ReferencePlayer, anyone] if seed % 2 else [anyone, ReferencePlayer]
        match = asyncio.run(play(KIT, game, players, seed=str(seed)))
        won += match.outcome.scores[1 - seed % 2]
    assert won > 5


def test_the_rules_tell_of_rocks_and_of_a_team_only_where_there_are_any():
    def told(**options):
        return KIT.words.rules(make_game(SeaBattle, options))

    assert "there are rocks inside too" in told()
    assert "there are rocks inside too" not in told(rocks=0)
    assert "cannot talk to your team" in told()
    assert "talk to your team" not in told(seats=2)
    assert "signal" not in told(seats=2, chat=True)
