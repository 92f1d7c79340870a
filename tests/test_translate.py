"""The commands for translators list, check and show sentences."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT
from tests.support.catalogues import use_small_catalogues
from tools import locales, places, pseudo, translate, working

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with small copies of the catalogues. The commands use them in place of the real ones."""
    use_small_catalogues(tmp_path, monkeypatch)
    monkeypatch.setattr(pseudo, "TEMPLATE", locales.TEMPLATE)
    monkeypatch.setattr(working, "BUILD_FOLDER", tmp_path / "build")
    monkeypatch.setattr(places, "SEEN_FOLDER", tmp_path / "build" / "seen")
    return tmp_path


@pytest.fixture
def french(workspace: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The workspace after French has been added."""
    assert translate.main(["add", "fr"]) == 0
    capsys.readouterr()
    return workspace


def write_translation(path: Path, msgid: str, text: str) -> None:
    """Fill in the empty translation of a sentence in a file."""
    shown_text = path.read_text("utf-8")
    assert f'msgid "{msgid}"\nmsgstr ""' in shown_text
    path.write_text(
        shown_text.replace(f'msgid "{msgid}"\nmsgstr ""', f'msgid "{msgid}"\nmsgstr "{text}"'), "utf-8"
    )


def store_example(msgid: str, place: str, message: str, written: str, picture: str = "") -> None:
    """Store a message as the only example of a place where a sentence is seen."""
    places.SEEN_FOLDER.mkdir(parents=True, exist_ok=True)
    there = places.read_examples()
    at = max(0, message.find(written))
    places.write_examples({**there, msgid: [places.Example(place, message, written, picture, at)]})


def test_a_new_language_is_offered_under_its_own_name(french: Path) -> None:
    entry = locales.read_catalogue(french / "fr.po").get("English", locales.OWN_NAME_CONTEXT)
    assert entry is not None and entry.string == "Français"
    assert not [one for one in locales.read_catalogue(french / "fr.po") if one.id and one.fuzzy]


def test_next_offers_sentences_in_the_order_in_which_people_see_them(french: Path) -> None:
    store_example(
        "Press Join! {host} starts the match.",
        "message",
        "**Press Join! Anna starts the match.**",
        "Press Join!",
    )
    store_example("This match has ended.", "picture", "[Again]", "This match has ended.", "0001.png")
    assert translate.main(["next", "fr", "3"]) == 0
    text = (french / "build" / "fr-next.po").read_text("utf-8")
    first, second = text.index("Press Join! {host}"), text.index('msgid "This match has ended."')
    assert first < second and text.count("\nmsgid ") == 1 + 3
    assert "#. In: **»Press Join!« Anna starts" in text
    page = (french / "build" / "fr-next.html").read_text("utf-8")
    assert "<mark>Press Join!</mark>" in page and 'src="seen/0001.png"' in page
    assert "Diese Partie ist zu Ende." in page


def test_command_names_come_before_sentences_that_nobody_has_seen(french: Path) -> None:
    store_example("This match has ended.", "message", "This match has ended.", "This match has ended.")
    commands = sum(message.context in (NAME_CONTEXT, TEXT_CONTEXT) for message in locales.extract_texts())
    translate.main(["next", "fr", str(commands + 1)])
    text = (french / "build" / "fr-next.po").read_text("utf-8")
    assert text.index('msgid "This match has ended."') < text.index('msgctxt "command name"\nmsgid "play"')
    assert text.count('msgctxt "command ') == commands
    assert text.rindex('msgctxt "command name"') < text.index('msgctxt "command text"')


def test_next_keeps_translations_and_adds_more_sentences(
    french: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store_example("This match has ended.", "message", "This match has ended.", "This match has ended.")
    translate.main(["next", "fr", "1"])
    write_translation(french / "build" / "fr-next.po", "This match has ended.", "Cette partie est finie.")
    capsys.readouterr()
    assert translate.main(["next", "fr", "1"]) == 0
    assert "fr.po: 2 of " in capsys.readouterr().out
    assert "This match has ended." not in (french / "build" / "fr-next.po").read_text("utf-8")
    entry = locales.read_catalogue(french / "fr.po").get("This match has ended.")
    assert entry is not None and entry.string == "Cette partie est finie."
    assert (french / "fr.mo").stat().st_size > 500


JOIN_BUTTON_SPACES = {"Join": {places.BUTTON: places.Space(0)}}


@pytest.mark.parametrize(
    ("msgid", "text", "fault"),
    [
        ("{name} begins.", "{nom} commence.", "has {nom}, but needs {name}"),
        ("{name} begins.", "{name commence.", "expected '}'"),
        ("Join", "J" * 81, "is too long for a button: 81 characters, at most 80"),
        ("Join", "J" * 40, "(advice) "),
        ("**Is it fair?**", "Est-ce juste ?", "(advice) "),
    ],
)
def test_a_fault_is_reported_with_its_line(
    french: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    msgid: str,
    text: str,
    fault: str,
) -> None:
    monkeypatch.setattr(places, "read_spaces", lambda: JOIN_BUTTON_SPACES)
    path = french / "fr.po"
    write_translation(path, msgid, text)
    line = path.read_text("utf-8").split("\n").index(f'msgid "{msgid}"') + 1
    status = translate.main(["check", "fr"])
    (found,) = [one for one in capsys.readouterr().out.split("\n") if f"fr.po:{line}: " in one]
    assert fault in found and repr(text) in found
    assert status == (0 if fault.startswith("(advice)") else 1)


def test_a_fault_stays_out_of_the_catalogue(french: Path) -> None:
    store_example("{name} begins.", "message", "Anna begins.", "Anna begins.")
    translate.main(["next", "fr", "1"])
    write_translation(french / "build" / "fr-next.po", "{name} begins.", "{nom} commence.")
    assert translate.main(["check", "fr"]) == 1
    assert translate.main(["next", "fr", "1"]) == 1
    entry = locales.read_catalogue(french / "fr.po").get("{name} begins.")
    assert entry is not None and not entry.string
    assert "{nom} commence." in (french / "build" / "fr-next.po").read_text("utf-8")


def test_a_button_may_come_after_the_sentence_that_names_it(french: Path) -> None:
    quoting = "You follow no table. Press *More…* on a board, then *Follow…*."
    for msgid in (quoting, "More…", "Follow…"):
        store_example(msgid, "message", msgid, msgid)
    translate.main(["next", "fr", "3"])
    for msgid, text in (
        (quoting, "Clique sur *Plus…*, puis *Suivre…*."),
        ("More…", "Plus…"),
        ("Follow…", "Suivre…"),
    ):
        write_translation(french / "build" / "fr-next.po", msgid, text)
    assert translate.main(["check", "fr"]) == 0
    assert str(locales.read_catalogue(french / "fr.po").get(quoting).string).startswith("Clique")  # type: ignore[union-attr]


def test_a_broken_file_is_reported_with_its_line(french: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = french / "fr.po"
    before = path.read_text("utf-8")
    path.write_text(before + '\nmsgid "Open"\nmsgstr "Ouvrir\n', "utf-8")
    assert translate.main(["check", "fr"]) == 1
    assert f"fr.po:{before.count(chr(10)) + 3}: look at the quotation marks" in capsys.readouterr().out


def test_watching_checks_again_after_a_save(
    french: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translate, "CHECK_INTERVAL_SECONDS", 0)
    looks = iter((False, False, True))

    def is_over() -> bool:
        over = next(looks)
        if not over and "1 of" in (output := capsys.readouterr().out):
            assert output.count("fr.po: ") == 1
            write_translation(french / "fr.po", "{name} begins.", "{name} commence.")
        return over

    assert translate.watch_files("fr", is_over) == 0
    assert "fr.po: 2 of" in capsys.readouterr().out


def test_a_sentence_is_shown_with_its_translations(french: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store_example("{name} begins.", "message", "Reef\nAnna begins. Good luck!", "Anna begins.")
    assert translate.main(["show", "fr", "{name}", "BEGINS."]) == 0
    output = capsys.readouterr().out
    assert "{name} begins.\n" in output and "de: {name} beginnt." in output
    assert "    | »Anna begins.« Good luck!" in output
    assert translate.main(["show", "fr", "This match has ended."]) == 0
    assert "  not met in the matches" in capsys.readouterr().out


def test_sentences_that_are_new_since_a_release_are_listed(
    french: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    earlier = french / "earlier.pot"
    text = (french / "reefs.pot").read_text("utf-8")
    earlier.write_text(text.replace('msgid "{name} begins."', 'msgid "Older."'), "utf-8")
    assert translate.main(["new", "fr", "--since", str(earlier)]) == 0
    output = capsys.readouterr().out
    assert "'{name} begins.'" in output and "into fr: 1" in output
    assert translate.main(["new", "de", "--since", str(earlier)]) == 0
    assert "into de: 0" in capsys.readouterr().out


@pytest.mark.parametrize("path", ["", None])
def test_the_new_command_says_what_to_do_without_git_or_a_release(
    french: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, path: str | None
) -> None:
    monkeypatch.setattr(translate, "_ROOT", french)
    if path is not None:
        monkeypatch.setenv("PATH", path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(french.parent))
    assert translate.main(["new", "fr"]) == 2
    assert "--since FILE" in capsys.readouterr().out


def test_the_new_command_asks_for_a_commit_if_there_are_no_tags(
    french: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    me = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org")
    for command in (("init", "-q"), (*me, "commit", "-q", "--allow-empty", "-m", "Begin")):
        subprocess.run(["git", *command], cwd=french, check=True)
    monkeypatch.setattr(translate, "_ROOT", french)
    assert translate.main(["new", "fr"]) == 2
    output = capsys.readouterr().out
    assert "has no tags of releases. Name a commit, such as --since HEAD~20" in output


@pytest.mark.parametrize("name", ["pt-BR", "pl", "ja"])
def test_other_languages_can_be_begun(workspace: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert translate.main(["add", name]) == 0
    assert translate.main(["next", name, "2"]) == 0
    assert f"{name}.po: 1 of " in capsys.readouterr().out


@pytest.mark.parametrize("name", ["de", "nonsense", "qqq", "en-US"])
def test_a_language_that_cannot_be_added_is_refused(
    workspace: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert translate.main(["add", name]) == 2
    assert name in capsys.readouterr().out
    assert translate.main(["next", "tlh"]) == 2
    assert "Begin it with: add tlh" in capsys.readouterr().out


@pytest.mark.parametrize("language", ["de", "en", pseudo.FORWARDS])
def test_the_playground_opens_in_a_language(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    opened: list[tuple[str, bool, list[str]]] = []

    def record_program(command: list[str], env: dict[str, str]) -> int:
        opened.append((env["LC_ALL"], (workspace / f"{language}.mo").is_file(), command[3:]))
        return 0

    monkeypatch.setattr(translate, "run_program", record_program)
    assert translate.main(["play", language, "--port", "9000"]) == 0
    assert opened == [(language, language != "en", ["--port", "9000"])]
    assert not (workspace / "xa.mo").exists()


CHILD_CODE = """
import signal, time
signal.signal(signal.SIGTERM, lambda *_: exit(7))
print("up", flush=True)
time.sleep(60)
"""
PARENT_CODE = f"""
import os, sys
from tools import translate
sys.exit(translate.run_program([sys.executable, "-c", {CHILD_CODE!r}], dict(os.environ)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to send")
def test_the_bot_ends_with_the_command_that_opened_it() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT_CODE], cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"up\n"
        process.terminate()
        assert process.wait(20) == 7


def test_a_plural_says_which_numbers_its_forms_are_for(french: Path) -> None:
    store_example("{n} shark", "message", "2 sharks", "2 sharks")
    translate.main(["next", "fr", "1"])
    text = (french / "build" / "fr-next.po").read_text("utf-8")
    assert "#. msgstr[0]: 0, 1\n#. msgstr[1]: 2, 3, 4, 5 …\n" in text


def test_a_changed_sentence_and_an_extra_plural_form_are_faults(
    french: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store_example("{n} shark", "message", "2 sharks", "2 sharks")
    store_example("This match has ended.", "message", "This match has ended.", "This match has ended.")
    translate.main(["next", "fr", "2"])
    path = french / "build" / "fr-next.po"
    before = path.read_text("utf-8")
    path.write_text(before.replace("This match has ended.", "This match is over."), "utf-8")
    assert translate.main(["next", "fr"]) == 1
    output = capsys.readouterr().out
    assert "'This match is over.' isn't in the catalogue: undo your change" in output
    assert "Nothing was taken: fix these first." in output
    path.write_text(before.replace('msgstr[1] ""\n', 'msgstr[1] ""\nmsgstr[2] "x"\n', 1), "utf-8")
    assert translate.main(["check", "fr"]) == 1
    assert "fewer plural forms: remove the last msgstr[…]" in capsys.readouterr().out


def test_advice_about_a_sentence_is_given_only_once(french: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bold = "**Is it fair?**"
    store_example(bold, "message", bold, bold)
    translate.main(["next", "fr", "1"])
    write_translation(french / "build" / "fr-next.po", bold, "Est-ce juste ?")
    capsys.readouterr()
    assert translate.main(["check", "fr"]) == 0
    assert capsys.readouterr().out.count("(advice)") == 1


def test_crowdin_and_weblate_can_read_the_template() -> None:
    """Every sentence names its source file, most say where they are seen, and equal words have contexts."""
    template = [message for message in locales.read_catalogue(locales.TEMPLATE) if message.id]
    assert all(message.locations for message in template)
    assert sum(bool(message.auto_comments) for message in template) > 600
    assert {message.context for message in template} >= {"command name", "command text"}
    files = (ROOT / "crowdin.yml").read_text("utf-8")
    assert f"/{locales.TEMPLATE.relative_to(ROOT).as_posix()}" in files
    assert "/assets/locales/%two_letters_code%.po" in files
