"""A process's locks on a database: the system drops all of them when the process closes the file once."""

import subprocess
import sys
from pathlib import Path
from threading import Thread

from agonist.store import Store

LOOK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM runs").fetchall()
connection.close()
"""


def look_from_elsewhere(where):
    """Another program opens the database and closes it; if nobody else seemed to have it, it tidies up."""
    subprocess.run([sys.executable, "-c", LOOK, str(where)], check=True)


def test_a_database_opened_twice_by_one_process_is_still_held_when_another_program_has_looked(tmp_path):
    where = tmp_path / "twice.db"
    with Store.open(where) as first:
        run = first.start_run({"seed": 1}, [])
        with Store.open(where, must_exist=True) as second:
            look_from_elsewhere(where)
            assert Path(f"{where}-wal").exists(), "the other program took the log away under this one"
            first.set_status(run, "finished", "after that")
            assert second.run(run).note == "after that"
    with Store.open(where, must_exist=True) as again:
        assert again.run(run).note == "after that"


def test_threads_that_open_a_new_database_at_once_all_keep_it(tmp_path):
    where = tmp_path / "new.db"
    stores = []
    threads = [Thread(target=lambda: stores.append(Store.open(where))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    try:
        stores[0].start_run({}, [])
        look_from_elsewhere(where)
        assert Path(f"{where}-wal").exists()
        assert [len(store.runs()) for store in stores] == [1, 1, 1, 1]
    finally:
        for store in stores:
            store.close()
