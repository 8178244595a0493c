"""A policy's conversation grows by tokens with the chat templates that TRL 1.16 ships for models of text."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("trl", reason="scripts/test-trainers installs TRL and runs these")

import trl
from tests.trainers.torch.tiny_models import CELLS, END, opening, tiny_tokenizer

from agonist.models.protocol import Message, Origin, Settings
from agonist.players.policy_sampled_by_trainer import TokenPolicy

TEMPLATES = {
    path.stem: path.read_text("utf-8")
    for path in sorted((Path(trl.__file__).parent / "chat_templates").glob("*.jinja"))
    if not path.stem.startswith(("idefics3", "llava_next", "smolvlm"))  # their messages are lists of parts
}
ENDS = (
    *(END, "<|eot_id|>", "<end_of_turn>", "<turn|>", "<|return|>", "<|end|>", "</s>", "<|eot|>"),
    *("<｜end▁of▁sentence｜>", "<|END_OF_TURN_TOKEN|>", "<|user|>"),
)
"""What ends an answer, in some template each."""


@pytest.fixture(scope="module")
def tokenizer():
    made = tiny_tokenizer([opening()], [*CELLS, *(end for end in ENDS if end != END)])
    made.bos_token = "<|im_start|>"
    return made


@pytest.mark.parametrize("name", TEMPLATES)
def test_what_stands_between_two_answers_is_what_the_template_writes(tokenizer, name):
    tokenizer.chat_template = TEMPLATES[name]
    end = next(end for end in ENDS if end in TEMPLATES[name])
    wrote = tokenizer(f"(1, 1){end}").input_ids

    async def generate(prompt, conversation):
        return wrote, [-0.5] * len(wrote)

    policy = TokenPolicy(tokenizer, generate, wrote[-1:])
    talk, prompts = [], []
    for question in ("One?", "Two?", "Three?"):
        talk.append(Message("user", question))
        reply = asyncio.run(policy(talk, Settings(origin=Origin("m", 0, 0))))
        talk.append(Message("assistant", "(1, 1)"))
        prompts.append(list(reply.token_ids.prompt))
    official = tokenizer.apply_chat_template(
        [message.plain() for message in talk[:-1]], add_generation_prompt=True, return_dict=False
    )
    for question, before, after in zip(("Two?", "Three?"), prompts, prompts[1:], strict=False):
        assert after[: len(before) + len(wrote)] == before + wrote
        told = tokenizer.decode(after[len(before) + len(wrote) :])
        assert told.count(question) == told.count("?") == 1
    last = after[len(before) + len(wrote) :]
    assert official[len(official) - len(last) :] == last


def test_a_template_without_a_system_message_gets_it_before_the_first_question(tokenizer):
    tokenizer.chat_template = TEMPLATES["gemma"]

    async def generate(prompt, conversation):
        return [5], [-0.5]

    talk = [Message("system", "Rules."), Message("user", "One?")]
    reply = asyncio.run(TokenPolicy(tokenizer, generate, [5])(talk, Settings(origin=Origin("m", 0, 0))))
    assert "<start_of_turn>user\nRules.\n\nOne?" in tokenizer.decode(reply.token_ids.prompt)
