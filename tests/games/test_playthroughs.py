"""What players of every listed game are told, word for word, is what was last read and agreed to."""

from pathlib import Path

import pytest

from agonist.games import KITS
from agonist.reports.playthrough import playthrough

FOLDER = Path(__file__).parent / "playthroughs"
MOST = 60_000


@pytest.mark.parametrize("name", KITS)
def test_nothing_players_read_has_changed_unnoticed(name):
    path = FOLDER / f"{name}.txt"
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    assert playthrough(KITS[name]) == kept, f"run scripts/playthroughs {name} and read the difference"
    assert len(kept.encode()) < MOST, "give the kit smaller `small` options, or nobody will read it"


def test_every_playthrough_is_of_a_listed_game():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(KITS)
