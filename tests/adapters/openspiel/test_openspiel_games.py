"""OpenSpiel's games as games of ours: the same to the step, and named wherever a game is named."""

import copy
import pickle
import sys
from pathlib import Path
from random import Random

import pyspiel
import pytest

from agonist.adapters.openspiel import find_kit, game_names, refused_games
from agonist.adapters.openspiel.documentation_tables import with_tables
from agonist.adapters.openspiel.kits import UNSAMPLED
from agonist.adapters.openspiel.library_words import MOST_CHARACTERS
from agonist.adapters.openspiel.offered_games import registered
from agonist.adapters.openspiel.sampling import SAMPLED
from agonist.adapters.openspiel.states import spiel_of
from agonist.adapters.pettingzoo import aec_env
from agonist.contract import check_game
from agonist.core import CHANCE, Choice, Draw, UsageError
from agonist.kit import make_game
from agonist.text import read
from agonist.tournament import parse_target

CHESSLIKE = ("b3", "c5", "e3", "c4")
"""After these a pawn and a bishop may both take on c4: bxc4, Bxc4."""

QUICK = (
    "backgammon", "blotto", "checkers", "dots_and_boxes", "go", "goofspiel", "kuhn_poker", "leduc_poker",
    "markov_soccer", "pathfinding", "python_iterated_prisoners_dilemma", "tic_tac_toe", "tiny_hanabi",
)  # fmt: skip

ONE_OF_EACH = ("clobber?rows=2&columns=3", "kuhn_poker", "goofspiel?num_cards=3", "pig?winscore=10")
"""Nothing hidden, hidden, simultaneous, chance."""


def game_of(name, options=None):
    kit = find_kit(name)
    return make_game(kit.game, {} if options is None else options)


def in_lock_step(name, options, seeds):
    """Random matches of ours and of the library's own, compared at each step."""
    game = game_of(name, options)
    spiel = pyspiel.load_game(name, {**game.usual, **options})
    for seed in seeds:
        compare_one(game, spiel.new_initial_state(), Random(seed))


def compare_one(game, theirs, rng):
    state = game.new()
    while asks := game.turn(state):
        moves = {seat: ask.sample(rng) for seat, ask in asks.items()}
        if theirs.is_chance_node():
            assert dict(zip(asks[CHANCE].choices, asks[CHANCE].weights, strict=True)) == dict(
                theirs.chance_outcomes()
            )
            theirs.apply_action(moves[CHANCE])
        elif theirs.is_simultaneous_node():
            legal = {seat: theirs.legal_actions(seat) for seat in range(theirs.num_players())}
            assert {seat: list(ask.options()) for seat, ask in asks.items()} == {
                s: a for s, a in legal.items() if a
            }
            theirs.apply_actions([moves.get(seat, 0) for seat in legal])
        else:
            assert list(asks) == [theirs.current_player()]
            assert list(asks[theirs.current_player()].options()) == theirs.legal_actions()
            theirs.apply_action(moves[theirs.current_player()])
        state = game.act(state, moves)
    assert theirs.is_terminal()
    outcome = game.outcome(state)
    assert list(outcome.scores) == list(theirs.returns())
    assert spiel_of(state).history() == theirs.history()
    for team in outcome.teams:
        assert len({outcome.ranks[seat] for seat in team}) == 1


@pytest.mark.parametrize("name", QUICK)
def test_random_matches_are_as_open_spiel_plays_them(name):
    in_lock_step(name, {}, range(2))


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_a_thousand_random_matches_are_as_open_spiel_plays_them(name):
    options = find_kit(name).quick_options if name == "bridge" else {}
    in_lock_step(name, options, range(1000))


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [n for n in game_names() if registered()[n].max_num_players > registered()[n].min_num_players]
)
def test_with_fewest_and_most_players_too(name):
    kit = find_kit(name)
    for seats in {kit.game.sizes[0], kit.game.sizes[-1]} - {kit.game.seats}:
        try:
            game = game_of(name, {"seats": seats})
        except UsageError:  # other options don't fit this number, as the blinds of universal_poker
            continue
        spiel = pyspiel.load_game(name, {**game.usual, game.seats_parameter: seats})
        for seed in range(20):
            compare_one(game, spiel.new_initial_state(), Random(seed))


def broken(name, seeds):
    return [str(breach) for breach in check_game(find_kit(name), seeds, replays=len(seeds))]


@pytest.mark.parametrize(
    "name", ["kuhn_poker", "tic_tac_toe", "matrix_rps", "pathfinding", "coop_box_pushing"]
)
def test_the_contract_holds(name):
    assert broken(name, range(2)) == []


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_the_contract_holds_for_every_game(name):
    assert broken(name, range(1 if name in ("chess", "crazyhouse", "shogi") else 3)) == []


@pytest.mark.parametrize(
    ("name", "options"), [("coop_box_pushing", {"horizon": 20}), ("laser_tag", {"horizon": 20}), ("pig", {})]
)
def test_what_a_game_pays_as_it_goes_on_adds_up_from_open_spiels_rewards(name, options):
    game, rng = game_of(name, options), Random(4)
    theirs = pyspiel.load_game(name, options).new_initial_state()
    state, total = game.new(), [0.0] * game.seats
    goes_on = theirs.get_game().get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS
    while asks := game.turn(state):
        moves = {seat: ask.sample(rng) for seat, ask in asks.items()}
        state = game.act(state, moves)
        if theirs.is_simultaneous_node():
            theirs.apply_actions([moves[seat] for seat in range(game.seats)])
        else:
            theirs.apply_action(*moves.values())
        if not theirs.is_chance_node():
            total = [sum(both) for both in zip(total, theirs.rewards(), strict=True)]
            assert game.paid(state) == (pytest.approx(tuple(total)) if goes_on else None)
    assert goes_on == (name != "pig")


def test_what_cannot_be_checked_is_named():
    kit = find_kit("skat")
    assert set(kit.unchecked) == {"views_do_not_depend_on_what_they_hide", "asking_tells_nothing"}
    assert UNSAMPLED.isdisjoint(SAMPLED)
    assert not find_kit("kuhn_poker").unchecked


@pytest.mark.long
def test_the_library_draws_states_of_exactly_the_games_that_are_said_to_be_sampled():
    able = set()
    for name in game_names():
        state = pyspiel.load_game(name).new_initial_state()
        hidden = state.get_game().get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        if not hidden or not state.is_player_node():
            continue
        try:
            state.resample_from_infostate(state.current_player(), Random(1).random)
        except (pyspiel.SpielError, RuntimeError):
            continue
        able.add(name)
    assert able == set(SAMPLED)


def test_every_game_is_offered_or_refused_with_a_reason():
    assert {*game_names(), *refused_games()} == set(registered())
    assert not {*game_names()} & {*refused_games()}
    assert len(game_names()) >= 110


def test_a_sampled_state_shows_the_seat_the_same_and_differs_for_others():
    game = game_of("leduc_poker")
    state = game.act(game.act(game.new(), {CHANCE: 0}), {CHANCE: 1})
    view = game.observe(state, 0)
    others = {find_kit("leduc_poker").sample_state(game, view, Random(n)) for n in range(20)}
    assert {game.observe(other, 0) for other in others} == {view}
    assert len({game.observe(other, 1) for other in others}) > 1


@pytest.mark.parametrize("name", sorted(SAMPLED - {"blackjack", "colored_trails"}))
def test_a_state_that_is_drawn_is_not_the_true_one(name):
    """In the two games left out, a seat that is asked may know all that has happened."""
    kit, rng = find_kit(name), Random(1)
    game = make_game(kit.game, kit.quick_options if name == "bridge" else {})
    state = game.new()
    while CHANCE in (asks := game.turn(state)):
        state = game.act(state, {CHANCE: asks[CHANCE].sample(rng)})
    ((seat, _),) = game.turn(state).items()
    view = game.observe(state, seat)
    assert any(kit.sample_state(game, view, rng).actions != state.actions for _ in range(20))


def test_a_hidden_view_holds_no_card_of_another_seat():
    game = game_of("kuhn_poker")
    dealt = [game.act(game.act(game.new(), {CHANCE: 0}), {CHANCE: other}) for other in (1, 2)]
    assert game.observe(dealt[0], 0) == game.observe(dealt[1], 0)
    assert game.observe(dealt[0], None) == game.observe(dealt[1], None)
    assert game.observe(dealt[0], 1) != game.observe(dealt[1], 1)


@pytest.mark.parametrize("again", [copy.deepcopy, copy.copy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_copied_state_is_the_same_and_plays_on(again):
    game = again(game_of("backgammon"))
    state, rng = game.new(), Random(3)
    for _ in range(20):
        copied = again(state)
        assert copied == state
        assert hash(copied) == hash(state)
        assert game.turn(copied) == game.turn(state)
        moves = {seat: ask.sample(rng) for seat, ask in game.turn(state).items()}
        assert game.act(copied, moves) == game.act(state, moves)
        state = game.act(state, moves)


def test_a_state_that_was_acted_on_is_as_it_was():
    """The library's state goes on to the next one only where nobody has the state before."""
    game = game_of("tic_tac_toe")
    first = game.act(game.new(), {0: 4})
    children = [game.act(first, {1: cell}) for cell in (0, 1)]
    assert [str(spiel_of(child)).count("o") for child in children] == [1, 1]
    assert str(spiel_of(first)).split() == ["...", ".x.", "..."]


def test_options_that_differ_only_in_case_are_told_apart():
    """Chess: bxc4 is a pawn's move, Bxc4 a bishop's."""
    game, words = game_of("chess"), find_kit("chess").words
    state = game.new()
    for said in CHESSLIKE:
        ((seat, ask),) = game.turn(state).items()
        state = game.act(state, {seat: move(words, game, state, ask, said)})
    ((_, ask),) = game.turn(state).items()
    pawn, bishop = (move(words, game, state, ask, said) for said in ("bxc4", "Bxc4"))
    assert pawn != bishop
    assert words.label(state, "move", pawn).casefold() != words.label(state, "move", bishop).casefold()


def move(words, game, state, ask, said):
    def label(key, option):
        return words.label(state, key, option)

    return read(ask, f'{{"move": "{said}"}}', "json", label, vocabulary=words.vocabulary(game, state))


def test_long_texts_are_cut_and_say_so():
    game, words, rng = game_of("kriegspiel"), find_kit("kriegspiel").words, Random(4)
    state = game.new()
    while asks := game.turn(state):
        state = game.act(state, {seat: ask.sample(rng) for seat, ask in asks.items()})
    assert len(game.observe(state, 0).memory) > MOST_CHARACTERS
    scene = words.scene(game, game.observe(state, 0))
    assert len(scene) < MOST_CHARACTERS + 500
    assert "left out" in scene


@pytest.mark.parametrize("again", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_copied_view_has_the_facts_that_are_worked_out_when_they_are_read(again):
    game = game_of("leduc_poker")
    state = game.act(game.act(game.new(), {CHANCE: 0}), {CHANCE: 3})
    copied = again(game.observe(state, 0))
    assert copied.facts.card == 0
    assert copied == game.observe(state, 0)
    assert hash(copied) == hash(game.observe(state, 0))
    assert copied != game.observe(state, 1)


def test_replays_say_what_chance_drew_where_it_is_hidden():
    kit, game = find_kit("tiny_bridge_2p"), game_of("tiny_bridge_2p")
    state = game.new()
    ((_, ask),) = game.turn(state).items()
    watched = game.observe(state, None)
    assert kit.words.chance(watched, ask, 0) == "Chance: HQHJ"
    assert "HQ" not in kit.words.chance(copy.deepcopy(watched), ask, 0)
    assert "HQ" not in repr(watched)


def test_a_seat_is_not_told_what_chance_drew_where_it_is_hidden():
    words, game = find_kit("tiny_bridge_2p").words, game_of("tiny_bridge_2p")
    ((_, ask),) = game.turn(game.new()).items()
    assert "HQ" not in words.chance(game.observe(game.new(), 0), ask, 0)


def test_what_is_asked_in_the_smallest_games_is_made_once():
    """A match of Kuhn poker is to take less than three times as long as in the library alone."""
    game = game_of("kuhn_poker")
    dealt = [game.act(game.act(game.new(), {CHANCE: 0}), {CHANCE: 1}) for _ in range(2)]
    assert game.turn(dealt[0]) is game.turn(dealt[1])
    assert game.observe(dealt[0], 0).options is game.observe(dealt[1], 0).options


def test_the_library_counts_chance_by_weights():
    ((seat, ask),) = game_of("backgammon").turn(game_of("backgammon").new()).items()
    assert seat == CHANCE
    assert isinstance(ask, Draw)
    assert sum(ask.weights) == pytest.approx(1)


def test_all_who_act_at_once_are_asked_at_once():
    asks = game_of("matrix_rps").turn(game_of("matrix_rps").new())
    assert [*asks] == [0, 1]
    assert all(isinstance(ask, Choice) for ask in asks.values())


@pytest.mark.parametrize(
    "target", [pytest.param(each, marks=[pytest.mark.long] * (n > 1)) for n, each in enumerate(ONE_OF_EACH)]
)
@pytest.mark.every(2)
def test_a_game_is_played_stored_replayed_and_reported(command, target):
    name = f"openspiel:{target}"
    assert command("play", name, "random", "random").code == 0
    assert command("run", name, "random", "reference", "--matches", 2, "--quiet").code == 0
    assert command("replay", 2, "--verify").code == 0
    title = parse_target(name).kit.title
    assert title in command("report", "latest").out
    assert title in command("rate", "latest").out + command("report", "latest").out
    assert "contract hold" in command("check-game", name, "--matches", 1, "--replays", 1).out


@pytest.mark.parametrize("target", ONE_OF_EACH)
def test_a_game_is_an_environment_of_pettingzoo(target):
    env, steps = aec_env(f"openspiel:{target}", seed=1), 0
    env.reset()
    while env.agents and steps < 200:
        mask = env.last()[0]["action_mask"] if not env.terminations[env.agent_selection] else None
        env.step(None if mask is None else int(mask.argmax()))
        steps += 1
    assert steps > 1


@pytest.mark.parametrize("name", ["python_block_dominoes", "python_liars_poker", "python_team_dominoes"])
def test_chance_is_a_plain_number_also_in_games_written_in_python(name):
    game = game_of(name)
    assert [type(seat) for seat in game.turn(game.new())] == [int]


def test_the_two_ways_to_write_options_are_one():
    assert (
        parse_target("openspiel:kuhn_poker(players=3)").game
        == parse_target("openspiel:kuhn_poker?seats=3").game
    )
    assert parse_target("openspiel:hex(num_cols=4, num_rows=5)").text == "openspiel:hex?num_cols=4&num_rows=5"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("openspiel:ches", ("chess", "agonist games --from openspiel")),
        ("openspiel:tarok", ("not offered",)),
        ("openspiel:misere", ("another game",)),
        ("openspiel:chess?foo=1", ("foo", "chess960")),
        ("openspiel:go?board_size=x", ("board_size", "whole number")),
        ("openspiel:go?board_size=20", ("board_size", "19")),
        ("openspiel:dark_chess?board_size=5", ("board sizes",)),
        ("openspiel:goofspiel?num_turns=0", ("num_turns",)),
        ("openspiel:goofspiel?num_turns=20", ("num_turns",)),
        ("openspiel:universal_poker?numRounds=4", ("numBoardCards",)),
        ("openspiel:universal_poker?numBoardCards=", ("numBoardCards",)),
        ("openspiel:universal_poker?firstPlayer=9 9", ("firstPlayer=9 9", "invalid first player")),
        ("openspiel:laser_tag?grid=", ("grid", "no first move")),
        ("openspiel:colored_trails?boards_file=/etc/passwd", ("boards_file",)),
        ("openspiel:kuhn_poker?seats=11", ("2 to 10",)),
        ("openspiel:pathfinding?seats=3", ("1 player", "these options")),
        ("openspiel:python_dynamic_routing?seats=3", ("5 players",)),
        ("openspiel:kuhn_poker(players=3)&", ("openspiel",)),
        ("openspiel:kuhn_poker?players=3&seats=3", ("one of them",)),
    ],
)
def test_wrong_names_and_options_are_told(command, name, words):
    command("play", name, "random", "random").told(2, *words)


def test_without_the_package_the_message_names_the_extra(command, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("agonist.adapters.openspiel")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    command("play", "openspiel:chess", "random", "random").told(2, "openspiel")
    command("play", "kuhn_poker", "random", "random").told(2, "--extra openspiel")
    listed = command("games")
    assert listed.code == 0
    assert "kuhn_poker" in listed.err
    assert "--extra openspiel" in listed.err


def test_games_are_listed_with_players_kind_and_size(command):
    rows = {row["name"]: row for row in command("games", "--from", "openspiel", "--json").json}
    assert rows["openspiel:kuhn_poker"]["seats"] == list(range(2, 11))
    assert rows["openspiel:kuhn_poker"]["hidden"]
    assert rows["openspiel:matrix_rps"]["simultaneous"]
    assert "9 moves" in rows["openspiel:tic_tac_toe"]["size"]


def test_a_game_that_the_library_refuses_is_told_in_its_words():
    with pytest.raises(UsageError, match="points_order"):
        game_of("goofspiel", {"points_order": "sideways"})


def test_the_page_has_the_games_of_the_installed_library():
    page = Path(__file__).parents[3] / "docs" / "openspiel.md"
    assert with_tables(page.read_text("utf-8")) == page.read_text("utf-8"), "run scripts/openspiel-table"
