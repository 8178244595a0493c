"""Tiny models and tokenizers, made on the spot: nothing is downloaded."""

from __future__ import annotations

from pathlib import Path

import torch
import trl
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from agonist.api.seat_session import SeatSession
from agonist.models.event_loop import in_background
from agonist.run_config import RunConfig

torch.set_num_threads(1)  # with more, tiny models only wait for each other's threads

END = "<|im_end|>"

CELLS = [f"({row}, {column})" for row in (1, 2, 3) for column in (1, 2, 3)]
"""What an answer is in tic-tac-toe."""

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n"
    "{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def tiny_tokenizer(texts, whole=(), template=CHATML):
    """A byte-level BPE over these texts; `whole` are texts that are one token each."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    special = ["<|pad|>", "<|im_start|>", END]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(
        texts, trainers.BpeTrainer(vocab_size=600, special_tokens=special, initial_alphabet=alphabet)
    )
    tokenizer.add_tokens(list(whole))
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="<|pad|>",
        eos_token=END,
        chat_template=template,
        padding_side="left",
        clean_up_tokenization_spaces=False,
    )


def tiny_model(tokenizer, room=2048):
    """A Llama of two layers with random weights, the same each time."""
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=room,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    return LlamaForCausalLM(config)


def taught(model, tokenizer, prompt, answers, steps=12):
    """The model, after it was shown a few times that one of these answers follows the prompt."""
    before = tokenizer.apply_chat_template(
        [{"role": "user", "content": prompt}], add_generation_prompt=True, return_dict=False
    )
    after = [tokenizer(f"{answer}{END}").input_ids for answer in answers]
    assert len({len(ids) for ids in after}) == 1
    shown = torch.tensor([before + ids for ids in after])
    told = torch.tensor([[-100] * len(before) + ids for ids in after])
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(steps):
        model(input_ids=shown, labels=told).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    return model


def opening(game="tictactoe"):
    """What a player reads first."""
    session = SeatSession(game, ["random"], RunConfig().player_registry())
    text = in_background(session.begin(0)).result().text
    in_background(session.leave()).result()
    return text


def player_of_tictactoe(room=8192):
    """A tiny model that was shown what an answer is, and its tokenizer."""
    tokenizer = tiny_tokenizer([opening()], CELLS)
    return taught(tiny_model(tokenizer, room), tokenizer, opening(), CELLS), tokenizer


def caller_of_tools():
    """A tiny model that was shown how a tool is called, as Qwen3's template writes it, and its tokenizer."""
    call = ('<tool_call>\n{"name": "answer", "arguments": {"text": "', '"}}\n</tool_call>')
    template = (Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja").read_text("utf-8")
    tokenizer = tiny_tokenizer([opening()], [*CELLS, *call, "<think>", "</think>"], template)
    calls = [cell.join(call) for cell in CELLS]
    return taught(tiny_model(tokenizer, room=4096), tokenizer, opening(), calls, steps=30), tokenizer
