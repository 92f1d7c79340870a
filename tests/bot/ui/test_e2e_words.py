"""Every text that people see comes from the catalogue. The tests mark translated texts with brackets."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from games.registry import GAMES
from tests.support.at_table import press_at_table, use_command
from tests.support.harbour import Harbour, find_custom_id, list_buttons, list_controls
from tests.support.learning import open_about, open_rules
from tests.support.playing import list_choices, list_continuing_buttons, press_choice
from tests.support.pseudo import CLOSE, OPEN, bracket_all_texts, find_untranslated_letters
from tests.support.reading import get_reply, read_text

UNTRANSLATED_NAMES = ("Anna", "Ben", "Dana", "Mo", "das_riff", *(game.title for game in GAMES.values()))
UNTRANSLATED_PATTERN = re.compile(r"`[^`]*`|<@\d+>|<#\d+>|https://\S+")
"""Parts of a text that aren't translated: tokens and hashes, mentions, links."""


@pytest.fixture
async def pseudo(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harbour]:
    """A harbour in a pseudo-language that puts every text in brackets."""
    bracket_all_texts(monkeypatch)
    yield harbour


def iterate_texts(message: Any) -> Iterator[str]:
    """Yield all texts of a message, including labels and descriptions."""
    yield read_text(message)
    for attachment in message.attachments:
        if attachment.filename.endswith(".png"):
            yield attachment.description
    for part in list_controls(message):
        yield part.get("label") or ""
        yield part.get("placeholder") or ""
        for option in part.get("options", ()):
            yield option["label"]
            yield option.get("description") or ""


def check_messages_are_translated(*messages: Any) -> None:
    """Assert that all texts of the messages come from the catalogue."""
    for message in messages:
        for text in iterate_texts(message):
            bare = UNTRANSLATED_PATTERN.sub("", text)
            assert not find_untranslated_letters(bare, UNTRANSLATED_NAMES), text


def find_button(message: Any, text: str) -> str:
    """Return the custom_id of the button whose English label is ``text``."""
    return next(i for i, name in list_buttons(message).items() if name == f"{OPEN}{text}{CLOSE}")


async def open_lobby(harbour: Harbour, **options: Any) -> Any:
    answer = await harbour.anna.slash(
        harbour.channel, "play", game="das_riff", **{"against": "people", "wait": True, **options}
    )
    check_messages_are_translated(get_reply(answer), *harbour.list_posts())
    return harbour.board


async def begin_match(harbour: Harbour) -> None:
    lobby = await open_lobby(harbour)
    await harbour.ben.click(lobby, custom_id=find_button(lobby, "Join"))
    check_messages_are_translated(*harbour.list_posts())
    await harbour.anna.click(harbour.board, custom_id=find_button(harbour.board, "Start"))
    check_messages_are_translated(*harbour.list_posts())


async def test_a_lobby_and_its_refusals_are_translated(pseudo: Harbour) -> None:
    lobby = await open_lobby(pseudo, opponent=pseudo.ben)
    for person, text in ((pseudo.dana, "Join"), (pseudo.dana, "Leave"), (pseudo.ben, "Cancel")):
        answer = await person.click(lobby, custom_id=find_button(lobby, text))
        check_messages_are_translated(*answer.followups)
    for options in ("deck=z", "nonsense"):
        check_messages_are_translated(
            get_reply(
                await pseudo.dana.slash(
                    pseudo.channel, "play", game="das_riff", options=options, against="people", wait=True
                )
            )
        )
    offer = get_reply(
        await pseudo.dana.slash(pseudo.channel, "play", game="das_riff", against="people", wait=True)
    )
    check_messages_are_translated(offer)
    check_messages_are_translated(
        get_reply(await pseudo.dana.click(offer, custom_id=find_custom_id(offer, "th")))
    )
    check_messages_are_translated(
        get_reply(await pseudo.dana.slash(pseudo.channel, "play", game="das_riff", seats=6))
    )
    check_messages_are_translated(get_reply(await pseudo.dana.slash(pseudo.channel, "help")))
    check_messages_are_translated(await open_about(pseudo.dana, pseudo.channel))
    for command in ("start", "leave", "resign", "undo", "draw", "log", "export"):
        check_messages_are_translated(get_reply(await press_at_table(pseudo.mod, pseudo.channel, command)))
    check_messages_are_translated(
        get_reply(await press_at_table(pseudo.ben, pseudo.channel, "leave")), *pseudo.list_posts()
    )


async def test_moves_panels_and_refusals_are_translated(pseudo: Harbour) -> None:
    await begin_match(pseudo)
    for kind in ("flip", "boat", "end"):
        panel: Any = get_reply(await pseudo.press_action_kind(kind))
        person = await pseudo.find_player()
        before = (await pseudo.find_match()).seq
        while (await pseudo.find_match()).seq == before:
            check_messages_are_translated(panel)
            identity, value, _ = next(iter(list_choices(panel)))
            panel = await press_choice(person, panel, identity, value)
        check_messages_are_translated(panel, *pseudo.list_posts())
    for identity in list_continuing_buttons(pseudo.board):
        check_messages_are_translated(get_reply(await pseudo.dana.click(pseudo.board, custom_id=identity)))
    holder = await pseudo.find_player()
    for token in (
        "foo",
        "take:D8:r",
        "take:A8:r",
        "take:B1:r",
        "shark:A1",
        "worm:r",
        "boat:rrr",
        "boat:wwww",
    ):
        check_messages_are_translated(get_reply(await pseudo.type_move(token, holder)))
    check_messages_are_translated(get_reply(await pseudo.type_move("end", await pseudo.find_opponent())))
    for choice in await holder.autocomplete(pseudo.channel, "move", "action", ""):
        assert not find_untranslated_letters(choice["name"], (choice["value"], *UNTRANSLATED_NAMES))


async def test_the_tools_of_the_board_are_translated(pseudo: Harbour) -> None:
    await begin_match(pseudo)
    await pseudo.play_random_moves(40)
    check_messages_are_translated(*pseudo.list_posts())
    for person in (pseudo.anna, pseudo.ben, pseudo.dana):
        for identity in [i for i in list_buttons(pseudo.board) if i.split(":")[1] in ("vw", "ds", "mo")]:
            check_messages_are_translated(get_reply(await person.click(pseudo.board, custom_id=identity)))
        check_messages_are_translated(get_reply(await person.slash(pseudo.channel, "hand")))
        check_messages_are_translated(get_reply(await person.slash(pseudo.channel, "mine")))
        check_messages_are_translated(get_reply(await press_at_table(person, pseudo.channel, "export")))
    replayed = get_reply(await press_at_table(pseudo.anna, pseudo.channel, "replay"))
    check_messages_are_translated(replayed)
    (post,) = list_buttons(replayed)
    check_messages_are_translated(
        get_reply(await pseudo.anna.click(replayed, custom_id=post)), pseudo.list_posts()[-1]
    )
    page = await open_rules(pseudo.dana, pseudo.channel, "das_riff")
    for identity in list_buttons(page):
        page = get_reply(await pseudo.dana.click(page, custom_id=identity))
        check_messages_are_translated(page)
    check_messages_are_translated(get_reply(await pseudo.dana.slash(pseudo.channel, "reefs doctor")))
    pseudo.deny_permissions("attach_files", "send_messages")
    check_messages_are_translated(get_reply(await pseudo.dana.slash(pseudo.channel, "reefs doctor")))
    check_messages_are_translated(get_reply(await press_at_table(pseudo.dana, pseudo.channel, "show")))


async def test_settings_and_standing_orders_are_translated(pseudo: Harbour) -> None:
    await begin_match(pseudo)
    panel: Any = get_reply(await press_at_table(pseudo.anna, pseudo.channel, "settings"))
    check_messages_are_translated(panel)
    values: list[dict[str, Any]] = [{"verbosity": v} for v in ("quiet", "story", "normal")]
    values += [{"order:das_riff": [order]} for order in ("wait", "mine")]
    for filled in values:
        form = await pseudo.anna.click(panel, custom_id="b:sf")
        panel = get_reply(await pseudo.anna.submit_modal(form, filled))
        check_messages_are_translated(panel, *pseudo.list_posts())
    while "b:sf" not in list_buttons(panel):
        check_messages_are_translated(panel)
        panel = get_reply(await pseudo.anna.click(panel, custom_id=next(iter(list_buttons(panel)))))
    check_messages_are_translated(panel)


async def test_lists_rules_and_forms_are_translated(pseudo: Harbour) -> None:
    check_messages_are_translated(get_reply(await pseudo.anna.slash(pseudo.channel, "mine")))
    await begin_match(pseudo)
    for person in (pseudo.anna, pseudo.ben):
        check_messages_are_translated(get_reply(await person.slash(pseudo.channel, "mine")))
    check_messages_are_translated(await open_rules(pseudo.anna, pseudo.channel, "das_riff"))
    for command, opener in (("table settings", "b:sf"), ("me", "b:mf")):
        panel = get_reply(await use_command(pseudo.anna, pseudo.channel, command))
        form = await pseudo.anna.click(panel, custom_id=opener)
        assert form.modal is not None
        for text in iterate_form_texts(form.modal):
            assert not find_untranslated_letters(UNTRANSLATED_PATTERN.sub("", text), UNTRANSLATED_NAMES), text
        check_messages_are_translated(get_reply(await pseudo.anna.submit_modal(form, {})))


def iterate_form_texts(form: dict[str, Any]) -> Iterator[str]:
    yield form["title"]
    for label in form["components"]:
        yield label["label"]
        yield label.get("description") or ""
        yield from (option["label"] for option in label["component"].get("options", ()))


async def test_questions_and_the_end_of_a_match_are_translated(pseudo: Harbour) -> None:
    await begin_match(pseudo)
    await pseudo.type_move("end")
    for person in (pseudo.anna, pseudo.ben, pseudo.dana):
        check_messages_are_translated(
            get_reply(await person.click(pseudo.board, custom_id=find_button(pseudo.board, "More…")))
        )
    check_messages_are_translated(
        get_reply(await press_at_table(pseudo.anna, pseudo.channel, "undo")), *pseudo.list_posts()
    )
    await pseudo.ben.click(pseudo.list_posts()[-1], custom_id=find_button(pseudo.list_posts()[-1], "Decline"))
    check_messages_are_translated(
        get_reply(await press_at_table(pseudo.ben, pseudo.channel, "draw")), *pseudo.list_posts()
    )
    check_messages_are_translated(get_reply(await press_at_table(pseudo.ben, pseudo.channel, "draw")))
    reply = get_reply(await press_at_table(pseudo.ben, pseudo.channel, "close"))
    check_messages_are_translated(reply)
    reply = get_reply(await press_at_table(pseudo.anna, pseudo.channel, "resign"))
    check_messages_are_translated(reply)
    check_messages_are_translated(
        get_reply(await pseudo.anna.click(reply, custom_id=next(iter(list_buttons(reply))))),
        *pseudo.list_posts(),
    )
    check_messages_are_translated(get_reply(await pseudo.type_move("end", pseudo.anna)))
    check_messages_are_translated(get_reply(await press_at_table(pseudo.anna, pseudo.channel, "log")))


async def test_the_pages_about_the_bot_are_translated(pseudo: Harbour) -> None:
    answer = await open_about(pseudo.dana, pseudo.channel)
    bare = UNTRANSLATED_PATTERN.sub("", answer.content)
    assert not find_untranslated_letters(bare, UNTRANSLATED_NAMES)
    check_messages_are_translated(get_reply(await pseudo.dana.slash(pseudo.channel, "mine")))
    check_messages_are_translated(get_reply(await pseudo.dana.slash(pseudo.channel, "hand")))
    check_messages_are_translated(get_reply(await pseudo.dana.slash(pseudo.channel, "reefs doctor")))


async def test_a_text_outside_the_catalogue_is_detected(pseudo: Harbour) -> None:
    lobby = await open_lobby(pseudo)
    lobby.components[0].content += " plain words"
    with pytest.raises(AssertionError):
        check_messages_are_translated(lobby)
