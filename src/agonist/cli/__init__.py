"""The command line: `agonist --help`."""

from agonist.cli.app import main

__all__ = ["main"]
