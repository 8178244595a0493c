"""Output goes where it is sent and nowhere else: files, pipes and streams, closed, full or odd."""

import os
import socket
import stat
import subprocess
import sys
import threading

import pytest

from agonist.cli.output_file import write
from agonist.core import UsageError


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    from agonist import api

    db = tmp_path_factory.mktemp("played") / "agonist.db"
    api.run(["tictactoe"], ["random"], opponents=["reference"], matches=2, db=db)
    return db


@pytest.fixture
def report(command, played):
    return lambda output, *more: command("report", "latest", "--db", played, "--output", output, *more)


def test_a_socket_is_left_as_it_is(report, tmp_path):
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("here")
        (tmp_path / "link").symlink_to("here")
        for name in ("here", "link"):
            report(name).told(2, "neither a file nor a pipe")
        assert stat.S_ISSOCK((tmp_path / "here").lstat().st_mode)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "link"]


@pytest.mark.parametrize("output", ["", ".", "..", "no/such/report.html", "x" * 300, "loop", "file/below"])
def test_what_cannot_be_written_to_is_refused(report, tmp_path, output):
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").touch()
    before = sorted(tmp_path.iterdir())
    report(output).told(2)
    assert sorted(tmp_path.iterdir()) == before


def test_links_are_followed_and_modes_kept(report, tmp_path):
    (tmp_path / "far").mkdir()
    target = tmp_path / "far" / "report.txt"
    target.write_text("old")
    target.chmod(0o640)
    (tmp_path / "near").symlink_to("far/report.txt")
    (tmp_path / "nearer").symlink_to("near")
    assert report("nearer").code == 0
    assert (tmp_path / "nearer").is_symlink()
    assert "Tic-Tac-Toe" in target.read_text()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    (tmp_path / "to come").symlink_to("far/new.txt")
    assert report("to come").code == 0
    assert "Tic-Tac-Toe" in (tmp_path / "far" / "new.txt").read_text()
    assert sorted(path.name for path in (tmp_path / "far").iterdir()) == ["new.txt", "report.txt"]


def test_a_pipe_is_written_to(report, tmp_path):
    os.mkfifo("pipe")
    heard = []
    listener = threading.Thread(target=lambda: heard.append((tmp_path / "pipe").read_text()))
    listener.start()
    assert report("pipe").code == 0
    listener.join()
    assert "Tic-Tac-Toe" in heard[0]
    assert stat.S_ISFIFO((tmp_path / "pipe").lstat().st_mode)


def test_standard_streams_and_a_shells_process_substitution_may_be_named(report):
    assert "Tic-Tac-Toe" in report("/dev/stdout").out
    assert "Tic-Tac-Toe" in report("/dev/stderr").err
    reading, writing = os.pipe()
    assert report(f"/dev/fd/{writing}").code == 0
    os.close(writing)
    with os.fdopen(reading) as pipe:
        assert "Tic-Tac-Toe" in pipe.read()


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    target = tmp_path / "report.txt"
    target.write_text("old")
    monkeypatch.setattr(
        os, "fsync", lambda _file: (_ for _ in ()).throw(OSError(28, "No space left on device"))
    )
    with pytest.raises(Exception, match="No space left") as caught:
        write(target, "new")
    assert caught.value.exit_code == 3
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]
    with pytest.raises(UsageError):
        write(tmp_path, "new")


def shell(line, **env):
    agonist = f"{sys.executable} -m agonist"
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("agonist ", f"{agonist} ")],
        capture_output=True,
        text=True,
        env=os.environ | env,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("agonist games >&-", 3, "standard output cannot be written"),
        ("agonist games --json > /dev/full", 3, "standard output cannot be written: No space left"),
        ("agonist games > /dev/full 2>&-", 3, ""),
        ("agonist nonsense 2>&-", 2, ""),
    ],
)
@pytest.mark.every(2)
def test_a_stream_that_is_closed_or_full_is_told(line, code, words):
    done = shell(line)
    assert done.returncode == code, done.stderr
    assert words in done.stderr
    assert not done.stdout
    assert "defect" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "env", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
def test_an_encoding_without_our_characters_gets_plain_ones(env):
    done = shell("agonist games", **env)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "\\u" not in done.stdout
    assert "undercover" in done.stdout


def test_standard_output_that_a_shell_appends_keeps_what_is_there(tmp_path, played):
    (tmp_path / "all.txt").write_text("before\n")
    line = f"agonist report latest --db {played} --output /dev/stdout >> {tmp_path}/all.txt"
    assert shell(line).returncode == 0
    assert (tmp_path / "all.txt").read_text().startswith("before\n")
    assert "Tic-Tac-Toe" in (tmp_path / "all.txt").read_text()


def test_a_reader_that_has_seen_enough_ends_the_command_in_silence():
    line = "{ agonist games --json; echo code $? >&2; } | head -c 1"
    done = shell(line)
    assert (done.stdout, done.stderr) == ("[", "code 0\n")


@pytest.mark.long
def test_a_database_does_not_take_the_place_of_a_closed_stream(tmp_path):
    db = tmp_path / "played.db"
    done = shell(f"agonist run tictactoe --player random --opponent reference --matches 2 --db {db} >&- 2>&-")
    assert done.returncode == 3
    done = shell(f"agonist runs --json --db {db}")
    assert '"finished": 2' in done.stdout


@pytest.mark.parametrize("port", ["-1", "65536", "80000000000"])
def test_an_impossible_port_is_refused(command, port):
    command("endpoint", "--port", port).told(2, "0 (any that is free) to 65535")


def test_a_standard_output_without_a_buffer_gets_one_since_signals_would_cut_long_texts_short():
    code = "import sys; from agonist.cli.streams import prepare; prepare(); print(type(sys.stdout.buffer))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "<class '_io.BufferedWriter'>\n"
