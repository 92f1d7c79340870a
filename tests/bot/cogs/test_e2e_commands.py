"""Slash commands: their limits and translations, and the answers of simple commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.platform.commands import collect_payloads, count_characters, find_exceeded_limits
from games.core.words import load_words
from games.registry import GAMES
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_controls, list_menus
from tests.support.learning import open_about, open_rules
from tests.support.person import open_my_data
from tests.support.playing import list_continuing_buttons
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    read_answer,
    read_picture,
    read_text,
    set_languages,
)
from tests.support.winning import win_as_anna

ROOT = Path(__file__).parents[3]
SLASH_COMMAND, PERSON_MENU, MESSAGE_MENU = 1, 2, 3
MENU_COMMANDS = {
    ("Describe", MESSAGE_MENU),
    ("Catch me up", MESSAGE_MENU),
    ("Challenge to a match", PERSON_MENU),
    ("Card", PERSON_MENU),
}
"""Names and types of the commands in the context menus of messages and people."""


def list_syncs(harbour: Harbour) -> list[Any]:
    """Return the requests that sent the bot's commands to Discord."""
    return [r for r in harbour.env.http_requests if r.path.endswith("/commands") and r.method != "GET"]


MAX_TOP_LEVEL_COMMANDS, MAX_COMMANDS_PER_GROUP, MAX_COMMANDS = 10, 6, 25
SUBCOMMAND_TYPE = 1
"""Discord's option type that marks a subcommand."""
MAX_COMMAND_CHARACTERS = 8000
"""Maximum number of characters that Discord allows in a command."""
MAX_TRANSLATION_GROWTH = 1.4
"""Factor by which a future translation may be longer than the longest current one."""


async def test_every_command_is_within_discords_limits_in_every_language(harbour: Harbour) -> None:
    tree = await collect_payloads(harbour.bot.tree)
    assert [load_words().msg(problem) for problem in find_exceeded_limits(tree)] == []
    assert {
        (command["name"], command["type"]) for command in tree if command["type"] != SLASH_COMMAND
    } == MENU_COMMANDS
    for command in tree:
        assert {"de", "nl"} <= set(command["name_localizations"]) or command["type"] == SLASH_COMMAND
    assert all(
        count_characters(command) * MAX_TRANSLATION_GROWTH <= MAX_COMMAND_CHARACTERS for command in tree
    )
    tree = [command for command in tree if command["type"] == SLASH_COMMAND]
    names = {command["name"] for command in tree}
    assert names == {"play", "move", "hand", "mine", "table", "me", "learn", "help", "reefs", "club"}
    for command in tree:
        for node in (command, *command["options"]):
            assert {"de", "nl"} <= set(node["description_localizations"]), node["name"]


async def test_there_are_few_commands(harbour: Harbour) -> None:
    tree = [
        command for command in await collect_payloads(harbour.bot.tree) if command["type"] == SLASH_COMMAND
    ]
    assert len(tree) <= MAX_TOP_LEVEL_COMMANDS
    groups = [[part for part in command["options"] if part["type"] == SUBCOMMAND_TYPE] for command in tree]
    assert max(map(len, groups)) <= MAX_COMMANDS_PER_GROUP
    assert sum(len(group) or 1 for group in groups) <= MAX_COMMANDS
    # Commands with default permissions are shown only to people who manage the server.
    hidden = {command["name"] for command in tree if command["default_member_permissions"]}
    assert hidden == {"reefs"}


async def test_the_play_command_lists_first_the_game_it_recommends_to_newcomers(harbour: Harbour) -> None:
    tree = await collect_payloads(harbour.bot.tree)
    (play,) = [command for command in tree if command["name"] == "play"]
    game = next(option for option in play["options"] if option["name"] == "game")
    assert game["description"].endswith("new here? Take the first")
    assert game["choices"][0]["value"] == next(iter(GAMES))


async def test_the_first_match_against_a_stronger_computer_says_so(harbour: Harbour) -> None:
    raised = "You know the game now, so the computer is normal."
    for expected in (False, True, False):
        opened = await harbour.anna.slash(harbour.channel, "play", game="das_riff")
        answer = get_reply(opened)
        assert (raised in answer.content) == expected, answer.content
        reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
        await harbour.anna.click(reply, label="Resign")
        await win_as_anna(harbour, "das_riff")
    await harbour.anna.slash(harbour.channel, "play", game="reef")
    harbour.env.raise_errors()


async def test_a_level_that_the_person_chose_is_not_explained(harbour: Harbour) -> None:
    for chosen in ({}, {"against": "normal"}):
        opened = await harbour.anna.slash(harbour.channel, "play", game="das_riff", **chosen)
        assert "You know the game now" not in get_reply(opened).content
        reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
        await harbour.anna.click(reply, label="Resign")


MONITORING_PAGES = ("health", "metrics")
"""Paths of the monitoring pages. In the documents they look like commands."""


async def test_documents_name_only_existing_commands(harbour: Harbour) -> None:
    tree = await collect_payloads(harbour.bot.tree)
    known = {(command["name"], "") for command in tree}
    known |= {(command["name"], part["name"]) for command in tree for part in command.get("options", ())}
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        page = path.read_text("utf-8")
        if path.name == "CHANGELOG.md":
            # Check only the newest section, because earlier versions had other commands.
            page = page.split("\n## ")[1]
        named = set(re.findall(r"`/([a-z]+)(?: ([a-z]+))?[^`/]*`", page))
        assert {one for one in named if one[0] not in MONITORING_PAGES} <= known, path.name


def walk_siblings(nodes: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield each list of nodes with the same parent."""
    yield nodes
    for node in nodes:
        yield from walk_siblings(node.get("options") or [])


async def test_sibling_commands_have_different_names_in_each_language(harbour: Harbour) -> None:
    # Discord refuses all commands if two siblings have the same translated name.
    for nodes in walk_siblings(await collect_payloads(harbour.bot.tree)):
        for locale in (None, *(locale.value for locale in discord.Locale)):
            names = [(node.get("name_localizations") or {}).get(locale, node["name"]) for node in nodes]
            assert len(set(names)) == len(names), (locale, names)


async def test_commands_are_sent_once_in_one_request(harbour: Harbour) -> None:
    (sync,) = list_syncs(harbour)
    assert sync.method == "PUT"
    await harbour.restart()
    await harbour.kill()
    assert len(list_syncs(harbour)) == 1


async def test_changed_commands_are_sent_again(harbour: Harbour) -> None:
    await harbour.store.channels.set(0, "commands", "of an earlier version")
    await harbour.restart()
    assert len(list_syncs(harbour)) == 2
    await harbour.restart()
    assert len(list_syncs(harbour)) == 2


def list_table_entries(result: Any) -> list[str]:
    """Return the two-line entries of an answer to ``/mine``."""
    lines = read_answer(result).partition("\n\n")[0].splitlines()[1:]
    return ["\n".join(lines[place : place + 2]) for place in range(0, len(lines), 2)]


async def test_the_mine_command_lists_waiting_tables_first_with_links(harbour: Harbour) -> None:
    assert "/play" in read_answer(await harbour.anna.slash(harbour.channel, "mine"))
    await harbour.begin_match()
    waiting = await harbour.find_player()
    idle = await harbour.find_opponent()
    board = harbour.board
    second = harbour.guild.create_text_channel("lagoon")
    await waiting.slash(second, "play", game="das_riff", against="people", wait=True)
    (lobby,) = [message for message in second.history() if list_controls(message)]
    mine = list_table_entries(await waiting.slash(second, "mine"))
    assert len(mine) == 2
    assert f"/{harbour.channel.id}/{board.id}" in mine[0] and "▶️" in mine[0]
    assert f"/{second.id}/{lobby.id}" in mine[1] and "Not started: 1 of 2" in mine[1]
    (theirs,) = list_table_entries(await idle.slash(second, "mine"))
    assert "▶️" not in theirs
    # A player who has been offered a worm must decide as well, although it isn't their turn.
    assert ("There's something for you to decide first, if you like." in theirs) == (
        idle.id in await list_people_to_act(harbour)
    )
    await harbour.type_move("end")
    await press_at_table(harbour.anna, harbour.channel, "resign")
    await harbour.bot.tables.play.resign_match(1, harbour.anna.id)
    assert len(list_table_entries(await waiting.slash(second, "mine"))) == 1


async def list_people_to_act(harbour: Harbour) -> list[int]:
    """Return the IDs of the people who must act."""
    table, match = await harbour.find_table(), await harbour.find_match()
    return [table.occupants[seat].user_id for seat in match.to_act]


async def test_a_full_lobby_waits_for_its_host(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await harbour.ben.click(lobby, label="Join")
    assert "Not started" in read_answer(await harbour.anna.slash(harbour.channel, "mine"))


async def test_the_hand_command_shows_each_player_their_own_view_in_private(harbour: Harbour) -> None:
    assert "no" in read_answer(await harbour.anna.slash(harbour.channel, "hand")).lower()
    await harbour.begin_match()
    seen = []
    for person in (harbour.anna, harbour.ben, harbour.dana):
        answer = get_reply(await person.slash(harbour.channel, "hand"))
        assert answer.ephemeral
        seen.append((await read_picture(answer)).tobytes())
    assert seen[0] != seen[1]
    holder = await harbour.find_player()
    answer = get_reply(await holder.slash(harbour.channel, "hand"))
    assert "Move…" in list_buttons(answer).values() or await list_people_to_act(harbour) != [holder.id]


async def test_a_move_can_be_started_from_your_view(harbour: Harbour) -> None:
    await harbour.begin_match()
    match = await harbour.find_match()
    await harbour.type_move("worm:-", await harbour.find_player(match.to_act[0]))
    holder = await harbour.find_player()
    view = get_reply(await holder.click(harbour.board, label="My view"))
    panel = get_reply(await holder.click(view, label="Move…"))
    assert list_continuing_buttons(panel)


async def test_the_active_player_can_start_a_move_while_another_seat_is_asked(harbour: Harbour) -> None:
    await harbour.begin_match()
    holder = await harbour.find_player()
    view = get_reply(await holder.click(harbour.board, label="My view"))
    panel = get_reply(await holder.click(view, label="Move…"))
    assert list_continuing_buttons(panel)


@pytest.mark.parametrize(("game", "expected"), [("das_riff", "5 broods"), ("reef", "Most points")])
async def test_every_page_of_the_rules_can_be_opened(harbour: Harbour, game: str, expected: str) -> None:
    page = await open_rules(harbour.dana, harbour.channel, game)
    read, pictures = [], []
    ((index, pages),) = list_menus(page).items()
    for number in pages:
        page = get_reply(await harbour.dana.select(page, [number], custom_id=index))
        ((index, again),) = list_menus(page).items()
        assert again == pages and len(list_buttons(page)) <= 3, "a phone shows it in two rows"
        check_limits(page)
        assert not read_text(page).endswith("…"), "a page is cut"
        read.append(read_text(page))
        pictures += [await file.read() for file in page.attachments]
    assert len(set(read)) == len(read) >= 5
    assert len(set(pictures)) == len(pictures) >= 4
    assert expected in "".join(read)
    assert "Next" not in list_buttons(page).values()
    for before in reversed(read[:-1]):
        page = get_reply(await harbour.dana.click(page, label="Back"))
        assert read_text(page) == before
    assert "Back" not in list_buttons(page).values()


async def test_the_about_page_names_designers_publisher_and_year(harbour: Harbour) -> None:
    text = read_text(await open_about(harbour.dana, harbour.channel))
    for game in harbour.games.values():
        for name in (*game.credits.designers, game.credits.publisher, str(game.credits.year)):
            assert name in text


async def test_the_doctor_checks_the_table(harbour: Harbour) -> None:
    assert "/play" in read_answer(await harbour.anna.slash(harbour.channel, "reefs doctor"))
    await harbour.begin_match()
    answer = read_answer(await harbour.anna.slash(harbour.channel, "reefs doctor"))
    assert "There's a table of Das Riff here, and its messages are in order." in answer
    harbour.deny_permissions("send_messages")
    answer = read_answer(await harbour.anna.slash(harbour.channel, "reefs doctor"))
    assert "can't bring its messages up to date yet" in answer and "in order" not in answer


async def test_the_doctor_reports_in_german_that_there_are_no_problems(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_languages(monkeypatch, {harbour.anna.id: "de"})
    await harbour.begin_match()
    answer = read_answer(await harbour.anna.slash(harbour.channel, "reefs doctor"))
    assert "in Ordnung" in answer and "wieder" not in answer


@pytest.mark.parametrize(
    "command",
    ["hand", "table"],
)
async def test_without_a_table_the_command_says_how_to_open_one(harbour: Harbour, command: str) -> None:
    answer = read_answer(await harbour.anna.slash(harbour.channel, command))
    assert "/play" in answer


async def test_only_a_few_commands_are_offered_outside_a_server(harbour: Harbour) -> None:
    user = harbour.env.create_user("eve")
    assert set(user.available_commands()) == {
        "club card",
        "club history",
        "club challenge",
        "club open",
        "club tournament",
        "help",
        "learn",
        "me",
        "mine",
    }
    assert read_text(await open_about(user, None))
    assert read_text(await open_rules(user, None, "das_riff"))
    assert "/play" in read_answer(await user.slash("mine"))
    assert "Nothing at all" in read_answer(await open_my_data(user))
    assert "1 of 10" in read_answer(await user.slash("learn", game="das_riff"))


async def test_a_move_without_a_table_is_refused(harbour: Harbour) -> None:
    assert "/play" in read_answer(await harbour.anna.slash(harbour.channel, "move", action="end"))
    assert await harbour.anna.autocomplete(harbour.channel, "move", "action", "") == []


async def test_an_unknown_button_gets_an_answer(harbour: Harbour) -> None:

    kept_message = KeptMessage(harbour, await harbour.begin_match())
    for identity in ("b:zz:1", "b:go", "b:ac:1", "b:go:zzz:0:0:", "b:vt:1", "b:vw:?", "s:sc:x", "b:ru:chess"):
        for row in kept_message.payload["components"]:
            row["components"][0]["custom_id"] = identity
        result = await kept_message.press(harbour.anna, identity)
        assert read_answer(result), identity


def test_commands_that_draw_or_read_a_whole_match_are_marked_expensive(harbour: Harbour) -> None:
    kinds = (discord.AppCommandType.message, discord.AppCommandType.user)
    menus = (menu for kind in kinds for menu in harbour.bot.tree.get_commands(type=kind))
    commands = (*harbour.bot.tree.walk_commands(), *menus)
    dear = {command.qualified_name for command in commands if "expensive" in command.extras}
    assert dear == {
        *("hand", "table", "club card", "club history", "club open"),
        *("Card", "Catch me up", "Describe"),
    }
