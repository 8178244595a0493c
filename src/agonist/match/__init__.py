"""A match: its players, policy, record and transcript."""

from agonist.match.chance import Chance, opening
from agonist.match.fixture import Fixture
from agonist.match.play import play
from agonist.match.policy import PRESETS, Policy
from agonist.match.probe import Probe, ProbeAnswer
from agonist.match.record import Record, RecordError
from agonist.match.transcript import Match, Step, invalid_answers

__all__ = [
    "PRESETS",
    "Chance",
    "Fixture",
    "Match",
    "Policy",
    "Probe",
    "ProbeAnswer",
    "Record",
    "RecordError",
    "Step",
    "invalid_answers",
    "opening",
    "play",
]
