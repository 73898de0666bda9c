"""Types that every package uses."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
"""An array; what shape and which kind of numbers, the docstring beside it says."""
