"""Fixed players that cannot play are refused before a match of the site, too."""

import pytest

from agonist.arena.agents.trial_matches import start_test
from agonist.arena.ladders.ladder import join, open_ladder
from agonist.arena.tables.table import open_table
from agonist.core import UsageError
from agonist.store.platform.agents import add_agent

WRONG = "fixed?answers=91"


def test_an_answer_that_no_question_accepts_is_refused_at_tables_in_tests_and_on_ladders(store):
    own = add_agent(store, "Wrong", WRONG)
    ladder = open_ladder(store, "tictactoe")
    begins = [
        lambda: open_table(store, "tictactoe", [WRONG, "human"]),
        lambda: start_test(store, own),
        lambda: join(store, ladder.id, own.id),
    ]
    for begin in begins:
        with pytest.raises(UsageError, match="no question there accepts '91'"):
            begin()
    assert len(store.runs()) == 1  # the ladder's
