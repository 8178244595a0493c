"""Inspect, the evaluation framework of the UK AI Security Institute: our games and suites as its tasks, its
logs as our matches, and our runs as its logs.

Raises `UsageError` when it is imported, if inspect-ai is not installed.
"""

from importlib.util import find_spec

from agonist.core import UsageError
from agonist.extras import install

if find_spec("inspect_ai") is None:
    raise UsageError(f"Inspect is not installed: {install('inspect')}")
