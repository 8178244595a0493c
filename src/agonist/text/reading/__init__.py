"""Finding the action in what a player wrote.

The reader is strict about which answer it is, and lenient about how it is spelled. It never takes an action
from a thought, never chooses between two that a text holds, and never makes up what is not there. The
stages, in order: `thoughts` (what was thought is taken off), `objects` and `lines` (candidates are found),
`keys` (those that speak of the answer), `answers` with `amounts` and `choices` (each part is read as the kind
it was asked for), `refusals` (what is no answer at all). `docs/answers.md` tells users what is accepted.
"""

from agonist.text.reading.reader import LONGEST, read
from agonist.text.reading.refusals import FINISHES
from agonist.text.reading.thoughts import split_thought, without_thought

__all__ = ["FINISHES", "LONGEST", "read", "split_thought", "without_thought"]
