"""The agent that OpenRLHF loads from a file: `--train.agent_func_path openrlhf_agent.py`."""

from agonist.adapters.openrlhf import AgentExecutor

__all__ = ["AgentExecutor"]
