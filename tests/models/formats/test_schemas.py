"""The schemas of all games, as requests hold them, beside what each provider's reference takes."""

from functools import partial
from typing import Any

import pytest

from agonist.core import CHANCE
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match.chance_seat import Chance
from agonist.models.formats import FORMATS
from agonist.models.formats.format import NO_QUIRKS
from agonist.models.mock_endpoint.rejected_requests import REFUSALS
from agonist.models.protocol import Message, Settings
from agonist.models.providers import route
from agonist.text import schema

KEYS = dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"), "k")
AZURE = {"AZURE_OPENAI_API_KEY": "k", "AZURE_OPENAI_ENDPOINT": "https://us.openai.azure.com"}

LIKE = {
    "anthropic/claude-opus-5-5": "anthropic",
    "azure/gpt": "anthropic",
    "openrouter/anthropic/claude-opus-5-5": "anthropic",
    "openai/gpt-5-mini": "openai",
    "google/gemini-3.8-flash": "openai",
    "vllm/m": "openai",
}
"""The mock provider whose rules for schemas are those of the model's reference."""


def refusal(model: str, given: dict[str, Any]) -> str:
    """Why the request of a model for an answer of this schema is refused; empty if it is answered."""
    where = route(model, environ=KEYS | AZURE)
    settings = Settings(schema=given)
    body = FORMATS[where.format].request(where, [Message("user", "?")], settings, NO_QUIRKS)
    return REFUSALS[LIKE[model]](body)


@pytest.mark.parametrize("model", LIKE)
def test_a_schema_that_no_guide_allows_is_refused_from_every_adapter(model):
    for wrong in ({"type": "object", "properties": {}}, {"type": "array", "minItems": 1}):
        assert refusal(model, wrong)


@pytest.mark.parametrize("kit", KITS.values(), ids=list(KITS))
def test_each_provider_takes_the_schemas_of_each_game_as_its_guide_to_structured_outputs_says(kit):
    game, chance = make_game(kit.game, kit.quick_options), Chance("schemas")
    state, known = game.new(), list[Any]()
    for _ in range(60):
        moves = {}
        for seat, ask in game.turn(state).items():
            moves[seat] = chance.pick(ask)
            if seat != CHANCE:
                known.append(schema(ask, partial(kit.words.label, game.observe(state, seat)), reasoning=True))
        if not moves:
            break
        state = game.act(state, moves)
    assert known
    for model in LIKE:
        assert [why for each in known if (why := refusal(model, each))] == []
