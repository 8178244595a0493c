"""What pages ask of a database, the same on both kinds: pages by key, searches, counts, progress, deals."""

from dataclasses import replace

import pytest

from agonist.match import Step
from agonist.models.protocol import Message
from agonist.store.platform import match_list_pages
from agonist.store.platform.finished_match_rows import ended_since
from agonist.store.platform.match_list_pages import SEARCHED, Wanted, browse, count_of
from agonist.store.platform.match_progress_queries import last_end, newest_playing, progress_by_match
from agonist.store.platform.run_pages import matches_by_game, run_named, runs_page
from agonist.store.platform.step_queries import asked_between, turns_from
from agonist.store.platform.visibility_facts import Rest, owners_of_seats, rest_of_deals, runs_going_on


@pytest.fixture
def filled(store, made):
    """(the store, its runs, its matches): a run of twelve, the first two finished, the third being played."""
    fixtures = [made.fixture(nth, game="hive" if nth == 5 else "tictactoe") for nth in range(12)]
    run = store.start_run({"targets": ["tictactoe"]}, fixtures)
    other = store.start_run({}, [made.fixture(0, players=("Ann", "100%_x"))])
    matches = [match.id for match in store.matches(run)]
    for match in matches[:3]:
        store.begin(match)
        for nth, step in enumerate(made.steps):
            store.add_step(match, nth, step)
    for match in matches[:2]:
        store.finish(match, made.played(), 1.0)
    store.finish(store.matches(other)[0].id, made.played(), 1.0)
    store.flush()
    return store, (run, other), matches


def ids(page):
    return [each.match.id for each in page[0]]


def test_pages_go_by_key_newest_first_by_any_filter(filled, made):
    store, (run, other), matches = filled
    (last,) = [match.id for match in store.matches(other)]
    assert ids(browse(store, Wanted())) == [last, *matches[2::-1]]
    first = browse(store, Wanted(limit=2))
    assert ids(first) == [last, matches[2]]
    assert ids(browse(store, Wanted(limit=2, before=first[1]))) == [matches[1], matches[0]]
    assert ids(browse(store, Wanted(run=run, statuses=("finished",)))) == [matches[1], matches[0]]
    assert ids(browse(store, Wanted(game="hive", statuses=("planned",)))) == [matches[5]]
    assert browse(store, Wanted())[0][1].steps == len(made.steps)


def test_players_are_found_by_a_part_of_a_name_and_agents_by_the_whole(filled):
    store, (_, other), _ = filled
    (last,) = [match.id for match in store.matches(other)]
    assert ids(browse(store, Wanted(player="ann"))) == [last]
    assert ids(browse(store, Wanted(player="%_"))) == [last]
    assert ids(browse(store, Wanted(agent="Ann"))) == [last]
    assert ids(browse(store, Wanted(agent="An"))) == []


def test_what_was_said_is_found_in_finished_matches_whose_deal_is_over(filled):
    store, (run, _), matches = filled
    said, none = Wanted(said="the rules", run=run, messages=True), lambda _ids: ()
    assert ids(browse(store, said, sealed=none)) == [matches[1], matches[0]]
    assert ids(browse(store, said, sealed=lambda _ids: [matches[1]])) == [matches[0]]
    found = browse(store, Wanted(said="the rules", run=run), sealed=none)
    assert ids(found) == [], "nobody moved that"
    # The third is being played on another deal, which it does not share with the first two.
    assert store.match(matches[2]).fixture.block != store.match(matches[0]).fixture.block


def test_a_prompt_that_is_stored_once_is_found_in_each_match_in_which_it_was_sent(store, made):
    runs = [store.start_run({}, [made.fixture(nth) for nth in range(3)]) for _ in range(2)]
    rules = Message("system", 'The "rules", which are the same at each step. ' * 9)
    for run in runs:
        for match, sent in zip(store.matches(run), [(rules,), (rules,), ()], strict=True):
            steps = [Step({0: 1}, (made.call(sent=sent),))] * 2
            for nth, step in enumerate(steps):
                store.add_step(match.id, nth, step)
            store.finish(match.id, made.played(tuple(steps)), 1.0)
    store.flush()
    first, second, _ = [match.id for match in store.matches(runs[1])]
    said = Wanted(said='"rules", which', run=runs[1], messages=True)
    assert ids(browse(store, said, sealed=lambda _ids: ())) == [second, first]


def test_a_search_ends_after_a_bounded_number_of_matches_and_says_where_to_go_on(store, made, monkeypatch):
    run = store.start_run({}, [made.fixture(nth) for nth in range(SEARCHED[0] + 5)])
    matches = [match.id for match in store.matches(run)]
    store.change(lambda connection: connection.exec_driver_sql("UPDATE matches SET status = 'finished'"))
    monkeypatch.setattr(match_list_pages, "PATIENCE", 0.0)
    found, before = browse(store, Wanted(said="never said"), sealed=lambda ids: [])
    assert (found, before) == ([], matches[5])
    assert browse(store, Wanted(said="never said", before=before), sealed=lambda ids: []) == ([], None)


def test_no_search_tells_what_is_in_a_specification(store, made, monkeypatch):
    monkeypatch.setattr(match_list_pages, "LOOKED_AT", 8)
    monkeypatch.setattr(match_list_pages, "PATIENCE", 60.0)
    fixtures = [
        replace(made.fixture(nth), players=("Fox", "random"), specs={"Fox": "openai/x?prompt=hidden"})
        for nth in range(20)
    ]
    run = store.start_run({}, fixtures)
    store.change(lambda connection: connection.exec_driver_sql("UPDATE matches SET status = 'void'"))
    assert len(store.matches(run)) == 20
    for word in ("hidden", "hiddem"):
        for wanted in (Wanted(player=word, limit=5), Wanted(agent=word, limit=5)):
            assert browse(store, wanted) == ([], None), word


def test_counts_games_and_runs(filled):
    store, (run, other), _ = filled
    assert count_of(store, Wanted()) == 4
    assert count_of(store, Wanted(statuses=("planned",), game="tictactoe")) == 8
    assert store.games_played() == ["hive", "tictactoe"]
    assert matches_by_game(store, ["hive", "tictactoe", "pit"]) == {"hive": 1, "tictactoe": 12, "pit": 0}
    shown, before = runs_page(store, limit=1)
    assert ([each.id for each in shown], before) == ([other], other)
    (older,), end = runs_page(store, before, limit=1)
    assert (older.id, older.matches, older.finished, end) == (run, 12, 2, None)
    assert run_named(store, run[:-1]) is None


def test_progress_and_steps_from_some_on(filled, made):
    store, _, matches = filled
    steps = len(made.steps)
    assert progress_by_match(store, [*matches[1:4], 10**8]) == {
        matches[1]: ("finished", steps),
        matches[2]: ("playing", steps),
        matches[3]: ("planned", 0),
    }
    assert newest_playing(store, 5) == (matches[2],)
    assert last_end(store) > 0
    assert [turn.moves for turn in turns_from(store, matches[0], 1)] == [s.moves for s in made.steps[1:]]
    assert turns_from(store, matches[0], 1)[0].errors == ("illegal",)
    assert store.calls_at(matches[0], 1) == list(made.steps[1].calls)
    assert asked_between(store, matches[0], 0, 4) == {1, 2, 3}


def test_deals_are_open_while_any_match_on_them_may_be_played(store, made):
    fixtures = [made.fixture(0, block="b", seed="same"), made.fixture(1, block="b", seed="same")]
    run = store.start_run({}, fixtures)
    one, other = (match.id for match in store.matches(run))
    store.finish(one, made.played(), 1.0)
    store.flush()
    assert rest_of_deals(store, [one, other]) == {one: Rest(goes_on=False, planned=run)}
    assert runs_going_on(store, run) in (True, False)
    store.begin(other)
    assert rest_of_deals(store, [one, other]) == {one: Rest(goes_on=True, planned="")}
    store.suspend(other, "suspended", "the endpoint fails")
    assert rest_of_deals(store, [one, other]) == {}
    store.set_status(run, "interrupted")
    assert not runs_going_on(store, run)
    assert owners_of_seats(store, store.match(one))[0].users == set()


def test_ended_matches_are_read_once_and_since_a_time(filled):
    store, (_, other), matches = filled
    (last,) = [match.id for match in store.matches(other)]
    rows = list(ended_since(store, None))
    assert [row.id for row in rows] == [*matches[:2], last]
    assert rows[0].scores == (1.0, -1.0)
    assert list(ended_since(store, rows[-1].ended + 60)) == []


def test_the_usage_of_some_matches_is_that_of_all(filled):
    store, _, matches = filled
    (found,) = [each for each in store.usage_of(matches[:1]) if each.seat == 0]
    assert found in store.tallies()
    # Of the two answers one is refused, and one has no price.
    assert (found.calls, found.requests, sum(found.invalid.values()), found.cost) == (2, 2, 1, None)
    assert store.usage_of([]) == []
