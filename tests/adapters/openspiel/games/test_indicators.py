"""What games of the library measure besides who won, beside what the library itself says of the match."""

from random import Random

import pytest

from agonist.adapters.openspiel import find_kit
from agonist.adapters.openspiel.states import spiel_of
from agonist.core import CHANCE
from agonist.kit import make_game
from agonist.kit.indicators import course_of


def course(name, options, choose):
    """A match: `choose` gives each seat's action."""
    game = make_game(find_kit(name).game, options)
    states, steps = [game.new()], []
    while asks := game.turn(states[-1]):
        moves = {seat: choose(game, states[-1], seat, ask) for seat, ask in asks.items()}
        steps.append((moves, ()))
        states.append(game.act(states[-1], moves))
    seats = range(game.seats)
    outcome = game.outcome(states[-1])
    return course_of(game, [*"abcdefghij"][: game.seats], outcome.scores, [1 for _ in seats], states, steps)


def random_course(name, options, seed):
    rng = Random(seed)
    return course(name, options, lambda _game, _state, _seat, ask: ask.sample(rng))


def by_reference(name, options, seed):
    kit, rng = find_kit(name), Random(seed)

    def choose(game, state, seat, ask):
        return ask.sample(rng) if seat == CHANCE else kit.reference(game, game.observe(state, seat), ask, rng)

    return course(name, options, choose)


def scripted(name, options, actions):
    left = iter(actions)
    return course(name, options, lambda *_: next(left))


def measured(name, played):
    return find_kit(name).indicators.measure(played)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("options", [{}, {"numdice": 2}])
def test_a_doubt_in_liars_dice_is_right_where_open_spiel_pays_it(options, seed):
    played = random_course("liars_dice", options, seed)
    for seat, values in enumerate(measured("liars_dice", played)):
        for right in values.get("right", ()):
            assert bool(right) == (played.scores[seat] > 0)


def test_true_bids_of_liars_dice_count_the_highest_face_for_every_face():
    # A 3 and a 6 are rolled; the bids are one 2 and two 3s.
    played = scripted("liars_dice", {}, [2, 5, 1, 8, 12])
    assert measured("liars_dice", played) == [
        {"doubts": [0, 1], "true": [1], "right": [0]},
        {"doubts": [0], "true": [1]},
    ]


@pytest.mark.parametrize("seed", range(4))
def test_knocks_of_gin_rummy_go_as_open_spiel_pays_them(seed):
    played = by_reference("gin_rummy", {}, seed)
    for seat, values in enumerate(measured("gin_rummy", played)):
        assert values["knocks"] in ([0], [1])
        if values["knocks"] == [1]:
            assert bool(values["undercut"][0]) == (played.scores[seat] < 0)
            assert bool(values["gin"][0]) == (values["deadwood"] == [0])
    assert any(played.scores) <= any(values["knocks"] == [1] for values in measured("gin_rummy", played))


@pytest.mark.parametrize("seed", range(3))
def test_hits_of_backgammon_are_the_stars_of_open_spiels_notation(seed):
    played = random_course("backgammon", {"max_player_turns": 30}, seed)
    stars = [0, 0]
    for state, seat, move in played.moves():
        stars[seat] += spiel_of(state).action_to_string(seat, move).count("*")
    assert [values["hits"] for values in measured("backgammon", played)] == [[count] for count in stars]


def test_a_blot_of_backgammon_is_a_single_checker_that_can_be_hit():
    """The opening 5-3 played 13/8 13/10 leaves one, 8/3 6/3 none."""
    words = find_kit("backgammon").words
    for label, count in (("13/10 13/8", 1), ("8/3 6/3", 0)):
        game = make_game(find_kit("backgammon").game, {})
        first = game.new()
        ((_, ask),) = game.turn(first).items()
        roll = next(each for each in ask.options() if "5-3" in words.chance(first, ask, each))
        state = game.act(first, {CHANCE: roll})
        ((seat, ask),) = game.turn(state).items()
        move = next(each for each in ask.options() if words.label(state, "move", each) == label)
        played = course_of(game, ("a", "b"), (0, 0), (1, 1), [state, state], [({seat: move}, ())])
        assert measured("backgammon", played)[seat] == {"blots": [count], "hits": [0]}


@pytest.mark.parametrize("seed", range(3))
def test_points_of_goofspiel_are_those_of_open_spiels_returns(seed):
    played = random_course("goofspiel", {"returns_type": "total_points"}, seed)
    shares = [values["points"][0] for values in measured("goofspiel", played)]
    assert shares == pytest.approx([score / 91 for score in played.scores])


@pytest.mark.parametrize("seed", range(3))
def test_points_of_hearts_are_those_that_open_spiel_takes_from_26(seed):
    played = by_reference("hearts", {}, seed)
    found = measured("hearts", played)
    assert not any(values["moons"][0] for values in found)
    assert [26 - values["points"][0] for values in found] == list(played.scores)
    assert sum(values["queen"][0] for values in found) == 1


@pytest.mark.parametrize("seed", range(3))
def test_hits_of_battleship_are_shots_at_cells_of_ships(seed):
    played = random_course("battleship", {"allow_repeated_shots": False}, seed)
    fleets = [played.game.facts(spiel_of(played.end), seat) for seat in range(2)]
    for seat, values in enumerate(measured("battleship", played)):
        cells = {cell for ship in fleets[1 - seat].ships for cell in ship.cells()}
        assert values["hits"] == [(shot.row, shot.column) in cells for shot in fleets[seat].shots]


def test_sixteen_against_a_ten_is_hit_by_basic_strategy():
    kit = find_kit("blackjack")
    for seed in range(4):
        played = by_reference("blackjack", {}, seed)
        assert set(measured("blackjack", played)[0].get("basic-strategy", ())) <= {1}
    rng = Random(1)
    wrong = course(
        "blackjack",
        {},
        lambda game, state, seat, ask: (
            ask.sample(rng)
            if seat == CHANCE
            else 1 - kit.reference(game, game.observe(state, seat), ask, rng)
        ),
    )
    assert set(measured("blackjack", wrong)[0]["basic-strategy"]) == {0}


def test_bids_are_measured_by_the_value():
    played = scripted("first_sealed_auction", {}, [10, 4, 5, 1, 0])
    assert measured("first_sealed_auction", played) == [{"bid": [0.5]}, {"bid": [0.25]}]


@pytest.mark.parametrize(
    ("name", "key"), [("matrix_pd", "defections"), ("matrix_sh", "stags"), ("matrix_cd", "dares")]
)
def test_the_choice_that_matters_is_counted(name, key):
    played = scripted(name, {}, [0, 1])
    assert sorted(values[key][0] for values in measured(name, played)) == [0, 1]


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_of_euchre_is_euchred_where_open_spiel_pays_the_other_side(seed):
    played = by_reference("euchre", {}, seed)
    found = measured("euchre", played)
    (declarer,) = (seat for seat, values in enumerate(found) if values["called"] == [1])
    assert found[declarer]["euchred"] == [played.scores[declarer] < 0]
