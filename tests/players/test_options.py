"""What one table says of an option is what parsing, Python's defaults, forms and the documentation do."""

from math import inf

import pytest

from agonist.core import UsageError
from agonist.models.protocol import Settings
from agonist.players import BUILT_IN, METHODS, OPTIONS, parse_player
from agonist.players.cot_bap_tot_sc import DeliberationStyle
from agonist.players.model import PROMPTS, PromptStyle
from agonist.players.option import HTTP
from agonist.players.options import PERSONAS, options_of, written
from agonist.players.pgm import PgmStyle
from agonist.players.rap import RapStyle
from agonist.players.rap.tree import Plan
from agonist.players.settings_and_style import settings_of

HTTP_AGENT = "http:http://127.0.0.1:7860"
NUMBERS = [option for option in OPTIONS if option.is_number]
WORDS = [option for option in OPTIONS if option.words]


def of(option, value):
    """A specification of a player that has the option, with this value."""
    kind = option.owners[0]
    start = {HTTP: HTTP_AGENT, "model": "vllm/m"}.get(kind, kind if kind in BUILT_IN else f"{kind}:vllm/m")
    return f"{start}?{option.name}={value}"


def named(option):
    return f"{option.owners[0]}-{option.name}"


@pytest.mark.parametrize("option", NUMBERS, ids=named)
def test_a_number_may_be_each_end_of_its_range_and_nothing_beyond(option):
    for end, beyond in ((option.range.low, -1), (option.range.high, 1)):
        if abs(end) == inf:
            continue
        assert parse_player(of(option, end)).value(option.name) == end
        with pytest.raises(UsageError, match=str(option.range)):
            parse_player(of(option, end + beyond))
    for wrong in ("nan", "many"):
        with pytest.raises(UsageError, match=option.name):
            parse_player(of(option, wrong))


@pytest.mark.parametrize("option", WORDS, ids=named)
def test_an_option_takes_its_words_and_no_others(option):
    for word in option.words:
        if (option.name, word) != ("format", "schema"):
            assert parse_player(of(option, word)).options == {option.name: word}
    with pytest.raises(UsageError, match=option.name):
        parse_player(of(option, "perhaps"))


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.implied], ids=named)
def test_the_normal_spelling_leaves_out_a_usual_value_that_is_implied(option):
    assert parse_player(of(option, option.usual)).options
    assert "?" not in parse_player(of(option, option.usual)).canonical


def test_a_player_without_options_plays_with_the_usual_values():
    for style in (PromptStyle(), PgmStyle(), RapStyle(), Plan(), DeliberationStyle()):
        names = [name for name in type(style).__slots__ if name in {option.name for option in OPTIONS}]
        assert names
        for name in names:
            options = [options_of("model", *METHODS)[name]]
            assert [option.value("", option.usual) for option in options] == [getattr(style, name)]
    assert settings_of(parse_player("vllm/m")) == Settings()


def test_built_in_players_are_written_with_options_that_they_take():
    for name in BUILT_IN:
        assert parse_player(written(name)).name == name


def test_every_persona_has_its_prompt():
    prompts = [path.stem for path in PROMPTS.folders[-1].glob("persona_*.md")]
    assert sorted(prompts) == sorted(f"persona_{name}" for name in PERSONAS)
