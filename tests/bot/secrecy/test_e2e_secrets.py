"""Requests to Discord, worker jobs and the log don't change when hidden parts are dealt again.

Each viewer presses the same buttons twice at one table. In between, the match is replaced by another match
that looks the same to the viewer.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.computers.thinker import Thinker
from bot.storage.looks import LastLook
from games.registry import GAMES
from tests.bot.secrecy.recorder import JobRecorder
from tests.support.at_table import use_command
from tests.support.dealing import redeal_hidden_parts
from tests.support.harbour import THINK_SECONDS, Harbour, find_custom_id, list_buttons, replace_thinker
from tests.support.person import open_my_data
from tests.support.playing import list_continuing_buttons
from tests.support.reading import get_reply, list_logged_lines

MIN_PLIES = 8
"""Number of steps to play before messages are compared."""
LONG_OPTIONS_BY_GAME = {"coral_reef": {"options": "rounds_to_win=5"}}
"""Options by game that make matches long enough."""
LookAround = Callable[[Harbour], Awaitable[object]]
CHANGES_BY_PRESS_PATTERN = re.compile(
    r'\d{17,}|"nonce": "[^"]*"|(?<=~)\w+(?=")|(?<=since you last looked \(<t:)\d+'
)
"""Matches what differs from press to press: IDs, nonces, ends of custom_ids, and look times."""


async def look_as_spectator(harbour: Harbour) -> object:
    """Look at a table's pages as a spectator, repost the board, and try to move."""
    dana, board = harbour.dana, harbour.board
    await dana.click(board, custom_id=find_custom_id(board, "vw"))
    news = get_reply(await harbour.press_tool_button(dana, "Catch me up", board))
    pages = get_reply(await dana.click(news, label="Turn by turn"))
    await dana.click(pages, label="Back")
    await harbour.press_tool_button(dana, "Describe", board)
    await harbour.press_tool_button(dana, "Log", board)
    await harbour.press_tool_button(dana, "Replay", board)
    for command in ("hand", "table clock", "table export", "table show"):
        await use_command(dana, harbour.channel, command)
    return await try_to_move(harbour, dana)


async def look_as_waiting_player(harbour: Harbour) -> object:
    """Look at a table's pages as a player who is waiting for others, and try to move."""
    ben, board = harbour.ben, harbour.board
    await ben.click(board, custom_id=find_custom_id(board, "vw"))
    await harbour.press_tool_button(ben, "Describe", board)
    await harbour.press_tool_button(ben, "Catch me up", board)
    for command in ("hand", "table catchup", "table clock", "mine"):
        await use_command(ben, harbour.channel, command)
    return await try_to_move(harbour, ben)


async def try_to_move(harbour: Harbour, person: Any) -> object:
    """Try to move out of turn, by button and command; return the suggestions of autocomplete."""
    opener = list_continuing_buttons(harbour.board)[0]
    await person.click(harbour.board, custom_id=opener)
    await person.slash(harbour.channel, "move", action="nonsense")
    legal = (await harbour.find_match()).legal_actions(0)
    await person.slash(harbour.channel, "move", action=min(action.token for action in legal))
    return await person.autocomplete(harbour.channel, "move", "action", "")


async def look_as_player_to_move(harbour: Harbour) -> object:
    """View the pages and a hint as the player to move, and return the moves that autocomplete suggests."""
    anna, channel = harbour.anna, harbour.channel
    hand = get_reply(await anna.slash(channel, "hand"))
    panel = get_reply(await anna.click(hand, label="Move…"))
    panel = get_reply(await anna.click(panel, label="Hint"))
    assert any(identity.startswith("b:ac") for identity in list_buttons(panel)), "advice"
    for command in ("table catchup", "mine"):
        await use_command(anna, channel, command)
    await open_my_data(anna, channel)
    await anna.slash(channel, "move", action="nonsense")
    return await anna.autocomplete(channel, "move", "action", "")


async def collect_outputs(
    harbour: Harbour,
    worker: JobRecorder,
    last_look: LastLook,
    look_around: LookAround,
    caplog: pytest.LogCaptureFixture,
) -> tuple[Any, ...]:
    """Return everything the process outputs during ``look_around``.

    :param last_look: the position to store as everybody's last viewed position.
    """
    caplog.clear()
    harbour.bot.pictures.clear_cache()
    harbour.bot.services.adviser._ranked.clear()
    harbour.bot.attendance._confirmed_at.clear()
    for message_id in list(harbour.bot.panels._by_message):
        # Stop updating the messages of the previous call. Otherwise, the bot would delete them as outdated.
        harbour.bot.panels.stop_updating(message_id)
    # Delete the viewed positions that the previous call stored. They may be later than ``last_look``.
    await harbour.store._database.run("DELETE FROM looks")
    harbour.store.looks._newest.clear()
    for person in (harbour.anna, harbour.ben, harbour.dana):
        await harbour.store.looks.record_look(person.id, 1, last_look)
    requests, files = harbour.env.http_requests, harbour.env.backend.cdn._blobs
    before = len(requests), len(files)
    worker.sent.clear()
    answer = await look_around(harbour)
    made = [f"{r.method} {r.path} {json.dumps(r.json)}" for r in requests[before[0] :]]
    uploads = list(files.values())[before[1] :]
    return (
        answer,
        [CHANGES_BY_PRESS_PATTERN.sub("#", text) for text in (*made, *list_logged_lines(caplog))],
        uploads,
        list(worker.sent),
    )


@pytest.mark.parametrize("key", GAMES)
async def test_hidden_parts_are_in_neither_requests_nor_logs(
    harbour: Harbour, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    worker = JobRecorder()
    replace_thinker(harbour.bot, Thinker(THINK_SECONDS, worker))
    await harbour.begin_match(key, **LONG_OPTIONS_BY_GAME.get(key, {}))
    await harbour.turn_guide_off()
    await harbour.play_random_moves(MIN_PLIES)
    await harbour.play_random_moves(
        30, lambda match: match.to_act == (0,) and len(match.legal_actions(0)) > 2
    )
    table = await harbour.find_table()
    assert table.match is not None
    last_look = LastLook(table.match.seq // 2, harbour.now)
    for viewer, look_around, jobs in (
        (None, look_as_spectator, 0),
        (0, look_as_player_to_move, 1),
        (1, look_as_waiting_player, 0),
    ):
        other = redeal_hidden_parts(table.match, viewer, 7)
        assert other.state != table.match.state
        found = []
        for match in (table.match, other):
            harbour.bot.tables.core._cache.put(table.id, replace(table, match=match))
            found.append(await collect_outputs(harbour, worker, last_look, look_around, caplog))
        assert found[0] == found[1]
        _, requests, uploads, sent = found[0]
        assert len(requests) > 12 and len(uploads) >= 2 and len(sent) == jobs
