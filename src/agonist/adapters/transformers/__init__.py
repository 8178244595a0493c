"""Trainers of transformers and TRL: a callback that evaluates the model in training by games.

You may rely on the names in `__all__`; others may change.
"""

try:
    import transformers as _transformers  # noqa: F401  imported only to say what to install if it is missing
except ModuleNotFoundError as missing:
    if missing.name != "transformers":
        raise
    from agonist.core import UsageError
    from agonist.extras import install

    raise UsageError(f"transformers is not installed, and this adapter needs it: {install('hf')}") from None

from agonist.adapters.transformers.evaluation_callback import EvaluationCallback

__all__ = ["EvaluationCallback"]
