"""The schemas of all games, as requests hold them, beside what each provider's reference takes."""

from functools import partial
from typing import Any

import pytest
from tests.models.formats.schemas import ANTHROPIC, OPENAI, refused

from agonist.core import CHANCE
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match.chance import Chance
from agonist.models import Message, Settings, route
from agonist.models.formats import FORMATS
from agonist.models.formats.format import NO_QUIRKS
from agonist.text import schema

KEYS = dict.fromkeys(("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"), "k")
AZURE = {"AZURE_OPENAI_API_KEY": "k", "AZURE_OPENAI_ENDPOINT": "https://us.openai.azure.com"}

TAKES = {
    "anthropic/claude-opus-5-5": ANTHROPIC,
    "azure/gpt": ANTHROPIC,
    "openrouter/anthropic/claude-opus-5-5": ANTHROPIC,
    "openai/gpt-5-mini": OPENAI,
    "google/gemini-3.8-flash": OPENAI,
    "vllm/m": OPENAI,
}


def sent(model: str, given: dict[str, Any]) -> Any:
    """The schema in a request to a model."""
    where = route(model, environ=KEYS | AZURE)
    body = FORMATS[where.format].request(where, [Message("user", "?")], Settings(schema=given), NO_QUIRKS)
    match where.format:
        case "anthropic":
            return body["output_config"]["format"]["schema"]
        case "google":
            return body["generationConfig"]["responseJsonSchema"]
    return body["response_format"]["json_schema"]["schema"]


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
    for model, keywords in TAKES.items():
        assert [why for each in known if (why := refused(sent(model, each), keywords))] == []
