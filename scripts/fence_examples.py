"""An extension of Griffe: examples of docstrings become blocks of code on the page of the reference."""

from __future__ import annotations

import re
from typing import Any

import griffe

# From a prompt to the next blank line: what is printed belongs to it.
EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)


class FenceExamples(griffe.Extension):
    """Puts fences around the examples."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```python\n{found.group()}\n```", obj.docstring.value)
