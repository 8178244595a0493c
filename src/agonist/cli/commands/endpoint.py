"""The command `endpoint`."""

from __future__ import annotations

from typing import Annotated

import typer

from agonist.models.mock_endpoint import FAULTS, MOCK_MODELS, PORT, Faults


def endpoint(
    mock_model: Annotated[
        str,
        typer.Option(
            "--mock", help=f"The mock model: {', '.join(MOCK_MODELS)}, 'long?tokens=N', 'script?file=F'."
        ),
    ] = "sensible",
    fault: Annotated[
        list[str] | None,
        typer.Option(help=f"A fault and its rate, such as 429=0.2; one of {', '.join(FAULTS)}."),
    ] = None,
    latency: Annotated[float, typer.Option(help="Seconds before each answer.")] = 0.0,
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen at; 0 for any.")] = PORT,
    key: Annotated[str | None, typer.Option(help="A key that clients must send.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed and questions give the same answers.")] = 0,
    no_logprobs: Annotated[
        bool, typer.Option("--no-logprobs", help="Give no log-probabilities, even if asked.")
    ] = False,
) -> int:
    """Serve a local OpenAI-compatible endpoint with scripted answers and faults on demand."""
    from agonist.models.mock_endpoint import Endpoint, serve

    faults = Faults.parse(fault or [])
    serve(
        Endpoint(
            mock_model,
            faults,
            latency=latency,
            logprobs=not no_logprobs,
            host=host,
            port=port,
            key=key,
            seed=seed,
        )
    )
    return 0
