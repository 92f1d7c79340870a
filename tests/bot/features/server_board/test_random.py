"""After random events at a server's tables, its board matches the store."""

from __future__ import annotations

from random import Random

import pytest

from bot.errors.base import TableError
from bot.features.review.posts import REVIEW_POSTS_KEY, REVIEWS_OFF
from bot.features.server_board import keeper as keeping
from bot.features.server_board.layout import hash_layout, make_board_layout
from bot.model.table import TABLE_IN_LOBBY, TABLE_PLAYING, Person, Place, Table
from games.core.errors import RuleError
from games.core.words import load_words
from tests.support.harbour import list_buttons
from tests.support.port import Port
from tests.support.reading import check_limits, list_layout_texts

PEOPLE = [Person(900_000_000_000_000_000 + number, f"Person {number}") for number in range(5)]


async def act_randomly(port: Port, chance: Random, channels: list[int]) -> None:
    """As a random person, open, change or play the table of a random channel."""
    tables, who, press = port.bot.tables, chance.choice(PEOPLE), chance.randrange(1, 10**6)
    channel = chance.choice(channels)
    table = await tables.find_active_table(channel)
    if table is None:
        key, seats = chance.choice((("das_riff", 2), ("reef", 3), ("australis", 4)))
        place = Place(channel, port.guild.id, "en-US")
        await tables.lobby.open_table(place, who, key, {}, press_id=press, seat_count=seats)
    elif table.status == TABLE_IN_LOBBY:
        match chance.randrange(6):
            case 0:
                await tables.seats.leave_table(table.id, who.user_id)
            case 1:
                await tables.lobby.invite_person(table.id, table.host_id, who.user_id)
            case 2:
                await tables.lobby.start_match(table.id, table.host_id, press)
            case 3 if chance.random() < 0.3:
                await tables.lobby.cancel_lobby(table.id, table.host_id)
            case _:
                await tables.lobby.join_lobby(table.id, who, press)
    elif table.match is not None and chance.random() < 0.85:
        seat = table.match.to_act[0]
        token = chance.choice(table.match.legal_actions(seat)).token
        await tables.play.perform_action(
            table.id, table.occupants[seat].user_id, token, table.match.seq, seat=seat
        )
    else:
        await tables.play.resign_match(table.id, who.user_id)


async def list_all_tables(port: Port) -> list[Table]:
    """Return all tables, including those that have ended."""
    found, number = [], 1
    while await port.store.matches.find_table(number) is not None:
        found.append(await port.bot.tables.get(number))
        number += 1
    return found


async def check_board(port: Port) -> None:
    """Check that the board is what the bot would post for the stored tables, and that it lists them."""
    keeper, board = port.board_keeper, port.only_board
    row = await port.store.server_boards.find_board(port.guild.id)
    channel = port.bot.get_channel(port.pier.id)
    assert row is not None
    visible = keeper._visibility.make_visible_channels(channel)  # type: ignore[arg-type]
    derived = make_board_layout(
        await keeper._reader.read_contents(port.guild.id, visible), row.post_number, load_words("en-US")
    )
    assert row.digest == hash_layout(derived)
    check_limits(board)
    found = await list_all_tables(port)
    free = {
        table.id
        for table in found
        if table.status == TABLE_IN_LOBBY and len(table.occupants) + len(table.invited_ids) < table.capacity
    }
    shown = {int(i.rpartition(":")[2], 36) for i in list_buttons(board) if i.startswith("b:tj:")}
    assert shown == free
    text = "\n".join(list_layout_texts(board))
    assert text.count("-# Waiting for") == sum(table.status == TABLE_PLAYING for table in found)
    ended = [table for table in found if table.match is not None and table.match.outcome is not None]
    won = [
        table
        for table in ended
        if table.match is not None and table.match.outcome and table.match.outcome.winners
    ]
    assert text.count("🥇 **") + text.count("🤝 **") == min(len(won), 5)


async def act_and_check(port: Port, monkeypatch: pytest.MonkeyPatch, seed: int, step_count: int) -> None:
    # Without the patch, each update would wait for half a minute.
    monkeypatch.setattr(keeping, "MIN_EDIT_INTERVAL_SECONDS", 0)
    await port.post_board()
    channels = [port.guild.create_text_channel(f"reef-{number}").id for number in range(4)]
    for channel in channels:
        await port.store.channels.set(channel, REVIEW_POSTS_KEY, REVIEWS_OFF)
    await port.env.settle()
    chance = Random(seed)
    for step in range(step_count):
        try:
            await act_randomly(port, chance, channels)
        except (TableError, RuleError):
            continue
        await port.wait_until_posted()
        if step % 5 == 0 or chance.random() < 0.2:
            await check_board(port)
    await port.wait_until_posted()
    await check_board(port)


async def test_the_board_matches_the_store_after_random_events(
    port: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    await act_and_check(port, monkeypatch, 1, 25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 4))
async def test_the_board_matches_the_store_after_many_random_events(
    port: Port, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    await act_and_check(port, monkeypatch, seed, 80)
