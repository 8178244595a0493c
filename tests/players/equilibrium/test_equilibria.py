"""Equilibria, best responses and exploitability, beside OpenSpiel's own and what is published."""

from functools import partial
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability as openspiels
from open_spiel.python.policy import TabularPolicy

from agonist import api
from agonist.api.exploiting import exploit, plan
from agonist.core import UsageError
from agonist.players.equilibrium.exploitability import exploitability, from_answers, shares_of
from agonist.players.equilibrium.open_positions import open_positions
from agonist.players.equilibrium.solutions import policy_of_equilibrium, whole_game
from agonist.players.simple import ScriptedPlayer
from agonist.tournament import parse_target

SMALL_DICE = "openspiel:liars_dice(dice_sides=3)"

ZERO_SUM = [
    "openspiel:kuhn_poker",
    SMALL_DICE,
    "openspiel:matrix_rpsw",
    "openspiel:nim?pile_sizes=1;2;3",
    pytest.param("openspiel:tic_tac_toe", marks=pytest.mark.long),
    pytest.param("openspiel:leduc_poker", marks=pytest.mark.long),
    pytest.param("openspiel:goofspiel(num_cards=4)", marks=pytest.mark.long),
    pytest.param("openspiel:liars_dice", marks=pytest.mark.long),
]


def game_of(target):
    chosen = parse_target(target)
    return chosen.kit, chosen.game


def solved(target):
    return policy_of_equilibrium(*game_of(target))


def uniform(whole):
    return shares_of(whole, np.zeros(whole.first[-1]))


def some_policy(whole, seed):
    return shares_of(whole, np.random.default_rng(seed).gamma(np.ones(whole.first[-1])))


def theirs(target, whole, policy):
    """The same policy as one of OpenSpiel's."""
    _, game = game_of(target)
    spiel = game.spiel
    found = TabularPolicy(spiel)
    for at, spot in enumerate(whole.spots):
        shares = policy[whole.first[at] : whole.first[at + 1]]
        row = found.policy_for_key(spot.view.memory)
        row[:] = 0
        row[list(spot.options)] = shares
    return spiel, found


@pytest.mark.parametrize("target", ZERO_SUM)
def test_uniform_play_is_as_exploitable_as_openspiel_computes(target):
    whole = whole_game(*game_of(target))
    spiel = game_of(target)[1].spiel
    if spiel.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        spiel = pyspiel.convert_to_turn_based(spiel)
    expected = pyspiel.exploitability(spiel, pyspiel.UniformRandomPolicy(spiel))
    assert exploitability(whole, uniform(whole)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("target", ["openspiel:kuhn_poker", SMALL_DICE, "openspiel:kuhn_poker?seats=3"])
def test_any_policy_is_as_exploitable_as_openspiel_computes(target):
    whole = whole_game(*game_of(target))
    for seed in range(3):
        policy = some_policy(whole, seed)
        spiel, same = theirs(target, whole, policy)
        expected = openspiels.nash_conv(spiel, same) / spiel.num_players()
        assert exploitability(whole, policy) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("target", ["openspiel:kuhn_poker", SMALL_DICE])
def test_by_openspiels_best_response_an_equilibrium_is_hardly_exploitable(target):
    whole, policy = solved(target)
    assert openspiels.exploitability(*theirs(target, whole, policy)) < 1e-3


@pytest.mark.parametrize(
    ("target", "value"),
    [
        pytest.param("openspiel:kuhn_poker", -1 / 18, id="Kuhn, 1950"),
        pytest.param("openspiel:leduc_poker", -0.0856, id="Lisy et al., 2015"),
        pytest.param(
            "openspiel:liars_dice", -7 / 258, marks=pytest.mark.long, id="OpenSpiel's linear program"
        ),
    ],
)
def test_the_value_is_the_published_one(target, value):
    whole, policy = solved(target)
    assert whole.values(policy)[0] == pytest.approx(value, abs=5e-4)
    assert exploitability(whole, policy) < 1e-3


@pytest.mark.parametrize(
    ("target", "value"),
    [
        ("tictactoe", 0),
        ("openspiel:tic_tac_toe", 0),
        ("openspiel:nim", -1),  # 1, 3, 5, 7: their sum without carry is 0, so the second player wins
        ("openspiel:nim?pile_sizes=1;2;4", 1),
        ("openspiel:nim?pile_sizes=1;2;4&is_misere=false", 1),
    ],
)
def test_perfect_play_by_theory(target, value):
    """Bouton's theorem (1901) for Nim; its sum decides the misère game too where a pile has more than one."""
    whole, policy = solved(target)
    assert whole.values(policy) == pytest.approx([value, -value])
    for seat in range(2):
        response = whole.best_response(policy, seat)
        assert whole.value_of(response, policy, seat) == pytest.approx(whole.values(policy)[seat])


def test_the_sequence_form_of_an_open_game_gives_what_its_positions_give():
    from agonist.players.equilibrium.sequence_form_arrays import sequence_form

    kit, game = game_of("openspiel:nim?pile_sizes=1;2;3")
    positions, sequences = open_positions(game, partial(kit.position, game)), sequence_form(game)
    for whole in (positions, sequences):
        assert exploitability(whole, uniform(whole)) == pytest.approx(
            exploitability(positions, uniform(positions)), abs=1e-12
        )
    assert len(sequences.spots) > len(positions.spots)


def test_perfect_players_never_lose_and_win_against_random():
    scores = [
        api.play("tictactoe", players, seed=seed).outcome.scores[seat]
        for seat, players in enumerate([("equilibrium", "random"), ("random", "equilibrium")])
        for seed in range(25)
    ]
    assert min(scores) >= 0
    assert sum(scores) > 30
    assert api.play("tictactoe", ["equilibrium", "reference"], seed=1).outcome.scores == (0, 0)


def test_equilibrium_plays_by_its_shares():
    """Kuhn poker: in every equilibrium, the second player bets a third of its jacks and all of its kings."""
    whole, policy = solved("kuhn_poker")
    for at, spot in enumerate(whole.spots):
        if spot.seat == 1 and spot.view.memory in ("0p", "2p"):
            expected = 1 / 3 if spot.view.memory == "0p" else 1
            assert policy[whole.first[at] + 1] == pytest.approx(expected, abs=0.02)
    first = [api.play("kuhn_poker", ["equilibrium", "equilibrium"], seed=n).record for n in range(4)]
    again = [api.play("kuhn_poker", ["equilibrium", "equilibrium"], seed=n).record for n in range(4)]
    assert first == again


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("openspiel:leduc_poker?seats=3", "3 players"),
        ("connect_four", "too large"),
        ("openspiel:chess", "too large"),
        ("openspiel:matrix_pd", "wins what the other loses"),
        ("undercover", "5 players"),
        ("liars_dice?seats=2&dice=5", "too large"),
    ],
)
def test_games_that_cannot_be_solved_are_refused(target, why):
    with pytest.raises(UsageError, match=why):
        solved(target)


def test_positions_that_depend_on_what_was_before_are_refused():
    _, game = game_of("tictactoe")
    with pytest.raises(UsageError, match="depend on what was before"):
        open_positions(game, lambda board: len(board.marked))


def test_players_that_tell_their_policy_are_computed_exactly():
    assert exploit("kuhn_poker", "random").exploitability == pytest.approx(11 / 24)
    assert plan("kuhn_poker", "random").told
    found = exploit("kuhn_poker", "equilibrium")
    assert found.low == found.exploitability == found.high < 1e-3
    assert (found.spots, found.asked, found.answers) == (12, 0, 0)


def test_an_asked_player_has_an_interval_that_holds_the_truth():
    """Always betting, as OpenSpiel computes it."""

    class Betting(ScriptedPlayer):
        async def answer(self, question):
            return 1

    found = exploit("kuhn_poker", lambda _context: Betting([]), answers=20)
    exact = pyspiel.exploitability(pyspiel.load_game("kuhn_poker"), pyspiel.PreferredActionPolicy([1, 0]))
    assert found.exploitability == pytest.approx(exact)
    assert found.low < exact < found.high
    assert (found.asked, found.spots) == (9, 12)


def test_invalid_answers_count_as_the_moves_that_take_their_place():
    found = exploit("kuhn_poker", "fixed?answers=raise", answers=2)
    assert found.fallbacks == found.asked * 2
    with pytest.raises(UsageError, match="too many to list"):
        exploit("undercover", "reference")


def test_a_player_is_asked_only_where_its_own_answers_lead():
    asked = []

    class Passing(ScriptedPlayer):
        async def answer(self, question):
            asked.append(question.view.memory)
            return 0

    found = exploit("kuhn_poker", lambda _context: Passing([]), answers=2)
    assert found.fallbacks == 0
    assert found.asked == len(set(asked)) == len(asked) // 2 == 12
    assert plan("kuhn_poker", lambda _context: Passing([])).spots == 12


@pytest.mark.parametrize("answers", [0, 1, 7])
def test_a_number_of_answers_that_has_no_halves_is_refused(answers):
    with pytest.raises(UsageError, match="even number"):
        exploit("kuhn_poker", "reference", answers=answers)


def counted(whole, policy, answers, rng):
    found = np.zeros(len(policy))
    for at in range(len(whole.spots)):
        first, end = whole.first[at : at + 2]
        found[first:end] = rng.multinomial(answers, policy[first:end] / policy[first:end].sum())
    return found


@pytest.mark.long
@pytest.mark.parametrize("answers", [10, 50])
def test_intervals_hold_the_truth_as_often_as_they_say(answers):
    """Of an equilibrium, of random play and of policies between them; simulated."""
    whole, best = solved("kuhn_poker")
    rng, held, trials = np.random.default_rng(1), 0, 120
    for nth in range(trials):
        share = (nth % 4) / 3
        policy = share * best + (1 - share) * uniform(whole)
        halves = tuple(counted(whole, policy, answers // 2, rng) for _ in range(2))
        found = from_answers(whole, halves, seed=nth)
        held += found.low <= exploitability(whole, policy) <= found.high
    assert held >= 0.93 * trials


@pytest.mark.long
@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "pig", "mnk", "breakthrough", "clobber", "catch"])
def test_states_with_the_same_position_go_on_alike(name):
    """Of the library's small games, along random matches that meet again."""
    kit = parse_target(f"openspiel:{name}").kit
    _, game = game_of(f"openspiel:{name}")
    seen = {}
    for seed in range(200):
        state, rng = game.new(), Random(seed)
        for _ in range(30):
            asks = dict(game.turn(state))
            assert seen.setdefault(kit.position(game, state), asks) == asks
            if not asks:
                break
            state = game.act(state, {seat: ask.sample(rng) for seat, ask in asks.items()})
