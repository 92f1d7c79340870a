"""The entries of the *Apps* menu of messages and people."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.model.table import TABLE_IN_LOBBY
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons
from tests.support.playing import press_at_random
from tests.support.reading import (
    check_limits,
    get_reply,
    list_notified_people,
    read_answer,
    read_picture,
    read_text,
)

DESCRIBE, CATCH_UP, CHALLENGE = "Describe", "Catch me up", "Challenge to a match"


async def open_challenge(harbour: Harbour, challenged: Any, challenger: Any = None) -> Any:
    return await (challenger or harbour.anna).context_menu(harbour.channel, CHALLENGE, challenged)


async def test_a_boards_menu_entries_answer_like_its_buttons(harbour: Harbour) -> None:
    board = await harbour.begin_match()
    for person in (harbour.anna, harbour.dana):
        pressed = read_answer(await harbour.press_tool_button(person, DESCRIBE, board))
        assert read_answer(await person.context_menu(harbour.channel, DESCRIBE, board)) == pressed
    answer = get_reply(await harbour.dana.context_menu(harbour.channel, CATCH_UP, board))
    check_limits(answer)
    assert await read_picture(answer)
    assert answer.flags.ephemeral


async def test_the_menu_of_an_outdated_board_leads_to_its_table(harbour: Harbour) -> None:
    first = await harbour.begin_match()
    chance = Random(1)
    while harbour.board.id == first.id:
        await press_at_random(harbour, chance)
    old = next(post for post in harbour.list_posts() if post.id == first.id)
    assert "turn" in read_answer(await harbour.dana.context_menu(harbour.channel, CATCH_UP, old))
    now = read_answer(await harbour.press_tool_button(harbour.dana, DESCRIBE))
    assert read_answer(await harbour.dana.context_menu(harbour.channel, DESCRIBE, old)) == now


async def test_each_message_leads_to_its_own_table_of_the_channel(harbour: Harbour) -> None:
    board = await harbour.begin_match("reef")
    await press_at_table(harbour.mod, harbour.channel, "close")
    answer = await press_at_table(harbour.mod, harbour.channel, "close")
    await harbour.mod.click(get_reply(answer), label="End it")
    await harbour.begin_match("das_riff")
    old = next(post for post in harbour.list_posts() if post.id == board.id)
    described = read_answer(await harbour.anna.context_menu(harbour.channel, DESCRIBE, old))
    assert described != read_answer(await harbour.anna.context_menu(harbour.channel, DESCRIBE, harbour.board))


async def test_a_lobby_is_described_and_has_no_news(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby("reef")
    assert read_answer(await harbour.ben.context_menu(harbour.channel, DESCRIBE, lobby)) == read_text(lobby)
    assert "hasn't begun" in read_answer(await harbour.ben.context_menu(harbour.channel, CATCH_UP, lobby))
    await harbour.anna.click(lobby, label="Cancel")
    assert "closed" in read_answer(await harbour.ben.context_menu(harbour.channel, DESCRIBE, lobby))


@pytest.mark.parametrize("name", [DESCRIBE, CATCH_UP])
async def test_a_message_without_a_table_is_refused_with_an_explanation(harbour: Harbour, name: str) -> None:
    await harbour.begin_match()
    other = await harbour.anna.send(harbour.channel, "Who would like to play?")
    assert "isn't about a match" in read_answer(await harbour.ben.context_menu(harbour.channel, name, other))


async def test_a_message_leads_to_its_table_only_in_that_tables_channel(harbour: Harbour) -> None:
    board = await harbour.begin_match()
    assert (
        await harbour.store.messages.find_table_id(harbour.channel.id, board.id)
        == (await harbour.find_table()).id
    )
    assert await harbour.store.messages.find_table_id(harbour.channel.id + 1, board.id) is None
    assert await harbour.store.messages.find_table_id(harbour.channel.id, board.id + 1) is None


async def test_a_challenge_asks_for_the_game_in_private_and_then_mentions_the_person(
    harbour: Harbour,
) -> None:
    question = get_reply(await open_challenge(harbour, harbour.ben))
    check_limits(question)
    assert question.flags.ephemeral
    assert list(list_buttons(question).values()) == [game.title for game in harbour.games.values()]
    assert not harbour.list_posts()
    result = await harbour.anna.click(question, label="Reef")
    assert "to join" in read_answer(result)
    assert not list_buttons(get_reply(result))
    table = await harbour.find_table()
    assert (table.status, table.game.key, table.invited_ids) == (TABLE_IN_LOBBY, "reef", (harbour.ben.id,))
    call = harbour.list_posts()[-1]
    assert f"<@{harbour.ben.id}>" in call.content
    assert list_notified_people(harbour) == [harbour.ben.id]
    await harbour.ben.click(harbour.board, label="Join")
    assert harbour.ben.id in (await harbour.find_table()).user_ids


async def test_a_challenge_in_a_channel_in_use_offers_a_thread(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    question = get_reply(await open_challenge(harbour, harbour.dana))
    offer = get_reply(await harbour.anna.click(question, label="Das Riff"))
    (thread,) = [identity for identity, label in list_buttons(offer).items() if "thread" in label]
    result = await harbour.anna.click(offer, custom_id=thread)
    assert "Your table is open" in read_answer(result)
    (opened,) = set(await harbour.store.matches.list_all_active_table_ids()) - {
        (await harbour.find_table()).id
    }
    assert (await harbour.bot.tables.get(opened)).invited_ids == (harbour.dana.id,)


async def test_people_cannot_challenge_themselves_or_bots(harbour: Harbour) -> None:
    assert "can't challenge yourself" in read_answer(await open_challenge(harbour, harbour.anna))
    robot = harbour.guild.add_member(harbour.env.create_user("robot", bot=True))
    assert "Bots can't" in read_answer(await open_challenge(harbour, robot))
    assert not harbour.list_posts()


async def test_without_permission_to_post_no_challenge_is_offered(harbour: Harbour) -> None:
    harbour.deny_permissions("send_messages")
    answer = get_reply(await open_challenge(harbour, harbour.ben))
    assert "Send Messages" in answer.content and not list_buttons(answer)


async def test_repeated_challenges_stop_mentioning_the_person(harbour: Harbour) -> None:
    called = 0
    for _ in range(5):
        question = get_reply(await open_challenge(harbour, harbour.ben))
        answer = read_answer(await harbour.anna.click(question, label="Reef"))
        called += any("invites you" in post.content for post in harbour.list_posts())
        await harbour.anna.click(harbour.board, label="Cancel")
    assert called == 3
    assert "several times lately" in answer
