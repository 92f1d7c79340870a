"""Arguments of the commands under ``tests``: what would show nothing is refused with a sentence."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable


def at_least(least: int) -> Callable[[str], int]:
    """Return the reader of a whole number that is not below ``least``."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"a whole number from {least} on is wanted, not {text!r}")
        return int(text)

    return read


def positive(text: str) -> float:
    """Read a number above nought."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"a number above 0 is wanted, not {text!r}")
    return value
