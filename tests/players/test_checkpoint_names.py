"""Names of checkpoints: one syntax, where names of players are parsed."""

import pytest

import agonist
from agonist.core import UsageError
from agonist.players import parse_player
from agonist.players.checkpoint_names import checkpoint_of
from agonist.players.python_agents import spec_of


@pytest.mark.parametrize(
    ("text", "label", "player"),
    [
        ("ckpt@1000=vllm/m?base_url=http://127.0.0.1:8000/v1", "ckpt@1000", "vllm/m"),
        ("ckpt@0=random", "ckpt@0", "random"),
        ("run-7.b@25=http:http://127.0.0.1:7860", "run-7.b@25", "http:http://127.0.0.1:7860"),
        ("ckpt@3=cot:openai/x@2025?temperature=0", "ckpt@3", "openai/x@2025"),
        ("ckpt@3=mine:Agent?depth=2", "ckpt@3", "mine:Agent"),
    ],
)
def test_a_name_with_a_step_is_a_checkpoint_of_a_series(text, label, player):
    spec = parse_player(text)
    assert (spec.label, spec.name) == (label, player)
    series, _, step = label.partition("@")
    assert checkpoint_of(spec.label) == (series, int(step))


@pytest.mark.parametrize(
    "text",
    [
        *("ckpt@abc=random", "ckpt@=random", "@=random", "@", "@5=random", "x@-1=random", "x@1.5=random"),
        *("ckpt@1000", "x@1e3=random", "x@1@2=random", "x@007=random", "7x@5=random", "x @5=random"),
        f"x@{10**15}=random",
    ],
)
def test_what_is_no_checkpoint_is_told_how_one_is_written(text):
    with pytest.raises(UsageError, match="NAME@STEP=PLAYER, as in ckpt@1000=vllm/my-model"):
        parse_player(text)


def test_two_players_at_one_step_are_refused(tmp_path):
    with pytest.raises(UsageError, match="two players are named 'ckpt@5'"):
        agonist.run("tictactoe", ["ckpt@5=random", "ckpt@5=mcts"], db=tmp_path / "x.db")
    with pytest.raises(UsageError, match="random is the name of another player"):
        parse_player("random@5=mcts")


@pytest.mark.parametrize("text", ["openai/x@5", "vllm/m@5?temperature=0", "tuned=openai/x@5"])
def test_a_model_with_that_sign_in_its_own_name_is_no_checkpoint(text):
    assert checkpoint_of(parse_player(text).label) is None


def test_a_python_object_is_a_checkpoint_by_the_name_it_is_given():
    spec, objects = spec_of(lambda observation: "1", "ckpt@1000")
    assert parse_player(spec).label == "ckpt@1000"
    assert list(objects) == ["ckpt@1000"]
    assert parse_player(spec).is_agent
    with pytest.raises(UsageError, match="NAME@STEP=PLAYER"):
        parse_player(spec_of(lambda observation: "1", "ckpt@late")[0])
