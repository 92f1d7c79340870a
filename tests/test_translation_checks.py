"""Translation checks find wrong names, numbers, formatting and lengths."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from tests.support.cases import join_cases
from tools import checking, locales, places

NAMES = Catalog("fr")
NAMES.add("play", "jouer", context="command name")
NAMES.add("Join…", "Participer…")
NAMES.add("Start", "Démarrer")


@join_cases(
    [
        ("Use `/play` there.", "Utilise `/play` là.", "must name the command `/jouer`"),
        ("Use `/play` there.", "Utilise `/jouer` là.", ""),
        ("Press *Join…* now.", "Clique sur *Join…*.", "must name the button *Participer…*"),
        ("Press *Join…* now.", "Clique sur *Participer…*.", ""),
        ("Press **Start** now.", "Clique sur **Start**.", "must name the button *Démarrer*"),
        ("Press **Start** now.", "Clique sur **Démarrer**.", ""),
        ("It's *very* late.", "Il est *très* tard.", ""),
        ("One\nTwo", "Un, deux", "has 1 lines, not 2"),
        ("Press Start!", "Clique sur Commencer !", "doesn't name the button 'Démarrer'"),
        ("Press Start!", "Clique sur Démarrer !", ""),
        ("Press Start again.", "Clique encore sur Démarrer.", ""),
        ("## Open", "Ouvert", "it must begin with '## '"),
        ("-# Open", "-# Ouvert", ""),
        ("Open", "- Ouvert", "it must not begin with '- '"),
        ("Open:\n- One", "Ouvert :\nUn", "its line 2 must begin with '- '"),
        ("Open:\n- One", "Ouvert :\n- Un", ""),
    ]
)
def test_names_of_commands_and_buttons_are_checked(msgid: str, text: str, fault: str) -> None:
    message = NAMES.add(msgid, text)
    found = [said for said, _ in checking.find_problems(message, NAMES)]
    assert all(fault in said for said in found) and bool(found) == bool(fault)


SHARKS = ("{n} shark", "{n} sharks")


@pytest.mark.parametrize(
    ("language", "msgid", "forms", "lost"),
    [
        ("fr", SHARKS, ("{n} requin", "{n} requins"), ()),
        ("fr", SHARKS, ("un requin", "{n} requins"), ("0, 1",)),
        ("fr", SHARKS, ("{n} requin", "des requins"), ("2, 3, 4, 5 …",)),
        ("fr", ("The shark swims.", "The sharks swim."), ("Le requin nage.", "Les requins nagent."), ()),
        ("fr", ("A shark", "{n} sharks"), ("un requin", "des requins"), ("0, 1", "2, 3, 4, 5 …")),
        ("de", SHARKS, ("ein Hai", "{n} Haie"), ()),
        ("de", SHARKS, ("ein Hai", "Haie"), ("0, 2, 3, 4 …",)),
    ],
)
def test_only_a_plural_form_for_a_single_number_may_leave_that_number_out(
    language: str, msgid: tuple[str, str], forms: tuple[str, str], lost: tuple[str, ...]
) -> None:
    rule = {"fr": "(n > 1)", "de": "(n != 1)"}[language]
    found = list(locales.find_message_errors(Catalog(language).add(msgid, forms), rule))
    assert [said.partition("because it is for ")[2] for said in found] == list(lost)


def test_a_sentence_must_fit_with_its_fields_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    spaces = {"Take {card}": {places.BUTTON: places.Space(70)}, "Long": {places.TITLE: places.Space()}}
    monkeypatch.setattr(places, "read_spaces", lambda: spaces)
    (found,) = places.find_length_problems("Take {card}", "Prendre tout de suite {card}")
    assert found == (False, "button: up to 92 characters with what is filled in, at most 80")
    assert list(places.find_length_problems("Long", "n" * 46)) == [
        (True, "title of a form: 46 characters, at most 45")
    ]
    assert list(places.find_length_problems("play", "Jouer", "command name"))
    assert not list(places.find_length_problems("play", "jouer", "command name"))
    assert list(places.find_length_problems("Play a game", "n" * 101, "command text"))
