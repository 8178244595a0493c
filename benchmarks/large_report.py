"""The time of a report on a large run: `python benchmarks/large_report.py [PLAYERS] [MATCHES]`.

Random players with long names, most of which begin alike, play all games in a balanced design. The database
and the page are left in a folder that the last line names, to be looked at.
"""

import sys
import tempfile
import time
from pathlib import Path

from agonist import api
from agonist.games import KITS
from agonist.reports.render import render

FAMILIES = ("provider-large-model-2026-01-31", "provider-small-model-2026-01-31", "another-model")


def main() -> None:
    """Play, report, print seconds."""
    players, matches = (int(text) for text in [*sys.argv[1:], *("30", "2")[len(sys.argv) - 1 :]])
    folder = Path(tempfile.mkdtemp(prefix="agonist-large-"))
    db = folder / "large.db"
    names = [f"{FAMILIES[n % 3]}-effort-{n:02}=random" for n in range(players)]
    start = time.perf_counter()
    status = api.run(list(KITS), names, matches=matches, pairing="connected", db=db)
    print(f"{status.progress.finished} matches played in {time.perf_counter() - start:.0f} s")
    start = time.perf_counter()
    report = api.report(db=db)
    print(f"numbers  {time.perf_counter() - start:6.2f} s")
    for form in ("table", "json", "html"):
        start = time.perf_counter()
        text = render(report, form)
        print(f"{form:8} {time.perf_counter() - start:6.2f} s, {len(text) / 1e6:.2f} MB")
        (folder / f"report.{form}").write_text(text, encoding="utf-8")
    print(folder)


if __name__ == "__main__":
    main()
