"""Long matches: the same states as replaying gives, few of them kept, and more steps without the old ones."""

from agonist.api import game_registry, play
from agonist.arena.match_visibility import ALL
from agonist.arena.replay.shown_match import Replay
from agonist.arena.replay.states import RECENT_STATES, STEPS_BETWEEN, States
from agonist.kit import option_texts
from agonist.match import Fixture
from agonist.store import StoredMatch


def test_states_are_those_of_the_record_whatever_is_asked_for_first():
    match = play("prisoners_dilemma?rounds=200", ["random"] * 3, seed=1)
    known = list(match.record.states())
    states = States(match.record.game, match.record.moves)
    assert len(states) == len(known)
    for at in (0, len(known) - 1, 77, 3, 76, STEPS_BETWEEN, STEPS_BETWEEN + 1, 130):
        assert states[at] == known[at]
    assert states[5:8] == known[5:8]
    assert len(states._kept) + len(states._recent) <= len(known) // STEPS_BETWEEN + 1 + RECENT_STATES


def test_a_match_that_goes_on_is_extended_step_by_step():
    match = play("undercover?seats=5", ["random"] * 5, seed=2)
    moves = match.record.moves
    states = States(match.record.game, moves[:3])
    for nth in range(3, len(moves)):
        states = states.extended(moves[nth : nth + 1])
    assert list(states) == list(match.record.states())


def test_key_moments_are_rare_public_events_and_the_end_and_a_replay_tells_what_reports_tell():
    match = play("who_is_spy", ["random"] * 6, seed=3)
    game = match.record.game
    fixture = Fixture(game.name, game.version, option_texts(game), "3", ("random",) * 6)
    ends = {"scores": match.outcome.scores, "ranks": match.outcome.ranks, "teams": match.outcome.teams}
    replay = Replay(StoredMatch(1, "r", 0, fixture, "finished", **ends), match.steps, game_registry(None).kit)
    moments = replay.moments
    assert moments[-1].nth == replay.last
    assert any("ballot" in moment.words for moment in moments)
    assert all("speech" not in moment.words for moment in moments)
    assert [step.nth for step in replay.shown(1, replay.last, ALL)] == list(range(1, replay.last + 1))
    assert replay.ending[0].startswith("The end:")
