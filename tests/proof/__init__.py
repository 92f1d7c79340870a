"""Long checks of the whole bot, run as commands."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from bot.kit.installing import format_install_command

if find_spec("pytest") is None:
    # Check for pytest before the proofs import it, because otherwise even --help would end in a traceback.
    sys.exit(f"The proofs need an extra: {format_install_command('test')}")
