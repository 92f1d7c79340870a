"""Runs many quick cases in one test, because reporting a test takes longer than such a case."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any


def join_cases(cases: Iterable[tuple[Any, ...]]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Return a decorator that makes one test of a function by calling it with the arguments of each case.

    All cases run. The test raises an :exc:`ExceptionGroup` of all failures, with the arguments as notes.
    """
    found = list(cases)
    assert found

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        def run_cases() -> None:
            failures: list[Exception] = []
            for case in found:
                try:
                    check(*case)
                except Exception as error:
                    error.add_note(f"case: {case!r}")
                    failures.append(error)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(found)} cases", failures)

        functools.update_wrapper(run_cases, check)
        del run_cases.__wrapped__  # type: ignore[attr-defined] # pytest would take the arguments for fixtures.
        return run_cases

    return decorate
