"""Talkers read the prompts of every listed game, in words as models get them."""

import asyncio
from functools import partial
from random import Random

import pytest

from agonist.core import CHANCE, InvalidAnswer, player_name
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import play
from agonist.match.chance_seat import Chance
from agonist.models.mock_endpoint.filler_sentences import SAYINGS
from agonist.models.mock_endpoint.mock_models import MOCK_MODELS
from agonist.models.protocol import Settings
from agonist.models.scripted import ScriptedModel
from agonist.players.model import ModelPlayer, PromptStyle
from agonist.text import instruction, read


def answers(kit, layout, mock_model, seed, most=60):
    """Plays one match and yields, for each question put to a player, the invalid answer or None."""
    game, chance, rng = make_game(kit.game, kit.quick_options), Chance(str(seed)), Random(seed)
    state = game.new()
    while (asks := game.turn(state)) and most > 0:
        moves = {}
        for seat, ask in asks.items():
            if seat == CHANCE:
                moves[seat] = chance.pick(ask)
                continue
            view, most, words = game.observe(state, seat), most - 1, kit.words
            say = partial(words.label, view)
            parts = words.scene(game, view), words.request(game, view, ask), instruction(ask, layout, say)
            messages = [
                {"role": "system", "content": words.rules(game)},
                {"role": "user", "content": "\n\n".join(parts)},
            ]
            text = mock_model(messages, rng)
            try:
                moves[seat] = read(ask, text, layout, say)
                ask.check(moves[seat])
                yield None
            except InvalidAnswer as why:
                moves[seat] = ask.sample(rng)
                yield f"{player_name(seat)}: {text} is {why.kind}: {why}\n{messages[-1]['content']}"
        state = game.act(state, moves)


@pytest.mark.parametrize("layout", ["json", "line"])
@pytest.mark.parametrize("kit", KITS.values(), ids=list(KITS))
def test_a_careful_mock_model_is_always_legal(kit, layout):
    found = [bad for seed in range(3) for bad in answers(kit, layout, MOCK_MODELS["careful"], seed)]
    assert len(found) > 5
    assert [bad for bad in found if bad] == []


@pytest.mark.parametrize("kit", KITS.values(), ids=list(KITS))
def test_a_random_mock_model_finds_what_to_answer(kit):
    found = [bad for seed in range(3) for bad in answers(kit, "json", MOCK_MODELS["random"], seed)]
    # It may say a word that is forbidden, but it always knows where the answer goes.
    assert [bad for bad in found if bad and " is illegal: " not in bad] == []


def test_in_who_is_spy_a_mock_model_speaks_in_clues_and_votes_for_the_odd_one_out():
    kit, rng, mock = KITS["who_is_spy"], Random(3), MOCK_MODELS["careful"]
    model = ScriptedModel(
        lambda messages: mock([{"role": m.role, "content": m.content} for m in messages], rng)
    )
    seat = lambda context: ModelPlayer(context, model, Settings(), PromptStyle())  # noqa: E731  a factory
    match = asyncio.run(play(kit, make_game(kit.game, {}), [seat] * 6, seed="1"))
    speeches = [move[0] for step in match.record.moves for move in [list(step.values())] if len(step) == 1]
    speeches = [text for text in speeches if isinstance(text, str) and " " in text]
    assert len(speeches) >= 6
    assert set(speeches) <= set(SAYINGS)
