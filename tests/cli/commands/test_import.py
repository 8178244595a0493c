"""Published records of other projects."""

from __future__ import annotations


def test_an_import_of_many_files_is_counted_and_one_of_few_is_listed(command, tmp_path, monkeypatch):
    from agonist.cli.commands import import_

    monkeypatch.setenv("COLUMNS", "140")  # wide enough for a file's name on one line
    folder = tmp_path / "divide_dollar"
    folder.mkdir()
    for nth in (1, 2):
        (folder / f"divide_dollar_v1_{nth}.json").write_text("{")
    said = command("import", "gamabench", tmp_path, "--dry")
    assert said.code == 0
    assert "divide_dollar_v1_2.json" in said.out
    assert "2 unreadable" in said.err
    monkeypatch.setattr(import_, "LISTED", 1)
    said = command("import", "gamabench", tmp_path, "--dry")
    assert "divide_dollar_v1_2.json" not in said.out
    assert "--json" in said.out
