"""In a match that begins in a thread, the first press in the thread opens the panel there."""

from __future__ import annotations

import pytest

from bot.computers.advice import GUIDE_KEY, GUIDE_OFF
from bot.ui.play.guide import BULB_EMOJI, GOAL_EMOJI
from games.registry import GAMES
from tests.bot.ui.waiting import list_private_messages
from tests.support.harbour import Harbour, find_custom_id, list_buttons, wait_until_idle
from tests.support.reading import get_reply


@pytest.mark.parametrize("game", ["australis", "das_riff"])
async def test_the_panel_of_a_match_in_a_thread_opens_in_the_thread(harbour: Harbour, game: str) -> None:
    await harbour.ben.slash(harbour.channel, "play", game="reef")
    offer = get_reply(await harbour.anna.slash(harbour.channel, "play", game=game, against="easy"))
    pressed = await harbour.anna.click(offer, custom_id=find_custom_id(offer, "th"))
    await wait_until_idle(harbour)
    (thread,) = harbour.channel.threads
    assert thread.mention in get_reply(pressed).content
    assert [one.id for one in list_private_messages(harbour, harbour.anna)] == [offer.id]
    harbour.channel = thread
    opener = next(i for i in list_buttons(harbour.board) if i.startswith("b:go:"))
    await harbour.anna.click(harbour.board, custom_id=opener)
    harbour.env.raise_errors()
    (panel,) = list_private_messages(harbour, harbour.anna)
    assert BULB_EMOJI in panel.content and panel.id > harbour.board.id


async def test_my_hand_in_the_thread_of_a_first_match_begins_with_the_goal_until_one_has_moved(
    harbour: Harbour,
) -> None:
    await harbour.ben.slash(harbour.channel, "play", game="das_riff")
    offer = get_reply(await harbour.anna.slash(harbour.channel, "play", game="reef", against="easy"))
    await harbour.anna.click(offer, custom_id=find_custom_id(offer, "th"))
    await wait_until_idle(harbour)
    (harbour.channel,) = harbour.channel.threads
    hand = get_reply(await harbour.anna.click(harbour.board, label="My hand"))
    goal = GAMES["reef"].goal
    assert goal is not None
    assert hand.content.startswith(f"{GOAL_EMOJI} {goal.msgid}\nYour turn: play a card or take one.\n")
    assert BULB_EMOJI in hand.content
    advised = next(i for i in list_buttons(hand) if i.startswith("b:ac:"))
    await harbour.anna.click(hand, custom_id=advised)
    await wait_until_idle(harbour)
    hand = get_reply(await harbour.anna.click(harbour.board, label="My hand"))
    assert GOAL_EMOJI not in hand.content


@pytest.mark.parametrize(
    ("earlier_game", "guide", "has_goal"),
    [("", "", True), ("reef", "", False), ("australis", "", True), ("", GUIDE_OFF, False)],
)
async def test_the_thread_of_a_first_match_begins_with_the_goal(
    harbour: Harbour, earlier_game: str, guide: str, has_goal: bool
) -> None:
    if earlier_game:
        await harbour.begin_match(earlier_game)
        await harbour.play_random_moves(12)
        await harbour.bot.tables.play.resign_match(1, harbour.anna.id)
    if guide:
        await harbour.store.preferences.set(harbour.anna.id, GUIDE_KEY, guide)
    await harbour.ben.slash(harbour.channel, "play", game="das_riff")
    offer = get_reply(await harbour.anna.slash(harbour.channel, "play", game="reef", against="easy"))
    await harbour.anna.click(offer, custom_id=find_custom_id(offer, "th"))
    await wait_until_idle(harbour)
    (harbour.channel,) = harbour.channel.threads
    harbour.env.raise_errors()
    goal = GAMES["reef"].goal
    assert goal is not None
    expected = f"{GOAL_EMOJI} {goal.msgid}\n{BULB_EMOJI} Press **Hint** for a good first move."
    first = min(harbour.list_posts(), key=lambda post: post.id)
    assert (first.content == expected) is has_goal, first.content
    assert "Hint" in list_buttons(harbour.board).values()
