"""Private panels that wait for others tell how things stand, as long as Discord lets them."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from tests.bot.harbour import Harbour, buttons
from tests.bot.reading import logged, picture, shown

ANSWER = "/webhooks/*/messages/@original"
ALIVE, GONE = 0.2, 0.24
"""Hours after which Discord still takes an edit of an answer, and after which none is tried any more."""


async def move(harbour: Harbour) -> Any:
    """Have whoever is to act type a move, and return the private answer."""
    match = await harbour.match()
    seat = match.to_act[0]
    return shown(await harbour.type(match.legal_actions(seat)[0].token, await harbour.holder(seat)))


async def waiting(harbour: Harbour) -> Any:
    """Have the first move made, and return the panel of who waits then."""
    await harbour.begin("coral_reef")
    await harbour.unguided()
    panel = await move(harbour)
    assert "Waiting for Ben" in panel.content
    return panel


def requests(harbour: Harbour) -> list[str]:
    """Return what the host asked of Discord: posts and edits in the channel, edits of private answers."""
    made = []
    for request in harbour.env.http_requests:
        if request.path.endswith("@original") and request.method == "PATCH":
            made.append("private")
        elif "/messages" in request.path and request.path.startswith("/channels"):
            made.append("board")
    return made


async def test_a_panel_that_waits_tells_when_the_turn_has_come(harbour: Harbour) -> None:
    panel = await waiting(harbour)
    before = panel.attachments[0].id
    await move(harbour)
    assert "Waiting" not in panel.content and "Your turn" in panel.content
    assert "Ben plays" in panel.content, "what has happened meanwhile"
    assert "Make a move" in buttons(panel).values() and "What now?" not in buttons(panel).values()
    assert panel.attachments[0].id != before
    await picture(panel)
    asked = shown(await harbour.anna.click(panel, label="Make a move"))
    assert asked.id == panel.id and "moved on" not in asked.content


async def test_my_view_tells_when_the_turn_has_come(harbour: Harbour) -> None:
    await waiting(harbour)
    view = shown(await harbour.anna.click(harbour.board, label="My view"))
    assert "Waiting for Ben" in view.content and "Make a move" not in buttons(view).values()
    await move(harbour)
    assert "Waiting" not in view.content and "Make a move" in buttons(view).values()


async def test_the_board_comes_first_and_a_panel_once_a_step(harbour: Harbour) -> None:
    await waiting(harbour)
    before = len(requests(harbour))
    await move(harbour)
    # Ben's own answer, the new board and the old one's buttons; Anna's panel last.
    told = requests(harbour)[before:]
    assert told.count("private") == 2 and told[-1] == "private", told


async def test_a_panel_whose_person_has_gone_on_in_it_is_left_alone(harbour: Harbour) -> None:
    panel = await waiting(harbour)
    page = shown(await harbour.anna.click(panel, label="Prepare…"))
    assert page.id == panel.id
    content = page.content
    await move(harbour)
    assert page.content == content


@pytest.mark.parametrize(("hours", "told"), [(ALIVE, True), (GONE, False)])
async def test_a_panel_is_kept_as_long_as_discord_takes_edits(
    harbour: Harbour, hours: float, told: bool
) -> None:
    panel = await waiting(harbour)
    await harbour.pass_time(hours)
    await move(harbour)
    assert ("Your turn" in panel.content) is told


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (401, 50027)])
async def test_a_panel_that_is_gone_is_no_error(
    harbour: Harbour, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    panel = await waiting(harbour)
    match = await harbour.match()
    table = await harbour.table()
    harbour.env.inject_error("PATCH", ANSWER, status=status, code=code)
    token = match.legal_actions(1)[0].token
    with caplog.at_level(logging.INFO):
        await harbour.bot.tables.play.act(table.id, harbour.ben.id, token, match.seq, seat=1)
        await harbour.settle()
        await harbour.bot.panels.settle()
    assert "Waiting for Ben" in panel.content
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
    assert any("panel left as it is" in line for line in logged(caplog))


async def test_who_has_lost_the_seat_is_shown_nothing_more(harbour: Harbour) -> None:
    panel = await waiting(harbour)
    content, images = panel.content, [file.id for file in panel.attachments]
    await harbour.anna.slash(harbour.channel, "table leave")
    table = await harbour.table()
    await harbour.bot.tables.seats.leave(table.id, harbour.anna.id, "easy")
    await harbour.settle()
    await harbour.bot.driver.settle()
    await move(harbour)
    assert panel.content == content
    assert [file.id for file in panel.attachments] == images


async def test_one_person_has_few_panels_kept_at_a_table(harbour: Harbour) -> None:
    await waiting(harbour)
    views = [shown(await harbour.anna.click(harbour.board, label="My view")) for _ in range(3)]
    await move(harbour)
    assert ["Your turn" in view.content for view in views] == [False, True, True]
