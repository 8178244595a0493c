"""An agent made with an SDK, here OpenAI's Agents SDK (pip install openai-agents), with memory and a tool.

From this folder, type:
agonist run guess_average --player 'mine=sdk_agent:SdkAgent?model=gpt-5-mini' --opponent random --quick
"""

from __future__ import annotations

from typing import Any

from agents import Agent, OpenAIChatCompletionsModel, Runner, function_tool, set_tracing_disabled
from openai import AsyncOpenAI

set_tracing_disabled(True)


@function_tool
def two_thirds(number: float) -> float:
    """Two thirds of a number."""
    return number * 2 / 3


class SdkAgent:
    """One instance plays one seat of one match, so its conversation is its memory of that match."""

    def __init__(self, model: str = "gpt-5-mini", base_url: str | None = None) -> None:
        client = AsyncOpenAI(base_url=base_url)  # the key is in OPENAI_API_KEY
        self.agent = Agent(
            name="player", tools=[two_thirds], model=OpenAIChatCompletionsModel(model, openai_client=client)
        )
        self.talk: list[Any] = []

    async def answer(self, news: str) -> str:
        """The action to play; the SDK may use the tool several times first."""
        result = await Runner.run(self.agent, [*self.talk, {"role": "user", "content": news}])
        self.talk = result.to_input_list()
        return str(result.final_output)

    def recall(self, news: str, calls: Any) -> None:
        """Remember a turn from before the match was resumed, without paying for it again."""
        self.talk += [
            {"role": "user", "content": news},
            {"role": "assistant", "content": calls[-1].text},
        ]
