"""A match: its players, policy, record and transcript."""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.match.chance_seat import Chance, opening
    from agonist.match.fixture import Fixture
    from agonist.match.invalid_answer_policy import PRESETS, Policy
    from agonist.match.match_and_steps import Match, Step, invalid_answers
    from agonist.match.playing import answer, play
    from agonist.match.probe import Probe, ProbeAnswer
    from agonist.match.record import Record, RecordError
    from agonist.match.stepping import step

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
    "answer",
    "invalid_answers",
    "opening",
    "play",
    "step",
]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "chance_seat": ("Chance", "opening"),
        "fixture": ("Fixture",),
        "playing": ("answer", "play"),
        "invalid_answer_policy": ("PRESETS", "Policy"),
        "probe": ("Probe", "ProbeAnswer"),
        "record": ("Record", "RecordError"),
        "stepping": ("step",),
        "match_and_steps": ("Match", "Step", "invalid_answers"),
    },
)
