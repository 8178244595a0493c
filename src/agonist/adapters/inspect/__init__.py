"""Inspect, the evaluation framework of the UK AI Security Institute: our games and suites as its tasks, its
logs as our matches, and our runs as its logs.

Raises `UsageError` when it is imported, if inspect-ai is not installed.
"""

from agonist.extras import expect_library

expect_library("inspect_ai", "Inspect", "inspect")
