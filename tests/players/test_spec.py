"""Player specifications: what is understood, and what is refused with the nearest right one."""

import re

import pytest

from agonist.core import UsageError
from agonist.models.errors import NoKey
from agonist.models.scripted import ScriptedModel
from agonist.players import parse_player
from agonist.players.registry import PlayerRegistry
from agonist.players.settings_and_style import settings_of, style_of


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("randm", "did you mean 'random'"),
        ("gpt-5", "provider/model"),
        ("mcts?playout=5", "did you mean 'playouts'"),
        ("mcts?playouts=many", "playouts is a whole number"),
        ("mcts?playouts=0", "1 or more"),
        ("fixed", r"fixed\?answers="),
        ("scripted", r"scripted\?file="),
        ("cott:openai/x", "did you mean 'cot'"),
        ("cot:random", "cot is for models"),
        ("openai/", "provider/model"),
        ("openai/x?temprature=1", "did you mean 'temperature'"),
        ("openai/x?temperature=hot", "temperature is a number"),
        ("openai/x?temperature=3", "from 0 to 2"),
        ("openai/x?history=loud", "full or none"),
        ("openai/x?format=xml", "json or line or schema"),
        ("openai/x?as=selfish", "persona:"),
        ("persona:openai/x", "persona:"),
        ("openai/x?a=1&a=2", "given twice"),
    ],
)
def test_wrong_specifications_are_told_what_is_right(text, why):
    with pytest.raises(UsageError, match=why):
        parse_player(text)


def test_a_key_typed_in_the_wrong_place_is_not_repeated():
    with pytest.raises(UsageError) as caught:
        parse_player("openai/x?api_key=sk-secret-123")
    assert "sk-secret" not in str(caught.value)
    assert "environment" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("anthropic/claude-opus-5-5?min_p=0.1", "anthropic has no min_p; leave min_p= out"),
        ("anthropic/claude-opus-5-5?seeded=yes", "anthropic has no seed; leave seeded= out"),
        ("cot:google/gemini-3.8-flash?min_p=0.1", "google has no min_p"),
        ("transformers/Qwen/Qwen3-0.6B?format=schema", "transformers has no schema; leave format= out"),
        ("transformers/Qwen/Qwen3-0.6B?reasoning_effort=low", "transformers has no reasoning_effort"),
    ],
)
def test_an_option_that_the_provider_lacks_is_refused_before_a_run_is_stored(text, words):
    with pytest.raises(UsageError, match=re.escape(words)):
        parse_player(text)


def test_options_that_the_provider_has_are_accepted():
    for text in ("anthropic/x?top_k=5&seeded=no", "google/x?seeded=yes", "openai/x?min_p=0.1&format=schema"):
        assert parse_player(text).options


def test_everything_a_model_can_be_told():
    spec = parse_player(
        "cot:persona:openai/gpt-5-mini?as=selfish&temperature=0.5&max_tokens=99&history=none&format=line&asks=1"
        "&options=hidden&reasoning_effort=low"
    )
    assert spec.methods == ("cot", "persona")
    settings, style = settings_of(spec), style_of(spec)
    assert (settings.temperature, settings.max_tokens, settings.reasoning_effort) == (0.5, 99, "low")
    assert (style.method, style.history, style.format, style.listed) == ("cot", "none", "line", False)
    assert "selfish" in style.persona


def test_an_unknown_persona_is_told_the_known_ones():
    with pytest.raises(UsageError, match="did you mean 'selfish'"):
        PlayerRegistry(lambda _spec: ScriptedModel([])).factory("persona:openai/x?as=selfsh")


def test_no_terminal_no_person():
    with pytest.raises(UsageError, match="needs a terminal"):
        PlayerRegistry(lambda _spec: ScriptedModel([])).factory("human")


def test_a_missing_key_is_named(monkeypatch):
    from agonist.run_config import RunConfig

    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(NoKey, match="OPENAI_API_KEY"):
        RunConfig().player_registry().factory("openai/gpt-5-mini")


def test_a_script_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        PlayerRegistry(lambda _spec: ScriptedModel([])).factory(f"scripted?file={tmp_path / 'none.txt'}")


@pytest.mark.parametrize("text", ["(1, 1)", "1 1", "1,1", "Cell: (1, 1)", '{"cell": "(1, 1)"}'])
def test_people_need_not_type_brackets(text):
    from agonist.games import KITS
    from agonist.players.simple import typed

    kit = KITS["tictactoe"]
    game = kit.game(seats=2)
    ask = game.turn(game.new())[0]
    assert typed(ask, text, lambda key, option: kit.words.label(game.new(), key, option)) == (1, 1)


def test_a_prompt_of_ones_own_stands_before_the_rules_with_its_signs_decoded():
    spec = parse_player("persona:openai/x?prompt=Win %26 run%3A%0Anow&as=selfish")
    told = style_of(spec).persona
    assert told.startswith("Win & run:\nnow\n\n")
    assert parse_player(spec.canonical).options["prompt"] == "Win %26 run%3A%0Anow"
