"""Translate the bot: ``python -m tools.translate``.

add fr            start a French translation
next fr           get the next 100 sentences, with the messages and pictures they appear in
watch fr          check on every save: placeholders, lengths, names of buttons and commands
check fr          check once, and return 1 if something must be fixed
show fr WORDS     show sentences containing these words, where they appear, and their translations
new fr            list untranslated sentences added since the last release (or --since HEAD~20)
play fr           open the playground in French; xa is a pseudo-language, 40 % longer
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from babel import UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tools import checking, locales, places, pseudo, working

CHECK_INTERVAL_SECONDS: Final = 0.5
_DEFAULT_BATCH_SIZE: Final = 100
_ROOT: Final = locales.ROOT
_TEMPLATE_GIT_PATH: Final = locales.TEMPLATE.relative_to(_ROOT).as_posix()

_EARLIER_HINT: Final = "Name a commit, such as --since HEAD~20, or an earlier reefs.pot: --since FILE"


class TranslatorError(Exception):
    """The command can't run. The message says what the translator can do."""


def find_catalogue(language: str) -> Path:
    """Return the path of a language's ``.po``.

    :raises TranslatorError: there is none.
    """
    path = locales.CATALOGUE_FOLDER / f"{language}.po"
    if not path.is_file():
        names = ", ".join(one.stem for one in locales.list_catalogues())
        raise TranslatorError(f"There is no {path.name} yet ({names} exist). Begin it with: add {language}")
    return path


def add_language(language: str) -> int:
    """Add an empty catalogue for a language, and print the next step. Return the exit status."""
    try:
        locales.add_language(language)
    except (ValueError, UnknownLocaleError) as error:
        raise TranslatorError(f"{error}.") from None
    locales.update_catalogues()
    print(f"Made assets/locales/{language}.po. Take the first sentences with: next {language}")
    return 0


def write_next_sentences(language: str, count: int) -> int:
    """Move finished translations to the catalogue, and fill the working file with the next sentences.

    If something must be fixed first, return 1 and write no sentences.
    """
    path = find_catalogue(language)
    if move_and_check_translations(language):
        print("Nothing was taken: fix these first.")
        return 1
    sentences = working.list_next_sentences(path, count)
    if not sentences:
        print("Everything is translated.")
        return 0
    file, page = working.write_files(language, sentences)
    print(f"{len(sentences)} sentences to translate: {_name_file(file)}")
    print(f"where they are seen: {_name_file(page)}")
    if not places.read_examples():
        print("For whole messages and pictures, first run: python -m tests.proof.seen (2 minutes)")
    print(f"Keep this open while you write: python -m tools.translate watch {language}")
    return 0


def move_and_check_translations(language: str) -> int:
    """Move a working file's correct translations to the catalogue, and check both files.

    Compile the catalogue, unless it is faulty and there is no working file. Return 1 if something must be
    fixed.
    """
    path, working_file = find_catalogue(language), working.find_working_file(language)
    status, written = 0, []
    if working_file.is_file():
        # Repeat the merge, because a sentence can quote a button whose translation comes later in the file.
        while working.merge_translations(working_file, path):
            pass
        written = checking.find_problems_in_file(working_file, language, locales.read_catalogue(path))
        status = _print_problems(working_file, written)
    known = {one.description for one in written}
    problems = [one for one in checking.find_problems_in_file(path, language) if one.description not in known]
    status = max(status, _print_problems(path, problems))
    if status == 0 or working_file.is_file():
        catalogue = locales.read_catalogue(path)
        path.with_suffix(".mo").write_bytes(locales.compile_mo(catalogue))
        every = locales.read_catalogue(locales.TEMPLATE)
        ids = [message for message in every if message.id]
        translated_count = sum(locales.is_translated(catalogue.get(one.id, one.context)) for one in ids)
        print(f"{path.name}: {translated_count} of {len(ids)} sentences are translated")
    return status


def _name_file(path: Path) -> str:
    """Return a file's path, relative to the checkout if the file is in it."""
    return str(path.relative_to(_ROOT) if path.is_relative_to(_ROOT) else path)


def _print_problems(path: Path, problems: list[checking.Problem]) -> int:
    """Print a file's problems. Return 1 if any must be fixed, otherwise 0."""
    for one in problems:
        print(f"{_name_file(path)}:{one.line}: {'' if one.must_fix else '(advice) '}{one.description}")
    return int(any(one.must_fix for one in problems))


def watch_files(language: str, is_over: Callable[[], bool] = lambda: False) -> int:
    """Check a language's files now and after each change, until Ctrl-C is pressed."""
    files = (find_catalogue(language), working.find_working_file(language))
    before = None
    print("Checking at each save; Ctrl-C ends it.", flush=True)
    while not is_over():
        now = [path.stat().st_mtime_ns if path.is_file() else 0 for path in files]
        if now != before:
            print(time.strftime("-- %H:%M:%S"), flush=True)
            move_and_check_translations(language)
            sys.stdout.flush()
            # Checking may have moved translations to the catalogue, so read the times again.
            now = [path.stat().st_mtime_ns if path.is_file() else 0 for path in files]
        before = now
        time.sleep(CHECK_INTERVAL_SECONDS)
    return 0


def print_sentences(language: str, words: str) -> int:
    """Print the sentences that contain these words in English or the language, and where they appear."""
    catalogues = {path.stem: locales.read_catalogue(path) for path in locales.list_catalogues()}
    chosen, count = catalogues[find_catalogue(language).stem], 0
    examples = places.read_examples()
    for message in locales.read_catalogue(locales.TEMPLATE):
        translation = chosen.get(message.id, message.context) if message.id else None
        forms = [
            *locales.list_forms(message.id),
            *locales.list_forms(translation.string if translation else ""),
        ]
        if message.id and any(words.casefold() in text.casefold() for text in forms):
            count += 1
            print(*working.describe_sentence(message, catalogues, examples), sep="\n", end="\n\n")
    print(f"found: {count}")
    return 0


def print_new_sentences(language: str, since: str | None) -> int:
    """Print the untranslated sentences that weren't in an earlier template."""
    catalogue = locales.read_catalogue(find_catalogue(language))
    before = read_earlier_template(since)
    fresh = [
        message
        for message in locales.extract_texts()
        if message.id
        and before.get(message.id, message.context) is None
        and not locales.is_translated(catalogue.get(message.id, message.context))
    ]
    for message in fresh:
        where = places.describe_message(message)
        print(f"{locales.list_forms(message.id)[0]!r}{f'  ({where})' if where else ''}")
    print(f"new and not translated into {language}: {len(fresh)}")
    return 0


def read_earlier_template(since: str | None) -> Catalog:
    """Return an earlier template from a file, commit or tag. The default is the latest release.

    :raises TranslatorError: the file, commit or tag doesn't exist, or this isn't a git checkout.
    """
    if since is not None and Path(since).is_file():
        return read_po(io.BytesIO(Path(since).read_bytes()))
    if since is None and not (
        since := _run_git("tag", "--sort=-creatordate", "--merged").decode().partition("\n")[0]
    ):
        raise TranslatorError(f"This checkout has no tags of releases. {_EARLIER_HINT}")
    return read_po(io.BytesIO(_run_git("show", f"{since}:{_TEMPLATE_GIT_PATH}")))


def _run_git(*arguments: str) -> bytes:
    """Run a git command that reads an earlier release, and return its output.

    :raises TranslatorError: git isn't installed, or doesn't find the release.
    """
    try:
        process = subprocess.run(["git", *arguments], cwd=_ROOT, capture_output=True, check=False)
    except OSError:
        raise TranslatorError(f"git isn't installed. {_EARLIER_HINT}") from None
    if process.returncode:
        why = process.stderr.decode().strip().partition("\n")[0].removeprefix("fatal: ")
        raise TranslatorError(f"git finds no earlier release ({why}). {_EARLIER_HINT}")
    return process.stdout


def run_program(command: list[str], environment: dict[str, str]) -> int:
    """Run a program until it ends, forwarding SIGTERM. Return its exit status."""
    started: list[subprocess.Popen[bytes]] = []

    def pass_signal_on(*_: object) -> None:
        for one in started:
            one.terminate()

    before = signal.signal(signal.SIGTERM, pass_signal_on)
    try:
        started.append(subprocess.Popen(command, cwd=_ROOT, env=environment))
        while True:
            try:
                return started[0].wait()
            except KeyboardInterrupt:
                # Ctrl-C reaches both processes. Keep waiting, because the bot still has to store data.
                continue
    finally:
        signal.signal(signal.SIGTERM, before)


def open_playground(language: str, port: str | None = None) -> int:
    """Open the playground in a language, with its own database in ``build``."""
    catalogue_file = None
    if language in (pseudo.FORWARDS, pseudo.BACKWARDS):
        catalogue_file = pseudo.write_catalogue(
            locales.CATALOGUE_FOLDER, is_backwards=language == pseudo.BACKWARDS
        )
    elif language != "en":
        find_catalogue(language)
    database = _ROOT / "build" / f"{language}.db"
    database.parent.mkdir(exist_ok=True)
    environment = {**os.environ, "LC_ALL": language, "DISCORD_TOKEN": "", "DATABASE_PATH": str(database)}
    command = [sys.executable, "-m", "bot", *(() if port is None else ("--port", port))]
    try:
        return run_program(command, environment)
    finally:
        if catalogue_file is not None:
            catalogue_file.unlink(missing_ok=True)


def make_parser() -> argparse.ArgumentParser:
    """Return the command's argument parser."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.translate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("action", choices=("add", "next", "watch", "check", "show", "new", "play"))
    parser.add_argument("language", help="a locale of Discord's, such as fr or pt-BR")
    parser.add_argument("words", nargs="*", help="for show: words to look for; for next: how many sentences")
    parser.add_argument("--port", help="for play: the playground's port")
    parser.add_argument("--since", metavar="REF", help="for new: a commit, a tag, or an earlier reefs.pot")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run the command. Return its exit status."""
    parser = make_parser()
    chosen = parser.parse_args(arguments)
    words = " ".join(chosen.words)
    if chosen.action == "next" and words and not words.isdecimal():
        parser.error("next takes a number of sentences")
    actions: dict[str, Callable[[str], int]] = {
        "add": add_language,
        "next": lambda language: write_next_sentences(language, int(words or _DEFAULT_BATCH_SIZE)),
        "watch": watch_files,
        "check": move_and_check_translations,
        "show": lambda language: print_sentences(language, words),
        "new": lambda language: print_new_sentences(language, chosen.since),
        "play": lambda language: open_playground(language, chosen.port),
    }
    try:
        return actions[chosen.action](chosen.language)
    except TranslatorError as error:
        print(error)
        return 2
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
