"""Temporary failures of an announcement are retried, and bugs are logged as errors."""

from __future__ import annotations

import logging

import pytest

from bot.announcing.failing import log_post_failure
from bot.errors.reviews import EvaluationFailed
from bot.errors.shards import HostingTakenOver
from bot.errors.storage import StorageError
from bot.errors.tables import NoSuchTable


@pytest.mark.parametrize(
    ("error", "retried", "level"),
    [
        (NoSuchTable(), False, "INFO"),
        (HostingTakenOver(), False, "INFO"),
        (StorageError("away"), True, "WARNING"),
        (TimeoutError(), True, "WARNING"),
        (ConnectionResetError(), True, "WARNING"),
        (EvaluationFailed(), True, "WARNING"),
        (KeyError("of ours"), False, "ERROR"),
    ],
)
def test_temporary_failures_are_retried_and_only_bugs_are_logged_as_errors(
    caplog: pytest.LogCaptureFixture, error: Exception, retried: bool, level: str
) -> None:
    with caplog.at_level(logging.INFO):
        assert log_post_failure("tips", 7, error) == retried
    (record,) = caplog.records
    assert record.levelname == level
    assert "name=tips id=7" in record.getMessage()
