"""All hands of a moment: nothing that a seat sees is missing, and only who may see everything gets them."""

from random import Random

import pytest
from tests.reports.conftest import play_run

from agonist.arena.match_visibility import ALL, BYSTANDER
from agonist.arena.replay.all_hands import YOU, hands_of, side_by_side
from agonist.arena.replay.shown_match import Replay
from agonist.core import uniform
from agonist.games import KITS
from agonist.kit.picture import Cell, Label, Picture
from agonist.store import Store


def dealt(name, moves=6):
    """A state in the first moves of a random match."""
    kit = KITS[name]
    game, rng = kit.game(), Random(4)
    state = game.new()
    for _ in range(moves):
        if asks := game.turn(state):
            state = game.act(state, {seat: uniform(ask, rng) for seat, ask in asks.items()})
    return kit, game, state


def words(picture):
    return {(shape.text.replace(YOU, ""), *getattr(shape, "lines", ())) for shape in picture.shapes}


@pytest.mark.parametrize(
    ("name", "moves"),
    [("texas_holdem", 6), ("liars_dice", 2), ("werewolf", 6), ("avalon", 6), ("pit", 6), ("codenames", 6)],
)
def test_what_any_seat_sees_and_a_bystander_does_not_is_in_the_pictures(name, moves):
    kit, game, state = dealt(name, moves)
    public = words(kit.picture(game.observe(state, None), None))
    own = [words(kit.picture(game.observe(state, seat), None)) for seat in range(game.seats)]
    hands = hands_of(kit, game, state)
    drawn = set().union(*(words(hand.picture) for hand in hands))
    assert set().union(*own) - public, "this state hides nothing, so nothing is tested"
    assert set().union(*own) - public <= drawn
    seats = [seat for hand in hands for seat in hand.seats]
    assert len(set(seats)) == len(seats)


def test_hands_of_poker_lie_on_one_table_and_what_avalons_players_know_of_one_another_on_five():
    assert [hand.seats for hand in hands_of(*dealt("texas_holdem"))] == [(0, 1)]
    assert [hand.seats for hand in hands_of(*dealt("avalon"))] == [(0,), (1,), (2,), (3,), (4,)]


def test_in_a_game_without_pictures_each_seat_is_told_its_word_and_nothing_that_is_public():
    kit, game, state = dealt("chameleon", 4)
    lines = [" ".join(hand.scene.lines) for hand in hands_of(kit, game, state)]
    assert len(lines) == game.seats
    assert sum("You are the chameleon" in line for line in lines) == 1
    assert all("The secret word is" in line for line in lines if "You are the chameleon" not in line)
    public = kit.words.scene(game, game.observe(state, None)).splitlines()
    assert not {*public} & {line for hand in hands_of(kit, game, state) for line in hand.scene.lines}


def test_pictures_side_by_side_keep_their_shapes_and_overlap_nowhere():
    hands = hands_of(*dealt("pit"))
    whole = side_by_side(hands)
    assert len(whole.shapes) == sum(len(hand.picture.shapes) + 1 for hand in hands)
    assert {label.text for label in whole.shapes if isinstance(label, Label)} >= {"Player 1", "Player 4"}
    places = [(cell.x, cell.y) for cell in whole.shapes if isinstance(cell, Cell)]
    assert len(set(places)) == len(places)
    assert isinstance(whole, Picture)
    assert side_by_side(()) is None


def test_only_those_who_may_see_everything_get_hands(tmp_path):
    path = tmp_path / "hands.db"
    play_run(path, ["texas_holdem?hands=1"], ["random", "reference"], matches=1)
    with Store.open(path) as store:
        (stored,) = store.matches(store.runs()[0].id)[:1]
        replay = Replay(stored, store.steps(stored.id), lambda name, _wording: KITS[name])
    hands = replay.scene(3, None, ALL, all_hands=True).hands
    assert [hand.seats for hand in hands] == [(0, 1)]
    assert not replay.scene(3, None, BYSTANDER, all_hands=True).hands
    assert replay.picture(3, None, BYSTANDER, all_hands=True) == replay.picture(3)
    assert replay.picture(3, None, ALL, all_hands=True) != replay.picture(3)
