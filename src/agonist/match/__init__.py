"""A match: its players, policy, record and transcript."""

from agonist.match.fixture import Fixture
from agonist.match.nature import Nature, opening
from agonist.match.play import play
from agonist.match.policy import PRESETS, Policy
from agonist.match.probe import Probe, ProbeAnswer
from agonist.match.record import Record, RecordError
from agonist.match.transcript import Match, Step, bad_answers

__all__ = [
    "PRESETS",
    "Fixture",
    "Match",
    "Nature",
    "Policy",
    "Probe",
    "ProbeAnswer",
    "Record",
    "RecordError",
    "Step",
    "bad_answers",
    "opening",
    "play",
]
