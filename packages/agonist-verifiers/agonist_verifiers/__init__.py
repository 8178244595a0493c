"""Agonist's games as environments of verifiers, by the id `agonist-verifiers`."""

from agonist_verifiers.env import AgonistEnv, AgonistEnvConfig
from agonist_verifiers.harness import InProcessHarness, InProcessHarnessConfig
from agonist_verifiers.taskset import AgonistTaskset, AgonistTasksetConfig

__all__ = [
    "AgonistEnv",
    "AgonistEnvConfig",
    "AgonistTaskset",
    "AgonistTasksetConfig",
    "InProcessHarness",
    "InProcessHarnessConfig",
]
