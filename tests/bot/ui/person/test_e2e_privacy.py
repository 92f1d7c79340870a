"""Personal data can be viewed, downloaded and erased, and other players keep their matches."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any

import pytest

from bot.kit.failpoints import STORED_FAILPOINT, arm_failpoint
from bot.model.table import Person
from bot.platform.limits import MAX_MESSAGE_LENGTH
from bot.storage.people import ID_COLUMN_BY_PERSONAL_TABLE
from bot.tables.people import RETENTION_DAYS
from bot.ui.person import privacy
from games.core.match_record import MatchRecord
from games.core.words import load_words
from tests.bot.faults.dying import simulate_kill
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.person import open_my_data
from tests.support.reading import check_limits, get_reply, read_answer, read_text

DAY_SECONDS = 24 * 3600


def find_stored_cells(harbour: Harbour, user_id: int, name: str) -> list[tuple[str, str]]:
    """Return the table and column of each database cell that contains a person's ID or name."""
    found = []
    with closing(harbour.connect()) as file:
        tables = [row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            cursor = file.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in cursor.description]
            for row in cursor:
                for column, cell in zip(names, row, strict=True):
                    text = str(cell)
                    if str(user_id) in text or name in text:
                        found.append((table, column))
    return found


async def store_data_of_ben(harbour: Harbour) -> None:
    """As Ben, store data in many database tables."""
    anna, ben, dana = harbour.anna, harbour.ben, harbour.dana
    tables = harbour.bot.tables
    await ben.slash(harbour.channel, "play", game="das_riff", against="people", wait=True)
    await anna.click(harbour.board, label="Join")
    await ben.click(harbour.board, label="Start")
    await harbour.play_random_moves(6)
    ask = get_reply(await press_at_table(anna, harbour.channel, "resign"))
    await anna.click(ask, label="Resign")
    second = harbour.guild.create_text_channel("second")
    third = harbour.guild.create_text_channel("third")
    fourth = harbour.guild.create_text_channel("fourth")
    for channel, host in ((second, anna), (third, ben), (fourth, anna)):
        await host.slash(channel, "play", game="reef", against="people", wait=True)
    for person in (ben, dana):
        await press_at_table(person, second, "join")
    await press_at_table(anna, second, "start")
    await press_at_table(anna, second, "draw")
    await press_at_table(ben, second, "draw")
    await tables.lobby.invite_person(4, anna.id, ben.id)
    await press_at_table(ben, second, "catchup")
    await tables.orders.set_order(ben.id, "das_riff", tables.core.games["das_riff"].standing_orders[-1].name)
    # Ben gives up his seat in this match.
    fifth = harbour.guild.create_text_channel("fifth")
    await anna.slash(fifth, "play", game="coral_reef", against="people", wait=True)
    for person in (ben, dana):
        await press_at_table(person, fifth, "join")
    await press_at_table(anna, fifth, "start")
    await tables.seats.leave_table(5, ben.id)


async def test_all_data_can_be_exported_and_erased(harbour: Harbour) -> None:
    await store_data_of_ben(harbour)
    ben = harbour.ben
    kept = {table for table, _ in find_stored_cells(harbour, ben.id, "Ben")}
    assert kept >= {"seats", "former_seats", "matches", "preferences", "looks", "invitations", "consents"}
    finished = harbour.board
    assert "Ben" in read_text(finished)
    panel = get_reply(await open_my_data(ben, harbour.channel))
    check_limits(panel)
    assert panel.ephemeral
    assert "1 not begun, 1 in play, 1 over" in panel.content
    assert "1 seat you left" in panel.content and "1 invitation" in panel.content
    file = await download_data(ben, panel)
    assert file["user_id"] == str(ben.id)
    assert {row["table"] for row in file["tables"]} == {1, 2, 3}
    assert file["moves"] and all(row["at"].endswith("+00:00") for row in file["moves"])
    assert str(harbour.anna.id) not in json.dumps(file) and "Anna" not in json.dumps(file)
    asked = get_reply(await ben.click(panel, label="Erase…"))
    check_limits(asked)
    assert "You can't take this back" in asked.content
    again = get_reply(await ben.click(asked, label="Back"))
    assert "What I keep about you" in again.content and find_stored_cells(harbour, ben.id, "Ben")
    asked = get_reply(await ben.click(again, label="Erase…"))
    reply = get_reply(await ben.click(asked, label="Yes, forget me"))
    assert "Nothing I keep names you" in reply.content and "posted before" in reply.content
    assert find_stored_cells(harbour, ben.id, "Ben") == []
    assert "Nothing at all" in read_answer(await open_my_data(ben, harbour.channel))
    board = next(message for message in harbour.list_posts() if message.id == finished.id)
    assert "Ben" not in read_text(board) and "Somebody" in read_text(board)
    assert "Ben" not in (board.attachments[0].description or "")


async def download_data(person: Any, panel: Any) -> dict[str, Any]:
    answer = get_reply(await person.click(panel, label="Download"))
    assert answer.ephemeral
    (attachment,) = answer.attachments
    found: dict[str, Any] = json.loads(await attachment.read())
    return found


async def test_an_erased_player_is_named_in_the_channels_language(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.store.channels.set(harbour.channel.id, "locale", "de")
    reply = get_reply(await open_my_data(harbour.ben, harbour.channel))
    reply = get_reply(await harbour.ben.click(reply, label="Erase…"))
    assert "called Jemand" in reply.content
    await harbour.ben.click(reply, label="Yes, forget me")
    assert "Jemand" in read_text(harbour.board)
    assert "Somebody" not in read_text(harbour.board)


async def test_after_an_erasure_the_others_keep_playing_and_keep_their_matches(harbour: Harbour) -> None:
    await store_data_of_ben(harbour)
    ben = harbour.ben
    reply = get_reply(await open_my_data(ben, harbour.channel))
    reply = get_reply(await ben.click(reply, label="Erase…"))
    await ben.click(reply, label="Yes, forget me")
    await harbour.restart()
    tables = harbour.bot.tables
    over, playing, lobby, asking = [await tables.get(number) for number in range(1, 5)]
    assert over.status == "over" and set(over.names) == {"Anna", "Somebody"}
    assert over.user_ids == (harbour.anna.id,)
    record = MatchRecord.from_json(await tables.exports.export_json(1))
    assert record.verify(harbour.games).outcome == (over.match.outcome if over.match else None)
    answer = read_answer(await press_at_table(harbour.dana, harbour.channel, "catchup"))
    assert "Somebody" in answer and "Ben" not in answer
    assert playing.status == "playing" and len(playing.computer_seats) == 1
    assert lobby.status == "over"
    assert asking.invited_ids == ()
    fifth = await tables.get(5)
    assert {former.user_id for former in fifth.former_occupants} == {0}
    # The rematch doesn't invite the erased player.
    await press_at_table(harbour.anna, harbour.channel, "rematch")
    again = await harbour.find_table()
    assert again.rematch_of == 1 and again.invited_ids == () and again.status == "lobby"
    # Ben can return as a new player.
    await tables.lobby.join_lobby(4, Person(ben.id, "Ben"), 1)
    assert ben.id in (await tables.get(4)).user_ids


@pytest.mark.parametrize("locale", ["en", "de", "nl"])
def test_my_data_has_a_line_for_each_kind_of_data(harbour: Harbour, locale: str) -> None:
    shared = (
        "tables",
        "run",
        "former_seats",
        "moves",
        "tournaments",
        "hosted",
        "in_tournaments",
        "challenges",
    )
    offered = harbour.bot.services.offers.data_lines
    nothing: dict[str, Any] = {
        "user_id": "1",
        **{name: [] for name in (*ID_COLUMN_BY_PERSONAL_TABLE, *shared)},
    }
    bare = privacy.write_data_page(nothing, offered, load_words(locale)).splitlines()
    assert len(bare) == 2
    everything = dict(nothing)
    for name in (*ID_COLUMN_BY_PERSONAL_TABLE, *shared):
        rows = [{"table": number, "status": "over"} for number in range(12345)]
        everything[name] = rows
        for found in (rows[:1], rows):
            _, *lines, _ = privacy.write_data_page(
                {**nothing, name: found}, offered, load_words(locale)
            ).splitlines()
            assert len(lines) == 1 and str(len(found)) in lines[0], f"{name} is stored but not listed"
    assert len(privacy.write_data_page(everything, offered, load_words(locale))) <= MAX_MESSAGE_LENGTH


async def test_my_data_lists_the_data_of_a_spectator(harbour: Harbour) -> None:
    await harbour.begin_match()
    dana = harbour.dana
    page = get_reply(await harbour.press_tool_button(dana, "Predict…"))
    await dana.click(page, label="Anna")
    panel = get_reply(await open_my_data(dana, harbour.channel))
    check_limits(panel)
    assert "1 prediction of who wins" in panel.content
    reply = get_reply(await dana.click(panel, label="Erase…"))
    check_limits(reply)
    assert "predictions" in reply.content and "matches you imported" in reply.content


async def test_a_person_without_stored_data_has_nothing_to_erase(harbour: Harbour) -> None:
    panel = get_reply(await open_my_data(harbour.dana, harbour.channel))
    assert "Nothing at all" in panel.content
    assert "Download" in list_buttons(panel).values() and "Erase…" not in list_buttons(panel).values()
    assert (await download_data(harbour.dana, panel))["tables"] == []


async def test_an_erasure_does_not_repost_a_deleted_board(harbour: Harbour) -> None:
    await harbour.begin_match()
    ask = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(ask, label="Resign")
    harbour.env.backend.delete_message(harbour.channel.id, harbour.board.id)
    posts = len(harbour.list_posts())
    reply = get_reply(await open_my_data(harbour.ben, harbour.channel))
    reply = get_reply(await harbour.ben.click(reply, label="Erase…"))
    await harbour.ben.click(reply, label="Yes, forget me")
    assert len(harbour.list_posts()) == posts


async def resign_as_anna(harbour: Harbour) -> None:
    ask = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(ask, label="Resign")


async def erase_data(harbour: Harbour, person: Any) -> None:
    reply = get_reply(await open_my_data(person, harbour.channel))
    reply = get_reply(await person.click(reply, label="Erase…"))
    await person.click(reply, label="Yes, forget me")


async def test_an_erased_name_is_in_no_kept_picture(harbour: Harbour) -> None:
    await harbour.begin_match()
    kept = harbour.bot.pictures._cache._kept
    assert "'Ben'" in repr(list(kept))
    await erase_data(harbour, harbour.ben)
    assert kept and "'Ben'" not in repr(list(kept))


async def test_a_lobby_closed_by_its_hosts_erasure_says_so(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    await erase_data(harbour, harbour.anna)
    (message,) = [message for message in harbour.list_posts() if message.id == lobby.id]
    assert not list_controls(message) and harbour.anna.mention not in message.content


async def test_a_board_edited_after_an_erasure_does_not_mention_erased_players(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.bot.tables.seats.leave_table(1, harbour.ben.id)
    await harbour.bot.tables.seats.take_over_seat(1, Person(harbour.dana.id, "Dana"), 1)
    await harbour.settle()
    await resign_as_anna(harbour)
    assert f"{harbour.dana.mention} now plays" in read_text(harbour.board)
    await erase_data(harbour, harbour.dana)
    assert "Somebody now plays" in read_text(harbour.board)
    assert "<@0>" not in read_text(harbour.board)


async def test_a_crash_after_the_erasure_leaves_no_name_on_a_board(harbour: Harbour) -> None:
    await harbour.begin_match()
    await resign_as_anna(harbour)
    reply = get_reply(await open_my_data(harbour.ben, harbour.channel))
    reply = get_reply(await harbour.ben.click(reply, label="Erase…"))
    with arm_failpoint(STORED_FAILPOINT, simulate_kill):
        await harbour.ben.click(reply, label="Yes, forget me")
    assert "Ben" in read_text(harbour.board)
    await harbour.kill()
    assert "Ben" not in read_text(harbour.board) and "Somebody" in read_text(harbour.board)
    assert await harbour.store.messages.list_outdated_table_ids() == []


async def test_old_records_of_viewed_positions_are_deleted_at_startup(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.dana.click(harbour.board, label="My view")
    ask = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(ask, label="Resign")
    await harbour.restart()
    assert await harbour.store.looks.find_look(harbour.dana.id, 1) is not None
    with closing(harbour.connect()) as file, file:
        file.execute("UPDATE matches SET ended_at = ended_at - ?", ((RETENTION_DAYS + 1) * DAY_SECONDS,))
    await harbour.restart()
    assert await harbour.store.looks.find_look(harbour.dana.id, 1) is None
