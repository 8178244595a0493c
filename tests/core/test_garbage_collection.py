"""Garbage is looked for seldom while commands start and matches are played, and as usual after that."""

import subprocess
import sys

SCRIPT = """
import gc, sys
from agonist.core.garbage_collection import OF_A_START
from agonist.cli import app, main

seen = []
app.leave = lambda arguments: seen.append(gc.get_threshold()[0]) or 0
app.main = lambda: app.leave([])
main()
assert seen == [OF_A_START], seen

from agonist.core.garbage_collection import collect_as_usual

collect_as_usual()
assert gc.get_threshold()[0] < 10_000
assert gc.isenabled() and gc.get_freeze_count() > 0
"""


def test_a_command_looks_for_garbage_seldom_and_one_that_stays_as_usual():
    subprocess.run([sys.executable, "-c", SCRIPT], check=True, timeout=120)
