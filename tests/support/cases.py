"""Runs many quick cases in one test, because reporting a test takes longer than such a case."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def join_cases(cases: Iterable[tuple[Any, ...]]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Return a decorator that makes one test of a function by calling it with the arguments of each case.

    All cases run. The test raises an :exc:`BaseExceptionGroup` of all failures, with the arguments as notes.
    """
    found = list(cases)
    assert found

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        def run_cases() -> None:
            failures: list[BaseException] = []
            for case in found:
                try:
                    check(*case)
                # An exception that pytest.raises misses is reported as one that isn't an Exception.
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"case: {case!r}")
                    failures.append(error)
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(found)} cases", failures)

        functools.update_wrapper(run_cases, check)
        del run_cases.__wrapped__  # type: ignore[attr-defined] # pytest would take the arguments for fixtures.
        return run_cases

    return decorate
