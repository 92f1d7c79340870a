"""A channel seated in the lobby keeps its seat from others, and votes on every move."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.errors.seats import ChannelAlreadySeated
from bot.features.channel_seat.choices import make_lobby_button
from bot.features.channel_seat.errors import SeatNotForChannel
from bot.features.channel_seat.keeper import ChannelSeatKeeper
from bot.model.table import OWN_CHANNEL_PLAYER, TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Person, Place
from bot.tables.seats import name_computer
from bot.ui.ids import make_custom_id
from bot.ui.person.privacy import write_data_page
from games.core.words import load_words
from tests.support.harbour import Harbour, find_table_board, list_buttons, list_menus, wait_until_idle
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer, read_text
from tests.support.toy import TOYS
from tests.support.voting import give_channel_seat, list_channel_moves, list_vote_posts, vote_for_kind


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A lobby for two that Anna hosts."""
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.turn_guide_off()
    await harbour.open_lobby("toy", options="goal=40", seats=2)
    yield harbour
    await harbour.close()


async def test_a_channel_seated_in_the_lobby_votes_in_the_match(harbour: Harbour) -> None:
    page = await give_channel_seat(harbour)
    assert "The channel has seat 2." in page.content and "easy computer" in page.content
    table = await harbour.find_table()
    assert table.is_complete and table.occupants[1].computer == OWN_CHANNEL_PLAYER
    identity = next(one for one in list_menus(page) if one.startswith("s:cvn"))
    check_limits(get_reply(await harbour.anna.select(page, ["2"], custom_id=identity)))
    await harbour.anna.click(harbour.board, label="Start")
    await harbour.type_move("roll:0", harbour.anna)
    await wait_until_idle(harbour)
    assert "or after 2 votes" in list_vote_posts(harbour)[-1].content
    for person in (harbour.dana, harbour.ben):
        await vote_for_kind(harbour, person)
    assert await list_channel_moves(harbour) == ["roll:0"]


async def test_the_seats_panel_and_the_channel_page_share_one_message(harbour: Harbour) -> None:
    seats = get_reply(await harbour.anna.click(harbour.board, label="Seats…"))
    front = get_reply(await harbour.anna.click(seats, label="Channel plays…"))
    front = get_reply(await harbour.anna.click(front, label="Give the channel a seat"))
    check_limits(front)
    seats_again = get_reply(await harbour.anna.click(front, label="Seats…"))
    assert seats.id == front.id == seats_again.id, (
        "the same message is edited, so that no outdated one is left"
    )
    assert "The channel" in seats_again.content and "Seats…" not in list_buttons(seats_again).values()


async def play_until_ben_resigns(harbour: Harbour) -> None:
    await harbour.anna.click(harbour.board, label="Start")
    await wait_until_idle(harbour)
    await harbour.bot.tables.play.resign_match(1, harbour.ben.id)
    await wait_until_idle(harbour)
    assert (await harbour.find_table()).status == TABLE_OVER


async def test_the_mine_command_lists_a_lobby_for_a_host_without_a_seat(harbour: Harbour) -> None:
    await give_channel_seat(harbour, "Give the channel my seat")
    answer = read_answer(await harbour.anna.slash(harbour.channel, "mine"))
    assert "Not started: 1 of 2 seats taken" in answer and "Toy" in answer
    await harbour.ben.click(harbour.board, label="Join")
    answer = read_answer(await harbour.anna.slash(harbour.channel, "mine"))
    assert "All seats are taken**: you begin it with *Start*" in answer
    answer = read_answer(await harbour.ben.slash(harbour.channel, "mine"))
    assert "Not started: 2 of 2 seats taken" in answer, "Ben isn't the host"
    assert "not at any table" in read_answer(await harbour.dana.slash(harbour.channel, "mine"))
    await play_until_ben_resigns(harbour)
    assert "not at any table" in read_answer(await harbour.anna.slash(harbour.channel, "mine"))


async def test_a_host_without_a_seat_can_ask_for_a_rematch(harbour: Harbour) -> None:
    await give_channel_seat(harbour, "Give the channel my seat")
    await harbour.ben.click(harbour.board, label="Join")
    await play_until_ben_resigns(harbour)
    end = harbour.board
    assert "no seat" in read_answer(await harbour.dana.click(end, label="Play again"))
    answer = read_answer(await harbour.anna.click(end, label="Play again"))
    assert "I've asked the others to play again." in answer
    table = await harbour.bot.tables.get(2)
    assert (
        table.host_id == harbour.anna.id and table.user_ids == () and table.invited_ids == (harbour.ben.id,)
    )
    assert [one.computer for one in table.occupants] == [OWN_CHANNEL_PLAYER]
    # A second press of *Play again* doesn't open another lobby. The match begins once Ben has pressed it too.
    await harbour.anna.click(end, label="Play again")
    assert (await harbour.bot.tables.get(2)).occupants == table.occupants
    await harbour.ben.click(end, label="Play again")
    table = await harbour.bot.tables.get(2)
    assert table.status == TABLE_PLAYING and table.user_ids == (harbour.ben.id,)
    assert "no seat" in read_answer(await harbour.anna.click(end, label="Play again"))


async def test_a_rematch_lobby_without_people_waits_for_its_host(harbour: Harbour) -> None:
    await give_channel_seat(harbour, "Give the channel my seat")
    await harbour.bot.tables.lobby.add_computer(1, harbour.anna.id, "easy", "Fish", 1)
    await wait_until_idle(harbour)
    await harbour.anna.click(harbour.board, label="Start")
    await wait_until_idle(harbour)
    await harbour.bot.tables.arranged.close_table(1)
    await wait_until_idle(harbour)
    assert (await harbour.find_table()).status == TABLE_OVER
    table = await harbour.bot.tables.rematches.open_or_join_rematch(1, Person(harbour.anna.id, "Anna"), 77)
    assert table.status == TABLE_IN_LOBBY and len(table.occupants) == 2, (
        "a full lobby doesn't start, because its host hasn't pressed Start"
    )
    answer = read_answer(await harbour.anna.slash(harbour.channel, "mine"))
    assert "All seats are taken**: you begin it with *Start*" in answer


async def test_the_host_can_take_the_channels_seat_away(harbour: Harbour) -> None:
    page = await give_channel_seat(harbour)
    page = get_reply(await harbour.anna.click(page, label="Take its seat away"))
    assert "Give the channel a seat" in list_buttons(page).values()
    assert len((await harbour.find_table()).occupants) == 1


async def test_only_the_host_can_seat_the_channel_and_only_once(harbour: Harbour) -> None:
    seats = get_reply(await harbour.ben.click(harbour.board, label="Seats…"))
    assert "Channel plays…" not in list_buttons(seats).values()
    post = KeptMessage(harbour, harbour.board)
    for verb, parts in (("cvs", (1, 0)), ("cvs", (1, 1)), ("cvx", (1,))):
        assert "Only the host" in read_answer(
            await post.forge_press(harbour.ben, make_custom_id("b", verb, *parts))
        )
    await give_channel_seat(harbour)
    assert "That channel has a seat" in read_answer(
        await post.forge_press(harbour.anna, make_custom_id("b", "cvs", 1, 1))
    )
    with pytest.raises(ChannelAlreadySeated):
        name = name_computer(OWN_CHANNEL_PLAYER, load_words("en"))
        await harbour.bot.tables.lobby.add_computer(1, harbour.anna.id, OWN_CHANNEL_PLAYER, name, 5)
    assert [one.computer for one in (await harbour.find_table()).occupants] == [None, OWN_CHANNEL_PLAYER]


async def test_a_table_outside_servers_gets_no_channel_seat(harbour: Harbour) -> None:
    place, anna = Place(77, None, "en"), Person(harbour.anna.id, "Anna")
    table = await harbour.bot.tables.lobby.open_table(place, anna, "toy", {}, press_id=5)
    keeper = ChannelSeatKeeper(harbour.bot.tables, harbour.store.channel_seats)
    with pytest.raises(SeatNotForChannel):
        await keeper.seat_channel(table.id, anna.user_id, 6, replaces_host=False)
    assert make_lobby_button(table, anna.user_id, load_words("en"), 4) is None


async def test_a_host_who_gave_away_their_seat_remains_the_host(harbour: Harbour) -> None:
    await give_channel_seat(harbour, "Give the channel my seat")
    table = await harbour.find_table()
    assert table.user_ids == () and table.host_id == harbour.anna.id
    await harbour.ben.click(harbour.board, label="Join")
    post = KeptMessage(harbour, harbour.board)
    assert "Only the host can do that" in read_answer(
        await post.forge_press(harbour.ben, make_custom_id("b", "sa", 1))
    )
    await harbour.ben.click(harbour.board, label="Leave")
    assert (await harbour.find_table()).status == TABLE_IN_LOBBY
    await harbour.ben.click(harbour.board, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    await wait_until_idle(harbour)
    # The channel moves first, and the host votes like other people in the channel.
    for person in (harbour.anna, harbour.dana):
        assert "You've voted for: **roll:0**" in await vote_for_kind(harbour, person)
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)
    (row,) = (await harbour.find_match()).rows
    assert (row.seat, row.text) == (0, "roll:0")
    reply = get_reply(await harbour.press_tool_button(harbour.ben, "Leave…", find_table_board(harbour)))
    await harbour.ben.click(
        reply, custom_id=next(one for one in list_buttons(reply) if one.startswith("b:lvy"))
    )
    table = await harbour.find_table()
    assert table.status == TABLE_PLAYING and table.host_id == harbour.anna.id
    await wait_until_idle(harbour)
    # A computer has replaced Ben, and its moves can't be predicted.
    before = len((await harbour.find_match()).rows)
    assert before >= 2 and (await harbour.find_match()).to_act == (0,)
    await harbour.pass_time(0.2)
    await wait_until_idle(harbour)
    assert len((await harbour.find_match()).rows) > before
    await harbour.bot.tables.play.close_table(1, harbour.anna.id)
    assert (await harbour.find_table()).status == TABLE_OVER


async def test_erasing_a_host_without_a_seat_makes_a_player_the_host(harbour: Harbour) -> None:
    await give_channel_seat(harbour, "Give the channel my seat")
    personal_data = await harbour.bot.tables.people.collect_data(harbour.anna.id)
    assert [row["table"] for row in personal_data["run"]] == [1] and personal_data["tables"] == []
    assert "- 1 table you host without a seat, or did" in write_data_page(personal_data, (), load_words())
    await harbour.ben.click(harbour.board, label="Join")
    await harbour.bot.tables.people.erase_person(harbour.anna.id, "Somebody")
    await wait_until_idle(harbour)
    assert (await harbour.find_table()).host_id == harbour.ben.id
    assert f"<@{harbour.ben.id}> can press Start" in read_text(harbour.board)
    await harbour.ben.click(harbour.board, label="Start")
    assert (await harbour.find_table()).status == TABLE_PLAYING
    # A table that has ended gets no new host.
    await harbour.bot.tables.play.close_table(1, harbour.ben.id)
    await harbour.bot.tables.people.erase_person(harbour.ben.id, "Somebody")
    assert (await harbour.find_table()).host_id == 0


async def test_erasing_the_host_closes_a_lobby_without_people(harbour: Harbour) -> None:
    await give_channel_seat(harbour, "Give the channel my seat")
    await harbour.bot.tables.people.erase_person(harbour.anna.id, "Somebody")
    await wait_until_idle(harbour)
    table = await harbour.find_table()
    assert table.status == TABLE_OVER and table.host_id == 0
