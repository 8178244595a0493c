"""Hugging Face models that run in this process through the library transformers, one answer at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any, Final

from jinja2 import TemplateError

from agonist.core import UsageError
from agonist.extras import install
from agonist.models.call_state import current_call
from agonist.models.errors import ContextTooLong, ModelNotFound, OptionRejected, TimedOut
from agonist.models.formats.format import SYSTEM, without_system
from agonist.models.protocol import Message, Reply, Settings, TokenIds, Usage
from agonist.models.providers import IN_PROCESS, LACKING, Route

PREFIX: Final = "transformers/"
"""The prefix of these models' names; an id or the path of a folder follows it."""

DEFAULT_MAX_TOKENS: Final = 1024
"""The limit on tokens of an answer, unless the settings give another."""

_one_at_a_time: Final = Lock()

_lent: Final[dict[str, tuple[Any, Any]]] = {}
"""Tokenizers and models that this process has loaded already, such as one in training, by name."""


@contextmanager
def lent(name: str, tokenizer: Any, model: Any) -> Iterator[None]:
    """While this is open, `transformers/NAME` is this model. Raises `UsageError` for a name that is taken."""
    if name in _lent:
        raise UsageError(f"{PREFIX}{name} is another model of this process: give this one another name")
    _lent[name] = tokenizer, model
    try:
        yield
    finally:
        del _lent[name]


class InProcessModel:
    """A model by its id at Hugging Face, or by the folder it was saved to.

    It is loaded (and downloaded if necessary) at its first call; all players share it. Code that comes with a
    model is never run. Raises `UsageError` if the libraries are missing.
    """

    def __init__(self, name: str, timeout: float | None = None) -> None:
        _libraries()
        self.route = Route(name, name.removeprefix(PREFIX), "http://127.0.0.1", None, None)
        self._timeout = timeout

    @property
    def name(self) -> str:
        """The name as it was typed."""
        return self.route.name

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The model's answer. Raises `ProviderError`; a model that cannot be loaded is `ModelNotFound`."""
        for setting in LACKING[IN_PROCESS]:
            if getattr(settings, setting) is not None:
                raise OptionRejected(f"{self.name} runs in this process, and takes no {setting}")
        if any(message.image is not None for message in messages):
            raise OptionRejected(f"{self.name} runs in this process, and sees no pictures")
        with current_call().request():
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(_thread(), self._answer, messages, settings)

    def _answer(self, messages: Sequence[Message], settings: Settings) -> Reply:
        tokenizer, model = _lent.get(self.route.model) or _loaded(self.route.model)
        torch, transformers = _libraries()
        prompt, left_out = _prompt(tokenizer, messages)
        prompt = prompt.to(model.device)
        room = int(getattr(model.config, "max_position_embeddings", 0) or 2**20)
        length = int(prompt["input_ids"].shape[-1])
        most = min(settings.max_tokens or DEFAULT_MAX_TOKENS, room - length)
        if most < 1:
            raise ContextTooLong(
                f"{self.name} reads {room:,} tokens, and {length:,} were to be sent: with "
                "history=none it reads the rules and the current view only"
            )
        seconds = self._timeout or settings.timeout
        config = _generation(transformers, model, tokenizer, settings, most, seconds)
        if settings.seed is not None:
            torch.manual_seed(settings.seed % 2**63)
        began = time.perf_counter()
        # Not inference_mode: what a model in training keeps of this call must be of use to its next step.
        with _one_at_a_time, torch.no_grad():
            made = model.generate(
                **prompt,
                generation_config=config,
                tokenizer=tokenizer,
                return_dict_in_generate=True,
                output_scores=settings.token_ids,
            )
            tokens = made.sequences[0, length:]
            ids = _ids(torch, made) if settings.token_ids else None
        took = time.perf_counter() - began
        ended = bool(len(tokens)) and int(tokens[-1]) in _ends(config)
        if not ended and len(tokens) < most and took >= seconds:
            raise TimedOut(f"{self.name} did not answer within {seconds:g} s; timeout=SECONDS gives it more")
        text = tokenizer.decode(tokens, skip_special_tokens=True)
        cut = not ended and len(tokens) >= most
        usage = Usage(prompt=length, completion=len(tokens))
        return Reply(
            _before_stop(text, settings.stop),
            "length" if cut else "stop",
            usage,
            self.name,
            took,
            cost=0.0,
            left_out=left_out,
            token_ids=ids,
        )


def _ids(torch: Any, made: Any) -> TokenIds:
    """The ids of a prompt and of what was written, each with its probability among what could be drawn: after
    temperature, `top_p` and the like."""
    whole = made.sequences[0].tolist()
    read = len(whole) - len(made.scores)
    wrote = whole[read:]
    chances = [
        torch.log_softmax(scores[0].float(), -1)[token].item()
        for scores, token in zip(made.scores, wrote, strict=True)
    ]
    # Rounding may leave a certain token a hair above 0.
    return TokenIds(tuple(whole[:read]), tuple(wrote), tuple(min(0.0, chance) for chance in chances))


def _prompt(tokenizer: Any, messages: Sequence[Message]) -> tuple[Any, tuple[str, ...]]:
    """The prompt in tokens, and what of the messages the model's template does not take."""
    if not tokenizer.chat_template:
        # A base model without a chat template continues a text.
        text = "".join(f"{message.role.capitalize()}: {message.content}\n\n" for message in messages)
        return tokenizer(f"{text}Assistant:", return_tensors="pt"), ()
    try:
        return _templated(tokenizer, messages), ()
    except TemplateError:  # raised by templates without a system message
        return _templated(tokenizer, without_system(messages)), (SYSTEM,)


def _templated(tokenizer: Any, messages: Sequence[Message]) -> Any:
    plain = [{"role": message.role, "content": message.content} for message in messages]
    return tokenizer.apply_chat_template(
        plain, add_generation_prompt=True, return_tensors="pt", return_dict=True
    )


def _generation(
    transformers: Any, model: Any, tokenizer: Any, settings: Settings, most: int, seconds: float
) -> Any:
    options: dict[str, Any] = {"max_new_tokens": most, "max_time": seconds}
    if settings.temperature == 0:
        options |= {"do_sample": False, "temperature": None, "top_p": None, "top_k": None}
    elif settings.temperature is not None:
        options |= {"do_sample": True, "temperature": settings.temperature}
    for name in ("top_p", "top_k", "min_p"):
        if (value := getattr(settings, name)) is not None and settings.temperature != 0:
            options |= {"do_sample": True, name: value}
    if settings.stop:
        options["stop_strings"] = list(settings.stop)
    config = model.generation_config.to_dict()
    config.pop("max_length", None)
    padding = config.get("pad_token_id")
    config["pad_token_id"] = tokenizer.eos_token_id if padding is None else padding
    return transformers.GenerationConfig(**{**config, **options})


def _ends(config: Any) -> Sequence[int]:
    """The tokens that end an answer."""
    ends = config.eos_token_id
    return ends if isinstance(ends, list) else [] if ends is None else [ends]


def _before_stop(text: str, stops: Sequence[str]) -> str:
    for stop in stops:
        text = text.split(stop)[0]
    return text


@cache
def _loaded(model: str) -> tuple[Any, Any]:
    _, transformers = _libraries()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(model)
        loaded = transformers.AutoModelForCausalLM.from_pretrained(model)
    except (OSError, ValueError, ImportError) as error:
        why = next(iter(str(error).strip().splitlines()), type(error).__name__)[:300]
        raise ModelNotFound(f"{model} cannot be loaded in this process: {why}") from None
    loaded.eval()
    return tokenizer, loaded


@cache
def _thread() -> ThreadPoolExecutor:
    """Answers of all models are computed in this one thread, since each uses all processors."""
    return ThreadPoolExecutor(1, "transformers")


@cache
def _libraries() -> tuple[Any, Any]:
    try:
        import torch
        import transformers
    except ModuleNotFoundError:
        raise UsageError(f"a model in this process needs transformers and torch: {install('hf')}") from None
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    return torch, transformers
