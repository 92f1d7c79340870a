"""Finds the kinds of places where each sentence appears, such as messages, buttons and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from tests.proof.seen.recording import Recorder, SentRequest
from tests.support.standin.world import list_components
from tools.places import (
    BUTTON,
    CHOICE,
    COMMAND,
    DESCRIPTION,
    FIELD,
    HINT,
    MAX_LENGTH_BY_PLACE,
    MESSAGE,
    OPTION,
    PICTURE,
    PLACEHOLDER,
    TITLE,
    Example,
    Space,
    SpaceByPlace,
    count_fixed_characters,
)

WORD_PATTERN: Final = re.compile(r"[^\W\d_]+")
READABLE_TEXTS_BY_PATTERN: Final = (
    (re.compile(r"<@[!&]?\d+>"), "@player"),
    (re.compile(r"<#\d+>"), "#channel"),
    (re.compile(r"<(/[^:>]+):\d+>"), r"\1"),
    (re.compile(r"<a?(:\w+:)\d+>"), r"\1"),
    (re.compile(r"<t:\d+(?::\w)?>"), "(time)"),
)
"""Patterns of mentions, commands, emoji and times, and their replacements in examples."""
LINE_PATTERNS_BY_PLACE: Final = {
    BUTTON: r"\[{}\]",
    CHOICE: r"^> {}$",
    COMMAND: r"^/\S+: {}$",
    DESCRIPTION: r"^(?:\[picture: )?{}\]?$",
    OPTION: r"^  - (?:.* · )?{}(?: · .*)?$",
    TITLE: r"^== {} ==$",
}
"""Patterns of lines of :func:`write_message`, by kind of place. Others match whole lines."""
MAX_EXAMPLES_PER_SENTENCE: Final = 2
"""Maximum number of examples that are kept of a sentence, each from a different kind of place."""
MAX_EXAMPLE_LENGTH: Final = 1500
"""Maximum number of characters of an example."""
FORM_FIELD_TYPES: Final = (4, 18)
"""Discord's types of the components of a form: text inputs and labels."""


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text that people see, and the kind of place that shows it."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class SentenceHit:
    """The position of a filled-in sentence in a text, and its possible msgids."""

    start: int
    filled_text: str
    msgids: set[str]

    @property
    def end(self) -> int:
        return self.start + len(self.filled_text)

    def contains_in_own_words(self, other: SentenceHit) -> bool:
        """Return whether another hit lies within this sentence, but not within a filled-in value."""
        if not (
            self.start <= other.start
            and other.end <= self.end
            and len(other.filled_text) < len(self.filled_text)
        ):
            return False
        at, end = other.start - self.start, other.end - self.start
        fields = (span for msgid in self.msgids for span in list_field_spans(msgid, self.filled_text))
        return not any(start <= at and end <= stop for start, stop in fields)


@cache
def list_field_spans(msgid: str, filled: str) -> tuple[tuple[int, int], ...]:
    """Return the start and end of each placeholder's value in a filled-in sentence."""
    parts = re.split(r"\{[^}]*\}", msgid)
    found = re.fullmatch("(.*?)".join(re.escape(part) for part in parts), filled, re.DOTALL)
    return () if found is None else tuple(found.span(n) for n in range(1, len(parts)))


@dataclass(slots=True)
class SentenceIndex:
    """The places and space of each sentence, and a few examples."""

    spaces: dict[str, SpaceByPlace] = field(default_factory=dict)
    examples: dict[str, list[Example]] = field(default_factory=dict)
    pictures: dict[str, bytes] = field(default_factory=dict)

    def add_example(self, msgid: str, piece: ShownText, example: Example) -> None:
        """Record a place that shows a sentence, and store the example unless there are enough."""
        spaces = self.spaces.setdefault(msgid, {})
        most = MAX_LENGTH_BY_PLACE.get(piece.place)
        # Measure a sentence only if it is the whole text. As part of a longer text it can have any length.
        is_whole = most is not None and example.written == replace_markup(piece.text)
        extra = max(0, min(len(piece.text), most or 0) - count_fixed_characters(msgid)) if is_whole else 0
        spaces[piece.place] = Space(max(extra, spaces.get(piece.place, Space()).extra_characters))
        kept = self.examples.setdefault(msgid, [])
        if len(kept) < MAX_EXAMPLES_PER_SENTENCE and all(one.place != example.place for one in kept):
            kept.append(example)


def make_index(recorder: Recorder, known_ids: Mapping[str, str]) -> SentenceIndex:
    """Return an index of all recorded sentences.

    :param known_ids: the msgid of each sentence and plural form in the template.
    """
    index, known = SentenceIndex(), _group_by_word(recorder)
    done: set[ShownText] = set()
    for request in recorder.requests:
        pieces = [piece for piece in list_shown_texts(request) if piece not in done]
        done.update(pieces)
        if not pieces:
            continue
        whole = replace_markup(write_message(request.body))
        for piece in pieces:
            picture = ""
            if piece.place == PICTURE:
                made = next(made for made, drawn in request.pictures if piece.text in drawn)
                picture = f"{len(index.pictures):04}.{'gif' if made[:3] == b'GIF' else 'png'}"
                picture = next((name for name, there in index.pictures.items() if there == made), picture)
            found_here = _find_sentences(piece, known, request.recent_texts)
            for hit in found_here:
                for msgid in {known_ids[one] for one in hit.msgids if one in known_ids}:
                    shown = make_example(piece, hit, whole, picture)
                    index.add_example(msgid, piece, shown)
                    if picture and shown in index.examples[msgid]:
                        index.pictures[picture] = made
    return index


def make_example(piece: ShownText, hit: SentenceHit, whole: str, picture: str) -> Example:
    """Return an example of a hit within its message, or within its text if the message doesn't show it."""
    plain, written = replace_markup(piece.text), replace_markup(hit.filled_text)
    at = len(replace_markup(piece.text[: hit.start]))
    pattern = LINE_PATTERNS_BY_PLACE.get(piece.place, r"^{}$").format(f"({re.escape(plain)})")
    found = None if piece.place == PICTURE else re.search(pattern, whole[:MAX_EXAMPLE_LENGTH], re.MULTILINE)
    if found is None:
        return Example(piece.place, plain, written, picture, at)
    return Example(piece.place, whole[:MAX_EXAMPLE_LENGTH], written, picture, found.start(1) + at)


def _group_by_word(recorder: Recorder) -> dict[str, list[tuple[str, set[str]]]]:
    """Return the filled-in texts and their msgids, grouped by each text's longest word."""
    groups: dict[str, list[tuple[str, set[str]]]] = {}
    for filled, msgids in recorder.sentences_by_filled_text.items():
        words = WORD_PATTERN.findall(filled)
        if words:
            groups.setdefault(max(words, key=len), []).append((filled, msgids))
    return groups


def _find_sentences(
    piece: ShownText, known: dict[str, list[tuple[str, set[str]]]], recent: frozenset[str]
) -> Iterator[SentenceHit]:
    """Yield the sentences in a text, in order, except those inside another sentence or a word.

    A single word counts only if it is the whole text or was just filled in, because other sentences contain
    it too.
    """
    if piece.place == COMMAND:
        # Commands are sent to Discord with English descriptions and separate translations.
        yield SentenceHit(0, piece.text, {piece.text})
        return
    found = []
    for word in set(WORD_PATTERN.findall(piece.text)):
        for filled, msgids in known.get(word, ()):
            sure = " " in filled or filled in recent or filled == piece.text
            if sure and filled in piece.text:
                pattern = rf"(?<!\w){re.escape(filled)}(?!\w)"
                found += [SentenceHit(at.start(), filled, msgids) for at in re.finditer(pattern, piece.text)]
    done: set[str] = set()
    for hit in sorted(found, key=lambda one: (one.start, one.filled_text)):
        if hit.filled_text not in done and not any(other.contains_in_own_words(hit) for other in found):
            done.add(hit.filled_text)
            yield hit


def list_shown_texts(request: SentRequest) -> Iterator[ShownText]:
    """Yield each text of a request, and of its pictures."""
    for _, drawn in request.pictures:
        yield from (ShownText(PICTURE, text) for text in sorted(drawn))
    if isinstance(request.body, list):
        for command in request.body:
            yield from _list_command_texts(command)
        return
    body = _read_message(request.body)
    is_form = "custom_id" in body and "title" in body
    if is_form:
        yield ShownText(TITLE, body["title"])
    if body.get("content"):
        yield ShownText(MESSAGE, body["content"])
    for file in body.get("attachments") or ():
        if file.get("description"):
            yield ShownText(DESCRIPTION, file["description"])
    for choice in body.get("choices") or ():
        yield ShownText(CHOICE, choice["name"])
    for part in list_components(body.get("components") or []):
        yield from _list_component_texts(part)


def _list_component_texts(component: dict[str, Any]) -> Iterator[ShownText]:
    label = {2: BUTTON, **dict.fromkeys(FORM_FIELD_TYPES, FIELD)}.get(component["type"], FIELD)
    hint = HINT if component["type"] in FORM_FIELD_TYPES else PLACEHOLDER
    for key, place in (("label", label), ("placeholder", hint), ("content", MESSAGE)):
        if component.get(key):
            yield ShownText(place, component[key])
    if component.get("description"):
        yield ShownText(
            HINT if component["type"] in FORM_FIELD_TYPES else DESCRIPTION, component["description"]
        )
    for item in component.get("items") or ():
        if item.get("description"):
            yield ShownText(DESCRIPTION, item["description"])
    for option in component.get("options") or ():
        yield from (ShownText(OPTION, option[key]) for key in ("label", "description") if option.get(key))


def _list_command_texts(command: Any) -> Iterator[ShownText]:
    """Yield each description and choice of a command."""
    if isinstance(command, dict):
        if command.get("description"):
            yield ShownText(COMMAND, command["description"])
        for choice in command.get("choices") or ():
            yield ShownText(CHOICE, choice["name"])
        for option in command.get("options") or ():
            yield from _list_command_texts(option)


def _read_message(body: Any) -> dict[str, Any]:
    inner = body.get("data", body) if isinstance(body, dict) else {}
    return inner if isinstance(inner, dict) else {}


def replace_markup(text: str) -> str:
    """Return a text with mentions, commands, emoji and times as people read them, without IDs."""
    for pattern, plain in READABLE_TEXTS_BY_PATTERN:
        text = pattern.sub(plain, text)
    return text


def write_message(body: Any) -> str:
    """Return a message, a form, choices or commands as plain text, with buttons in brackets."""
    if isinstance(body, list):
        described = [command for command in body if command.get("description")]
        return "\n".join(f"/{command['name']}: {command['description']}" for command in described)
    message, lines = _read_message(body), []
    if "custom_id" in message and "title" in message:
        lines.append(f"== {message['title']} ==")
    lines += [message["content"]] if message.get("content") else []
    lines += [
        f"[picture: {one['description']}]"
        for one in message.get("attachments") or ()
        if one.get("description")
    ]
    lines += [f"> {choice['name']}" for choice in message.get("choices") or ()]
    lines += _write_components(message.get("components") or [])
    return "\n".join(line for line in lines if line)


def _write_components(components: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield one line for each action row, and for each other component, including nested ones."""
    for part in components:
        if part["type"] == 1:
            yield "  ".join(_write_component(one) for one in part["components"])
        else:
            yield _write_component(part)
            yield from _write_components(part.get("components") or [])
            yield from _write_components([part[key] for key in ("accessory", "component") if key in part])


def _write_component(component: dict[str, Any]) -> str:
    if component["type"] == 2:
        return f"[{component.get('label', '')}]"
    options = [
        f"\n  - {' · '.join(filter(None, (one['label'], one.get('description'))))}"
        for one in component.get("options") or ()
    ]
    texts = [component.get(key) for key in ("label", "content", "placeholder", "description")]
    return "\n".join(filter(None, texts)) + "".join(options)
