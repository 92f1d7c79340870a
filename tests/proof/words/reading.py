"""Reads the messages of whole matches: the first message, boards, panels, refusals and the review."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from bot.features.review.posts import REVIEW_POSTS_KEY
from games.core.words import load_words
from games.registry import GAMES
from games.review import slices
from tests.proof.presses.walking import FullTable, open_full_table
from tests.proof.words.table import (
    BOARD,
    COMPUTERS,
    ENDING,
    FIRST,
    HELP,
    PANEL,
    REFUSAL,
    REVIEW,
    ShownMessage,
)
from tests.support.findings import QUICK_REVIEW_SETTINGS
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.reading import get_reply as get_message
from tests.support.reading import read_text
from tests.support.short_boards import iterate_board_texts
from tests.support.words import count_words

MEAN_MOVES_BETWEEN_BOARDS = 3
"""Average number of random moves between two boards read."""
MAX_STEPS = 400


async def read_matches(game: str, match_count: int, seed: int = 1) -> AsyncIterator[ShownMessage]:
    for number in range(match_count):
        secret = Random(f"{game}{seed}{number}").randbytes(32)
        seats = GAMES[game].seat_counts[number % len(GAMES[game].seat_counts)]
        with TemporaryDirectory() as folder, patch.multiple(slices, **QUICK_REVIEW_SETTINGS):
            async with open_full_table(game, seats, Path(folder), secret) as full_table:
                await full_table.harbour.store.channels.clear(full_table.harbour.channel.id, REVIEW_POSTS_KEY)
                async for message in _read_match(game, full_table, Random(secret)):
                    yield message


def iterate_boards_against_computers(game: str, match_count: int, seed: int = 1) -> Iterator[ShownMessage]:
    """Yield the boards that ask a person to act against computers, for each number of seats.

    The buttons of these boards aren't counted, because a match between people has the same buttons.
    """
    for seats in GAMES[game].seat_counts:
        for number in range(match_count):
            for match, text in iterate_board_texts(game, seats, load_words(), range(1, seats), seed + number):
                if match.outcome is None and 0 in match.to_act:
                    yield ShownMessage(game, COMPUTERS, count_words(text), 0, text)


async def _read_match(game: str, full_table: FullTable, chance: Random) -> AsyncIterator[ShownMessage]:
    harbour = full_table.harbour
    first, *_ = harbour.list_posts()
    yield _measure_message(game, FIRST, first)
    yield _measure_message(game, HELP, get_message(await harbour.anna.slash(harbour.channel, "help")))
    for _ in range(MAX_STEPS):
        match = await harbour.find_match()
        if match.outcome is not None:
            break
        yield _measure_message(game, BOARD, harbour.board)
        panel = await _open_panel(full_table)
        if panel is not None:
            yield _measure_message(game, PANEL, panel)
        yield _measure_message(game, REFUSAL, get_message(await _type_out_of_turn(harbour)))
        await harbour.play_random_moves(chance.randrange(1, 2 * MEAN_MOVES_BETWEEN_BOARDS))
    ended = next(post for post in reversed(harbour.list_posts()) if "More…" in list_buttons(post).values())
    yield _measure_message(game, ENDING, ended)
    # Make the features look for ended matches, as when the bot starts, because random moves bypass them.
    await harbour.bot.features.resume()
    await harbour.bot.features.wait_until_idle()
    await harbour.settle()
    for post in harbour.list_posts():
        if post.content.startswith("📈 **"):
            yield _measure_message(game, REVIEW, post)


async def _open_panel(full_table: FullTable) -> Any:
    """Press the board's first button for a move; return the panel, or None without such a button."""
    harbour = full_table.harbour
    match, table = await harbour.find_match(), await harbour.find_table()
    seat = match.to_act[0]
    person = full_table.people[table.occupants[seat].user_id]
    start_buttons = [
        part["custom_id"] for part in list_controls(harbour.board) if part["custom_id"].startswith("b:go:")
    ]
    if not start_buttons:
        return None
    answer = await person.click(harbour.board, custom_id=start_buttons[0])
    return answer.response


async def _type_out_of_turn(harbour: Harbour) -> Any:
    """Type a move out of turn, and return the refusal."""
    match, table = await harbour.find_match(), await harbour.find_table()
    user = table.occupants[match.to_act[0]].user_id
    people = (harbour.anna, harbour.ben, harbour.dana, harbour.mod)
    waiting = next(person for person in people if person.id != user)
    token = match.legal_actions(match.to_act[0])[0].token
    return await waiting.slash(harbour.channel, "move", action=token)


def _measure_message(game: str, kind: str, message: Any) -> ShownMessage:
    text = read_text(message)
    return ShownMessage(game, kind, count_words(text), len(list(list_controls(message))), text)
