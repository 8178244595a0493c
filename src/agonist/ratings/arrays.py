"""The types of arrays with which many results are computed at once."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
"""Numbers."""

Places: TypeAlias = np.ndarray[Any, np.dtype[np.intp]]
"""Places in lists, from 0."""
