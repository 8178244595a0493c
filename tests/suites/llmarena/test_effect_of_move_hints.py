"""Win and error rates with and without the list of free cells."""

import asyncio
from functools import partial

import pytest

from agonist import api
from agonist.core import UnreadableAnswer
from agonist.games import KITS
from agonist.match import play
from agonist.metrics.run_matches import finished
from agonist.models.mock_endpoint import Endpoint
from agonist.players.model_call_record import ModelCall
from agonist.players.simple import ScriptedPlayer
from agonist.ratings.share_intervals import NO_SPAN
from agonist.store import Store
from agonist.suites.llmarena import effect_of_move_hints as effect
from agonist.suites.llmarena.percent_by_deal import share
from agonist.text import read

X_WINS = ([(1, 1), (1, 2), (1, 3)], [(2, 1), (2, 2)])
O_WINS = ([(1, 1), (1, 2), (3, 3)], [(2, 1), (2, 2), (2, 3)])
TAKEN = ([(1, 1), (1, 2), (1, 3)], [(1, 1), (2, 1), (2, 2)])
MUMBLED = ([UnreadableAnswer("?"), (1, 1), (1, 2), (1, 3)], [(2, 1), (2, 2)])


@pytest.fixture
def both(fixtures):
    made = [
        f
        for f in fixtures(sweep="hints", matches=4, policy="llmarena?retries=2")
        if f.players[0] == "A/a" and f.game == "tictactoe"
    ]
    return {how: [f for f in made if f.style["options"] == how] for how in ("listed", "hidden")}


@pytest.mark.parametrize(
    ("answers", "end", "unreadable"),
    [(X_WINS, "win", False), (O_WINS, "loss", False), (TAKEN, "error", False), (MUMBLED, "win", True)],
)
def test_an_answer_against_the_rules_ends_a_game_and_an_unreadable_one_does_not(
    played, both, answers, end, unreadable
):
    (match,) = played([(both["listed"][0], answers)])
    assert (effect.end_of(match), effect.is_unreadable(match)) == (
        end,
        unreadable,
    )


class Written(ScriptedPlayer):
    """Answers with texts, as a model does."""

    def __init__(self, context, texts):
        super().__init__([])
        self._context, self._texts = context, list(texts)

    async def answer(self, question):
        text = self._texts.pop(0)
        self._context.note(ModelCall(text=text))
        return read(question.ask, text, "json", lambda _key, option: str(option))


@pytest.mark.parametrize(
    ("answer", "end", "unreadable"),
    [
        ('{"cell": "(1, 1)"}', "error", False),  # taken
        ('{"cell": "(4, 1)"}', "win", True),  # no such cell
        ('{"cell": "the middle"}', "win", True),
        ("I play the corner.", "win", True),
    ],
)
def test_a_broken_rule_is_an_error_and_a_misspelt_move_is_not(store, both, answer, end, unreadable):
    fixture = both["listed"][0]
    texts = ['{"cell": "(1, 1)"}', '{"cell": "(1, 2)"}', '{"cell": "(1, 3)"}']
    other = [answer, '{"cell": "(2, 1)"}', '{"cell": "(2, 2)"}']
    run = store.start_run({}, [fixture])
    (stored,) = store.matches(run)
    kit = KITS["tictactoe"]
    match = asyncio.run(
        play(
            kit,
            kit.game(),
            [partial(Written, texts=texts), partial(Written, texts=other)],
            seed="1",
            policy=fixture.policy,
            on_step=partial(store.add_step, stored),
        )
    )
    store.finish(stored, match, 0.0)
    (match,) = finished(store, run, "llmarena")
    assert (effect.end_of(match), effect.is_unreadable(match)) == (
        end,
        unreadable,
    )


def test_rates_and_their_change_worked_by_hand(played, both):
    listed = zip(both["listed"], (X_WINS, X_WINS, X_WINS, O_WINS), strict=True)
    hidden = zip(both["hidden"], (X_WINS, TAKEN, TAKEN, TAKEN), strict=True)
    (section,) = effect.section(played([*listed, *hidden]))
    ours, published = section.tables
    rows = {row[2]: dict(zip(ours.header[3:], row[3:], strict=True)) for row in ours.rows}
    assert (rows["win"]["games listed"], rows["win"]["games hidden"]) == (4, 4)
    assert (rows["win"]["listed, %"], rows["win"]["hidden, %"], rows["win"]["change"]) == (75, 25, -50)
    assert (rows["error"]["listed, %"], rows["error"]["hidden, %"], rows["error"]["change"]) == (0, 75, 75)
    # After an illegal answer the same move was played as without: two games in all.
    assert rows["win"]["distinct games"] == 2
    assert len(published.rows) == 28


def test_the_mean_changes_of_the_published_table_are_as_the_paper_says():
    rows = effect._published().rows
    wins = [change for _, _, measure, _, _, change in rows if measure == "win"]
    errors = [change for _, _, measure, _, _, change in rows if measure == "error"]
    assert sum(wins) / len(wins) == pytest.approx(-38.29, abs=0.005)
    assert sum(errors) / len(errors) == pytest.approx(59.5, abs=0.005)


def test_a_share_has_no_interval_from_a_single_deal():
    assert share([]) == NO_SPAN
    assert tuple(share([("a", True), ("a", False)])) == (50, None, None)


@pytest.mark.slow
def test_a_model_is_told_the_free_cells_only_where_they_are_listed_and_forgets_every_turn(tmp_path):
    with Endpoint("sensible") as endpoint:
        model = f"endpoint/sensible?base_url={endpoint.url}"
        api.run("llmarena", [model], sweep="hints", matches=1, db=tmp_path / "agonist.db")
    with Store.open(tmp_path / "agonist.db") as store:
        for match in store.matches("latest"):
            assert match.fixture.players == ("endpoint/sensible",) * 2
            for step in store.steps(match):
                for call in step.calls:
                    # Asked again, it is told what was wrong, after all that was said about this move.
                    assert call.kept == (0 if call.attempt == 1 else 2 * call.attempt - 1)
                    roles = ["user"] if call.kept else ["system", "user"]
                    assert [message.role for message in call.sent] == roles
                    listed = ': one of "' in call.sent[-1].content
                    assert listed == match.fixture.part.endswith("listed")
