"""Measure the bytes that the bot sends for each move: ``python -m tests.proof.load.traffic``.

People without a guide play whole matches with the moves that level normal chooses. They wait after each press
until the bot has shown everything. The start of a match and its review aren't counted.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

from bot.computers.advice import GUIDE_KEY, GUIDE_OFF
from bot.storage import Store
from bot.ui.ids import encode_number
from games.core.match import Match
from games.core.protocol import Game
from games.core.rng import Chance, derive_match_key
from games.players import think
from games.registry import GAMES
from tests.proof.load.stock import SECRET, add_table
from tests.proof.presses.walking import MAX_STEPS, find_press_options
from tests.support.arguments import make_integer_type
from tests.support.standin.people import Member
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import FIRST_CHANNEL_ID, OWNER_ID, Message, World

SEAT_COUNTS = (2, 4)
QUIET_SECONDS = 0.5
"""Seconds without a request after which the bot has shown everything."""
LEVEL = "normal"
COLUMNS = ("private", "new boards", "current board", "older boards", "other")
"""Columns of the printed table."""
MAX_PEOPLE = 10
"""Number of people beside each table, at least as many as there can be seats."""
WAYS = ("typed", "suggested", "pressed")
"""Ways to make a move: typed, typed after a look at the suggestions, or pressed on the board and a panel."""


@dataclass(slots=True)
class PlayedMatch:
    """A match in its own channel, with the number of its moves and the bytes sent for them."""

    standin: Standin
    database: Path
    table_id: int
    channel: int
    first_user_id: int
    match: Match
    panels: dict[int, Message] = field(default_factory=dict)
    """Last private message of each seat."""
    move_count: int = 0
    request_count: int = 0
    sent_bytes: Counter[str] = field(default_factory=Counter)
    """Bytes sent, by column of the printed table."""

    def count_request(self, request: web.Request) -> None:
        """Count a request about the channel."""
        self.request_count += 1
        if "token" in request.match_info:
            column = "private"
        elif request.method == "POST":
            column = "new boards"
        elif request.method == "PATCH":
            messages = self.standin.world.list_public_messages(self.channel)
            is_newest = messages[-1].id == int(request.match_info["message"])
            column = "current board" if is_newest else "older boards"
        else:
            column = "other"
        self.sent_bytes[column] += request.content_length or 0

    async def play(self, way: str, max_moves: int) -> None:
        """Play until the match has ended or ``max_moves`` were made.

        :param way: one of :data:`WAYS`.
        :raises AssertionError: a move was not stored.
        """
        await self._wait_until_shown()
        self.request_count = 0
        self.sent_bytes.clear()
        while self.match.outcome is None and self.move_count < max_moves:
            seat = self.match.to_act[0]
            token = choose_token(self.match, seat)
            person = Member(self.standin, self.first_user_id + seat)
            if way == "pressed":
                await self._press_move(person, seat, token)
            else:
                if way == "suggested":
                    await person.list_suggestions(self.channel, "move", "action")
                await person.type_command(self.channel, "move", action=token)
            assert self._read_new_rows(), f"{token} was not stored"
            # If the person then has no choice, the bot performs the next actions as well.
            for seat, token in self._read_new_rows():
                self.match = self.match.act(seat, token)
            self.move_count += 1
            await self._wait_until_shown()

    async def _press_move(self, person: Member, seat: int, token: str) -> None:
        """Press towards a move, first in the person's panel if it asks for one, otherwise on the board.

        :raises AssertionError: the move wasn't made.
        """
        legal, action = self.match.legal_actions(seat), self.match.rules.read(token)
        shown = self.panels.get(seat) or self._find_board()
        for _ in range(MAX_STEPS):
            options = list(find_press_options(shown, self.match, seat, legal, action))
            if not any(option.chosen_value_count for option in options):
                shown = self._find_board()
                options = list(find_press_options(shown, self.match, seat, legal, action))
            option = min(options, key=lambda option: (-option.chosen_value_count, option.cost))
            values = None if option.value is None else [option.value]
            answer = (await person.press(shown, option.custom_id, values)).get_answer()
            if answer is not None:
                self.panels[seat] = shown = answer
            if self._read_new_rows():
                return
            await self._wait_until_quiet()
        raise AssertionError(f"{token} was not made")

    def _find_board(self) -> Message:
        messages = self.standin.world.list_public_messages(self.channel)
        return next(message for message in reversed(messages) if message.list_buttons())

    async def _wait_until_shown(self) -> None:
        """Wait until the board shows the position, and until the bot has finished everything else."""
        marker = f":{encode_number(self.match.seq)}"
        while self.match.outcome is None:
            buttons = self._find_board().list_buttons()
            if any(i.startswith("b:vw:") and i.endswith(marker) for i in buttons):
                break
            await asyncio.sleep(QUIET_SECONDS)
        await self._wait_until_quiet()

    async def _wait_until_quiet(self) -> None:
        """Wait until the bot has sent no request about the channel for :data:`QUIET_SECONDS`."""
        count = -1
        while count != (count := self.request_count):  # noqa: ASYNC110
            await asyncio.sleep(QUIET_SECONDS)

    def _read_new_rows(self) -> list[tuple[int, str]]:
        """Return the seats and tokens of the stored actions that :attr:`match` doesn't have yet."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            rows = connection.execute(
                "SELECT seat, text FROM log WHERE match_id = ? ORDER BY seq", (self.table_id,)
            ).fetchall()
        return rows[self.match.seq :]


def choose_token(match: Match, seat: int) -> str:
    """Return the token of the action that :data:`LEVEL` chooses."""
    view = match.rules.view(match.state, seat)
    chance = Chance(bytes(32), match.ply)
    return think(match.game, match.rules.version, view, seat, LEVEL, chance, lambda: False)[0].action.token


async def add_match(
    standin: Standin, database: Path, store: Store, number: int, game: Game, seat_count: int
) -> PlayedMatch:
    """Add a table whose match has just begun, in the world's channel ``number``."""
    channel, first_user_id = FIRST_CHANNEL_ID + number, OWNER_ID + MAX_PEOPLE * number
    presses = tuple(channel * MAX_PEOPLE + seat for seat in range(seat_count + 1))
    table_id = await add_table(store, channel, first_user_id, game, presses, (), is_over=False)
    for seat in range(seat_count):
        await store.preferences.set(first_user_id + seat, GUIDE_KEY, GUIDE_OFF)
    key = derive_match_key(SECRET, presses)
    match = Match.begin(game, seat_count, game.get_default_options(), key)
    return PlayedMatch(standin, database, table_id, channel, first_user_id, match)


async def play_matches(arguments: argparse.Namespace, folder: Path) -> list[PlayedMatch]:
    """Play all matches simultaneously, each in its own channel."""
    plans = [
        (GAMES[game], seats)
        for game in arguments.game or GAMES
        for seats in arguments.seats or SEAT_COUNTS
        for _ in range(arguments.matches)
        if seats in GAMES[game].seat_counts
    ]
    world = World(len(plans), [f"Person {number + 1}" for number in range(MAX_PEOPLE * len(plans))])
    async with Standin(world) as standin, BotProcess(standin, folder) as process:
        store = await Store.open(process.database)
        made = [
            await add_match(standin, process.database, store, number, game, seat_count)
            for number, (game, seat_count) in enumerate(plans)
        ]
        await store.close()
        by_channel = {played.channel: played for played in made}
        standin.rest.observe_request = lambda request, channel: (
            by_channel[channel].count_request(request) if channel in by_channel else None
        )
        await process.start()
        while any(not world.list_public_messages(channel) for channel in world.channels):  # noqa: ASYNC110
            await asyncio.sleep(QUIET_SECONDS)
        await asyncio.gather(*(played.play(arguments.way, arguments.moves) for played in made))
    return made


def print_line(name: str, matches: Sequence[PlayedMatch]) -> None:
    """Print the bytes and requests of a move, as an average of all moves of the matches."""
    moves = sum(played.move_count for played in matches)
    sent_bytes = sum((played.sent_bytes for played in matches), Counter[str]())
    requests = sum(played.request_count for played in matches)
    cells = [f"{sent_bytes[column] / 1024 / moves:.0f}" for column in COLUMNS]
    print(
        f"| {name} | {moves} | {sent_bytes.total() / 1024 / moves:.0f} | {requests / moves:.1f}"
        f" | {' | '.join(cells)} |",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proof.load.traffic", description=__doc__)
    parser.add_argument("--way", choices=WAYS, default=WAYS[1], help="how moves are made")
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this game")
    parser.add_argument("--seats", action="append", type=make_integer_type(2), help="only this number")
    parser.add_argument(
        "--matches", type=make_integer_type(1), default=1, help="per game and number of seats"
    )
    parser.add_argument("--moves", type=make_integer_type(1), default=1000, help="maximum per match")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        matches = asyncio.run(play_matches(arguments, Path(name)))
    print(f"| moves {arguments.way} | moves | KiB a move | requests | {' | '.join(COLUMNS)} |")
    print("|" + " --- |" * (4 + len(COLUMNS)))
    by_title: dict[str, list[PlayedMatch]] = {}
    for played in matches:
        title = f"{played.match.game.key}, {played.match.seat_count} seats"
        by_title.setdefault(title, []).append(played)
    for title, some in by_title.items():
        print_line(title, some)
    return 0


if __name__ == "__main__":
    sys.exit(main())
