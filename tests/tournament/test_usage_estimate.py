"""Estimates of all games, before and during a run, beside what a scripted model that plays sensibly takes."""

import asyncio
import sys
from itertools import count
from random import Random
from statistics import geometric_mean

import pytest

from agonist import api
from agonist.core import CHANCE
from agonist.games import DRESSED, KITS, find_kit
from agonist.kit import make_game
from agonist.match import Chance, Step, play
from agonist.models.mock_endpoint import MOCK_MODELS, Endpoint
from agonist.models.protocol import Settings
from agonist.models.scripted import ScriptedModel
from agonist.models.token_estimate import tokens_of, tokens_of_messages
from agonist.players.model import ModelPlayer, PromptStyle
from agonist.players.model_call_record import ModelCall
from agonist.players.spec import parse_player
from agonist.run_config import RunConfig
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.likeness_to_reference_player import Comparison, Likeness
from agonist.tournament.match_lengths import at_random, measured, questions
from agonist.tournament.match_usage_forecast import Forecast
from agonist.tournament.progress import Progress
from agonist.tournament.usage_estimate import estimate_match

QUICK = ("bargain", "hanabi", "tictactoe")
LIBRARIES = [f"{library}:{name}" for library, names in DRESSED.items() for name in names]
QUICK_OF_LIBRARIES = ("openspiel:kuhn_poker", "openspiel:gin_rummy")


def games(*left_out):
    """All games, of which `QUICK` have a test that is not long."""
    return [
        pytest.param(name, marks=() if name in QUICK else pytest.mark.long)
        for name in KITS
        if name not in left_out
    ]


def taken(kit, game, seed):
    """The tokens of one seat in a match of the model with itself."""
    tokens = 0

    def answer(messages):
        nonlocal tokens
        text = MOCK_MODELS["careful"]([{"role": m.role, "content": m.content} for m in messages], rng)
        tokens += tokens_of_messages(messages) + tokens_of(text)
        return text

    rng, model = Random(seed), ScriptedModel(answer)
    asyncio.run(
        play(
            kit,
            game,
            [lambda context: ModelPlayer(context, model, Settings(), PromptStyle())] * game.seats,
            seed=seed,
        )
    )
    return tokens / game.seats


@pytest.mark.parametrize("name", games())
def test_before_a_run_an_estimate_is_within_a_factor_of_three(name):
    kit = KITS[name]
    game = make_game(kit.game, {"ticks": 30} if name == "pit" else {})
    one = asyncio.run(estimate_match(kit, game, parse_player("vllm/m")))
    number = {"pit": 1, "hive": 3, "sea_battle": 3}.get(name, 16)
    mean = sum(taken(kit, game, str(seed)) for seed in range(number)) / number
    assert mean / 3 <= one.prompt + one.completion <= 3 * mean


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=() if n in QUICK_OF_LIBRARIES else pytest.mark.long) for n in LIBRARIES],
)
def test_before_a_run_of_a_librarys_game_with_words_of_ours_too(name):
    kit = find_kit(name)
    game = make_game(kit.game, {})
    one = asyncio.run(estimate_match(kit, game, parse_player("vllm/m")))
    number = 2 if name in QUICK_OF_LIBRARIES else 6
    mean = sum(taken(kit, game, str(seed)) for seed in range(number)) / number
    assert mean / 3 <= one.prompt + one.completion <= 3 * mean


def test_lengths_are_measured_of_all_games_with_words_of_ours_and_others_are_said_to_be_guesses():
    assert set(measured()) == {*KITS, *LIBRARIES}
    entry = Entry(("vllm/m",), ("random",))
    assert api.notes(["tictactoe", "chess"], entry) == []
    (note,) = api.notes(["tictactoe", "openspiel:nim", "textarena:Poker-v0"], entry)
    assert ("Nim, Poker (TextArena)" in note, "Tic-Tac-Toe" in note) == (True, False)
    assert api.notes(["openspiel:nim"], Entry(("reference",), ("random",))) == []


@pytest.mark.parametrize("name", games("pit"))
def test_the_stored_lengths_of_matches_are_those_of_the_rules(name):
    """If rules have changed: scripts/match-lengths writes them again."""
    found, stored = at_random(make_game(KITS[name].game, {}), sys.maxsize), measured()[name].random
    assert (round(found.mean, 2), round(found.square, 2)) == (stored.mean, stored.square)


def model(messages, rng):
    return f"<think>{'I think it over once more. ' * 44}</think>\n{MOCK_MODELS['careful'](messages, rng)}"


def ratio_after_ten_answers(name, options, matches, seed):
    """What a run was expected to take after ten answers, beside what it took, and whether it was in range."""
    shown, seen, requests = [], [], count(1)

    def model_that_looks(messages, rng):
        if next(requests) == 11:  # a match has seldom ended by then
            seen.append(shown[0].expected())
        return model(messages, rng)

    with Endpoint(model_that_looks) as endpoint:
        player = f"m=endpoint/m?base_url={endpoint.url}"  # deals depend on the name
        target = f"{name}?{options}" if options else name
        config = RunConfig(concurrency=1)
        done = api.run(target, [player], matches=matches, seed=seed, config=config, on_change=shown.append)
    assert done.status == "finished"
    spent = done.progress.spent.tokens
    return seen[0].usual.tokens / spent, seen[0].low.tokens <= spent <= seen[0].high.tokens


@pytest.mark.parametrize("name", games())
def test_during_a_run_an_estimate_is_within_a_third_after_ten_answers(name, tmp_path, monkeypatch):
    """In the mean over runs: what a single one of six matches takes is as uncertain in some games."""
    monkeypatch.chdir(tmp_path)
    usual = ("", 6, 3 if name in QUICK else 6)
    options, matches, runs = {"pit": ("ticks=4", 1, 3), "hive": ("", 3, 1)}.get(name, usual)
    found = [ratio_after_ten_answers(name, options, matches, seed) for seed in range(runs)]
    ratios, in_range = zip(*found, strict=True)
    assert 1 / 1.3 <= geometric_mean(ratios) <= 1.3, ratios
    assert sum(in_range) >= runs / 2


def answers_of(player, game, comparison, answers, seed):
    """Play matches from their start until so many answers of this player were compared."""
    chance, rng, asked = Chance(f"likeness {seed}"), Random(seed), 0
    while asked < answers:
        state, nth, step_played = game.new(), 0, comparison().step_played
        while asked < answers and (asks := game.turn(state)):
            seats = [seat for seat in asks if seat != CHANCE]
            moves = {seat: player(game, game.observe(state, seat), asks[seat], rng) for seat in seats}
            moves |= {CHANCE: chance.pick(asks[CHANCE])} if CHANCE in asks else {}
            step_played(nth, Step(moves, tuple(ModelCall(seat=seat) for seat in seats)))
            asked, nth, state = asked + len(seats), nth + 1, game.act(state, moves)


def at_random_of_all(_game, _view, ask, rng):
    return ask.sample(rng)


@pytest.mark.parametrize("name", games())
def test_the_first_answers_tell_who_plays_like_the_reference_player_from_who_does_not(name):
    kit, lengths = KITS[name], measured()[name]
    if not lengths.are_told_apart:
        assert lengths.careful == lengths.reference
        return
    game, shares = make_game(kit.game, {}), []
    for player in (at_random_of_all, kit.reference):
        likeness = Likeness(lengths)
        seats = [likeness] * game.seats
        answers_of(player, game, lambda seats=seats: Comparison(kit, game, seats), 30, 1)
        shares.append(likeness.share)
        assert likeness.deviation < 0.4
    assert shares[0] < 0.5 < shares[1]


def test_who_plays_like_the_reference_player_is_expected_to_play_as_long_as_it():
    """In Hanabi, whose matches last eight times as long then."""
    kit = KITS["hanabi"]
    game = make_game(kit.game, {})
    one = asyncio.run(estimate_match(kit, game, parse_player("vllm/m")))
    forecast = Forecast({("", "m"): one}, {"m": "vllm/m"}, {}, Progress(1))
    before = forecast.of("", ["m"]).requests
    answers_of(kit.reference, game, lambda: forecast.comparison("", ["m", "m"], kit, game), 10, 1)
    reference = measured()["hanabi"].reference.mean
    assert before < reference / 3
    assert reference / 1.3 <= forecast.of("", ["m"]).requests <= 1.3 * reference


def test_the_range_after_ten_answers_allows_for_players_at_random():
    """In Arctic Scavengers, where they are unlike both players whose matches were measured."""
    kit = KITS["arctic_scavengers"]
    game = make_game(kit.game, {})
    one = asyncio.run(estimate_match(kit, game, parse_player("vllm/m")))
    policy, within = (lambda state, seat, ask: ask.sample(rng)), 0
    for seed in range(6):
        rng = Random(seed)
        forecast = Forecast({("", "m"): one}, {"m": "vllm/m"}, {}, Progress(1))
        players = ["m"] * game.seats
        answers_of(
            at_random_of_all, game, lambda f=forecast, p=players: f.comparison("", p, kit, game), 10, seed
        )
        expected, factor = 6 * forecast.of("", players).requests, forecast.factor("", players, 6)
        took = sum(sum(questions(game, Chance(f"{seed} {nth}"), policy)) for nth in range(6))
        within += expected / factor <= took <= expected * factor
    assert within >= 5


def test_the_range_is_wide_where_matches_of_each_kind_of_player_are_of_one_length_of_their_own():
    """A match of Commons is over after one question, or after 23: no match says that it may be otherwise."""
    factors = {}
    for name in ("commons", "prisoners_dilemma"):
        kit = KITS[name]
        game = make_game(kit.game, {})
        one = asyncio.run(estimate_match(kit, game, parse_player("vllm/m")))
        forecast = Forecast({("", "m"): one}, {"m": "vllm/m"}, {}, Progress(1))
        players = ["m"] * game.seats
        answers_of(
            kit.reference, game, lambda f=forecast, p=players, k=kit, g=game: f.comparison("", p, k, g), 10, 1
        )
        factors[name] = forecast.factor("", players, 6)
    assert factors["commons"] > 23**0.5 > 1.2 > factors["prisoners_dilemma"]
