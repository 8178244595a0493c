"""A tiny model made on the spot, behind the part of vLLM's protocol that verifiers trains with."""

from contextlib import asynccontextmanager

import torch
from aiohttp import web
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

CELLS = [f"({row}, {column})" for row in (1, 2, 3) for column in (1, 2, 3)]
MARKS = ["<|im_start|>", "<|im_end|>", "<|endoftext|>"]
TAGS = ["<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>"]


def save_tokenizer(folder):
    """A tokenizer of bytes, marks as Qwen's, and cells of a board."""
    letters = {letter: nth for nth, letter in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    tokenizer = Tokenizer(models.BPE(vocab=letters, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(mark, special=True) for mark in MARKS])
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in (*TAGS, *CELLS)])
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|im_end|>")
    fast.save_pretrained(folder)
    return fast


class TinyModel(torch.nn.Module):
    """Knows the mean of all tokens and the last one; writes cells, a space, and the end of its turn."""

    def __init__(self, tokenizer):
        super().__init__()
        self.end = tokenizer.convert_tokens_to_ids("<|im_end|>")
        space = tokenizer.encode(" ", add_special_tokens=False)
        self.written = [*tokenizer.convert_tokens_to_ids(CELLS), *space, self.end]
        self.embedding = torch.nn.Embedding(len(tokenizer), 16)
        self.head = torch.nn.Linear(32, len(self.written))

    def logprobs(self, ids):
        """Of each next token, among those that are written: after the first of these ids, and so on."""
        tokens = self.embedding(torch.tensor(ids))
        means = tokens.cumsum(0) / torch.arange(1, len(ids) + 1)[:, None]
        return self._next(means, tokens)

    def _next(self, mean, last):
        return self.head(torch.cat([mean, last], -1)).log_softmax(-1)

    @torch.no_grad()
    def sample(self, prompt, most):
        """An answer to a prompt, with the log-probability of each token."""
        ids, found = [], []
        while len(ids) < most and self.end not in ids:
            tokens = self.embedding(torch.tensor([*prompt, *ids]))
            logprobs = self._next(tokens.mean(0), tokens[-1])
            nth = torch.multinomial(logprobs.exp(), 1).item()
            ids.append(self.written[nth])
            found.append(logprobs[nth].item())
        return ids, found


@asynccontextmanager
async def served(model, most):
    """The address of the engine, and a list of what it was sent and what it answered."""
    seen = []

    async def generate(request):
        body = await request.json()
        ids, logprobs = model.sample(body["token_ids"], most)
        seen.append((body["token_ids"], ids, logprobs))
        content = [
            {"token": f"token_id:{token}", "logprob": logprob}
            for token, logprob in zip(ids, logprobs, strict=True)
        ]
        finish = "stop" if ids[-1] == model.end else "length"
        choice = {"token_ids": ids, "logprobs": {"content": content}, "finish_reason": finish}
        return web.json_response({"request_id": str(len(seen)), "choices": [choice]})

    async def names(_request):
        return web.json_response({"data": [{"id": "tiny", "max_model_len": 100_000}]})

    app = web.Application()
    app.add_routes([web.post("/inference/v1/generate", generate), web.get("/v1/models", names)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1", seen
    finally:
        await runner.cleanup()
