"""A mutant: a small wrong change to one file, and the tests that are to notice it."""

from __future__ import annotations

import re
from dataclasses import dataclass

OPENING, CLOSING = "([{", ")]}"
GAP = r"(?:\s|#[^\n]*\n)"
"""Blanks, line breaks and comments."""


class BadPattern(ValueError):
    """What a mutant looks for is not there exactly once."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One wrong change.

    :param name: what is wrong then, in a few words.
    :param file: the path in the project.
    :param old: what stands there exactly once; how it is broken into lines does not matter, nor do comments.
    :param new: what stands there instead, indented like the line in which ``old`` begins.
    :param tests: the tests that are to notice it, as pytest takes them, with blanks between.
    :param equal: why nobody could ever notice it, where that is so.
    """

    name: str
    file: str
    old: str
    new: str
    tests: str
    equal: str = ""

    def applied(self, text: str) -> str:
        """Return the file's text with the change.

        :raises BadPattern: ``old`` is not there exactly once.
        """
        found = list(_pattern(self.old).finditer(text))
        if len(found) != 1:
            raise BadPattern(f"{self.name}: {len(found)} places in {self.file} look like {self.old!r}")
        start, end = found[0].span()
        line = text[text.rfind("\n", 0, start) + 1 : start]
        indent = line[: len(line) - len(line.lstrip())]
        return text[:start] + self.new.replace("\n", "\n" + indent) + text[end:]


def _pattern(old: str) -> re.Pattern[str]:
    """Return what finds a piece of code, however a formatter breaks it into lines."""
    tokens = re.findall(r"\w+|[^\w\s]", old)
    parts = [r"(?<!\w)" if tokens[0].isidentifier() else ""]
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
        parts.append(re.escape(token))
        if _word(token) and _word(following):
            parts.append(f"{GAP}+")
        elif following:
            # A formatter sets a comma behind the last of several lines.
            spread = following in CLOSING and token not in (*OPENING, ",")
            parts.append(f"{GAP}*,?{GAP}*" if spread else f"{GAP}*")
    parts.append(r"(?!\w)" if _word(tokens[-1]) else "")
    return re.compile("".join(parts))


def _word(token: str) -> bool:
    return re.fullmatch(r"\w+", token) is not None
