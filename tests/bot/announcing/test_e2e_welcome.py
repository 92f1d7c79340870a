"""``/help``, the welcome message in a new server, and the game buttons in these messages."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.kit.version import VERSION
from games.core.words import load_words
from tests.support.at_table import press_at_table
from tests.support.harbour import (
    Harbour,
    find_custom_id,
    find_menu,
    list_buttons,
    list_menus,
    wait_until_idle,
)
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer, read_text
from tests.support.winning import win_as_anna
from tests.support.words import count_message_words

MAX_WORDS = 60
"""Maximum number of words in the answer to ``/help``."""


def list_titles(harbour: Harbour) -> list[str]:
    return [game.title for game in harbour.games.values()]


async def press_game(harbour: Harbour, game: str) -> Any:
    """Press a game in /help as Anna, and return the question that follows."""
    page = get_reply(await harbour.anna.slash(harbour.channel, "help"))
    return get_reply(await harbour.anna.click(page, label=game))


async def test_the_help_page_names_each_game_with_a_poster_and_a_button(harbour: Harbour) -> None:
    page = get_reply(await harbour.anna.slash(harbour.channel, "help"))
    assert page.ephemeral
    check_limits(page)
    links = ["Learn", "My tables", "Settings", "For hosts", "About"]
    assert list(list_buttons(page).values()) == [*list_titles(harbour), *links]
    (posters,) = page.attachments
    assert posters.description == f"Posters of {load_words().join_list(list_titles(harbour))}."
    assert count_message_words(page) <= MAX_WORDS
    assert VERSION in page.content


@pytest.mark.parametrize("label", ["Learn", "My tables", "Settings", "For hosts", "About"])
async def test_each_button_of_the_help_page_opens_a_short_page(harbour: Harbour, label: str) -> None:
    page = get_reply(await harbour.anna.slash(harbour.channel, "help"))
    opened = get_reply(await harbour.anna.click(page, label=label))
    check_limits(opened)
    assert opened.ephemeral and count_message_words(opened) <= 2 * MAX_WORDS


async def test_the_page_for_hosts_names_each_of_their_commands(harbour: Harbour) -> None:
    page = get_reply(await harbour.anna.slash(harbour.channel, "help"))
    answer = read_answer(await harbour.anna.click(page, label="For hosts"))
    group = harbour.bot.tree.get_command("reefs")
    assert isinstance(group, discord.app_commands.Group)
    assert len(group.commands) > 3
    for command in group.commands:
        assert harbour.make_mention(command.qualified_name) in answer


async def test_a_match_against_the_computer_is_two_presses_from_help(harbour: Harbour) -> None:
    reply = await press_game(harbour, "Reef")
    check_limits(reply)
    assert "Rules" in list_buttons(reply).values()
    await harbour.anna.click(reply, label="Play the computer (easy)")
    table = await harbour.find_table()
    assert (table.game.key, table.status, table.computer_seats) == ("reef", "playing", (1,))


async def find_computer_level(harbour: Harbour) -> str | None:
    """Return the level of the computer player at the newest table."""
    (computer,) = (one.computer for one in (await harbour.find_table()).occupants if one.computer)
    return computer


async def resign_as_anna(harbour: Harbour) -> None:
    result = await press_at_table(harbour.anna, harbour.channel, "resign")
    await harbour.anna.click(get_reply(result), label="Resign")
    assert (await harbour.find_match()).outcome is not None


async def test_the_computer_is_easy_until_a_match_of_that_game_is_won(harbour: Harbour) -> None:
    for _ in range(2):
        await harbour.anna.click(await press_game(harbour, "Reef"), label="Play the computer (easy)")
        assert await find_computer_level(harbour) == "easy"
        await resign_as_anna(harbour)
        await wait_until_idle(harbour)
    await harbour.anna.click(await press_game(harbour, "Reef"), label="Play the computer (easy)")
    reply = await press_game(harbour, "Reef")
    taken = await harbour.anna.click(reply, label="Play the computer (easy)")
    await harbour.anna.click(get_reply(taken), custom_id=find_custom_id(get_reply(taken), "em"))
    await resign_as_anna(harbour)
    await wait_until_idle(harbour)
    assert await find_offered_level(harbour, "Reef") == "easy", "neither a closed nor a lost match was won"
    await win_as_anna(harbour, "reef")
    await harbour.anna.click(await press_game(harbour, "Reef"), label="Play the computer (normal)")
    assert await find_computer_level(harbour) == "normal"
    assert await find_offered_level(harbour, "Australis") == "easy", "levels are chosen for each game"


async def find_offered_level(harbour: Harbour, game: str) -> str:
    """Return the level in the label of the button against the computer."""
    labels = list_buttons(await press_game(harbour, game)).values()
    (label,) = (label for label in labels if label.startswith("Play the computer"))
    return label.partition("(")[2].rstrip(")")


STRONGER_TEXT = "You know the game now, so the computer is normal."


@pytest.mark.parametrize("place", ["button", "thread"])
async def test_a_match_against_a_stronger_computer_says_so_however_it_begins(
    harbour: Harbour, place: str
) -> None:
    await win_as_anna(harbour, "reef")
    if place == "thread":
        await harbour.ben.slash(harbour.channel, "play", game="das_riff")
    began = await harbour.anna.click(await press_game(harbour, "Reef"), label="Play the computer (normal)")
    if place == "thread":
        reply = get_reply(began)
        assert STRONGER_TEXT not in reply.content
        began = await harbour.anna.click(reply, custom_id=find_custom_id(reply, "th"))
    assert began.response is not None and STRONGER_TEXT in began.response.content


async def test_a_chosen_level_is_not_called_stronger(harbour: Harbour) -> None:
    reply = await press_game(harbour, "Reef")
    began = await harbour.anna.select(reply, ["hard"], custom_id=find_menu(reply, "pv"))
    assert began.response is not None and "You know the game" not in began.response.content


async def test_another_level_is_one_choice_away_and_never_one_that_the_game_lacks(harbour: Harbour) -> None:
    reply = await press_game(harbour, "Reef")
    (identity,) = (one for one in list_menus(reply) if one.startswith("s:pv:"))
    assert list_menus(reply)[identity] == ["normal", "hard", "expert"]
    await harbour.anna.select(reply, ["hard"], custom_id=identity)
    assert (await harbour.find_table()).status == "playing" and await find_computer_level(harbour) == "hard"
    await resign_as_anna(harbour)
    await win_as_anna(harbour, "reef")
    reply = await press_game(harbour, "Reef")
    assert "Play the computer (normal)" in list_buttons(reply).values()
    assert list_menus(reply)[find_menu(reply, "pv")] == ["easy", "hard", "expert"]
    forged = await KeptMessage(harbour, reply).forge_press(harbour.anna, identity, values=["leviathan"])
    assert "out of date" in read_answer(forged)


async def test_the_play_command_without_an_opponent_chooses_the_level_of_the_button(harbour: Harbour) -> None:
    await harbour.anna.slash(harbour.channel, "play", game="reef")
    assert await find_computer_level(harbour) == "easy"
    await resign_as_anna(harbour)
    await win_as_anna(harbour, "reef")
    await harbour.anna.slash(harbour.channel, "play", game="reef")
    assert await find_computer_level(harbour) == "normal"
    await resign_as_anna(harbour)
    await harbour.anna.slash(harbour.channel, "play", game="australis", against="hard")
    assert await find_computer_level(harbour) == "hard"


async def test_a_button_opens_a_table_for_people_and_a_list_invites_one_person(harbour: Harbour) -> None:
    reply = await press_game(harbour, "Australis")
    await harbour.anna.click(reply, label="Play with people")
    table = await harbour.find_table()
    assert (table.game.key, table.status, table.start_trigger) == ("australis", "lobby", "full")
    await harbour.anna.click(harbour.board, label="Cancel")
    reply = await press_game(harbour, "Australis")
    people = find_menu(reply, "pc")
    robot = harbour.guild.add_member(harbour.env.create_user("robot", bot=True))
    assert "Bots" in read_answer(await harbour.anna.select(reply, [robot], custom_id=people))
    again = find_menu(reply, "pc")
    assert again != people, "a new custom_id makes the client clear the choice after a refusal"
    assert "Play with people" in list_buttons(reply).values() and reply.attachments
    await harbour.anna.select(reply, [harbour.ben], custom_id=again)
    assert (await harbour.find_table()).invited_ids == (harbour.ben.id,)


async def test_other_ways_to_play_are_offered_if_the_channel_is_in_use(harbour: Harbour) -> None:
    await harbour.open_lobby()
    reply = await press_game(harbour, "Reef")
    done = await harbour.anna.click(reply, label="Play the computer (easy)")
    assert "There's already a table of Das Riff here" in read_answer(done)
    await harbour.anna.click(get_reply(done), custom_id=find_custom_id(get_reply(done), "em"))
    assert (await harbour.find_table()).game.key == "reef"


async def test_game_buttons_are_rate_limited(harbour: Harbour) -> None:
    reply = await press_game(harbour, "Reef")
    opens = next(i for i, label in list_buttons(reply).items() if label == "Play with people")
    kept, told = KeptMessage(harbour, reply), []
    for _ in range(11):
        told.append(read_answer(await kept.press(harbour.anna, opens)))
        await press_at_table(harbour.anna, harbour.channel, "leave")
    assert all("Your table is below" in text for text in told[:10])
    assert "opened a lot of tables" in told[10]
    assert (await harbour.find_table()).status == "over"


async def test_a_button_of_a_removed_game_is_out_of_date(harbour: Harbour) -> None:
    kept_message = KeptMessage(harbour, get_reply(await harbour.anna.slash(harbour.channel, "help")))
    for identity in ("b:pl:chess", "b:pl", "b:pw:chess:0:0:normal:none", "b:pw"):
        assert "out of date" in read_answer(await kept_message.forge_press(harbour.anna, identity)), identity
    assert await harbour.bot.tables.find_latest_table(harbour.channel.id) is None


async def join_server(harbour: Harbour) -> None:
    """Give the server a system channel, and deliver the event that the bot was added to it."""
    await harbour.bot.on_guild_join(set_system_channel(harbour))
    await harbour.env.settle()


def set_system_channel(harbour: Harbour) -> Any:
    found = harbour.bot.get_guild(harbour.guild.id)
    assert found is not None
    found._system_channel_id = harbour.channel.id
    return found


async def test_a_new_server_is_welcomed_once_despite_a_restart(harbour: Harbour) -> None:
    await join_server(harbour)
    (post,) = harbour.list_posts()
    check_limits(post)
    assert list(list_buttons(post).values()) == list_titles(harbour) and len(post.attachments) == 1
    assert "Hello!" in read_text(post) and count_message_words(post) <= 50
    await join_server(harbour)
    await harbour.restart()
    await join_server(harbour)
    assert len(harbour.list_posts()) == 1
    reply = get_reply(await harbour.ben.click(post, label="Coral Reef"))
    await harbour.ben.click(reply, label="Play the computer (easy)")
    assert (await harbour.find_table()).game.key == "coral_reef"


async def test_a_new_server_reported_twice_concurrently_is_welcomed_once(harbour: Harbour) -> None:
    guild = set_system_channel(harbour)
    await asyncio.gather(harbour.bot.on_guild_join(guild), harbour.bot.on_guild_join(guild))
    await harbour.env.settle()
    assert len(harbour.list_posts()) == 1


@pytest.mark.parametrize("denied_permission", ["send_messages", "view_channel"])
async def test_no_welcome_is_sent_without_permission_to_post(
    harbour: Harbour, denied_permission: str
) -> None:
    harbour.deny_permissions(denied_permission)
    await join_server(harbour)
    assert harbour.list_posts() == []


async def test_a_server_without_a_system_channel_gets_no_welcome(harbour: Harbour) -> None:
    found = set_system_channel(harbour)
    found._system_channel_id = None
    await harbour.bot.on_guild_join(found)
    assert harbour.list_posts() == []


async def test_a_welcome_without_permission_to_attach_files_has_no_pictures(harbour: Harbour) -> None:
    harbour.deny_permissions("attach_files")
    await join_server(harbour)
    (post,) = harbour.list_posts()
    assert not post.attachments and list(list_buttons(post).values()) == list_titles(harbour)


async def test_after_a_refused_welcome_the_bot_can_be_used(harbour: Harbour) -> None:
    harbour.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await join_server(harbour)
    assert harbour.list_posts() == []
    assert await harbour.open_lobby()
