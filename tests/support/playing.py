"""Helpers that play only by pressing the buttons and lists shown."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bot.ui.ids import MoveChoice
from games.core.match import Match
from games.core.match_record import MatchRecord
from tests.proof.presses.walking import find_press_options
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_controls, list_menus
from tests.support.reading import (
    check_limits,
    get_reply,
    list_notified_people,
    list_sent_payloads,
    read_picture,
)

MAX_PRESSES = 8
BACK_EMOJI = "◀️"


def list_continuing_buttons(message: Any) -> list[str]:
    return [identity for identity in list_buttons(message) if identity.startswith("b:go")]


def list_choices(message: Any) -> Iterator[tuple[str, str | None, str]]:
    """Yield the custom_id, list value (None for a button), and pick or token of each choice in a panel."""
    for part in list_controls(message):
        _, verb, *rest = part["custom_id"].split(":")
        if verb == "ac":
            yield part["custom_id"], None, ":".join(rest[3:])
        elif verb == "go" and (part.get("emoji") or {}).get("name") != BACK_EMOJI:
            yield part["custom_id"], None, MoveChoice.parse(rest).picks[-1]
    for identity, values in list_menus(message).items():
        if identity.startswith("s:pk"):
            for value in values:
                yield identity, value, value


async def press_choice(person: Any, message: Any, custom_id: str, value: str | None) -> Any:
    """Press a choice that :func:`list_choices` yielded."""
    if value is None:
        return get_reply(await person.click(message, custom_id=custom_id))
    return get_reply(await person.select(message, [value], custom_id=custom_id))


async def press_at_random(harbour: Harbour, chance: Random) -> None:
    """Press a random button of the board, then random choices in the panel until a move is made."""
    match, table = await harbour.find_match(), await harbour.find_table()
    identity = chance.choice(list_continuing_buttons(harbour.board))
    seat = MoveChoice.parse(identity.split(":")[2:]).seat
    person = await harbour.find_player(seat)
    panel = get_reply(await person.click(harbour.board, custom_id=identity))
    for _ in range(MAX_PRESSES):
        check_limits(panel)
        if any(row.seat == seat for row in (await read_log(harbour, table.id))[match.seq :]):
            return
        identity, value, _named = chance.choice(list(list_choices(panel)))
        panel = await press_choice(person, panel, identity, value)
    raise AssertionError(f"no move after {MAX_PRESSES} presses: {panel.content}")


async def press_action(harbour: Harbour, seat: int, action: Any) -> int:
    """Make a seat's move, always pressing the most direct button; return the number of presses."""
    table, before = await harbour.find_table(), await harbour.find_match()
    person = await harbour.find_player(seat)
    ahead = await harbour.bot.tables.wait_finder.apply_standing_orders(table, seat)
    legal = ahead.legal_actions(seat)
    message: Any = harbour.board
    presses = 0
    while presses < MAX_PRESSES:
        if any(row.seat == seat for row in (await read_log(harbour, table.id))[before.seq :]):
            return presses
        ways = list(find_press_options(message, ahead, seat, legal, action))
        assert ways, f"{action.token} was not done: {message.content}"
        way = min(ways, key=lambda way: (-way.chosen_value_count, way.cost))
        message = await press_choice(person, message, way.custom_id, way.value)
        check_limits(message)
        presses += way.cost
    raise AssertionError(f"{action.token} was not done: {message.content}")


async def read_log(harbour: Harbour, table_id: int) -> tuple[Any, ...]:
    return await harbour.store.matches.read_log(table_id)


async def check_board(harbour: Harbour) -> Match:
    """Assert that the board shows the stored match within Discord's limits, and return the match."""
    table, match = await harbour.find_table(), await harbour.find_match()
    assert await read_log(harbour, table.id) == match.rows
    board = harbour.board
    check_limits(board)
    live = [message.id for message in harbour.list_posts() if list_continuing_buttons(message)]
    assert live == ([board.id] if match.outcome is None else [])
    assert all(
        MoveChoice.parse(identity.split(":")[2:]).seq == match.seq
        for identity in list_continuing_buttons(board)
    )
    await read_picture(board)
    holder = [] if match.active_seat is None else [table.occupants[match.active_seat].user_id]
    if list_sent_payloads(harbour)[-1]["content"] == board.content:
        # Players are pinged once per turn, so a board reposted during a turn pings nobody.
        assert list_notified_people(harbour) in (holder, [])
    for name in {o.user_id for o in table.occupants} - set(holder):
        assert f"<@{name}>" not in board.content
    return match


async def export_record(harbour: Harbour) -> MatchRecord:
    """Return the match file that a spectator can export."""
    answer = await press_at_table(harbour.dana, harbour.channel, "export")
    (file,) = get_reply(answer).attachments
    return MatchRecord.from_json((await file.read()).decode())
