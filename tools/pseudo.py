"""Make a pseudo-language that shows problems translations would have: ``python -m tools.pseudo``.

Every sentence gets accents, a mark at each end, and 40 % more characters if they fit. Text without marks
isn't translated. Text with only one mark was truncated. The language is called ``xa``, and can be chosen like
any other. ``--backwards`` makes ``xb`` too, which also encloses each sentence in marks of right-to-left text.
``--remove`` deletes both. Git and the build ignore the files.
"""

from __future__ import annotations

import argparse
import io
import math
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot.platform.limits import MAX_DESCRIPTION_LENGTH
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT
from tools.locales import CATALOGUE_FOLDER, TEMPLATE, read_catalogue

ADDED_SHARE: Final = 0.4
BEGIN, END = "‹", "›"
RTL_BEGIN, RTL_END = "\N{RIGHT-TO-LEFT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
FORWARDS, BACKWARDS = "xa", "xb"
_ACCENTS: Final = str.maketrans("AEIOUYaeiouyCcNn", "ÅÉÎÖÛÝåéîöûýÇçÑñ")
_DOUBLED_LETTERS: Final = "aeiouåéîöû"
# Matches parts that stay unchanged: placeholders, code, links, custom emoji, times, and marks at line starts.
_UNCHANGED_PATTERN: Final = re.compile(r"\{[^}]*\}|`[^`]*`|\]\([^)]*\)|<[^>]*>|(?m:^(?:-# |#+ |> |- ))|\n")
_PLURAL_LOCALE: Final = "pl"
"""Polish, whose three plural forms the pseudo-language uses."""


def stretch_text(text: str, max_length: int | None = None) -> str:
    """Return a text with accents and marks, 40 % longer, but not longer than ``max_length`` characters."""
    start = re.match(r"(?:-# |#+ |> |- )*", text)
    head = "" if start is None else start.group()
    body = text[len(head) :]
    pieces = list(_split_unchanged_parts(body))
    spare = math.ceil(ADDED_SHARE * sum(len(piece) for piece, is_kept in pieces if not is_kept))
    if max_length is not None:
        spare = min(spare, max_length - len(text) - len(BEGIN + END))
    grown = []
    for piece, is_kept in pieces:
        if is_kept:
            grown.append(piece)
            continue
        shown = ""
        for letter in piece.translate(_ACCENTS):
            shown += letter
            if spare > 0 and letter in _DOUBLED_LETTERS:
                shown += letter
                spare -= 1
        grown.append(shown)
    return f"{head}{BEGIN}{''.join(grown)}{'·' * max(spare, 0)}{END}"


def _split_unchanged_parts(text: str) -> Iterator[tuple[str, bool]]:
    """Split a text into pieces. Yield each piece, and whether it must stay unchanged."""
    at = 0
    for part in _UNCHANGED_PATTERN.finditer(text):
        if part.start() > at:
            yield text[at : part.start()], False
        yield part.group(), True
        at = part.end()
    if at < len(text):
        yield text[at:], False


def make_catalogue(*, is_backwards: bool = False) -> Catalog:
    """Return the pseudo-language as a catalogue with three plural forms.

    :param is_backwards: also enclose each sentence in marks of right-to-left text.
    """
    # Use a real language, because Babel has no rules for invented ones.
    catalogue = Catalog(_PLURAL_LOCALE, project="reefs", fuzzy=False)

    def stretch_sentence(text: str, max_length: int | None) -> str:
        if not is_backwards:
            return stretch_text(text, max_length)
        return RTL_BEGIN + stretch_text(text, None if max_length is None else max_length - 2) + RTL_END

    for message in read_catalogue(TEMPLATE):
        if not message.id or message.context == NAME_CONTEXT:
            continue
        most = MAX_DESCRIPTION_LENGTH if message.context == TEXT_CONTEXT else None
        if isinstance(message.id, str):
            catalogue.add(message.id, stretch_sentence(message.id, most), context=message.context)
        else:
            one, many = (stretch_sentence(text, most) for text in message.id)
            catalogue.add(message.id, (one, many, many), context=message.context)
    return catalogue


def write_catalogue(folder: Path, *, is_backwards: bool = False) -> Path:
    """Write the compiled pseudo-language to a folder. Return the file's path."""
    path = folder / f"{BACKWARDS if is_backwards else FORWARDS}.mo"
    buffer = io.BytesIO()
    write_mo(buffer, make_catalogue(is_backwards=is_backwards))
    path.write_bytes(buffer.getvalue())
    return path


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.pseudo", description=__doc__.split("\n")[0])
    parser.add_argument("--backwards", action="store_true", help="with marks of right-to-left text, as xb")
    parser.add_argument("--remove", action="store_true", help="delete the pseudo-languages instead")
    chosen = parser.parse_args(arguments)
    if chosen.remove:
        for name in (FORWARDS, BACKWARDS):
            (CATALOGUE_FOLDER / f"{name}.mo").unlink(missing_ok=True)
        return 0
    print(write_catalogue(CATALOGUE_FOLDER, is_backwards=chosen.backwards))
    return 0


if __name__ == "__main__":
    sys.exit(main())
