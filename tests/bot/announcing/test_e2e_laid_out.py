"""Lobbies as Components V2 layouts, and as plain messages after a refusal or from an earlier version."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.announcing.payloads import is_posted_as_layout
from bot.storage.messages import LOBBY_MESSAGE
from bot.tables.feed import Change, ChangeKind
from bot.ui.ids import make_custom_id
from tests.bot.cogs.choosing import choose_setting
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, read_components
from tests.support.reading import (
    KeptMessage,
    check_limits,
    list_layout_texts,
    list_sent_payloads,
    read_answer,
    read_text,
)
from tests.support.standin.limits import GALLERY_TYPE, SECTION_TYPE

POST_PATH = "/channels/*/messages"
EDIT_PATH = "/channels/*/messages/*"
HASH_PATTERN = re.compile("[0-9a-f]{64}")
OpenLobby = Callable[[Harbour], Awaitable[Any]]


async def open_layout_lobby(harbour: Harbour) -> Any:
    """Open a lobby as a Components V2 layout."""
    lobby = await harbour.open_lobby()
    assert lobby.flags.components_v2
    return lobby


async def open_plain_lobby(harbour: Harbour) -> Any:
    """Open a lobby as a plain message, by making Discord refuse the layout."""
    harbour.env.inject_error("POST", POST_PATH, status=400, code=50035)
    lobby = await harbour.open_lobby()
    assert not lobby.flags.components_v2 and "1 seat free" in lobby.content
    return lobby


BOTH_LAYOUTS = pytest.mark.parametrize("open_lobby", [open_layout_lobby, open_plain_lobby])


async def test_a_lobby_has_a_section_for_the_seats_and_one_for_the_options(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    check_limits(lobby)
    sections = [part for part in read_components(lobby) if part["type"] == SECTION_TYPE]
    assert [part["accessory"]["label"] for part in sections] == ["Seats…", "Options…"]
    assert (
        harbour.anna.mention in list_layout_texts(lobby)[1] and "1 seat free" in list_layout_texts(lobby)[1]
    )
    assert lobby.content == "" and list_sent_payloads(harbour)[-1]["allowed_mentions"]["parse"] == []


@BOTH_LAYOUTS
async def test_lobbies_of_either_form_are_updated_and_their_buttons_work(
    harbour: Harbour, open_lobby: OpenLobby
) -> None:
    lobby = await open_lobby(harbour)
    await harbour.ben.click(lobby, label="Join")
    assert harbour.ben.mention in read_text(harbour.board) and "Everybody's here" in read_text(harbour.board)
    assert harbour.board.attachments, "the poster stays"
    check_limits(harbour.board)
    await harbour.ben.click(harbour.board, label="Leave")
    assert harbour.ben.mention not in read_text(harbour.board)
    await harbour.ben.click(harbour.board, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    begun, board = harbour.list_posts()
    assert read_text(begun).splitlines()[1:] == [f"{harbour.anna.mention} and {harbour.ben.mention}"]
    assert not list_buttons(begun)
    assert not board.flags.components_v2 and harbour.board.id == board.id


@BOTH_LAYOUTS
async def test_lobbies_of_either_form_can_be_closed(harbour: Harbour, open_lobby: OpenLobby) -> None:
    lobby = await open_lobby(harbour)
    await harbour.anna.click(lobby, label="Cancel")
    (gone,) = harbour.list_posts()
    assert "closed before the match began" in read_text(gone) and not list_buttons(gone)


@BOTH_LAYOUTS
async def test_a_lobby_of_either_form_loses_its_buttons_when_a_newer_one_is_posted(
    harbour: Harbour, open_lobby: OpenLobby
) -> None:
    await open_lobby(harbour)
    await press_at_table(harbour.anna, harbour.channel, "show")
    old, new = harbour.list_posts()
    assert not list_buttons(old) and harbour.anna.mention in read_text(old)
    assert list_buttons(new) and new.flags.components_v2
    assert (
        len(await harbour.store.messages.list_live_messages((await harbour.find_table()).id, LOBBY_MESSAGE))
        == 1
    )


def list_edits(harbour: Harbour) -> list[dict[str, Any]]:
    requests = harbour.env.http_requests
    return [r.json or {} for r in requests if r.method == "PATCH" and "/messages/" in r.path]


async def test_the_poster_of_a_lobby_is_uploaded_once(harbour: Harbour) -> None:
    """Each edit must list the picture, because Discord removes attachments that an edit leaves out."""
    lobby = await harbour.open_lobby()
    (poster,) = lobby.attachments
    await harbour.ben.click(lobby, label="Join")
    await harbour.ben.click(harbour.board, label="Leave")
    assert [file.id for file in harbour.board.attachments] == [poster.id]
    assert [int(entry["id"]) for entry in list_edits(harbour)[-1]["attachments"]] == [poster.id]


@pytest.mark.parametrize("takes_over", [False, True], ids=["hosts-again", "takes-over"])
async def test_a_poster_is_uploaded_again_if_another_process_may_have_replaced_it(
    harbour: Harbour, takes_over: bool
) -> None:
    """A kept picture that is no longer attached would vanish."""
    lobby = await harbour.open_lobby()
    table = await harbour.find_table()
    if takes_over:
        harbour.bot.announcer.handle_change(Change(table.id, 0, ChangeKind.INTERRUPTED))
    else:
        await harbour.bot.announcer.pop_interrupted_table_ids()
    await harbour.ben.click(lobby, label="Join")
    uploads = [[int(entry["id"]) for entry in edit["attachments"]] for edit in list_edits(harbour)]
    assert [0] in uploads, "an edit after the takeover uploads the poster"


async def test_a_lobby_describes_its_poster_in_the_channels_language(harbour: Harbour) -> None:
    """The uploaded picture stays, and only its description changes."""
    lobby = await harbour.open_lobby()
    (poster,) = lobby.attachments
    await choose_setting(harbour, harbour.anna, "de")
    (gallery,) = [part for part in read_components(harbour.board) if part["type"] == GALLERY_TYPE]
    assert [file.id for file in harbour.board.attachments] == [poster.id]
    assert "Plakat" in gallery["items"][0]["description"]


@pytest.mark.parametrize(
    ("refusals", "pictures", "posts"), [(1, 1, 1), (2, 0, 1), (3, 1, 2)], ids=["uploads", "text", "posts"]
)
async def test_a_lobby_is_updated_although_discord_refuses_edits(
    harbour: Harbour, refusals: int, pictures: int, posts: int
) -> None:
    """The bot uploads the poster again, then edits without it, and finally posts a new message."""
    lobby = await harbour.open_lobby()
    harbour.env.inject_error("PATCH", EDIT_PATH, status=400, code=50035, times=refusals)
    await harbour.ben.click(lobby, label="Join")
    board = harbour.board
    check_limits(board)
    assert harbour.ben.mention in read_text(board) and "Everybody's here" in read_text(board)
    assert len(board.attachments) == pictures and len(harbour.list_posts()) == posts
    await harbour.ben.click(board, label="Leave")
    assert harbour.ben.mention not in read_text(harbour.board), "the buttons work"
    assert harbour.board.attachments and harbour.board.id == board.id
    assert [int(entry["id"]) for entry in list_edits(harbour)[-1]["attachments"]] == [0], (
        "the poster was uploaded again"
    )


async def test_a_lobby_that_cannot_be_edited_is_replaced(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    harbour.env.inject_error("PATCH", EDIT_PATH, status=400, code=50035, times=None)
    await harbour.ben.click(lobby, label="Join")
    assert harbour.ben.mention in read_text(harbour.board) and harbour.board.id != lobby.id
    await harbour.anna.click(harbour.board, label="Start")
    assert "Your turn" in read_text(harbour.board)


async def test_the_text_of_an_old_lobby_that_cannot_be_fetched_becomes_an_arrow(harbour: Harbour) -> None:
    await harbour.open_lobby()
    harbour.env.inject_error("GET", "/channels/*/messages/*", status=403, code=50001)
    await press_at_table(harbour.anna, harbour.channel, "show")
    old, new = harbour.list_posts()
    assert not list_buttons(old) and read_text(old) == "⬇️" and list_buttons(new)


async def test_an_unconfirmed_lobby_is_recognized_by_its_layout(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def simulate_crash(*_args: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(harbour.store.messages, "confirm_message", simulate_crash)
        await harbour.anna.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    await harbour.kill()
    (lobby,) = harbour.list_posts()
    (row,) = await harbour.store.messages.list_live_messages((await harbour.find_table()).id, LOBBY_MESSAGE)
    assert row.message_id == lobby.id and is_posted_as_layout(row)


async def test_the_secrets_hash_is_public_before_an_instant_match_starts(
    harbour: Harbour,
) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="das_riff")
    table = await harbour.find_table()
    carried = make_custom_id("b", "fa", table.id, table.commitment)
    first = list_sent_payloads(harbour)[0]
    shown = [
        part["custom_id"]
        for row in first["components"]
        for part in row.get("components", ())
        if "custom_id" in part
    ]
    assert carried in shown, "public with the post whose number counts as Start"
    row = await harbour.store.matches.find_table(table.id)
    lobby = harbour.list_posts()[0]
    assert row is not None and row.start_press == lobby.id
    assert list(list_buttons(lobby)) == [carried], "the button stays"
    page = read_answer(await harbour.dana.click(lobby, label="Fairness"))
    assert table.commitment in page and "counts as *Start*" in page


async def test_no_public_message_has_a_hash_in_its_text(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="das_riff")
    table = await harbour.find_table()
    await harbour.bot.tables.play.resign_match(table.id, harbour.anna.id)
    await harbour.settle()
    assert not HASH_PATTERN.search("\n".join(read_text(post) for post in harbour.list_posts()))


async def test_a_lobby_that_starts_automatically_has_no_start_button(harbour: Harbour) -> None:
    await harbour.begin_match()
    assert not list_buttons(harbour.list_posts()[0])


async def test_a_fairness_button_of_earlier_versions_still_works(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    table = await harbour.find_table()
    answer = await KeptMessage(harbour, lobby).forge_press(harbour.dana, make_custom_id("b", "fa", table.id))
    assert table.commitment in read_answer(answer)
