"""Checks translations: placeholders, plural forms, length, Markdown, and names of commands and buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from bot.platform.translator import NAME_CONTEXT
from tools.locales import find_message_errors, is_translated, list_forms, parse_locale, quote_text
from tools.places import BUTTON, find_length_problems, read_spaces

COMMAND_PATTERN: Final = re.compile(r"`/([a-z]+)(?: ([a-z]+))?`")
BUTTON_NAME_PATTERN: Final = re.compile(
    r"(?<!\*)\*([A-Z][^*{}]*)\*(?!\*)|Press \*\*([A-Z][^*{}]*)\*\*", re.IGNORECASE
)
"""Matches the name of a button, written in italics or, after "Press", in bold."""
PLAIN_PRESS_PATTERN: Final = re.compile(r"\bpress (?=[A-Z])|\bpresses (?=[A-Z])", re.IGNORECASE)
"""Matches the verb before a button name that is in neither bold nor italics."""
LINE_START_PATTERN: Final = re.compile(r"(?:-# |#{1,3} |> |- )*")
"""Matches the Markdown at the start of a line (small print, heading, quotation or list item)."""
VALID_LINE_PATTERN: Final = re.compile(
    r'\s*|\s*#.*|\s*((msgctxt|msgid|msgid_plural|msgstr(\[\d\])?)\s+)?"([^"\\]|\\.)*"\s*'
)
"""Matches a valid line of a ``.po``. Babel accepts other lines too, but drops some of their characters."""
BOLD_MARK: Final = "**"


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in a ``.po`` file: its line, a description, and whether it must be fixed."""

    line: int
    description: str
    must_fix: bool = True


def find_problems_in_file(path: Path, locale: str, known: Catalog | None = None) -> list[Problem]:
    """Return the problems in a ``.po`` file, sorted by line.

    :param known: translates the names of buttons and commands, by default the file itself. If given, the
        file's messages that it doesn't contain are problems.
    """
    lines = path.read_text("utf-8").splitlines()
    broken = [number for number, line in enumerate(lines, 1) if not VALID_LINE_PATTERN.fullmatch(line)]
    if broken:
        return [Problem(number, f"look at the quotation marks: {lines[number - 1]}") for number in broken]
    try:
        with path.open("rb") as file:
            catalogue = read_po(file, locale=parse_locale(locale), abort_invalid=True)
    except PoFileError as error:
        problem = str(error.args[0])
        if "num_plurals" in problem:
            problem = "this language has fewer plural forms: remove the last msgstr[…]"
        return [Problem((error.lineno or 0) + 1, problem)]
    problems = [
        Problem(message.lineno or 0, f"{list_forms(message.id)[0]!r}: {problem}", must_fix)
        for message in catalogue
        if message.id
        for problem, must_fix in find_problems(message, known or catalogue)
    ]
    problems += [
        Problem(
            message.lineno or 0,
            f"{quote_text(list_forms(message.id)[0])} isn't in the catalogue: undo your change, or remove it",
        )
        for message in catalogue
        if known is not None and message.id and known.get(message.id, message.context) is None
    ]
    return sorted(problems, key=lambda one: one.line)


def find_problems(message: Message, catalogue: Catalog) -> Iterator[tuple[str, bool]]:
    """Yield the problems of a translated message, each as a description and whether it must be fixed."""
    forms, ids = list_forms(message.string), list_forms(message.id)
    if any(forms) and not all(forms) and not message.fuzzy:
        yield "one of its plural forms is empty", True
    if message.fuzzy and any(forms):
        yield "marked fuzzy, so people see it in English; check it and remove the mark", False
    if not is_translated(message):
        return
    yield from ((description, True) for description in find_message_errors(message, catalogue.plural_expr))
    for form in forms:
        for must_fix, description in find_length_problems(ids[0], form, message.context):
            yield f"{quote_text(form)} is too long for a {description}", must_fix
        yield from ((description, True) for description in _find_changed_line_starts(ids[-1], form))
        if isinstance(message.id, str):
            yield from ((description, True) for description in _find_wrong_names(message.id, form, catalogue))
            yield from ((description, False) for description in _find_changed_layout(message.id, form))
            yield from (
                (description, False)
                for description in _find_missing_button_names(message.id, form, catalogue)
            )


def _find_wrong_names(msgid: str, text: str, catalogue: Catalog) -> Iterator[str]:
    """Yield a problem for each command or button that a translation misnames."""
    for command in COMMAND_PATTERN.finditer(msgid):
        names = " ".join(_translate_name(catalogue, name, NAME_CONTEXT) for name in command.groups() if name)
        if f"`/{names}`" not in text:
            yield f"{quote_text(text)} must name the command `/{names}`"
    for italic, bold in BUTTON_NAME_PATTERN.findall(msgid):
        quoted = italic or bold
        name = _translate_name(catalogue, quoted, None)
        if catalogue.get(quoted) is not None and f"*{name}*" not in text:
            yield f"{quote_text(text)} must name the button *{name}*"


def _find_missing_button_names(msgid: str, text: str, catalogue: Catalog) -> Iterator[str]:
    """Yield a problem for each button named in neither bold nor italics whose name a translation omits."""
    for press in PLAIN_PRESS_PATTERN.finditer(msgid):
        rest = msgid[press.end() :]
        buttons = [
            label
            for label, spaces in read_spaces().items()
            if BUTTON in spaces and re.match(rf"{re.escape(label)}(?!\w)", rest)
        ]
        name = _translate_name(catalogue, max(buttons, key=len), None) if buttons else ""
        if name not in text:
            yield f"{quote_text(text)} doesn't name the button {quote_text(name)}"


def _translate_name(catalogue: Catalog, name: str, context: str | None) -> str:
    """Return the translated name of a command or button, or the name itself if it isn't translated."""
    there = catalogue.get(name, context)
    return str(there.string) if is_translated(there) and there is not None else name


def _find_changed_line_starts(msgid: str, text: str) -> Iterator[str]:
    """Yield a problem for each line whose initial Markdown differs in the translation."""
    for number, (line, wanted) in enumerate(zip(text.split("\n"), msgid.split("\n"), strict=False), 1):
        has, needs = (LINE_START_PATTERN.match(one) for one in (line, wanted))
        if has is not None and needs is not None and has.group() != needs.group():
            where = f" its line {number}" if "\n" in msgid else ""
            start = (
                f"begin with {quote_text(needs.group())}"
                if needs.group()
                else f"not begin with {quote_text(has.group())}"
            )
            yield f"{quote_text(text)}:{where or ' it'} must {start}"


def _find_changed_layout(msgid: str, text: str) -> Iterator[str]:
    """Yield the differences of a translation from the English text in bold marks and number of lines."""
    if (BOLD_MARK in msgid) != (BOLD_MARK in text) or text.count(BOLD_MARK) % 2:
        yield f"{quote_text(text)} should have the same words bold, between ** and **"
    if msgid.count("\n") != text.count("\n"):
        yield f"{quote_text(text)} has {text.count(chr(10)) + 1} lines, not {msgid.count(chr(10)) + 1}"
