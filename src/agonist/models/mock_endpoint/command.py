"""Running an endpoint from the command line."""

from __future__ import annotations

import asyncio
import sys

from rich.console import Console

from agonist.models.address_kinds import is_loopback
from agonist.models.mock_endpoint.mock_models import MOCK_MODELS
from agonist.models.mock_endpoint.server import Endpoint


def serve(endpoint: Endpoint) -> None:
    """Run an endpoint until Ctrl-C, after printing how to use it.

    Raises `AgonistError` when the port is taken.
    """
    console = Console(soft_wrap=True, highlight=False)
    more_files()
    try:
        asyncio.run(_serve(endpoint, console))
    except KeyboardInterrupt:
        console.print(
            f"\nStopped after {endpoint.requests} requests, at most {endpoint.max_in_flight} at once."
        )


def greeting(endpoint: Endpoint) -> str:
    """How to use the endpoint."""
    url, key = endpoint.url, "THE_KEY_YOU_GAVE" if endpoint.key else "any"
    lines = [
        f"An endpoint for tests is at {url}; Ctrl-C stops it.",
        f"It answers as the scripted mock model {endpoint.name}, after {endpoint.latency:g} s.",
        f"Faults: {str(endpoint.faults) or 'none'}.",
        f"Requests for a model named {', '.join(MOCK_MODELS)} are answered by that mock model.",
        "",
        "To play against it, in another terminal:",
        *([f"  export ENDPOINT_KEY={key}"] if endpoint.key else []),
        f'  agonist play tictactoe "endpoint/sensible?base_url={url}'
        f'{"&key_env=ENDPOINT_KEY" if endpoint.key else ""}" random',
        "With any program that uses the OpenAI SDK:",
        f"  OPENAI_BASE_URL={url} OPENAI_API_KEY={key} PROGRAM",
    ]
    if not is_loopback(url) and endpoint.key is None:
        lines[1:1] = [f"Other machines may reach it at {endpoint.host}, and no key is asked."]
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


async def _serve(endpoint: Endpoint, console: Console) -> None:
    async with endpoint:
        console.print(greeting(endpoint), markup=False)
        await asyncio.Event().wait()
