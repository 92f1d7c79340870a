"""Reduce the fonts for people's names to the characters that names need.

``python -m tools.cut_fonts FOLDER`` reads the fonts of Debian's ``fonts-noto-extra`` and ``fonts-noto-cjk``
in ``FOLDER`` and writes ``assets/fonts``. It needs ``fonttools``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fontTools import subset

FONT_FOLDER: Final = Path(__file__).resolve().parents[1] / "assets" / "fonts"
RANGE_BY_SCRIPT: Final = {
    "Bengali": range(0x0980, 0x0A00),
    "Tamil": range(0x0B80, 0x0C00),
    "Telugu": range(0x0C00, 0x0C80),
    "Ethiopic": range(0x1200, 0x1380),
    "Khmer": range(0x1780, 0x1800),
}
SHAPING_CHARACTERS: Final = (0x200C, 0x200D, 0x25CC)
"""Characters needed for shaping: the joiners, and the dotted circle shown below combining marks."""
KANA_AND_PUNCTUATION: Final = (
    *range(0x3001, 0x3003),
    *range(0x3005, 0x3008),
    *range(0x300C, 0x3012),
    *range(0x3041, 0x3097),
    *range(0x309D, 0x3100),
    *range(0x31F0, 0x3200),
)
BOPOMOFO: Final = range(0x3105, 0x3130)
JAMO: Final = range(0x3131, 0x318F)
NAME_CHARACTERS: Final = "髙﨑德濵栁瀨隆晧塚﨟槗喆堃珺昇𠮷"
"""Han characters in names that no standard lists as common."""
COMMON_BYTES_BY_ENCODING: Final = {
    "gb2312": (range(0xB0, 0xF8), range(0xA1, 0xFF)),
    "euc_jp": (range(0xB0, 0xD0), range(0xA1, 0xFF)),
    "big5": (range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF))),
    "euc_kr": (range(0xB0, 0xC9), range(0xA1, 0xFF)),
}
"""Ranges of the lead and trail bytes of common Chinese, Japanese and Korean characters, by encoding."""


def list_common_characters() -> set[int]:
    """Return the code points of the characters that the national standards list as common."""
    code_points = set[int]()
    for encoding, (leads, trails) in COMMON_BYTES_BY_ENCODING.items():
        for lead in leads:
            for trail in trails:
                code_points |= {ord(one) for one in bytes((lead, trail)).decode(encoding, "ignore")[:1]}
    return {one for one in code_points if one >= 0x3000}


def cut_font(source: Path, target: Path, characters: Iterable[int], *, needs_shaping: bool) -> None:
    """Write a copy of a font with only these characters. For a font collection, use its first font."""
    options = subset.Options()
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = ["*"]
    options.layout_features = ["*"] if needs_shaping else []
    if source.suffix == ".ttc":
        options.font_number = 0
        options.drop_tables += ["vhea", "vmtx", "VORG", "BASE"]
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=sorted(characters))
    cutter.subset(font)
    font["head"].modified = font["head"].created  # Keep the output reproducible.
    font.recalcTimestamp = False
    subset.save_font(font, str(target), options)


def main() -> None:
    """Reduce all fonts."""
    parser = argparse.ArgumentParser(prog="python -m tools.cut_fonts", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    for script, span in RANGE_BY_SCRIPT.items():
        name = f"NotoSans{script}-ExtraBold.ttf"
        (source,) = folder.rglob(name)
        cut_font(source, FONT_FOLDER / name, (*span, *SHAPING_CHARACTERS), needs_shaping=True)
    (source,) = folder.rglob("NotoSansCJK-Bold.ttc")
    characters = list_common_characters() | {
        *KANA_AND_PUNCTUATION,
        *BOPOMOFO,
        *JAMO,
        *map(ord, NAME_CHARACTERS),
    }
    cut_font(source, FONT_FOLDER / "NotoSansCJKjp-Bold.otf", characters, needs_shaping=False)


if __name__ == "__main__":
    main()
