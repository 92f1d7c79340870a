"""Finds the fonts of scripts that need their own.

A font is included in the repository, installed by the ``fonts`` extra, or installed on the system.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from PIL import ImageFont

FONTS_FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "fonts"
FONT_WEIGHT: Final = 800
"""The font weight of texts on boards, to which variable fonts are set."""
FONT_PACKAGES: Final = ("manimgx_fonts", "manimgx_fonts_cjk")
"""Packages that the ``fonts`` extra installs."""
SYSTEM_FONT_FOLDERS: Final = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/Library/Fonts"),
    Path.home() / ".local" / "share" / "fonts",
    Path.home() / ".fonts",
)
VARIABLE_FONT_ENDINGS: Final = ("[wght].ttf", "-VF.otf.ttc")


class Script(NamedTuple):
    """A script: the stem of its font files, and its character ranges.

    ``included_font`` is the font file in the repository, if any. Other fonts are used only for characters
    that it doesn't have. ``needs_shaping`` is set if characters combine or reorder.
    """

    font_stem: str
    character_ranges: tuple[tuple[int, int], ...]
    included_font: str = ""
    needs_shaping: bool = True


_HAN_RANGES: Final = (
    (0x2E80, 0x2FDF),
    (0x3001, 0x303F),
    (0x3041, 0x31FF),
    (0x3400, 0x9FFF),
    (0xAC00, 0xD7AF),
    (0xF900, 0xFAFF),
    (0x20000, 0x323AF),
)


def _make_included_script(name: str, first: int, last: int, *, needs_shaping: bool = True) -> Script:
    stem = f"NotoSans{name}"
    return Script(stem, ((first, last),), f"{stem}-ExtraBold.ttf", needs_shaping)


def _make_installed_script(name: str, first: int, last: int) -> Script:
    return Script(f"NotoSans{name}", ((first, last),))


SCRIPTS_WITH_FONTS: Final = (
    _make_included_script("Devanagari", 0x0900, 0x097F),
    _make_included_script("Thai", 0x0E01, 0x0E5B),
    _make_included_script("Bengali", 0x0980, 0x09FF),
    _make_included_script("Tamil", 0x0B80, 0x0BFF),
    _make_included_script("Telugu", 0x0C00, 0x0C7F),
    _make_included_script("Khmer", 0x1780, 0x17FF),
    _make_included_script("Ethiopic", 0x1200, 0x137F, needs_shaping=False),
    Script("NotoSansCJK", _HAN_RANGES, "NotoSansCJKjp-Bold.otf", needs_shaping=False),
    _make_installed_script("Gujarati", 0x0A80, 0x0AFF),
    _make_installed_script("Gurmukhi", 0x0A00, 0x0A7F),
    _make_installed_script("Kannada", 0x0C80, 0x0CFF),
    _make_installed_script("Malayalam", 0x0D00, 0x0D7F),
    _make_installed_script("Myanmar", 0x1000, 0x109F),
    _make_installed_script("Oriya", 0x0B00, 0x0B7F),
    _make_installed_script("Sinhala", 0x0D80, 0x0DFF),
)


def find_script(character: str) -> Script | None:
    """Return the script of a character, or ``None`` if its script needs no font of its own."""
    code_point = ord(character)
    return next(
        (
            one
            for one in SCRIPTS_WITH_FONTS
            if any(first <= code_point <= last for first, last in one.character_ranges)
        ),
        None,
    )


def list_faces(script: Script) -> Iterator[str]:
    """Yield the font files for a script: the included one by name, others by full path."""
    if script.included_font:
        yield script.included_font
    yield from _list_installed_fonts(script.font_stem)


@cache
def face_needs_shaping(face: str) -> bool:
    """Return whether a font file needs shaping, because its characters combine or reorder."""
    return any(one.needs_shaping and Path(face).name.startswith(one.font_stem) for one in SCRIPTS_WITH_FONTS)


def is_variable(face: str) -> bool:
    """Return whether a font file is a variable font."""
    return face.endswith(VARIABLE_FONT_ENDINGS)


@cache
def _list_installed_fonts(stem: str) -> tuple[str, ...]:
    """Return the installed fonts whose names begin with ``stem``, the best weight for boards first."""
    endings = ("[wght].ttf", "-VF.otf.ttc", "-ExtraBold.ttf", "-Bold.ttf", "-Bold.ttc", "jp-Bold.otf")
    installed = _find_installed_fonts()
    faces = (installed[name] for name in (stem + ending for ending in endings) if name in installed)
    return tuple(face for face in faces if _is_readable(face))


def _is_readable(face: str) -> bool:
    """Return whether a file is a readable font. Broken fonts must not prevent pictures from being drawn."""
    try:
        ImageFont.truetype(face, 24)
    except OSError:
        return False
    return True


@cache
def _find_installed_fonts() -> dict[str, str]:
    """Return the paths of the Noto fonts in the ``fonts`` extra and on the system, by file name."""
    path_by_file: dict[str, str] = {}
    for folder in (*_list_package_folders(), *SYSTEM_FONT_FOLDERS):
        for parent, folders, files in os.walk(folder):
            folders.sort()
            for file in files:
                if file.startswith("NotoSans"):
                    path_by_file.setdefault(file, os.path.join(parent, file))  # noqa: PTH118
    return path_by_file


def _list_package_folders() -> Iterator[Path]:
    """Yield the folders of those packages of the ``fonts`` extra that are installed."""
    for name in FONT_PACKAGES:
        spec = find_spec(name)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            yield Path(folder)
