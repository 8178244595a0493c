"""Budgets, forecasts and stops of runs, against an endpoint that counts what it served."""

from __future__ import annotations

import pytest

from agonist import api
from agonist.core import UsageError
from agonist.models.mock_endpoint import Endpoint, Faults
from agonist.models.prices import Price
from agonist.models.protocol import Usage
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.tournament import Progress

PRICE = Price(1.25, 0.125, 10.0)


@pytest.fixture(autouse=True)
def priced(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    prices = tmp_path / "prices.toml"
    prices.write_text('[models]\n"endpoint/m" = { input = 1.25, cached = 0.125, output = 10.0 }\n')
    monkeypatch.setenv("AGONIST_PRICES", str(prices))


def served(endpoint: Endpoint) -> float:
    """What a provider would charge for all that the endpoint answered, in dollars."""
    usages = [Usage(each.prompt, each.cached, each.completion) for each in endpoint.served.values()]
    return sum(map(PRICE.cost, usages))


def reported(db="agonist.db") -> tuple[float, int]:
    """Dollars and requests of the latest run, as its report says."""
    usage = api.report("latest", db=db).usage
    return sum(each.cost or 0.0 for each in usage), sum(each.sent for each in usage)


def player(endpoint: Endpoint, options: str = "", model: str = "m") -> str:
    return f"endpoint/{model}?base_url={endpoint.url}{options}"


def test_a_budget_of_a_dollar_with_64_at_once_and_20_000_token_answers_goes_one_call_over():
    with Endpoint("long?tokens=20000", latency=0.02) as endpoint:
        done = api.run(
            "guess_average?rounds=5&seats=4",
            [player(endpoint)],
            matches=64,
            config=RunConfig(usd=1.0),
        )
        assert (done.status, done.exit_code) == ("partial", 5)
        dollars, requests = reported()
        assert dollars == pytest.approx(served(endpoint), abs=1e-9)
        assert requests == endpoint.requests
    assert 1.0 <= dollars <= 1.21


@pytest.mark.slow
def test_a_budget_of_requests_holds_where_three_in_ten_fail():
    with Endpoint("careful", Faults(rate_500=0.3)) as endpoint:
        done = api.run(
            "tictactoe",
            [player(endpoint)],
            opponents=["random"],
            matches=60,
            config=RunConfig(requests=100, concurrency=40),
        )
        assert (done.status, done.exit_code) == ("partial", 5)
        assert endpoint.requests == reported()[1] == 100
    assert "100 requests;" in str(done.stopped_by)


def test_near_the_limit_matches_are_finished_instead_of_many_begun():
    with Endpoint("long?tokens=500", latency=0.005) as endpoint:
        done = api.run(
            "guess_average?rounds=5&seats=2", [player(endpoint)], matches=64, config=RunConfig(usd=0.4)
        )
        dollars, _ = reported()
        assert dollars == pytest.approx(served(endpoint), abs=1e-9)
    # A match takes about five cents: nearly all that were begun are finished.
    with Store.open("agonist.db") as store:
        begun = [match for match in store.matches("latest") if match.status != "planned"]
    assert done.progress.finished >= 6
    assert len(begun) - done.progress.finished <= 2


def test_what_is_paid_is_what_was_counted_over_kills_of_money_and_resuming():
    with Endpoint("long?tokens=300", latency=0.005) as endpoint:
        model = player(endpoint)
        done = api.run("guess_average?rounds=3&seats=3", [model], matches=6, config=RunConfig(usd=0.02))
        for budget in (0.05, 0.1, 5.0):
            assert done.exit_code == 5
            assert reported()[0] == pytest.approx(served(endpoint), abs=1e-9)
            done = api.resume(done.run, config=RunConfig(usd=budget))
        assert done.status == "finished"
        assert endpoint.requests == 6 * 3 * 3, "no answer was paid for twice"
        assert reported() == (pytest.approx(served(endpoint), abs=1e-9), endpoint.requests)


def test_tokens_are_estimated_where_the_endpoint_reports_none():
    with Endpoint("long?tokens=400", Faults(no_usage=1)) as endpoint:
        api.run("tictactoe", [player(endpoint)], opponents=["random"], matches=2)
        (usage,) = [each for each in api.report("latest").usage if each.requests]
        assert usage.estimated == usage.requests == endpoint.requests
        assert usage.cost == usage.estimated_cost == pytest.approx(served(endpoint), rel=0.3)


@pytest.mark.slow
def test_requests_closed_without_an_answer_count_for_the_budget_and_in_no_column():
    with Endpoint("careful", Faults(hang=1)) as endpoint:
        done = api.run("tictactoe", [player(endpoint, "&timeout=0.05")], opponents=["random"], matches=1)
        assert done.status == "suspended"
        (usage,) = [each for each in api.report("latest").usage if each.sent]
        assert (usage.sent, usage.requests, usage.estimated) == (endpoint.requests, 0, 0) == (3, 0, 0)
        assert (usage.prompt, usage.completion, usage.cost, usage.estimated_cost) == (0, 0, 0.0, 0.0)
        each = PRICE.output * 250 / 1e6
        assert 3 * each < done.progress.spent.usd < 3.5 * each
        # The budget of a resumed run counts them, too: it is spent before anything is sent.
        again = api.resume(done.run, config=RunConfig(usd=3 * each))
        assert (again.status, endpoint.requests) == ("partial", 3)


def test_a_budget_less_than_one_call_is_said_before_the_start(tmp_path):
    for config, option in (
        (RunConfig(usd=0.00001), "--budget-usd"),
        (RunConfig(tokens=20), "--budget-tokens"),
        (RunConfig(requests=0), "--budget-requests"),
    ):
        with pytest.raises(UsageError, match=rf"less than a single request of endpoint/m.*{option}"):
            api.run("tictactoe", ["endpoint/m"], opponents=["random"], config=config)
    assert not (tmp_path / "agonist.db").exists()


def test_a_player_whose_endpoint_refuses_is_set_aside_and_all_others_play_to_the_end():
    with Endpoint("careful", models=("known",)) as endpoint:
        known, unknown = player(endpoint, model="known"), player(endpoint, model="unknown")
        done = api.run("tictactoe", [known, unknown, "random"], matches=4)
    assert (done.status, done.exit_code) == ("suspended", 4)
    assert list(done.set_aside) == ["endpoint/unknown"]
    with Store.open("agonist.db") as store:
        by_status = {}
        for match in store.matches("latest"):
            by_status.setdefault("endpoint/unknown" in match.fixture.players, []).append(match.status)
        assert set(by_status[False]) == {"finished"}
        assert set(by_status[True]) == {"suspended"}
        assert "unknown" in store.run("latest").note


class CreditFor(Faults):
    """So many requests; there is no credit for the rest."""

    def __init__(self, requests):
        super().__init__()
        self.requests = requests

    def draw(self, key, number):
        return "" if number <= self.requests else "quota"


def test_a_player_whose_endpoint_is_dead_is_set_aside_though_it_answered_before():
    with Endpoint("careful") as living:
        with Endpoint("careful", CreditFor(6)) as dying:
            one, other = player(living, model="living"), player(dying, model="dying")
            done = api.run("tictactoe", [one, other, "random"], matches=6, config=RunConfig(concurrency=4))
            assert list(done.set_aside) == ["endpoint/dying"]
        with Store.open("agonist.db") as store:
            matches = store.matches("latest")
        left = {match.status for match in matches if "endpoint/dying" not in match.fixture.players}
        assert left == {"finished"}
        with Endpoint("careful", port=int(dying.url.split(":")[2].removesuffix("/v1"))):
            assert api.resume(done.run).status == "finished"


@pytest.mark.slow
def test_30_first_answers_that_are_all_invalid_set_a_model_aside_and_show_the_last():
    with Endpoint("echo") as endpoint:
        model = player(endpoint)
        done = api.run("tictactoe", [model], opponents=["random"], matches=40)
        assert (done.status, done.exit_code) == ("suspended", 4)
        (error,) = done.set_aside.values()
        for words in ("first 30 answers of endpoint/m", "the last one was", "--keep-going"):
            assert words in str(error)
        assert endpoint.requests < 30 + 64
        again = api.resume(done.run, config=RunConfig(keep_going=True))
        assert (again.status, again.exit_code) == ("finished", 0)


def test_the_first_30_answers_are_counted_over_a_kill_and_resuming(monkeypatch):
    with Endpoint("echo") as endpoint:
        # After 20 invalid answers the run is cut by its budget; ten more set the model aside.
        config = RunConfig(requests=20, concurrency=1)
        done = api.run("tictactoe", [player(endpoint)], opponents=["random"], matches=40, config=config)
        assert (done.status, endpoint.requests) == ("partial", 20)
        again = api.resume(done.run, config=RunConfig(concurrency=1, requests=999))
        assert again.status == "suspended"
        assert endpoint.requests == 30
        assert "first 30 answers of endpoint/m" in str(next(iter(again.set_aside.values())))


def test_a_model_that_answered_before_it_was_resumed_is_not_set_aside():
    with Endpoint("careful") as endpoint:
        config = RunConfig(requests=4, concurrency=1)
        done = api.run("tictactoe", [player(endpoint)], opponents=["random"], matches=20, config=config)
        assert done.status == "partial"
    with Endpoint("echo", port=int(endpoint.url.split(":")[2].removesuffix("/v1"))):
        again = api.resume(done.run, config=RunConfig(concurrency=1, requests=999))
    assert (again.status, dict(again.set_aside)) == ("finished", {})


@pytest.fixture
def asking(tmp_path, monkeypatch):
    """An agent that asks a model once about each question."""
    (tmp_path / "asking.py").write_text(
        "class Asking:\n"
        "    def __init__(self, context, model):\n"
        "        self.model = context.model(model)\n\n"
        "    async def __call__(self, observation):\n"
        "        return await self.model.complete(observation)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    return "asking:Asking"


def test_an_agents_own_calls_are_counted_as_its_own_and_forecast_from_its_first_answers(asking):
    seen = []

    def on_change(progress: Progress) -> None:
        expected = progress.expected()
        if sum(progress.answers.values()) >= 10 and expected is not None and not seen:
            seen.append((expected.usual, progress.by_player(), progress.spent))

    with Endpoint("long?tokens=300") as endpoint:
        agent = f"ours={asking}?model=endpoint/m?base_url={endpoint.url}"
        done = api.run(
            "guess_average?rounds=10&seats=2",
            [agent],
            opponents=["reference"],
            matches=6,
            config=RunConfig(concurrency=1),
            on_change=on_change,
        )
        assert done.status == "finished"
        ((expected, by_player, spent),) = seen
        assert list(by_player) == ["ours"]
        assert by_player["ours"].usage.total == spent.tokens > 0
        assert expected.requests == pytest.approx(endpoint.requests, rel=0.1)
        dollars, _ = reported()
    assert dollars / 2 <= expected.usd <= 2 * dollars


def test_a_forecast_goes_on_with_what_was_learnt_before_the_run_was_resumed():
    seen = []
    with Endpoint("long?tokens=900") as endpoint:
        plan = {"players": [player(endpoint)], "matches": 6}
        one = RunConfig(concurrency=1, requests=24)
        done = api.run("guess_average?rounds=10&seats=2", **plan, config=one)
        assert done.status == "partial"
        again = api.resume(
            done.run,
            config=RunConfig(concurrency=1, requests=999),
            on_change=lambda progress: seen.append(progress.expected().usual),
        )
        assert again.status == "finished"
        dollars, _ = reported()
    assert dollars / 1.5 <= seen[0].usd <= 1.5 * dollars


@pytest.mark.long
def test_a_storm_of_429_sets_nobody_aside_while_the_server_says_when_to_come_back():
    with Endpoint("careful", Faults(rate_429=0.8, retry_after=0.01), seed=4) as endpoint:
        done = api.run("tictactoe", [player(endpoint)], opponents=["random"], matches=10)
        assert done.status == "finished"
        assert endpoint.statuses[429] > 60


@pytest.mark.parametrize("mock", ["long?tokens=900", "long?shown=900"])
@pytest.mark.parametrize("method", ["", "cot:"])
def test_a_forecast_is_within_a_factor_of_two_after_ten_answers_of_900_tokens(mock, method):
    seen, spent = [], []

    def on_change(progress: Progress) -> None:
        expected = progress.expected()
        spent[:] = [progress.spent]
        if sum(progress.answers.values()) >= 10 and expected is not None and not seen:
            seen.append(expected.usual)

    with Endpoint(mock) as endpoint:
        done = api.run(
            "guess_average?rounds=10&seats=2",
            [f"{method}{player(endpoint)}"],
            matches=3,
            config=RunConfig(concurrency=1),
            on_change=on_change,
        )
        assert done.status == "finished"
        dollars, _ = reported()
    assert dollars / 2 <= seen[0].usd <= 2 * dollars
    assert spent[0].tokens / 1.5 <= seen[0].tokens <= 1.5 * spent[0].tokens
    assert seen[0].requests == pytest.approx(endpoint.requests, rel=0.1)


def test_estimates_know_models_that_think_and_say_that_they_are_uncertain(command, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    arguments = ("run", "guess_average", "--player", "openai/gpt-5-mini", "--matches", 10, "--estimate")
    (row,) = command(*arguments, "--json").json
    assert row["completion_tokens_low"] < row["completion_tokens"] < row["completion_tokens_high"]
    assert row["completion_tokens"] / row["requests"] > 500
    assert row["usd_low"] < row["usd"] < row["usd_high"]
    assert "uncertain" in command(*arguments).out
    effort = command(*arguments[:3], "openai/gpt-5-mini?reasoning_effort=minimal", *arguments[4:], "--json")
    assert effort.json[0]["completion_tokens"] < row["completion_tokens"] / 5
