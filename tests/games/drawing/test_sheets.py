"""Contact sheets show boards in each phase for inspection, and are never written into the repository."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from games.drawing.reduction import FRAME_WIDTH
from tools import sheets


@pytest.mark.slow
def test_a_sheet_contains_each_phase_in_colour_and_in_grey(tmp_path: Path) -> None:
    assert sheets.main([str(tmp_path), "--game", "das_riff", "--lang", "de", "--long"]) == 0
    boards = sorted(path.stem for path in tmp_path.glob("das_riff-2-*.png"))
    assert {name.split("-")[2] for name in boards} == {"start", "early", "middle", "extreme", "end"}
    assert len(boards) == 10
    with Image.open(tmp_path / "sheet-das_riff-2.png") as sheet:
        assert sheet.width == 4 * (sheets.PHONE_WIDTH + sheets.GAP_PIXELS)
        colour, grey = sheet.getpixel((20, 20)), sheet.getpixel((20, 20 + 285 + sheets.GAP_PIXELS))
    assert isinstance(colour, tuple)
    assert isinstance(grey, tuple)
    assert len(set(colour)) > 1
    assert len(set(grey)) == 1


def test_nothing_is_written_into_the_repository() -> None:
    with pytest.raises(SystemExit):
        sheets.main([str(sheets.ROOT / "boards")])
    assert not (sheets.ROOT / "boards").exists()


def test_the_readmes_replay_begins_with_a_whole_frame_and_loops() -> None:
    with Image.open(sheets.ROOT / "docs" / "replay.gif") as image:
        assert image.format == "GIF" and image.info["loop"] == 0
        assert image.size[0] == FRAME_WIDTH and image.info["duration"] > 0
