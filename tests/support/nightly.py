"""Marks costly test cases to run only at night."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def defer_to_night(cases: Iterable[Any], *deferred: Any) -> list[Any]:
    """Return a test's parameter values, with the ``deferred`` ones marked to run only at night.

    A tuple holds the values of several parameters.
    """
    found = list(cases)
    assert [case for case in deferred if case not in found] == [], "only existing cases can be deferred"
    assert set(found) - set(deferred), "at least one case runs in the suite"
    return [_mark_nightly(case) if case in deferred else case for case in found]


def _mark_nightly(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.nightly)
