"""A few moves, whose bytes are counted in the right columns."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from tests.proof.load import traffic


async def test_bytes_are_counted_by_the_message_that_they_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second move of Das Riff continues the turn, so it only edits the current board."""
    arguments = argparse.Namespace(way="pressed", game=["das_riff"], seats=[2], matches=1, moves=2)
    (played,) = await traffic.play_matches(arguments, tmp_path)
    assert played.move_count == 2 == played.match.ply
    sent = played.sent_bytes
    assert sent["current board"] > 50_000 and sent["private"] > 50_000
    traffic.print_line("das_riff", [played])
    assert f"| das_riff | 2 | {sent.total() / 2048:.0f} |" in capsys.readouterr().out
