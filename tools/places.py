"""The kinds of places where sentences are shown, such as buttons and lists, and their maximum lengths."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.catalog import Message

from bot.platform import limits
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT

ROOT: Final = Path(__file__).resolve().parents[1]
PLACES_FILE: Final = Path(__file__).with_name("places.json")
"""File with the places of each sentence, written by ``python -m tests.proof.seen``."""
SEEN: Final = ROOT / "build" / "seen"
"""Folder of example messages and pictures, also written by ``tests.proof.seen`` but not committed."""
EXAMPLES: Final = "examples.json"

MESSAGE, BUTTON, OPTION, PLACEHOLDER = "message", "button", "list", "heading of a list"
TITLE, FIELD, HINT = "title of a form", "field of a form", "hint in a form"
CHOICE = "suggestion while typing"
PICTURE, DESCRIPTION, COMMAND = "picture", "description of a picture", "slash command"
LIMITS: Final = {
    BUTTON: limits.MAX_BUTTON_LABEL_LENGTH,
    OPTION: limits.MAX_OPTION_TEXT_LENGTH,
    PLACEHOLDER: limits.MAX_PLACEHOLDER_LENGTH,
    TITLE: 45,
    FIELD: 45,
    HINT: 100,
    CHOICE: limits.MAX_CHOICE_NAME_LENGTH,
    COMMAND: limits.MAX_DESCRIPTION_LENGTH,
}
"""Maximum number of characters of a text, by kind of place."""
MAX_SHORT_BUTTON: Final = 34
"""Maximum number of characters of a button label that fits on a phone."""
COMMAND_NAME: Final = re.compile(r"[\w-]{1,32}")
_FIELD: Final = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True, slots=True)
class Space:
    """The space that a sentence needs in one kind of place, beyond its own characters."""

    extra: int = 0
    """Maximum number of characters observed around the sentence and in its placeholders."""


Spaces = dict[str, Space]


@dataclass(frozen=True, slots=True)
class Example:
    """A message that contains a sentence."""

    place: str
    """Kind of place, such as :data:`BUTTON`."""
    message: str
    """The text of the message."""
    written: str
    """The sentence in the message, with its placeholders filled in."""
    picture: str = ""
    """File name of the picture that contains the sentence, if any."""
    at: int = 0
    """Index of the sentence in ``message``."""


def count_bare(text: str) -> int:
    """Return the number of characters of a sentence without its placeholders."""
    return len(_FIELD.sub("", text))


@cache
def read_spaces(path: Path = PLACES_FILE) -> dict[str, Spaces]:
    """Return each sentence's places and the space it needs there. Empty if the file doesn't exist."""
    if not path.is_file():
        return {}
    there = json.loads(path.read_text("utf-8"))
    return {msgid: {place: Space(extra) for place, extra in one.items()} for msgid, one in there.items()}


def write_spaces(spaces: Mapping[str, Spaces], path: Path = PLACES_FILE) -> None:
    """Store the places of each sentence and the space it needs there, one sentence per line."""
    lines = [
        f"{json.dumps(msgid, ensure_ascii=False)}: "
        + json.dumps({place: room.extra for place, room in sorted(one.items())}, ensure_ascii=False)
        for msgid, one in sorted(spaces.items())
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_examples() -> dict[str, list[Example]]:
    """Return each sentence's example messages. Empty if no examples were recorded on this machine."""
    path = SEEN / EXAMPLES
    if not path.is_file():
        return {}
    there = json.loads(path.read_text("utf-8"))
    return {msgid: [Example(**one) for one in found] for msgid, found in there.items()}


def write_examples(examples: Mapping[str, list[Example]]) -> None:
    """Store the example messages of each sentence."""
    there = {msgid: [asdict(one) for one in found] for msgid, found in examples.items()}
    (SEEN / EXAMPLES).write_text(json.dumps(there, ensure_ascii=False), encoding="utf-8")


def describe_message(message: Message) -> str:
    """Describe a sentence's places and maximum length. Empty if the sentence was never seen."""
    if message.context == NAME_CONTEXT:
        return "name of a slash command: small letters without spaces, at most 32"
    if message.context == TEXT_CONTEXT:
        return f"slash command: at most {limits.MAX_DESCRIPTION_LENGTH} characters"
    msgid = message.id if isinstance(message.id, str) else message.id[0]
    found = sorted(read_spaces().get(msgid, {}))
    most = min((LIMITS[place] for place in found if place in LIMITS), default=None)
    better = f", better {MAX_SHORT_BUTTON}" if BUTTON in found else ""
    return ", ".join(found) + ("" if most is None else f": at most {most} characters{better}")


def find_length_problems(msgid: str, text: str, context: str | None = None) -> Iterator[tuple[bool, str]]:
    """Yield the problems with a translation's length: whether each must be fixed, and a description.

    For a command name, also check that Discord accepts its characters.
    """
    if context == NAME_CONTEXT:
        if not COMMAND_NAME.fullmatch(text) or text != text.lower():
            yield True, "a command's name has small letters, no spaces, and at most 32 characters"
        return
    places = {COMMAND: Space()} if context == TEXT_CONTEXT else read_spaces().get(msgid, {})
    for place, room in places.items():
        most, bare = LIMITS.get(place), count_bare(text)
        if most is None:
            continue
        if bare > most:
            yield True, f"{place}: {bare} characters, at most {most}"
        elif bare + room.extra > most:
            yield (
                False,
                f"{place}: up to {bare + room.extra} characters with what is filled in, at most {most}",
            )
        elif place == BUTTON and bare + room.extra > max(MAX_SHORT_BUTTON, count_bare(msgid) + room.extra):
            yield False, f"{place}: up to {bare + room.extra} characters, better {MAX_SHORT_BUTTON}"
