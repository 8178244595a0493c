"""Running an endpoint from the command line."""

from __future__ import annotations

import asyncio
import sys

from rich.console import Console

from agonist.models.endpoint.faults import Faults
from agonist.models.endpoint.mock_models import MOCK_MODELS
from agonist.models.endpoint.model import PORT, MockModel
from agonist.models.endpoint.server import Endpoint


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    mock_model: MockModel | str = "sensible",
    faults: Faults | None = None,
    latency: float = 0.0,
    key: str | None = None,
    seed: int | str = 0,
    *,
    logprobs: bool = True,
    console: Console | None = None,
) -> None:
    """Run an endpoint until Ctrl-C, after printing how to use it.

    Raises `AgonistError` when the port is taken or the mock model unknown.
    """
    endpoint = Endpoint(
        mock_model, faults, latency=latency, host=host, port=port, key=key, seed=seed, logprobs=logprobs
    )
    console = console or Console(soft_wrap=True, highlight=False)
    more_files()
    try:
        asyncio.run(_serve(endpoint, console, greeting(mock_model, faults, latency, host, key)))
    except KeyboardInterrupt:
        console.print(
            f"\nStopped after {endpoint.requests} requests, at most {endpoint.max_in_flight} at once."
        )


def greeting(
    mock_model: MockModel | str, faults: Faults | None, latency: float, host: str, key: str | None
) -> str:
    """How to use the endpoint, as text with `{url}` in place of its address."""
    name = (
        mock_model if isinstance(mock_model, str) else getattr(mock_model, "__name__", "your own mock_model")
    )
    own_key = "&key_env=ENDPOINT_KEY" if key else ""
    lines = [
        "An endpoint for tests is at {url}; Ctrl-C stops it.",
        f"It answers as the scripted mock model {name}, after {latency:g} s.",
        f"Faults: {str(faults or '') or 'none'}.",
        f"Requests for a model named {', '.join(MOCK_MODELS)} are answered by that mock model.",
        "",
        "To play against it, in another terminal:",
        *(["  export ENDPOINT_KEY=THE_KEY_YOU_GAVE"] if key else []),
        f'  agonist play tictactoe "endpoint/sensible?base_url={{url}}{own_key}" random',
        "With any program that uses the OpenAI SDK:",
        f"  OPENAI_BASE_URL={{url}} OPENAI_API_KEY={'THE_KEY_YOU_GAVE' if key else 'any'} PROGRAM",
    ]
    if host not in ("127.0.0.1", "localhost", "::1") and key is None:
        lines[1:1] = [f"Other machines may reach it at {host}, and no key is asked."]
    return "\n".join(lines)


def more_files() -> None:
    """Raise the limit of open files to the most the system allows, since each connection needs one."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _serve(endpoint: Endpoint, console: Console, text: str) -> None:
    async with endpoint:
        console.print(text.replace("{url}", endpoint.url), markup=False)
        await asyncio.Event().wait()
