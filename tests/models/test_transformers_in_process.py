"""A model of Hugging Face in this process: a tiny one, made on the spot and saved to a folder."""

import re
from dataclasses import replace

import pytest
from jinja2 import Environment, TemplateError

from agonist.core import UsageError
from agonist.extras import install
from agonist.models.errors import ContextTooLong, ModelNotFound, OptionRejected
from agonist.models.model_assembly import build, connect
from agonist.models.protocol import Message, Settings
from agonist.models.transformers_in_process import _prompt


def test_without_the_libraries_it_says_what_to_install(monkeypatch):
    from agonist.models import transformers_in_process

    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    transformers_in_process._libraries.cache_clear()
    with pytest.raises(UsageError, match=re.escape(install("hf"))):
        build(connect("transformers/tiny"))


def test_it_has_no_address_and_plays_for_no_stranger():
    with pytest.raises(UsageError, match="no address"):
        build(connect("transformers/tiny", base_url="http://127.0.0.1/v1"))
    with pytest.raises(UsageError, match="cannot be used on a public site"):
        build(connect("transformers/tiny", public_only=True))


def test_a_template_without_a_system_message_is_given_the_rules_before_the_first_question():
    template = Environment().from_string(
        "{% for m in messages %}{% if m.role == 'system' %}{{ raise('System role not supported') }}"
        "{% endif %}{{ m.content }}\n{% endfor %}"
    )

    def refuse(why):
        raise TemplateError(why)

    class Tokenizer:
        chat_template = "as above"

        def apply_chat_template(self, messages, **how):
            return template.render({"raise": refuse}, messages=messages)

    talk = [Message("system", "You play."), Message("user", "Your move?")]
    assert _prompt(Tokenizer(), talk) == ("You play.\n\nYour move?\n", ("system",))
    assert _prompt(Tokenizer(), talk[1:]) == ("Your move?\n", ())


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """The folder of a model of some thousand weights that writes bytes, and was taught nothing."""
    torch = pytest.importorskip("torch", reason="needs agonist[hf]")
    transformers = pytest.importorskip("transformers", reason="needs agonist[hf]")
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    from agonist.models import transformers_in_process

    transformers_in_process._libraries.cache_clear()
    signs = sorted(pre_tokenizers.ByteLevel.alphabet())
    bpe = Tokenizer(models.BPE({sign: nth for nth, sign in enumerate([*signs, "<end>"])}, []))
    bpe.pre_tokenizer, bpe.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=bpe, eos_token="<end>", pad_token="<end>"
    )
    tokenizer.chat_template = "{% for m in messages %}{{ m.content }}\n{% endfor %}>"
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=len(signs) + 1, hidden_size=32, intermediate_size=32, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=4, max_position_embeddings=32_768,
        tie_word_embeddings=False, bos_token_id=None, eos_token_id=len(signs), pad_token_id=len(signs),
    )  # fmt: skip
    model = transformers.LlamaForCausalLM(config)
    folder = tmp_path_factory.mktemp("tiny")
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return f"transformers/{folder}"


@pytest.mark.long
async def test_the_same_seed_gives_the_same_answer_and_tokens_are_counted(tiny):
    model = build(connect(tiny))
    asked = [Message("user", "Your move?")]
    settings = Settings(temperature=1.0, max_tokens=8, seed=3)
    one, two = [await model.complete(asked, settings) for _ in range(2)]
    assert (one.text, one.usage) == (two.text, two.usage)
    assert one.usage.prompt == len("Your move?\n>")
    assert 0 < one.usage.completion <= 8
    assert one.cost == 0.0
    greedy = await model.complete(asked, Settings(temperature=0, max_tokens=3))
    assert (greedy.finish, greedy.usage.completion) == ("length", 3)


@pytest.mark.long
async def test_ids_are_those_that_the_model_read_and_wrote_with_their_probabilities(tiny):
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    folder = tiny.removeprefix("transformers/")
    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder)
    asked, settings = [Message("user", "Your move?")], Settings(0.7, 8, seed=3, top_k=0)
    plain = await build(connect(tiny)).complete(asked, settings)
    reply = await build(connect(tiny)).complete(asked, replace(settings, token_ids=True))
    assert (plain.token_ids, plain.text) == (None, reply.text)
    ids = reply.token_ids
    assert ids is not None
    assert ids.prompt == tuple(tokenizer("Your move?\n>")["input_ids"])
    assert tokenizer.decode(ids.completion, skip_special_tokens=True) == reply.text
    with torch.inference_mode():
        logits = model(torch.tensor([[*ids.prompt, *ids.completion]])).logits[0, len(ids.prompt) - 1 : -1]
    expected = torch.log_softmax(logits / 0.7, -1)[range(len(ids.completion)), list(ids.completion)]
    assert list(ids.logprobs) == pytest.approx(expected.tolist(), abs=1e-4)
    likeliest = await build(connect(tiny)).complete(asked, replace(settings, token_ids=True, top_k=1))
    assert likeliest.token_ids is not None
    assert set(likeliest.token_ids.logprobs or ()) == {0.0}  # of one token, it is certain


@pytest.mark.long
async def test_what_it_cannot_do_is_said(tiny):
    model = build(connect(tiny))
    with pytest.raises(ContextTooLong, match="32,768 tokens"):
        await model.complete([Message("user", "x" * 40_000)], Settings())
    with pytest.raises(OptionRejected, match="takes no schema"):
        await model.complete([Message("user", "x")], Settings(schema={}))
    with pytest.raises(ModelNotFound, match="cannot be loaded"):
        await build(connect("transformers//nowhere/at/all")).complete([Message("user", "x")], Settings())
