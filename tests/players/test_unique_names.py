"""Who a player is, and what it is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.core import UsageError
from agonist.players import parse_player
from agonist.players.unique_names import name_player

OPTIONS = {
    "temperature": ["0", "0.7"],
    "top_p": ["0.9"],
    "max_tokens": ["99"],
    "reasoning_effort": ["low"],
    "history": ["none"],
    "format": ["line"],
    "seeded": ["yes"],
}


@given(st.fixed_dictionaries({}, optional={key: st.sampled_from(v) for key, v in OPTIONS.items()}), st.data())
def test_options_in_another_order_are_the_same_player(options, data):
    pairs = [f"{key}={value}" for key, value in options.items()]
    one, other = (
        f"vllm/m{'?' if pairs else ''}{'&'.join(order)}"
        for order in (pairs, data.draw(st.permutations(pairs)))
    )
    assert parse_player(one).identity == parse_player(other).identity
    assert parse_player(parse_player(one).canonical).canonical == parse_player(one).canonical


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("vllm/m?base_url=http://a.example/v1", "vllm/m?base_url=http://b.example/v1&key_env=B_KEY"),
        ("vllm/m?temperature=0", "vllm/m?temperature=0.00"),
        ("vllm/m?timeout=60", "vllm/m"),
        ("vllm/m?seeded=no", "vllm/m"),
        ("endpoint/m?seeded=yes", "endpoint/m"),
        ("direct:vllm/m", "vllm/m"),
        ("cot:persona:vllm/m?as=selfish", "persona:cot:vllm/m?as=selfish"),
        ("mcts?playouts=200", "mcts"),
        ("a=mcts", "b=mcts"),
    ],
)
def test_the_same_player_in_other_words(one, other):
    assert parse_player(one).identity == parse_player(other).identity


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("vllm/m?temperature=0", "vllm/m"),
        ("cot:vllm/m", "vllm/m"),
        ("endpoint/m?seeded=no", "endpoint/m"),
        ("vllm/m?history=full", "vllm/m"),  # of which a suite may say history=none
        ("minimax?depth=5", "minimax"),
    ],
)
def test_what_changes_the_answers_makes_another_player(one, other):
    assert parse_player(one).identity != parse_player(other).identity


def test_names_are_read_before_anything_else():
    assert parse_player("fast=cot:openai/x?temperature=0").given == "fast"
    assert parse_player("v1.2-final=fixed?answers=a=b").options == {"answers": "a=b"}
    assert parse_player("fixed?answers=a=b").given == ""
    assert parse_player("openai/x?as=selfish".replace("openai", "persona:openai")).given == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("my model=openai/x", "letters, digits"),
        ("4o=openai/x", "letters, digits"),
        ("random=openai/x", "random is the name of another player"),
        ("fast=", "write options"),
        ("fast=quick=openai/x", "letters, digits"),
    ],
)
def test_names_that_cannot_be(text, why):
    with pytest.raises(UsageError, match=why):
        parse_player(text)


def test_two_players_of_one_name_are_refused():
    specs = {}
    assert name_player("fast=openai/a?top_p=1&temperature=0", specs) == "fast"
    assert name_player("fast=openai/a?temperature=0.0&top_p=1", specs) == "fast"
    with pytest.raises(UsageError, match=r"two players are named 'fast': .* give one another name"):
        name_player("fast=openai/b", specs)


def test_one_model_at_two_addresses_needs_two_names():
    specs = {}
    name_player("vllm/m?base_url=http://a.example/v1", specs)
    with pytest.raises(UsageError, match="first=vllm/m"):
        name_player("vllm/m?base_url=http://b.example/v1", specs)
    assert name_player("other=vllm/m?base_url=http://b.example/v1", specs) == "other"
