"""A guided player never has two hints, even if Discord fails or something is pressed at the same time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.ui import panels, replies
from bot.ui.answers import get_answer
from bot.ui.edits import delete_answer, edit_answer
from bot.ui.play import own_view, waiting_status
from bot.ui.play.turn_hint import make_turn_hint
from bot.ui.services import Interaction
from tests.bot.ui.play.guiding import begin_guided_match, find_panel, follow_hint, has_hint
from tests.bot.ui.waiting import is_shown, list_private_messages, make_move
from tests.support.game_parts import GAMES_WITH_OWN_PARTS
from tests.support.guided import InstantThinker
from tests.support.harbour import Harbour, list_buttons, replace_thinker, wait_until_idle
from tests.support.reading import KeptMessage, get_reply, list_logged_lines

ORIGINAL_PATH, FOLLOWUP_PATH = "/webhooks/*/messages/@original", "/webhooks/*/*"
EXPIRED_HOURS = 0.24
"""Hours after an answer at which Discord no longer accepts edits or further messages."""


def list_hints(harbour: Harbour, person: Any = None) -> list[int]:
    """Return the IDs of the private messages that give a person, by default Anna, a hint."""
    return [one.id for one in list_private_messages(harbour, person or harbour.anna) if has_hint(one)]


def count_followups(harbour: Harbour) -> int:
    """Return how many messages the bot has sent below answers."""
    requests = harbour.env.http_requests
    return sum(request.method == "POST" and request.path.startswith("/webhooks/") for request in requests)


@pytest.mark.parametrize("code", [0, 10008])
async def test_a_hint_that_cannot_replace_its_message_is_given_only_once(harbour: Harbour, code: int) -> None:
    panel = await begin_guided_match(harbour, "reef")
    # Code 10008 means that the person has dismissed the message, so the hint is sent all the same.
    harbour.env.inject_error("DELETE", ORIGINAL_PATH, status=404 if code else 500, code=code)
    newest = await follow_hint(harbour, panel)
    assert has_hint(newest) and (newest.id != panel.id) is bool(code)
    if not code:
        assert list_hints(harbour) == [panel.id]


async def test_a_hint_is_sent_below_if_only_the_response_to_the_deletion_was_lost(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await begin_guided_match(harbour, "reef")

    async def lose_response(interaction: Interaction) -> None:
        await delete_answer(interaction)
        raise TimeoutError

    monkeypatch.setattr(panels, "delete_answer", lose_response)
    newest = await follow_hint(harbour, panel)
    assert has_hint(newest) and newest.id > harbour.board.id
    assert list_hints(harbour) == [newest.id] and not is_shown(harbour, panel)


async def test_a_hint_that_cannot_be_sent_leaves_the_board(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    panel = await begin_guided_match(harbour, "reef")
    harbour.env.inject_error("POST", FOLLOWUP_PATH, status=403, code=50013)
    with caplog.at_level(logging.INFO):
        await follow_hint(harbour, panel)
    assert not list_hints(harbour) and "Hint" in list_buttons(harbour.board).values()
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
    assert any("panel left as it is" in line for line in list_logged_lines(caplog))


async def test_a_hint_is_sent_only_as_long_as_discord_accepts_it(harbour: Harbour) -> None:
    replace_thinker(harbour.bot, InstantThinker())
    await harbour.begin_match("reef")
    guided, panel = await harbour.find_player(), await make_move(harbour)
    await harbour.pass_time(EXPIRED_HOURS)
    await make_move(harbour)
    await wait_until_idle(harbour)
    assert is_shown(harbour, panel) and not list_hints(harbour, guided)
    hinted = get_reply(await guided.click(harbour.board, label="Hint"))
    assert list_hints(harbour, guided) == [hinted.id], "the board gives the hint"


@pytest.mark.parametrize(("moment", "sent_count"), [("delete_answer", 1), ("edit_answer", 2)])
async def test_a_press_while_the_hint_is_sent_gets_the_only_hint(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, moment: str, sent_count: int
) -> None:
    replace_thinker(harbour.bot, InstantThinker())
    await harbour.begin_match("reef")
    guided, waiting = await harbour.find_player(), await make_move(harbour)
    kept = KeptMessage(harbour, waiting)
    button = next(i for i, label in list_buttons(waiting).items() if label == "What now?")
    real: Callable[..., Awaitable[None]] = getattr(panels, moment)
    pressed: list[Any] = []
    is_in_use, stop_updating = asyncio.Event(), harbour.bot.panels.stop_updating

    async def press_meanwhile(interaction: Interaction, *given: Any) -> None:
        await real(interaction, *given)
        if interaction.user.id == guided.id and not pressed:
            pressed.append(kept.press_without_waiting(guided, button))
            await is_in_use.wait()

    def report_use(message_id: int) -> None:
        stop_updating(message_id)
        if message_id == waiting.id:
            is_in_use.set()

    monkeypatch.setattr(panels, moment, press_meanwhile)
    monkeypatch.setattr(harbour.bot.panels, "stop_updating", report_use)
    before = count_followups(harbour)
    await make_move(harbour)
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()
    (result,) = pressed
    (answer,) = result.followups
    assert list_hints(harbour, guided) == [answer.id] and not is_shown(harbour, waiting)
    assert count_followups(harbour) == before + sent_count


async def test_a_hint_that_is_pressed_before_discord_confirms_it_stays(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_thinker(harbour.bot, InstantThinker())
    await harbour.begin_match("reef")
    guided, _ = await harbour.find_player(), await make_move(harbour)
    real: Callable[..., Awaitable[None]] = edit_answer
    is_asked, keep_updated = asyncio.Event(), harbour.bot.panels.keep_answer_updated
    pressed: list[Any] = []

    async def press_new_message(interaction: Interaction, *given: Any) -> None:
        await real(interaction, *given)
        if interaction.user.id == guided.id and not pressed:
            sent = list_private_messages(harbour, guided)[-1]
            button = next(i for i, label in list_buttons(sent).items() if label == "Stop guide")
            pressed.append(KeptMessage(harbour, sent).press_without_waiting(guided, button))
            await is_asked.wait()

    def report_question(interaction: Interaction, *given: Any, **options: Any) -> None:
        keep_updated(interaction, *given, **options)
        if pressed:
            is_asked.set()

    monkeypatch.setattr(panels, "edit_answer", press_new_message)
    monkeypatch.setattr(harbour.bot.panels, "keep_answer_updated", report_question)
    await make_move(harbour)
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()
    newest = list_private_messages(harbour, guided)[-1]
    assert newest.id > harbour.board.id and "The guide is off." in newest.content


async def test_within_a_turn_a_renewed_hint_stays_in_its_message(harbour: Harbour) -> None:
    panel = await begin_guided_match(harbour, "das_riff")
    while panel.attachments:
        panel = await follow_hint(harbour, panel)
    match, content, board = await harbour.find_match(), panel.content, harbour.board.id
    token = next(a.token for a in match.legal_actions(0) if a.token.startswith("take"))
    await harbour.bot.tables.play.perform_action(1, harbour.anna.id, token, match.seq, seat=0)
    assert (await find_panel(harbour)).id == panel.id and has_hint(panel) and panel.content != content
    assert harbour.board.id == board < panel.id


async def test_a_hint_is_made_only_once_for_a_position(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    async def count_hint(interaction: Interaction, *given: Any, **options: Any) -> Any:
        made.append(interaction.user.id)
        return await make_turn_hint(interaction, *given, **options)

    for module in (own_view, waiting_status):
        monkeypatch.setattr(module, "make_turn_hint", count_hint)
    replace_thinker(harbour.bot, InstantThinker())
    await harbour.begin_match("reef")
    guided, _ = await harbour.find_player(), await make_move(harbour)
    for _ in ("in the message that waited", "in the person's own view"):
        await make_move(harbour)
        await wait_until_idle(harbour)
        await harbour.bot.tables.play.propose_draw(1, (await harbour.find_opponent()).id)
        await wait_until_idle(harbour)
        await harbour.bot.panels.wait_until_idle()
        assert list_hints(harbour, guided) and made.count(guided.id) == 1
        made.clear()
        await make_move(harbour)
        await guided.click(harbour.board, label="My hand")


async def test_a_message_in_another_channel_keeps_the_hint_in_its_place(harbour: Harbour) -> None:
    replace_thinker(harbour.bot, InstantThinker())
    await harbour.begin_match("reef")
    guided, home = await harbour.find_player(), harbour.channel
    elsewhere = harbour.guild.create_text_channel("lagoon")
    mine = get_reply(await guided.slash(elsewhere, "mine"))
    panel = get_reply(await guided.click(mine, label="Move"))
    assert has_hint(panel)
    for opens_view in (False, False, True):
        await guided.click(panel, custom_id=next(i for i in list_buttons(panel) if i.startswith("b:ac:")))
        assert "Waiting for" in panel.content
        if opens_view:
            panel = get_reply(await guided.click(panel, label="My hand"))
        await make_move(harbour)
        await wait_until_idle(harbour)
        await harbour.bot.panels.wait_until_idle()
        harbour.channel = elsewhere
        assert list_hints(harbour, guided) == [panel.id]
        assert "Your turn" in panel.content and "Play a card or take one?" not in panel.content
        assert "Hint" not in list_buttons(panel).values()
        harbour.channel = home


async def test_a_hint_below_the_board_is_replaced_and_renewed_like_any_other(harbour: Harbour) -> None:
    panel = await follow_hint(harbour, await begin_guided_match(harbour, "reef"))
    opener = next(i for i in list_buttons(harbour.board) if i.startswith("b:go:"))
    question = get_reply(await harbour.anna.click(harbour.board, custom_id=opener))
    assert (await find_panel(harbour)).id == question.id and not is_shown(harbour, panel)
    later = await follow_hint(harbour, question)
    assert list_hints(harbour) == [later.id] and later.id > harbour.board.id


@pytest.mark.parametrize("game", GAMES_WITH_OWN_PARTS)
async def test_an_own_view_keeps_the_hint(harbour: Harbour, game: str) -> None:
    panel = await begin_guided_match(harbour, game)
    view = get_reply(await harbour.anna.slash(harbour.channel, "hand"))
    assert list_hints(harbour) == [panel.id] and "Hint" in list_buttons(view).values()
    await harbour.restart()
    replace_thinker(harbour.bot, InstantThinker())
    view = get_reply(await harbour.anna.slash(harbour.channel, "hand"))
    for label in ("Enlarge", "Back"):
        assert has_hint(view) and "Hint" not in list_buttons(view).values()
        assert get_reply(await harbour.anna.click(view, label=label)).id == view.id
    assert has_hint(view)


async def test_an_own_view_gets_the_hint_below_the_next_board(harbour: Harbour) -> None:
    replace_thinker(harbour.bot, InstantThinker())
    await harbour.begin_match("coral_reef")
    guided, waiting = await harbour.find_player(), await make_move(harbour)
    view = get_reply(await guided.click(harbour.board, label="My hand"))
    await guided.click(view, label="Enlarge")
    await make_move(harbour)
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()
    newest = list_private_messages(harbour, guided)[-1]
    assert not is_shown(harbour, waiting) and not is_shown(harbour, view)
    assert list_hints(harbour, guided) == [newest.id] and newest.id > harbour.board.id
    assert newest.attachments[0].filename.endswith("-large.png") and "Back" in list_buttons(newest).values()


@pytest.mark.parametrize("is_elsewhere", [False, True])
async def test_only_the_older_of_two_messages_that_stay_gets_the_hint(
    harbour: Harbour, is_elsewhere: bool
) -> None:
    replace_thinker(harbour.bot, InstantThinker())
    await harbour.begin_match("reef")
    guided, home = await harbour.find_player(), harbour.channel
    place = harbour.guild.create_text_channel("lagoon") if is_elsewhere else home
    waiting = get_reply(await guided.click(get_reply(await guided.slash(place, "mine")), label="Move"))
    await guided.click(waiting, custom_id=next(i for i in list_buttons(waiting) if i.startswith("b:ac:")))
    view = get_reply(await guided.click(waiting, label="My hand"))
    await guided.click(waiting, label="What now?")
    # The view isn't sent again in another channel than the board's, or if it can't be deleted.
    harbour.env.inject_error("DELETE", ORIGINAL_PATH, status=500, code=0)
    await make_move(harbour)
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()
    harbour.channel = place
    assert list_hints(harbour, guided) == [view.id] and is_shown(harbour, waiting)
    assert "Your turn" in waiting.content


async def test_an_own_view_yields_to_a_question_asked_while_its_hint_is_made(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_thinker(harbour.bot, InstantThinker())
    await harbour.begin_match("reef")
    guided, _ = await harbour.find_player(), await make_move(harbour)
    view = get_reply(await guided.click(harbour.board, label="My hand"))
    is_asked, keep_updated = asyncio.Event(), harbour.bot.panels.keep_answer_updated
    pressed: list[Any] = []

    async def press_board(interaction: Interaction, *given: Any, **options: Any) -> Any:
        hint = await make_turn_hint(interaction, *given, **options)
        if not pressed:
            button = next(i for i in list_buttons(harbour.board) if i.startswith("b:go:"))
            pressed.append(KeptMessage(harbour, harbour.board).press_without_waiting(guided, button))
            await is_asked.wait()
        return hint

    def report_question(interaction: Interaction, *given: Any, **options: Any) -> None:
        keep_updated(interaction, *given, **options)
        if options.get("asks_for_move"):
            is_asked.set()

    monkeypatch.setattr(own_view, "make_turn_hint", press_board)
    monkeypatch.setattr(harbour.bot.panels, "keep_answer_updated", report_question)
    await make_move(harbour)
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()
    question = get_reply(pressed[0])
    assert list_hints(harbour, guided) == [question.id] and not is_shown(harbour, view)


async def test_a_message_that_is_pressed_twice_stays_if_a_newer_question_replaces_it_meanwhile(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await begin_guided_match(harbour, "reef")
    kept, board = KeptMessage(harbour, panel), KeptMessage(harbour, harbour.board)
    button, opener = (
        next(i for i in list_buttons(m) if i.startswith("b:go:")) for m in (panel, harbour.board)
    )
    held, is_held, is_released = list[Interaction](), asyncio.Event(), asyncio.Event()
    asked = asyncio.Queue[int | None]()
    keep_updated = harbour.bot.panels.keep_answer_updated

    async def hold_first_answer(interaction: Interaction, *given: Any) -> None:
        if not held:
            held.append(interaction)
            is_held.set()
            await is_released.wait()
        await edit_answer(interaction, *given)

    def report_question(interaction: Interaction, *given: Any, **options: Any) -> None:
        keep_updated(interaction, *given, **options)
        asked.put_nowait(get_answer(interaction).message_id)

    monkeypatch.setattr(replies, "edit_answer", hold_first_answer)
    monkeypatch.setattr(harbour.bot.panels, "keep_answer_updated", report_question)
    kept.press_without_waiting(harbour.anna, button)
    await is_held.wait()
    kept.press_without_waiting(harbour.anna, button)
    assert await asked.get() == panel.id
    board.press_without_waiting(harbour.anna, opener)
    assert await asked.get() != panel.id
    # The board's question replaces the panel, but nothing is deleted until the first press is answered.
    is_released.set()
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()
    assert list_hints(harbour) == [panel.id]
