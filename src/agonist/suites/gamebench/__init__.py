"""GameBench: nine games, mirrored pairs, Bradley-Terry ratings by resampling."""

from agonist.suites.gamebench.suite import GameBench

__all__ = ["GameBench"]
