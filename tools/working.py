"""The translator's working file with the next sentences, and a page that shows where they appear."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT
from tools import checking, locales, places

BUILD_FOLDER: Final = locales.ROOT / "build"
_FOLDER_ORDER: Final = ("games/", "bot/ui/", "bot/cogs/", "bot/features/", "bot/")
"""Source folders whose sentences are translated first, for sentences without an example message."""
_SENTENCE_COUNT_BY_CONTEXT: Final = {NAME_CONTEXT: 150, TEXT_CONTEXT: 250}
"""Number of sentences to translate before the names and the texts of slash commands."""
_LINE_WIDTH: Final = 100
_MAX_SURROUNDING_LENGTH: Final = 400
"""Maximum number of characters of a message that are shown before and after a sentence."""
_MAX_LINE_LENGTH: Final = 80
"""Maximum number of characters of a line that are shown before and after a sentence."""
_STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
article { border-top: 1px solid #999; padding: 1rem 0; } img { max-width: 100%; max-height: 30rem; }
pre { white-space: pre-wrap; background: #8882; padding: .7rem; }
mark { background: #fd5; } small { color: #777; }
"""


def find_working_file(language: str) -> Path:
    """Return the path of a language's working file."""
    return BUILD_FOLDER / f"{language}-next.po"


def list_next_sentences(path: Path, count: int) -> list[Message]:
    """Return the next untranslated sentences, in the order in which a player sees them."""
    catalogue, seen = locales.read_catalogue(path), {id_: n for n, id_ in enumerate(places.read_examples())}

    def rank_message(message: Message) -> tuple[int, int]:
        forms = locales.list_forms(message.id)
        if message.context in _SENTENCE_COUNT_BY_CONTEXT:
            return 0, _SENTENCE_COUNT_BY_CONTEXT[message.context]
        met = [seen[text] for text in forms if text in seen]
        if message.context is None and met:
            return 0, min(met)
        where = message.locations[0][0]
        return 1, next(n for n, start in enumerate(_FOLDER_ORDER) if where.startswith(start))

    missing = [
        message
        for message in locales.extract_texts()
        if message.id and not locales.is_translated(catalogue.get(message.id, message.context))
    ]
    return sorted(missing, key=rank_message)[:count]


def write_files(language: str, messages: list[Message]) -> tuple[Path, Path]:
    """Write the working file and its page. Return their paths."""
    catalogues = {path.stem: locales.read_catalogue(path) for path in locales.list_catalogues()}
    others = {name: one for name, one in catalogues.items() if name != language}
    examples = places.read_examples()
    catalogue = Catalog(
        locales.parse_locale(language), header_comment=f"# The next sentences for {language}.po.", fuzzy=False
    )
    catalogue.mime_headers = [("Plural-Forms", catalogues[language].plural_forms)]
    articles = []
    for number, message in enumerate(messages, 1):
        comments = [f"{number}. {places.describe_message(message)}".rstrip()]
        if not isinstance(message.id, str):
            comments += locales.describe_plurals(catalogues[language])
        comments += [
            f"In: {line}" for one in find_examples(message, examples)[:1] if (line := shorten_line(one))
        ]
        catalogue.add(
            message.id, context=message.context, locations=message.locations, auto_comments=comments
        )
        articles.append(_write_article(number, message, others, examples))
    path, page = find_working_file(language), BUILD_FOLDER / f"{language}-next.html"
    BUILD_FOLDER.mkdir(exist_ok=True)
    buffer = io.BytesIO()
    write_po(buffer, catalogue, include_lineno=False, width=_LINE_WIDTH)
    path.write_bytes(buffer.getvalue())
    head = f'<meta charset="utf-8"><title>{language}</title><style>{_STYLE}</style><h1>{path.name}</h1>'
    page.write_text(f'<!doctype html><html lang="en">{head}{"".join(articles)}</html>\n', encoding="utf-8")
    return path, page


def merge_translations(working_file: Path, catalogue_file: Path) -> int:
    """Move the correct translations of a working file to the catalogue; return their number.

    Move none if one of the files can't be parsed.

    """
    try:
        written = locales.read_catalogue(working_file, catalogue_file.stem)
        catalogue = locales.read_catalogue(catalogue_file)
    except ValueError:
        return 0
    moved = 0
    for message in written:
        target = catalogue.get(message.id, message.context) if message.id else None
        if target is None or not locales.is_translated(message) or target.string == message.string:
            continue
        if not any(must_fix for _, must_fix in checking.find_problems(message, catalogue)):
            target.string = message.string
            target.flags.discard("fuzzy")
            moved += 1
    if moved:
        catalogue_file.write_bytes(locales.format_po(catalogue))
    return moved


def describe_sentence(
    message: Message, catalogues: Mapping[str, Catalog], examples: Mapping[str, list[places.Example]]
) -> Iterator[str]:
    """Yield lines about a sentence: where it is shown, its translations, and example messages."""
    forms = locales.list_forms(message.id)
    yield " | ".join(forms)
    where = places.describe_message(message)
    yield f"  {message.locations[0][0] if message.locations else ''}{f' · {where}' if where else ''}"
    for language, catalogue in catalogues.items():
        translation = catalogue.get(message.id, message.context)
        if translation is not None and locales.is_translated(translation):
            yield f"  {language}: {' | '.join(locales.list_forms(translation.string))}"
    met = find_examples(message, examples)
    if examples and not met:
        yield "  not met in the matches of tests.proof.seen"
    for one in met:
        picture = f", drawn into build/seen/{one.picture}" if one.picture else ""
        yield f"  seen in a {one.place}{picture}:"
        before, sentence, after = split_at_sentence(one)
        yield from (f"    | {line}" for line in f"{before}»{sentence}«{after}".split("\n"))


def find_examples(message: Message, examples: Mapping[str, list[places.Example]]) -> list[places.Example]:
    """Return the recorded messages that contain a catalogue entry."""
    return [one for text in locales.list_forms(message.id) for one in examples.get(text, ())]


def split_at_sentence(example: places.Example) -> tuple[str, str, str]:
    """Return the text before a sentence in its message, the sentence, and the text after it.

    Long surrounding texts are shortened, and both are empty if the sentence isn't at its recorded position in
    the message.
    """
    sentence, end = example.written, example.at + len(example.written)
    before, after = example.message[: example.at], example.message[end:]
    if example.message[example.at : end] != sentence:
        return "", sentence, ""
    start = f"…{before[-_MAX_SURROUNDING_LENGTH:]}" if len(before) > _MAX_SURROUNDING_LENGTH else before
    return (
        start,
        sentence,
        f"{after[:_MAX_SURROUNDING_LENGTH]}…" if len(after) > _MAX_SURROUNDING_LENGTH else after,
    )


def shorten_line(example: places.Example) -> str:
    """Return the line that contains a sentence, shortened, or an empty string if nothing surrounds it."""
    before, sentence, after = split_at_sentence(example)
    start, end = before.rpartition("\n")[2][-_MAX_LINE_LENGTH:], after.partition("\n")[0][:_MAX_LINE_LENGTH]
    return f"{start}»{sentence}«{end}".replace("\n", " ⏎ ") if f"{start}{end}".strip() else ""


def _write_article(
    number: int,
    message: Message,
    others: Mapping[str, Catalog],
    examples: Mapping[str, list[places.Example]],
) -> str:
    """Return the page's HTML for a sentence."""
    source_text = " | ".join(locales.list_forms(message.id))
    lines = [f"<article><h2>{number}. {escape(source_text)}</h2>"]
    lines.append(f"<small>{escape(places.describe_message(message))}</small>")
    for language, catalogue in others.items():
        translation = catalogue.get(message.id, message.context)
        if translation is not None and locales.is_translated(translation):
            forms = escape(" | ".join(locales.list_forms(translation.string)))
            lines.append(f"<div><small>{language}</small> {forms}</div>")
    for one in find_examples(message, examples):
        before, seen, after = (escape(part) for part in split_at_sentence(one))
        lines.append(f"<p>In a {one.place}:</p><pre>{before}<mark>{seen}</mark>{after}</pre>")
        if one.picture:
            lines.append(f'<img loading="lazy" src="seen/{one.picture}" alt="">')
    return "\n".join([*lines, "</article>\n"])
