"""Nothing is shown that no translator has seen: a whole session in a locale of brackets."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from games.registry import GAMES
from tests.support.at_table import at_table, use
from tests.support.harbour import Harbour, buttons, parts
from tests.support.learning import open_about, open_rules
from tests.support.playing import goes, offers, take
from tests.support.pseudo import CLOSE, OPEN, everywhere, letters_outside
from tests.support.reading import shown, written

NAMES = ("Anna", "Ben", "Dana", "Mo", "das_riff", *(game.title for game in GAMES.values()))
UNTRANSLATED = re.compile(r"`[^`]*`|<@\d+>|<#\d+>|https://\S+")
"""Tokens and hashes, mentions, links."""


@pytest.fixture
async def pseudo(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harbour]:
    everywhere(monkeypatch)
    yield harbour


def texts(message: Any) -> Iterator[str]:
    """Yield everything that a message says."""
    yield written(message)
    for attachment in message.attachments:
        if attachment.filename.endswith(".png"):
            yield attachment.description
    for part in parts(message):
        yield part.get("label") or ""
        yield part.get("placeholder") or ""
        for option in part.get("options", ()):
            yield option["label"]
            yield option.get("description") or ""


def held(*messages: Any) -> None:
    """Assert that every letter of the messages went through the catalogue."""
    for message in messages:
        for text in texts(message):
            bare = UNTRANSLATED.sub("", text)
            assert not letters_outside(bare, NAMES), text


def label(message: Any, text: str) -> str:
    """Return the custom_id of the button with an English label."""
    return next(i for i, name in buttons(message).items() if name == f"{OPEN}{text}{CLOSE}")


async def opened(harbour: Harbour, **options: Any) -> Any:
    answer = await harbour.anna.slash(
        harbour.channel, "play", game="das_riff", **{"against": "people", "wait": True, **options}
    )
    held(shown(answer), *harbour.posts())
    return harbour.board


async def begun(harbour: Harbour) -> None:
    lobby = await opened(harbour)
    await harbour.ben.click(lobby, custom_id=label(lobby, "Join"))
    held(*harbour.posts())
    await harbour.anna.click(harbour.board, custom_id=label(harbour.board, "Start"))
    held(*harbour.posts())


async def test_the_lobby_and_its_refusals(pseudo: Harbour) -> None:
    lobby = await opened(pseudo, opponent=pseudo.ben)
    for person, text in ((pseudo.dana, "Join"), (pseudo.dana, "Leave"), (pseudo.ben, "Cancel")):
        answer = await person.click(lobby, custom_id=label(lobby, text))
        held(*answer.followups)
    for options in ("deck=z", "nonsense"):
        held(
            shown(
                await pseudo.dana.slash(
                    pseudo.channel, "play", game="das_riff", options=options, against="people", wait=True
                )
            )
        )
    offer = shown(
        await pseudo.dana.slash(pseudo.channel, "play", game="das_riff", against="people", wait=True)
    )
    held(offer)
    held(shown(await pseudo.dana.click(offer, custom_id=label(offer, "Open a thread"))))
    held(shown(await pseudo.dana.slash(pseudo.channel, "play", game="das_riff", seats=6)))
    held(shown(await pseudo.dana.slash(pseudo.channel, "help")))
    held(await open_about(pseudo.dana, pseudo.channel))
    for command in ("start", "leave", "resign", "undo", "draw", "log", "export"):
        held(shown(await at_table(pseudo.mod, pseudo.channel, command)))
    held(shown(await at_table(pseudo.ben, pseudo.channel, "leave")), *pseudo.posts())


async def test_moves_panels_and_refusals(pseudo: Harbour) -> None:
    await begun(pseudo)
    for kind in ("flip", "boat", "end"):
        panel: Any = shown(await pseudo.first(kind))
        person = await pseudo.holder()
        before = (await pseudo.match()).seq
        while (await pseudo.match()).seq == before:
            held(panel)
            identity, value, _ = next(iter(offers(panel)))
            panel = await take(person, panel, identity, value)
        held(panel, *pseudo.posts())
    for identity in goes(pseudo.board):
        held(shown(await pseudo.dana.click(pseudo.board, custom_id=identity)))
    holder = await pseudo.holder()
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
        held(shown(await pseudo.type(token, holder)))
    held(shown(await pseudo.type("end", await pseudo.other())))
    for choice in await holder.autocomplete(pseudo.channel, "move", "action", ""):
        assert not letters_outside(choice["name"], (choice["value"], *NAMES))


async def test_the_tools_of_the_board(pseudo: Harbour) -> None:
    await begun(pseudo)
    await pseudo.walk(40)
    held(*pseudo.posts())
    for person in (pseudo.anna, pseudo.ben, pseudo.dana):
        for identity in [i for i in buttons(pseudo.board) if i.split(":")[1] in ("vw", "ds", "mo")]:
            held(shown(await person.click(pseudo.board, custom_id=identity)))
        held(shown(await person.slash(pseudo.channel, "hand")))
        held(shown(await person.slash(pseudo.channel, "mine")))
        held(shown(await at_table(person, pseudo.channel, "export")))
    replayed = shown(await at_table(pseudo.anna, pseudo.channel, "replay"))
    held(replayed)
    (post,) = buttons(replayed)
    held(shown(await pseudo.anna.click(replayed, custom_id=post)), pseudo.posts()[-1])
    page = await open_rules(pseudo.dana, pseudo.channel, "das_riff")
    for identity in buttons(page):
        page = shown(await pseudo.dana.click(page, custom_id=identity))
        held(page)
    held(shown(await pseudo.dana.slash(pseudo.channel, "reefs doctor")))
    pseudo.deny("attach_files", "send_messages")
    held(shown(await pseudo.dana.slash(pseudo.channel, "reefs doctor")))
    held(shown(await at_table(pseudo.dana, pseudo.channel, "show")))


async def test_settings_and_orders(pseudo: Harbour) -> None:
    await begun(pseudo)
    panel: Any = shown(await at_table(pseudo.anna, pseudo.channel, "settings"))
    held(panel)
    values: list[dict[str, Any]] = [{"verbosity": v} for v in ("quiet", "story", "normal")]
    values += [{"order:das_riff": [order]} for order in ("wait", "mine")]
    for filled in values:
        form = await pseudo.anna.click(panel, custom_id="b:sf")
        panel = shown(await pseudo.anna.submit_modal(form, filled))
        held(panel, *pseudo.posts())
    while "b:sf" not in buttons(panel):
        held(panel)
        panel = shown(await pseudo.anna.click(panel, custom_id=next(iter(buttons(panel)))))
    held(panel)


async def test_lists_rules_and_forms(pseudo: Harbour) -> None:
    held(shown(await pseudo.anna.slash(pseudo.channel, "mine")))
    await begun(pseudo)
    for person in (pseudo.anna, pseudo.ben):
        held(shown(await person.slash(pseudo.channel, "mine")))
    held(await open_rules(pseudo.anna, pseudo.channel, "das_riff"))
    for command, opener in (("table settings", "b:sf"), ("me", "b:mf")):
        panel = shown(await use(pseudo.anna, pseudo.channel, command))
        form = await pseudo.anna.click(panel, custom_id=opener)
        assert form.modal is not None
        for text in worded(form.modal):
            assert not letters_outside(UNTRANSLATED.sub("", text), NAMES), text
        held(shown(await pseudo.anna.submit_modal(form, {})))


def worded(form: dict[str, Any]) -> Iterator[str]:
    """Yield every text of a form."""
    yield form["title"]
    for label in form["components"]:
        yield label["label"]
        yield label.get("description") or ""
        yield from (option["label"] for option in label["component"].get("options", ()))


async def test_questions_and_the_end(pseudo: Harbour) -> None:
    await begun(pseudo)
    await pseudo.type("end")
    for person in (pseudo.anna, pseudo.ben, pseudo.dana):
        held(shown(await person.click(pseudo.board, custom_id=label(pseudo.board, "More…"))))
    held(shown(await at_table(pseudo.anna, pseudo.channel, "undo")), *pseudo.posts())
    await pseudo.ben.click(pseudo.posts()[-1], custom_id=label(pseudo.posts()[-1], "Decline"))
    held(shown(await at_table(pseudo.ben, pseudo.channel, "draw")), *pseudo.posts())
    held(shown(await at_table(pseudo.ben, pseudo.channel, "draw")))
    asked = shown(await at_table(pseudo.ben, pseudo.channel, "close"))
    held(asked)
    asked = shown(await at_table(pseudo.anna, pseudo.channel, "resign"))
    held(asked)
    held(shown(await pseudo.anna.click(asked, custom_id=next(iter(buttons(asked))))), *pseudo.posts())
    held(shown(await pseudo.type("end", pseudo.anna)))
    held(shown(await at_table(pseudo.anna, pseudo.channel, "log")))


async def test_about_itself(pseudo: Harbour) -> None:
    answer = await open_about(pseudo.dana, pseudo.channel)
    bare = UNTRANSLATED.sub("", answer.content)
    assert not letters_outside(bare, NAMES)
    held(shown(await pseudo.dana.slash(pseudo.channel, "mine")))
    held(shown(await pseudo.dana.slash(pseudo.channel, "hand")))
    held(shown(await pseudo.dana.slash(pseudo.channel, "reefs doctor")))


async def test_the_brackets_find_a_text_that_no_catalogue_has_seen(pseudo: Harbour) -> None:
    lobby = await opened(pseudo)
    lobby.components[0].content += " plain words"
    with pytest.raises(AssertionError):
        held(lobby)
