"""The checks of all properties in this folder, by name."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.contract import asking, moves, secrecy, texts
from tools.walks import Case

CHECKS_BY_NAME: dict[str, Callable[[Case], None]] = {
    name.removeprefix("check_"): check
    for module in (moves, secrecy, texts, asking)
    for name, check in sorted(vars(module).items())
    if name.startswith("check_")
}
