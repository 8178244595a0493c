"""Estimates of all games, before and during a run, beside what a scripted model that plays sensibly takes."""

import asyncio
import sys
from random import Random

import pytest

from agonist import api
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import play
from agonist.models.estimate import tokens_of, tokens_of_messages
from agonist.models.mock_endpoint import MOCK_MODELS, Endpoint
from agonist.models.protocol import Settings
from agonist.models.scripted import ScriptedModel
from agonist.players.model import ModelPlayer, PromptStyle
from agonist.players.spec import parse_player
from agonist.run_config import RunConfig
from agonist.tournament.estimate import estimate_match
from agonist.tournament.match_lengths import at_random, measured

QUICK = ("bargain", "chameleon", "codenames", "hanabi", "tictactoe")
UNEVEN = ("cost_sharing", "hanabi")
"""Their matches have from one round to ten: ten answers say little of the others, twelve matches enough."""

ENDLESS = ("hive", "pit")
"""Their matches have hundreds of questions or more, and end when somebody plays well."""


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


@pytest.mark.parametrize("name", games("pit"))
def test_the_stored_lengths_of_matches_are_those_of_the_rules(name):
    """If rules have changed: scripts/match-lengths writes them again."""
    found, stored = at_random(make_game(KITS[name].game, {}), sys.maxsize), measured()[name]["random"]
    assert (round(found.mean, 2), round(found.square, 2)) == (stored.mean, stored.square)


def model(messages, rng):
    return f"<think>{'I think it over once more. ' * 44}</think>\n{MOCK_MODELS['careful'](messages, rng)}"


@pytest.mark.parametrize("name", games(*ENDLESS))
def test_during_a_run_an_estimate_is_within_a_third_after_ten_answers(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    seen = []

    def on_change(progress):
        known = progress.finished >= 12 if name in UNEVEN else sum(progress.answers.values()) >= 10
        if known and not seen and (expected := progress.expected()):
            seen.append(expected)

    with Endpoint(model) as endpoint:
        player = f"m=endpoint/m?base_url={endpoint.url}"  # deals depend on the name
        number = 24 if name in UNEVEN else 6
        config = RunConfig(concurrency=1)
        done = api.run(name, [player], matches=number, config=config, on_change=on_change)
    assert done.status == "finished"
    assert done.progress.spent.tokens / 1.3 <= seen[0].tokens <= 1.3 * done.progress.spent.tokens
