"""Agonist as people install it: the wheel of this tree, built once and put beside other packages."""

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def installed():
    """The folder that the wheel was installed to; it goes when this process ends."""
    uv = os.environ.get("UV") or shutil.which("uv")
    assert uv, "the wheel is built by uv: pip install uv"
    folder = Path(tempfile.mkdtemp(prefix="agonist-wheel-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _run(uv, "build", "--wheel", "--offline", "--quiet", "--out-dir", folder, ROOT)
    (wheel,) = folder.glob("agonist-*.whl")
    _run(uv, "pip", "install", "--offline", "--quiet", "--no-deps", "--target", folder / "site", wheel)
    return folder / "site"


def environment():
    """An environment in which `python -m agonist` is the wheel's, and not this tree's."""
    return {**os.environ, "PYTHONPATH": str(installed())}


def _run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
