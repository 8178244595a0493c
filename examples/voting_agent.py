"""An agent that votes: it samples a model several times and plays the most frequent answer.

Self-consistency (Wang et al., 2023) for games. From this folder, type:
agonist run tictactoe --player 'voting_agent:vote?samples=5' --opponent random --quick
"""

from __future__ import annotations

import asyncio
from collections import Counter

from agonist.players import AgentContext


async def vote(
    observation: str,
    context: AgentContext,
    model: str = "openai/gpt-5-mini",
    samples: int = 5,
    temperature: float = 1.0,
) -> str:
    """The most frequent answer of the samples; the first of equally frequent ones."""
    handle = context.model(model)
    texts = await asyncio.gather(
        *[handle.complete(observation, temperature=temperature) for _ in range(samples)]
    )
    return Counter(" ".join(text.split()) for text in texts).most_common(1)[0][0]
