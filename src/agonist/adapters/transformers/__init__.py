"""Trainers of transformers and TRL: a callback that evaluates the model in training by games.

You may rely on the names in `__all__`; others may change.
"""

from agonist.extras import expect_library

expect_library("transformers", "transformers", "hf")

from agonist.adapters.transformers.evaluation_callback import EvaluationCallback

__all__ = ["EvaluationCallback"]
