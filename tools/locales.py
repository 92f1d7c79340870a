"""Update the translation catalogues: ``python -m tools.locales``.

The command extracts all marked texts of ``games`` and ``bot`` into ``assets/locales/reefs.pot``, merges them
into each ``.po``, and compiles each ``.mo``. Translators use ``python -m tools.translate``.

A sentence without a translation is shown in English. ``--check`` lists such sentences, but fails only on
errors. ``--release`` fails on both.
"""

from __future__ import annotations

import argparse
import io
import string
import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from gettext import c2py
from itertools import groupby
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from tools.marked import KEYWORDS
from tools.places import MESSAGE, describe_message

ROOT: Final = Path(__file__).resolve().parents[1]
CATALOGUE_FOLDER: Final = ROOT / "assets" / "locales"
EXTRACTION_CONFIG: Final = CATALOGUE_FOLDER / "babel.cfg"
TEMPLATE: Final = CATALOGUE_FOLDER / "reefs.pot"
_COUNT_NAME: Final = "n"
_MAX_LISTED: Final = 10
_LINE_WIDTH: Final = 100
_PLURAL_LIMIT: Final = 200
"""Plural rules are evaluated for the whole numbers below this."""
_MAX_EXAMPLES: Final = 4
OWN_NAME_CONTEXT: Final = "this language's own name"
_PLURAL_RULE_BY_LANGUAGE: Final = {"fr": "(n > 1)", "pt": "(n > 1)", "es": "(n != 1)", "it": "(n != 1)"}
"""Plural rules of languages that have only a singular and a plural."""


def extract_texts(root: Path = ROOT) -> Catalog:
    """Extract all marked texts of the sources."""
    with EXTRACTION_CONFIG.open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    catalog = Catalog(project="reefs")
    for path, _, message, _, context in extract_from_dir(root, methods, options, KEYWORDS):
        if path.startswith(("games/", "bot/")):
            catalog.add(message, locations=[(path, 1)], context=context)
    for one in catalog:
        # Don't note that a sentence is shown in a message. Most are, so the note wouldn't help translators.
        if one.id and (where := describe_message(one)) not in ("", MESSAGE):
            one.auto_comments = [where]
    return catalog


def format_template(catalogue: Catalog) -> bytes:
    """Serialize a template without dates or line numbers, so that it changes only with its texts."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, omit_header=True, include_lineno=False, sort_by_file=True, width=_LINE_WIDTH)
    return buffer.getvalue()


def parse_locale(name: str) -> Locale:
    """Return the locale for a catalogue's name (a Discord locale such as ``pt-BR``)."""
    return Locale.parse(name, sep="-")


def read_catalogue(path: Path, locale: str | None = None) -> Catalog:
    """Read a ``.po`` file or the template. The language is by default the file's name."""
    with path.open("rb") as file:
        return read_po(file, locale=None if path == TEMPLATE else parse_locale(locale or path.stem))


def format_po(catalogue: Catalog) -> bytes:
    """Serialize a ``.po``."""
    buffer = io.BytesIO()
    write_po(
        buffer, catalogue, include_lineno=False, sort_by_file=True, ignore_obsolete=True, width=_LINE_WIDTH
    )
    return buffer.getvalue()


def compile_mo(catalogue: Catalog) -> bytes:
    """Compile a catalogue, without fuzzy translations."""
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def list_catalogues() -> list[Path]:
    """Return the ``.po`` files."""
    return sorted(CATALOGUE_FOLDER.glob("*.po"))


def list_placeholders(text: str) -> set[str]:
    """Return the names of the ``{placeholders}`` in a text.

    :raises ValueError: its braces are unbalanced.
    """
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def list_forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the forms of a message, singular and plural or a single text, as a tuple."""
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def _index_texts(catalogue: Catalog) -> dict[tuple[str | None, tuple[str, ...]], tuple[str, ...]]:
    """Return the translated forms of each message, by the message's context and English forms."""
    # Leave out the headers, because they contain Babel's version.
    return {(m.context, list_forms(m.id)): list_forms(m.string) for m in catalogue if m.id}


def is_translated(message: Message | None) -> bool:
    """Return whether people see a message's translation, because all forms exist and it isn't fuzzy."""
    return message is not None and all(list_forms(message.string)) and not message.fuzzy


def list_numbers_of_form(rule: str, form: int) -> list[int]:
    """Return the numbers below :data:`_PLURAL_LIMIT` for which a plural rule selects a form."""
    choose = c2py(rule)
    return [number for number in range(_PLURAL_LIMIT) if choose(number) == form]


def describe_plurals(catalogue: Catalog) -> list[str]:
    """Return, for each plural form of a language, the numbers that use it."""
    every = [list_numbers_of_form(catalogue.plural_expr, form) for form in range(catalogue.num_plurals)]
    return [f"msgstr[{form}]: {format_numbers(numbers) or 'no number'}" for form, numbers in enumerate(every)]


def format_numbers(numbers: list[int]) -> str:
    """Format a list of numbers as ``0, 1``, or as ``2, 3, 4, 5 …`` if it is long."""
    return ", ".join(map(str, numbers[:_MAX_EXAMPLES])) + (" …" if len(numbers) > _MAX_EXAMPLES else "")


def find_message_errors(message: Message, rule: str) -> Iterator[str]:
    """Yield the errors in one translated message, given the plural ``rule`` of its language."""
    forms, ids = list_forms(message.string), list_forms(message.id)
    optional = {_COUNT_NAME} if not isinstance(message.id, str) else set()
    required_names = set().union(*(list_placeholders(text) for text in ids)) - optional
    for index, form in enumerate(forms):
        try:
            fields = list_placeholders(form)
        except ValueError as error:
            yield f"{quote_text(form)}: {error}"
            continue
        has = fields - optional
        if has != required_names:
            needs = _format_placeholders(required_names)
            yield f"{quote_text(form)} has {_format_placeholders(has)}, but needs {needs}"
        if optional and _COUNT_NAME not in fields and _COUNT_NAME in list_placeholders(ids[-1]):
            # A form for a single number may use a word instead of the number, such as "a shark".
            numbers = list_numbers_of_form(rule, index)
            if len(numbers) > 1:
                shown = format_numbers(numbers)
                yield f"{quote_text(form)} needs {{{_COUNT_NAME}}}, because it is for {shown}"


def quote_text(text: str) -> str:
    """Return a text in quotation marks, on one line."""
    return f"'{text.replace(chr(10), '⏎')}'"


def _format_placeholders(names: set[str]) -> str:
    """Return placeholders as written in a text, such as ``{name}``, or a note that there are none."""
    return " ".join(f"{{{name}}}" for name in sorted(names)) or "no fields"


def find_errors(catalogue: Catalog | None = None) -> list[str]:
    """Return the errors: an outdated template or compiled file, or wrong placeholders in translations.

    :param catalogue: the result of :func:`extract_texts`, to avoid reading the sources again.
    """
    catalogue = catalogue or extract_texts()
    errors = []
    if (
        not TEMPLATE.is_file()
        or _index_texts(read_catalogue(TEMPLATE)).keys() != _index_texts(catalogue).keys()
    ):
        errors.append(f"{TEMPLATE.name} is out of date")
    for path in list_catalogues():
        translated = read_catalogue(path)
        for message in catalogue:
            there = translated.get(message.id, message.context) if message.id else None
            if there is not None and is_translated(there):
                name = list_forms(message.id)[0]
                errors += [
                    f"{path.name}: {name!r}: {fault}"
                    for fault in find_message_errors(there, translated.plural_expr)
                ]
        compiled = path.with_suffix(".mo")
        if not compiled.is_file() or not _is_up_to_date(compiled, translated):
            errors.append(f"{compiled.name} is out of date: run python -m tools.locales")
    return errors


def list_untranslated_sentences(catalogue: Catalog | None = None) -> list[str]:
    """Return a line for each sentence that is shown in English because it isn't translated.

    :param catalogue: the result of :func:`extract_texts`, to avoid reading the sources again.
    """
    catalogue, sentences = catalogue or extract_texts(), []
    for path in list_catalogues():
        translated = read_catalogue(path)
        sentences += [
            f"{path.name}: {list_forms(message.id)[0]!r} is not translated"
            for message in catalogue
            if message.id and not is_translated(translated.get(message.id, message.context))
        ]
    return sentences


def shorten_list(missing: list[str]) -> list[str]:
    """Return the first few missing translations of each catalogue, and the number of the others."""
    shown = []
    for name, lines in groupby(missing, lambda line: line.partition(":")[0]):
        every = list(lines)
        shown += every[:_MAX_LISTED]
        if len(every) > _MAX_LISTED:
            shown.append(f"{name}: {len(every) - _MAX_LISTED} more are not translated")
    return shown


def _is_up_to_date(compiled: Path, translated: Catalog) -> bool:
    with compiled.open("rb") as file:
        stored_texts = _index_texts(read_mo(file))
    fresh = _index_texts(read_mo(io.BytesIO(compile_mo(translated))))
    return stored_texts == fresh


def _keep_changed_translations(catalogue: Catalog, template: Catalog) -> None:
    """Give each new sentence the translation of the most similar removed sentence, marked fuzzy.

    Babel would choose among all sentences of the catalogue, so the translation of a changed sentence could
    be lost to that of another one.
    """
    removed = [
        message
        for message in catalogue
        if message.id and all(list_forms(message.string)) and not template.get(message.id, message.context)
    ]
    for message in template:
        if not message.id or catalogue.get(message.id, message.context):
            continue
        alike = {
            list_forms(one.id)[0]: one
            for one in removed
            if one.context == message.context and isinstance(one.id, str) == isinstance(message.id, str)
        }
        for name in get_close_matches(list_forms(message.id)[0], alike, 1):
            old = alike[name]
            catalogue.add(message.id, old.string, flags={*old.flags, "fuzzy"}, context=message.context)


def update_catalogues(template: Catalog | None = None) -> None:
    """Update the template, each ``.po`` and each ``.mo``.

    :param template: the result of :func:`extract_texts`, to avoid reading the sources again.
    """
    template = template or extract_texts()
    TEMPLATE.write_bytes(format_template(template))
    for path in list_catalogues():
        catalog = read_catalogue(path)
        _keep_changed_translations(catalog, template)
        catalog.update(template, update_creation_date=False)
        path.write_bytes(format_po(catalog))
        path.with_suffix(".mo").write_bytes(compile_mo(read_catalogue(path)))


def add_language(name: str) -> None:
    """Add a language with an empty catalogue.

    :raises ValueError: the name isn't a valid locale name, or the language is English or already has a
        catalogue.
    :raises UnknownLocaleError: Babel doesn't know the locale.
    """
    path = CATALOGUE_FOLDER / f"{name}.po"
    if path.exists():
        raise ValueError(f"{path.name} already exists")
    locale = parse_locale(name)
    if locale.language == "en":
        raise ValueError(f"{name} needs no catalogue, because the code is in English")
    header = f"# {locale.english_name} texts of the reef games."
    catalog = Catalog(locale, header_comment=header, project="reefs", version="1", fuzzy=False)
    if locale.language in _PLURAL_RULE_BY_LANGUAGE:
        # Remove Babel's form for whole millions, because no sentence needs it.
        catalog.mime_headers = [
            ("Plural-Forms", f"nplurals=2; plural={_PLURAL_RULE_BY_LANGUAGE[locale.language]};")
        ]
    # People choose a language by its own name, so each catalogue translates “English” as its own language.
    catalog.add("English", (locale.get_language_name() or name).capitalize(), context=OWN_NAME_CONTEXT)
    # Turn off fuzzy matching, which would reuse a language's own name for the names of other languages.
    catalog.update(extract_texts(), no_fuzzy_matching=True, update_creation_date=False)
    path.write_bytes(format_po(catalog))


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.locales", description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing, exit 1 on a fault")
    parser.add_argument("--release", action="store_true", help="also exit 1 on missing translations")
    chosen = parser.parse_args(arguments)
    checking = chosen.check or chosen.release
    catalog = extract_texts()
    if not checking:
        update_catalogues(catalog)
    errors, missing = find_errors(catalog), list_untranslated_sentences(catalog)
    for line in [*errors, *shorten_list(missing)]:
        print(line)
    return 1 if checking and (errors or (chosen.release and missing)) else 0


if __name__ == "__main__":
    sys.exit(main())
