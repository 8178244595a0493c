"""The option `--log`."""

from __future__ import annotations

from agonist.models.mock_endpoint import Endpoint, Faults


def test_the_log_has_matches_retries_and_errors_and_no_keys(command, tmp_path, monkeypatch):
    key = "sk-this-is-nobodys-0123456789"
    monkeypatch.setenv("MY_KEY", key)
    with Endpoint("careful", Faults(rate_500=0.3), key=key) as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}&key_env=MY_KEY"
        done = command("run", "tictactoe", model, "random", "--matches", 2, "--log", "run.log")
    assert done.code == 0
    lines = (tmp_path / "run.log").read_text().splitlines()
    assert all(line[:2] == "20" and line[19:25] == "Z INFO" for line in lines)
    assert sum("finished: " in line for line in lines) == 2
    assert any("try 1 failed" in line and "500" in line for line in lines)
    assert "2 of 2 matches are left" in lines[0]
    assert lines[-1].endswith("is finished")
    assert key not in "".join(lines)
    command("run", "tictactoe", "random", "reference", "--log", "/dev/full").told(2, "is neither a file")
