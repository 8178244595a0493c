"""What is kept of a program that a model has written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Program:
    """A program that a model has written.

    `source`: its text; empty if the model wrote none. `requests`: in how many requests. `faults`: what was
    still wrong with it when these were used up.
    """

    source: str
    requests: int
    faults: tuple[str, ...] = ()
