"""Finding the action in what a player wrote.

The reader is strict about which answer it is, and lenient about how it is spelled. It never takes an action
from a thought, never chooses between two in a text, and never adds what is not there. The stages, in order:
`thoughts` (thoughts are removed), `json_objects`, `labelled_lines`, `tags` and `function_calls` (candidates
are found), `object_keys` (those with the answer's keys are kept), `prose`, `answer_in_one_sentence`,
`words_in_any_order` and `keyless_speech` (an answer without a key), `actions` with `amounts` and `choices`
(each part is read as the kind that was asked for), `extra_keys` and `own_final_answer` (nothing else in the
object or the text may be another answer, or take this one back), `refusals` (texts without an answer).
`docs/answers.md` tells users what is accepted.
"""

from agonist.text.reading.reader import ANSWER_CHARACTERS, read
from agonist.text.reading.refusals import FINISHES
from agonist.text.reading.thoughts import split_thought, without_thought

__all__ = ["ANSWER_CHARACTERS", "FINISHES", "read", "split_thought", "without_thought"]
