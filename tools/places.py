"""The kinds of places where each sentence is shown, such as buttons and lists, and their maximum lengths."""

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
from bot.platform.translator import NAME, TEXT

ROOT: Final = Path(__file__).resolve().parents[1]
ROOMS_FILE: Final = Path(__file__).with_name("places.json")
"""File that lists where each sentence is shown, written by ``python -m tests.proof.seen``."""
SEEN: Final = ROOT / "build" / "seen"
"""Folder of example messages and pictures, also written by ``tests.proof.seen``, but not committed."""
EXAMPLES: Final = "examples.json"

MESSAGE, BUTTON, OPTION, PLACEHOLDER = "message", "button", "list", "heading of a list"
TITLE, FIELD, HINT = "title of a form", "field of a form", "hint in a form"
CHOICE = "suggestion while typing"
PICTURE, DESCRIPTION, COMMAND = "picture", "description of a picture", "slash command"
LIMITS: Final = {
    BUTTON: limits.LABEL,
    OPTION: limits.OPTION_TEXT,
    PLACEHOLDER: limits.PLACEHOLDER,
    TITLE: 45,
    FIELD: 45,
    HINT: 100,
    CHOICE: limits.CHOICE_NAME,
    COMMAND: limits.DESCRIPTION,
}
"""Maximum number of characters of a text, by the kind of place that shows it."""
MAX_SHORT_BUTTON: Final = 34
"""Maximum number of characters of a label that fits on a phone's button."""
COMMAND_NAME: Final = re.compile(r"[\w-]{1,32}")
_FIELD: Final = re.compile(r"\{[^}]*\}")


@dataclass(frozen=True, slots=True)
class Room:
    """The space that a sentence needs in a kind of place, in addition to its own characters."""

    extra: int = 0
    """Largest number of characters that were seen around the sentence and in its placeholders."""


Rooms = dict[str, Room]


@dataclass(frozen=True, slots=True)
class Example:
    """A message in which a sentence was seen."""

    place: str
    """Kind of place, such as :data:`BUTTON`."""
    message: str
    """The text of the message."""
    written: str
    """The sentence as the message shows it, with its placeholders filled in."""
    picture: str = ""
    """File name of the picture that contains the sentence, if any."""
    at: int = 0
    """Index of the sentence in ``message``."""


def count_bare(text: str) -> int:
    """Return the number of characters of a sentence, not counting its placeholders."""
    return len(_FIELD.sub("", text))


@cache
def read_rooms(path: Path = ROOMS_FILE) -> dict[str, Rooms]:
    """Return where each sentence is shown, and the space it needs there; empty if the file doesn't exist."""
    if not path.is_file():
        return {}
    there = json.loads(path.read_text("utf-8"))
    return {msgid: {place: Room(extra) for place, extra in one.items()} for msgid, one in there.items()}


def write_rooms(rooms: Mapping[str, Rooms], path: Path = ROOMS_FILE) -> None:
    """Store where each sentence is shown and the space it needs there, one sentence per line."""
    lines = [
        f"{json.dumps(msgid, ensure_ascii=False)}: "
        + json.dumps({place: room.extra for place, room in sorted(one.items())}, ensure_ascii=False)
        for msgid, one in sorted(rooms.items())
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_examples() -> dict[str, list[Example]]:
    """Return the messages in which each sentence was seen; empty if none were recorded on this machine."""
    path = SEEN / EXAMPLES
    if not path.is_file():
        return {}
    there = json.loads(path.read_text("utf-8"))
    return {msgid: [Example(**one) for one in found] for msgid, found in there.items()}


def write_examples(examples: Mapping[str, list[Example]]) -> None:
    """Store the messages in which each sentence was seen."""
    there = {msgid: [asdict(one) for one in found] for msgid, found in examples.items()}
    (SEEN / EXAMPLES).write_text(json.dumps(there, ensure_ascii=False), encoding="utf-8")


def describe_message(message: Message) -> str:
    """Describe where a sentence is shown and how long it may be; empty if it was never seen."""
    if message.context == NAME:
        return "name of a slash command: small letters without spaces, at most 32"
    if message.context == TEXT:
        return f"slash command: at most {limits.DESCRIPTION} characters"
    msgid = message.id if isinstance(message.id, str) else message.id[0]
    found = sorted(read_rooms().get(msgid, {}))
    most = min((LIMITS[place] for place in found if place in LIMITS), default=None)
    better = f", better {MAX_SHORT_BUTTON}" if BUTTON in found else ""
    return ", ".join(found) + ("" if most is None else f": at most {most} characters{better}")


def find_length_problems(msgid: str, text: str, context: str | None = None) -> Iterator[tuple[bool, str]]:
    """Yield each problem with a translation's length: whether it must be fixed, and a description.

    For the name of a command, also check that Discord accepts its characters.
    """
    if context == NAME:
        if not COMMAND_NAME.fullmatch(text) or text != text.lower():
            yield True, "a command's name has small letters, no spaces, and at most 32 characters"
        return
    places = {COMMAND: Room()} if context == TEXT else read_rooms().get(msgid, {})
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
