"""Our tasks, evaluated by Inspect itself: samples, scores, metrics, limits, errors, logs and their import."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.adapters.inspect.conftest import mock, not_ours

from agonist.core import UsageError
from agonist.store import Store

pytestmark = pytest.mark.long  # Inspect takes seconds to import; test_samples_as_runs.py has the quick part


def record_of(sample):
    return sample.store["agonist"]["match"]


def metrics_of(log, reducer=None):
    return {name: each.value for score in log.results.scores if score.reducer == reducer
            for name, each in score.metrics.items()}  # fmt: skip


def test_a_game_is_played_from_every_seat_of_each_deal_and_both_sides_calls_are_in_the_log(evaluate):
    log = evaluate("agonist/game", roles={"rival": "sensible"}, task_args={
        "target": "liars_dice?seats=2&dice=1", "opponents": "role:rival", "deals": 5})  # fmt: skip
    assert (log.status, log.eval.task, len(log.samples)) == ("success", "agonist/game", 10)
    players = [tuple(record_of(sample)["fixture"]["players"]) for sample in log.samples]
    assert set(players) == {("mockllm/random", "mockllm/sensible"), ("mockllm/sensible", "mockllm/random")}
    deals = [sample.metadata["deal"] for sample in log.samples]
    assert sorted(map(deals.count, set(deals))) == [2] * 5
    sample = log.samples[0]
    spans = {event.id: event.name for event in sample.events if event.event == "span_begin"}
    calls = [(spans[event.span_id], event.model) for event in sample.events if event.event == "model"]
    assert {name for name, _ in calls} == {"Player 1 (mockllm/random)", "Player 2 (mockllm/sensible)"}
    assert all(model in name for name, model in calls)
    boards = [event.data for event in sample.events if event.event == "info"]
    assert len(boards) == len(record_of(sample)["steps"]) + 1
    assert [message.role for message in sample.messages][:3] == ["system", "user", "assistant"]


def test_metrics_are_the_mean_of_the_scores_and_our_boards_intervals_by_deal(evaluate, tmp_path):
    from agonist.adapters.inspect.imported_logs import import_logs
    from agonist.metrics.leaderboard import leaderboard

    log = evaluate("agonist/game", task_args={"target": "liars_dice?seats=2&dice=2", "deals": 8})
    scores = [sample.scores["score"].value for sample in log.samples]
    means, board = metrics_of(log, "mean"), metrics_of(log)
    assert means["mean"] == pytest.approx(sum(scores) / len(scores))
    assert means["stderr"] > 0
    with Store.open(tmp_path / "a.db") as store:
        import_logs(Path(log.location), store)
        (row,) = [row for row in leaderboard(store.matches(store.runs()[0].id)) if "mockllm" in row.player]
    for name, value in {"win_rate": row.win_rate, "win_rate_low": row.win_low, "rating": row.rating,
                        "rating_high": row.high, "score_low": row.score_low}.items():  # fmt: skip
        assert board[name] == pytest.approx(value), name
    assert board["fallback_rate"] == 0


def test_matches_with_random_moves_for_the_evaluated_model_are_counted(evaluate):
    log = evaluate("agonist/game", "stubborn", task_args={"deals": 2})
    board = metrics_of(log)
    assert (board["fallback_rate"], board["win_rate"]) == (1, 0)


def test_a_model_that_meets_itself_in_a_role_is_measured_at_its_own_seat(evaluate):
    log = evaluate(
        "agonist/game", "first", {"rival": "first"}, task_args={"opponents": "role:rival", "deals": 2}
    )
    assert metrics_of(log)["win_rate"] == 0.5
    assert {tuple(record_of(sample)["fixture"]["players"]) for sample in log.samples} == {
        ("mockllm/first",) * 2
    }


def test_gamabenchs_task_has_the_suites_score_from_0_to_100(evaluate, tmp_path):
    import agonist

    options = {"games": "divide_dollar,guess_average", "rounds": "2"}
    log = evaluate("agonist/gamabench", "first", task_args={
        "options": "games=divide_dollar,guess_average&rounds=2", "matches": 2})  # fmt: skip
    written = "gamabench?" + "&".join(f"{key}={value}" for key, value in options.items())
    agonist.run(written, "fixed?answers=0", matches=2, db=tmp_path / "own.db")
    found = metrics_of(log)
    with Store.open(tmp_path / "own.db") as store:
        run = store.runs()[0].id
    own = {score.part: score.rating for section in agonist.report(run, db=tmp_path / "own.db").sections
           for score in section.scores}  # fmt: skip
    assert {name: found[name] for name in ("divide_dollar", "guess_average")} == {
        name: own[name] for name in ("divide_dollar", "guess_average")
    }
    assert all(0 <= sample.scores["suite_score"].value <= 100 for sample in log.samples)


def test_magics_task_has_its_metrics(evaluate):
    log = evaluate("agonist/magic", "first", task_args={"options": "games=prisoners_dilemma", "quick": True})
    found = metrics_of(log)
    assert 0 <= found["rationality_low"] <= found["rationality"] <= found["rationality_high"] <= 100


@pytest.mark.parametrize(
    ("suite", "args"),
    [
        ("wis", {"opponents": "random", "quick": True}),
        ("gamebench", {"opponents": "random", "options": "games=air_land_sea", "matches": 2}),
        ("llmarena", {"opponents": "random", "options": "games=tictactoe", "quick": True}),
        (
            "ablation",
            {"opponents": "random", "options": "games=commons", "quick": True},
        ),
        ("deception", {"opponents": "random", "quick": True}),
        ("forecasts", {"opponents": "random", "quick": True}),
        ("reskins", {"opponents": "random", "options": "games=tictactoe", "quick": True}),
    ],
)
def test_every_suite_has_a_task(evaluate, suite, args):
    from agonist.suites import SUITES

    log = evaluate(f"agonist/{suite}", "first", task_args=args, limit=2)
    assert log.status == "success", log.error
    others = {"gamabench", "magic"}  # these have tests of their own
    assert set(SUITES) == others | {
        "wis",
        "gamebench",
        "llmarena",
        "ablation",
        "deception",
        "forecasts",
        "reskins",
    }


@pytest.mark.parametrize("limit", [{"message_limit": 4}, {"token_limit": 150}, {"time_limit": 1}])
def test_a_limit_ends_the_sample_without_a_score_and_is_no_loss(evaluate, limit):
    import time

    def slow(nth):
        if "time_limit" in limit:
            time.sleep(0.6)

    log = evaluate("agonist/game", mock("first", slow), task_args={"deals": 1}, **limit)
    assert log.status == "success", log.error
    ended = [sample for sample in log.samples if sample.limit]
    assert ended
    assert {sample.limit.type for sample in ended} == {next(iter(limit)).removesuffix("_limit")}
    for sample in ended:
        assert sample.scores["score"].value != sample.scores["score"].value  # no number
        assert record_of(sample)["status"] == "suspended"
    assert log.results.scores[0].unscored_samples == len(ended)


def test_react_of_inspect_plays_and_its_conversation_is_that_of_the_sample(evaluate):
    log = evaluate("agonist/game", "first", task_args={"player": "react", "deals": 2})
    assert log.status == "success", log.error
    for sample in log.samples:
        roles = [message.role for message in sample.messages]
        assert roles.count("system") == 1
        mine = [
            step
            for step in record_of(sample)["steps"]
            if str(sample.store["agonist"]["seats"][0]) in step["moves"]
        ]
        assert roles.count("user") == roles.count("assistant") == len(mine)
        assert not record_of(sample)["fallback"]
    assert "with the evaluated model" in log.samples[0].input
    assert record_of(log.samples[0])["fixture"]["players"][0].endswith("react?model=mockllm/first")


def test_tools_of_an_agent_need_approval(evaluate):
    from inspect_ai.approval import ApprovalPolicy, auto_approver

    never = [ApprovalPolicy(auto_approver("reject"), "*")]
    log = evaluate(
        "agonist/game", "first", task_args={"player": "react", "deals": 1}, approval=never, message_limit=12
    )
    for sample in log.samples:
        decisions = {event.decision for event in sample.events if event.event == "approval"}
        assert decisions == {"reject"}
        assert sample.limit.type == "message"  # it never gets to submit its answer
        assert len(sample.messages) > 4
        assert sample.scores["score"].explanation == f"no score: {record_of(sample)['error']}"
        assert record_of(sample)["error"].startswith("Message limit")


def test_an_error_of_a_model_is_an_error_of_the_sample_and_a_retry_plays_the_match(evaluate):
    def fails(nth):
        if nth == 2:
            raise RuntimeError("the provider is on fire")

    log = evaluate(
        "agonist/game", mock("first", fails), task_args={"deals": 2}, max_samples=1, fail_on_error=False
    )
    (failed,) = [sample for sample in log.samples if sample.error]
    assert "on fire" in failed.error.message
    assert not failed.scores
    again = evaluate(
        "agonist/game", mock("first", fails), task_args={"deals": 2}, max_samples=1, retry_on_error=1
    )
    assert all(sample.scores for sample in again.samples)
    assert [len(sample.error_retries or ()) for sample in again.samples].count(1) == 1


def test_epochs_play_further_deals_and_an_eval_set_resumes(evaluate, tmp_path):
    from inspect_ai import eval_set
    from inspect_ai.log import read_eval_log

    log = evaluate("agonist/game", task_args={"target": "liars_dice?seats=2&dice=1", "deals": 2}, epochs=2)
    seeds = [record_of(sample)["fixture"]["seed"] for sample in log.samples]
    assert len(set(seeds)) == len(seeds) == 8

    def fails(nth):
        if nth == 3:
            raise RuntimeError("the provider is on fire")

    once = mock("first", fails)
    with not_ours():
        done, (log,) = eval_set("agonist/game", str(tmp_path / "set"), model=once, task_args={"deals": 2},
                                max_samples=1, retry_wait=0.01, display="none")  # fmt: skip
    assert done
    assert all(sample.scores for sample in read_eval_log(log.location).samples)


@pytest.fixture
def log(evaluate):
    return evaluate("agonist/game", task_args={"target": "liars_dice?seats=2&dice=2", "deals": 2})


def test_a_log_is_imported_once_rated_replayed_and_reported(command, log):
    first = command("import", "inspect", log.location, "--db", "a.db")
    assert (first.code, "4 matches" in first.out) == (0, True)
    (row,) = command("import", "inspect", Path(log.location).parent, "--db", "a.db", "--json").json
    assert (row["new"], row["known"], row["run"]) == (0, 4, "")
    (run,) = command("runs", "--db", "a.db", "--json").json
    assert (run["status"], run["finished"]) == ("finished", 4)
    assert "mockllm/random" in command("leaderboard", "--db", "a.db").out
    assert "Liar's Dice" in command("replay", "1", "--db", "a.db").out
    assert command("replay", "1", "--verify", "--db", "a.db").code == 0
    assert "mockllm/random" in command("report", "latest", "--db", "a.db").out


def test_an_exported_run_is_imported_from_its_logs_as_it_was(command, log):
    command("import", "inspect", log.location, "--db", "a.db")
    assert command("export", "latest", "--db", "a.db", "--format", "inspect", "-o", "out").code == 0
    here = command("import", "inspect", "out", "--db", "a.db", "--json").json
    assert [row["new"] for row in here] == [0, 0]
    there = command("import", "inspect", "out", "--db", "b.db", "--json").json
    assert [row["new"] for row in there] == [4, 0]
    assert (
        command("leaderboard", "--db", "b.db", "--json").json
        == command("leaderboard", "--db", "a.db", "--json").json
    )
    assert command("replay", "2", "--db", "b.db").out == command("replay", "2", "--db", "a.db").out


def test_a_log_of_another_task_is_refused_by_name(command, evaluate):
    from inspect_ai import Task, task
    from inspect_ai.dataset import Sample

    @task
    def capitals():
        return Task(dataset=[Sample(input="The capital of France?")])

    other = evaluate(capitals())
    command("import", "inspect", other.location, "--db", "a.db").told(2, "capitals")
    command("import", "inspect", "nowhere.eval", "--db", "a.db").told(2, "nowhere.eval")


def test_a_folder_is_imported_around_what_holds_no_matches_and_what_is_damaged(command, evaluate, log):
    from inspect_ai import Task, task
    from inspect_ai.dataset import Sample

    @task
    def capitals():
        return Task(dataset=[Sample(input="The capital of France?")])

    evaluate(capitals())
    folder = Path(log.location).parent
    foreign = command("import", "inspect", folder, "--db", "a.db")
    assert (foreign.code, "4 matches" in foreign.out, "1 sample without" in foreign.out) == (0, True, True)
    (folder / "half.eval").write_bytes(Path(log.location).read_bytes()[:500])
    command("import", "inspect", folder, "--db", "b.db").told(3, "half.eval")
    assert len(command("runs", "--db", "b.db", "--json").json) == 1


def test_a_truncated_log_and_a_changed_one_say_what_is_wrong(command, log, tmp_path):
    from inspect_ai.log import read_eval_log, write_eval_log

    whole = Path(log.location).read_bytes()
    (tmp_path / "half.eval").write_bytes(whole[: len(whole) // 2])
    command("import", "inspect", "half.eval", "--db", "a.db").told(2, "half.eval")
    (tmp_path / "half.json").write_text(json.dumps({"version": 2})[:-4])
    command("import", "inspect", "half.json", "--db", "a.db").told(2, "half.json")
    changed = read_eval_log(log.location)
    record_of(changed.samples[1])["scores"].reverse()
    write_eval_log(changed, str(tmp_path / "changed.eval"))
    command("import", "inspect", "changed.eval", "--db", "a.db").told(3, "sample 2", "scores")
    assert command("runs", "--db", "a.db", "--json").json == []


def test_a_wrong_name_is_told_without_a_traceback(evaluate):
    from inspect_ai._util.error import PrerequisiteError

    for task, args, word in (
        ("game", {"target": "tictactow"}, "tictactoe"),
        ("game", {"opponents": "randm"}, "random"),
        ("game", {"opponents": "human"}, "human"),
        ("game", {"opponents": "nobody/x"}, "nobody"),
        ("game", {"deals": 0}, "deals"),
        ("game", {"deals": "ten"}, "deals"),
        ("game", {"seed": "abc"}, "seed"),
        ("game", {"style": "method=cott"}, "cot"),
        ("game", {"player": "inspect:no_such_module@agent"}, "no_such_module"),
        ("game", {"player": "mcts"}, "module@agent"),
        ("wis", {"options": "x=1"}, "option"),
        ("wis", {"quick": "perhaps"}, "quick"),
    ):
        with pytest.raises(PrerequisiteError) as refused:
            evaluate(f"agonist/{task}", task_args=args)
        assert word in refused.value.message


def test_a_model_of_ours_that_cannot_be_opened_is_told_without_a_traceback(monkeypatch):
    from inspect_ai._util.error import PrerequisiteError
    from inspect_ai.model import get_model

    monkeypatch.delenv("GROQ_API_KEY", raising=False)
    for model, options, word in (
        ("nobody/x", {}, "nobody"),
        ("groq/x", {}, "GROQ_API_KEY"),
        ("endpoint/x", {"foo": 1}, "foo"),
    ):
        with pytest.raises(PrerequisiteError) as refused:
            get_model(f"agonist/{model}", **options)
        assert word in refused.value.message


def test_the_extra_that_a_message_names_is_not_read_as_markup():
    from inspect_ai._util.error import PrerequisiteError
    from rich.text import Text

    from agonist.adapters.inspect.our_errors import prerequisites

    with pytest.raises(PrerequisiteError) as refused, prerequisites():
        raise UsageError("pip install 'agonist[openspiel]'")
    assert Text.from_markup(refused.value.message).plain == "pip install 'agonist[openspiel]'"


def test_a_role_without_a_model_is_named(evaluate):
    log = evaluate("agonist/game", task_args={"opponents": "role:rival"})
    assert "--model-role rival=" in log.error.message


def test_what_inspect_loads_in_every_evaluation_brings_no_database():
    code = "import sys, agonist.adapters.inspect._registry; print('sqlalchemy' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert printed.stdout == "False\n"


def test_scene_of_a_bystander_is_readable_in_every_game():
    from agonist.games import KITS
    from agonist.match import checked_game

    for kit in KITS.values():
        game = kit.game()
        view = checked_game.observe(game, checked_game.new(game), None)
        assert kit.words.scene(game, view).strip(), kit.name
