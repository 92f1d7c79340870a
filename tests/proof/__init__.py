"""Long checks of the whole bot, which run as commands."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from bot.kit.installing import write_install

if find_spec("pytest") is None:
    # Check this before the proofs import pytest, because otherwise even --help would end in a traceback.
    sys.exit(f"The proofs need an extra: {write_install('test')}")
