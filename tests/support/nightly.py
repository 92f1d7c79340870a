"""Marks costly test cases to run only at night or in the slow step of CI."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def defer_to_night(cases: Iterable[Any], *deferred: Any) -> list[Any]:
    """Return a test's parameter values, with the ``deferred`` ones marked to run only at night.

    A tuple holds the values of several parameters.
    """
    return _mark_deferred_cases(list(cases), deferred, pytest.mark.nightly)


def defer_to_ci(cases: Iterable[Any], *deferred: Any) -> list[Any]:
    """Return a test's parameter values, with the ``deferred`` ones marked to run only in CI's slow step.

    A tuple holds the values of several parameters.
    """
    return _mark_deferred_cases(list(cases), deferred, pytest.mark.slow)


def defer_middle_seat_counts(cases: Iterable[tuple[str, int]]) -> list[Any]:
    """Return pairs of a game's key and a number of seats. A game's smallest and largest number run in the
    suite, the others only in CI's slow step.
    """
    found = list(cases)
    counts = {key: [seats for name, seats in found if name == key] for key, _ in found}
    middle = [(key, seats) for key, seats in found if seats not in (min(counts[key]), max(counts[key]))]
    return defer_to_ci(found, *middle)


def _mark_deferred_cases(cases: list[Any], deferred: Sequence[Any], mark: pytest.MarkDecorator) -> list[Any]:
    assert [case for case in deferred if case not in cases] == [], "only existing cases can be deferred"
    assert set(cases) - set(deferred), "at least one case runs in the suite"
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=mark)
        if case in deferred
        else case
        for case in cases
    ]
