"""Catalogues are complete, and every sentence that people read is in a catalogue."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT
from games.core.words import LOCALES_FOLDER, N_, Msg, list_locales, load_words
from games.registry import GAMES
from tests.support.catalogues import use_small_catalogues
from tests.support.pseudo import PseudoWords, bracket_all_texts, find_untranslated_letters
from tests.support.unmarked import find_calls_of_renamed_words, find_unmarked_sentences
from tools import locales
from tools.checking import find_problems_in_file
from tools.marked import CONTEXT_BY_CONSTANT, find_marked_texts

ROOT = Path(__file__).resolve().parents[3]
DEVELOPER_FILES = {
    "bot/platform/choices.py",
    "bot/platform/commands.py",
    "bot/kit/installing.py",
    "bot/meters.py",
    "bot/computers/remote_format.py",
    "bot/computers/process.py",
    "bot/features/tournaments/next_event.py",
    "games/coral_reef/player/traits.py",
    "games/coral_reef/player/weights.py",
    *(f"games/{key}/notation.py" for key in GAMES),
}
"""Modules whose texts are read only by developers or by machines."""
UNTRANSLATED_TEXTS = {"Reef Harbour", "python -m games verify ", NAME_CONTEXT, TEXT_CONTEXT}.union(
    *({game.title, *game.credits.designers, game.credits.publisher} for game in GAMES.values())
)
"""Texts that need no translation: proper names, a command, and contexts of msgids."""


def list_sources() -> list[Path]:
    found = [path for path in (ROOT / "bot").rglob("*.py") if "storage" not in path.parts]
    for key in GAMES:
        found += (ROOT / "games" / key).rglob("*.py")
    return sorted(path for path in found if path.relative_to(ROOT).as_posix() not in DEVELOPER_FILES)


@pytest.mark.nightly  # .ci/run runs the command that reports faults
def test_catalogues_have_no_faults() -> None:
    assert locales.find_errors() == []


@pytest.mark.parametrize("path", locales.list_catalogues(), ids=lambda path: path.stem)
def test_translations_fit_and_quote_commands_and_buttons_in_their_language(path: Path) -> None:
    assert [one for one in find_problems_in_file(path, path.stem) if one.must_fix] == []


@pytest.mark.parametrize("path", locales.list_catalogues(), ids=lambda path: path.stem)
def test_sibling_commands_have_different_names(path: Path) -> None:
    names = [m.string for m in locales.read_catalogue(path) if m.context == NAME_CONTEXT and m.string]
    assert len(names) == len(set(names))


def test_german_and_dutch_catalogues_exist() -> None:
    assert {"en", "de", "nl"} <= set(list_locales())


def test_every_sentence_is_marked() -> None:
    sources = list_sources()
    assert len(sources) > 500
    for path in sources:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = [
            (line, text) for line, text in find_unmarked_sentences(tree) if text not in UNTRANSLATED_TEXTS
        ]
        assert not found, f"{path.relative_to(ROOT)}: not marked for translation: {found}"


@pytest.mark.parametrize(
    "source",
    [
        'x = "Take a card"',
        'x = f"{name} takes a card"',
        'send("Take a card")',
        'w("Take {card}", card="the red one")',
        'w.plural("{n} worm", "{n} worms", 2, more="and so on")',
        'raise Refusal("You cannot do that")',
        'w("Yes" if sure else "No")',
        'w(f"{name}")',
        'w("Yes" + more)',
    ],
)
def test_an_unmarked_sentence_is_detected(source: str) -> None:
    assert list(find_unmarked_sentences(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring of words."""',
        'scene.w("Take a card")',
        'replies.get_words(interaction)("Take a card")',
        'L(TEXT_CONTEXT, "Open a table")',
        'x = N_("Take a card")',
        'w.plural("{n} red worm", "{n} red worms", n)',
        'w.translate_in_context("a place", "the old reef")',
        'w.plural_in_context("worms", "{n} big red", "{n} big reds", n)',
        'log.info("table opened late")',
        'raise ValueError("no such seat here")',
        'db.execute("SELECT a FROM b")',
        'x = "SELECT seat FROM seats"',
        'x = "kind:worm"',
    ],
)
def test_marked_texts_and_texts_for_developers_are_not_reported(source: str) -> None:
    assert not list(find_unmarked_sentences(ast.parse(source)))


def test_words_are_only_called_by_a_name_that_marks_texts() -> None:
    for path in [*(ROOT / "bot").rglob("*.py"), *(ROOT / "games").rglob("*.py")]:
        source = path.read_text(encoding="utf-8")
        found = list(find_calls_of_renamed_words(ast.parse(source))) if "ords" in source else []
        assert not found, f"{path.relative_to(ROOT)}: call it w, or its texts are never translated: {found}"


@pytest.mark.parametrize(
    "source",
    [
        'def write(public: Words): return public("Hello")',
        'def write(public: Words | None): return public("Hello")',
        'public = load_words("de"); public("Hello")',
        'public = await channels.find_words_at(place); public("Hello")',
        'own, public = name, replies.get_words(interaction); public("Hello")',
        'self._words: Words = words; self._words("Hello")',
        'self._words = load_words(); self._words("Hello")',
        '(await channels.find_words(table))("Hello")',
    ],
)
def test_words_called_by_another_name_are_detected(source: str) -> None:
    assert list(find_calls_of_renamed_words(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        'def write(w: Words): return w("Hello")',
        'get_words(interaction)("Hello")',
        'public = load_words(); write(public); public.plural("{n} worm", "{n} worms", 2)',
        'public = find_channel(table); public("Hello")',
    ],
)
def test_words_that_mark_texts_are_not_reported(source: str) -> None:
    assert not list(find_calls_of_renamed_words(ast.parse(source)))


def test_command_texts_are_found_with_their_context() -> None:
    assert CONTEXT_BY_CONSTANT == {"NAME_CONTEXT": NAME_CONTEXT, "TEXT_CONTEXT": TEXT_CONTEXT}
    found = [
        texts
        for _, _, texts in find_marked_texts(
            ast.parse('L(NAME_CONTEXT, "play"); L(TEXT_CONTEXT, "Open a table")')
        )
    ]
    assert found == [(NAME_CONTEXT, "play"), (TEXT_CONTEXT, "Open a table")]


def test_marked_texts_are_found_inside_other_calls() -> None:
    source = 'w("{a} and {b}", a=", ".join([x]) or w("none"), b=w.plural("{n} worm", "{n} worms", n))'
    found = {texts for _, _, texts in find_marked_texts(ast.parse(source))}
    assert found == {("{a} and {b}",), ("none",), ("{n} worm", "{n} worms")}


@pytest.fixture
def small_catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    use_small_catalogues(tmp_path, monkeypatch)
    return tmp_path


@lru_cache
def find_original_faults() -> frozenset[str]:
    """Return the catalogues' faults before a test damages its copy. They are found only once."""
    return frozenset(locales.find_errors())


def replace_text(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


ENDED_ENTRY = 'msgid "This match has ended."\n'


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("reefs.pot", ENDED_ENTRY, 'msgid "Something else."\n', "reefs.pot is out of date"),
        ("de.po", 'msgstr "{name} beginnt."', 'msgstr "{nam} beginnt."', "has {nam}, but needs {name}"),
        ("de.po", 'msgstr "{name} beginnt."', 'msgstr "{name beginnt."', "expected '}'"),
        ("de.po", "Diese Partie ist zu Ende.", "Diese Partie ist aus.", "de.mo is out of date"),
    ],
)
def test_each_fault_is_reported(small_catalogues: Path, name: str, old: str, new: str, fault: str) -> None:
    before = find_original_faults()
    replace_text(small_catalogues / name, old, new)
    assert any(fault in reported for reported in set(locales.find_errors()) - before)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (ENDED_ENTRY, 'msgid "Something else."\n'),
        (ENDED_ENTRY, "#, fuzzy\n" + ENDED_ENTRY),
        ('msgstr "Diese Partie ist zu Ende."', 'msgstr ""'),
    ],
)
def test_a_missing_translation_is_listed_and_stops_only_a_release(
    small_catalogues: Path, old: str, new: str
) -> None:
    replace_text(small_catalogues / "de.po", old, new)
    assert "de.po: 'This match has ended.' is not translated" in locales.list_untranslated_sentences()
    assert not [fault for fault in locales.find_errors() if "This match has ended." in fault]
    assert locales.main(["--release"]) == 1
    # Updating compiles the catalogue. After that, --check passes although a translation is missing.
    assert locales.main([]) == 0
    assert locales.main(["--check"]) == 0


def test_a_sentence_without_a_translation_is_shown_in_english(small_catalogues: Path) -> None:
    replace_text(small_catalogues / "de.po", 'msgstr "Diese Partie ist zu Ende."', 'msgstr ""')
    locales.update_catalogues()
    with (small_catalogues / "de.mo").open("rb") as file:
        assert GNUTranslations(file).gettext("This match has ended.") == "This match has ended."


def test_a_fault_changes_the_exit_status(small_catalogues: Path) -> None:
    replace_text(small_catalogues / "de.po", 'msgstr "{name} beginnt."', 'msgstr "{nam} beginnt."')
    assert locales.main(["--check"]) == 1


def test_updating_repairs_template_and_compiled_file(small_catalogues: Path) -> None:
    before = find_original_faults()
    replace_text(small_catalogues / "reefs.pot", ENDED_ENTRY, 'msgid "Something else."\n')
    (small_catalogues / "de.mo").unlink()
    assert len(set(locales.find_errors()) - before) == 2
    assert locales.main([]) == 0
    assert not [fault for fault in locales.find_errors() if fault.startswith(("reefs.pot", "de.mo"))]


def test_a_changed_sentence_keeps_its_own_translation_for_review(small_catalogues: Path) -> None:
    """A sentence that still exists is never preferred, even if it is more similar to the new one."""
    old = 'msgid "This match is over and done."\nmsgstr "Aus und vorbei."\n'
    entry = ENDED_ENTRY + 'msgstr "Diese Partie ist zu Ende."\n'
    replace_text(small_catalogues / "de.po", entry, f"{entry}\n{old}")
    template = locales.extract_texts()
    template.add("This match has ended now.")
    locales.update_catalogues(template)
    kept = locales.read_catalogue(small_catalogues / "de.po")
    changed, still = kept.get("This match has ended now."), kept.get("This match has ended.")
    assert changed is not None and changed.string == "Aus und vorbei." and changed.fuzzy
    assert still is not None and still.string == "Diese Partie ist zu Ende." and not still.fuzzy


def test_a_language_is_added_as_a_file(small_catalogues: Path) -> None:
    locales.add_language("fr")
    locales.update_catalogues()
    assert "nplurals=2" in (small_catalogues / "fr.po").read_text("utf-8")
    assert (small_catalogues / "fr.mo").is_file()
    missing = [line for line in locales.list_untranslated_sentences() if line.startswith("fr")]
    shown = locales.shorten_list(missing)
    assert len(shown) == 11 and shown[-1] == f"fr.po: {len(missing) - 10} more are not translated"
    assert not [fault for fault in locales.find_errors() if fault.startswith("fr")]


def test_a_region_falls_back_to_its_language_and_an_unknown_one_to_english() -> None:
    assert load_words("de-AT").locale == "de"
    assert load_words("xx").locale == "en"
    assert load_words("nl")("It's not your turn.") == "Je bent niet aan de beurt."


def test_untranslated_text_is_found_outside_the_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    w = PseudoWords()
    text = w("{many} and {last}", many="Anna", last=Msg(N_("red")))
    assert text == "⟦Anna and ⟦red⟧⟧"
    assert find_untranslated_letters(text) == ""
    assert find_untranslated_letters(f"Anna: {text} now", ("Anna",)) == "now"
    assert load_words("de")("red") == "Rot"
    bracket_all_texts(monkeypatch)
    assert load_words("de")("red") == "⟦Rot⟧"


def test_no_catalogue_contains_sentences_of_another_language() -> None:
    """If two languages have the same translation of a sentence, one of the files is wrong."""
    spoken: dict[str, str] = {}
    for path in sorted(LOCALES_FOLDER.glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file)
        for message in catalogue:
            text = message.string if isinstance(message.string, str) else " ".join(message.string or ())
            if message.id and len(text.split()) >= 5 and text != message.id:
                assert spoken.setdefault(text, path.stem) == path.stem, text


def test_german_has_a_space_before_an_ellipsis() -> None:
    """A button's label and a text that quotes it must look the same."""
    (path,) = [path for path in locales.list_catalogues() if path.stem == "de"]
    said = [text for message in locales.read_catalogue(path) for text in list_forms(message.string)]
    assert [text for text in said if re.search(r"[\w}]…", text)] == []


def list_forms(translation: object) -> tuple[str, ...]:
    return (
        (translation,)
        if isinstance(translation, str)
        else tuple(translation)
        if isinstance(translation, tuple)
        else ()
    )
