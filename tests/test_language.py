"""Docstrings and comments are plain English: they contain no banned words."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
REPLACEMENTS_BY_BANNED_PATTERN = {
    r"\b(anew|afresh)\b": "again",
    r"\b(mend|mends|mended|mending)\b": "fix",
    r"\b(lest|upon|unforeseen|hinder(s|ed)?|seldom)\b": "so that … not, on, unexpected, prevent, rarely",
    r"\bTell whether\b": "Return whether",
    r"\b(tells?|told|hears?|heard) of\b": "report, notify, log",
    r"\bby (it|him|them)sel(f|ves)\b": "automatically, on its own",
    r"\bof late\b": "recently",
    r"\b(is|are) to be\b": "must, should",
    r"\b[Ss]o (many|much|long)\b(?! (as|that))": "a noun phrase: Maximum number of …, Seconds to wait for …",
    r"^Have \w+": "the verb: Post …, Retry …",
    r"^Who(ever)? (stands|has|had|plays|played|is asked|was asked|gives)\b": "a standby, the player who …",
    r"\bmeanwhile\b": "in the meantime",
}
"""Patterns of banned words in a docstring or comment, with the words to use instead."""
ANYWHERE_PATTERN = re.compile(
    "|".join(f"(?:{pattern.removeprefix('^')})" for pattern in REPLACEMENTS_BY_BANNED_PATTERN)
)
"""Matches each banned word anywhere in a file, to avoid parsing files without any."""


def read_prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each docstring and comment, or nothing if the file has no banned word."""
    source = path.read_text("utf-8")
    if not ANYWHERE_PATTERN.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# ")


def find_banned_words(text: str) -> list[str]:
    """Return the banned words in a text, ignoring text in backticks."""
    plain = re.sub(r"``.*?``|:\w+:`.*?`", "x", text, flags=re.S)
    return [
        found.group() for pattern in REPLACEMENTS_BY_BANNED_PATTERN for found in re.finditer(pattern, plain)
    ]


def list_rooms() -> list[Path]:
    """Return the folders to check, one per test."""
    tops = [ROOT / name for name in ("assets", "bot", "games", "tools", "tests")]
    rooms = [path for top in tops for path in top.iterdir() if path.is_dir() and "__" not in path.name]
    return sorted([*tops, *rooms])


def list_files(room: Path) -> list[Path]:
    """Return the files of a room. For a top folder, return only the files directly in it."""
    top = room.parent == ROOT
    return sorted(room.glob("*.py") if top else room.rglob("*.py"))


@pytest.mark.parametrize("room", list_rooms(), ids=lambda room: room.relative_to(ROOT).as_posix())
def test_docstrings_and_comments_are_plain_english(room: Path) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {', '.join(words)}"
        for path in list_files(room)
        if path != Path(__file__)
        for line, text in read_prose(path)
        if (words := find_banned_words(text))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "Tell whether it is.",
        "Post it anew.",
        "So many are shown.",
        "It mends itself.",
        "It is told of changes.",
    ],
)
def test_a_banned_word_is_found(tmp_path: Path, text: str) -> None:
    assert find_banned_words(text)
    path = tmp_path / "module.py"
    path.write_text(f'"""{text}"""\n# {text}\nTEXT = "{text}"\n', "utf-8")
    assert list(read_prose(path)) == [(1, text), (2, text)]


def test_code_in_backticks_is_not_prose() -> None:
    assert not find_banned_words("Call ``mend`` as often as needed, and :meth:`mend` again.")
