"""Layouts with pictures are sent separately, because Discord refuses them in a deferred answer.

Forms update the panel from which they were opened.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.platform.http_errors import UNKNOWN_MESSAGE_CODE
from tests.proof.faults.stage import Stage
from tests.support.at_table import press_at_standin_table
from tests.support.standin.faults import Fault
from tests.support.standin.harbour import Harbour, open_harbour
from tests.support.standin.interactions import Interaction
from tests.support.standin.limits import GALLERY_TYPE, LAYOUT_FLAG
from tests.support.standin.payloads import INVALID_FORM_BODY
from tests.support.standin.world import Message, Upload

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harbour(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harbour]:
    async with open_harbour(tmp_path_factory.mktemp("layouts"), 3) as harbour:
        yield harbour


async def wait_for_answer(stage: Stage, interaction: Interaction) -> Message:
    """Return the only answer once the layout has replaced its placeholder."""
    assert await stage.wait_until(
        lambda: [message.flags & LAYOUT_FLAG for message in interaction.answers] == [LAYOUT_FLAG]
    )
    return interaction.answers[0]


async def test_the_rules_are_sent_with_their_picture_in_a_separate_message(harbour: Harbour) -> None:
    stage = harbour.get_stage(0)
    page, identity = await open_page(stage)
    assert not page.content and page.uploads[0].description
    assert any(part["type"] == GALLERY_TYPE for part in page.components)
    second = await wait_for_answer(stage, await stage.anna.press(page, identity))
    assert await stage.wait_until(lambda: page.deleted), "the earlier page is deleted"
    assert second.uploads and "In the picture: Anna" in str(second.components)


async def open_page(stage: Stage) -> tuple[Message, str]:
    """Open the rules of Reef, and return the first page and the custom_id of its button *Next*."""
    menu = await wait_for_answer(stage, await stage.anna.type_command(stage.channel, "learn"))
    await stage.anna.press(menu, "b:lrn:r")
    assert await stage.wait_until(lambda: "b:ru:reef" in menu.list_buttons())
    page = await wait_for_answer(stage, await stage.anna.press(menu, "b:ru:reef"))
    return page, next(i for i, label in page.list_buttons().items() if label == "Next")


async def test_a_page_deleted_since_the_press_is_answered_below(harbour: Harbour) -> None:
    stage = harbour.get_stage(0)
    page, identity = await open_page(stage)
    gone = Fault(stage.channel, "answer", "status", status=404, code=UNKNOWN_MESSAGE_CODE)
    harbour.standin.faults.inject(gone)
    second = await wait_for_answer(stage, await stage.anna.press(page, identity))
    assert gone.failure_count == 1 and second is not page
    assert second.uploads and "In the picture: Anna" in str(second.components)


async def test_a_page_is_shown_although_the_earlier_one_cannot_be_deleted(harbour: Harbour) -> None:
    stage = harbour.get_stage(0)
    page, identity = await open_page(stage)
    gone = Fault(stage.channel, "delete answer", "status", status=404, code=UNKNOWN_MESSAGE_CODE)
    harbour.standin.faults.inject(gone)
    second = await wait_for_answer(stage, await stage.anna.press(page, identity))
    assert await stage.wait_until(lambda: gone.failure_count == 1)
    assert second.uploads
    assert await stage.wait_until(lambda: "response not deleted" in harbour.bot.log.read_text("utf-8"))
    assert "interaction failed" not in harbour.bot.log.read_text("utf-8")


async def test_a_list_without_pictures_replaces_its_placeholder(harbour: Harbour) -> None:
    stage = harbour.get_stage(0)
    interaction = await stage.anna.type_command(stage.channel, "learn")
    (menu,) = interaction.answers
    assert menu.flags & LAYOUT_FLAG and interaction.original is menu


async def test_a_valid_form_updates_its_panel_and_an_invalid_one_can_be_reopened(harbour: Harbour) -> None:
    stage = harbour.get_stage(0)
    panel = (await stage.anna.type_command(stage.channel, "me")).get_answer()
    assert panel is not None
    result = await stage.anna.press(panel, "b:mf")
    saved = (await stage.anna.submit_form(result, zone="asia/tokyo", by="direct")).get_answer()
    assert saved is panel, "the panel from which the form was opened shows the change"
    assert saved.content.startswith("Saved.") and "Asia/Tokyo" in saved.content
    wrong = (await stage.anna.submit_form(result, zone="Atlantis")).get_answer()
    assert wrong is not None and "Nothing was changed." in wrong.content
    again = await stage.anna.press(wrong, next(i for i in wrong.list_buttons() if i.startswith("b:mf:")))
    assert again.form is not None
    assert again.form["components"][-1]["component"]["value"] == "Atlantis"


async def open_and_join(stage: Stage) -> tuple[Message, list[Upload], Message]:
    """Open a lobby and join as Ben; return the first message, its uploads, and the current message."""
    await stage.open_lobby()
    lobby = stage.find_board()
    assert lobby is not None
    before = list(lobby.uploads)
    await press_at_standin_table(stage.ben, stage.channel, "join")
    assert await stage.wait_until(lambda: stage.shows_seated(stage.anna, stage.ben))
    after = stage.find_board()
    assert after is not None
    return lobby, before, after


async def test_a_lobby_keeps_its_poster_unless_discord_refuses(harbour: Harbour) -> None:
    lobby, poster, after = await open_and_join(harbour.get_stage(1))
    assert after is lobby and poster and lobby.uploads == poster and lobby.edit_count
    stage = harbour.get_stage(2)
    fault = Fault(stage.channel, "edit", "status", status=400, code=INVALID_FORM_BODY, max_failures=3)
    harbour.standin.faults.inject(fault)
    lobby, poster, after = await open_and_join(stage)
    assert after is not lobby and after.uploads[0].digest == poster[0].digest
    assert fault.failure_count == 3, "an edit, a new upload and an edit without the poster were tried first"
